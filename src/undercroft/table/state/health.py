"""Sleep, food and water: when a person last had them and what fatigue the lack of them causes; and diseases."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.neverwhere.sleep import DAY_H, SLEEP_H
from undercroft.books.sovereign.poisons import LEAST_TOXIN_DC, Potency
from undercroft.kernel.units import DAY, HOUR, Seconds, Throw
from undercroft.table.state.ids import Label, Text
from undercroft.table.state.things import ThingKind


class Drowsy(Struct, frozen=True):
    """The time of a drowsy person since the last throw against sleep: idle and active time count apart.

    `idle` and `active` hold what passed before `since`; `at_rest` says what is counted from there on.
    """

    since: Seconds
    idle: Seconds = Seconds(0)
    active: Seconds = Seconds(0)
    at_rest: bool = True

    def turned(self, now: Seconds, at_rest: bool) -> Drowsy:
        """The time counted up to now, when a person begins or ceases to be idle."""
        passed = now - self.since
        if self.at_rest:
            return Drowsy(now, Seconds(self.idle + passed), self.active, at_rest)
        return Drowsy(now, self.idle, Seconds(self.active + passed), at_rest)


class Needs(Struct, frozen=True):
    """A person's needs. Fatigue from lack of sleep, food or water counts apart: ordinary rest does not restore it."""

    woke: Seconds
    day_h: Fraction = DAY_H
    """Hours the person can stay up after that."""
    sleep: int = 0
    carried: int = 0
    """The part of `sleep` that the person woke up with."""
    hunger: int = 0
    thirst: int = 0
    meals: int = 0
    """Meals eaten since the day began."""
    litres: Fraction = Fraction(0)
    """Litres drunk since the day began."""
    dry: int = 0
    """Fatigue points that too little water has cost since the day began."""
    larder: int = 0
    """Meals left of an opened ration."""
    skin: Fraction = Fraction(0)
    """Litres left of an opened waterskin."""
    foraged: bool = False
    """Whether the person has foraged since the day began."""
    busy: bool = False
    """Whether the person has travelled, explored or fought since the day began."""
    supped: int | None = None
    """The day for which a night in a dungeon has used up food and water, from dawn to dawn."""
    lacked: frozenset[ThingKind] = frozenset()
    """Food or water that was missing that day."""
    drowsy: Drowsy | None = None
    """The time that counts towards the next throw against sleep, if the person is drowsy."""

    @property
    def held(self) -> int:
        """Fatigue points that only food, water or sleep restore."""
        return self.sleep + self.hunger + self.thirst

    @property
    def bedtime(self) -> Seconds:
        """When the person should go to sleep."""
        return Seconds(self.woke + int(self.day_h * HOUR))


UP_AGAIN = Seconds(int(SLEEP_H * HOUR))
"""How long a person is up between two nights; sleep after a shorter time belongs to the same night."""


class NightsSleep(Struct, frozen=True):
    """A person's sleep of one night, added up over all its stretches."""

    since: Seconds
    """When the person first fell asleep."""
    until: Seconds
    """When the person last woke."""
    slept: Seconds
    unbroken: Seconds
    """The length of the last stretch, with those just before it."""
    restored: int = 0
    """Fatigue points from lack of sleep that the night has restored."""
    rested: bool = False
    """Whether the night has healed what a full night heals."""
    eased: bool = False
    """Whether the night has taken off a point of strain."""

    def goes_on(self, began: Seconds, until: Seconds) -> bool:
        """Whether sleep between these times belongs to this night: the sleeper was not up for long before it."""
        return began - self.until < UP_AGAIN and until - self.since <= DAY


_Side = Annotated[int, Meta(ge=2, le=100)]
_Days = Annotated[int, Meta(ge=1, le=1_000)]


class Illness(Struct, frozen=True, forbid_unknown_fields=True):
    """A disease: its potency, onset, treatment difficulty, effects, and how often they recur."""

    name: Label
    potency: Potency = 0
    onset_days: Annotated[int, Meta(ge=0, le=1_000)] | Throw = 1
    dc: Annotated[int, Meta(ge=LEAST_TOXIN_DC, le=60)] = LEAST_TOXIN_DC
    damage_dice: Annotated[tuple[_Side, ...], Meta(max_length=20)] = ()
    strain: Annotated[int, Meta(ge=0, le=1_000)] = 0
    penalty: Annotated[int, Meta(ge=-20, le=0)] = 0
    symptoms: Text = ""
    every_days: _Days | None = None
    """The days between attacks of the disease until it is cured; None for a single attack."""
