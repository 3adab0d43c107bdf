"""People: delvers, hirelings and named creatures, with the numbers that change and the sheet that seldom does."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.names import PersonId


class Role(StrEnum):
    """What somebody is to the party."""

    DELVER = "delver"
    HENCHMAN = "henchman"
    HIRELING = "hireling"
    CREATURE = "creature"


class Pay(Struct, frozen=True):
    """What a servant is paid, how often, and until when they have been: in advance, or for what they have served."""

    coppers: int
    every: Seconds
    until: Seconds
    ahead: bool = False

    def owed(self, now: Seconds) -> int:
        """How many times it is due; whoever is paid afterwards is owed for a day begun."""
        if self.ahead:
            return max(0, (now - self.until) // self.every + 1)
        return max(0, -((self.until - now) // self.every))


class Sheet(Struct, frozen=True):
    """The numbers of a character, by Sovereign. `overrides` are numbers set by hand, under the bridge's names."""

    strength: int = 10
    dexterity: int = 10
    constitution: int = 10
    intelligence: int = 10
    wisdom: int = 10
    character_class: str = "expert"
    level: int = 1
    xp: int = 0
    skills: Mapping[str, int] = {}
    feats: tuple[str, ...] = ()
    occupation: str = ""
    overrides: Mapping[str, int] = {}
    points: int = 0
    """Advancement points that are not spent yet."""
    quick_points: int = 0
    """A quick learner's, for attributes and peaceful skills."""
    feats_due: int = 0
    """Feats they may still take."""
    raises: Mapping[str, int] = {}
    """How often each attribute was raised."""
    credits: Mapping[str, int] = {}
    """Points that feats have put towards skills."""


class Condition(Struct, frozen=True):
    """A state somebody is in, since when, and what is to know about it."""

    name: str
    since: Seconds
    note: str = ""
    marks: Mapping[str, int] = {}
    """What is counted in it, under the names of the room that counts."""
    secret: bool = False
    """Known to the referee alone."""


class Person(Struct, frozen=True):
    """Somebody with a name. `seat` holds their dice."""

    id: PersonId
    name: str
    seat: SeatId
    role: Role = Role.DELVER
    sheet: Sheet = Sheet()
    hp: int = 1
    hp_max: int = 1
    strain: int = 0
    fp: int = 0
    scars: int = 1
    run_rounds: int = 0
    alive: bool = True
    conditions: tuple[Condition, ...] = ()
    locks: Mapping[str, int] = {}
    """Locks that beat them, and the level at which they did."""
    xp_pool: int = 0
    terms: str = ""
    """What a hireling was promised."""
    pay: Pay | None = None
    """A servant's wages."""
    employer: PersonId | None = None
    """Who hired them."""
    retired: bool = False
    """Off the roll, and out of play until they come back."""
    about: str = ""

    def is_in(self, condition: str) -> bool:
        """Whether that condition is upon them."""
        return self.condition(condition) is not None

    def condition(self, name: str) -> Condition | None:
        """The condition of that name, if it is upon them."""
        return next((one for one in self.conditions if one.name == name), None)

    @property
    def able(self) -> bool:
        """Alive, and able to act."""
        return self.alive and not any(one.name in UNABLE for one in self.conditions)


UNABLE = frozenset(
    {
        "mortally_injured",
        "incapacitated",
        "knocked_out",
        "unconscious",
        "drowning",
        "spent",
        "collapsed",
        "stunned",
        "asleep",
    }
)
"""Conditions in which nobody acts."""
