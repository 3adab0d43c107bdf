"""The country: its lands are placed and change, and what is plain of them is told to those who come there."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from undercroft.books.hexcrawl.discovery import Charted, Feature, Visibility, feature_visibility
from undercroft.books.hexcrawl.land import Weather
from undercroft.books.hexcrawl.landmarks import Lookout, MappedHex, Visible, landmark_sighting
from undercroft.books.hexcrawl.weather import Climate
from undercroft.kernel.script import Script
from undercroft.table.bridge_ways import air
from undercroft.table.campaign import Campaign, with_group
from undercroft.table.hexes import apart, coordinates, neighbours
from undercroft.table.lands import LandFeature, LandHex, Lands, Way
from undercroft.table.names import FeatureId, GroupId, HexId
from undercroft.table.play import Play
from undercroft.table.rooms import Event, Room
from undercroft.table.seen_lands import (
    HeardHint,
    SeenHex,
    SeenLandFeature,
    with_hex,
    with_ways,
)
from undercroft.table.telling import TABLE
from undercroft.table.telling import group as group_audience


class LandsPlaced(Event, frozen=True, tag="table.lands-placed"):
    """The lands, as they truly are."""

    secret: ClassVar[bool] = True

    lands: Lands


class HexChanged(Event, frozen=True, tag="table.hex-changed"):
    """A hex is so now, as it truly is."""

    secret: ClassVar[bool] = True

    hex: LandHex


class LandsSeen(Event, frozen=True, tag="table.lands-seen"):
    """The country has a name, a season and a weather."""

    name: str
    season: str
    weather: Weather


class HexesSeen(Event, frozen=True, tag="table.hexes-seen"):
    """What is plain of these hexes, and the ways between them."""

    hexes: tuple[SeenHex, ...]
    ways: tuple[Way, ...] = ()


class LandFeatureFound(Event, frozen=True, tag="table.land-feature-found"):
    """Something that a hex hid, or kept secret, is found."""

    hex: HexId
    feature: SeenLandFeature


class HintHeard(Event, frozen=True, tag="table.hint-heard"):
    """Something is heard or noticed that points to more."""

    hint: HeardHint


class HexEntered(Event, frozen=True, tag="table.hex-entered"):
    """A group is in this hex now, outside of any site."""

    group: GroupId
    hex: HexId


class SeasonTurned(Event, frozen=True, tag="table.season-turned"):
    """It is another season, and the weather can be what that brings."""

    season: str
    climate: Climate


class WeatherTurned(Event, frozen=True, tag="table.weather-turned"):
    """The weather is so from now on."""

    weather: Weather
    before: Weather


def _lands_placed(campaign: Campaign, event: LandsPlaced) -> Campaign:
    return replace(campaign, lands=event.lands, climate=air(event.lands.climate))


def _hex_changed(campaign: Campaign, event: HexChanged) -> Campaign:
    lands = campaign.lands
    return replace(campaign, lands=replace(lands, hexes={**lands.hexes, event.hex.id: event.hex}))


def _lands_seen(campaign: Campaign, event: LandsSeen) -> Campaign:
    known = replace(campaign.seen_lands, name=event.name, season=event.season, weather=event.weather)
    return replace(campaign, seen_lands=known)


def _hexes_seen(campaign: Campaign, event: HexesSeen) -> Campaign:
    known = campaign.seen_lands
    for hex in event.hexes:
        known = with_hex(known, hex)
    return replace(campaign, seen_lands=with_ways(known, event.ways))


def _found(campaign: Campaign, event: LandFeatureFound) -> Campaign:
    """On the map of whoever has the hex, and in the truth where that is known."""
    campaign = _marked_found(campaign, event.hex, event.feature.id)
    hex = campaign.seen_lands.hexes.get(event.hex)
    if hex is None:
        return campaign
    hex = replace(hex, features={**hex.features, event.feature.id: event.feature})
    return replace(campaign, seen_lands=with_hex(campaign.seen_lands, hex))


def _marked_found(campaign: Campaign, at: HexId, feature: FeatureId) -> Campaign:
    hex = campaign.lands.hexes.get(at)
    found = hex.features.get(feature) if hex is not None else None
    if hex is None or found is None:
        return campaign
    hex = replace(hex, features={**hex.features, feature: replace(found, found=True)})
    return replace(campaign, lands=replace(campaign.lands, hexes={**campaign.lands.hexes, at: hex}))


def _hint_heard(campaign: Campaign, event: HintHeard) -> Campaign:
    known = campaign.seen_lands
    return replace(campaign, seen_lands=replace(known, hints=tuple(dict.fromkeys((*known.hints, event.hint)))))


def _entered(campaign: Campaign, event: HexEntered) -> Campaign:
    there = campaign.groups.get(event.group)
    if there is None:
        return campaign
    return with_group(campaign, replace(there, site=None, zone=None, hex=event.hex))


def _season_turned(campaign: Campaign, event: SeasonTurned) -> Campaign:
    lands = replace(campaign.lands, season=event.season, climate=event.climate)
    known = replace(campaign.seen_lands, season=event.season)
    return replace(campaign, lands=lands, seen_lands=known, climate=air(event.climate))


def _weather_turned(campaign: Campaign, event: WeatherTurned) -> Campaign:
    known = replace(campaign.seen_lands, weather=event.weather)
    return replace(campaign, lands=replace(campaign.lands, weather=event.weather), seen_lands=known)


# What is plain


def feature_as_seen(feature: LandFeature) -> SeenLandFeature:
    """Something in a hex, to those who know it."""
    return SeenLandFeature(
        feature.id, feature.name, feature.what, feature.grade, feature.landmark, feature.site, feature.town
    )


def hex_as_visited(hex: LandHex) -> SeenHex:
    """What is plain of a hex to those who are in it: what is overt there, and nothing that has to be found."""
    charted = tuple(Feature(one.id, one.grade, one.found, one.landmark) for one in hex.features.values())
    plain = feature_visibility(Script(), Charted(charted, visited=True)).features
    overt = {one.id: feature_as_seen(one) for one in hex.features.values() if one.id in plain}
    return SeenHex(
        hex.id,
        hex.terrain,
        visited=True,
        name=hex.name,
        glance=hex.glance,
        deep_canopy=hex.deep_canopy,
        tags=hex.tags,
        features=overt,
    )


def hex_from_afar(hex: LandHex, landmarks: bool = False) -> SeenHex:
    """What is plain of a hex to those who look at it from elsewhere: its ground, and its landmarks."""
    high = {
        one.id: feature_as_seen(one)
        for one in hex.features.values()
        if landmarks and one.landmark and one.grade is Visibility.OVERT
    }
    return SeenHex(hex.id, hex.terrain, deep_canopy=hex.deep_canopy, features=high)


def begin_lands(play: Play, lands: Lands) -> None:
    """The lands are there; what is charted is on everybody's map."""
    play.tell(LandsPlaced(lands))
    if not lands.hexes:
        return
    play.tell(LandsSeen(lands.name, lands.season, lands.weather), to=TABLE)
    charted = tuple(hex_as_charted(hex) for hex in lands.hexes.values() if hex.charted)
    known = {hex.id for hex in charted}
    if charted:
        ways = tuple(way for way in lands.ways if set(way.between) <= known)
        play.tell(HexesSeen(charted, ways), to=TABLE)


