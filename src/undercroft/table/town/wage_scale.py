"""The wages of hirelings in a market: the town's own, or Violence's."""

from msgspec.structs import replace

from undercroft.books.sovereign.equipment import COPPER_A_SILVER, in_coins
from undercroft.books.violence.hirelings import WAGE_SP, Job
from undercroft.table.state.markets import Market


def hires(market: Market, job: Job) -> bool:
    """Whether a market has a hireling for a job."""
    post = market.hirelings.get(job)
    return post is None or (post.offered and post.left != 0)


def wage_in(market: Market, job: Job) -> int:
    """The wage of a hireling in coppers a day."""
    post = market.hirelings.get(job)
    own = post.wage if post is not None else None
    return WAGE_SP[job] * COPPER_A_SILVER if own is None else own


def a_day(coppers: int) -> str:
    """A daily wage in words.

    >>> a_day(20), a_day(25)
    ('2 silver a day', '2s 5c a day')
    """
    silver, rest = divmod(coppers, COPPER_A_SILVER)
    return f"{in_coins(coppers) if rest else f'{silver} silver'} a day"


def after_hiring(market: Market, job: Job) -> Market:
    """A market after someone was hired there: where few are for hire, one less is."""
    post = market.hirelings.get(job)
    if post is None or post.left is None:
        return market
    return replace(market, hirelings={**market.hirelings, job.value: replace(post, left=max(0, post.left - 1))})
