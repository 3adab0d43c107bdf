"""Creating a character as a seat sees it: the books' ways with their steps, the characters just made, and the shop."""

from collections.abc import Mapping

from msgspec import Struct

from undercroft.books.sovereign.equipment import in_coins
from undercroft.books.sovereign.saves import SaveKind
from undercroft.faces.views.short_names import capital
from undercroft.kernel import wire
from undercroft.kernel.amounts import counted
from undercroft.kernel.units import SeatId
from undercroft.table.bridge.loads import Load, load
from undercroft.table.bridge.sheet import derived
from undercroft.table.characters.creation import WAYS, usual_way
from undercroft.table.decide import refusals
from undercroft.table.gear.buying import Equip
from undercroft.table.gear.money import coins
from undercroft.table.gear.packs import PACKS, PackName
from undercroft.table.gear.prices import WARES, Lot, price, wares_found
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
    what = f"{capital(person.sheet.character_class.replace('_', ' '))} {person.sheet.level}"
    return f"{what} · {counted(person.hp_max, 'hit point')} · AC {numbers['armour_class']} · saves {saves}"


class WareRow(Struct, frozen=True):
    """A ware in the shop: its price and load, the commands that buy it, and why it cannot be bought."""

    name: str
    price: str
    points: int
    stowed: Mapping[str, object]
    readied: Mapping[str, object]
    refused: str
    heavy: bool
    """Whether it is more than the character can pack away."""
    owned: int


class Shop(Struct, frozen=True):
    """A character in a shop: the purse, the load, the packs and the wares found."""

    purse: str
    load: Load
    packs: tuple[tuple[str, str, Mapping[str, object], str], ...]
    wares: tuple[WareRow, ...]
    closed: str
    """Why nothing can be bought here."""


def shop(known: Campaign, seat: SeatId, person: Person, sought: str) -> Shop:
    """What a character can buy now, and what each thing would cost."""
    burden = load(known, person)
    closed = next((why.what for why in refusals(known, seat, Equip(person.id)) if why.code != "nothing_bought"), "")
    carried = known.carried_by(person.id)

    def against(command: Equip) -> str:
        return closed or next((why.what for why in refusals(known, seat, command)), "")

    rows: list[WareRow] = []
    for id in wares_found(sought):
        ware, buying = WARES[id], Equip(person.id, items=(Lot(id),))
        rows.append(
            WareRow(
                ware.name if ware.pieces == 1 else f"{ware.pieces} {ware.name}",
                in_coins(ware.price_c) if ware.price_c else "free",
                ware.points,
                wire.plain(buying),
                wire.plain(Equip(person.id, items=(Lot(id, readied=True),))),
                against(buying),
                burden.stowed + ware.points > burden.stowed_max,
                sum(thing.count for thing in carried if thing.item == ware.item),
            )
        )
    packs = tuple(
        (capital(pack.replace("_", " ")), in_coins(price(PACKS[pack].lots)), wire.plain(command), against(command))
        for pack, command in ((pack, Equip(person.id, pack)) for pack in PackName)
    )
    return Shop(in_coins(coins(known, person.id)), burden, packs, tuple(rows), closed)
