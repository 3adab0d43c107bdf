"""What can be set by hand: whose values, under which names, of which type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Any, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel import wire
from undercroft.table.battle import Foe, FoeState, Guess
from undercroft.table.campaign import Campaign, Group, Light, with_group, with_person, with_site
from undercroft.table.names import GroupId, PersonId, SiteId, Text, ThingId
from undercroft.table.people import Person, Sheet
from undercroft.table.rooms import Command
from undercroft.table.scenes import Fight
from undercroft.table.sites import Creatures, Door, Feature, Obstacle, Site, Trap, Zone
from undercroft.table.things import Thing


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
    FOE = "foe"


KINDS: Mapping[What, type[Struct]] = {
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
    What.FOE: Foe,
}
PARTS: Mapping[What, str] = {
    What.ZONE: "zones",
    What.DOOR: "doors",
    What.TRAP: "traps",
    What.FEATURE: "features",
    What.OBSTACLE: "obstacles",
    What.CREATURES: "creatures",
}
"""What belongs to a site, and under which name it stands there."""

_ONLY: Mapping[What, tuple[str, ...]] = {
    What.GROUP: ("name", "time", "site", "zone"),
    What.LIGHT: ("until",),
    What.FOE: (
        "name",
        "health",
        "health_max",
        "ac",
        "attack",
        "attacks",
        "damage",
        "natural",
        "stunned",
        "state",
    ),
    What.SITE: ("name", "entrance", "clock", "danger", "shadowcursed", "location", "alerted"),
}
"""Where other values name something, or have commands of their own."""


@lru_cache(maxsize=len(What))
def adjustable(what: What) -> tuple[str, ...]:
    """The values that can be set by hand; those of a sheet are written with a dot."""
    if what in _ONLY:
        return _ONLY[what]
    return tuple(_names(KINDS[what]))


def _names(kind: type[Struct]) -> Iterable[str]:
    for name in kind.__struct_fields__:
        if name == "sheet":
            yield from (f"sheet.{inner}" for inner in Sheet.__struct_fields__)
        elif name != "id":
            yield name


@lru_cache(maxsize=1024)
def type_of(what: What, field: str) -> Any:  # noqa: ANN401 - a type is a value here
    """The type of a value."""
    kind: Any = KINDS[what]
    for name in field.split("."):
        kind = get_type_hints(kind, include_extras=True)[name]
    return kind


def read(what: What, field: str, value: object) -> Any:  # noqa: ANN401 - of any type
    """A plain value as what it must be, or `Unreadable`."""
    return wire.from_plain(type_of(what, field), value)


def found(campaign: Campaign, what: What, id: str, site: SiteId | None) -> Struct | None:
    """What is to be set, as far as it is known."""
    match what:
        case What.PERSON:
            return campaign.people.get(PersonId(id))
        case What.GROUP:
            return campaign.groups.get(GroupId(id))
        case What.THING:
            return campaign.things.get(ThingId(id))
        case What.LIGHT:
            return campaign.lights.get(ThingId(id))
        case What.SITE:
            return campaign.sites.get(SiteId(id))
        case What.FOE:
            return next((foe for _, foe in foes_in(campaign) if foe.id == id), None)
        case _:
            there = campaign.sites.get(site) if site is not None else None
            parts: Mapping[str, Struct] = getattr(there, PARTS[what]) if there is not None else {}
            return parts.get(id)


def foes_in(campaign: Campaign) -> Iterable[tuple[Group, Foe]]:
    """Everybody who is fought, and the group that fights them."""
    for group in campaign.groups.values():
        if isinstance(group.scene, Fight):
            yield from ((group, foe) for foe in group.scene.foes)


def in_keeping(foe: Foe, field: str) -> Foe:
    """A foe of whom one value was set, with the others as they must be then: no health, and it is dead."""
    match field:
        case "health":
            up = FoeState.FIGHTING if foe.state is FoeState.DEAD else foe.state
            return replace(foe, state=up if foe.health else FoeState.DEAD)
        case "state":
            return replace(foe, health=0 if foe.state is FoeState.DEAD else max(1, foe.health))
        case "ac":
            guess = foe.guess if foe.guess.low <= foe.ac <= foe.guess.high else Guess()
            return replace(foe, ac_base=max(foe.ac, foe.ac_base), guess=guess)
        case _:
            return foe


def _with_foe(campaign: Campaign, foe: Foe) -> Campaign:
    for group, one in foes_in(campaign):
        if one.id == foe.id and isinstance(group.scene, Fight):
            foes = tuple(foe if each.id == foe.id else each for each in group.scene.foes)
            scenes = (*group.scenes[:-1], replace(group.scene, foes=foes))
            return with_group(campaign, replace(group, scenes=scenes))
    return campaign


def changed(there: Struct, field: str, value: object) -> Struct:
    """The same with another value, within its sheet where the name has a dot."""
    outer, _, inner = field.partition(".")
    return replace(there, **{outer: replace(getattr(there, outer), **{inner: value}) if inner else value})


_SETTERS: Mapping[What, Callable[[Campaign, Any], Campaign]] = {
    What.PERSON: with_person,
    What.GROUP: with_group,
    What.THING: lambda campaign, thing: replace(campaign, things={**campaign.things, thing.id: thing}),
    What.LIGHT: lambda campaign, light: replace(campaign, lights={**campaign.lights, light.thing: light}),
    What.SITE: with_site,
    What.FOE: _with_foe,
}


def put(campaign: Campaign, what: What, now: Any, site: SiteId | None) -> Campaign:  # noqa: ANN401 - of any kind
    """The campaign with that as it is now."""
    if what in _SETTERS:
        return _SETTERS[what](campaign, now)
    there = campaign.sites.get(site) if site is not None else None
    if there is None:
        return campaign
    return with_site(campaign, replace(there, **{PARTS[what]: {**getattr(there, PARTS[what]), now.id: now}}))


class Adjust(Command, frozen=True, tag="adjust"):
    """Set a value by hand. What belongs to a site is named with its site; players hear the reason if they may."""

    what: What
    id: str
    field: str
    value: Any
    reason: Text
    site: SiteId | None = None
    say_why: bool = False
