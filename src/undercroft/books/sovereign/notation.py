"""Check notation: `DC 8 INT/Know`, `DEX or STR/Exert`, `DEX/Sneak vs WIS/Notice`."""

import re
from typing import Annotated

from msgspec import Struct

from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says

_NOTATION = re.compile(
    r"(dc (?P<dc>\d{1,2}) )?(?P<group>group )?(?P<active>[a-z/ ]+?)( vs (?P<passive>[a-z/ ]+))?", re.ASCII
)


class Pair(Struct, frozen=True):
    """An attribute, or several to choose from, and a skill."""

    attrs: tuple[Attribute, ...]
    skill: Skill


class Notation(Outcome, frozen=True, tag="notation"):
    """The parsed notation, with the opposing side if it is opposed."""

    dc: int | None
    attrs: tuple[Attribute, ...]
    skill: Skill
    opposed: bool
    group: bool
    against: Pair | None


class Written(Given, frozen=True):
    """A check in notation."""

    text: Annotated[str, says("the check as written, such as DC 8 INT/Know")]

    def __post_init__(self) -> None:
        parsed(self.text)


MODIFIERS_ONLY = Reading(
    id="sovereign.attr.notation/modifier",
    question="Does Con/Exert use the score, as a spelt-out attribute would?",
    choice="No. Three letters are the modifier, in capitals or not; a spelt-out attribute does not belong in a check.",
    because="The text makes only the abbreviations stand for modifiers, and a check adds a modifier.",
)


@rule("sovereign.attr.notation", Cite("Sovereign", "Attribute Modifiers"), readings=(MODIFIERS_ONLY,))
def notation(dice: Dice, given: Written) -> Notation:
    """A check is written as its difficulty, the attribute's three letters and the skill."""
    return parsed(given.text)


def parsed(text: str) -> Notation:
    """The check that a notation describes. Raises ValueError if it is not one."""
    found = _NOTATION.fullmatch(" ".join(text.lower().split()))
    if found is None or (found["dc"] and found["passive"]):
        raise ValueError("write it like DC 8 INT/Know or DEX/Sneak vs WIS/Notice")
    active = _pair(found["active"])
    against = _pair(found["passive"]) if found["passive"] else None
    dc = int(found["dc"]) if found["dc"] else None
    return Notation(dc, active.attrs, active.skill, against is not None, bool(found["group"]), against)


def _pair(side: str) -> Pair:
    """`dex or str/exert`, or `dex/heal or int/heal`: several attributes share one skill."""
    ways = [way.partition("/") for way in side.split(" or ")]
    skills = {skill for _, _, skill in ways if skill}
    if len(skills) != 1 or not ways[-1][2]:
        raise ValueError("a check has one skill, written after its attributes")
    try:
        return Pair(tuple(Attribute(attr.upper()) for attr, _, _ in ways), Skill(skills.pop().capitalize()))
    except ValueError:
        raise ValueError("name an attribute and a skill of the game, as in INT/Know") from None
