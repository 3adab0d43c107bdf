"""Where a group first notices wandering monsters: by the book of its clock, as far as it sees and knows."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from undercroft.books.delving.encounters import Facing, Sight, encounter_direction, encounter_placement
from undercroft.books.sovereign.surprise import Arriving, ByEntrance, InCorridor, Surroundings, encounter_arrival
from undercroft.books.violence import surprise
from undercroft.kernel.amounts import series
from undercroft.kernel.phrases import THEM, begun, the_creatures, thing_named, verb
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.units import Feet
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event, SecretEvent
from undercroft.table.engine.part import Part
from undercroft.table.engine.play import Play
from undercroft.table.exploration.inhabitants import CreaturesCame, PendingDropped
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import CreaturesId, GroupId, PersonId, ZoneId
from undercroft.table.state.scenes import DelveRound, OverloadedTurn, Scene, SovereignTurn, ViolenceTurn
from undercroft.table.state.seen_sites import SeenSite
from undercroft.table.state.sites import Door, Site
from undercroft.table.world import light
from undercroft.table.world.darkness import is_blind, seers
from undercroft.table.world.group_maps import map_of
from undercroft.table.world.sight import as_they_look, creatures_as_seen, door_from, look_of, unrecognised
from undercroft.table.world.sightings import CreaturesSeen


class CameIn(SecretEvent, frozen=True, tag="table.came-in"):
    """The room from which creatures came to a group."""

    group: GroupId
    direction: str
    who: str = ""
    """The creatures, as the referee names them."""

    def say(self, _now: Campaign) -> str:
        who = self.who or THEM
        return f"{begun(who)} {verb(who, 'come', 'comes')} in {self.direction}."


class CaughtOffGuard(Event, frozen=True, tag="table.caught-off-guard"):
    """Some members of a group were surprised."""

    group: GroupId
    who: tuple[PersonId, ...]

    def say(self, now: Campaign) -> str:
        names = [now.people[who].name for who in self.who if who in now.people]
        return f"{series(names)} {'are' if len(names) > 1 else 'is'} caught off guard." if names else ""


def notice(
    play: Play,
    group: GroupId,
    creatures: CreaturesId,
    *,
    distance_ft: int | None = None,
    direction: str = "",
    by: Door | None = None,
) -> None:
    """Let a group notice creatures in its zone; through which door they came in is told as far as the group knows."""
    zone, site = play.group(group).zone, play.site_of(play.group(group))
    truly, seen = (_from(site, zone, by), sensed(play.now, group, by)) if by is not None else (direction, direction)
    noticed = replace(site.creatures[creatures], zone=zone, met=True, distance_ft=distance_ft, direction=truly)
    play.tell(CreaturesCame(site.id, noticed))
    if by is not None and truly:
        play.tell(CameIn(group, truly, the_creatures(noticed.name, noticed.count)))
    shown = replace(creatures_as_seen(noticed), direction=seen)
    if not noticed.is_event and is_blind(play.now, play.group(group)):
        shown = unrecognised(shown)
    play.tell(CreaturesSeen(site.id, shown, group=play.now.apart(group)), to=group_audience(group))
    play.tell(PendingDropped(group, creatures))


def ways_in(site: Site, zone: ZoneId) -> tuple[Door, ...]:
    """The visible doors of a zone."""
    return tuple(door for door in site.doors.values() if zone in door.between and not door.hidden)


def _as_they_look(play: Play, group: GroupId, site: Site, zone: ZoneId) -> tuple[Door, ...]:
    """The same in the order in which a group is told of them, so that a die says nothing of the campaign's file."""
    seen = (door_from(site, door, (zone,)) for door in ways_in(site, zone))
    return tuple(site.doors[door.id] for door in as_they_look(seen, look_of(play, group, site.id)))


def _from(site: Site | SeenSite, here: ZoneId | None, door: Door) -> str:
    """The room behind a door, if it is known, in words."""
    behind = (site.zones[zone] for zone in door.between if zone != here and zone in site.zones)
    return next((f"from {thing_named(room.name, known=True)}" for room in behind), "")


