"""People: delvers, hirelings and named creatures, with their current numbers and their character sheet."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.sovereign.saves import SaveKind
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.state.ids import DoorId, Label, MarkId, PersonId, Text


class Role(StrEnum):
    """A person's role in the party."""

    DELVER = "delver"
    HENCHMAN = "henchman"
    HIRELING = "hireling"
    CREATURE = "creature"


class State(StrEnum):
    """Conditions that the rules know; the referee may name any other."""

    MORTALLY_INJURED = "mortally_injured"
    INCAPACITATED = "incapacitated"
    KNOCKED_OUT = "knocked_out"
    UNCONSCIOUS = "unconscious"
    FRAIL = "frail"
    DOOMED = "doomed"
    POISONED = "poisoned"
    DROWNING = "drowning"
    EXHAUSTED = "exhausted"
    COLLAPSED = "collapsed"
    SPENT = "spent"
    ASLEEP = "asleep"
    GROGGY = "groggy"
    DISEASED = "diseased"


_SAID: Mapping[str, str] = {State.MORTALLY_INJURED: "dying"}
"""Conditions that people at the table call otherwise than the book."""


def spoken(condition: str) -> str:
    """A condition as people at the table say it: `dying`, `knocked out`."""
    return _SAID.get(condition, condition.replace("_", " "))


class Health(StrEnum):
    """How a person or a foe looks to those who are not told their hit points."""

    UNHURT = "unhurt"
    HURT = "hurt"
    BADLY_HURT = "badly_hurt"
    DOWN = "down"
    UNKNOWN = "unknown"

    @property
    def words(self) -> str:
        """In words for people; empty if nothing is known."""
        return "" if self is Health.UNKNOWN else self.value.replace("_", " ")


def health_of(hp: int, most: int) -> Health:
    """How much of their hit points someone has left, in words: badly hurt is half of them or less.

    >>> [health_of(hp, 8).words for hp in (8, 5, 4, 0)]
    ['unhurt', 'hurt', 'badly hurt', 'down']
    """
    if hp <= 0:
        return Health.DOWN
    if hp >= most:
        return Health.UNHURT
    return Health.HURT if 2 * hp > most else Health.BADLY_HURT


VEILED_MOST = 2
"""The hit points at full health of a person whose true number is not told."""


def veiled_hp(health: Health) -> int:
    """The hit points that stand for a number that is not told: none, some or all of `VEILED_MOST`."""
    return {Health.UNHURT: VEILED_MOST, Health.DOWN: 0}.get(health, 1)


