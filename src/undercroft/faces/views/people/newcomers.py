"""Creating a character as a seat sees it: the books' ways with their steps, and the characters just made."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from undercroft.books.sovereign.equipment import in_coins
from undercroft.books.sovereign.saves import SaveKind
from undercroft.faces.views.people.option_words import option_words
from undercroft.faces.views.short_names import capital
from undercroft.kernel import wire
from undercroft.kernel.amounts import counted, several
from undercroft.kernel.units import SeatId
from undercroft.table.bridge.class_names import class_and_level
from undercroft.table.bridge.sheet import derived
from undercroft.table.characters.choices import begun, on_paper
from undercroft.table.characters.creation_methods import WAYS, usual_way
from undercroft.table.characters.makers import Step
from undercroft.table.characters.meanings import option_name
from undercroft.table.gear.money import coins
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.people import Person, Role
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Thing, ThingKind

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
    """A seat's characters for whom play has not begun, or who were sent back, the last first.

    The referee sees all players'.
    """
    return tuple(
        person
        for person in reversed(tuple(known.people.values()))
        if person.role is Role.DELVER
        and person.alive
        and not person.retired
        and (person.seat == seat or (seat == REFEREE and person.seat != REFEREE))
        and (
            person.sent_back
            or (person.id in known.makings and not begun(known, person.id))
            or (all(thing.kind is ThingKind.COINS for thing in known.carried_by(person.id)) and coins(known, person.id))
        )
    )


class ShownChoice(Struct, frozen=True):
    """A choice of a new character: its title, what was taken, and the options with what each means."""

    step: str
    title: str
    taken: str
    options: tuple[tuple[str, str], ...]


def choices_of(known: Campaign, seat: SeatId, person: Person) -> tuple[ShownChoice, ...]:
    """The choices of a character that a seat can still change; none where it cannot."""
    made = on_paper(known, person.id)
    if made is None or seat not in (REFEREE, person.seat) or begun(known, person.id):
        return ()
    return tuple(_choice(step) for step in made.steps)


def _choice(step: Step) -> ShownChoice:
    means = option_words(step.options, step.numbers, step.name) or ("",) * len(step.options)
    options = tuple(
        (option, f"{option_name(option)}: {words}" if words else option_name(option))
        for option, words in zip(step.options, means, strict=True)
    )
    return ShownChoice(step.name, capital(step.name), step.taken, options)


NAMES = (
    "Aldith", "Bram", "Corvin", "Dessa", "Edric", "Fenna", "Gorse", "Hild", "Ivo", "Jessamy", "Kester", "Linnet",
    "Morwen", "Nan", "Orla", "Piers", "Quill", "Rosamund", "Sorrel", "Tam", "Una", "Wat", "Yarrow", "Zeb",
)  # fmt: skip


def free_given_name(known: Campaign, seat: SeatId) -> str:
    """A name that nobody at the table has, for a player who is in a hurry; players are offered different ones."""
    place = tuple(known.seats).index(seat) if seat in known.seats else 0
    taken = {person.name.casefold() for person in known.people.values()}
    shifted = (*NAMES[place * 5 % len(NAMES) :], *NAMES)
    return next((name for name in shifted if name.casefold() not in taken), f"{NAMES[place]} {len(known.people) + 1}")


def carried_words(known: Campaign, person: Person) -> str:
    """What a new character carries, and the purse; empty for one who has nothing."""
    things = [several(thing.count, thing.name) for thing in _gear(known, person)]
    left = coins(known, person.id)
    return ", ".join((*things, *((f"{in_coins(left)} left" if things else in_coins(left),) if left else ())))


def has_gear(known: Campaign, person: Person) -> bool:
    """Whether a new character carries more than coins."""
    return next(_gear(known, person), None) is not None


def _gear(known: Campaign, person: Person) -> Iterator[Thing]:
    return (thing for thing in known.carried_by(person.id) if thing.kind is not ThingKind.COINS)


def at_a_glance(known: Campaign, person: Person) -> str:
    """What the referee sees of a new character before letting them in."""
    numbers = {each.name: each.value for each in derived(person, known.house, known.carried_by(person.id))}
    saves = ", ".join(f"{save.value.capitalize()} {numbers[save.value]}" for save in SaveKind)
    what = class_and_level(person.sheet)
    return f"{what} · {counted(person.hp_max, 'hit point')} · AC {numbers['armour_class']} · saves {saves}"
