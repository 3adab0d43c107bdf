"""What people see: what is plain in a zone is told to those who stand in it, and nothing that is not."""

from __future__ import annotations

from msgspec.structs import replace

from undercroft.table.campaign import Campaign, with_seen
from undercroft.table.light import LitUp
from undercroft.table.names import GroupId, SiteId, ZoneId
from undercroft.table.opening import ThingPlaced, seen_thing
from undercroft.table.play import Play
from undercroft.table.road_costs import where
from undercroft.table.rooms import Event, Room
from undercroft.table.seats import REFEREE
from undercroft.table.seen import (
    Clue,
    SeenCreatures,
    SeenDoor,
    SeenFeature,
    SeenObstacle,
    SeenSite,
    SeenTrap,
    SeenZone,
)
from undercroft.table.sites import Clock, Creatures, Door, DoorState, Obstacle, Trap, Zone
from undercroft.table.telling import group as group_audience
from undercroft.table.telling import seats
from undercroft.table.things import Left, Lying

_PLAIN = frozenset({DoorState.OPEN, DoorState.BROKEN, DoorState.NO_DOOR, DoorState.CLOSED})
"""States that anybody sees; what keeps a closed door shut is found by trying it."""


class SiteSeen(Event, frozen=True, tag="table.site-seen"):
    """A site has a name."""

    site: SiteId
    name: str
    clock: Clock


class ZoneSeen(Event, frozen=True, tag="table.zone-seen"):
    """What a zone is at first glance."""

    site: SiteId
    zone: SeenZone


class DoorSeen(Event, frozen=True, tag="table.door-seen"):
    """A way on."""

    site: SiteId
    door: SeenDoor


class TrapSeen(Event, frozen=True, tag="table.trap-seen"):
    """A trap, known for what it is."""

    site: SiteId
    trap: SeenTrap


class FeatureSeen(Event, frozen=True, tag="table.feature-seen"):
    """Something that was concealed is found."""

    site: SiteId
    feature: SeenFeature


class ObstacleSeen(Event, frozen=True, tag="table.obstacle-seen"):
    """Something is in the way."""

    site: SiteId
    obstacle: SeenObstacle


class CreaturesSeen(Event, frozen=True, tag="table.creatures-seen"):
    """Somebody is there."""

    site: SiteId
    creatures: SeenCreatures


class ClueHeard(Event, frozen=True, tag="table.clue-heard"):
    """Something is noticed that may mean more."""

    site: SiteId
    clue: Clue


def _site(campaign: Campaign, id: SiteId) -> SeenSite:
    return campaign.seen.get(id) or SeenSite(id, id)


def _site_seen(campaign: Campaign, event: SiteSeen) -> Campaign:
    return with_seen(campaign, replace(_site(campaign, event.site), name=event.name, clock=event.clock))


def _zone_seen(campaign: Campaign, event: ZoneSeen) -> Campaign:
    """What was once on the map stays on it, however fast they come through again."""
    seen = _site(campaign, event.site)
    known = seen.zones.get(event.zone.id)
    zone = replace(event.zone, mapped=event.zone.mapped or (known is not None and known.mapped))
    return with_seen(campaign, replace(seen, zones={**seen.zones, zone.id: zone}))


def _door_seen(campaign: Campaign, event: DoorSeen) -> Campaign:
    """A door that was tried stays known for what it was, though it looks like any closed one."""
    seen = _site(campaign, event.site)
    known = seen.doors.get(event.door.id)
    tried = known is not None and known.state not in _PLAIN and event.door.state == DoorState.CLOSED
    door = replace(event.door, state=known.state) if tried and known is not None else event.door
    return with_seen(campaign, replace(seen, doors={**seen.doors, door.id: door}))


def _trap_seen(campaign: Campaign, event: TrapSeen) -> Campaign:
    seen = _site(campaign, event.site)
    return with_seen(campaign, replace(seen, traps={**seen.traps, event.trap.id: event.trap}))


def _feature_seen(campaign: Campaign, event: FeatureSeen) -> Campaign:
    seen = _site(campaign, event.site)
    return with_seen(campaign, replace(seen, features={**seen.features, event.feature.id: event.feature}))


def _obstacle_seen(campaign: Campaign, event: ObstacleSeen) -> Campaign:
    seen = _site(campaign, event.site)
    return with_seen(campaign, replace(seen, obstacles={**seen.obstacles, event.obstacle.id: event.obstacle}))


def _creatures_seen(campaign: Campaign, event: CreaturesSeen) -> Campaign:
    seen = _site(campaign, event.site)
    return with_seen(campaign, replace(seen, creatures={**seen.creatures, event.creatures.id: event.creatures}))


def _clue_heard(campaign: Campaign, event: ClueHeard) -> Campaign:
    seen = _site(campaign, event.site)
    return with_seen(campaign, replace(seen, clues=(*seen.clues, event.clue)))


def zone_at_a_glance(zone: Zone, mapped: bool = True) -> SeenZone:
    """What is plain about a zone."""
    return SeenZone(
        zone.id, zone.name, zone.glance, zone.senses, zone.corridor, zone.lit, zone.level, zone.shape, mapped
    )