class Wages(Struct, frozen=True):
    """A hireling's wages: how much, how often, paid until when, and whether in advance."""

    coppers: int
    every: Seconds
    until: Seconds
    ahead: bool = False

    def owed(self, now: Seconds) -> int:
        """How many payments are due; a hireling paid afterwards is owed for a period begun."""
        if self.ahead:
            return max(0, (now - self.until) // self.every + 1)
        return max(0, -((self.until - now) // self.every))


class Duration(StrEnum):
    """How long a spell or power lasts once it is used."""

    INSTANT = "instant"
    ROUNDS = "rounds"
    TURNS = "turns"
    HOURS = "hours"
    UNTIL_ENDED = "until_ended"
    FOR_GOOD = "for_good"


class Target(StrEnum):
    """What a spell or power is aimed at."""

    SELF = "self"
    PERSON = "person"
    FOE = "foe"
    FOES = "foes"
    PLACE = "place"


PowerDice = Annotated[str, Meta(max_length=200)]
"""The dice of a spell or power, such as 2d6; empty for none."""


class Power(Struct, frozen=True, forbid_unknown_fields=True):
    """A spell or power as people write it on a sheet: its name, what it does, what it costs, and how long it lasts.

    `count` is the number of rounds, turns or hours. With 0 uses per day it has no limit. A target that makes its save
    escapes the effect, and takes no damage, or half of it where the power `halves`.
    """

    name: Label
    does: Text = ""
    lasts: Duration = Duration.UNTIL_ENDED
    count: Annotated[int, Meta(ge=1, le=1000)] = 1
    per_day: Annotated[int, Meta(ge=0, le=100)] = 0
    used: Annotated[int, Meta(ge=0, le=100)] = 0
    """How often it was used on that day."""
    day: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    """The campaign's day of its last use."""
    strain: Annotated[int, Meta(ge=0, le=100)] = 0
    """The System Strain that it costs."""
    hp: Annotated[int, Meta(ge=0, le=1000)] = 0
    """The hit points that it costs."""
    price: Text = ""
    """What else it costs, in words."""
    target: Target = Target.PERSON
    save: SaveKind | None = None
    halves: bool = False
    """Whether a save halves the damage instead of avoiding it."""
    damage: PowerDice = ""
    healing: PowerDice = ""

    @property
    def may_aim(self) -> bool:
        """Whether its user can choose a target."""
        return self.target in (Target.PERSON, Target.FOE, Target.PLACE)

    @property
    def must_aim(self) -> bool:
        """Whether its user has to choose a target."""
        return self.target in (Target.FOE, Target.PLACE)

    def left(self, today: int) -> int | None:
        """The uses left today; None without a limit."""
        return max(0, self.per_day - (self.used if self.day == today else 0)) if self.per_day else None


class Sheet(Struct, frozen=True):
    """A character's numbers by Sovereign. `overrides` are numbers set by hand, under the bridge's names."""

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
    """Unspent advancement points."""
    quick_points: int = 0
    """Unspent points of a quick learner, for attributes and non-combat skills."""
    feats_due: int = 0
    """Feats still to choose."""
    raises: Mapping[str, int] = {}
    """How often each attribute was raised."""
    credits: Mapping[str, int] = {}
    """Points towards skills that feats gave."""
    powers: tuple[Power, ...] = ()
    """Spells and powers."""

    @property
    def unspent(self) -> int:
        """All advancement points still to spend."""
        return self.points + self.quick_points

    def power(self, name: str) -> Power | None:
        """The spell or power of that name."""
        return next((power for power in self.powers if power.name.casefold() == name.casefold()), None)


class Condition(Struct, frozen=True):
    """A condition a person has, since when, and a note about it."""

    name: str
    since: Seconds
    note: str = ""
    marks: Mapping[str, int] = {}
    """Counters, named by the part of the table that counts them: a `MarkId` each."""
    secret: bool = False
    """Known only to the referee."""

    @property
    def id_kinds(self) -> Mapping[str, object]:
        """The kind of ids that some counters have in their names."""
        return {"marks": Mapping[MarkId, int]} if self.marks else {}


class Person(Struct, frozen=True):
    """A person with a name. `seat` rolls their dice."""

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
    locks: Mapping[DoorId, int] = {}
    """Locks the person failed to pick, and their level at the time."""
    xp_pool: int = 0
    terms: str = ""
    """The terms a hireling was hired on."""
    pay: Wages | None = None
    """A hireling's wages."""
    employer: PersonId | None = None
    """The person who hired them."""
    retired: bool = False
    """Out of play until they come back."""
    waits: bool = False
    """New, and waiting for the referee to let them join the party."""
    sent_back: str = ""
    """What the referee wrote when they sent the character back; only its player and the referee know it."""
    about: str = ""
    health: Health | None = None
    """How they look, for a seat that is not told their hit points: `hp` and `hp_max` say nothing then."""
    purse_hidden: bool = False
    """Whether this is for a seat that is told nothing of their coins."""

    @property
    def hit_points(self) -> str:
        """Their hit points for people to read: the numbers, or how they look; empty if nothing is known."""
        return f"{self.hp}/{self.hp_max}" if self.health is None else self.health.words

    def is_in(self, condition: str) -> bool:
        """Whether the person has that condition."""
        return self.condition(condition) is not None

    def condition(self, name: str) -> Condition | None:
        """The condition of that name, if the person has it."""
        return next((condition for condition in self.conditions if condition.name == name), None)

    @property
    def able(self) -> bool:
        """Whether the person is alive and can act."""
        return self.alive and not (self.conditions and any(condition.name in UNABLE for condition in self.conditions))

    @property
    def kept_by(self) -> str:
        """What keeps the person from acting, in a word: `incapacitated`; empty for someone who can act."""
        if not self.alive:
            return "dead"
        return next((spoken(condition.name) for condition in self.conditions if condition.name in UNABLE), "")


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
"""Conditions that keep a person from acting."""
