"""Wandering monsters: who they are, how many, and where they are first noticed."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.delving.encounters import Facing, Sight, encounter_direction, encounter_placement
from undercroft.books.sovereign.surprise import Arriving, ByEntrance, InCorridor, Surroundings, encounter_arrival
from undercroft.books.sovereign.wandering import Kind, SiteTable, wandering_contents
from undercroft.books.violence import surprise
from undercroft.kernel.amounts import series
from undercroft.kernel.phrases import THEM, begun, creatures_named, the_creatures, thing_named, verb
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.units import Feet, SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import SECRET, group_audience
from undercroft.table.engine.event import Event, SecretEvent
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.plain_dice import Plain, plain_dice
from undercroft.table.engine.play import Play
from undercroft.table.exploration.pending_encounters import pending_encounters
from undercroft.table.lore.lookup import kind_named
from undercroft.table.state.campaign import Campaign, Group, with_group, with_seen, with_site
from undercroft.table.state.creatures import EVENT, Creatures
from undercroft.table.state.ids import CreaturesId, GroupId, PersonId, SiteId, ZoneId
from undercroft.table.state.scenes import DelveRound, EncounterScene, OverloadedTurn, Scene, SovereignTurn, ViolenceTurn
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.seen_sites import SeenCreatures, SeenSite, Slain
from undercroft.table.state.sites import Door, EncounterRow, Site
from undercroft.table.world import light
from undercroft.table.world.darkness import is_blind, seers
from undercroft.table.world.group_maps import map_of
from undercroft.table.world.sight import CreaturesSeen, creatures_as_seen, unrecognised


class Place(Command, frozen=True, tag="place"):
    """Start an encounter that was rolled; if an event was rolled, tell the players of it."""

    group: GroupId
    creatures: CreaturesId
    ABOUT = About(
        title="Start encounter",
        deed="an encounter",
        icon="eye",
        rank=20,
        words="encounter monster wandering arrive",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None or not any(self.creatures in scene.pending for scene in group.scenes):
            yield Reason("not_pending", "No such encounter is due for this group.")
        elif type(group.scene) not in PLACED and not _is_event(known, group, self.creatures):
            yield Reason("in_a_scene", "The group is busy: let these creatures join in, or wait until it ends.")
        elif _named(known, group, self.creatures) == UNNAMED:
            yield Reason("no_table", "This site has no encounter table: bring in your own monsters and dismiss this.")

    def do(self, play: Play) -> None:
        party = play.group(self.group)
        if _is_event(play.now, party, self.creatures):
            _happen(play, party, self.creatures)
        else:
            place(play, self.group, self.creatures)


class Dismiss(Command, frozen=True, tag="dismiss"):
    """Remove creatures: gone, dead or passed by."""

    group: GroupId
    creatures: CreaturesId
    how: str = ""
    ABOUT = About(title="Dismiss encounter", icon="eye-closed", rank=60)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        site = known.site_of(known.groups.get(self.group))
        if site is None or self.creatures not in site.creatures:
            yield Reason("no_creatures", "There are no such creatures in this site.")

    def do(self, play: Play) -> None:
        """Remove the creatures from the site and from every group they were on their way to."""
        site = play.site_of(play.group(self.group)).id
        seen = play.now.seen.get(site)
        known = seen.creatures.get(self.creatures) if seen is not None else None
        who = known or play.now.sites[site].creatures[self.creatures]
        gone = CreaturesLeft(site, self.creatures, self.how, the_creatures(who.name, who.count))
        play.tell(gone, to=group_audience(self.group) if known is not None else SECRET)
        for group in play.now.groups.values():
            if any(self.creatures in scene.pending for scene in group.scenes):
                play.tell(PendingDropped(group.id, self.creatures))
            scene = play.group(group.id).scene
            if isinstance(scene, EncounterScene):
                left = [(seen, others) for seen, others in scene.kinds if seen.id != self.creatures]
                if left and len(left) < len(scene.kinds):
                    play.go_on(group.id, scene.of_kinds(left))


class CreaturesCame(SecretEvent, frozen=True, tag="table.creatures-came"):
    """Creatures appeared in a site, or changed."""

    site: SiteId
    creatures: Creatures

    def fold(self, campaign: Campaign) -> Campaign:
        site = campaign.sites[self.site]
        return with_site(campaign, replace(site, creatures={**site.creatures, self.creatures.id: self.creatures}))

    def say(self, _now: Campaign) -> str:
        """Word creatures that nobody has seen; creatures that are seen have a line of their own."""
        if self.creatures.is_event:
            return f"Event: {self.creatures.name}."
        if self.creatures.met:
            return ""
        who = creatures_named(self.creatures.name, self.creatures.count)
        return f"Encounter: {who}." if self.creatures.zone is None else f"Unseen by the party: {who}."


class CameIn(SecretEvent, frozen=True, tag="table.came-in"):
    """The room from which creatures came to a group."""

    group: GroupId
    direction: str
    who: str = ""
    """The creatures, as the referee names them."""

    def say(self, _now: Campaign) -> str:
        who = self.who or THEM
        return f"{begun(who)} {verb(who, 'come', 'comes')} in {self.direction}."


class CreaturesLeft(Event, frozen=True, tag="table.creatures-left"):
    """Creatures left a site."""

    site: SiteId
    creatures: CreaturesId
    how: str = ""
    who: str = ""
    """The creatures, as those who are told name them."""

    def fold(self, campaign: Campaign) -> Campaign:
        """Remove them from the true site and from the known site."""
        site, seen = campaign.sites.get(self.site), campaign.seen.get(self.site)
        if site is not None:
            rest = {id: kind for id, kind in site.creatures.items() if id != self.creatures}
            campaign = with_site(campaign, replace(site, creatures=rest))
        if seen is not None:
            sighted = {id: kind for id, kind in seen.creatures.items() if id != self.creatures}
            slain = (*seen.slain, *_slain(seen.creatures.get(self.creatures), self.how))
            campaign = with_seen(campaign, replace(seen, creatures=sighted, slain=slain))
        return campaign

    def say(self, _now: Campaign) -> str:
        if self.how in (SLAIN, HAPPENED):
            return ""
        if self.how == NEVER_CAME:
            return "The encounter is dismissed."
        who = self.who or THEM
        if self.how == FLED:
            return f"{begun(who)} {verb(who, 'flee', 'flees')}."
        return f"{begun(who)} {verb(who, 'leave', 'leaves')}{f': {self.how}' if self.how else ''}."


def _slain(seen: SeenCreatures | None, how: str) -> tuple[Slain, ...]:
    """The dead that people know in a room, if creatures that they saw there are gone because they were slain."""
    return (Slain(seen.zone, seen.name),) if seen is not None and seen.zone is not None and how == SLAIN else ()


class EventHappened(Event, frozen=True, tag="table.event-happened"):
    """An event of the encounter table happened to a group."""

    group: GroupId
    what: str

    def say(self, _now: Campaign) -> str:
        return f"{self.what[:1].upper()}{self.what[1:].rstrip('.')}."


class CaughtOffGuard(Event, frozen=True, tag="table.caught-off-guard"):
    """Some members of a group were surprised."""

    group: GroupId
    who: tuple[PersonId, ...]

    def say(self, now: Campaign) -> str:
        names = [now.people[who].name for who in self.who if who in now.people]
        return f"{series(names)} {'are' if len(names) > 1 else 'is'} caught off guard." if names else ""


class PendingDropped(SecretEvent, frozen=True, tag="table.pending-dropped"):
    """Creatures are no longer on their way to a group."""

    group: GroupId
    creatures: CreaturesId

    def fold(self, campaign: Campaign) -> Campaign:
        group = campaign.groups[self.group]
        scenes = tuple(
            replace(scene, pending=tuple(id for id in scene.pending if id != self.creatures)) for scene in group.scenes
        )
        return with_group(campaign, replace(group, scenes=scenes))


UNNAMED = "an encounter of your choice"
"""The encounter of a site without an encounter table."""

NOISE = "noise"
"""The part of the id of creatures that the noise of battering has drawn."""


def approach(play: Play, group: GroupId, why: str = "") -> None:
    """Roll on the site's encounter table and bring the creatures to a group."""
    site = play.site_of(play.group(group))
    table = tuple((row.name, Kind.CREATURES if row.creatures else Kind.EVENT) for row in site.encounters)
    named = play.settle(wandering_contents, SiteTable(table)).name if table else None
    bring(play, group, named, why)


