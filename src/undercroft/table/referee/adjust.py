"""Setting any value by hand, with a reason that goes into the log.

Players are told what they can see of it, and nothing if they can see nothing.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from undercroft.kernel import wire
from undercroft.kernel.faults import BadInput
from undercroft.kernel.strict import checked
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import TABLE, Audience, around, group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.exploration.splitting import as_others_see
from undercroft.table.exploration.turns import EnterSite, arrive
from undercroft.table.fight.field import Field, FoeChanged, FoeShown
from undercroft.table.referee import adjustable
from undercroft.table.referee.adjustable import Adjustable, Setting
from undercroft.table.referee.timers import burns_until
from undercroft.table.site.movement import SHUT_FAST
from undercroft.table.state.campaign import Campaign, Group, Light
from undercroft.table.state.combatants import Foe, FoeState
from undercroft.table.state.ids import GroupId, SiteId
from undercroft.table.state.people import Person, Role
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.seen_sites import SeenDoor, SeenFeature, SeenSite
from undercroft.table.state.sites import Creatures, Door, Feature, Site
from undercroft.table.state.things import Carried, InHex, Lying, Thing
from undercroft.table.world import sight
from undercroft.table.world.campaign_start import ThingPlaced, seen_thing
from undercroft.table.world.group_maps import map_of
from undercroft.table.world.groups import GroupMoved
from undercroft.table.world.roadside import stands_at


class Adjust(Setting, frozen=True, tag="adjust"):
    """Set a value by hand. With `say_why` the players see the reason."""

    ABOUT = About(
        title="Set a value by hand",
        deed="set by hand",
        while_waiting=True,
        form="value",
        words="set edit change correct fix",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        target = adjustable.found(known, self.what, self.id, self.site)
        if target is None:
            yield Reason("not_there", f"There is no {self.what} of that name.")
            return
        if self.field not in adjustable.fields_of(self.what):
            yield Reason(
                "no_such_value", f"That has no such value to set; it has {', '.join(adjustable.fields_of(self.what))}."
            )
            return
        try:
            value = checked(adjustable.type_of(self.what, self.field), self.value)
        except BadInput as fault:
            yield Reason("does_not_fit", f"{self.field.replace('.', ' ')}: {fault.what}.")
            return
        yield from adjustable.nonsense(known, self, target, value)

    def do(self, play: Play) -> None:
        before = adjustable.found(play.now, self.what, self.id, self.site)
        play.tell(Adjusted(self.what, self.id, self.field, self.value, self.reason, self.site))
        after = adjustable.found(play.now, self.what, self.id, self.site)
        _SHOWN[self.what](play, self, before, after)


class Adjusted(Event, frozen=True, tag="table.adjusted"):
    """The referee set a value."""

    what: Adjustable
    id: str
    field: str
    value: Any
    reason: str
    site: SiteId | None = None

    def fold(self, campaign: Campaign) -> Campaign:
        """Set the value where the target is known; other seats learn nothing."""
        target = adjustable.found(campaign, self.what, self.id, self.site)
        if target is None or (self.what, self.field) in _BY_EVENTS:
            return campaign
        try:
            value = adjustable.read(self.what, self.field, self.value)
        except (wire.Unreadable, KeyError):
            return campaign
        return adjustable.put(campaign, self.what, adjustable.changed(target, self.field, value), self.site)

    def say(self, now: Campaign) -> str:
        value = self.value if isinstance(self.value, str) else wire.encode(self.value).decode()
        name = getattr(adjustable.found(now, self.what, self.id, self.site), "name", "") or self.id
        return f"By hand: {name}, {self.field.replace('.', ' ')} is now {value}. {self.reason}".strip()


_BY_EVENTS = frozenset(
    {(Adjustable.GROUP, "time"), (Adjustable.GROUP, "site"), (Adjustable.GROUP, "zone"), (Adjustable.LIGHT, "until")}
)
"""Values that other events change: time that passes, a group that arrives, a light with its timer."""


# What players see


def _person(play: Play, command: Adjust, before: Person, after: Person) -> None:
    """Tell the person's group, without what is secret about the person."""
    if after.role is Role.CREATURE or as_others_see(before) == as_others_see(after):
        return
    shown: Any = as_others_see(after)
    for name in command.field.split("."):
        shown = getattr(shown, name)
    to = around(after.id) if play.now.group_of(after.id) is not None else TABLE
    reason = command.reason if command.say_why else ""
    play.aside(Adjusted(command.what, command.id, command.field, wire.plain(shown), reason), to=to)


def _group(play: Play, command: Adjust, before: Group, _: Group) -> None:
    """Let time pass with its timers, or move the group and let it look around."""
    value = adjustable.read(command.what, command.field, command.value)
    match command.field:
        case "time":
            play.spend(before.id, Seconds(value - before.time))
        case "zone":
            arrive(play, before.id, value)
        case "site":
            _set_down(play, before, value)
        case _:
            reason = command.reason if command.say_why else ""
            shown = Adjusted(command.what, command.id, command.field, command.value, reason)
            play.aside(shown, to=group_audience(before.id))


def _set_down(play: Play, group: Group, site: SiteId | None) -> None:
    """Put a group into a site or out of it, and end what it was doing."""
    for _ in group.scenes:
        play.end(group.id)
    play.tell(GroupMoved(group.id, None, None), to=group_audience(group.id))
    if site is not None:
        EnterSite(group.id, site).do(play)


def _thing(play: Play, _: Adjust, before: Thing, after: Thing) -> None:
    """Tell those who saw the thing where it was, and those who see it now."""
    if seen_thing(before) == seen_thing(after):
        return
    seats = _seeing(play.now, before) | _seeing(play.now, after)
    play.aside(ThingPlaced(seen_thing(after)), to=lambda _: seats)


