"""The market of a settlement: what is sold there at what price, who can be hired, and which services are had.

Whatever a market does not name is as the books have it.
"""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from undercroft.table.state.ids import ServiceId, WareId

WHOLE = 100
"""The percentage of the book's prices that a market has by default."""


class Goods(Struct, frozen=True):
    """A ware of a market. A ware that is not on the price list has a name, a price and a load of its own."""

    price: int | None = None
    """Its price in coppers; the book's, at the market's percentage, if not given."""
    left: int | None = None
    """How many are left; any number if not given."""
    sold: bool = True
    name: str = ""
    points: int = 1


class Post(Struct, frozen=True):
    """Hirelings for a job."""

    wage: int | None = None
    """Their wage in coppers a day; the book's if not given."""
    left: int | None = None
    """How many can be hired; any number if not given."""
    offered: bool = True


class Service(Struct, frozen=True):
    """A service for one person, and what it does to them."""

    name: str
    price: int
    cures: tuple[str, ...] = ()
    """The conditions that it ends."""
    heals: bool = False
    """Whether it restores all hit points."""
    revives: bool = False
    """Whether it brings the dead back, with one hit point."""
    text: str = ""
    """What else it does, in words."""


class Market(Struct, frozen=True):
    """What a settlement sells, who can be hired there, and its services."""

    percent: int = WHOLE
    """The prices in percent of the book's."""
    dearest: int | None = None
    """Wares dearer than this, in coppers, are not sold unless they are named."""
    listed: bool = False
    """Whether only the wares named here are sold."""
    goods: Mapping[WareId, Goods] = {}
    """Wares by their ids on the price list, or by ids of their own."""
    hirelings: Mapping[str, Post] = {}
    """Hirelings by their jobs."""
    healers: bool = True
    """Whether healers cure diseases at the book's price."""
    services: Mapping[ServiceId, Service] = {}


BY_THE_BOOK = Market()
"""A market that has everything as the books have it."""
_UNSOLD, _NOT_FOR_HIRE = Goods(sold=False), Post(offered=False)


def as_visited(market: Market) -> Market:
    """A market as people there see it: nothing of wares that only it would have, nor a price of what is not sold."""
    return replace(
        market,
        goods={
            id: goods if goods.sold else _UNSOLD for id, goods in market.goods.items() if goods.sold or not goods.name
        },
        hirelings={job: post if post.offered else _NOT_FOR_HIRE for job, post in market.hirelings.items()},
    )


def with_sales(market: Market, visited: Market) -> Market:
    """A market after a change that people there saw; what it does not sell stays as it is."""
    return replace(
        visited,
        goods={id: visited.goods.get(id, goods) if goods.sold else goods for id, goods in market.goods.items()},
        hirelings={
            job: visited.hirelings.get(job, post) if post.offered else post for job, post in market.hirelings.items()
        },
    )
