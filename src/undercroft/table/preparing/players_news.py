"""What players are told of a change: nothing, unless the referee tells them or they see it on their own sheets."""

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.engine.audience import TABLE, group_audience
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import known_to
from undercroft.table.preparing.parts import by_address
from undercroft.table.preparing.removed_places import MapPartGone
from undercroft.table.preparing.telling_lands import tell_land
from undercroft.table.referee import map_corrections
from undercroft.table.referee.map_corrections import knowing, seeing
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.changes import (
    AnyChange,
    CreaturesChange,
    DoorChange,
    FeatureChange,
    HexChange,
    LandsChange,
    ObstacleChange,
    PlaceInSite,
    SiteChange,
    ThingChange,
    TrapChange,
    WayChange,
    ZoneChange,
    id_of,
)
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import PartId
from undercroft.table.state.lands import LandHex
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Door, Obstacle
from undercroft.table.state.things import Carried, Gone, Lying, Thing, seen_thing
from undercroft.table.world import sight, sightings
from undercroft.table.world.campaign_start import ThingPlaced
from undercroft.table.world.darkness import is_blind
from undercroft.table.world.group_maps import map_of


def tell_changes(play: Play, before: Campaign, changes: Iterable[AnyChange], tell: Collection[PartId]) -> None:
    """Tell players of changes that were just made.

    What is gone leaves their maps, with a word only if they are told. What they carry they always see as it is.
    """
    for part, change in by_address(changes).items():
        told = part in tell
        if isinstance(change, ThingChange):
            _thing(play, before, change, told)
        elif isinstance(change, LandsChange | HexChange | WayChange):
            tell_land(play, change, told)
        elif change.after is None:
            _gone(play, change, told)
        elif isinstance(change, CreaturesChange) and not told:
            map_corrections.correct_encounters(play, change.site, change.after, told=False)
        elif told:
            _told(play, change)


def known_by_players(campaign: Campaign, change: AnyChange) -> bool:
    """Whether players have seen the part that changes."""
    match change:
        case HexChange(before=LandHex() as hex):
            return hex.id in campaign.seen_lands.hexes
        case WayChange():
            return change.before in campaign.seen_lands.ways
        case LandsChange():
            return bool(campaign.seen_lands.hexes)
        case ThingChange(before=Thing() as thing):
            return seeing(campaign, thing) != frozenset((REFEREE,))
        case SiteChange():
            return id_of(change) in campaign.seen
        case PlaceInSite(site=at):
            seen = campaign.seen.get(at)
            return seen is not None and id_of(change) in getattr(seen, change.KEPT_IN)
        case _:
            return False


# Sites


def _told(play: Play, change: AnyChange) -> None:
    """Tell the groups that know a part how it is now, and those who see something new that it is there."""
    match change:
        case SiteChange(before=before, after=after) if before is not None and after is not None:
            if (before.name, before.clock) != (after.name, after.clock):
                map_corrections.correct_site(play, after.id, after.name, after.clock)
        case ZoneChange(site=at, before=before, after=after) if before is not None and after is not None:
            map_corrections.correct_zone(play, at, before, after)
        case DoorChange(site=at, before=before, after=after) if after is not None:
            map_corrections.correct_door(play, at, before or after, after)
            for group in in_sight(play.now, change):
                shown = sight.door_from(play.now.sites[at], after, (group.zone,))
                play.tell(sightings.DoorSeen(at, shown), to=group_audience(group.id))
        case TrapChange(site=at, before=before, after=after) if before is not None and after is not None:
            map_corrections.correct_trap(play, at, before, after)
        case FeatureChange(site=at, before=before, after=after) if before is not None and after is not None:
            map_corrections.correct_feature(play, at, before, after)
        case ObstacleChange(site=at, before=before, after=after) if after is not None:
            map_corrections.correct_obstacle(play, at, before or after, after)
            for group in in_sight(play.now, change):
                play.tell(sightings.ObstacleSeen(at, sight.obstacle_as_seen(after)), to=group_audience(group.id))
        case CreaturesChange(site=at, before=before, after=after) if after is not None:
            map_corrections.correct_creatures(play, at, before or after, after)
            map_corrections.correct_encounters(play, at, after)
            map_corrections.show_creatures(play, at, after)
        case _:
            pass


def in_sight(campaign: Campaign, change: AnyChange) -> tuple[Group, ...]:
    """The groups that would see a part from where they are and do not know it yet."""
    if not isinstance(change, DoorChange | ObstacleChange | CreaturesChange):
        return ()
    return tuple(group for group in campaign.groups.values() if group.members and _sees(campaign, group, change))


def _sees(campaign: Campaign, group: Group, change: DoorChange | ObstacleChange | CreaturesChange) -> bool:
    known = map_of(campaign, group.id).get(change.site)
    if group.site != change.site or known is None or id_of(change) in getattr(known, change.KEPT_IN):
        return False
    match change.after:
        case Door(between=between, hidden=False):
            return group.zone in between
        case Obstacle(zone=zone, to=to):
            return group.zone in (zone, to) and not is_blind(campaign, group)
        case Creatures(zone=zone, ambush=False):
            return group.zone == zone and not is_blind(campaign, group)
        case _:
            return False


def _gone(play: Play, change: AnyChange, told: bool) -> None:
    """Take a part off the maps of those who know it."""
    match change:
        case SiteChange(before=before) if before is not None and before.id in play.now.seen:
            _forget(play, MapPartGone(before.id, name=before.name if told else ""))
        case PlaceInSite(site=at) if known_by_players(play.now, change):
            seen = getattr(play.now.seen[at], change.KEPT_IN)[id_of(change)]
            name = str(getattr(seen, "name", "") or getattr(seen, "what", "")) if told else ""
            _forget(play, MapPartGone(at, change.KEPT_IN, id_of(change), name))
        case _:
            pass


def _forget(play: Play, event: MapPartGone) -> None:
    """Tell everybody, or while the party is split only the groups that know the part."""
    if not play.now.maps:
        play.tell(event, to=TABLE)
        return
    play.tell(event)
    for group, seen in tuple(knowing(play, event.site)):
        if not event.kept_in or event.id in getattr(seen, event.kept_in):
            play.aside(event, to=group_audience(group))


# Things


def _thing(play: Play, before: Campaign, change: ThingChange, told: bool) -> None:
    """Show a thing to the table if a character carries it, and to those who are where it lies if they are told."""
    seats = _holders(before, change.before) | _holders(play.now, change.after)
    if told or change.after is None:
        seats |= _near(before, change.before) | _near(play.now, change.after)
    if change.after is not None:
        play.aside(ThingPlaced(seen_thing(change.after)), to=lambda _: seats)
    elif change.before is not None:
        gone = replace(seen_thing(change.before), place=Gone(), count=0, points=0)
        play.aside(ThingPlaced(gone), to=lambda _: seats)


def _holders(campaign: Campaign, thing: Thing | None) -> frozenset[SeatId]:
    """The seats that know what a character carries."""
    if thing is None or not isinstance(thing.place, Carried) or thing.place.by not in campaign.people:
        return frozenset()
    return known_to(campaign.people[thing.place.by])(campaign)


def _near(campaign: Campaign, thing: Thing | None) -> frozenset[SeatId]:
    """The seats of those who are where a thing lies in plain sight."""
    if thing is None or isinstance(thing.place, Carried):
        return frozenset()
    if isinstance(thing.place, Lying) and thing.id in sight.concealed(campaign, thing.place.site):
        return frozenset()
    return seeing(campaign, thing)
