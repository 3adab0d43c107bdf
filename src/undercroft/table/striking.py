"""What a fight asks of somebody of the party, as the rules want it: attack, damage, place in the order, nerve."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from undercroft.books.sovereign.classes import ClassId
from undercroft.books.sovereign.units import Skill
from undercroft.books.violence.combat_rounds import Fighter as Ready
from undercroft.books.violence.combat_rounds import Pack, ordered, reached
from undercroft.books.violence.enemies import ATTACK_BASE
from undercroft.books.violence.fighting import Attack, attack, attacked
from undercroft.books.violence.hirelings import Shaken, steadied
from undercroft.books.violence.rituals import Ritual, cast, margin_of
from undercroft.books.violence.units import Attribute
from undercroft.books.violence.wounds import Wound, harm_of
from undercroft.kernel.notation import parse_few
from undercroft.kernel.rules import Rule
from undercroft.table import bridge
from undercroft.table.battle import Fighter, Guess
from undercroft.table.bending import Idle, idle
from undercroft.table.bridge import Violence
from undercroft.table.campaign import Campaign
from undercroft.table.house import Prowess
from undercroft.table.names import PersonId
from undercroft.table.people import Person, Role
from undercroft.table.prowess import TrainedAttack, surplus, trained, trained_attack
from undercroft.table.weapons import Weapon, initiative_of

NO_AGILITY = "agility"
CLASSES = frozenset(one.value for one in ClassId)
"""Those whose training counts in a fight."""

MAGIC = Skill.MAGIC


class Strike(Struct, frozen=True):
    """An attack somebody is about to make: by which rule, on what, with which damage."""

    rule: Rule[Any, Any, Any]
    given: Attack
    attribute: int
    """What the roll must not pass."""
    damage: str
    by: Attribute | None = None
    """The attribute that is; none for the Attack of those who fight by Hit Dice."""


def numbers(known: Campaign, who: PersonId) -> Violence:
    """Somebody by Violence, with their armour as it is when whole."""
    return bridge.violence(known.people[who], known.carried_by(who), known.house)


def is_hired(person: Person) -> bool:
    """A hireling fights by Hit Dice, as enemies do, and has no Scars to bend rolls with."""
    return person.role is Role.HIRELING


def scars_of(known: Campaign, who: PersonId) -> int:
    """The Scars that bend somebody's rolls."""
    return 0 if is_hired(known.people[who]) else numbers(known, who).scars


def ac_of(known: Campaign, fighter: Fighter) -> int:
    """Somebody's AC, with what the fight has taken off it."""
    return max(0, numbers(known, fighter.who).ac - fighter.worn)


def strike(known: Campaign, fighter: Fighter, weapon: Weapon, ac: int, by: Attribute | None = None) -> Strike:
    """An attack with a weapon; `by` is another attribute that the referee has accepted."""
    person = known.people[fighter.who]
    scars, protected = scars_of(known, fighter.who), 0 if weapon.beats_armour else ac
    if is_hired(person):
        attribute = ATTACK_BASE + bridge.hit_dice(person)
        given = Attack(attribute=attribute, ac=protected, scars=scars)
        return Strike(attack, given, attribute, weapon.damage)
    by, score = _score(known, fighter.who, weapon, by)
    if known.house.prowess is Prowess.OFF or person.sheet.character_class not in CLASSES:
        given = Attack(attribute=score, ac=protected, scars=scars, scars_used=fighter.bent)
        return Strike(attack, given, score, weapon.damage, by)
    bonus, skill = bridge.attack(person), bridge.skill(person, weapon.skill)
    over = surplus(score, bonus + skill)
    damage = f"{weapon.damage}+{over}" if over else weapon.damage
    skilled = TrainedAttack(
        attribute=score, ac=protected, scars=scars, scars_used=fighter.bent, attack_bonus=bonus, skill=skill
    )
    return Strike(trained_attack, skilled, trained(score, bonus + skill), damage, by)


