"""Maps: what each group has seen while the party is split, and what groups share when they meet."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from undercroft.kernel.amounts import counted
from undercroft.kernel.units import SeatId
from undercroft.table.engine.audience import Told, seats
from undercroft.table.engine.event import Event, SecretEvent
from undercroft.table.engine.part import Part
from undercroft.table.engine.play import Play
from undercroft.table.state import seen_lands
from undercroft.table.state.campaign import Campaign, with_seen
from undercroft.table.state.ids import GroupId, SiteId, ZoneId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.seen_lands import SeenLands
from undercroft.table.state.seen_sites import SeenSite, with_rooms

_PARTS = ("zones", "doors", "traps", "features", "obstacles", "creatures")


class MapKept(SecretEvent, frozen=True, tag="table.map-kept"):
    """The referee recorded what a group has seen while the party is split."""

    group: GroupId
    seen: tuple[SeenSite, ...]
    lands: SeenLands | None = None

    def fold(self, campaign: Campaign) -> Campaign:
        known = dict(campaign.maps.get(self.group, {}))
        for site in self.seen:
            known[site.id] = merged(known.get(site.id), site)
        campaign = replace(campaign, maps={**campaign.maps, self.group: known})
        if self.lands is None:
            return campaign
        lands = seen_lands.merged(campaign.land_maps.get(self.group, SeenLands()), self.lands)
        return replace(campaign, land_maps={**campaign.land_maps, self.group: lands})


class MapForgotten(SecretEvent, frozen=True, tag="table.map-forgotten"):
    """The separate map of a group is no longer needed."""

    group: GroupId

    def fold(self, campaign: Campaign) -> Campaign:
        maps = {id: known for id, known in campaign.maps.items() if id != self.group}
        return replace(
            campaign, maps=maps, land_maps={id: campaign.land_maps[id] for id in maps if id in campaign.land_maps}
        )


class MapShared(Event, frozen=True, tag="table.map-shared"):
    """Another group shared its map of a site."""

    seen: SeenSite
    behind: Mapping[ZoneId, ZoneId] = {}
    """By which doors a player's seat knew of its rooms before; empty in the log."""

    @property
    def rooms(self) -> tuple[ZoneId, ...]:
        """The rooms that the event shows."""
        return tuple(self.seen.zones)

    def fold(self, campaign: Campaign) -> Campaign:
        shared = merged(campaign.seen.get(self.seen.id), self.seen)
        return with_seen(campaign, with_rooms(shared, {**shared.behind, **self.behind}))

    def say(self, _now: Campaign) -> str:
        return f"Shown on the map: {', '.join(zone.name for zone in self.seen.zones.values())}."


class LandsShared(Event, frozen=True, tag="table.lands-shared"):
    """Another group shared its map of the lands."""

    lands: SeenLands

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, seen_lands=seen_lands.told_of(campaign.seen_lands, self.lands))

    def say(self, _now: Campaign) -> str:
        return f"The groups share their maps: {counted(len(self.lands.hexes), 'hex', 'hexes')}."


def merged(known: SeenSite | None, more: SeenSite) -> SeenSite:
    """A known map with what another map adds."""
    if known is None:
        return more
    parts = {part: {**getattr(known, part), **getattr(more, part)} for part in _PARTS}
    parts["zones"] |= {id: zone for id, zone in known.zones.items() if parts["zones"][id].dark}
    clues = (*known.clues, *(clue for clue in more.clues if clue not in known.clues))
    slain = (*known.slain, *(dead for dead in more.slain if dead not in known.slain))
    return replace(known, clues=clues, slain=slain, **parts)


def difference(ours: SeenSite, theirs: SeenSite | None) -> SeenSite | None:
    """What is on our map and different on theirs; None if nothing is."""
    if theirs is None:
        return ours
    parts = {part: _new(getattr(ours, part), getattr(theirs, part)) for part in _PARTS}
    parts["zones"] = {id: zone for id, zone in parts["zones"].items() if not zone.dark or id not in theirs.zones}
    clues = tuple(clue for clue in ours.clues if clue not in theirs.clues)
    return replace(ours, clues=clues, **parts) if clues or any(parts.values()) else None


