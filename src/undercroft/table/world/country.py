"""The lands: their events, and what a group in a hex sees of them."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from undercroft.books.hexcrawl.discovery import Charted, Feature, Visibility, feature_visibility
from undercroft.books.hexcrawl.land import Weather
from undercroft.books.hexcrawl.landmarks import Lookout, MappedHex, Visible, landmark_sighting
from undercroft.books.hexcrawl.weather import Climate
from undercroft.books.hexcrawl.words import WEATHERS
from undercroft.kernel.phrases import begun, lowered, within
from undercroft.kernel.script import Script
from undercroft.kernel.units import Seconds
from undercroft.table.bridge.roads import air
from undercroft.table.engine.audience import TABLE, group_audience
from undercroft.table.engine.event import Event, SecretEvent
from undercroft.table.engine.part import Part
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import group_acts
from undercroft.table.state.campaign import Campaign, changed_group
from undercroft.table.state.hexes import apart, coordinates, neighbours
from undercroft.table.state.ids import FeatureId, GroupId, HexId
from undercroft.table.state.lands import LandFeature, LandHex, Lands, LandWay
from undercroft.table.state.seen_copy import as_seen
from undercroft.table.state.seen_lands import HeardHint, SeenHex, SeenLandFeature, SeenLands, with_hex, with_ways


class LandsPlaced(SecretEvent, frozen=True, tag="table.lands-placed"):
    """The true lands were placed."""

    lands: Lands

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, lands=self.lands, climate=air(self.lands.climate))


class HexChanged(SecretEvent, frozen=True, tag="table.hex-changed"):
    """A true hex changed."""

    hex: LandHex

    def fold(self, campaign: Campaign) -> Campaign:
        lands = campaign.lands
        return replace(campaign, lands=replace(lands, hexes={**lands.hexes, self.hex.id: self.hex}))


class LandsSeen(Event, frozen=True, tag="table.lands-seen"):
    """The lands' name, season and weather became known."""

    name: str
    season: str
    weather: Weather

    def fold(self, campaign: Campaign) -> Campaign:
        known = replace(campaign.seen_lands, name=self.name, season=self.season, weather=self.weather)
        return replace(campaign, seen_lands=known)

    def say(self, _now: Campaign) -> str:
        """Word season and weather, with the name of a land that has one."""
        said = ", ".join(part for part in (self.season, sky(self.weather)) if part)
        return f"{self.name}: {said}." if self.name else f"{said[:1].upper()}{said[1:]}."


class HexesSeen(Event, frozen=True, tag="table.hexes-seen"):
    """Hexes were seen, and the ways between them."""

    hexes: tuple[SeenHex, ...]
    ways: tuple[LandWay, ...] = ()

    def fold(self, campaign: Campaign) -> Campaign:
        known = campaign.seen_lands
        for hex in self.hexes:
            known = with_hex(known, hex)
        return replace(campaign, seen_lands=with_ways(known, self.ways))

    def say(self, _now: Campaign) -> str:
        """Word what the group sees of its own hex, which another line names."""
        here = self.hexes[0] if self.hexes else None
        if here is None or not here.visited:
            return ""
        features = here.features.values()
        said = (here.glance, *(_in_sight(here.name, feature) for feature in features))
        return begun(" ".join(filter(None, said)) or (f"{here.name}." if here.name else ""))


class LandFeatureFound(Event, frozen=True, tag="table.land-feature-found"):
    """A hidden or secret feature of a hex was found."""

    hex: HexId
    feature: SeenLandFeature
    group: GroupId | None = None
    """The group that found it, where the party is split."""

    def fold(self, campaign: Campaign) -> Campaign:
        """Put it on a map that has the hex, and mark it as found in the true lands."""
        campaign = _marked_found(campaign, self.hex, self.feature.id)
        hex = campaign.seen_lands.hexes.get(self.hex)
        if hex is None:
            return campaign
        hex = replace(hex, features={**hex.features, self.feature.id: self.feature})
        return replace(campaign, seen_lands=with_hex(campaign.seen_lands, hex))

    def say(self, _now: Campaign) -> str:
        return f"Found: {within(_said(self.feature))}"


