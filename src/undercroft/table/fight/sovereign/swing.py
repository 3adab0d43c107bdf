"""The numbers of an attack by Sovereign: what is added to the d20, and the damage of a hit and of a miss."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.sovereign.arms import Trait
from undercroft.books.sovereign.attacks import Attack, Blow
from undercroft.books.sovereign.classes import ClassAbilities, Classed, ClassId, class_abilities
from undercroft.books.sovereign.situations import (
    Circumstance,
    Guard,
    Guarding,
    Situated,
    combat_guard,
    combat_situation,
)
from undercroft.books.sovereign.units import Attribute, Level
from undercroft.kernel.script import Script
from undercroft.table import bridge
from undercroft.table.fight.sovereign.arms import Arm, skill_with
from undercroft.table.fight.stats import CLASSES, is_hired
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Fighter, Foe, FoeState, SeenFoe, Stance
from undercroft.table.state.ids import FoeId
from undercroft.table.state.lore import NO_ARMOUR_UP
from undercroft.table.state.people import Person
from undercroft.table.state.scenes import Fight


class Swing(Struct, frozen=True):
    """An attack to be made, and its damage if it hits; a miss may still deal Shock."""

    attack: Attack
    blow: Blow

    def missed(self) -> Blow:
        """The blow of a miss."""
        return replace(self.blow, hit=False)


def ascending(ac: int) -> int:
    """An AC counted from no armour as one that a d20 must reach."""
    return NO_ARMOUR_UP + ac


def from_zero(ac: int) -> int:
    """An AC that a d20 must reach, counted from no armour."""
    return max(0, ac - NO_ARMOUR_UP)


def abilities(person: Person) -> ClassAbilities | None:
    """What a character's class does in a fight; None for hirelings and classes of other books."""
    named = person.sheet.character_class
    if named not in CLASSES or is_hired(person):
        return None
    level: Level = min(max(person.sheet.level, 1), 10)
    return class_abilities(Script(), Classed(ClassId(named), level))


def has_luck(person: Person, fighter: Fighter) -> bool:
    """Whether a character can still use Veteran's Luck this turn."""
    able = abilities(person)
    return able is not None and able.veterans_luck and not fighter.luck_used


def guard_of(known: Campaign, fighter: Fighter) -> Guard:
    """A fighter's armour class now, and whether Shock does nothing to them."""
    ac = bridge.sovereign_ac(known.people[fighter.who], known.carried_by(fighter.who))
    stance = fighter.stance
    return combat_guard(Script(), Guarding(ac, stance is Stance.CHARGED, stance is Stance.DEFENDING))


def has_shield(known: Campaign, fighter: Fighter) -> bool:
    """Whether a fighter has a shield on their arm."""
    return bridge.dress(known.people[fighter.who], known.carried_by(fighter.who)).shield


def best_attribute(person: Person, arm: Arm) -> Attribute:
    """The attribute that a weapon is best used with."""
    return max(arm.attributes, key=lambda attribute: bridge.modifier(person, attribute))


def in_melee(fight: Fight, fighter: Fighter) -> tuple[SeenFoe, ...]:
    """The foes that a fighter is in melee with, as the party sees them."""
    return tuple(foe for foe in fight.in_sight if foe.id in fighter.melee and foe.state is FoeState.FIGHTING)


def closed_with(fighter: Fighter, foe: FoeId) -> Fighter:
    """A fighter who is in melee with a foe from now on."""
    return replace(fighter, melee=tuple(dict.fromkeys((*fighter.melee, foe))))


def circumstances(fight: Fight, fighter: Fighter, arm: Arm, foe: SeenFoe) -> tuple[Circumstance, ...]:
    """What the table knows of the situation of an attack."""
    found = [*foe.marks]
    if foe.prone:
        found.append(Circumstance.PRONE_TARGET_FAR if arm.ranged else Circumstance.PRONE_TARGET_CLOSE)
    if fighter.prone and not arm.ranged:
        found.append(Circumstance.PRONE_ATTACKER)
    if arm.thrown and in_melee(fight, fighter):
        found.append(Circumstance.THROWN_IN_MELEE)
    if arm.range_ft is not None and fight.distance_ft is not None and fight.distance_ft > arm.range_ft:
        found.append(Circumstance.BEYOND_RANGE)
    return tuple(dict.fromkeys(found))


