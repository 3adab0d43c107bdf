"""A table at which characters are made, bought for and hired."""

from msgspec.structs import replace

from tests.table.small_site import MAUD, ONE, TWO, begin
from tests.table.tabletop import Tabletop
from undercroft.table.engine.event import Event
from undercroft.table.engine.record import Chosen, Settled
from undercroft.table.state.ids import PersonId, ThingId
from undercroft.table.state.things import Carried, Thing, ThingKind

EDDA = PersonId("edda-one")


def table(*, typed: bool = False) -> Tabletop:
    """Maud and Ulf before the crypt."""
    there = Tabletop(typed=typed)
    there.sit(ONE, TWO)
    there.do(begin())
    return there


def purse(who: PersonId, coppers: int) -> Thing:
    """So many coppers on someone."""
    return Thing(ThingId(f"{who}-purse"), "purse", ThingKind.COINS, Carried(who), worth=coppers, item="coins")


def bought(item: str, name: str, kind: ThingKind, place: Carried, count: int, points: int, worth: int) -> Thing:
    """Something from the lists."""
    return Thing(ThingId(f"{place.by}-{item}"), name, kind, place, count, points, worth, item=item)


def told(there: Tabletop, events: list[Event]) -> list[str]:
    """The lines of the log, rulings aside."""
    return [said for event in events if not isinstance(event, Settled | Chosen) and (said := event.say(there.now))]


def rich() -> Tabletop:
    """The same table, with 50 gold in Maud's purse."""
    there = Tabletop()
    there.sit(ONE, TWO)
    opening = begin()
    there.do(replace(opening, things=(*opening.things, purse(MAUD, 5_000))))
    return there