def door_at_a_glance(door: Door) -> SeenDoor:
    """What is plain about a door."""
    state = door.state if door.state in _PLAIN else DoorState.CLOSED
    return SeenDoor(door.id, door.between, state, door.name, door.material, door.spiked)


def trap_as_known(trap: Trap) -> SeenTrap:
    """A trap, to those who know it."""
    return SeenTrap(trap.id, trap.zone, trap.name, trap.what, trap.state, trap.door)


def obstacle_as_seen(obstacle: Obstacle) -> SeenObstacle:
    """What is in the way."""
    return SeenObstacle(
        obstacle.id,
        obstacle.zone,
        obstacle.kind,
        obstacle.name,
        obstacle.to,
        obstacle.cleared,
        obstacle.over,
        obstacle.down,
    )


def creatures_as_seen(creatures: Creatures) -> SeenCreatures:
    """Creatures in plain sight."""
    return SeenCreatures(
        creatures.id,
        creatures.name,
        creatures.count,
        creatures.zone,
        creatures.activity,
        creatures.distance_ft,
        creatures.direction,
    )


def counted(creatures: Creatures | SeenCreatures) -> str:
    """Who they are and how many, as a sentence begins; one is not counted."""
    name = f"{creatures.name[:1].upper()}{creatures.name[1:]}"
    return name if creatures.count == 1 else f"{name} ({creatures.count or '?'})"


def _doing(creatures: SeenCreatures) -> str:
    return f", {creatures.activity}" if creatures.activity else ""


def see(play: Play, group: GroupId, zone: ZoneId, *, mapped: bool = True) -> None:
    """A group stands in a zone: tell it what is plain there.

    It is told each time, since some of the group may be here for the first time and somebody may have changed it.
    """
    there = play.group(group)
    if there.site is None:
        return
    site = play.now.sites[there.site]
    to = group_audience(group)
    play.tell(SiteSeen(site.id, site.name, site.clock_of(zone)), to=to)
    play.tell(ZoneSeen(site.id, zone_at_a_glance(site.zones[zone], mapped)), to=to)
    for door in site.doors.values():
        if zone in door.between and not door.hidden:
            play.tell(DoorSeen(site.id, door_at_a_glance(door)), to=to)
    for obstacle in site.obstacles.values():
        if zone in (obstacle.zone, obstacle.to):
            play.tell(ObstacleSeen(site.id, obstacle_as_seen(obstacle)), to=to)
    for creatures in site.creatures.values():
        if creatures.zone == zone and not creatures.ambush:
            play.tell(CreaturesSeen(site.id, creatures_as_seen(creatures)), to=to)
    for thing in play.now.things.values():
        if thing.place == Lying(site.id, zone) and thing.id not in concealed(play.now, site.id):
            tell_thing(play, group, ThingPlaced(thing))
            if thing.id in play.now.lights:
                play.tell(LitUp(play.now.lights[thing.id]), to=to)


def tell_thing(play: Play, group: GroupId, event: ThingPlaced) -> None:
    """Tell a group of a thing: the referee what it is worth, the others only if they can know.

    Whoever has lost the way knows it to lie where they believe to be.
    """
    shown = seen_thing(event.thing)
    thought = where(play.group(group))
    if isinstance(shown.place, Left) and thought is not None:
        shown = replace(shown, place=Left(thought))
    if shown == event.thing:
        play.tell(event, to=group_audience(group))
        return
    play.tell(event)
    others = group_audience(group)(play.now) - {REFEREE}
    play.aside(ThingPlaced(shown), to=seats(*others))


def concealed(campaign: Campaign, site: SiteId) -> frozenset[str]:
    """Things that nobody sees yet: behind a feature, or under something heavy."""
    there = campaign.sites[site]
    behind = (thing for feature in there.features.values() if not feature.found for thing in feature.things)
    under = (thing for obstacle in there.obstacles.values() if not obstacle.cleared for thing in obstacle.things)
    return frozenset((*behind, *under))


ROOM = Room(
    arms={
        SiteSeen: _site_seen,
        ZoneSeen: _zone_seen,
        DoorSeen: _door_seen,
        TrapSeen: _trap_seen,
        FeatureSeen: _feature_seen,
        ObstacleSeen: _obstacle_seen,
        CreaturesSeen: _creatures_seen,
        ClueHeard: _clue_heard,
    },
    words={
        ZoneSeen: lambda _, it: f"{it.zone.name}. {it.zone.glance}",
        TrapSeen: lambda _, it: f"A trap: {it.trap.name}.",
        FeatureSeen: lambda _, it: f"Found: {it.feature.what}.",
        ObstacleSeen: lambda _, it: f"In the way: {it.obstacle.name}." if not it.obstacle.cleared else "",
        CreaturesSeen: lambda _, it: f"{counted(it.creatures)}{_doing(it.creatures)}.",
        ClueHeard: lambda _, it: it.clue.text,
    },
)
