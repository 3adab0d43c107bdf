"""Doors: entering with force or with care."""

from enum import StrEnum
from typing import Annotated

from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says


class Style(StrEnum):
    """How the party goes through a door."""

    HARD = "hard"
    SOFT = "soft"


class Passing(Given, frozen=True):
    """A party at a door that can be opened."""

    style: Annotated[Style | None, says("hard or soft; soft by default")] = None


class Entered(Outcome, frozen=True, tag="entered"):
    """How they entered, and the effect on traps and on those inside."""

    style: Style
    triggers_trap: bool
    appears_hostile: bool
    can_surprise: bool
    can_notice_trap: bool


HARD_ENTRY = Entered(Style.HARD, triggers_trap=True, appears_hostile=True, can_surprise=True, can_notice_trap=False)
SOFT_ENTRY = Entered(Style.SOFT, triggers_trap=False, appears_hostile=False, can_surprise=False, can_notice_trap=True)

NOTICING_A_TRAP = Reading(
    id="sovereign.door.entry/notice",
    question="What does it take to notice a trap from a soft entry?",
    choice="A check of WIS/Notice by the Delver who opens, difficulty 10.",
    because="The text promises a chance without a number, and 10 is the game's difficulty when in doubt.",
)
HOSTILE_LOOKS = Reading(
    id="sovereign.door.entry/hostile",
    question="What does it mean to look hostile?",
    choice="Those inside react as to a fight, unless the Delvers plainly stand down.",
    because="A charge through the door is how a fight starts.",
)
LOCKED_OR_STUCK = Reading(
    id="sovereign.door.entry/shut",
    question="May the party charge through a door that is locked or stuck?",
    choice="A lock is opened first; a stuck door must give in the very round of the charge, or nobody is surprised.",
    because="After turns of noise there is no surprise left.",
)


@rule("sovereign.door.entry", Cite("Sovereign", "Doors"), readings=(NOTICING_A_TRAP, HOSTILE_LOOKS, LOCKED_OR_STUCK))
def door_entry(dice: Dice, given: Passing) -> Entered:
    """The party charges in and may surprise, or holds the door while a Delver looks; by default, the latter."""
    return HARD_ENTRY if given.style is Style.HARD else SOFT_ENTRY
