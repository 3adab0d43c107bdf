"""Skill Checks: by a Delver, by NPCs, by a group and opposed; every chapter uses their arithmetic."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

from undercroft.books.sovereign.notation import parsed
from undercroft.books.sovereign.units import Difficulty, Modifier, Situation, SkillLevel, SkillModifier
from undercroft.kernel.dice import TWO_D6, Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says
from undercroft.kernel.tables import Table, at_least, through

SKILL_CHECKS = Cite("Sovereign", "Skill Checks")

WHEN_IN_DOUBT = 10
EASIEST = 6
OPPOSED = 8


class Rolled(Outcome, frozen=True):
    """An outcome with the total of the dice and modifiers."""

    total: int


class RolledAgainst(Rolled, frozen=True):
    """An outcome with the total and the number that it had to reach."""

    dc: int


# Calling for a check


class Called(Given, frozen=True):
    """A player has said what the Delver attempts."""

    gm_spec: Annotated[str | None, says("the check the referee calls for, such as DC 8 STR/Exert; empty for none")]

    def __post_init__(self) -> None:
        if self.gm_spec is not None:
            parsed(self.gm_spec)


class CheckCalled(Outcome, frozen=True, tag="check"):
    """The check to make."""

    spec: str


class NoCheck(Outcome, frozen=True, tag="no_check"):
    """No roll: competent people do their everyday work."""


@rule("sovereign.check.call", SKILL_CHECKS)
def check_call(dice: Dice, given: Called) -> CheckCalled | NoCheck:
    """The player says what the Delver does; only the referee decides whether that needs a check, and which."""
    return NoCheck() if given.gm_spec is None else CheckCalled(given.gm_spec)


# Difficulty


DIFFICULTIES = Table("sovereign.check.difficulty", range(EASIEST, 61), (
    (through(EASIEST, 7),            EASIEST),
    (through(8, 9),                  8),
    (through(WHEN_IN_DOUBT, 11),     WHEN_IN_DOUBT),
    (through(12, 13),                12),
    (at_least(14),                   14),
), number="DC", gives="counts as")  # fmt: skip


class Judged(Given, frozen=True):
    """The referee's judgement of the difficulty."""

    dc: Annotated[Difficulty | None, says("the difficulty set by the referee; leave it out when in doubt")] = None


class Difficult(Outcome, frozen=True, tag="check"):
    """The difficulty, and its row of the table."""

    dc: int
    row: int


class Automatic(Outcome, frozen=True, tag="automatic"):
    """Too easy for a check."""


TEN_IN_DOUBT = Reading(
    id="sovereign.check.difficulty/doubt",
    question="Which difficulty when the referee is in doubt?",
    choice="10.",
    because="The game says so on another page; this document leaves it to the referee.",
)
COMPUTED_ARE_ROLLED = Reading(
    id="sovereign.check.difficulty/computed",
    question="Is an opposed check at less than 6 automatic too?",
    choice="No; only a difficulty set by the referee is. A calculated one is always rolled.",
    because="The table tells the referee what is worth a check; it does not end a contest.",
)


@rule("sovereign.check.difficulty", SKILL_CHECKS, readings=(TEN_IN_DOUBT, COMPUTED_ARE_ROLLED))
def check_difficulty(dice: Dice, given: Judged) -> Difficult | Automatic:
    """6 is simple, 8 a challenge, 10 for experts, 12 for masters, 14 for almost nobody; below 6 needs no check."""
    dc = WHEN_IN_DOUBT if given.dc is None else given.dc
    return Difficult(dc, DIFFICULTIES.at(dc)) if dc >= EASIEST else Automatic()


# The check itself


class SkillCheck(Given, frozen=True):
    """A character attempts something with a skill."""

    attr_mod: Annotated[Modifier, says("attribute modifier, such as Strength's")]
    skill: Annotated[SkillLevel, says("skill level; −1 untrained")]
    dc: Annotated[Difficulty, says("the difficulty; 10 when in doubt")] = WHEN_IN_DOUBT
    situational: Annotated[Situation, says("what the circumstances add or take")] = 0


