"""A party on the road: how it sets out, how its day stands, what it eats, and what was told."""

from typing import Any

from msgspec.structs import replace

from tests.table.small_lands import CARROW, setting_out
from tests.table.small_site import ONE, TWO, ULF
from tests.table.tabletop import Tabletop
from undercroft.table.road.travel_day import SetOut
from undercroft.table.state.house_rules import Fatigue, HouseRules
from undercroft.table.state.ids import HexId, ThingId
from undercroft.table.state.journeys import TravelDay
from undercroft.table.state.lands import Lands
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Carried, Thing, ThingKind
from undercroft.table.world.groups import MAIN
from undercroft.table.world.travel_costs import day_of

TIRELESS = HouseRules(fatigue=Fatigue.NONE)
FOOD = tuple(
    Thing(ThingId(str(kind)), str(kind), kind, Carried(ULF), count=3, points=3)
    for kind in (ThingKind.FOOD, ThingKind.WATER)
)


def on_the_road(
    marches: Lands | None = None, hex: HexId = CARROW, house: HouseRules = TIRELESS, **begin: Any
) -> Tabletop:
    """The party at dawn, on the road."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(replace(setting_out(marches, hex), house=house, **begin))
    table.do(SetOut(MAIN))
    return table


def the_day(table: Tabletop, seat: str = REFEREE) -> TravelDay:
    """The day on the road."""
    day = day_of(table.known(seat).groups[MAIN])
    assert day is not None
    return day
