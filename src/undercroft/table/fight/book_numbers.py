"""What a person fights with by each book, side by side: what changes when the house changes its book for fights."""

from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel.amounts import signed
from undercroft.table.fight.sovereign.arms import arms_of
from undercroft.table.fight.sovereign.swing import guard_of, swing
from undercroft.table.fight.stats import is_hired, numbers, strike
from undercroft.table.fight.weapons import weapons_of
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Fighter
from undercroft.table.state.house_rules import Combat, HouseRules
from undercroft.table.state.people import Person

NO_ARMOUR = 0
"""The AC of the target, which these numbers leave out."""


class BookNumbers(Struct, frozen=True):
    """A person's armour class and first weapon by Sovereign and by Violence, and the hit points they keep."""

    name: str
    hp: int
    hp_max: int
    sovereign: str
    violence: str


def book_numbers(known: Campaign) -> tuple[BookNumbers, ...]:
    """The numbers of everybody who is in play, by both books."""
    people = (known.people[who] for who in known.present)
    return tuple(numbers_of(known, person) for person in people if person.alive)


class NumbersChange(Struct, frozen=True):
    """What a person fights with now, and what they will fight with by other house rules."""

    name: str
    hp: int
    hp_max: int
    now: str
    then: str


def changed_numbers(known: Campaign, house: HouseRules) -> tuple[NumbersChange, ...]:
    """Everybody's numbers now and by these house rules; nothing if nobody's numbers change."""
    after = replace(known, house=house)
    people = [person for who in known.present if (person := known.people[who]).alive]
    rows = tuple(
        NumbersChange(person.name, person.hp, person.hp_max, _by_house(known, person), _by_house(after, person))
        for person in people
    )
    return rows if any(row.now != row.then for row in rows) else ()


def _by_house(known: Campaign, person: Person) -> str:
    return _BY[known.house.combat](known, person)


def numbers_of(known: Campaign, person: Person) -> BookNumbers:
    """A person's numbers by both books."""
    by_sovereign, by_violence = _by_sovereign(known, person), _by_violence(known, person)
    return BookNumbers(person.name, person.hp, person.hp_max, by_sovereign, by_violence)


def _by_sovereign(known: Campaign, person: Person) -> str:
    fighter, arm = Fighter(person.id), arms_of(known, person.id)[0]
    made = swing(known, fighter, arm, NO_ARMOUR)
    more = made.blow.attr_mod + made.blow.bonus
    damage = f"{arm.damage}{more:+}" if more else arm.damage
    shock = f", Shock {arm.shock}/AC {arm.shock_ac}" if arm.shock is not None and arm.shock_ac is not None else ""
    to_hit = made.attack.attack_bonus + made.attack.attr_mod + made.attack.skill
    return f"AC {guard_of(known, fighter).ac}, {arm.name} {signed(to_hit)}, {damage}{shock}"


def _by_violence(known: Campaign, person: Person) -> str:
    stats, weapon = numbers(known, person.id), weapons_of(known, person.id)[0]
    made = strike(known, Fighter(person.id), weapon, NO_ARMOUR)
    agility = "" if is_hired(person) else f", Agility {stats.agility}"
    return f"AC {stats.ac}, {weapon.name} {made.attribute}, {made.damage}{agility}"


_BY: Mapping[Combat, Callable[[Campaign, Person], str]] = {
    Combat.SOVEREIGN: _by_sovereign,
    Combat.VIOLENCE: _by_violence,
}
