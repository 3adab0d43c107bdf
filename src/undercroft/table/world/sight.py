"""What a group sees when it comes into a zone, and so what its players' map shows."""

from collections.abc import Collection, Iterable
from typing import TypeVar

from msgspec.structs import replace

from undercroft.kernel.phrases import begun, single
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.id_fields import UNKNOWN, Look, shuffled
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import GroupId, SiteId, ZoneId
from undercroft.table.state.seen_copy import as_seen
from undercroft.table.state.seen_sites import (
    SeenCreatures,
    SeenDoor,
    SeenObstacle,
    SeenTrap,
    SeenZone,
)
from undercroft.table.state.sites import Door, DoorState, Obstacle, Shape, Site, Trap, Zone
from undercroft.table.state.things import InHex, Lying, Thing, ThingPlace, seen_thing
from undercroft.table.world.campaign_start import ThingPlaced
from undercroft.table.world.darkness import is_blind
from undercroft.table.world.floor_plan import wall_spots
from undercroft.table.world.group_maps import map_of
from undercroft.table.world.light import LitUp
from undercroft.table.world.pictures import PictureShown, shown_here
from undercroft.table.world.sightings import PLAIN, UNSEEN, CreaturesSeen, DoorSeen, ObstacleSeen, SiteSeen, ZoneSeen
from undercroft.table.world.travel_costs import where

S = TypeVar("S", SeenDoor, SeenObstacle, SeenCreatures, Thing)
UNLIT_ROOM = "Unlit room"


def zone_at_a_glance(zone: Zone, mapped: bool = True) -> SeenZone:
    """A zone at first glance."""
    return as_seen(SeenZone, zone, mapped=mapped, pin=None)


def zone_on_the_picture(campaign: Campaign, site: SiteId, zone: Zone, mapped: bool = True) -> SeenZone:
    """A zone at first glance, with its pin if players see the picture of its level."""
    return as_seen(SeenZone, zone, mapped=mapped, pin=zone.pin if shown_here(campaign, site, zone.level) else None)