class HintHeard(Event, frozen=True, tag="table.hint-heard"):
    """A hint was heard or noticed."""

    hint: HeardHint

    def fold(self, campaign: Campaign) -> Campaign:
        known = campaign.seen_lands
        return replace(campaign, seen_lands=replace(known, hints=tuple(dict.fromkeys((*known.hints, self.hint)))))

    def say(self, _now: Campaign) -> str:
        return self.hint.text


class HexEntered(Event, frozen=True, tag="table.hex-entered"):
    """A group arrived in a hex, outside any site."""

    group: GroupId
    hex: HexId
    at: Seconds | None = None
    """When they arrived; None in a log that does not say."""

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_group(campaign, self.group, site=None, zone=None, hex=self.hex, arrived=self.at)

    def say(self, now: Campaign) -> str:
        return f"{group_acts(now, self.group, 'reach', 'reaches')} {name_of(now, self.hex)}."


class SeasonTurned(Event, frozen=True, tag="table.season-turned"):
    """The season changed, and with it the climate."""

    season: str
    climate: Climate

    def fold(self, campaign: Campaign) -> Campaign:
        lands = replace(campaign.lands, season=self.season, climate=self.climate)
        known = replace(campaign.seen_lands, season=self.season)
        return replace(campaign, lands=lands, seen_lands=known, climate=air(self.climate))

    def say(self, _now: Campaign) -> str:
        return f"It is {self.season}." if self.season else "The season turns."


class WeatherTurned(Event, frozen=True, tag="table.weather-turned"):
    """The weather changed."""

    weather: Weather
    before: Weather

    def fold(self, campaign: Campaign) -> Campaign:
        known = replace(campaign.seen_lands, weather=self.weather)
        return replace(campaign, lands=replace(campaign.lands, weather=self.weather), seen_lands=known)

    def say(self, _now: Campaign) -> str:
        return WEATHERS[self.weather]


def _marked_found(campaign: Campaign, at: HexId, feature: FeatureId) -> Campaign:
    hex = campaign.lands.hexes.get(at)
    found = hex.features.get(feature) if hex is not None else None
    if hex is None or found is None:
        return campaign
    hex = replace(hex, features={**hex.features, feature: replace(found, found=True)})
    return replace(campaign, lands=replace(campaign.lands, hexes={**campaign.lands.hexes, at: hex}))


# What is seen


def feature_as_seen(feature: LandFeature) -> SeenLandFeature:
    """A feature as people who know it see it; the market of a town is seen by those who go there."""
    return as_seen(SeenLandFeature, feature, market=None)


def hex_as_visited(hex: LandHex) -> SeenHex:
    """A hex as a group in it sees it: its overt and found features."""
    features = hex.features.values()
    charted = tuple(Feature(feature.id, feature.grade, feature.found, feature.landmark) for feature in features)
    plain = feature_visibility(Script(), Charted(charted, visited=True)).features
    overt = {feature.id: feature_as_seen(feature) for feature in features if feature.id in plain}
    return as_seen(SeenHex, hex, visited=True, features=overt)


def hex_from_afar(hex: LandHex, landmarks: bool = False) -> SeenHex:
    """A hex as seen from another hex: its terrain, and its landmarks if they are in sight."""
    high = filter(is_landmark, hex.features.values()) if landmarks else ()
    features = {feature.id: feature_as_seen(feature) for feature in high}
    return SeenHex(hex.id, hex.terrain, deep_canopy=hex.deep_canopy, features=features)


def is_landmark(feature: LandFeature | SeenLandFeature) -> bool:
    """Whether a feature is a landmark, which travellers see from afar."""
    return feature.landmark and feature.grade is Visibility.OVERT


def begin_lands(play: Play, lands: Lands) -> None:
    """Place the lands, and put the charted hexes on everybody's map."""
    play.tell(LandsPlaced(lands))
    if not lands.hexes:
        return
    play.tell(LandsSeen(lands.name, lands.season, lands.weather), to=TABLE)
    charted = tuple(hex_as_charted(hex) for _, hex in sorted(lands.hexes.items()) if hex.charted)
    known = {hex.id for hex in charted}
    if charted:
        ways = tuple(way for way in _sorted(lands.ways) if set(way.between) <= known)
        play.tell(HexesSeen(charted, ways), to=TABLE)


