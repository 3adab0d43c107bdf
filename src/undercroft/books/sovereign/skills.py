"""Skills: the scale, the list, and what to do when several apply."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.units import UNTRAINED, WORLD_CLASS, Skill, SkillLevel, SkillModifier
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.tables import Table, through

THE_SKILL_LIST = Cite("Sovereign", "The Skill List")


# The scale


class Mastery(StrEnum):
    """The meaning of a skill level."""

    UNTRAINED = "untrained"
    BASIC_COMPETENCE = "basic_competence"
    PROFESSIONAL = "professional"
    BEST_OF_A_VILLAGE = "best_of_a_village"
    MASTERY = "mastery"
    WORLD_CLASS = "world_class"


SKILL_LEVELS = Table("sovereign.skill.levels", range(UNTRAINED, WORLD_CLASS + 1), (
    (through(UNTRAINED),   Mastery.UNTRAINED),
    (through(0),           Mastery.BASIC_COMPETENCE),
    (through(1),           Mastery.PROFESSIONAL),
    (through(2),           Mastery.BEST_OF_A_VILLAGE),
    (through(3),           Mastery.MASTERY),
    (through(WORLD_CLASS), Mastery.WORLD_CLASS),
), number="level", gives="meaning")  # fmt: skip


class Trained(Given, frozen=True):
    """A level on the skill scale."""

    skill: Annotated[SkillLevel, says("level of the skill; every skill starts at −1")]


class Meaning(Outcome, frozen=True, tag="meaning"):
    """The meaning of the level."""

    meaning: Mastery


@rule("sovereign.skill.levels", Cite("Sovereign", "Interpretting Skill Levels"))
def skill_levels(dice: Dice, given: Trained) -> Meaning:
    """Skills range from −1, no training, to 4, among the best in the world."""
    return Meaning(SKILL_LEVELS.at(given.skill))


# The Skill List


class Task(StrEnum):
    """A task for a skill."""

    RUN = "run"
    SWIM = "swim"
    CLIMB = "climb"
    JUMP = "jump"
    LABOR = "labor"
    THROW = "throw"
    TREAT_WOUNDS = "treat_wounds"
    CURE_DISEASE = "cure_disease"
    NEUTRALIZE_POISON = "neutralize_poison"
    DIAGNOSE_MIND = "diagnose_mind"
    HISTORY = "history"
    GEOGRAPHY = "geography"
    NATURAL_SCIENCE = "natural_science"
    ZOOLOGY = "zoology"
    SCHOLARSHIP = "scholarship"
    CAST_MAGIC = "cast_magic"
    ANALYZE_MAGIC = "analyze_magic"
    MAGIC_LORE = "magic_lore"
    SMALL_DETAIL = "small_detail"
    AMBUSH = "ambush"
    HIDDEN_FEATURE = "hidden_feature"
    CONCEALED_OBJECT = "concealed_object"
    FAINT_SENSATION = "faint_sensation"
    FIGHT_UNARMED = "fight_unarmed"
    GRAPPLE = "grapple"
    NATURAL_WEAPON = "natural_weapon"
    SHOOT_BOW = "shoot_bow"
    SHOOT_CROSSBOW = "shoot_crossbow"
    HURL_WEAPON = "hurl_weapon"
    MAINTAIN_RANGED_WEAPON = "maintain_ranged_weapon"
    FLETCH_ARROWS = "fletch_arrows"
    MOVE_SILENTLY = "move_silently"
    HIDE = "hide"
    AVOID_NOTICE = "avoid_notice"
    PICK_POCKET = "pick_pocket"
    DISGUISE = "disguise"
    PICK_LOCK = "pick_lock"
    DISABLE_TRAP = "disable_trap"
    MELEE_WEAPON = "melee_weapon"
    MAINTAIN_WEAPON = "maintain_weapon"
    IDENTIFY_WEAPON = "identify_weapon"


SCOPE = {
    Skill.EXERT: (Task.RUN, Task.SWIM, Task.CLIMB, Task.JUMP, Task.LABOR, Task.THROW),
    Skill.HEAL: (Task.TREAT_WOUNDS, Task.CURE_DISEASE, Task.NEUTRALIZE_POISON, Task.DIAGNOSE_MIND),
    Skill.KNOW: (Task.HISTORY, Task.GEOGRAPHY, Task.NATURAL_SCIENCE, Task.ZOOLOGY, Task.SCHOLARSHIP),
    Skill.MAGIC: (Task.CAST_MAGIC, Task.ANALYZE_MAGIC, Task.MAGIC_LORE),
    Skill.NOTICE: (Task.SMALL_DETAIL, Task.AMBUSH, Task.HIDDEN_FEATURE, Task.CONCEALED_OBJECT, Task.FAINT_SENSATION),
    Skill.BRAWL: (Task.FIGHT_UNARMED, Task.GRAPPLE, Task.NATURAL_WEAPON),
    Skill.SHOOT: (
        Task.SHOOT_BOW,
        Task.SHOOT_CROSSBOW,
        Task.HURL_WEAPON,
        Task.MAINTAIN_RANGED_WEAPON,
        Task.FLETCH_ARROWS,
    ),
    Skill.SNEAK: (
        Task.MOVE_SILENTLY,
        Task.HIDE,
        Task.AVOID_NOTICE,
        Task.PICK_POCKET,
        Task.DISGUISE,
        Task.PICK_LOCK,
        Task.DISABLE_TRAP,
    ),
    Skill.STAB: (Task.MELEE_WEAPON, Task.HURL_WEAPON, Task.MAINTAIN_WEAPON, Task.IDENTIFY_WEAPON),
}


class Doing(Given, frozen=True):
    """A task to do."""

    task: Annotated[Task, says("what is to be done")]


class Skills(Outcome, frozen=True, tag="skills"):
    """The skills that cover it."""

    skills: tuple[Skill, ...]


TALK_NEEDS_LEVERAGE = Reading(
    id="sovereign.skill.list/talk",
    question="Which skill persuades?",
    choice="None; talk runs on leverage.",
    because="No skill on the list is for it, and parley has its own rule.",
)
SCHOLARS_OF_MAGIC = Reading(
    id="sovereign.skill.list/magic",
    question="May a Delver without spells use Magic?",
    choice="For lore and analysis; an attempt to cast is refused.",
    because="Classes that do not cast have only what a scholar gets from it.",
)


@rule("sovereign.skill.list", THE_SKILL_LIST, readings=(TALK_NEEDS_LEVERAGE, SCHOLARS_OF_MAGIC))
def skill_list(dice: Dice, given: Doing) -> Skills:
    """Each of the nine skills has its scope, and some tasks belong to two."""
    return Skills(tuple(skill for skill in Skill if given.task in SCOPE[skill]))


# Several that apply


class Fitting(Given, frozen=True):
    """Several ways to make one check."""

    candidates: Annotated[
        tuple[tuple[str, SkillModifier], ...],
        Meta(min_length=1),
        says("each pair that would do, such as DEX/Heal, and its modifier"),
    ]
    choice: Annotated[str | None, says("the pair the player picks")] = None


class Chosen(Outcome, frozen=True, tag="chosen"):
    """The attribute and skill for the check."""

    pair: str


class NotChosen(StrEnum):
    """Why the choice is refused."""

    NOT_A_CANDIDATE = "not_a_candidate"


class ChoiceRefused(Outcome, frozen=True, tag="refused"):
    """That pair does not fit the task."""

    reason: NotChosen


BEST_UNLESS_SAID = Reading(
    id="sovereign.skill.overlap/default",
    question="Which pair is used if the player does not say?",
    choice="The one with the highest modifier, or the first of equal ones.",
    because="The choice is the player's, and a player would take the highest.",
)


@rule("sovereign.skill.overlap", THE_SKILL_LIST, readings=(BEST_UNLESS_SAID,))
def skill_overlap(dice: Dice, given: Fitting) -> Chosen | ChoiceRefused:
    """Where several skills or attributes apply, the player picks one of them."""
    pairs = [pair for pair, _ in given.candidates]
    if given.choice is None:
        return Chosen(max(given.candidates, key=lambda candidate: candidate[1])[0])
    return Chosen(given.choice) if given.choice in pairs else ChoiceRefused(NotChosen.NOT_A_CANDIDATE)
