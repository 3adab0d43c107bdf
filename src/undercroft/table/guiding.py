"""The referee's hand on the map: where a group is, what it is shown, what it hears of, and what the weather does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.hexcrawl.discovery import (
    Hint,
    HintGiven,
    Hints,
    Visibility,
    secret_hints,
)
from undercroft.books.hexcrawl.land import Weather
from undercroft.books.hexcrawl.landmarks import Candidate, Landmark, landmark_roll
from undercroft.books.hexcrawl.weather import Climate
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign
from undercroft.table.country import (
    HexChanged,
    HexesSeen,
    HintHeard,
    LandFeatureFound,
    SeasonTurned,
    WeatherTurned,
    feature_as_seen,
    hex_as_charted,
    hex_as_visited,
)
from undercroft.table.lands import LandFeature, LandHex, LandHint
from undercroft.table.names import FeatureId, GroupId, HexId, Text
from undercroft.table.play import Play
from undercroft.table.roadside import arrive_in
from undercroft.table.rooms import Command, Offer, Reason, Room
from undercroft.table.seats import REFEREE
from undercroft.table.seen_lands import HeardHint
from undercroft.table.telling import PARTY
from undercroft.table.telling import group as group_audience
from undercroft.table.whose import referee_only


class PlaceInHex(Command, frozen=True, tag="place_in_hex"):
    """A group is in this hex, however it came there."""

    group: GroupId
    hex: HexId


class ShowHexes(Command, frozen=True, tag="show_hexes"):
    """Put hexes on the map of a group: a chart they bought, a view from a tower."""

    group: GroupId
    hexes: Annotated[tuple[HexId, ...], Meta(min_length=1, max_length=1000)]


class ShowFeature(Command, frozen=True, tag="show_feature"):
    """Let a group know of something in a hex."""

    group: GroupId
    hex: HexId
    feature: FeatureId


class GiveHint(Command, frozen=True, tag="give_hint"):
    """Let the party hear the next hint at something in a hex."""

    hex: HexId
    feature: FeatureId


class SpreadWord(Command, frozen=True, tag="spread_word"):
    """Let the party hear something about a hex, true or not; `lead` is what they will know to look for."""

    hex: HexId
    text: Text
    lead: Text = ""


class RollLandmark(Command, frozen=True, tag="roll_landmark"):
    """Throw for whether something in plain sight is a landmark."""

    hex: HexId
    feature: FeatureId


class SetWeather(Command, frozen=True, tag="set_weather"):
    """The weather is so."""

    weather: Weather


class SetSeason(Command, frozen=True, tag="set_season"):
    """It is that season from now on: its list of weathers holds, or what the climate can bring where it has none.

    A climate that is not given stays; how dry the air is follows it, until `set_climate` says otherwise.
    """

    season: Text = ""
    climate: Climate | None = None


def _place(play: Play, act: PlaceInHex) -> None:
    arrive_in(play, act.group, act.hex)


def _show_hexes(play: Play, act: ShowHexes) -> None:
    lands = play.now.lands
    shown = tuple(hex_as_charted(lands.hexes[one]) for one in act.hexes)
    known = {*act.hexes, *play.now.seen_lands.hexes}
    ways = tuple(way for way in lands.ways if set(way.between) & set(act.hexes) and set(way.between) <= known)
    play.tell(HexesSeen(shown, ways), to=group_audience(act.group))


def _show_feature(play: Play, act: ShowFeature) -> None:
    hex = play.now.lands.hexes[act.hex]
    to = group_audience(act.group)
    if act.hex not in play.now.seen_lands.hexes:
        play.tell(HexesSeen((hex_as_charted(hex),)), to=to)
    play.tell(LandFeatureFound(act.hex, feature_as_seen(hex.features[act.feature])), to=to)


def _give_hint(play: Play, act: GiveHint) -> None:
    """A hint never reveals: what it points to is as hidden as before."""
    hex = play.now.lands.hexes[act.hex]
    feature = hex.features[act.feature]
    ready = tuple(Hint(feature.id, one.channel, one.text, one.given) for one in feature.hints)
    outcome = play.settle(secret_hints, Hints(ready, feature.id))
    if not isinstance(outcome, HintGiven):
        return
    told = next(one for one in feature.hints if one.text == outcome.hint.text and not one.given)
    play.tell(HexChanged(_with(hex, replace(feature, hints=_given(feature.hints, told)))))
    play.tell(HintHeard(HeardHint(act.hex, told.text, told.lead)), to=PARTY)


def _given(hints: tuple[LandHint, ...], told: LandHint) -> tuple[LandHint, ...]:
    return tuple(replace(one, given=True) if one == told else one for one in hints)


def _with(hex: LandHex, feature: LandFeature) -> LandHex:
    return replace(hex, features={**hex.features, feature.id: feature})


def _spread_word(play: Play, act: SpreadWord) -> None:
    play.tell(HintHeard(HeardHint(act.hex, act.text, act.lead)), to=PARTY)


def _roll_landmark(play: Play, act: RollLandmark) -> None:
    """Whoever has the hex on their map hears of it."""
    hex = play.now.lands.hexes[act.hex]
    feature = hex.features[act.feature]
    landmark = isinstance(play.settle(landmark_roll, Candidate(feature.grade)), Landmark)
    changed = _with(hex, replace(feature, landmark=landmark))
    play.tell(HexChanged(changed))
    known = play.now.seen_lands.hexes.get(act.hex)
    if known is not None and act.feature in known.features:
        shown = hex_as_visited(changed) if known.visited else hex_as_charted(changed)
        play.tell(HexesSeen((shown,)), to=PARTY)


def _set_weather(play: Play, act: SetWeather) -> None:
    play.tell(WeatherTurned(act.weather, play.now.lands.weather), to=PARTY)


def _set_season(play: Play, act: SetSeason) -> None:
    play.tell(SeasonTurned(act.season, act.climate or play.now.lands.climate), to=PARTY)


# Who may


def _on_the_map(known: Campaign, hex: HexId) -> Iterable[Reason]:
    if hex not in known.lands.hexes:
        yield Reason("no_hex", "There is no such hex.")


def _may_place(known: Campaign, seat: SeatId, act: PlaceInHex) -> Iterable[Reason]:
    yield from referee_only(seat)
    group = known.groups.get(act.group)
    if group is None:
        yield Reason("no_group", "Nobody goes by that name.")
    elif group.site is not None or group.scene is not None:
        yield Reason("in_a_scene", "They are in the middle of something else.")
    yield from _on_the_map(known, act.hex)


def _may_show(known: Campaign, seat: SeatId, act: ShowHexes) -> Iterable[Reason]:
    yield from referee_only(seat)
    if act.group not in known.groups:
        yield Reason("no_group", "Nobody goes by that name.")
    for hex in act.hexes:
        yield from _on_the_map(known, hex)


def _there(known: Campaign, hex: HexId, feature: FeatureId) -> Iterable[Reason]:
    yield from _on_the_map(known, hex)
    there = known.lands.hexes.get(hex)
    if there is not None and feature not in there.features:
        yield Reason("no_feature", "There is no such thing in that hex.")


def _may_show_feature(known: Campaign, seat: SeatId, act: ShowFeature) -> Iterable[Reason]:
    yield from referee_only(seat)
    if act.group not in known.groups:
        yield Reason("no_group", "Nobody goes by that name.")
    yield from _there(known, act.hex, act.feature)


def _may_hint(known: Campaign, seat: SeatId, act: GiveHint) -> Iterable[Reason]:
    yield from referee_only(seat)
    reasons = tuple(_there(known, act.hex, act.feature))
    yield from reasons
    if not reasons and all(one.given for one in known.lands.hexes[act.hex].features[act.feature].hints):
        yield Reason("no_hint", "Every hint at it has been given.", secret_hints.id)


def _may_spread(known: Campaign, seat: SeatId, act: SpreadWord) -> Iterable[Reason]:
    yield from referee_only(seat)
    yield from _on_the_map(known, act.hex)


def _may_roll(known: Campaign, seat: SeatId, act: RollLandmark) -> Iterable[Reason]:
    yield from referee_only(seat)
    reasons = tuple(_there(known, act.hex, act.feature))
    yield from reasons
    if not reasons and known.lands.hexes[act.hex].features[act.feature].grade is not Visibility.OVERT:
        yield Reason("not_overt", "Only what is in plain sight can be a landmark.", landmark_roll.id)


def _may_set_season(known: Campaign, seat: SeatId, act: SetSeason) -> Iterable[Reason]:
    yield from referee_only(seat)
    lands = known.lands
    if not lands.hexes:
        yield Reason("no_lands", "There are no lands to have a season.")
    elif (lands.season, lands.climate) == (act.season, act.climate or lands.climate):
        yield Reason("same_season", "It is so already.")


def _may_set_weather(known: Campaign, seat: SeatId, act: SetWeather) -> Iterable[Reason]:
    yield from referee_only(seat)
    if not known.lands.hexes:
        yield Reason("no_lands", "There are no lands to have a weather.")
    elif known.lands.weather is act.weather:
        yield Reason("same_weather", "The weather is so already.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """Hints at what lies where a group is."""
    if seat != REFEREE:
        return
    for at in dict.fromkeys(group.hex for group in known.groups.values() if group.members):
        hex = known.lands.hexes.get(at) if at is not None else None
        for feature in hex.features.values() if hex is not None else ():
            if hex is not None and not feature.found and any(not one.given for one in feature.hints):
                yield Offer(GiveHint(hex.id, feature.id), f"Hint at {feature.name} ({hex.id})", rule=secret_hints)


ROOM = Room(
    steps={
        PlaceInHex: _place,
        ShowHexes: _show_hexes,
        ShowFeature: _show_feature,
        GiveHint: _give_hint,
        SpreadWord: _spread_word,
        RollLandmark: _roll_landmark,
        SetSeason: _set_season,
        SetWeather: _set_weather,
    },
    refusals={
        PlaceInHex: _may_place,
        ShowHexes: _may_show,
        ShowFeature: _may_show_feature,
        GiveHint: _may_hint,
        SpreadWord: _may_spread,
        RollLandmark: _may_roll,
        SetSeason: _may_set_season,
        SetWeather: _may_set_weather,
    },
    offers=_offers,
)