class Success(Rolled, frozen=True, tag="success"):
    """It works, by that margin."""

    margin: int


class Failure(Rolled, frozen=True, tag="failure"):
    """It fails, by that margin."""

    margin: int


@rule("sovereign.check.skill", SKILL_CHECKS)
def check_skill(dice: Dice, given: SkillCheck) -> Success | Failure:
    """2d6, the attribute's modifier and the skill must reach the difficulty; no roll fails or succeeds by itself."""
    total = dice.total("skill check", TWO_D6) + given.attr_mod + given.skill + given.situational
    margin = total - given.dc
    return Success(total, margin) if reaches(total, given.dc) else Failure(total, margin)


def reaches(total: int, dc: int) -> bool:
    """Whether the total is enough: equal is."""
    return total >= dc


# What failure means


class FailureKind(StrEnum):
    """What the referee announced for a failure."""

    CANNOT = "cannot"
    BAD_LUCK = "bad_luck"
    SUCCESS_WITH_COMPLICATION = "success_with_complication"


class FailedCheck(Given, frozen=True):
    """A check has failed."""

    announced: Annotated[FailureKind | None, says("the kind of failure announced, if one was")] = None


class Cannot(Outcome, frozen=True, tag="cannot"):
    """They are unable to do it."""


class BadLuck(Outcome, frozen=True, tag="bad_luck"):
    """They could do it, but something goes wrong."""


class Complication(Outcome, frozen=True, tag="success_with_complication"):
    """They do it, but something else goes wrong."""


NOT_ABLE_UNLESS_SAID = Reading(
    id="sovereign.check.failure/default",
    question="What does a failure mean if nothing was announced?",
    choice="They cannot do it.",
    because="It is the first of the three, and adds nothing that the players were not told.",
)


@rule("sovereign.check.failure", SKILL_CHECKS, readings=(NOT_ABLE_UNLESS_SAID,))
def check_failure(dice: Dice, given: FailedCheck) -> Cannot | BadLuck | Complication:
    """A failed check means inability, bad luck, or success with a complication, as the referee announced."""
    match given.announced:
        case None | FailureKind.CANNOT:
            return Cannot()
        case FailureKind.BAD_LUCK:
            return BadLuck()
        case FailureKind.SUCCESS_WITH_COMPLICATION:
            return Complication()


# NPC Skill Checks


class Fit(StrEnum):
    """Whether the NPC is good at such things."""

    GOOD = "good"
    NEUTRAL = "neutral"
    BAD = "bad"


class Npc(Given, frozen=True):
    """An NPC who attempts something."""

    fit: Annotated[Fit, says("should the NPC be good at it, or particularly bad?")] = Fit.NEUTRAL
    listed_mod: Annotated[Situation, says("the NPC's listed skill modifier")] = 0
    attr_mod: Annotated[Modifier | None, says("attribute modifier, if the NPC has scores")] = None
    skill: Annotated[SkillLevel | None, says("skill level, if the NPC has skills")] = None

    def __post_init__(self) -> None:
        if (self.attr_mod is None) != (self.skill is None):
            raise ValueError("give both the attribute modifier and the skill, or neither")


class NpcModifier(Outcome, frozen=True, tag="modifier"):
    """What the NPC adds."""

    mod: int


@rule("sovereign.check.npc-modifier", Cite("Sovereign", "NPC Skill Checks"))
def npc_modifier(dice: Dice, given: Npc) -> NpcModifier:
    """An NPC adds the listed modifier to what it is good at, −1 to what it is bad at, and 0 to anything else."""
    if given.attr_mod is not None and given.skill is not None:
        return NpcModifier(given.attr_mod + given.skill)
    return NpcModifier({Fit.GOOD: given.listed_mod, Fit.NEUTRAL: 0, Fit.BAD: -1}[given.fit])


