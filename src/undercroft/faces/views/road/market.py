"""A market in words: what it comes to, and what each of its services does."""

from undercroft.books.sovereign.equipment import in_coins
from undercroft.books.violence.hirelings import Job
from undercroft.kernel.amounts import counted
from undercroft.table.gear.stock import wares_in
from undercroft.table.state.markets import BY_THE_BOOK, Market
from undercroft.table.town.cures import disease_price
from undercroft.table.town.wage_scale import hires


def market_says(market: Market) -> str:
    """What a market comes to, in a line.

    >>> market_says(Market(percent=120, listed=True, healers=False))
    '0 wares at 120 % of the listed prices; every hireling; no cure for diseases.'
    """
    dear = f", nothing dearer than {in_coins(market.dearest)}" if market.dearest is not None else ""
    usual = market.percent == BY_THE_BOOK.percent
    prices = f"at {'the listed prices' if usual else f'{market.percent} % of the listed prices'}"
    jobs = [job.value for job in Job if hires(market, job)]
    hired = "every hireling" if len(jobs) == len(Job) else f"for hire: {', '.join(jobs)}" if jobs else "nobody for hire"
    cure = disease_price(market)
    healers = f"a disease cured for {in_coins(cure)}" if cure is not None else "no cure for diseases"
    services = f"; {counted(len(market.services), 'service')}" if market.services else ""
    sold = f"{counted(len(wares_in(market)), 'ware')} {prices}{'' if market.listed else dear}"
    return f"{'By the books: ' if market == BY_THE_BOOK else ''}{sold}; {hired}; {healers}{services}."
