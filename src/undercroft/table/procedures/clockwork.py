"""What every dungeon clock has: a scene, what its step costs, who may still do something in it, and how it ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Protocol

from undercroft.kernel.units import RuleId, Seconds
from undercroft.table.campaign import Campaign, Group
from undercroft.table.names import GroupId, PersonId, SiteId
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.rooms import Command, Reason
from undercroft.table.scenes import Exploring


class Activity(StrEnum):
    """What somebody does with their time in a dungeon."""

    MOVE = "move"
    WALK = "walk"
    RUN = "run"
    SEARCH = "search"
    FOLLOW_CLUE = "follow_clue"
    LISTEN = "listen"
    FORCE = "force"
    PICK = "pick"
    BATTER = "batter"
    DISARM = "disarm"
    RECOVER = "recover"
    FIRST_AID = "first_aid"
    FEAT = "feat"
    LOOT = "loot"
    REST = "rest"
    OTHER = "other"


ALONGSIDE = frozenset({Activity.LISTEN, Activity.FORCE, Activity.OTHER})
"""What takes a moment and goes with whatever else somebody does."""


class Clockwork(Protocol):
    """One book's way of counting time in a dungeon."""

    step: Seconds
    """How long one turn or round is."""
    called: str
    """What the book calls it: Turn, delve round, turn."""

    def opening(self, site: SiteId) -> Exploring:
        """The scene of a group that has just come in."""
        ...

    def hindrances(self, known: Campaign, group: Group, who: PersonId, activity: Activity) -> Iterable[Reason]:
        """Why somebody cannot do that any more in this step, by what is known."""
        ...

    def did(self, play: Play, group: GroupId, who: PersonId, activity: Activity, what: str) -> None:
        """Somebody has done that with their time."""
        ...

    def next(self, campaign: Campaign, group: Group) -> Command | None:
        """What follows of itself now."""
        ...

    def begin_step(self, play: Play, group: GroupId) -> None:
        """A turn or round begins."""
        ...

    def end_step(self, play: Play, group: GroupId) -> None:
        """It ends: its time is spent, and what the book checks then is checked."""
        ...

    def checks_ahead(self, known: Campaign, group: Group, until: int) -> frozenset[int]:
        """The numbers of the turns up to that one in which a check for encounters falls, as far as a seat can know."""
        ...

    def comes(self, known: Campaign, group: Group, number: int, /) -> Fraction:
        """The chance that the check of that turn brings somebody, as things stand, for whoever knows the site."""
        ...


class BeginStep(Command, frozen=True, tag="begin_step"):
    """A turn or round begins; it follows of itself."""

    group: GroupId


class EndStep(Command, frozen=True, tag="end_step"):
    """End the turn or round; whoever has done nothing has rested."""

    group: GroupId


def follows(campaign: Campaign, group: Group, *, begun: bool, done: Mapping[PersonId, str]) -> Command | None:
    """A turn begins by itself, and ends by itself when everybody has had theirs."""
    if not begun:
        return BeginStep(group.id)
    able = campaign.able_in(group.id)
    return EndStep(group.id) if able and all(person.id in done for person in able) else None


def had_their_turn(person: Person, turn: str, done: Mapping[PersonId, str], rule: RuleId) -> Iterable[Reason]:
    """Why somebody has no time left in this turn, which is time for one thing."""
    if person.id in done:
        yield Reason("done_this_turn", f"{person.name} has done something this {turn}: {done[person.id]}.", rule)
