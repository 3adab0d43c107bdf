"""What it costs to enter a hex, as the house travels: in points, by the pace of a hike, in Watches, or in miles."""

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from undercroft.books.hexcrawl.land import Road, Terrain, Weather, environment_multiplier
from undercroft.books.hexcrawl.movement import Allowance, Day, Milieu, travel_points
from undercroft.books.neverwhere.terrain import hike_terrain
from undercroft.books.sovereign.travel import overland_travel
from undercroft.books.violence.timekeeping import watch
from undercroft.kernel.amounts import counted, roughly
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.script import Script
from undercroft.table.road.hike_pace import going
from undercroft.table.state.house_rules import Wilderness
from undercroft.table.state.ids import HexId
from undercroft.table.state.journeys import Caravan, TravelDay
from undercroft.table.state.lands import LandHex, Lands, LandWay, Path
from undercroft.table.world.travel_costs import Travellers, hex_cost

NO_WAY = "no entry"
_HERE, _THERE = HexId("0101"), HexId("0102")
_PATHS: Mapping[Road, Path] = {Road.TRAIL: Path.TRAIL, Road.MAINTAINED: Path.MAINTAINED}


class CostWords(Struct, frozen=True):
    """How a house speaks of the cost of a hex, and the rule that it comes from."""

    title: str
    """What the numbers are, over a list of them."""
    one: str
    """What stands around a number, with `{}` in its place."""
    many: str
    rule: AnyRule


PACE = "pace \N{MULTIPLICATION SIGN} {}"
WORDS: Mapping[Wilderness, CostWords] = {
    Wilderness.HEXCRAWL: CostWords("points to enter a hex", "{} point", "{} points", environment_multiplier),
    Wilderness.NEVERWHERE: CostWords("times the usual pace", PACE, PACE, hike_terrain),
    Wilderness.VIOLENCE: CostWords("Watches to cross into a hex", "{} Watch", "{} Watches", watch),
    Wilderness.SOVEREIGN: CostWords("miles across a hex", "{} mile", "{} miles", overland_travel),
}


class LandCosts(Struct, frozen=True):
    """The costs of the hexes of a land in a house."""

    by: Wilderness
    miles: Fraction | None = None
    """The width of a hex."""

    @property
    def words(self) -> CostWords:
        """How the house speaks of them."""
        return WORDS[self.by]

    @property
    def a_day(self) -> str:
        """What a party has to spend on a day's travel by land, where the house counts it: `4 points a day`."""
        if self.by is not Wilderness.HEXCRAWL:
            return ""
        found = travel_points(Script(), Day(Milieu.LAND))
        return f"{counted(found.tp_max, 'point')} a day" if isinstance(found, Allowance) else ""

    def cost(self, terrain: Terrain, road: Road = Road.NONE, weather: Weather = Weather.CLEAR) -> Fraction | None:
        """The cost to enter a hex of a terrain on foot, as the road counts it; None if there is no way in."""
        hexes = {id: LandHex(id, terrain) for id in (_HERE, _THERE)}
        ways = (LandWay((_HERE, _THERE), _PATHS[road]),) if road in _PATHS else ()
        lands = Lands(weather=weather, hexes=hexes, ways=ways)
        match self.by:
            case Wilderness.HEXCRAWL:
                price = hex_cost(lands, Travellers(1, Caravan()), TravelDay(1), _HERE, _THERE)
                return None if price is None or price.barred is not None else price.cost
            case Wilderness.NEVERWHERE:
                return going(lands, _HERE, _THERE).factor or None
            case Wilderness.VIOLENCE:
                return Fraction(1)
            case Wilderness.SOVEREIGN:
                return self.miles or Fraction(0)

    def number(self, terrain: Terrain, road: Road = Road.NONE, weather: Weather = Weather.CLEAR) -> str:
        """The cost as a number."""
        cost = self.cost(terrain, road, weather)
        return NO_WAY if cost is None else roughly(cost) if cost else "?"

    @property
    def closed(self) -> str:
        """What a hex is marked with that nobody can enter."""
        return NO_WAY

    def says(self, terrain: Terrain, road: Road = Road.NONE) -> str:
        """The cost in words: `2 points`."""
        number = self.number(terrain, road)
        return number if number == NO_WAY else (self.words.one if number == "1" else self.words.many).format(number)

    def with_trail(self, terrain: Terrain) -> str:
        """The cost of a hex off the road and by trail, in words; once where a trail changes nothing."""
        off, on = self.says(terrain), self.number(terrain, Road.TRAIL)
        return off if on == self.number(terrain) else f"{off}, {on} by trail"

    def pace(self, road: Road) -> str:
        """How much faster a road is than open country, in words."""
        off, on = self.cost(Terrain.PLAINS), self.cost(Terrain.PLAINS, road)
        if off is None or not on or off == on:
            return "no faster"
        return PACE.format(roughly(on / off if self.by is Wilderness.NEVERWHERE else off / on))

    @property
    def table(self) -> Mapping[str, Mapping[str, str]]:
        """The numbers of each terrain off the road, by trail and by road, for the words while a way is drawn."""
        roads = (("", Road.NONE), ("trail", Road.TRAIL), ("maintained", Road.MAINTAINED))
        return {terrain.value: {name: self.number(terrain, road) for name, road in roads} for terrain in Terrain}
