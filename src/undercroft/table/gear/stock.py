"""What a market sells: the price list with the market's own prices, wares and stock."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from undercroft.table.gear.prices import WARES, Lot, Ware
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.markets import BY_THE_BOOK, WHOLE, Goods, Market
from undercroft.table.state.things import ThingKind
from undercroft.table.world.markets import markets


def wares_in(market: Market) -> Mapping[str, Ware]:
    """The wares that a market sells, at its prices; the town's own wares first.

    >>> wares_in(Market(percent=150))["torches_2"].price_c
    15
    """
    if market == BY_THE_BOOK:
        return WARES
    found: dict[str, Ware] = {}
    for id, ware in WARES.items():
        goods = market.goods.get(id)
        price = price_in(market, ware, goods)
        dear = market.dearest is not None and price > market.dearest
        if goods.sold if goods is not None else not (market.listed or dear):
            found[id] = replace(ware, price_c=price)
    return {**own_wares(market), **found}


def price_in(market: Market, ware: Ware, goods: Goods | None) -> int:
    """The price of a ware in a market, in coppers; a part of a copper counts whole."""
    own = goods.price if goods is not None else None
    return -(-ware.price_c * market.percent // WHOLE) if own is None else own


def own_wares(market: Market) -> Mapping[str, Ware]:
    """The wares of a market that are not on the price list."""
    own = {id: goods for id, goods in market.goods.items() if id not in WARES and goods.sold}
    return {
        id: Ware(id, goods.name or id.replace("-", " "), ThingKind.GEAR, goods.price or 0, goods.points)
        for id, goods in own.items()
    }


def sellers(known: Campaign, ware: str) -> tuple[str, ...]:
    """The settlements that sell a ware, as far as a seat knows."""
    there = (town for town in markets(known) if ware in wares_in(town.market) and left_of(town.market, ware) != 0)
    return tuple(dict.fromkeys(town.name for town in there))


def left_of(market: Market, ware: str) -> int | None:
    """How many of a ware are left in a market; None for any number."""
    goods = market.goods.get(ware)
    return None if goods is None else goods.left


def after_sale(market: Market, lots: Iterable[Lot]) -> Market:
    """A market after lots were sold there: what is limited becomes less."""
    goods = dict(market.goods)
    for lot in lots:
        stock = goods.get(lot.ware)
        if stock is not None and stock.left is not None:
            goods[lot.ware] = replace(stock, left=max(0, stock.left - lot.count))
    return replace(market, goods=goods)