def _seeing(campaign: Campaign, thing: Thing) -> frozenset[SeatId]:
    match thing.place:
        case Carried(by=who):
            return around(who)(campaign)
        case Lying() | InHex():
            near = (group for group in campaign.groups.values() if stands_at(group, thing.place))
            return frozenset(seat for group in near for seat in group_audience(group.id)(campaign))
        case _:
            return frozenset((REFEREE,))


def _light(play: Play, command: Adjust, before: Light, _: Light) -> None:
    burns_until(play, before, adjustable.read(command.what, command.field, command.value))


def _knowing(play: Play, site: SiteId) -> Iterable[tuple[Audience, SeenSite]]:
    """The groups that know a site, with what they know of it."""
    for group in tuple(play.now.groups.values()):
        seen = map_of(play.now, group.id).get(site)
        if group.members and seen is not None:
            yield group_audience(group.id), seen


def _site(play: Play, _: Adjust, before: Site, after: Site) -> None:
    if (before.name, before.clock) == (after.name, after.clock):
        return
    for to, _seen in _knowing(play, after.id):
        play.tell(sight.SiteSeen(after.id, after.name, after.clock), to=to)


def _door(play: Play, command: Adjust, before: Door, after: Door) -> None:
    """Tell the groups that know the door; those who found it locked notice when it is not."""
    for to, seen in _knowing(play, command.site or SiteId("")):
        known = seen.doors.get(after.id)
        if known is not None and (shown := _as_known(known, before, after)) != known:
            play.tell(sight.DoorSeen(seen.id, shown), to=to)


def _as_known(known: SeenDoor, before: Door, after: Door) -> SeenDoor:
    glance = sight.door_at_a_glance(after)
    knows_why = known.state in SHUT_FAST and known.state is before.state
    if knows_why:
        return replace(glance, state=after.state)
    return glance if sight.door_at_a_glance(before) != glance else known


def _part(part: str, shown: Callable[[Any], Any], told: Callable[[SiteId, Any], Event]) -> Callable[..., None]:
    """A function that tells the groups that know a part of a site, if it looks different to them."""

    def tell(play: Play, command: Adjust, before: Any, after: Any) -> None:  # noqa: ANN401 - of any kind
        for to, seen in _knowing(play, command.site or SiteId("")):
            if command.id in getattr(seen, part) and shown(before) != shown(after):
                play.tell(told(seen.id, shown(after)), to=to)

    return tell


def _creatures(play: Play, command: Adjust, before: Creatures, after: Creatures) -> None:
    """Tell the groups that know the creatures; how they came is told only if that was changed."""
    was, now = sight.creatures_as_seen(before), sight.creatures_as_seen(after)
    moved = (was.distance_ft, was.direction) != (now.distance_ft, now.direction)
    for to, seen in _knowing(play, command.site or SiteId("")):
        known = seen.creatures.get(after.id)
        if known is not None and was != now:
            shown = now if moved else replace(now, distance_ft=known.distance_ft, direction=known.direction)
            play.tell(sight.CreaturesSeen(seen.id, shown), to=to)
    for group in tuple(play.now.groups.values()):
        if isinstance(group.scene, EncounterScene) and group.site == command.site:
            _in_encounter(play, group.id, group.scene, after)


def _in_encounter(play: Play, group: GroupId, encounter: EncounterScene, after: Creatures) -> None:
    """Change the creatures of an encounter as well; their number too, if the group has counted them."""
    kinds = [
        (replace(seen, count=seen.count if seen.count is None else after.count), after)
        if seen.id == after.id
        else (seen, others)
        for seen, others in encounter.kinds
    ]
    if tuple(kinds) != encounter.kinds:
        play.go_on(group, encounter.of_kinds(kinds))


def _foe(play: Play, command: Adjust, before: Foe, after: Foe) -> None:
    """Tell the party what it can see of the foe, and keep the count of the dead right."""
    group = next(group.id for group, foe in adjustable.foes_in(play.now) if foe.id == after.id)
    field, foe = Field(play, group), adjustable.in_keeping(after, command.field)
    if foe != after:
        play.tell(FoeChanged(group, foe))
    if not foe.hidden and foe.seen != before.seen:
        play.aside(FoeShown(group, foe.seen), to=field.to)
    more = (foe.state is FoeState.DEAD) - (before.state is FoeState.DEAD)
    if more:
        band = field.band(foe.band)
        dead, now = band.dead + more, band.dead_now + more
        field.set_band(replace(band, dead=max(0, dead), dead_now=max(0, now)))
    if more > 0 and not foe.hidden:
        field.note(f"{foe.name} slain")


def _as_found(feature: Feature) -> SeenFeature:
    return SeenFeature(feature.id, feature.zone, feature.what, feature.door)


_SHOWN: Mapping[Adjustable, Callable[..., None]] = {
    Adjustable.PERSON: _person,
    Adjustable.GROUP: _group,
    Adjustable.THING: _thing,
    Adjustable.LIGHT: _light,
    Adjustable.SITE: _site,
    Adjustable.DOOR: _door,
    Adjustable.ZONE: _part("zones", sight.zone_at_a_glance, sight.ZoneSeen),
    Adjustable.TRAP: _part("traps", sight.trap_as_known, sight.TrapSeen),
    Adjustable.FEATURE: _part("features", _as_found, sight.FeatureSeen),
    Adjustable.OBSTACLE: _part("obstacles", sight.obstacle_as_seen, sight.ObstacleSeen),
    Adjustable.CREATURES: _creatures,
    Adjustable.FOE: _foe,
}


PART = Part(commands=(Adjust,), events=(Adjusted,))