def _way_in(site: Site, here: ZoneId, door: Door) -> str:
    """A way in, and the room behind it: `the swollen door from the sexton's closet`."""
    return f"{thing_named(door.name, known=True)} {_from(site, here, door)}".strip()


def sensed(campaign: Campaign, group: GroupId, door: Door) -> str:
    """How a group sees creatures come in: from a room it knows, else through a door it sees, else not at all."""
    here = campaign.groups[group]
    known = map_of(campaign, group).get(here.site) if here.site is not None else None
    if known is None or door.id not in known.doors:
        return ""
    return _from(known, here.zone, door) or f"through the {door.name}"


def place(play: Play, group: GroupId, creatures: CreaturesId) -> None:
    """Place creatures where a group first notices them, by the book of the group's clock."""
    scene = play.group(group).scene
    if scene is not None and type(scene) in PLACED:
        by_the_book, _ = PLACED[type(scene)]
        by_the_book(play, group, creatures)


def by_entrance_or_corridor(play: Play, group: GroupId, creatures: CreaturesId) -> None:
    """Sovereign: at an entrance, or down the corridor."""
    site = play.site_of(play.group(group))
    zone = play.now.zone_of(play.group(group))
    if zone is None:
        return
    ways = _as_they_look(play, group, site, zone.id)
    place = Surroundings.CORRIDOR if zone.corridor or not ways else Surroundings.ROOM
    names = tuple(_way_in(site, zone.id, door) for door in ways) if place is Surroundings.ROOM else ()
    in_room = Arriving(place, entrances=max(1, len(ways)), names=names)
    match play.settle(encounter_arrival, Arriving(place, Feet(zone.length_ft)) if zone.corridor else in_room):
        case InCorridor(distance_ft=feet):
            notice(play, group, creatures, distance_ft=feet)
        case ByEntrance(entrance=number):
            notice(play, group, creatures, by=ways[number - 1])


def at_the_edge_of_vision(play: Play, group: GroupId, creatures: CreaturesId) -> None:
    """Delving: in a direction on a clock face whose 12 is the group's heading, at the edge of its light.

    The distance is at most the length of the zone.
    """
    watchers = play.group(group)
    zone, scene = play.now.zone_of(watchers), watchers.scene
    if zone is None or not isinstance(scene, DelveRound):
        return
    side = Feet(max(zone.length_ft, zone.width_ft))
    sight = side if zone.lit else max((light.reach(lit.item) for lit in play.now.lights_of(group)), default=Feet(0))
    farsighted = seers(play.now, group)
    way = play.settle(encounter_direction, Facing(scene.facing))
    vision = tuple(side if who in farsighted else sight for who in watchers.members)
    placed = play.settle(encounter_placement, Sight(vision, side))
    notice(play, group, creatures, distance_ft=placed.distance_ft, direction=f"at {way.oclock} o'clock")
    catch_off_guard(play, group)


def catch_off_guard(play: Play, group: GroupId) -> None:
    """Tell which delvers are surprised because they walked or ran."""
    delvers = play.group(group)
    if isinstance(delvers.scene, DelveRound):
        caught = tuple(who for who in delvers.scene.surprised if who in delvers.members)
        if caught:
            play.tell(CaughtOffGuard(group, caught), to=group_audience(group))


def at_a_distance(play: Play, group: GroupId, creatures: CreaturesId) -> None:
    """Violence: at a rolled distance, in plain sight."""
    far = play.settle(surprise.encounter_distance, surprise.Encounter(surprise.Place.DUNGEON), to=group_audience(group))
    notice(play, group, creatures, distance_ft=far.value)


PLACED: Mapping[type[Scene], tuple[Callable[[Play, GroupId, CreaturesId], None], AnyRule]] = {
    SovereignTurn: (by_entrance_or_corridor, encounter_arrival),
    OverloadedTurn: (by_entrance_or_corridor, encounter_arrival),
    DelveRound: (at_the_edge_of_vision, encounter_direction),
    ViolenceTurn: (at_a_distance, surprise.encounter_distance),
}
"""How creatures are placed in each scene, and the rule that decides."""


PART = Part(events=(CameIn, CaughtOffGuard))
