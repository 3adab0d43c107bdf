"""Combat, which these rules leave to another page: attacks, damage, and executions."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.checks import Rolled, reaches
from undercroft.books.sovereign.saves import Save, Saved, save_roll
from undercroft.books.sovereign.units import HitPoints, Modifier, SaveTarget, Situation, SkillLevel, SkillModifier
from undercroft.kernel.dice import D20, TWO_D6, Dice, Formula, Roll
from undercroft.kernel.notation import parse_few
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says

ArmorClass = Annotated[int, Meta(ge=0, le=60)]
Bonus = Annotated[int, Meta(ge=-20, le=40)]


# The attack


class Attack(Given, frozen=True):
    """An attack, in melee or at range."""

    attack_bonus: Annotated[Bonus, says("attack bonus; of trained others about their hit dice")]
    attr_mod: Annotated[Modifier, says("STR or DEX, as the weapon asks; nothing for others")]
    skill: Annotated[SkillLevel, says("Stab, Shoot or Brawl; 0 for others")]
    ac: Annotated[ArmorClass, says("armour class of the target")]
    situation: Annotated[
        Situation,
        says(
            "what the situation adds: −2 prone target far off, +2 prone target close by, −4 prone attacker, "
            "−2 beyond normal range, −2 half cover, −4 nearly full cover, −4 throwing in melee, −4 unseen target"
        ),
    ] = 0
    magic: Annotated[Situation, says("what magic adds")] = 0


class Hit(Rolled, frozen=True, tag="hit"):
    """It hits."""


class Miss(Rolled, frozen=True, tag="miss"):
    """It misses."""


NO_AUTOMATIC_HITS = Reading(
    id="sovereign.combat.attack/natural",
    question="Does a 20 always hit and a 1 always miss?",
    choice="No.",
    because="The text gives such results only to saving throws.",
)
NO_SHOT = Reading(
    id="sovereign.combat.attack/impossible",
    question="When is an attack impossible?",
    choice="With a bow or crossbow in melee, and at an unseen target whose place is unknown.",
    because="The combat page rules both out.",
)


@rule(
    "sovereign.combat.attack",
    Cite("Sovereign", "Advancement Benefits", beyond="Combat"),
    readings=(NO_AUTOMATIC_HITS, NO_SHOT),
)
def combat_attack(dice: Dice, given: Attack) -> Hit | Miss:
    """A d20, the attack bonus, the attribute and the combat skill must reach the armour class."""
    bonus = given.attack_bonus + given.attr_mod + given.skill + given.situation + given.magic
    total = dice.total("attack", D20) + bonus
    return Hit(total) if reaches(total, given.ac) else Miss(total)


# Damage and Shock


class Blow(Given, frozen=True):
    """An attack that hit or missed."""

    hit: Annotated[bool, says("did it hit?")]
    weapon_die: Annotated[Annotated[int, Meta(ge=1, le=100)] | None, says("sides of the weapon's die")]
    attr_mod: Annotated[Modifier, says("the attribute that was used to hit")]
    target_ac: Annotated[ArmorClass, says("armour class of the target")]
    shock: Annotated[Annotated[int, Meta(ge=0, le=20)] | None, says("the weapon's Shock, if it has any")] = None
    shock_ac: Annotated[ArmorClass | None, says("the highest armour class its Shock works on")] = None
    shock_ignored: Annotated[bool, says("does the target ignore it, by a shield or total defense?")] = False
    bonus: Annotated[Bonus, says("what counts for damage and Shock alike, such as Killing Blow")] = 0
    hit_bonus: Annotated[Bonus, says("what counts for a hit alone, such as a swarm or a second weapon")] = 0
    dice_rolled: Annotated[str | None, says("the dice of the damage, where they are more than one die")] = None

    def __post_init__(self) -> None:
        if (self.shock is None) != (self.shock_ac is None):
            raise ValueError("give both the Shock and its highest armour class, or neither")
        if (self.weapon_die is None) == (self.dice_rolled is None):
            raise ValueError("give the sides of the weapon's die, or the dice of the damage")
        if self.dice_rolled is not None:
            parse_few(self.dice_rolled)


class Damage(Outcome, frozen=True, tag="damage"):
    """Hit points lost."""

    damage: HitPoints


OIL = Reading(
    id="sovereign.combat.damage/oil",
    question="Burning oil is listed with 2d8 and described with 1d8. Which counts?",
    choice="1d8 for two rounds, and 1d3 splashed where it misses.",
    because="The description says how it burns; the list only sums it up.",
)
FISTS = Reading(
    id="sovereign.combat.damage/unarmed",
    question="What does a fist do?",
    choice="1d2 and the Brawl skill, which is given as the bonus; fists have no Shock.",
    because="The weapon list of the game says so.",
)


@rule("sovereign.combat.damage", Cite("Sovereign", "Attribute Modifiers", beyond="Combat"), readings=(OIL, FISTS))
def combat_damage(dice: Dice, given: Blow) -> Damage:
    """A hit does the weapon's die plus the attribute's modifier; Shock hurts the lightly armoured even on a miss."""
    shock = 0
    if given.shock is not None and given.shock_ac is not None and not given.shock_ignored:
        shock = shock_damage(given.shock + given.attr_mod + given.bonus, given.target_ac, given.shock_ac)
    if not given.hit:
        return Damage(HitPoints(shock))
    rolled = dice.total("damage", damage_dice(given)) + given.attr_mod + given.bonus + given.hit_bonus
    return Damage(HitPoints(hit_damage(rolled, shock)))


def damage_dice(given: Blow) -> Formula:
    """The dice of a hit: the weapon's one die, or those that are given."""
    if given.dice_rolled is not None:
        return parse_few(given.dice_rolled)
    return Roll(1, given.weapon_die or 1)


