"""The books that a character can be created by, the choices made beforehand, and what comes of it."""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.books.neverwhere.characters import AVERAGE
from undercroft.books.sovereign.classes import ClassId
from undercroft.books.sovereign.creation import (
    IMPROVEMENTS,
)
from undercroft.books.sovereign.units import Skill
from undercroft.books.violence.characters import START_SCARS
from undercroft.table.state.house_rules import HouseRules
from undercroft.table.state.ids import FeatName
from undercroft.table.state.people import Sheet


class ChosenFeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A feat by its name, and the skill that comes with it."""

    name: FeatName
    skill: Skill | None = None


class _CreationMethod(Struct, frozen=True, forbid_unknown_fields=True, tag_field="book"):
    """The book a character is created by, and the choices made beforehand."""


class BySovereign(_CreationMethod, frozen=True, tag="sovereign"):
    """Five attributes, one of them raised, four improvements, class, feats, hit points and gold."""

    class_id: ClassId | None = None
    improvements: Annotated[tuple[str, ...], Meta(max_length=IMPROVEMENTS)] = ()
    feats: Annotated[tuple[ChosenFeat, ...], Meta(max_length=10)] = ()
    ask_feats: bool = False
    """Whether the player is asked for the feats that were not chosen beforehand."""


class ByViolence(_CreationMethod, frozen=True, tag="violence"):
    """Agility, Brawn, Cunning, health, money, an occupation and something extra."""


class ByDelving(_CreationMethod, frozen=True, tag="delving"):
    """Three abilities rolled and three mirrored, assigned freely, then three raises.

    The book gives no coins: with `gold` they are rolled by Sovereign, whose price list the table uses.
    """

    gold: bool = False


class ByNeverwhere(_CreationMethod, frozen=True, tag="neverwhere"):
    """Four scores, average or bought with the same points; with `gold`, Sovereign's coins."""

    str_: int = AVERAGE
    dex: int = AVERAGE
    int_: int = AVERAGE
    vit: int = AVERAGE
    gold: bool = False
    spread: bool = False
    """Whether the scores are 13, 11, 9 and 7 in an order that is chosen, in place of the scores above."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The four scores."""
        return self.str_, self.dex, self.int_, self.vit


CreationMethod: TypeAlias = BySovereign | ByViolence | ByDelving | ByNeverwhere


WAYS: Mapping[str, CreationMethod] = {
    "delving": ByDelving(gold=True),
    "violence": ByViolence(),
    "neverwhere": ByNeverwhere(gold=True),
    "sovereign": BySovereign(ask_feats=True),
}
"""Each book's own way to create a character, with every choice left to the player."""


BLEND = "sovereign"
"""The way of the blend, and of the books that have none: Play Procedures leaves characters to the game at hand."""


def left_open(way: CreationMethod) -> CreationMethod:
    """The way with what it can leave open left to choices."""
    match way:
        case BySovereign():
            return replace(way, ask_feats=True)
        case ByNeverwhere():
            return replace(way, spread=True)
        case _:
            return way


def usual_way(house: HouseRules) -> str:
    """The book by which a campaign creates characters: the book of its preset, or the blend's.

    >>> usual_way(HouseRules(preset="violence")), usual_way(HouseRules(preset="hexcrawl")), usual_way(HouseRules())
    ('violence', 'sovereign', 'sovereign')
    """
    return house.preset if house.preset in WAYS else BLEND


class CreatedCharacter(Struct, frozen=True):
    """A new character: sheet, hit points, coins in coppers, Scars and notes."""

    sheet: Sheet
    hp: int
    coppers: int = 0
    scars: int = START_SCARS
    about: str = ""
