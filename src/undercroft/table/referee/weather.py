"""The referee sets the weather and the season."""

from collections.abc import Iterable

from undercroft.books.hexcrawl.land import Weather
from undercroft.books.hexcrawl.weather import Climate
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import PARTY
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import Text
from undercroft.table.world import country


class SetWeather(Command, frozen=True, tag="set_weather"):
    """Set the weather."""

    weather: Weather
    ABOUT = About(title="Set the weather")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if not known.lands.hexes:
            yield Reason("no_lands", "This campaign has no map, so no weather.")
        elif known.lands.weather is self.weather:
            yield Reason("same_weather", "The weather is already like that.")

    def do(self, play: Play) -> None:
        play.tell(country.WeatherTurned(self.weather, play.now.lands.weather), to=PARTY)


class SetSeason(Command, frozen=True, tag="set_season"):
    """Set the season and the climate, which decide the weather.

    Without a climate the old one stays; the dryness of the air follows it until `set_climate` changes that.
    """

    season: Text = ""
    climate: Climate | None = None
    ABOUT = About(title="Set the season")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        lands = known.lands
        if not lands.hexes:
            yield Reason("no_lands", "This campaign has no map, so no seasons.")
        elif (lands.season, lands.climate) == (self.season, self.climate or lands.climate):
            yield Reason("same_season", "It is already that season.")

    def do(self, play: Play) -> None:
        play.tell(country.SeasonTurned(self.season, self.climate or play.now.lands.climate), to=PARTY)


PART = Part(commands=(SetSeason, SetWeather))
