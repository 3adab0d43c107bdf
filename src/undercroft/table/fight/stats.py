"""A fighter's input for the rules of a fight: attack, damage, initiative, pack, ritual and morale."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from undercroft.books.sovereign.classes import ClassId
from undercroft.books.sovereign.units import Skill
from undercroft.books.violence.combat_rounds import Fighter as Ready
from undercroft.books.violence.combat_rounds import Pack
from undercroft.books.violence.fighting import Attack, Means, attack, attacked
from undercroft.books.violence.hirelings import Shaken
from undercroft.books.violence.rituals import Ritual, cast, margin_of
from undercroft.books.violence.scars import Scarred, Shift, face_of, is_bend, shifts
from undercroft.books.violence.units import Attribute
from undercroft.books.violence.wounds import Wound
from undercroft.interpret.play import Answered
from undercroft.kernel.dice import D20, Choice, Formula, Throw
from undercroft.kernel.remembering import Same, remembering
from undercroft.kernel.rules import Rule
from undercroft.table import bridge
from undercroft.table.bridge import Violence, experience
from undercroft.table.bridge.to_violence import TrainedAttack, surplus, trained, trained_attack
from undercroft.table.fight.weapons import Weapon, initiative_of
from undercroft.table.state.campaign import Campaign, by_bearer
from undercroft.table.state.combatants import Fighter, Guess
from undercroft.table.state.house_rules import HouseRules, Prowess
from undercroft.table.state.ids import PersonId, ThingId
from undercroft.table.state.people import Person, Role
from undercroft.table.state.things import Thing

CLASSES = frozenset(class_id.value for class_id in ClassId)
"""The classes whose training counts in a fight."""


class PlannedAttack(Struct, frozen=True):
    """An attack to be made: its rule, its input and its damage."""

    rule: Rule[Any, Any, Any]
    given: Attack
    attribute: int
    """The highest roll that can hit."""
    damage: str
    by: Attribute | None = None
    """The attribute used; None for fighters by Hit Dice."""


def numbers(known: Campaign, who: PersonId) -> Violence:
    """A character's numbers by Violence, with undamaged armour."""
    return _numbers(known.people[who], Same(known.things), Same(known.house))


@remembering(1024)
def _numbers(person: Person, things: Same[Mapping[ThingId, Thing]], house: Same[HouseRules]) -> Violence:
    """The same as long as person, things and house rules are the very same: a fight asks for them again and again."""
    return bridge.violence(person, by_bearer(things.value).get(person.id, ()), house.value)


def scores(known: Campaign, who: PersonId) -> Mapping[Attribute, int]:
    """A character's score in each attribute."""
    stats = numbers(known, who)
    return {Attribute.AGILITY: stats.agility, Attribute.BRAWN: stats.brawn, Attribute.CUNNING: stats.cunning}


def is_hired(person: Person) -> bool:
    """Whether a person is a hireling, who fights by Hit Dice and has no Scars to bend rolls with."""
    return person.role is Role.HIRELING


def scars_of(known: Campaign, who: PersonId) -> int:
    """The Scars that can bend a character's rolls."""
    return 0 if is_hired(known.people[who]) else numbers(known, who).scars


def ac_of(known: Campaign, fighter: Fighter) -> int:
    """A fighter's AC, less what the fight has worn off."""
    return ac_left(numbers(known, fighter.who).ac, fighter.worn)


def ac_left(ac: int, worn: int) -> int:
    """An AC after what a fight has worn off."""
    return max(0, ac - worn)


def strike(known: Campaign, fighter: Fighter, weapon: Weapon, ac: int, by: Attribute | None = None) -> PlannedAttack:
    """An attack with a weapon by its best attribute, or `by` another that the referee has accepted."""
    person = known.people[fighter.who]
    scars, protected = scars_of(known, fighter.who), 0 if weapon.beats_armour else ac
    if is_hired(person):
        attribute = numbers(known, fighter.who).attack
        given = Attack(attribute=attribute, ac=protected, scars=scars)
        return PlannedAttack(attack, given, attribute, weapon.damage)
    by_attribute = scores(known, fighter.who)
    by = by if by is not None else max(weapon.attributes, key=lambda attribute: by_attribute[attribute])
    score = by_attribute[by]
    bonus, skill = training(known, person, weapon)
    if not (bonus or skill) and not is_trained(known, person):
        given = Attack(attribute=score, ac=protected, scars=scars, scars_used=fighter.bent)
        return PlannedAttack(attack, given, score, weapon.damage, by)
    over = surplus(score, bonus + skill)
    damage = f"{weapon.damage}+{over}" if over else weapon.damage
    skilled = TrainedAttack(
        attribute=score, ac=protected, scars=scars, scars_used=fighter.bent, attack_bonus=bonus, skill=skill
    )
    return PlannedAttack(trained_attack, skilled, trained(score, bonus + skill), damage, by)


def is_trained(known: Campaign, person: Person) -> bool:
    """Whether a person's class, level and combat skills by Sovereign count in a fight."""
    return known.house.prowess is not Prowess.OFF and person.sheet.character_class in CLASSES