# Group Checks


class GroupCheck(Given, frozen=True):
    """Several characters act together, and one rolls."""

    roller_mod: Annotated[SkillModifier, says("attribute and skill of the Delver who rolls")]
    other_mods: Annotated[tuple[SkillModifier, ...], says("attribute and skill of each of the others")]
    dc: Annotated[Difficulty, says("the difficulty; 10 when in doubt")] = WHEN_IN_DOUBT
    npcs: Annotated[bool, says("are they NPCs?")] = False
    npc_group_bonus: Annotated[bool, says("do NPCs help and hinder each other as Delvers do?")] = False


WHO_COUNTS = Reading(
    id="sovereign.check.group/who",
    question="Who helps a group check, and with which modifier?",
    choice="Everybody there but the roller, whom they elect, each with attribute and skill; a medic has the help of "
    "volunteers only.",
    because="The roller's own modifier is in the total already; the game means the modifier for that very check.",
)
NPCS_ROLL_PLAIN = Reading(
    id="sovereign.check.group/npcs",
    question="Do NPCs get a group's bonus?",
    choice="No, they roll with their listed modifier; pursuers in a chase are the exception.",
    because="The rule speaks of Delvers, the chase of groups.",
    switch="npc_group_bonus",
    options=(Option(False, "only one NPC's modifier counts"), Option(True, "they help and hinder as Delvers do")),
)


@rule("sovereign.check.group", Cite("Sovereign", "Group Checks"), readings=(WHO_COUNTS, NPCS_ROLL_PLAIN))
def check_group(dice: Dice, given: GroupCheck) -> Success | Failure:
    """One character rolls for all: each other with a positive modifier adds 1, each with a negative one subtracts 1."""
    companions = given.other_mods if given.npc_group_bonus or not given.npcs else ()
    total = dice.total("group check", TWO_D6) + group_modifier(given.roller_mod, companions)
    margin = total - given.dc
    return Success(total, margin) if reaches(total, given.dc) else Failure(total, margin)


def group_modifier(roller: int, companions: Iterable[int]) -> int:
    """The roller's modifier, and the effect of the companions."""
    return roller + sum(sway(modifier) for modifier in companions)


def sway(modifier: int) -> int:
    """The effect of one companion on a group check: helps with a positive modifier, hinders with a negative one."""
    return (modifier > 0) - (modifier < 0)


# Opposed Skill Checks


class Opposed(Given, frozen=True):
    """Two sides with different aims."""

    active_mod: Annotated[Situation, says("modifier of the side that would change things")]
    passive_mod: Annotated[Situation, says("modifier of the other side")]


class ActiveWins(RolledAgainst, frozen=True, tag="active_wins"):
    """The active side changes the situation."""


class PassiveWins(RolledAgainst, frozen=True, tag="passive_wins"):
    """The situation stays as it is."""


BEST_OF_THE_OTHERS = Reading(
    id="sovereign.check.opposed/groups",
    question="What does a group set against the roll, and who rolls if both would change things?",
    choice="Its best member's modifier; in a chase the group's. If both sides act, the side that started it rolls.",
    because="The text gathers a group only for the side that rolls, and one side has to be the active one.",
)


@rule("sovereign.check.opposed", Cite("Sovereign", "Opposed Skill Checks"), readings=(BEST_OF_THE_OTHERS,))
def check_opposed(dice: Dice, given: Opposed) -> ActiveWins | PassiveWins:
    """The side that would change the situation rolls against 8 plus the other's modifier."""
    dc = opposed_dc(given.passive_mod)
    total = dice.total("opposed check", TWO_D6) + given.active_mod
    return ActiveWins(total, dc) if reaches(total, dc) else PassiveWins(total, dc)


def opposed_dc(passive: int) -> int:
    """The number that the active side must reach."""
    return OPPOSED + passive