def bring(play: Play, group: GroupId, named: str | None, why: str = "") -> None:
    """Bring up the encounter of that row of the site's table; the referee decides when it starts.

    A row or a name without creatures is an event.
    """
    target = play.group(group)
    site = play.site_of(target)
    row = next((row for row in site.encounters if row.name == named), None) or EncounterRow(named or UNNAMED)
    like = kind_named(play.now, site.creatures, row.creatures)
    count = play.settle(plain_dice, Plain(row.count, f"how many: {row.name}")).total if named else 1
    id = CreaturesId("-".join(filter(None, (row.creatures or "event", group, str(target.time), why))))
    _come(play, site, id, row.name, like, count)
    scene = play.group(group).scene
    if scene is not None:
        play.go_on(group, replace(scene, pending=(*scene.pending, id)))


def _come(play: Play, site: Site, id: CreaturesId, name: str, like: Creatures | None, count: int) -> None:
    """Add creatures to the site, in no zone yet: of the kind in the table, but not those of them with a room.

    What those do, where they lie in wait and what is settled with them does not hold for the others.
    """
    base = like or Creatures(id, name, count, Fraction(0), None, kind=EVENT)
    came = replace(
        base,
        id=id,
        name=name,
        count=count,
        zone=None,
        hp=(),
        activity="",
        ambush=False,
        known_to=(),
        met=False,
        distance_ft=None,
        direction="",
        reaction=None,
        answer=None,
    )
    play.tell(CreaturesCame(site.id, came))