def hex_as_charted(hex: LandHex) -> SeenHex:
    """What a map has of a hex that nobody of the party has been to."""
    return replace(hex_as_visited(hex), visited=False, glance="")


def look(play: Play, group: GroupId) -> None:
    """A group is in a hex: tell it what is plain there, the ground around it, and the landmarks in sight."""
    here = play.group(group).hex
    if here is not None and here in play.now.lands.hexes:
        play.tell(view(play.now.lands, here), to=group_audience(group))


def view(lands: Lands, here: HexId) -> HexesSeen:
    """What is in sight from a hex; from under a deep canopy, only the hex itself."""
    at = lands.hexes[here]
    ways = tuple(way for way in lands.ways if way.other(here) is not None)
    sighted = landmarks_in_sight(lands, here)
    around = () if at.deep_canopy else tuple(one for one in neighbours(here) if one in lands.hexes)
    further = tuple(one for one in sighted if one not in (here, *around))
    afar = tuple(hex_from_afar(lands.hexes[one], one in sighted) for one in (*around, *further))
    return HexesSeen((hex_as_visited(at), *afar), ways)


def landmarks_in_sight(lands: Lands, here: HexId) -> tuple[HexId, ...]:
    """The hexes whose landmarks are seen from one."""
    hex_map = tuple(
        MappedHex(coordinates(hex.id), hex.terrain, hex.deep_canopy)
        for hex in lands.hexes.values()
        if apart(here, hex.id) <= 1
    )
    return tuple(
        hex.id
        for hex in lands.hexes.values()
        if any(one.landmark and one.grade is Visibility.OVERT for one in hex.features.values())
        and isinstance(
            landmark_sighting(Script(), Lookout(coordinates(here), coordinates(hex.id), hex_map)),
            Visible,
        )
    )


def arrive_in(play: Play, group: GroupId, hex: HexId) -> None:
    """A group is in a hex, and sees what is plain."""
    play.tell(HexEntered(group, hex), to=group_audience(group))
    look(play, group)


def name_of(known: Campaign, hex: HexId) -> str:
    """A hex as people call it, by what is known of it."""
    there = known.seen_lands.hexes.get(hex)
    return f"{there.name} ({hex})" if there is not None and there.name else hex


def sky(weather: Weather) -> str:
    """The weather in words."""
    return weather.value.replace("_", " ")


def _sight(event: HexesSeen) -> str:
    here = event.hexes[0] if event.hexes else None
    if here is None or not here.visited:
        return ""
    features = (": ".join(filter(None, (one.name, one.what.removesuffix(".")))) for one in here.features.values())
    said = (f"{here.name}." if here.name else "", here.glance, *(f"{feature}." for feature in features))
    return " ".join(part for part in said if part)


def _said(feature: LandFeature | SeenLandFeature) -> str:
    """Its name, then what it is: a sentence of its own, or the end of this one."""
    if feature.what.endswith((".", "!", "?")):
        return f"{feature.name}. {feature.what}"
    return f"{', '.join(filter(None, (feature.name, feature.what)))}."


ROOM = Room(
    arms={
        LandsPlaced: _lands_placed,
        HexChanged: _hex_changed,
        LandsSeen: _lands_seen,
        HexesSeen: _hexes_seen,
        LandFeatureFound: _found,
        HintHeard: _hint_heard,
        HexEntered: _entered,
        SeasonTurned: _season_turned,
        WeatherTurned: _weather_turned,
    },
    words={
        LandsSeen: lambda _, it: f"{it.name}: {', '.join(part for part in (it.season, sky(it.weather)) if part)}.",
        HexesSeen: lambda _, it: _sight(it),
        LandFeatureFound: lambda _, it: f"Found: {_said(it.feature)}",
        HintHeard: lambda _, it: it.hint.text,
        HexEntered: lambda now, it: f"They are in {name_of(now, it.hex)}.",
        SeasonTurned: lambda _, it: f"It is {it.season}." if it.season else "The season turns.",
        WeatherTurned: lambda _, it: f"The weather turns: {sky(it.weather)}.",
    },
)
