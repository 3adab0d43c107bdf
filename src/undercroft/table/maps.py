"""Maps: what each group has seen while they are apart, and what they show each other when they meet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table import seen_lands
from undercroft.table.campaign import Campaign, with_seen
from undercroft.table.names import GroupId, SiteId
from undercroft.table.play import Play
from undercroft.table.rooms import Arm, Event, Room
from undercroft.table.seats import REFEREE
from undercroft.table.seen import SeenSite
from undercroft.table.seen_lands import SeenLands
from undercroft.table.telling import Told, seats

_PARTS = ("zones", "doors", "traps", "features", "obstacles", "creatures")


class MapKept(Event, frozen=True, tag="table.map-kept"):
    """What a group has seen that the others have not; only the referee keeps count of that."""

    secret: ClassVar[bool] = True

    group: GroupId
    seen: tuple[SeenSite, ...]
    lands: SeenLands | None = None


class MapForgotten(Event, frozen=True, tag="table.map-forgotten"):
    """Nobody needs to count any more what a group alone has seen."""

    secret: ClassVar[bool] = True

    group: GroupId


class MapShared(Event, frozen=True, tag="table.map-shared"):
    """What others have seen of a site and now show."""

    seen: SeenSite


class LandsShared(Event, frozen=True, tag="table.lands-shared"):
    """What others have seen of the country and now show."""

    lands: SeenLands


def _kept(campaign: Campaign, event: MapKept) -> Campaign:
    known = dict(campaign.maps.get(event.group, {}))
    for site in event.seen:
        known[site.id] = merged(known.get(site.id), site)
    campaign = replace(campaign, maps={**campaign.maps, event.group: known})
    if event.lands is None:
        return campaign
    lands = seen_lands.merged(campaign.land_maps.get(event.group, SeenLands()), event.lands)
    return replace(campaign, land_maps={**campaign.land_maps, event.group: lands})


def _forgotten(campaign: Campaign, event: MapForgotten) -> Campaign:
    maps = {id: known for id, known in campaign.maps.items() if id != event.group}
    return replace(
        campaign, maps=maps, land_maps={id: campaign.land_maps[id] for id in maps if id in campaign.land_maps}
    )


def _shared(campaign: Campaign, event: MapShared) -> Campaign:
    return with_seen(campaign, merged(campaign.seen.get(event.seen.id), event.seen))


def _lands_shared(campaign: Campaign, event: LandsShared) -> Campaign:
    return replace(campaign, seen_lands=seen_lands.merged(campaign.seen_lands, event.lands))


def merged(known: SeenSite | None, more: SeenSite) -> SeenSite:
    """A map with what another adds to it."""
    if known is None:
        return more
    parts = {part: {**getattr(known, part), **getattr(more, part)} for part in _PARTS}
    clues = (*known.clues, *(clue for clue in more.clues if clue not in known.clues))
    return replace(known, clues=clues, **parts)


def difference(ours: SeenSite, theirs: SeenSite | None) -> SeenSite | None:
    """What is on our map and not the same on theirs; None if nothing is."""
    if theirs is None:
        return ours
    parts = {part: _new(getattr(ours, part), getattr(theirs, part)) for part in _PARTS}
    clues = tuple(clue for clue in ours.clues if clue not in theirs.clues)
    return replace(ours, clues=clues, **parts) if clues or any(parts.values()) else None


def _new(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Mapping[str, Any]:
    return {id: part for id, part in ours.items() if theirs.get(id) != part}


def as_of_now(known: SeenSite, latest: SeenSite | None) -> SeenSite:
    """A map with everything on it as it was last seen by anybody; what is no longer seen anywhere is left out."""
    if latest is None:
        return known
    return replace(known, **{part: _latest(getattr(known, part), getattr(latest, part)) for part in _PARTS})


def _latest(known: Mapping[str, Any], latest: Mapping[str, Any]) -> Mapping[str, Any]:
    return {id: latest[id] for id in known if id in latest}


def map_of(campaign: Campaign, group: GroupId) -> Mapping[SiteId, SeenSite]:
    """What a group knows: its own map while they are apart, else all that was seen."""
    return campaign.maps.get(group, campaign.seen)


def lands_of(campaign: Campaign, group: GroupId) -> SeenLands:
    """What a group knows of the country."""
    return campaign.land_maps.get(group, campaign.seen_lands)


def part(play: Play, group: GroupId, new: GroupId) -> None:
    """Two groups begin to know different things."""
    known, lands = tuple(map_of(play.now, group).values()), lands_of(play.now, group)
    if group not in play.now.maps:
        play.tell(MapKept(group, known, lands))
    play.tell(MapKept(new, known, lands))


def show(
    play: Play, known: Mapping[SiteId, SeenSite], to: Iterable[SeatId], besides: Mapping[SiteId, SeenSite]
) -> None:
    """Show a map to those who lack something of it."""
    for site in known.values():
        news = difference(as_of_now(site, play.now.seen.get(site.id)), besides.get(site.id))
        if news is not None:
            play.aside(MapShared(news), to=seats(*to))


def show_lands(play: Play, known: SeenLands, to: Iterable[SeatId], besides: SeenLands) -> None:
    """Show a map of the country to those who lack something of it."""
    news = seen_lands.difference(known, besides)
    if news is not None:
        play.aside(LandsShared(news), to=seats(*to))


def meet(play: Play, group: GroupId, other: GroupId, stays: GroupId) -> None:
    """Two groups show each other their maps, and know the same from now on."""
    ours, theirs = map_of(play.now, group), map_of(play.now, other)
    show(play, ours, _seats(play.now, other), theirs)
    show(play, theirs, _seats(play.now, group), ours)
    lands, country = lands_of(play.now, group), lands_of(play.now, other)
    show_lands(play, lands, _seats(play.now, other), country)
    show_lands(play, country, _seats(play.now, group), lands)
    goes = group if stays == other else other
    play.tell(MapKept(stays, tuple(map_of(play.now, goes).values()), lands_of(play.now, goes)))
    forget(play, goes)


def forget(play: Play, group: GroupId) -> None:
    """Nobody goes by that name any more; whoever is left alone then knows all that is known."""
    if group in play.now.maps:
        play.tell(MapForgotten(group))
    for last in tuple(play.now.maps) if len(play.now.maps) == 1 else ():
        play.tell(MapForgotten(last))


def _seats(campaign: Campaign, group: GroupId) -> frozenset[SeatId]:
    return frozenset(campaign.people[who].seat for who in campaign.groups[group].members)


def remember(play: Play, before: Campaign, told: Sequence[Told], arms: Mapping[type[Event], Arm]) -> None:
    """While they are apart, keep what each group was shown; the same arms as everywhere say what that changes."""
    for group in before.maps:
        if group not in play.now.maps or group not in play.now.groups:
            continue
        theirs = _seats(play.now, group)
        country = before.land_maps.get(group, SeenLands())
        shadow = replace(before, seen=before.maps[group], seen_lands=country)
        for one in told:
            if theirs and theirs <= set(one.to) - {REFEREE}:
                shadow = arms[type(one.event)](shadow, one.event)
        news = (difference(site, before.maps[group].get(id)) for id, site in shadow.seen.items())
        seen = tuple(site for site in news if site is not None)
        lands = seen_lands.difference(shadow.seen_lands, country)
        if seen or lands is not None:
            play.tell(MapKept(group, seen, lands))


ROOM = Room(
    arms={MapKept: _kept, MapForgotten: _forgotten, MapShared: _shared, LandsShared: _lands_shared},
    words={
        MapShared: lambda _, it: f"Shown on the map: {', '.join(one.name for one in it.seen.zones.values())}.",
        LandsShared: lambda _, it: (
            f"Shown on the map: {', '.join(hex.name or hex.id for hex in it.lands.hexes.values())}."
        ),
    },
)