def shock_damage(shock: int, target_ac: int, shock_ac: int) -> int:
    """The damage that Shock does to that armour class."""
    return max(0, shock) if target_ac <= shock_ac else 0


def hit_damage(rolled: int, shock: int) -> int:
    """The damage of a hit, never less than its Shock."""
    return max(rolled, shock, 0)


# Execution


class Range(StrEnum):
    """The distance to the victim."""

    CLOSE = "close"
    NORMAL = "normal"
    LONG = "long"


RANGE_DC = {
    Range.CLOSE:  6,
    Range.NORMAL: 8,
    Range.LONG:   10,
}  # fmt: skip


class Execution(Given, frozen=True, kw_only=True):
    """A victim who suspects nothing, and a minute to prepare."""

    ranged: Annotated[bool, says("with a ranged weapon?")]
    mod: Annotated[SkillModifier, says("DEX/Shoot; for ranged weapons only")]
    range_band: Annotated[Range, says("range; close is within 2 m")] = Range.NORMAL
    combat_skill: Annotated[SkillLevel, says("the combat skill that is used")]
    target_save: Annotated[
        SaveTarget,
        says("the victim's Physical save; 1 more against a weapon made for it, such as a dagger, bow or crossbow"),
    ]


class Missed(Outcome, frozen=True, tag="missed"):
    """The shot misses."""


class Slain(Outcome, frozen=True, tag="slain"):
    """The victim is Mortally Injured, or unconscious if the weapon spares life."""


class MaxDamage(Outcome, frozen=True, tag="max_damage"):
    """The victim survives, with the weapon's maximum damage."""


NO_HELP_FROM_CLUMSINESS = Reading(
    id="sovereign.combat.execution/untrained",
    question="Is the victim's save easier against an untrained attacker?",
    choice="No, it stays as it is.",
    because="The skill is a penalty to the save and was never meant to help it.",
)
NEVER_THE_ALERT = Reading(
    id="sovereign.combat.execution/alert",
    question="Who can be executed?",
    choice="Only those who suspect nothing at all; never a creature with the Alert feat.",
    because="Those who are never surprised always suspect something.",
)
MADE_FOR_IT = Reading(
    id="sovereign.combat.execution/weapon",
    question="Is a dagger, a stiletto, a bow or a crossbow worse than another weapon here?",
    choice="Yes: the save is harder by 1, given as a target 1 higher, and the damage of a victim who lives is doubled.",
    because="The weapon list marks these four kinds as made for murder.",
)


@rule(
    "sovereign.combat.execution",
    Cite("Sovereign", "", beyond="Combat"),
    readings=(NO_HELP_FROM_CLUMSINESS, NEVER_THE_ALERT, MADE_FOR_IT),
)
def combat_execution(dice: Dice, given: Execution) -> Missed | Slain | MaxDamage:
    """An unsuspecting victim is hit automatically, or shot with a check; only a Physical save keeps them alive."""
    if given.ranged and not reaches(dice.total("aim", TWO_D6) + given.mod, RANGE_DC[given.range_band]):
        return Missed()
    save = save_roll(dice, Save(target=given.target_save, modifier=execution_penalty(given.combat_skill)))
    return MaxDamage() if isinstance(save, Saved) else Slain()


def execution_penalty(combat_skill: int) -> int:
    """What the skill takes off the victim's save; the untrained take nothing off."""
    return -max(0, combat_skill)