def swing(
    known: Campaign,
    fighter: Fighter,
    arm: Arm,
    ac: int,
    holds: Iterable[Circumstance] = (),
    *,
    others: int = 0,
    modifier: int = 0,
) -> Swing:
    """An attack with a weapon on an armour class counted from no armour."""
    person, target = known.people[fighter.who], ascending(ac)
    advantage = combat_situation(Script(), Situated(tuple(holds), others))
    if is_hired(person):
        bonus, mod, skill = bridge.hit_dice(person), 0, 0
    else:
        bonus, mod = bridge.attack(person), bridge.modifier(person, best_attribute(person, arm))
        skill = skill_with(person, arm)
    able = abilities(person)
    killing = able.killing_blow if able is not None else 0
    adds = max(0, bridge.skill(person, arm.adds)) if arm.adds is not None else 0
    situation = max(-20, min(20, advantage.to_hit + modifier))
    attack = Attack(attack_bonus=bonus, attr_mod=mod, skill=skill, ac=target, situation=situation)
    shock_ac = max(arm.shock_ac or 0, target) if others and arm.shock is not None else arm.shock_ac
    blow = Blow(
        hit=True, weapon_die=None, attr_mod=mod, target_ac=target, shock=arm.shock, shock_ac=shock_ac,
        bonus=killing + adds, hit_bonus=advantage.damage, dice_rolled=arm.damage,
    )  # fmt: skip
    return Swing(attack, blow)


def foe_swing(known: Campaign, foe: Foe, fighter: Fighter, damage: str) -> Swing:
    """An attack of a foe on a fighter: its bonus against the fighter's guard."""
    guard = guard_of(known, fighter)
    holds: list[Circumstance] = []
    if fighter.prone:
        holds.append(Circumstance.PRONE_TARGET_FAR if foe.shoots else Circumstance.PRONE_TARGET_CLOSE)
    if foe.prone and not foe.shoots:
        holds.append(Circumstance.PRONE_ATTACKER)
    advantage = combat_situation(Script(), Situated(tuple(holds)))
    ignored = guard.shock_ignored or (has_shield(known, fighter) and not fighter.shield_used)
    attack = Attack(attack_bonus=foe.attack, attr_mod=0, skill=0, ac=guard.ac, situation=advantage.to_hit)
    blow = Blow(
        hit=True, weapon_die=None, attr_mod=0, target_ac=guard.ac, shock=foe.shock, shock_ac=foe.shock_ac,
        shock_ignored=ignored, dice_rolled=damage,
    )  # fmt: skip
    return Swing(attack, blow)


def after_strike(fighter: Fighter, foe: Foe, made: Swing) -> Fighter:
    """A fighter whom a foe has attacked: in melee with it unless it shoots, the shield used if it stopped Shock."""
    near = fighter if foe.shoots else closed_with(fighter, foe.id)
    blow = made.blow
    applies = blow.shock is not None and blow.shock_ac is not None and blow.target_ac <= blow.shock_ac
    return replace(near, targeted=True, shield_used=near.shield_used or (applies and blow.shock_ignored))


def two_in_hand(arms: Iterable[Arm], arm: Arm) -> Arm | None:
    """A second weapon for the other hand: one-handed, for melee, and not the same thing."""
    if arm.ranged or arm.unarmed or Trait.TWO_HANDED in arm.traits:
        return None
    fits = (
        other
        for other in arms
        if not other.ranged and not other.unarmed and other.thing != arm.thing and Trait.TWO_HANDED not in other.traits
    )
    return next(fits, None)
