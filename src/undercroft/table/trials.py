"""Something to be ruled on: who tries what, by which dice, what is at stake, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from undercroft.books.sovereign.rulings import Reply
from undercroft.books.sovereign.saves import SaveKind
from undercroft.books.sovereign.units import Attribute, Difficulty, Situation, Skill
from undercroft.books.violence import units as violence
from undercroft.books.violence.checks import Edge
from undercroft.kernel.units import Seconds
from undercroft.table.names import GroupId, Label, PersonId, RulingId, Text
from undercroft.table.things import Kind

Dice = Annotated[str, Meta(min_length=1, max_length=200)]
"""Dice as they are written, such as 2d6+1."""

Duration = Annotated[Seconds, Meta(ge=0, le=1_000_000_000)]
"""A stretch of time."""


class SkillCheck(Struct, frozen=True, forbid_unknown_fields=True, tag="check"):
    """Sovereign's check. `dc` is None when in doubt; with a `roller` that one rolls for all, helped and hindered."""

    attribute: Attribute
    skill: Skill
    dc: Difficulty | None = None
    situational: Situation = 0
    roller: PersonId | None = None


class OpposedCheck(Struct, frozen=True, forbid_unknown_fields=True, tag="opposed"):
    """Sovereign's check against somebody else's modifier."""

    attribute: Attribute
    skill: Skill
    passive: Situation = 0


class SavingThrow(Struct, frozen=True, forbid_unknown_fields=True, tag="save"):
    """Sovereign's saving throw."""

    save: SaveKind
    modifier: Situation = 0


class AttributeCheck(Struct, frozen=True, forbid_unknown_fields=True, tag="attribute"):
    """Violence's check, on attributes that the bridge derives."""

    attribute: violence.Attribute
    edge: Edge = Edge.NONE


class XInY(Struct, frozen=True, forbid_unknown_fields=True, tag="x_in_y"):
    """A plain chance."""

    x: Annotated[int, Meta(ge=0, le=100)]
    y: Annotated[int, Meta(ge=2, le=100)]


class Percent(Struct, frozen=True, forbid_unknown_fields=True, tag="percent"):
    """A chance in a hundred."""

    percent: Annotated[int, Meta(ge=0, le=100)]


class PlainDice(Struct, frozen=True, forbid_unknown_fields=True, tag="dice"):
    """Any dice; they succeed from `at_least` on, or only tell a number."""

    dice: Dice
    at_least: int | None = None


By: TypeAlias = SkillCheck | OpposedCheck | SavingThrow | AttributeCheck | XInY | Percent | PlainDice


class Stakes(Struct, frozen=True, forbid_unknown_fields=True):
    """What the referee says before anybody rolls, a line each."""

    chance: Text = ""
    failure: Text = ""
    cost: Text = ""
    time: Text = ""


class Damage(Struct, frozen=True, forbid_unknown_fields=True, tag="damage"):
    """Hit points are lost."""

    dice: Dice


class Befalls(Struct, frozen=True, forbid_unknown_fields=True, tag="condition"):
    """A condition comes over them, for so long or until somebody lifts it."""

    condition: Label
    seconds: Duration | None = None
    note: Text = ""


class Lasts(Struct, frozen=True, forbid_unknown_fields=True, tag="effect"):
    """Something is upon them for so long."""

    what: Label
    seconds: Duration


class Gains(Struct, frozen=True, forbid_unknown_fields=True, tag="gains"):
    """They come by something."""

    name: Label
    kind: Kind = Kind.GEAR
    count: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    points: Annotated[int, Meta(ge=0, le=10_000)] = 0
    worth: Annotated[int, Meta(ge=0)] | None = None
    item: str = ""


class Loses(Struct, frozen=True, forbid_unknown_fields=True, tag="loses"):
    """They lose so many of something: a thing by its id, or by its name in the books' lists."""

    thing: Label
    count: Annotated[int, Meta(ge=1, le=1_000_000)] = 1


Consequence: TypeAlias = Damage | Befalls | Lasts | Gains | Loses


class Trial(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be ruled. Nobody named means everybody in the group who can act; no `by` means that it just happens.

    `hidden` keeps the difficulty from the players, `activity` makes it what they do with this turn of a dungeon.
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


class Chance(Struct, frozen=True):
    """How likely somebody is to succeed, exactly; None where that would tell what is hidden."""

    who: PersonId
    chance: Fraction | None


class Replied(Struct, frozen=True):
    """What somebody said to a ruling."""

    reply: Reply
    text: str = ""


class Proposal(Struct, frozen=True):
    """A ruling that nobody has rolled for yet. Only the referee's copy holds the `trial`."""

    id: RulingId
    group: GroupId
    what: str
    who: tuple[PersonId, ...]
    chances: tuple[Chance, ...]
    stakes: Stakes
    seconds: Seconds
    replies: Mapping[PersonId, Replied] = {}
    trial: Trial | None = None

    @property
    def accepted(self) -> bool:
        """Whether everybody has agreed."""
        return all(who in self.replies and self.replies[who].reply == Reply.ACCEPT for who in self.who)
