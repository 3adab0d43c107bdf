"""A table at which characters are made, bought for and hired."""

from __future__ import annotations

from msgspec.structs import replace

from tests.table.small_site import MAUD, ONE, TWO, begin
from tests.table.tabletop import Tabletop
from undercroft.table.names import PersonId, ThingId
from undercroft.table.rooms import Event
from undercroft.table.settled import Settled
from undercroft.table.table import WORDS
from undercroft.table.things import Carried, Kind, Thing

EDDA = PersonId("edda-one")


def table(*, typed: bool = False) -> Tabletop:
    """Maud and Ulf before the crypt."""
    there = Tabletop(typed=typed)
    there.sit(ONE, TWO)
    there.do(begin())
    return there


def purse(who: PersonId, coppers: int) -> Thing:
    """So many coppers on somebody."""
    return Thing(ThingId(f"{who}-purse"), "purse", Kind.COINS, Carried(who), worth=coppers, item="coins")


def bought(item: str, name: str, kind: Kind, place: Carried, count: int, points: int, worth: int) -> Thing:
    """Something from the lists."""
    return Thing(ThingId(f"{place.by}-{item}"), name, kind, place, count, points, worth, item=item)


def told(there: Tabletop, events: list[Event]) -> list[str]:
    """The lines of the log, rulings aside."""
    said = (one for one in events if type(one) in WORDS and not isinstance(one, Settled))
    return [WORDS[type(one)](there.now, one) for one in said]


def rich() -> Tabletop:
    """The same table, with 50 gold in Maud's purse."""
    there = Tabletop()
    there.sit(ONE, TWO)
    opening = begin()
    there.do(replace(opening, things=(*opening.things, purse(MAUD, 5_000))))
    return there
