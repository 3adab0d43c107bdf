"""What the choices of a new character mean: classes, feats, skills and scores of each book, each in a line."""

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from undercroft.books.delving.body import Build, fp_max
from undercroft.books.delving.checks import Check, check_d20
from undercroft.books.delving.checks import Success as DelvingSuccess
from undercroft.books.sovereign.advancement_points import BEST_AT_CREATION
from undercroft.books.sovereign.attributes import MODIFIERS
from undercroft.books.sovereign.checks import WHEN_IN_DOUBT, SkillCheck, Success, check_skill
from undercroft.books.sovereign.classes import CLASS_NAMES, CLASS_TABLE, HIT_DIE, ClassId, attack_bonus
from undercroft.books.sovereign.creation import KEEP, RAISE, RAISED_TO
from undercroft.books.sovereign.feats import FEATS
from undercroft.books.sovereign.units import SCORES, Attribute, Skill
from undercroft.books.violence.characters import Swap, health_at_first, swapped
from undercroft.books.violence.units import Attribute as Scored
from undercroft.interpret.odds import of_rule
from undercroft.kernel.amounts import signed
from undercroft.kernel.script import Script
from undercroft.table.bridge import Ability
from undercroft.table.characters.makers import LATER, NO_SKILL

SKILLS: Mapping[str, str] = {
    Skill.EXERT: "run, swim, climb, jump and throw",
    Skill.HEAL: "wounds, disease and poison",
    Skill.KNOW: "history, geography and learning",
    Skill.MAGIC: "cast and study magic",
    Skill.NOTICE: "ambushes, details and hidden things",
    Skill.BRAWL: "fight unarmed and grapple",
    Skill.SHOOT: "bows, crossbows and hurled weapons",
    Skill.SNEAK: "hide, steal, open locks and disarm traps",
    Skill.STAB: "fight with weapons in hand",
}
ATTRIBUTES: Mapping[str, str] = {
    Attribute.STR: "hit hard, carry more, Physical save",
    Attribute.DEX: "shoot, sneak, armour class, Evasion save",
    Attribute.CON: "hit points, Strain, Physical save",
    Attribute.INT: "learning, magic, Evasion save",
    Attribute.WIS: "notice, Mental save",
}
ABILITIES: Mapping[str, str] = {
    Ability.STR: "hit hard, lift and break; fatigue",
    Ability.DEX: "shoot, dodge and sneak; fatigue",
    Ability.CON: "endure; health and fatigue",
    Ability.INT: "reason, and the plainest clue of a search",
    Ability.WIS: "notice and resist",
    Ability.CHA: "speak and lead",
}
_ABOUT: Mapping[str, str] = {
    ClassId.EXPERT: "Skilled: rerolls a check once a turn and learns faster.",
    ClassId.MAGE: "Casts spells; few hit points.",
    ClassId.WARRIOR: "Fights: more damage, and once a turn a miss becomes a hit or a hit on them a miss.",
}


USUAL_ATTRIBUTE: Mapping[str, Attribute] = {
    Skill.EXERT: Attribute.STR,
    Skill.HEAL: Attribute.INT,
    Skill.KNOW: Attribute.INT,
    Skill.MAGIC: Attribute.INT,
    Skill.NOTICE: Attribute.WIS,
    Skill.BRAWL: Attribute.STR,
    Skill.SHOOT: Attribute.DEX,
    Skill.SNEAK: Attribute.DEX,
    Skill.STAB: Attribute.STR,
}
"""The attribute that a check of each skill uses most often; the referee may call for another."""


class Raise(Struct, frozen=True):
    """What an option does to a new character: the check it helps, and its chance before and after."""

    check: str
    before: Fraction
    after: Fraction


def raise_of(option: str, numbers: Mapping[str, int]) -> Raise | None:
    """The chance of the usual check before and after an option; None for an option that changes no check.

    The usual check of a skill is Sovereign's; that of an ability, or of a value given to one, is Delving's.
    """
    if option in numbers and option in tuple(Ability):
        return Raise(_DELVING_CHECK, _succeeds(numbers[option]), _succeeds(numbers[option] + 1))
    if option in numbers and option[:1] in ("+", "-"):
        return Raise(_DELVING_CHECK, _succeeds(numbers[option]), _succeeds(numbers[option]))
    attribute = USUAL_ATTRIBUTE.get(option)
    if attribute is None or option not in numbers or attribute not in numbers:
        return None
    modifier, level = MODIFIERS.at(numbers[attribute]), numbers[option]
    check = f"{attribute}/{option} against {WHEN_IN_DOUBT}"
    return Raise(check, _chance(modifier, level), _chance(modifier, min(level + 1, BEST_AT_CREATION)))


