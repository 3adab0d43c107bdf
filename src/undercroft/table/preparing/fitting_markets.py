"""Whether the market of a town can be used: wares have prices, hirelings have jobs, numbers are in bounds."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.violence.hirelings import Job
from undercroft.table.bridge.bounds import wrong_numbers
from undercroft.table.gear.prices import WARES
from undercroft.table.preparing.usable_parts import Fit
from undercroft.table.state.markets import BY_THE_BOOK, Goods, Market, Post, Service


def fit_market(market: Market) -> Fit:
    """A market without what cannot be used of it."""
    if market == BY_THE_BOOK:
        return Fit(market)
    goods = {id: tuple(_goods(id, part)) for id, part in market.goods.items()}
    hirelings = {id: tuple(_post(id, part)) for id, part in market.hirelings.items()}
    services = {id: tuple(_service(id, part)) for id, part in market.services.items()}
    whole = tuple(wrong_numbers(market))
    wants = (*whole, *(want for found in (goods, hirelings, services) for why in found.values() for want in why))
    head = replace(market, percent=BY_THE_BOOK.percent, dearest=None) if whole else market
    return Fit(
        replace(
            head,
            goods={id: part for id, part in market.goods.items() if not goods[id]},
            hirelings={id: part for id, part in market.hirelings.items() if not hirelings[id]},
            services={id: part for id, part in market.services.items() if not services[id]},
        ),
        tuple(want.removesuffix(".") for want in wants),
    )


def _goods(id: str, goods: Goods) -> Iterable[str]:
    if id not in WARES and (goods.price is None or not goods.name):
        yield f"{goods.name or id} is not on the price list: give it a name and a price"
    yield from _numbers(goods.name or id, goods)


def _post(id: str, post: Post) -> Iterable[str]:
    if id not in tuple(Job):
        yield f"there is no job “{id}”: choose one of {', '.join(Job)}"
    yield from _numbers(id, post)


def _service(id: str, service: Service) -> Iterable[str]:
    if not service.name:
        yield f"the service {id} has no name"
    yield from _numbers(service.name, service)


def _numbers(name: str, part: Struct) -> Iterable[str]:
    return (f"{name}: {wrong}" for wrong in wrong_numbers(part))