def zone_in_the_dark(zone: Zone) -> SeenZone:
    """A zone that nobody sees: what can be heard, smelt and felt, and a small mark in its place on the map."""
    shape = zone.shape
    x, y = shape.x + max(0, shape.width // 2 - 1), shape.y + max(0, shape.height // 2 - 1)
    mark = Shape(x, y, min(2, shape.width), min(2, shape.height))
    return SeenZone(zone.id, UNLIT_ROOM, "", senses=zone.senses, level=zone.level, shape=mark, mapped=False, dark=True)


def door_at_a_glance(site: Site, door: Door) -> SeenDoor:
    """A door of a site at first glance."""
    state = door.state if door.state in PLAIN else DoorState.CLOSED
    return as_seen(SeenDoor, door, state=state, walls=wall_spots(site, door))


def door_from(site: Site, door: Door, rooms: Collection[ZoneId | None]) -> SeenDoor:
    """A door at first glance from rooms of the site: where it is in the wall of an unseen room stays out of sight."""
    seen = door_at_a_glance(site, door)
    if seen.walls is None:
        return seen
    one, other = (spot if zone in rooms else None for spot, zone in zip(seen.walls, door.between, strict=True))
    return replace(seen, walls=(one, other))


def trap_as_known(trap: Trap) -> SeenTrap:
    """A trap as people who know it see it."""
    return as_seen(SeenTrap, trap)


def obstacle_as_seen(obstacle: Obstacle) -> SeenObstacle:
    """An obstacle at first glance."""
    return as_seen(SeenObstacle, obstacle)


def creatures_as_seen(creatures: Creatures) -> SeenCreatures:
    """Creatures at first glance."""
    return as_seen(SeenCreatures, creatures)


def creatures_as_met(campaign: Campaign, group: GroupId, creatures: Creatures) -> SeenCreatures:
    """Creatures as a group meets them: how far off and from where only if this group noticed them come.

    In the dark a group knows that something is there, and who it is only if it saw them before.
    """
    before, seen = _last_seen(campaign, group, creatures), creatures_as_seen(creatures)
    if before is not None:
        seen = replace(seen, distance_ft=before.distance_ft, direction=before.direction)
    elif creatures.met:
        seen = replace(seen, distance_ft=None, direction="")
    known = before is not None and before.name != UNSEEN
    return seen if known or not is_blind(campaign, campaign.groups[group]) else unrecognised(seen)


def unrecognised(seen: SeenCreatures) -> SeenCreatures:
    """Creatures noticed in the dark: something is there."""
    return replace(seen, name=UNSEEN, count=None, activity="")


def in_view(campaign: Campaign, group: Group, creatures: Creatures) -> bool:
    """Whether creatures in a group's zone are in its sight: those it noticed, and by light those others have met."""
    if creatures.zone is None or creatures.zone != group.zone or creatures.ambush or group.site is None:
        return False
    if creatures.met and not is_blind(campaign, group):
        return True
    known = map_of(campaign, group.id).get(group.site)
    return known is not None and creatures.id in known.creatures


def _last_seen(campaign: Campaign, group: GroupId, creatures: Creatures) -> SeenCreatures | None:
    """Creatures as a group saw them last; a sighting that is on no group's map yet is this group's."""
    site = campaign.groups[group].site
    if site is None:
        return None
    theirs = {id: known[site].creatures for id, known in campaign.maps.items() if site in known}
    if group in theirs and creatures.id in theirs[group]:
        return theirs[group][creatures.id]
    met_others = any(id != group for id in creatures.known_to) or any(
        creatures.id in sighted for sighted in theirs.values()
    )
    seen = None if campaign.maps and met_others else campaign.seen.get(site)
    return seen.creatures.get(creatures.id) if seen is not None else None


def counted(creatures: Creatures | SeenCreatures) -> str:
    """The name of creatures, capitalised, with their number unless it is 1."""
    name = begun(single(creatures.name) if creatures.count == 1 else creatures.name)
    return name if creatures.count == 1 or creatures.name == UNSEEN else f"{name} ({creatures.count or '?'})"


def numbered(creatures: Creatures | SeenCreatures) -> str:
    """Creatures with their number, such as `4 rats`; `rat` for one of them; the name alone where it is not known."""
    return single(creatures.name) if creatures.count == 1 else f"{creatures.count or ''} {creatures.name}".strip()


def see(
    play: Play, group: GroupId, zone: ZoneId, *, mapped: bool = True, news_only: bool = False, through: str = ""
) -> None:
    """Tell a group what it sees in a zone; in the dark it finds only the ways out, by touch.

    It is told each time, since some members may be new to the zone and the zone may have changed. With `news_only` it
    is told what differs from its map. `through` is the exit by which it came.
    """
    site, to = play.now.site_of(play.group(group)), group_audience(group)
    if site is None:
        return
    blind = is_blind(play.now, play.group(group))
    here = site.zones[zone]
    found = zone_in_the_dark(here) if blind else zone_on_the_picture(play.now, site.id, here, mapped)
    placed = (PictureShown(shown, again=True) for shown in shown_here(play.now, site.id, here.level))
    sights = (
        SiteSeen(site.id, site.name, site.clock_of(zone)),
        *placed,
        ZoneSeen(site.id, found, through if blind else "", group=play.now.apart(group)),
        *_ways_on(site, zone, look_of(play, group, site.id), blind=blind),
    )
    shadow = replace(play.now, seen=map_of(play.now, group))
    for event in sights if blind else (*sights, *_contents(play, group, site, zone)):
        if not news_only or event.fold(shadow) != shadow:
            play.tell(event, to=to)
    if not blind:
        _see_things(play, group, site, zone)


def _ways_on(site: Site, zone: ZoneId, look: Look, *, blind: bool) -> Iterable[Event]:
    """The ways on; touch finds them in the dark, but not where they are on the map."""
    ways = (door for door in site.doors.values() if zone in door.between and not door.hidden)
    seen = (door_from(site, door, (zone,)) for door in ways)
    felt = (replace(door, walls=None) if blind else door for door in seen)
    yield from (DoorSeen(site.id, door) for door in as_they_look(felt, look))


def _contents(play: Play, group: GroupId, site: Site, zone: ZoneId) -> Iterable[Event]:
    near = (obstacle for obstacle in site.obstacles.values() if zone in (obstacle.zone, obstacle.to))
    met = (creatures_as_met(play.now, group, creatures) for creatures in in_plain_sight(site, zone))
    look = look_of(play, group, site.id)
    yield from (ObstacleSeen(site.id, each) for each in as_they_look(map(obstacle_as_seen, near), look))
    yield from (CreaturesSeen(site.id, creatures, group=play.now.apart(group)) for creatures in as_they_look(met, look))


def as_they_look(seen: Iterable[S], look: Look) -> list[S]:
    """Things in the order in which a group is told of them: by what it knows of them, whatever their ids are."""
    return sorted(seen, key=lambda each: look.order(each, each.id))


def look_of(play: Play, group: GroupId, site: SiteId | None) -> Look:
    """How things look to a group: by what is on its map, in the order of first sight.

    The map of a group that split off has lost that order.
    """
    seen = map_of(play.now, group).get(site) if site is not None else None
    known = [*seen.zones, *seen.doors, *seen.obstacles, *seen.creatures] if seen is not None else []
    if group in play.now.maps:
        known.sort(key=lambda id: shuffled(id, play.shuffle))
    numbers = {str(id): f"{number:05}" for number, id in enumerate(known)}
    return Look(lambda _, id: numbers.get(id, UNKNOWN), play.shuffle)


def in_plain_sight(site: Site | None, zone: ZoneId) -> Iterable[Creatures]:
    """The creatures that anybody with light sees in a zone: all but those in ambush."""
    everybody = site.creatures.values() if site is not None else ()
    return (creatures for creatures in everybody if creatures.zone == zone and not creatures.ambush)


def _see_things(play: Play, group: GroupId, site: Site, zone: ZoneId) -> None:
    to, hidden = group_audience(group), concealed(play.now, site.id)
    for thing in lying_there(play, group, Lying(site.id, zone)):
        if thing.id not in hidden:
            tell_thing(play, group, ThingPlaced(thing))
            if thing.id in play.now.lights:
                play.tell(LitUp(play.now.lights[thing.id]), to=to)


def lying_there(play: Play, group: GroupId, place: ThingPlace) -> Iterable[Thing]:
    """The things that lie in a place, in the order in which a group is told of them."""
    look = look_of(play, group, play.group(group).site)
    there = {thing.id: thing for thing in play.now.things.values() if thing.place == place}
    return [there[seen.id] for seen in as_they_look(map(seen_thing, there.values()), look)]


def tell_thing(play: Play, group: GroupId, event: ThingPlaced) -> None:
    """Tell a group of a thing, and only the referee its worth if it is not appraised.

    A lost group is told that the thing lies in the hex it believes it is in.
    """
    shown = seen_thing(event.thing)
    believed = where(play.group(group))
    if isinstance(shown.place, InHex) and believed is not None:
        shown = replace(shown, place=InHex(believed))
    if shown == event.thing:
        play.tell(event, to=group_audience(group))
        return
    play.tell(event)
    play.aside(ThingPlaced(shown), to=group_audience(group))


def concealed(campaign: Campaign, site: SiteId) -> frozenset[str]:
    """Things out of sight: part of an unfound feature, or under an obstacle."""
    truth = campaign.sites[site]
    behind = (thing for feature in truth.features.values() if not feature.found for thing in feature.things)
    under = (thing for obstacle in truth.obstacles.values() if not obstacle.cleared for thing in obstacle.things)
    return frozenset((*behind, *under))