def training(known: Campaign, person: Person, weapon: Weapon) -> tuple[int, int]:
    """The attack bonus and the skill that count with a weapon; levels by Violence count in melee alone."""
    if is_trained(known, person):
        return bridge.attack(person), bridge.skill(person, weapon.skill)
    return (experience.melee(known.house, person) if weapon.means is Means.MELEE else 0), 0


def wound(strike: PlannedAttack, health: int, *, used: int, factor: int) -> Wound:
    """The input for the damage of an attack that hit a foe; `used` rolls were bent this round already."""
    return Wound(
        scars=strike.given.scars,
        scars_used=used,
        expr=strike.damage,
        health=health,
        adventurer=False,
        damage_factor=factor,
    )


def attack_pointless(known: Campaign, strike: PlannedAttack, guess: Guess, *, beats_armour: bool = False) -> Pointless:
    """Whether bending an attack roll is pointless for every AC that the foe can have, by what blows have shown."""
    given: Attack = known.house.applied(strike.rule, strike.given)
    classes = (0,) if beats_armour else tuple(range(guess.low, guess.high + 1))

    def verdict(roll: int) -> tuple[int, ...]:
        return tuple(attacked(roll, strike.attribute, ac, given.exact_requires_hit) for ac in classes)

    return pointless(given, verdict)


def ready(known: Campaign, who: PersonId, bent: int = 0) -> Ready:
    """The input for a character's initiative roll."""
    stats = numbers(known, who)
    return Ready(scars=stats.scars, scars_used=bent, agility=stats.agility, weapon_mod=initiative_of(known, who))


def has_agility(person: Person) -> bool:
    """Whether a person rolls initiative; a hireling without an Agility acts with the employer."""
    return not is_hired(person) or Attribute.AGILITY in person.sheet.overrides


def pack(known: Campaign, fighter: Fighter, round_no: int) -> Pack:
    """The input for getting a thing out of the pack."""
    stats = numbers(known, fighter.who)
    return Pack(scars=scars_of(known, fighter.who), scars_used=fighter.bent, cunning=stats.cunning, round_no=round_no)


def ritual(known: Campaign, fighter: Fighter) -> Ritual:
    """The input for a ritual; where training counts, skill in magic adds to Cunning."""
    stats, person = numbers(known, fighter.who), known.people[fighter.who]
    learned = max(0, bridge.skill(person, Skill.MAGIC)) if is_trained(known, person) else 0
    return Ritual(
        scars=scars_of(known, fighter.who),
        scars_used=fighter.bent,
        cunning=trained(stats.cunning, learned),
        damage_taken=fighter.hurt,
        moved=fighter.moved,
    )


def ritual_pointless(given: Ritual) -> Pointless:
    """Whether bending a ritual's roll is pointless: it works, or fails by the same margin."""

    def verdict(roll: int) -> tuple[int, int]:
        end = cast(roll, given.cunning, given.damage_taken)
        return end, 0 if end else margin_of(roll, given.cunning, given.damage_taken)

    return pointless(given, verdict)


def shaken(known: Campaign, fighter: Fighter, employer: Fighter | None, *, saw_death: bool) -> Shaken:
    """The input for a hireling's morale at the end of a round; the employer's numbers count."""
    hd = bridge.hit_dice(known.people[fighter.who])
    able = employer is not None and not employer.away and known.people[employer.who].able
    stats = numbers(known, employer.who) if employer is not None else None
    return Shaken(
        scars=stats.scars if stats is not None else 0,
        scars_used=employer.bent if employer is not None else 0,
        cunning=stats.cunning if stats is not None else 1,
        hd=hd,
        employer_able=able,
        hurt=fighter.hurt > 0,
        saw_death=saw_death,
        tested=fighter.tested,
    )


Verdict: TypeAlias = Callable[[int], Hashable]
"""The result of a roll, as far as the player can tell."""


Pointless: TypeAlias = Callable[[Choice, Throw, int], str | None]
"""Answers a choice that changes nothing; None if it may matter."""


def pointless(who: Scarred, verdict: Verdict, dice: Formula = D20) -> Pointless:
    """Keep the roll if every shift by Scars has the same result; None if a shift may be better."""
    by = shifts(who.scars, who.scar_mode)

    def taken(choice: Choice, throw: Throw, _total: int) -> str | None:
        if choice.options != tuple(by) or throw.roll != dice or not is_bend(choice):
            return None
        ends = {verdict(face_of(choice) + shift) for shift in by.values()}
        return Shift.KEEP if len(ends) == 1 else None

    return taken


def bent(answers: Iterable[Answered]) -> int:
    """How many rolls of a ruling were bent by Scars."""
    return sum(
        isinstance(answer.question, Choice) and is_bend(answer.question) and answer.answer != Shift.KEEP
        for answer in answers
    )


def counted_face(answers: Iterable[Answered], bearer: Scarred) -> int | None:
    """The face of a ruling's single die as it counts, after any Scars; None if no die was thrown."""
    by = shifts(bearer.scars, bearer.scar_mode)
    face = None
    for answer in answers:
        if not isinstance(answer.question, Choice):
            face = answer.faces[0]
        elif face is not None and is_bend(answer.question):
            face += by[str(answer.answer)]
    return face
