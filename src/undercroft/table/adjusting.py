"""The referee has the last word: any value can be set by hand, with a reason, and the log says so.

Players are told what they can see of it, and nothing where they can see nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from undercroft.kernel import wire
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.adjust_limits import nonsense
from undercroft.table.adjustable import Adjust, What, adjustable, changed, foes_in, found, in_keeping, put, read
from undercroft.table.battle import Foe, FoeState
from undercroft.table.campaign import Campaign, Group, Light
from undercroft.table.groups import GroupMoved
from undercroft.table.light import LitUp, go_out, those_around, unwatch, watch
from undercroft.table.maps import map_of
from undercroft.table.names import SiteId
from undercroft.table.opening import ThingPlaced, seen_thing
from undercroft.table.parting import as_others_see
from undercroft.table.people import Person, Role
from undercroft.table.play import Play
from undercroft.table.procedures.exploring import ROOM as EXPLORING
from undercroft.table.procedures.exploring import EnterSite, arrive
from undercroft.table.procedures.fight_field import Field, FoeShown, FoeStands
from undercroft.table.procedures.paths import SHUT_FAST
from undercroft.table.roadside import stands_at
from undercroft.table.rooms import Event, Reason, Room
from undercroft.table.seats import REFEREE
from undercroft.table.seen import SeenDoor, SeenFeature, SeenSite
from undercroft.table.sightings import (
    CreaturesSeen,
    DoorSeen,
    FeatureSeen,
    ObstacleSeen,
    SiteSeen,
    TrapSeen,
    ZoneSeen,
    creatures_as_seen,
    door_at_a_glance,
    obstacle_as_seen,
    trap_as_known,
    zone_at_a_glance,
)
from undercroft.table.sites import Door, Feature, Site
from undercroft.table.telling import TABLE, Audience, around
from undercroft.table.telling import group as group_audience
from undercroft.table.things import Carried, Left, Lying, Thing
from undercroft.table.whose import referee_only


class Adjusted(Event, frozen=True, tag="table.adjusted"):
    """The referee has set a value."""

    what: What
    id: str
    field: str
    value: Any
    reason: str
    site: SiteId | None = None


_BY_EVENTS = frozenset({(What.GROUP, "time"), (What.GROUP, "site"), (What.GROUP, "zone"), (What.LIGHT, "until")})
"""Values that change by what happens then: time passes, somebody arrives, a light is watched."""


def _adjusted(campaign: Campaign, event: Adjusted) -> Campaign:
    """Set it where it is known; a seat that never knew of it learns nothing."""
    there = found(campaign, event.what, event.id, event.site)
    if there is None or (event.what, event.field) in _BY_EVENTS:
        return campaign
    try:
        value = read(event.what, event.field, event.value)
    except (wire.Unreadable, KeyError):
        return campaign
    return put(campaign, event.what, changed(there, event.field, value), event.site)


def _adjust(play: Play, act: Adjust) -> None:
    before = found(play.now, act.what, act.id, act.site)
    play.tell(Adjusted(act.what, act.id, act.field, act.value, act.reason, act.site))
    after = found(play.now, act.what, act.id, act.site)
    _SHOWN[act.what](play, act, before, after)


# What is seen of it


def _person(play: Play, act: Adjust, before: Person, after: Person) -> None:
    """Those who go with somebody see it; what is secret about them stays out of it."""
    if after.role is Role.CREATURE or as_others_see(before) == as_others_see(after):
        return
    shown: Any = as_others_see(after)
    for name in act.field.split("."):
        shown = getattr(shown, name)
    to = around(after.id) if play.now.group_of(after.id) is not None else TABLE
    reason = act.reason if act.say_why else ""
    play.aside(Adjusted(act.what, act.id, act.field, wire.plain(shown), reason), to=to)


def _group(play: Play, act: Adjust, before: Group, _: Group) -> None:
    """Time passes with all that falls due in it; whoever is set down somewhere looks about."""
    value = read(act.what, act.field, act.value)
    match act.field:
        case "time":
            play.spend(before.id, Seconds(value - before.time))
        case "zone":
            arrive(play, before.id, value)
        case "site":
            _set_down(play, before, value)
        case _:
            reason = act.reason if act.say_why else ""
            play.aside(Adjusted(act.what, act.id, act.field, act.value, reason), to=group_audience(before.id))


def _set_down(play: Play, group: Group, site: SiteId | None) -> None:
    """A group is in a site or out of it, whatever it was doing."""
    for _ in group.scenes:
        play.end(group.id)
    play.tell(GroupMoved(group.id, None, None), to=group_audience(group.id))
    if site is not None:
        EXPLORING.steps[EnterSite](play, EnterSite(group.id, site))


def _thing(play: Play, _: Adjust, before: Thing, after: Thing) -> None:
    """Those who saw it where it was, and those who see it where it is now."""
    if seen_thing(before) == seen_thing(after):
        return
    seats = _seeing(play.now, before) | _seeing(play.now, after)
    play.aside(ThingPlaced(seen_thing(after)), to=lambda _: seats)


def _seeing(campaign: Campaign, thing: Thing) -> frozenset[SeatId]:
    match thing.place:
        case Carried(by=who):
            return around(who)(campaign)
        case Lying() | Left():
            near = (one for one in campaign.groups.values() if stands_at(one, thing.place))
            return frozenset(seat for group in near for seat in group_audience(group.id)(campaign))
        case _:
            return frozenset((REFEREE,))


def _light(play: Play, act: Adjust, before: Light, _: Light) -> None:
    """It burns until then, with its warning; a moment that is past has come."""
    until: Seconds | None = read(act.what, act.field, act.value)
    unwatch(play, before.thing)
    if until is not None and until <= play.now.now_of(before.holder):
        go_out(play, replace(before, until=until), spent=True)
        return
    play.tell(LitUp(replace(before, until=until)), to=those_around(play, before.holder))
    watch(play, play.now.lights[before.thing])


def _knowing(play: Play, site: SiteId) -> Iterable[tuple[Audience, SeenSite]]:
    """Groups that know a site, and what they know of it."""
    for group in tuple(play.now.groups.values()):
        seen = map_of(play.now, group.id).get(site)
        if group.members and seen is not None:
            yield group_audience(group.id), seen


def _site(play: Play, _: Adjust, before: Site, after: Site) -> None:
    if (before.name, before.clock) == (after.name, after.clock):
        return
    for to, _seen in _knowing(play, after.id):
        play.tell(SiteSeen(after.id, after.name, after.clock), to=to)


def _door(play: Play, act: Adjust, before: Door, after: Door) -> None:
    """A door as they know it: whoever has found it locked knows when it is not."""
    for to, seen in _knowing(play, act.site or SiteId("")):
        known = seen.doors.get(after.id)
        if known is not None and (shown := _as_known(known, before, after)) != known:
            play.tell(DoorSeen(seen.id, shown), to=to)


def _as_known(known: SeenDoor, before: Door, after: Door) -> SeenDoor:
    glance = door_at_a_glance(after)
    knows_why = known.state in SHUT_FAST and known.state is before.state
    if knows_why:
        return replace(glance, state=after.state)
    return glance if door_at_a_glance(before) != glance else known


def _part(part: str, shown: Callable[[Any], Any], told: Callable[[SiteId, Any], Event]) -> Callable[..., None]:
    """Something of a site: those who know it are told if it looks otherwise to them."""

    def tell(play: Play, act: Adjust, before: Any, after: Any) -> None:  # noqa: ANN401 - of any kind
        for to, seen in _knowing(play, act.site or SiteId("")):
            if act.id in getattr(seen, part) and shown(before) != shown(after):
                play.tell(told(seen.id, shown(after)), to=to)

    return tell


def _foe(play: Play, act: Adjust, before: Foe, after: Foe) -> None:
    """Its players see what blows would show; who falls or rises by it is counted among the dead, or no longer."""
    group = next(group.id for group, foe in foes_in(play.now) if foe.id == after.id)
    field, foe = Field(play, group), in_keeping(after, act.field)
    if foe != after:
        play.tell(FoeStands(group, foe))
    if not foe.hidden and foe.seen != before.seen:
        play.aside(FoeShown(group, foe.seen), to=field.to)
    more = (foe.state is FoeState.DEAD) - (before.state is FoeState.DEAD)
    if more:
        band = field.band(foe.band)
        dead, now = band.dead + more, band.dead_now + more
        field.band_stands(replace(band, dead=max(0, dead), dead_now=max(0, now)))
    if more > 0 and not foe.hidden:
        field.note(f"{foe.name} slain")


def _as_found(feature: Feature) -> SeenFeature:
    return SeenFeature(feature.id, feature.zone, feature.what, feature.door)


_SHOWN: Mapping[What, Callable[..., None]] = {
    What.PERSON: _person,
    What.GROUP: _group,
    What.THING: _thing,
    What.LIGHT: _light,
    What.SITE: _site,
    What.DOOR: _door,
    What.ZONE: _part("zones", zone_at_a_glance, ZoneSeen),
    What.TRAP: _part("traps", trap_as_known, TrapSeen),
    What.FEATURE: _part("features", _as_found, FeatureSeen),
    What.OBSTACLE: _part("obstacles", obstacle_as_seen, ObstacleSeen),
    What.CREATURES: _part("creatures", creatures_as_seen, CreaturesSeen),
    What.FOE: _foe,
}


# What cannot be set


def _may_adjust(known: Campaign, seat: SeatId, act: Adjust) -> Iterable[Reason]:
    yield from referee_only(seat)
    there = found(known, act.what, act.id, act.site)
    if there is None:
        yield Reason("not_there", f"There is no {act.what} of that name.")
        return
    if act.field not in adjustable(act.what):
        yield Reason("no_such_value", f"That has no such value to set; it has {', '.join(adjustable(act.what))}.")
        return
    try:
        value = read(act.what, act.field, act.value)
    except wire.Unreadable as fault:
        yield Reason("does_not_fit", f"{act.field}: {fault}.")
        return
    yield from nonsense(known, act, there, value)


def named(known: Campaign, event: Adjusted) -> str:
    """What was set, by its name where it has one."""
    there = found(known, event.what, event.id, event.site)
    return str(getattr(there, "name", "") or event.id)


def _words(now: Campaign, it: Adjusted) -> str:
    value = it.value if isinstance(it.value, str) else wire.encode(it.value).decode()
    return f"By hand: {named(now, it)}, {it.field.replace('.', ' ')} is now {value}. {it.reason}".strip()


ROOM = Room(
    arms={Adjusted: _adjusted},
    steps={Adjust: _adjust},
    refusals={Adjust: _may_adjust},
    words={Adjusted: _words},
)
