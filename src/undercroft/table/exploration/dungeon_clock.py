"""What every dungeon clock has: its scene, the length of its step, who may still act, and how a step ends."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from enum import Enum, StrEnum
from fractions import Fraction
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec.structs import replace

from undercroft.kernel.rules import AnyRule
from undercroft.kernel.units import RuleId, Seconds
from undercroft.table.bridge.time_units import CLOCK_STEPS
from undercroft.table.engine.part import Reason
from undercroft.table.engine.play import Play
from undercroft.table.engine.record import CheckMade
from undercroft.table.state.campaign import Campaign, Check, Group
from undercroft.table.state.ids import GroupId, PersonId, SiteId
from undercroft.table.state.scenes import DelveRound, OverloadedTurn, SovereignTurn, ViolenceTurn
from undercroft.table.state.sites import Clock, Site

S = TypeVar("S", SovereignTurn, DelveRound, OverloadedTurn, ViolenceTurn)
T = TypeVar("T", SovereignTurn, OverloadedTurn, ViolenceTurn)


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


def resting(rests: tuple[PersonId, ...], who: PersonId, activity: Activity) -> tuple[PersonId, ...]:
    """The people who rest this turn, after one of them has done something."""
    others = tuple(each for each in rests if each != who)
    return (*others, who) if activity is Activity.REST else others


class Boundary(Enum):
    """Whether a turn or round begins or ends by itself."""

    BEGIN = "begin"
    END = "end"


class DungeonClock(ABC, Generic[S]):
    """The clock of a book for a dungeon."""

    name: Clock
    """Its name in sites and house rules."""
    book: str
    """The book it is from."""
    kind: type[S]
    """The scene of a group under this clock."""
    called: str
    """The book's word for it: turn, delve round, turn."""
    checks_at_end: bool = False
    """Whether the encounter check of a turn or round is made at its end, not at its beginning."""
    missed: AnyRule | None = None
    """The encounter check of a missed turn or round; None where only turns that are played have a check."""
    danger: str = "location"
    """The field of a site that decides how dangerous it is by this book."""

    @property
    def step(self) -> Seconds:
        """The length of a turn or round."""
        return CLOCK_STEPS[self.name]

    def left(self, group: Group) -> Seconds:
        """The time to the end of the turn or round under way: what has passed in it already is part of it."""
        return (
            self.step if group.turns_from is None else Seconds(self.step - (group.time - group.turns_from) % self.step)
        )

    def number_now(self, group: Group) -> int:
        """The number of the turn or round by the group's time; 0 where turns are not counted yet."""
        return 0 if group.turns_from is None else (group.time - group.turns_from) // self.step + 1

    def opening(self, site: SiteId) -> S:
        """The scene of a group that has just entered."""
        return self.kind(site)

    def scene(self, play: Play, group: GroupId) -> S:
        """The scene of a group under this clock, as it is now."""
        scene = play.group(group).scene
        if not isinstance(scene, self.kind):
            raise TypeError(f"not in a {self.called}")
        return scene

    @abstractmethod
    def hindrances(self, known: Campaign, group: Group, who: PersonId, activity: Activity) -> Iterable[Reason]:
        """The reasons a person cannot do that in this turn or round any more."""

    @abstractmethod
    def did(self, play: Play, group: GroupId, who: PersonId, activity: Activity, what: str) -> None:
        """Record that a person has done that in this turn or round."""

    @abstractmethod
    def has_acted(self, scene: S, who: PersonId) -> bool:
        """Whether a person has used up their turn or round."""

    @abstractmethod
    def fresh(self, scene: S, number: int) -> S:
        """The turn or round of that number, in which nobody has done anything yet."""

    def next(self, campaign: Campaign, group: Group) -> Boundary | None:
        """A turn or round begins by itself, and ends by itself when everybody has acted."""
        scene = group.scene
        if not isinstance(scene, self.kind):
            return None
        if not scene.begun:
            return Boundary.BEGIN
        return Boundary.END if self.all_finished(campaign, group, scene) else None

    def all_finished(self, campaign: Campaign, group: Group, scene: S) -> bool:
        """Whether nobody of a group has anything left to do in this turn or round."""
        able = campaign.able_in(group.id)
        return bool(able) and all(self.finished(campaign, scene, person.id) for person in able)

    def finished(self, _campaign: Campaign, scene: S, who: PersonId, /) -> bool:
        """Whether a person has nothing left to do in this turn or round."""
        return self.has_acted(scene, who)

    @abstractmethod
    def finishes(self, known: Campaign, scene: S, who: PersonId, activity: Activity, /) -> bool:
        """Whether a person has nothing left to do in this turn or round once they have done that."""

    @abstractmethod
    def begin_step(self, play: Play, group: GroupId) -> None:
        """Begin a turn or round."""

    @abstractmethod
    def end_step(self, play: Play, group: GroupId) -> None:
        """End a turn or round: spend its time, and make the checks due at its end."""

    def note_check(self, play: Play, group: GroupId, came: bool) -> None:
        """Record the encounter check that was just settled, in secret."""
        play.tell(CheckMade(group, Check(self.scene(play, group).number, play.last_total, came)))

    def count_missed(self, play: Play, group: GroupId, why: str) -> None:
        """Make the encounter check of a missed turn or round, where there is one."""

    def checks_ahead(self, known: Campaign, group: Group, until: int) -> frozenset[int]:
        """The turns up to `until` with an encounter check, as far as a seat can know."""
        scene = group.scene
        if not isinstance(scene, self.kind) or scene.site not in known.sites:
            return frozenset()
        return frozenset(self.checked(scene, known.sites[scene.site], until))

    def checked(self, scene: S, _: Site, until: int, /) -> Iterable[int]:
        """The turns up to `until` with an encounter check: every one, at its end."""
        return range(scene.number, until + 1)

    @abstractmethod
    def comes(self, known: Campaign, group: Group, number: int, /) -> Fraction:
        """The chance of an encounter in that turn, for a seat that knows the site."""


Clockwork: TypeAlias = DungeonClock[Any]
"""Any clock."""


class TurnClock(DungeonClock[T]):
    """A clock whose turns have time for one activity of each person."""

    acting: RuleId
    """The rule that gives each person one activity."""

    def hindrances(self, known: Campaign, group: Group, who: PersonId, activity: Activity) -> Iterable[Reason]:
        """The reason a person cannot do anything more in this turn."""
        scene = group.scene
        if activity not in ALONGSIDE and isinstance(scene, self.kind) and who in scene.done:
            name, did = known.people[who].name, scene.done[who]
            yield Reason("done_this_turn", f"{name} has acted this {self.called}: {did}.", self.acting)

    def did(self, play: Play, group: GroupId, who: PersonId, activity: Activity, what: str) -> None:
        """Use up the person's turn; its time is spent when the turn ends."""
        if activity not in ALONGSIDE:
            scene = self.scene(play, group)
            battering = scene.battering or activity is Activity.BATTER
            rests = resting(scene.rests, who, activity)
            play.go_on(group, replace(scene, done={**scene.done, who: what}, rests=rests, battering=battering))

    def has_acted(self, scene: T, who: PersonId) -> bool:
        """Whether a person has done their one thing."""
        return who in scene.done

    def fresh(self, scene: T, number: int) -> T:
        """The turn of that number, in which nobody has done anything yet."""
        return replace(scene, turn=number, done={}, rests=(), held=False)

    def finishes(self, _known: Campaign, _scene: T, _who: PersonId, activity: Activity, /) -> bool:
        """Whether that is their one activity."""
        return activity not in ALONGSIDE
