"""A character in a shop: the wares of the town they are in, or of the price list, and what keeps them from buying."""

from collections.abc import Mapping

from msgspec import Struct

from undercroft.books.sovereign.equipment import in_coins
from undercroft.faces.views.short_names import capital
from undercroft.kernel import wire
from undercroft.kernel.amounts import several
from undercroft.kernel.units import SeatId
from undercroft.table.bridge.loads import Load, load
from undercroft.table.characters.returned_gear import HandBack
from undercroft.table.gear.buying import Equip
from undercroft.table.gear.money import coins
from undercroft.table.gear.packs import PACKS, PackName
from undercroft.table.gear.prices import WARES, Lot, Ware, price, wares_found
from undercroft.table.gear.stock import left_of, wares_in
from undercroft.table.refusals import refusals
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.people import Person
from undercroft.table.world.markets import market_of


class WareRow(Struct, frozen=True):
    """A ware in the shop: its price and load, the commands that buy it, and why it cannot be bought."""

    name: str
    price: str
    listed: str
    """The price on the list, where the town has another."""
    left: int | None
    points: int
    stowed: Mapping[str, object]
    readied: Mapping[str, object]
    refused: str
    heavy: bool
    """Whether it is more than the character can stow."""
    owned: int
    back: Mapping[str, object] | None = None
    """The command that hands one lot back; none where that is not possible."""


class PackRow(Struct, frozen=True):
    """A pack in the shop: what is in it, its price, the command that buys it, and why it cannot be bought."""

    name: str
    holds: str
    price: str
    command: Mapping[str, object]
    refused: str


class Shop(Struct, frozen=True):
    """A character in a shop: the purse, the load, the packs and the wares found."""

    town: str
    """The settlement whose market it is; empty for the price list."""
    purse: str
    load: Load
    packs: tuple[PackRow, ...]
    wares: tuple[WareRow, ...]
    unsold: tuple[WareRow, ...]
    """Wares of the price list that the town does not sell."""
    closed: str
    """Why nothing can be bought here."""


def shop(known: Campaign, seat: SeatId, person: Person, sought: str) -> Shop:
    """What a character can buy now, and what each thing would cost."""
    burden = load(known, person)
    closed = next((why.what for why in refusals(known, seat, Equip(person.id)) if why.code != "nothing_bought"), "")
    here = market_of(known, known.group_of(person.id))
    sold = wares_in(here.market)
    carried = known.carried_by(person.id)
    handed = {thing: HandBack(person.id, thing.id) for thing in carried}
    returns = {thing: wire.plain(back) for thing, back in handed.items() if not refusals(known, seat, back)}

    def against(command: Equip) -> str:
        return closed or next((why.what for why in refusals(known, seat, command)), "")

    def row(id: str, ware: Ware) -> WareRow:
        buying, book = Equip(person.id, items=(Lot(id),)), WARES.get(id)
        return WareRow(
            _lots(ware, 1),
            _coins(ware.price_c),
            _coins(book.price_c) if book is not None and book.price_c != ware.price_c else "",
            left_of(here.market, id),
            ware.points,
            wire.plain(buying),
            wire.plain(Equip(person.id, items=(Lot(id, readied=True),))),
            against(buying),
            burden.stowed + ware.points > burden.stowed_max,
            sum(thing.count for thing in carried if _is(thing.item, thing.name, ware)),
            next((back for thing, back in returns.items() if _is(thing.item, thing.name, ware)), None),
        )

    packs = tuple(
        PackRow(
            capital(pack.replace("_", " ")),
            _pack_holds(pack, sold),
            _pack_price(pack, sold),
            wire.plain(command),
            against(command),
        )
        for pack, command in ((pack, Equip(person.id, pack)) for pack in PackName)
    )
    return Shop(
        here.name,
        in_coins(coins(known, person.id)),
        burden,
        packs,
        tuple(row(id, sold[id]) for id in wares_found(sought, sold)),
        tuple(row(id, WARES[id]) for id in wares_found(sought) if id not in sold),
        closed,
    )


def _coins(coppers: int) -> str:
    return in_coins(coppers) if coppers else "free"


def _pack_price(pack: PackName, sold: Mapping[str, Ware]) -> str:
    """The price of a pack; of one that the town cannot sell whole, the price on the list."""
    return in_coins(price(PACKS[pack].lots, {**WARES, **sold}))


def _pack_holds(pack: PackName, sold: Mapping[str, Ware]) -> str:
    """What is in a pack, as people say it."""
    wares = {**WARES, **sold}
    return " \N{MIDDLE DOT} ".join(_lots(wares[lot.ware], lot.count) for lot in PACKS[pack].lots)


def _lots(ware: Ware, count: int) -> str:
    """The pieces of some lots: `4 torches` in two lots of two."""
    pieces = count * ware.pieces
    return f"{pieces} {ware.name}" if ware.pieces > 1 else several(pieces, ware.name)


def _is(item: str, name: str, ware: Ware) -> bool:
    return item == ware.item if item else name == ware.name