def _score(known: Campaign, who: PersonId, weapon: Weapon, by: Attribute | None) -> tuple[Attribute, int]:
    """The attribute and its score; of several that serve, the best."""
    own = numbers(known, who)
    scores = {Attribute.AGILITY: own.agility, Attribute.BRAWN: own.brawn, Attribute.CUNNING: own.cunning}
    used = by if by is not None else max(weapon.attributes, key=lambda one: scores[one])
    return used, scores[used]


def attack_idle(known: Campaign, strike: Strike, guess: Guess, *, beats_armour: bool = False) -> Idle:
    """Nobody is asked about a shift that changes nothing whatever the armour is, by what blows have shown of it."""
    given: Attack = known.house.applied(strike.rule, strike.given)
    classes = (0,) if beats_armour else tuple(range(guess.low, guess.high + 1))

    def verdict(roll: int) -> tuple[int, ...]:
        return tuple(attacked(roll, strike.attribute, ac, given.exact_requires_hit) for ac in classes)

    return idle(given, verdict)


def damage_idle(given: Wound) -> Idle:
    """More harm is always something, for all the attacker knows."""
    return idle(given, lambda roll: harm_of(roll, given.damage_factor), parse_few(given.expr))


def ready(known: Campaign, who: PersonId, bent: int = 0) -> Ready:
    """Somebody about to roll for their place in the order."""
    own = numbers(known, who)
    return Ready(scars=own.scars, scars_used=bent, agility=own.agility, weapon_mod=initiative_of(known, who))


def ready_idle(given: Ready) -> Idle:
    """The place is the same either way."""
    return idle(given, lambda roll: ordered(roll, given.agility + given.weapon_mod))


def has_agility(person: Person) -> bool:
    """Whoever has none acts with the one who pays them."""
    return not is_hired(person) or NO_AGILITY in person.sheet.overrides


def pack(known: Campaign, fighter: Fighter, round_no: int) -> Pack:
    """Somebody reaches into their pack."""
    own = numbers(known, fighter.who)
    return Pack(scars=scars_of(known, fighter.who), scars_used=fighter.bent, cunning=own.cunning, round_no=round_no)


def pack_idle(given: Pack) -> Idle:
    """Found or not, either way."""
    return idle(given, lambda roll: reached(roll, given.cunning))


def ritual(known: Campaign, fighter: Fighter) -> Ritual:
    """Somebody performs a ritual; where training counts, skill in magic adds to Cunning."""
    own, person = numbers(known, fighter.who), known.people[fighter.who]
    skilled = known.house.prowess is Prowess.SOVEREIGN and person.sheet.character_class in CLASSES
    training = max(0, bridge.skill(person, MAGIC)) if skilled else 0
    return Ritual(
        scars=scars_of(known, fighter.who),
        scars_used=fighter.bent,
        cunning=trained(own.cunning, training),
        damage_taken=fighter.hurt,
        moved=fighter.moved,
    )


def ritual_idle(given: Ritual) -> Idle:
    """It works, or fails by as much, either way."""

    def verdict(roll: int) -> tuple[int, int]:
        end = cast(roll, given.cunning, given.damage_taken)
        return end, 0 if end else margin_of(roll, given.cunning, given.damage_taken)

    return idle(given, verdict)


def shaken(known: Campaign, fighter: Fighter, employer: Fighter | None, *, saw_death: bool) -> Shaken:
    """A hireling at the end of a Round, before whoever pays them."""
    hd = bridge.hit_dice(known.people[fighter.who])
    able = employer is not None and not employer.away and known.people[employer.who].able
    own = numbers(known, employer.who) if employer is not None else None
    return Shaken(
        scars=own.scars if own is not None else 0,
        scars_used=employer.bent if employer is not None else 0,
        cunning=own.cunning if own is not None else 1,
        hd=hd,
        employer_able=able,
        hurt=fighter.hurt > 0,
        saw_death=saw_death,
        tested=fighter.tested,
    )


def shaken_idle(given: Shaken) -> Idle:
    """They take it the same way."""
    return idle(given, lambda roll: steadied(roll, given.cunning, given.hd))
