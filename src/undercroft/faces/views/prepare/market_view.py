"""The market of a town as it is prepared: every ware, job and service that it names, next to what the books have."""

from msgspec import Struct

from undercroft.books.sovereign.equipment import in_coins
from undercroft.books.violence.hirelings import Job
from undercroft.faces.views.prepare.market_words import conditions_text, price_text
from undercroft.faces.views.road.market import market_says
from undercroft.table.gear.prices import WARES
from undercroft.table.gear.stock import price_in
from undercroft.table.state.markets import BY_THE_BOOK, Goods, Market, Post, Service
from undercroft.table.town.cures import DISEASE_C
from undercroft.table.town.wage_scale import wage_in


class GoodsRow(Struct, frozen=True):
    """A ware that the market names."""

    id: str
    name: str
    own: bool
    """Whether it is not on the price list."""
    book: str
    """Its price without a price of its own."""
    price: str
    left: str
    goods: Goods


class PostRow(Struct, frozen=True):
    """Hirelings for a job."""

    job: str
    book: str
    wage: str
    left: str
    offered: bool


class ServiceRow(Struct, frozen=True):
    """A service."""

    id: str
    service: Service
    price: str
    cures: str


class MarketView(Struct, frozen=True):
    """The market of a town."""

    market: Market
    says: str
    """What it comes to, in a line."""
    dearest: str
    goods: tuple[GoodsRow, ...]
    hirelings: tuple[PostRow, ...]
    services: tuple[ServiceRow, ...]
    more: tuple[tuple[str, str], ...]
    """Wares of the price list that it does not name, with the book's prices."""
    cure: str
    """The book's price of curing a disease."""


def market_view(market: Market) -> MarketView:
    """A market for the card of its town."""
    more = ((ware.name, in_coins(ware.price_c)) for id, ware in WARES.items() if id not in market.goods)
    return MarketView(
        market,
        market_says(market),
        price_text(market.dearest),
        tuple(_goods(market, id, goods) for id, goods in market.goods.items()),
        tuple(_post(market, job) for job in Job),
        tuple(
            ServiceRow(id, service, price_text(service.price), conditions_text(service.cures))
            for id, service in market.services.items()
        ),
        tuple(more),
        in_coins(DISEASE_C),
    )


def _goods(market: Market, id: str, goods: Goods) -> GoodsRow:
    ware = WARES.get(id)
    book = "" if ware is None else in_coins(price_in(market, ware, None))
    name = goods.name or id if ware is None else ware.name if ware.pieces == 1 else f"{ware.pieces} {ware.name}"
    return GoodsRow(id, name, ware is None, book, price_text(goods.price), _count(goods.left), goods)


def _post(market: Market, job: Job) -> PostRow:
    post = market.hirelings.get(job, Post())
    return PostRow(
        job.value, in_coins(wage_in(BY_THE_BOOK, job)), price_text(post.wage), _count(post.left), post.offered
    )


def _count(left: int | None) -> str:
    return "" if left is None else str(left)