def _chance(modifier: int, level: int) -> Fraction:
    odds = of_rule(check_skill, SkillCheck(modifier, level))
    return odds.chance(lambda outcome: isinstance(outcome, Success))


_DELVING_CHECK = f"Check against {Check(0).dc}"


def _succeeds(score: int) -> Fraction:
    return of_rule(check_d20, Check(score)).chance(lambda outcome: isinstance(outcome, DelvingSuccess))


def option_name(option: str) -> str:
    """An option as people read it.

    >>> option_name("partial_warrior_mage"), option_name("agility_brawn"), option_name("cha"), option_name("later")
    ('Warrior/Mage', 'Agility and Brawn', 'CHA', 'Later')
    """
    if option in tuple(ClassId):
        return CLASS_NAMES[ClassId(option)]
    if option in tuple(Ability):
        return option.upper()
    if option in tuple(Swap) and option != Swap.KEEP:
        return " and ".join(name.title() for name in option.split("_"))
    return f"{option[:1].upper()}{option[1:]}".replace("_", " ")


def option_meanings(options: tuple[str, ...], numbers: Mapping[str, int], step: str = "") -> tuple[str, ...]:
    """What each option of a new character's choice means; nothing if one of them is no such option.

    With the numbers so far, an attribute shows its modifier before and after, a class its hit points with CON, a swap
    the scores afterwards, and a value of Delving what it makes of the ability that the step names.
    """
    found = tuple(_meaning(option, numbers, step) for option in options)
    return found if all(found) else ()


def _meaning(option: str, numbers: Mapping[str, int], step: str) -> str:
    if option in tuple(Swap) and set(numbers) >= {name.title() for name in Scored}:
        return _swapped(Swap(option), numbers)
    if option in tuple(Ability) and option in numbers:
        now = numbers[option]
        return f"{signed(now)} to {signed(now + 1)}, {_pools({**numbers, option: now + 1})}: {ABILITIES[option]}"
    if option in numbers and step.lower() in tuple(Ability):
        return f"{_pools({**numbers, step.lower(): numbers[option]})} so far: {ABILITIES[step.lower()]}"
    if option in CLASS_TABLE:
        return class_words(ClassId(option), numbers.get(Attribute.CON))
    if option in ATTRIBUTES and option in numbers:
        score = RAISED_TO if step == RAISE else min(numbers[option] + 1, SCORES[-1])
        now, then = MODIFIERS.at(numbers[option]), MODIFIERS.at(score)
        changes = f"modifier {signed(now)} to {signed(then)}" if now != then else f"modifier stays {signed(now)}"
        return f"{numbers[option]} to {score}, {changes}: {ATTRIBUTES[option]}"
    others = {
        LATER: "choose this feat later",
        NO_SKILL: "the book names no skill for this feat: your referee knows",
        **({KEEP: "leave all five as rolled"} if step == RAISE else {}),
    }
    return next((known[option] for known in (SKILLS, ATTRIBUTES, FEATS, others) if option in known), "")


def _pools(abilities: Mapping[str, int]) -> str:
    """Delving's pools at first level; an ability that has no value yet counts 0."""
    strong, quick, tough = (abilities.get(name, 0) for name in (Ability.STR, Ability.DEX, Ability.CON))
    pools = fp_max(Script(), Build(1, strong, quick, tough))
    return f"health {pools.hp_max}, fatigue {pools.fp_max}"


def _swapped(swap: Swap, rolled: Mapping[str, int]) -> str:
    scores = swapped({name: rolled[name.title()] for name in Scored}, swap)
    told = ", ".join(f"{name.title()} {score}" for name, score in scores.items())
    return f"{told}; health 1d6{health_at_first(0, scores[Scored.BRAWN]):+d}"


def class_words(class_id: ClassId, con: int | None = None) -> str:
    """The hit points, the attack bonus and the feats of a class at first level, with CON where it is known.

    >>> class_words(ClassId.WARRIOR, 14)[:37]
    'Hit points 1d6+3 with your CON, attac'
    """
    row = CLASS_TABLE[class_id]
    bonus = row.die_bonus + (MODIFIERS.at(con) if con is not None else 0)
    die = f"1d{HIT_DIE}{bonus:+d}" if bonus else f"1d{HIT_DIE}"
    points = f"Hit points {die}{' with your CON' if con is not None else ''}"
    told = f"{points}, attack {signed(attack_bonus(class_id, 1))}, feats: {row.starting_feats.replace(' + ', ', ')}."
    return f"{told} {_ABOUT.get(class_id, 'Half of each class.')}"
