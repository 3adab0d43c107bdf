"""Creating a character as a seat sees it: the books' ways with their steps, and the characters just made."""

from collections.abc import Mapping

from msgspec import Struct

from undercroft.books.sovereign.saves import SaveKind
from undercroft.faces.views.short_names import capital
from undercroft.kernel import wire
from undercroft.kernel.amounts import counted
from undercroft.kernel.units import SeatId
from undercroft.table.bridge.class_names import class_and_level
from undercroft.table.bridge.sheet import derived
from undercroft.table.characters.creation import WAYS, usual_way
from undercroft.table.gear.money import coins
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.people import Person, Role
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Kind

STEPS: Mapping[str, tuple[str, ...]] = {
    "sovereign": (
        "Roll 3d6 for STR, DEX, CON, INT and WIS, in this order",
        "Raise one of them to 14",
        "Improve four times: an attribute or a skill",
        "Choose a class and its feats",
        "Roll hit points and gold, then buy gear",
    ),
    "delving": (
        "Roll three abilities; each is mirrored by another",
        "Give the six values to the abilities as you like",
        "Raise three abilities by one",
        "Roll gold by Sovereign, then buy gear",
    ),
    "violence": (
        "Roll 3d6 for Agility, Brawn and Cunning; you may swap two",
        "Roll health, money and an occupation",
        "Roll something that makes the character special, then buy gear",
    ),
    "neverwhere": (
        "Share the points among Str, Dex, Int and Vit",
        "Roll gold by Sovereign, then buy gear",
    ),
}
"""What each book does to create a character."""


class BookWay(Struct, frozen=True):
    """A book's way: its name, its steps, and the values the form sends."""

    book: str
    title: str
    steps: tuple[str, ...]
    way: Mapping[str, object]
    usual: bool


def book_ways(known: Campaign) -> tuple[BookWay, ...]:
    """The ways to create a character, the campaign's own first."""
    usual = usual_way(known.house)
    order = sorted(WAYS, key=lambda book: book != usual)
    return tuple(BookWay(book, capital(book), STEPS[book], wire.plain(WAYS[book]), book == usual) for book in order)


def just_made(known: Campaign, seat: SeatId) -> tuple[Person, ...]:
    """A seat's characters who bought nothing yet or were sent back, the last first; the referee sees all players'."""
    return tuple(
        person
        for person in reversed(tuple(known.people.values()))
        if person.role is Role.DELVER
        and person.alive
        and not person.retired
        and (person.seat == seat or (seat == REFEREE and person.seat != REFEREE))
        and (
            person.sent_back
            or (all(thing.kind is Kind.COINS for thing in known.carried_by(person.id)) and coins(known, person.id))
        )
    )


def at_a_glance(known: Campaign, person: Person) -> str:
    """What the referee sees of a new character before letting them in."""
    numbers = {each.name: each.value for each in derived(person, known.house, known.carried_by(person.id))}
    saves = ", ".join(f"{save.value.capitalize()} {numbers[save.value]}" for save in SaveKind)
    what = class_and_level(person.sheet)
    return f"{what} · {counted(person.hp_max, 'hit point')} · AC {numbers['armour_class']} · saves {saves}"