def hex_as_charted(hex: LandHex) -> SeenHex:
    """A charted hex that the party has not visited."""
    return replace(hex_as_visited(hex), visited=False, glance="")


def look(play: Play, group: GroupId) -> None:
    """Tell a group what it sees of its hex, the hexes around it, and the landmarks in sight."""
    here = play.group(group).hex
    if here is not None and here in play.now.lands.hexes:
        play.tell(view(play.now.lands, here), to=group_audience(group))


def view(lands: Lands, here: HexId) -> HexesSeen:
    """What is in sight from a hex; under a deep canopy, not the hexes around."""
    hex = lands.hexes[here]
    ways = tuple(way for way in _sorted(lands.ways) if way.other(here) is not None)
    sighted = landmarks_in_sight(lands, here)
    around = () if hex.deep_canopy else tuple(id for id in neighbours(here) if id in lands.hexes)
    further = tuple(id for id in sighted if id not in (here, *around))
    afar = tuple(hex_from_afar(lands.hexes[id], id in sighted) for id in (*around, *further))
    return HexesSeen((hex_as_visited(hex), *afar), ways)


def _sorted(ways: Iterable[LandWay]) -> list[LandWay]:
    """Ways by the hexes that they join, whatever their order in the campaign's file."""
    return sorted(ways, key=lambda way: (sorted(way.between), way.path, way.name))


def landmarks_in_sight(lands: Lands | SeenLands, here: HexId) -> tuple[HexId, ...]:
    """The hexes whose landmarks can be seen from a hex."""
    hexes: Mapping[HexId, LandHex | SeenHex] = lands.hexes
    hex_map = tuple(
        MappedHex(coordinates(hex.id), hex.terrain, hex.deep_canopy)
        for hex in hexes.values()
        if apart(here, hex.id) <= 1
    )
    return tuple(
        hex.id
        for _, hex in sorted(hexes.items())
        if any(map(is_landmark, hex.features.values()))
        and isinstance(landmark_sighting(Script(), Lookout(coordinates(here), coordinates(hex.id), hex_map)), Visible)
    )


def arrive_in(play: Play, group: GroupId, hex: HexId) -> None:
    """Bring a group to a hex, and tell it what it sees of the lands."""
    play.tell(HexEntered(group, hex, play.group(group).time), to=group_audience(group))
    look(play, group)


def name_of(known: Campaign, hex: HexId) -> str:
    """A hex within a sentence: its name and id, or `hex 0405` where no name is known."""
    name, id = name_and_id(known, hex)
    return f"{name} ({id})" if id else name


def name_and_id(known: Campaign, hex: HexId) -> tuple[str, str]:
    """The name of a hex within a sentence, and its id; `hex 0405` and nothing where no name is known."""
    there = known.seen_lands.hexes.get(hex)
    return (within(there.name), hex) if there is not None and there.name else (f"hex {hex}", "")


def sky(weather: Weather) -> str:
    """The weather in words."""
    return weather.value.replace("_", " ")


def _said(feature: LandFeature | SeenLandFeature) -> str:
    """A feature's name and description, as one sentence or two."""
    if feature.what.endswith((".", "!", "?")):
        return f"{titled(feature)}. {feature.what}"
    return f"{', '.join(filter(None, (titled(feature), feature.what)))}."


def _in_sight(hex: str, feature: SeenLandFeature) -> str:
    """A feature that is seen, in a sentence; one with the name of its hex is not named again."""
    what = feature.what.removesuffix(".")
    if feature.name == hex and what:
        return f"{'A landmark: ' if feature.landmark else ''}{what if not feature.landmark else lowered(what)}."
    return f"{': '.join(filter(None, (titled(feature), lowered(what))))}."


def titled(feature: LandFeature | SeenLandFeature) -> str:
    """A feature's name; a landmark is called one."""
    return f"{feature.name}, a landmark" if feature.landmark else feature.name


PART = Part(
    events=(
        LandsPlaced,
        HexChanged,
        LandsSeen,
        HexesSeen,
        LandFeatureFound,
        HintHeard,
        HexEntered,
        SeasonTurned,
        WeatherTurned,
    )
)
