"""A ruling by the referee: who tries what, by which dice, what is at stake, and its consequences."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from undercroft.books.sovereign.rulings import Reply
from undercroft.books.sovereign.saves import SaveKind
from undercroft.books.sovereign.units import Attribute, Difficulty, Situation, Skill
from undercroft.books.violence import units as violence
from undercroft.books.violence.checks import Edge
from undercroft.kernel.units import Seconds, Throw
from undercroft.table.state.ids import GroupId, Label, PersonId, RulingId, Text
from undercroft.table.state.things import ThingKind

Duration = Annotated[Seconds, Meta(ge=0, le=1_000_000_000)]
"""A length of time."""


class SkillCheck(Struct, frozen=True, forbid_unknown_fields=True, tag="check"):
    """Sovereign's check. `dc` is None for the usual difficulty; a `roller` rolls for the whole group."""

    attribute: Attribute
    skill: Skill
    dc: Difficulty | None = None
    situational: Situation = 0
    roller: PersonId | None = None


class OpposedCheck(Struct, frozen=True, forbid_unknown_fields=True, tag="opposed"):
    """Sovereign's check against an opponent's modifier."""

    attribute: Attribute
    skill: Skill
    passive: Situation = 0


class SavingThrow(Struct, frozen=True, forbid_unknown_fields=True, tag="save"):
    """Sovereign's saving throw."""

    save: SaveKind
    modifier: Situation = 0


class AttributeCheck(Struct, frozen=True, forbid_unknown_fields=True, tag="attribute"):
    """Violence's check, on attributes the bridge derives."""

    attribute: violence.Attribute
    edge: Edge = Edge.NONE


class XInY(Struct, frozen=True, forbid_unknown_fields=True, tag="x_in_y"):
    """A chance of x in y."""

    x: Annotated[int, Meta(ge=0, le=100)]
    y: Annotated[int, Meta(ge=2, le=100)]


class Percent(Struct, frozen=True, forbid_unknown_fields=True, tag="percent"):
    """A chance in percent."""

    percent: Annotated[int, Meta(ge=0, le=100)]


class PlainDice(Struct, frozen=True, forbid_unknown_fields=True, tag="dice"):
    """Any dice: a success from `at_least` on, or only a number."""

    dice: Throw
    at_least: int | None = None


By: TypeAlias = SkillCheck | OpposedCheck | SavingThrow | AttributeCheck | XInY | Percent | PlainDice


class Stakes(Struct, frozen=True, forbid_unknown_fields=True):
    """What the referee says before the roll, a line each."""

    chance: Text = ""
    failure: Text = ""
    cost: Text = ""
    time: Text = ""


class Damage(Struct, frozen=True, forbid_unknown_fields=True, tag="damage"):
    """They lose hit points."""

    dice: Throw


class Befalls(Struct, frozen=True, forbid_unknown_fields=True, tag="condition"):
    """They get a condition, for `seconds` or until it is removed."""

    condition: Label
    seconds: Duration | Throw | None = None
    note: Text = ""


class Lasts(Struct, frozen=True, forbid_unknown_fields=True, tag="effect"):
    """They are under an effect for `seconds`."""

    what: Label
    seconds: Duration | Throw


class Gains(Struct, frozen=True, forbid_unknown_fields=True, tag="gains"):
    """They gain a thing."""

    name: Label
    kind: ThingKind = ThingKind.GEAR
    count: Annotated[int, Meta(ge=1, le=1_000_000)] | Throw = 1
    points: Annotated[int, Meta(ge=0, le=10_000)] = 0
    worth: Annotated[int, Meta(ge=0, le=10**12)] | Throw | None = None
    item: str = ""


class Loses(Struct, frozen=True, forbid_unknown_fields=True, tag="loses"):
    """They lose `count` of a thing, named by its id or by its name in the books' lists."""

    thing: Label
    count: Annotated[int, Meta(ge=1, le=1_000_000)] | Throw = 1


Consequence: TypeAlias = Damage | Befalls | Lasts | Gains | Loses


class Trial(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be ruled. Without `who` it is about everybody in the group who can act; without `by` it just happens.

    `hidden` keeps the difficulty from the players; `activity` uses up their dungeon turn.
    """

    group: GroupId
    what: Label
    by: By | None
    who: tuple[PersonId, ...] = ()
    stakes: Stakes = Stakes()
    seconds: Duration = Seconds(0)
    activity: bool = False
    hidden: bool = False
    success: tuple[Consequence, ...] = ()
    failure: tuple[Consequence, ...] = ()


class SuccessChance(Struct, frozen=True):
    """A person's exact chance of success; None where it would give away a hidden difficulty."""

    who: PersonId
    chance: Fraction | None


class Replied(Struct, frozen=True):
    """A player's reply to a ruling."""

    reply: Reply
    text: str = ""


class Proposal(Struct, frozen=True):
    """A ruling not rolled yet. Only the referee's copy holds the `trial`."""

    id: RulingId
    group: GroupId
    what: str
    who: tuple[PersonId, ...]
    chances: tuple[SuccessChance, ...]
    stakes: Stakes
    seconds: Seconds
    replies: Mapping[PersonId, Replied] = {}
    trial: Trial | None = None

    @property
    def accepted(self) -> bool:
        """Whether everybody has accepted."""
        return all(who in self.replies and self.replies[who].reply == Reply.ACCEPT for who in self.who)
