"""The referee has the last word: any value can be set by hand, with a reason, and the log says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign, Group, Light, with_group, with_person, with_site
from undercroft.table.names import GroupId, PersonId, SiteId, Text, ThingId
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.rooms import Command, Event, Reason, Room
from undercroft.table.sightings import see
from undercroft.table.sites import Creatures, Door, Feature, Obstacle, Site, Trap, Zone
from undercroft.table.telling import SECRET, TABLE, Audience
from undercroft.table.telling import group as group_audience
from undercroft.table.things import Carried, Thing
from undercroft.table.whose import referee_only


class What(StrEnum):
    """What can be set."""

    PERSON = "person"
    GROUP = "group"
    THING = "thing"
    LIGHT = "light"
    SITE = "site"
    ZONE = "zone"
    DOOR = "door"
    TRAP = "trap"
    FEATURE = "feature"
    OBSTACLE = "obstacle"
    CREATURES = "creatures"


class Adjust(Command, frozen=True, tag="adjust"):
    """Set a value by hand. What belongs to a site is named with its site."""

    what: What
    id: str
    field: str
    value: Any
    reason: Text
    site: SiteId | None = None


class Adjusted(Event, frozen=True, tag="table.adjusted"):
    """The referee has set a value."""

    what: What
    id: str
    field: str
    value: Any
    reason: str
    site: SiteId | None = None


_FIXED = frozenset({"id", "scenes", "members", "checks"})
"""What has commands of its own, or names something."""

_KINDS: Mapping[What, type[Struct]] = {
    What.PERSON: Person,
    What.GROUP: Group,
    What.THING: Thing,
    What.LIGHT: Light,
    What.SITE: Site,
    What.ZONE: Zone,
    What.DOOR: Door,
    What.TRAP: Trap,
    What.FEATURE: Feature,
    What.OBSTACLE: Obstacle,
    What.CREATURES: Creatures,
}
_OF_A_SITE: Mapping[What, str] = {
    What.ZONE: "zones",
    What.DOOR: "doors",
    What.TRAP: "traps",
    What.FEATURE: "features",
    What.OBSTACLE: "obstacles",
    What.CREATURES: "creatures",
}


def adjustable(what: What) -> tuple[str, ...]:
    """The fields that can be set by hand."""
    fields = _KINDS[what].__struct_fields__
    if what is What.SITE:
        return ("name", "entrance", "clock", "danger", "shadowcursed", "location", "alerted")
    return tuple(name for name in fields if name not in _FIXED)


def _found(campaign: Campaign, act: Adjust | Adjusted) -> Struct | None:
    """What is to be set, as far as it is known."""
    if act.what in _OF_A_SITE:
        site = campaign.sites.get(act.site) if act.site is not None else None
        there: Mapping[str, Struct] = getattr(site, _OF_A_SITE[act.what]) if site is not None else {}
        return there.get(act.id)
    match act.what:
        case What.PERSON:
            return campaign.people.get(PersonId(act.id))
        case What.GROUP:
            return campaign.groups.get(GroupId(act.id))
        case What.THING:
            return campaign.things.get(ThingId(act.id))
        case What.LIGHT:
            return campaign.lights.get(ThingId(act.id))
        case _:
            return campaign.sites.get(SiteId(act.id))


def _value(act: Adjust | Adjusted) -> object:
    hint = get_type_hints(_KINDS[act.what], include_extras=True)[act.field]
    return wire.from_plain(hint, act.value)


_SETTERS: Mapping[What, Callable[[Campaign, Any], Campaign]] = {
    What.PERSON: with_person,
    What.GROUP: with_group,
    What.THING: lambda campaign, thing: replace(campaign, things={**campaign.things, thing.id: thing}),
    What.LIGHT: lambda campaign, light: replace(campaign, lights={**campaign.lights, light.thing: light}),
    What.SITE: with_site,
}


def _adjusted(campaign: Campaign, event: Adjusted) -> Campaign:
    """Set it where it is known; a seat that never knew of it learns nothing."""
    there = _found(campaign, event)
    if there is None:
        return campaign
    changed = replace(there, **{event.field: _value(event)})
    if event.what not in _OF_A_SITE or event.site is None:
        return _SETTERS[event.what](campaign, changed)
    site = campaign.sites[event.site]
    part = _OF_A_SITE[event.what]
    return with_site(campaign, replace(site, **{part: {**getattr(site, part), event.id: changed}}))


def _adjust(play: Play, act: Adjust) -> None:
    """Whoever may know of it is told; those who stand where a site has changed look again."""
    event = Adjusted(act.what, act.id, act.field, act.value, act.reason, act.site)
    play.tell(event, to=_concerned(play.now, act))
    if act.what is What.SITE or act.what in _OF_A_SITE:
        _look_again(play, act.site or SiteId(act.id))


def _concerned(campaign: Campaign, act: Adjust) -> Audience:
    match act.what:
        case What.PERSON:
            return TABLE
        case What.GROUP:
            return group_audience(GroupId(act.id))
        case What.LIGHT:
            holder = campaign.group_of(campaign.lights[ThingId(act.id)].holder)
            return SECRET if holder is None else group_audience(holder.id)
        case What.THING:
            place = campaign.things[ThingId(act.id)].place
            plain = isinstance(place, Carried) and act.field != "worth"
            return TABLE if plain else SECRET
        case _:
            return SECRET


def _look_again(play: Play, site: SiteId) -> None:
    for group in tuple(play.now.groups.values()):
        if group.site == site and group.zone is not None and group.members:
            see(play, group.id, group.zone)


def _may_adjust(known: Campaign, seat: SeatId, act: Adjust) -> Iterable[Reason]:
    yield from referee_only(seat)
    there = _found(known, act)
    if there is None:
        yield Reason("not_there", f"There is no {act.what} of that name.")
        return
    if act.field not in adjustable(act.what):
        names = ", ".join(adjustable(act.what))
        yield Reason("no_such_value", f"That has no such value to set; it has {names}.")
        return
    try:
        value = _value(act)
    except wire.Unreadable as fault:
        yield Reason("does_not_fit", f"{act.field}: {fault.what}.")
        return
    yield from _nonsense(known, act, there, value)


def _nonsense(known: Campaign, act: Adjust, there: Struct, value: object) -> Iterable[Reason]:
    number = value if isinstance(value, int) else 0
    if isinstance(there, Group) and act.field == "time" and number < there.time:
        yield Reason("time_runs_on", "Time does not run back: undo instead.")
    if isinstance(there, Person):
        if act.field in ("hp", "strain", "fp", "scars", "hp_max") and number < 0:
            yield Reason("below_nothing", "That cannot be less than nothing.")
        if act.field == "hp" and number > there.hp_max:
            yield Reason("above_most", f"{there.name} has at most {there.hp_max}.")
        if act.field == "seat" and value not in ("referee", *known.seats):
            yield Reason("no_seat", "There is no such seat.")


ROOM = Room(
    arms={Adjusted: _adjusted},
    steps={Adjust: _adjust},
    refusals={Adjust: _may_adjust},
    words={
        Adjusted: lambda now, it: f"By hand: {named(now, it)}, {it.field} is now {_shown(it.value)}. {it.reason}",
    },
)


def named(known: Campaign, event: Adjusted) -> str:
    """What was set, by its name where it has one."""
    there = _found(known, event)
    return str(getattr(there, "name", "") or event.id)


def _shown(value: object) -> str:
    return value if isinstance(value, str) else wire.encode(value).decode()
