"""What a person fights with by each book, side by side: what changes when the house changes its book for fights."""

from msgspec import Struct

from undercroft.table import bridge
from undercroft.table.fight.stats import is_hired, numbers
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.people import Person


class BookNumbers(Struct, frozen=True):
    """A person's armour class and attack by Sovereign and by Violence, and the hit points they keep."""

    name: str
    hp: int
    hp_max: int
    sovereign: str
    violence: str


def book_numbers(known: Campaign) -> tuple[BookNumbers, ...]:
    """The numbers of everybody who is in play, by both books."""
    people = (known.people[who] for who in known.present)
    return tuple(numbers_of(known, person) for person in people if person.alive)


def numbers_of(known: Campaign, person: Person) -> BookNumbers:
    """A person's numbers by both books."""
    by_sovereign, by_violence = _by_sovereign(known, person), _by_violence(known, person)
    return BookNumbers(person.name, person.hp, person.hp_max, by_sovereign, by_violence)


def _by_sovereign(known: Campaign, person: Person) -> str:
    bonus = bridge.hit_dice(person) if is_hired(person) else bridge.attack(person)
    return f"AC {bridge.sovereign_ac(person, known.carried_by(person.id))}, attack {bonus:+}"


def _by_violence(known: Campaign, person: Person) -> str:
    stats = numbers(known, person.id)
    attack = f"attack {stats.attack}" if is_hired(person) else f"Brawn {stats.brawn}, Agility {stats.agility}"
    return f"AC {stats.ac}, {attack}"
