"""A market in words: what it comes to, and what each of its services does."""

from collections.abc import Iterator

from msgspec import Struct

from undercroft.books.sovereign.equipment import in_coins
from undercroft.books.violence.hirelings import Job
from undercroft.faces.views.short_names import capital
from undercroft.kernel.amounts import counted
from undercroft.table.gear.prices import Ware
from undercroft.table.gear.stock import left_of, wares_in
from undercroft.table.state.markets import BY_THE_BOOK, Market, Service
from undercroft.table.town.cures import disease_price
from undercroft.table.town.services import effects
from undercroft.table.town.wage_scale import a_day, hires, wage_in


def market_says(market: Market) -> str:
    """What a market comes to, in a line.

    >>> market_says(Market(percent=120, listed=True, healers=False))
    '0 wares at 120 % of the listed prices; any hireling; no cure for diseases.'
    """
    dear = f", nothing dearer than {in_coins(market.dearest)}" if market.dearest is not None else ""
    usual = market.percent == BY_THE_BOOK.percent
    prices = f"at {'the listed prices' if usual else f'{market.percent} % of the listed prices'}"
    jobs = [job.value for job in Job if hires(market, job)]
    hired = "any hireling" if len(jobs) == len(Job) else f"for hire: {', '.join(jobs)}" if jobs else "nobody for hire"
    cure = disease_price(market)
    healers = f"a disease cured for {in_coins(cure)}" if cure is not None else "no cure for diseases"
    services = f"; {counted(len(market.services), 'service')}" if market.services else ""
    sold = f"{counted(len(wares_in(market)), 'ware')} {prices}{'' if market.listed else dear}"
    return f"{'By the books: ' if market == BY_THE_BOOK else ''}{sold}; {hired}; {healers}{services}."


class ServiceLine(Struct, frozen=True):
    """A service: its id for commands, its price, and what it does."""

    id: str
    name: str
    price: str
    does: str


def services_of(market: Market) -> tuple[ServiceLine, ...]:
    """The services of a market."""
    return tuple(
        ServiceLine(
            id,
            service.name,
            in_coins(service.price) if service.price else "free",
            ". ".join(map(capital, _does(service))),
        )
        for id, service in market.services.items()
    )


def _does(service: Service) -> Iterator[str]:
    yield from effects(service)
    if service.text:
        yield service.text.removesuffix(".")


def wages_of(market: Market) -> tuple[str, ...]:
    """The hirelings for hire, each with the wage and how many are left."""
    return tuple(_wage(market, job) for job in Job if hires(market, job))


def _wage(market: Market, job: Job) -> str:
    post = market.hirelings.get(job)
    left = f", {post.left} left" if post is not None and post.left is not None else ""
    return f"{job} {a_day(wage_in(market, job))}{left}"


def market_lines(market: Market) -> Iterator[str]:
    """A whole market in plain lines: the wares with their prices, the hirelings, the services with their ids."""
    wares = wares_in(market)
    yield f"For sale: {'; '.join(_ware(market, id, ware) for id, ware in wares.items()) or 'nothing'}"
    yield f"For hire: {'; '.join(wages_of(market)) or 'nobody'}"
    cure = disease_price(market)
    yield f"A disease is cured for {in_coins(cure)}." if cure is not None else "Nobody cures diseases."
    for service in services_of(market):
        does = f": {service.does}" if service.does else ""
        yield f"{service.name}, {service.price}{does} [{service.id}]"


def _ware(market: Market, id: str, ware: Ware) -> str:
    left = left_of(market, id)
    pieces = f"{ware.pieces} " if ware.pieces > 1 else ""
    price = in_coins(ware.price_c) if ware.price_c else "free"
    return f"{pieces}{ware.name} {price}{'' if left is None else f', {left} left'}"