def _is_event(known: Campaign, group: Group, creatures: CreaturesId) -> bool:
    site = known.site_of(group)
    return site is not None and creatures in site.creatures and site.creatures[creatures].is_event


def _named(known: Campaign, group: Group, creatures: CreaturesId) -> str:
    site = known.site_of(group)
    return site.creatures[creatures].name if site is not None and creatures in site.creatures else ""


def _happen(play: Play, group: Group, event: CreaturesId) -> None:
    """Tell a group of an event, which is over with that."""
    site = play.site_of(group)
    play.tell(EventHappened(group.id, site.creatures[event].name), to=group_audience(group.id))
    play.tell(CreaturesLeft(site.id, event, HAPPENED))
    play.tell(PendingDropped(group.id, event))


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
    play.tell(CreaturesSeen(site.id, shown), to=group_audience(group))
    play.tell(PendingDropped(group, creatures))


def ways_in(site: Site, zone: ZoneId) -> tuple[Door, ...]:
    """The visible doors of a zone."""
    return tuple(door for door in site.doors.values() if zone in door.between and not door.hidden)


def _from(site: Site | SeenSite, here: ZoneId | None, door: Door) -> str:
    """The room behind a door, if it is known, in words."""
    behind = (site.zones[zone] for zone in door.between if zone != here and zone in site.zones)
    return next((f"from {thing_named(room.name, known=True)}" for room in behind), "")


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
    ways = ways_in(site, zone.id)
    place = Surroundings.CORRIDOR if zone.corridor or not ways else Surroundings.ROOM
    arriving = Arriving(place, Feet(zone.length_ft)) if zone.corridor else Arriving(place, entrances=max(1, len(ways)))
    match play.settle(encounter_arrival, arriving):
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


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for encounter in pending_encounters(known) if seat == REFEREE else ():
        group, name = known.groups[encounter.group], encounter.name
        start, dismiss = Place(group.id, encounter.creatures), Dismiss(group.id, encounter.creatures, NEVER_CAME)
        if encounter.event:
            yield Offer(start, "Tell the players:", name, note=group.name, open_only=True)
        elif group.scene is not None and type(group.scene) in PLACED:
            _, rule = PLACED[type(group.scene)]
            yield Offer(start, f"{start.ABOUT.title}:", name, rule=rule)
        yield Offer(dismiss, f"{dismiss.ABOUT.title}:", name)


SLAIN, HAPPENED, FLED, NEVER_CAME = "slain", "happened", "fled", "never came"
"""How creatures leave: slain in a fight or told as an event, for which the log has a line already, in flight, or not
at all, because the referee dismissed their encounter."""


PART = Part(
    commands=(Place, Dismiss),
    events=(CreaturesCame, CameIn, CreaturesLeft, EventHappened, CaughtOffGuard, PendingDropped),
    offers=_offers,
)
