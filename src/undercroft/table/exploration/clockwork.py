"""The protocol of every dungeon clock: its scene, the length of its step, who may still act, and how a step ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum, StrEnum
from fractions import Fraction
from typing import Protocol

from undercroft.kernel.units import RuleId, Seconds
from undercroft.table.engine.part import Reason
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId, PersonId, SiteId
from undercroft.table.state.people import Person
from undercroft.table.state.scenes import Exploring, OverloadedTurn, SovereignTurn, ViolenceTurn


class Activity(StrEnum):
    """What a person does with their time in a dungeon."""

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
"""Activities that take a moment and leave time for another."""


class Clockwork(Protocol):
    """The clock of a book for a dungeon."""

    step: Seconds
    """The length of a turn or round."""
    called: str
    """The book's word for it: Turn, delve round, turn."""

    def opening(self, site: SiteId) -> Exploring:
        """The scene of a group that has just entered."""
        ...

    def hindrances(self, known: Campaign, group: Group, who: PersonId, activity: Activity) -> Iterable[Reason]:
        """The reasons a person cannot do that in this turn or round any more."""
        ...

    def did(self, play: Play, group: GroupId, who: PersonId, activity: Activity, what: str) -> None:
        """Record that a person has done that in this turn or round."""
        ...

    def next(self, campaign: Campaign, group: Group) -> Boundary | None:
        """Whether the turn or round begins or ends now by itself."""
        ...

    def begin_step(self, play: Play, group: GroupId) -> None:
        """Begin a turn or round."""
        ...

    def end_step(self, play: Play, group: GroupId) -> None:
        """End a turn or round: spend its time, and make the checks due at its end."""
        ...

    def checks_ahead(self, known: Campaign, group: Group, until: int) -> frozenset[int]:
        """The turns up to `until` with an encounter check, as far as a seat can know."""
        ...

    def comes(self, known: Campaign, group: Group, number: int, /) -> Fraction:
        """The chance of an encounter in that turn, for a seat that knows the site."""
        ...


class Boundary(Enum):
    """Whether a turn or round begins or ends by itself."""

    BEGIN = "begin"
    END = "end"


def boundary(campaign: Campaign, group: Group, scene: SovereignTurn | OverloadedTurn | ViolenceTurn) -> Boundary | None:
    """A turn begins by itself, and ends by itself when everybody has acted."""
    if not scene.begun:
        return Boundary.BEGIN
    able = campaign.able_in(group.id)
    return Boundary.END if able and all(person.id in scene.done for person in able) else None


def had_their_turn(person: Person, turn: str, done: Mapping[PersonId, str], rule: RuleId) -> Iterable[Reason]:
    """The reason a person cannot do anything more in a turn with time for one activity."""
    if person.id in done:
        yield Reason("done_this_turn", f"{person.name} has done something this {turn}: {done[person.id]}.", rule)