def _new(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Mapping[str, Any]:
    return {id: part for id, part in ours.items() if theirs.get(id) != part}


def as_of_now(known: SeenSite, latest: SeenSite | None) -> SeenSite:
    """A map with the latest state of everything on it; things on no current map are left out."""
    if latest is None:
        return known
    parts = {part: _latest(getattr(known, part), getattr(latest, part)) for part in _PARTS}
    parts["zones"] = {**parts["zones"], **{id: zone for id, zone in known.zones.items() if zone.dark}}
    return replace(known, **parts)


def _latest(known: Mapping[str, Any], latest: Mapping[str, Any]) -> Mapping[str, Any]:
    return {id: latest[id] for id in known if id in latest}


def map_of(campaign: Campaign, group: GroupId) -> Mapping[SiteId, SeenSite]:
    """The sites a group knows: its own map while the party is split, else the party's."""
    return campaign.maps.get(group, campaign.seen)


def lands_of(campaign: Campaign, group: GroupId) -> SeenLands:
    """The lands a group knows: its own map while the party is split, else the party's."""
    return campaign.land_maps.get(group, campaign.seen_lands)


def part(play: Play, group: GroupId, new: GroupId) -> None:
    """Give two groups that part a map each."""
    known, lands = tuple(map_of(play.now, group).values()), lands_of(play.now, group)
    if group not in play.now.maps:
        play.tell(MapKept(group, known, lands))
    play.tell(MapKept(new, known, lands))


def show(
    play: Play, known: Mapping[SiteId, SeenSite], to: Iterable[SeatId], besides: Mapping[SiteId, SeenSite]
) -> None:
    """Share a map of sites with seats that know only `besides`."""
    for site in known.values():
        news = difference(as_of_now(site, play.now.seen.get(site.id)), besides.get(site.id))
        if news is not None:
            play.aside(MapShared(news), to=seats(*to))


def show_lands(play: Play, known: SeenLands, to: Iterable[SeatId], besides: SeenLands) -> None:
    """Share a map of the lands with seats that know only `besides`."""
    news = seen_lands.difference(known, besides)
    if news is not None:
        play.aside(LandsShared(news), to=seats(*to))


def meet(play: Play, group: GroupId, other: GroupId, stays: GroupId) -> None:
    """Let two groups share their maps and join them into the map of the group that stays."""
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
    """Drop the map of a dissolved group; the last group left needs no map of its own either."""
    if group in play.now.maps:
        play.tell(MapForgotten(group))
    for last in tuple(play.now.maps) if len(play.now.maps) == 1 else ():
        play.tell(MapForgotten(last))


def _seats(campaign: Campaign, group: GroupId) -> frozenset[SeatId]:
    return frozenset(campaign.people[who].seat for who in campaign.groups[group].members)


def remember(play: Play, before: Campaign, told: Sequence[Told]) -> None:
    """Record what each group was shown while the party is split."""
    for group in before.maps:
        if group not in play.now.maps or group not in play.now.groups:
            continue
        theirs = _seats(play.now, group)
        country = before.land_maps.get(group, SeenLands())
        shadow = replace(before, seen=before.maps[group], seen_lands=country)
        for fact in told:
            if theirs and theirs <= set(fact.to) - {REFEREE}:
                shadow = fact.event.fold(shadow)
        news = (difference(site, before.maps[group].get(id)) for id, site in shadow.seen.items())
        seen = tuple(site for site in news if site is not None)
        lands = seen_lands.difference(shadow.seen_lands, country)
        if seen or lands is not None:
            play.tell(MapKept(group, seen, lands))


PART = Part(events=(MapKept, MapForgotten, MapShared, LandsShared))
