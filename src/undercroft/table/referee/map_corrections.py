"""Telling groups how a part of a site that they know looks now, and nothing to groups that do not know it."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.engine.audience import around, group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.play import Play
from undercroft.table.site.movement import SHUT_FAST
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import GroupId, SiteId
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.seen_sites import SeenDoor, SeenFeature, SeenObstacle, SeenSite
from undercroft.table.state.sites import Clock, Door, Feature, Site, Zone
from undercroft.table.state.things import Carried, InHex, Lying, Thing
from undercroft.table.world import sight, sightings
from undercroft.table.world.darkness import is_blind
from undercroft.table.world.group_maps import map_of
from undercroft.table.world.roadside import stands_at


def knowing(play: Play, site: SiteId) -> Iterable[tuple[GroupId, SeenSite]]:
    """The groups that know a site, with what they know of it."""
    for group in tuple(play.now.groups.values()):
        seen = map_of(play.now, group.id).get(site)
        if group.members and seen is not None:
            yield group.id, seen


def correct_site(play: Play, site: SiteId, name: str, clock: Clock) -> None:
    """Tell the groups that know a site its name and its clock."""
    for group, _ in knowing(play, site):
        play.tell(sightings.SiteSeen(site, name, clock), to=group_audience(group))


def correct_zone(play: Play, site: SiteId, before: Zone, after: Zone) -> None:
    """Tell the groups that know a room; those who know it only from the dark are told what they notice there."""
    for group, seen in knowing(play, site):
        known = seen.zones.get(after.id)
        if known is None:
            continue
        was, now = (
            sight.zone_in_the_dark(zone) if known.dark else sight.zone_on_the_picture(play.now, site, zone)
            for zone in (before, after)
        )
        if was != now:
            play.tell(sightings.ZoneSeen(site, now), to=group_audience(group))


def correct_door(play: Play, site: SiteId, before: Door, after: Door) -> None:
    """Tell the groups that know the door; those who found it locked notice when it is not."""
    for group, seen in knowing(play, site):
        known = seen.doors.get(after.id)
        if known is not None and (shown := _as_known(play.now.sites[site], seen, before, after)) != known:
            play.tell(sightings.DoorSeen(site, shown), to=group_audience(group))


def _as_known(site: Site, seen: SeenSite, before: Door, after: Door) -> SeenDoor:
    known, glance = seen.doors[after.id], sight.door_from(site, after, seen.zones)
    knows_why = known.state in SHUT_FAST and known.state is before.state
    if knows_why:
        return replace(glance, state=after.state)
    return glance if sight.door_from(site, before, seen.zones) != glance else known


def _corrected(
    part: str, shown: Callable[[Any], Any], told: Callable[[SiteId, Any, GroupId | None], Event]
) -> Callable[..., None]:
    """A function that tells the groups that know a part of a site, if it looks different to them."""

    def tell(play: Play, site: SiteId, before: Any, after: Any) -> None:  # noqa: ANN401 - of any kind
        for group, seen in knowing(play, site):
            if after.id in getattr(seen, part) and shown(before) != shown(after):
                play.tell(told(site, shown(after), play.now.apart(group)), to=group_audience(group))

    return tell


def _as_found(feature: Feature) -> SeenFeature:
    return SeenFeature(feature.id, feature.zone, feature.what, feature.door)


def _feature_seen(site: SiteId, feature: SeenFeature, group: GroupId | None) -> Event:
    return sightings.FeatureSeen(site, feature, group=group)


def _obstacle_seen(site: SiteId, obstacle: SeenObstacle, _group: GroupId | None) -> Event:
    return sightings.ObstacleSeen(site, obstacle)


correct_trap = _corrected("traps", sight.trap_as_known, sightings.TrapSeen)
correct_feature = _corrected("features", _as_found, _feature_seen)
correct_obstacle = _corrected("obstacles", sight.obstacle_as_seen, _obstacle_seen)


def correct_creatures(play: Play, site: SiteId, before: Creatures, after: Creatures) -> None:
    """Tell the groups that know the creatures; how they came is told only if that was changed."""
    was, now = sight.creatures_as_seen(before), sight.creatures_as_seen(after)
    moved = (was.distance_ft, was.direction) != (now.distance_ft, now.direction)
    for group, seen in knowing(play, site):
        known = seen.creatures.get(after.id)
        if known is not None and was != now:
            shown = now if moved else replace(now, distance_ft=known.distance_ft, direction=known.direction)
            play.tell(sightings.CreaturesSeen(site, shown, group=play.now.apart(group)), to=group_audience(group))


def show_creatures(play: Play, site: SiteId, creatures: Creatures) -> None:
    """Show creatures to the groups that see them come into their room; an encounter follows."""
    for group in tuple(play.now.groups.values()):
        known = map_of(play.now, group.id).get(site)
        there = bool(group.members) and (group.site, group.zone) == (site, creatures.zone)
        if not there or creatures.ambush or known is None or is_blind(play.now, group):
            continue
        if creatures.id not in known.creatures:
            met = sight.creatures_as_met(play.now, group.id, creatures)
            sighting = sightings.CreaturesSeen(site, met, group=play.now.apart(group.id))
            play.tell(sighting, to=group_audience(group.id))


def correct_encounters(play: Play, site: SiteId, after: Creatures, *, told: bool = True) -> None:
    """Change creatures in the encounters that they are in; players learn nothing of it if they are not told."""
    for group in tuple(play.now.groups.values()):
        if isinstance(group.scene, EncounterScene) and group.site == site:
            _in_encounter(play, group.id, group.scene, after, told)


def _in_encounter(play: Play, group: GroupId, encounter: EncounterScene, after: Creatures, told: bool) -> None:
    """Change the creatures of an encounter as well; their number too, if the group has counted them."""
    kinds = [
        (replace(seen, count=after.count) if told and seen.count is not None else seen, after)
        if seen.id == after.id
        else (seen, others)
        for seen, others in encounter.kinds
    ]
    if tuple(kinds) != encounter.kinds:
        play.go_on(group, encounter.of_kinds(kinds))


def seeing(campaign: Campaign, thing: Thing) -> frozenset[SeatId]:
    """The seats that see a thing where it is."""
    match thing.place:
        case Carried(by=who):
            return around(who)(campaign)
        case Lying() | InHex():
            near = (group for group in campaign.groups.values() if stands_at(group, thing.place))
            return frozenset(seat for group in near for seat in group_audience(group.id)(campaign))
        case _:
            return frozenset((REFEREE,))
