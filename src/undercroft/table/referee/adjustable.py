"""The values that can be set by hand: their names, types and limits."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Any, cast, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel import wire
from undercroft.kernel.faults import BadNotation
from undercroft.kernel.notation import parse_few
from undercroft.kernel.units import DAY, Seconds
from undercroft.table.bridge.bounds import out_of_bounds
from undercroft.table.engine.part import Command, Reason
from undercroft.table.engine.permission import no_seat, not_exploring
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.referee.placing import nowhere
from undercroft.table.referee.timers import burns_too_long
from undercroft.table.site.room_numbers import is_room_number
from undercroft.table.state import ids
from undercroft.table.state.campaign import Campaign, Group, with_group, with_site
from undercroft.table.state.combatants import Foe, FoeState, Guess
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import SiteId, Text, ZoneId
from undercroft.table.state.lights import Light
from undercroft.table.state.people import Person, Sheet
from undercroft.table.state.scenes import Fight
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Door, Feature, Obstacle, Site, Trap, Zone
from undercroft.table.state.things import Thing
from undercroft.table.world.light import dice_put_it_out


class Adjustable(StrEnum):
    """What has values to set."""

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

    @property
    def words(self) -> str:
        """The name for people to read."""
        return _WORDS.get(self, self.value)


_WORDS: Mapping[Adjustable, str] = {Adjustable.ZONE: "room", Adjustable.CREATURES: "group of creatures"}

KINDS: Mapping[Adjustable, type[Struct]] = {
    Adjustable.PERSON: Person,
    Adjustable.GROUP: Group,
    Adjustable.THING: Thing,
    Adjustable.LIGHT: Light,
    Adjustable.SITE: Site,
    Adjustable.ZONE: Zone,
    Adjustable.DOOR: Door,
    Adjustable.TRAP: Trap,
    Adjustable.FEATURE: Feature,
    Adjustable.OBSTACLE: Obstacle,
    Adjustable.CREATURES: Creatures,
    Adjustable.FOE: Foe,
}
HELD: Mapping[Adjustable, str] = {
    Adjustable.PERSON: "people",
    Adjustable.GROUP: "groups",
    Adjustable.THING: "things",
    Adjustable.LIGHT: "lights",
    Adjustable.SITE: "sites",
}
"""What the campaign itself holds, and the field that holds it."""
PARTS: Mapping[Adjustable, str] = {
    Adjustable.ZONE: "zones",
    Adjustable.DOOR: "doors",
    Adjustable.TRAP: "traps",
    Adjustable.FEATURE: "features",
    Adjustable.OBSTACLE: "obstacles",
    Adjustable.CREATURES: "creatures",
}
"""The parts of a site, and the field of the site that holds them."""

IDS: Mapping[Adjustable, object] = {
    Adjustable.PERSON: ids.PersonId,
    Adjustable.GROUP: ids.GroupId,
    Adjustable.THING: ids.ThingId,
    Adjustable.LIGHT: ids.ThingId,
    Adjustable.SITE: ids.SiteId,
    Adjustable.ZONE: ids.ZoneId,
    Adjustable.DOOR: ids.DoorId,
    Adjustable.TRAP: ids.TrapId,
    Adjustable.FEATURE: ids.FeatureId,
    Adjustable.OBSTACLE: ids.ObstacleId,
    Adjustable.CREATURES: ids.CreaturesId,
    Adjustable.FOE: ids.FoeId,
}
"""The kinds of their ids."""

_ONLY: Mapping[Adjustable, tuple[str, ...]] = {
    Adjustable.GROUP: ("name", "time", "site", "zone"),
    Adjustable.LIGHT: ("until",),
    Adjustable.FOE: (
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
    Adjustable.SITE: ("name", "entrance", "clock", "danger", "shadowcursed", "location", "alerted"),
}
"""Only these values can be set; the others are ids, or have commands of their own."""


_VEILS = frozenset({"health", "purse_hidden"})
"""What stands in the copy of a person that other seats are sent, and never in the truth."""


@lru_cache(maxsize=len(Adjustable))
def fields_of(what: Adjustable) -> tuple[str, ...]:
    """The names of the values that can be set; those of a sheet have a dot."""
    if what in _ONLY:
        return _ONLY[what]
    return tuple(_names(KINDS[what]))


def _names(kind: type[Struct]) -> Iterable[str]:
    for name in kind.__struct_fields__:
        if name == "sheet":
            yield from (f"sheet.{inner}" for inner in Sheet.__struct_fields__)
        elif name != "id" and name not in _VEILS:
            yield name


@lru_cache(maxsize=1024)
def type_of(what: Adjustable, field: str) -> Any:  # noqa: ANN401 - a type is a value here
    """The type of a value."""
    kind: Any = KINDS[what]
    for name in field.split("."):
        kind = get_type_hints(kind, include_extras=True)[name]
    return kind


def read(what: Adjustable, field: str, value: object) -> Any:  # noqa: ANN401 - of any type
    """A plain value as its type; raises `Unreadable` if it does not fit."""
    return wire.from_plain(type_of(what, field), value)


def found(campaign: Campaign, what: Adjustable, id: str, site: SiteId | None) -> Struct | None:
    """What has the value to set, as far as it is known."""
    if what is Adjustable.FOE:
        return next((foe for _, foe in foes_in(campaign) if foe.id == id), None)
    if what in HELD:
        held: Mapping[str, Struct] = getattr(campaign, HELD[what])
    else:
        holder = campaign.sites.get(site) if site is not None else None
        held = getattr(holder, PARTS[what]) if holder is not None else {}
    return held.get(id)


def foes_in(campaign: Campaign) -> Iterable[tuple[Group, Foe]]:
    """All foes, each with the group that fights them."""
    for group in campaign.groups.values():
        if isinstance(group.scene, Fight):
            yield from ((group, foe) for foe in group.scene.foes)


def in_keeping(foe: Foe, field: str) -> Foe:
    """A foe after a value was set, with the others adjusted to it: without health it is dead."""
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
    for group, found in foes_in(campaign):
        if found.id == foe.id and isinstance(group.scene, Fight):
            foes = tuple(foe if other.id == foe.id else other for other in group.scene.foes)
            scenes = (*group.scenes[:-1], replace(group.scene, foes=foes))
            return with_group(campaign, replace(group, scenes=scenes))
    return campaign


def changed(target: Struct, field: str, value: object) -> Struct:
    """The target with another value, in its sheet if the name has a dot."""
    outer, _, inner = field.partition(".")
    return replace(target, **{outer: replace(getattr(target, outer), **{inner: value}) if inner else value})


def put(campaign: Campaign, what: Adjustable, now: Any, site: SiteId | None) -> Campaign:  # noqa: ANN401 - of any kind
    """Return the campaign with the changed target."""
    if what is Adjustable.FOE:
        return _with_foe(campaign, now)
    if what in HELD:
        key = now.thing if what is Adjustable.LIGHT else now.id
        return replace(campaign, **{HELD[what]: {**getattr(campaign, HELD[what]), key: now}})
    holder = campaign.sites.get(site) if site is not None else None
    if holder is None:
        return campaign
    return with_site(campaign, replace(holder, **{PARTS[what]: {**getattr(holder, PARTS[what]), now.id: now}}))


class Setting(Command, frozen=True):
    """A value to set by hand; a part of a site needs its site."""

    what: Adjustable
    id: str
    field: str
    value: Any
    reason: Text
    site: SiteId | None = None
    say_why: bool = False


def nonsense(known: Campaign, setting: Setting, target: Struct, value: Any) -> Iterable[Reason]:  # noqa: ANN401 - any
    """Why a value of the right type is still impossible."""
    match target:
        case Person():
            yield from _wrong_for_person(known, setting, target, value)
        case Group():
            yield from _wrong_for_group(known, setting, target, value)
        case Foe():
            yield from _wrong_for_foe(setting, target, value)
        case Light():
            if value is not None:
                yield from burns_too_long(target.item, Seconds(value - known.now_of(target.holder)))
            elif not dice_put_it_out(known, target.holder):
                yield Reason("never_out", f"A {target.item} burns out at some time: enter when.")
        case Thing():
            if setting.field in ("place", "count") and target.id in known.lights:
                yield Reason("burning", "It is burning: put it out first.")
            if setting.field == "place":
                yield from nowhere(known, value)
        case _:
            yield from _wrong_for_site(known, setting, value)
    yield from (Reason("out_of_bounds", what) for what in out_of_bounds(type(target), setting.field, value))


def _wrong_for_person(known: Campaign, setting: Setting, person: Person, value: Any) -> Iterable[Reason]:  # noqa: ANN401 - any
    if setting.field == "hp" and value > person.hp_max:
        yield Reason("above_most", f"{person.name} has at most {person.hp_max} hit points. Enter 0 to {person.hp_max}.")
    if setting.field == "hp_max" and value < person.hp:
        yield Reason("above_most", f"{person.name} has {person.hp} hit points now: set those first.")
    if setting.field == "seat" and value not in (REFEREE, *known.seats):
        yield no_seat(known)


def _wrong_for_foe(setting: Setting, foe: Foe, value: Any) -> Iterable[Reason]:  # noqa: ANN401 - any
    if setting.field == "health" and value > foe.health_max:
        most = f"{foe.name} has at most {foe.health_max} hit points. Enter 0 to {foe.health_max}."
        yield Reason("above_most", most)
    if setting.field == "health_max" and value < max(1, foe.health):
        yield Reason("above_most", f"{foe.name} has {foe.health} hit points now: set those first.")
    if setting.field == "damage":
        try:
            parse_few(str(value))
        except BadNotation as fault:
            yield Reason("no_dice", f"Those are not dice: {fault}. Enter dice such as 1d8+1.")


def _wrong_for_group(known: Campaign, setting: Setting, group: Group, value: Any) -> Iterable[Reason]:  # noqa: ANN401 - any
    if setting.field == "time" and value < group.time:
        yield Reason("time_runs_on", "Time cannot run backwards: use undo.")
    if setting.field == "time" and value > group.time + MOST_AHEAD:
        yield Reason("out_of_bounds", "That is more than a hundred years ahead. Enter an earlier time.")
    if setting.field == "site" and value is not None and value not in known.sites:
        yield Reason("no_site", "There is no such site.")
    if setting.field == "zone":
        site = known.site_of(group)
        if site is None or clock_of(group) is None:
            yield not_exploring(group)
        elif value not in site.zones:
            yield Reason("no_zone", "The site has no such room.")
    if setting.what is Adjustable.ZONE and setting.field == "label" and value and not is_room_number(value):
        yield Reason("bad_label", "That is not a room number: write it like 8, 8a or B12, or leave it empty.")


MOST_AHEAD = 36_525 * DAY
"""How far a clock is set forward at most."""
_ZONES = frozenset({"zone", "to", "entrance", "between", "barred_from", "one_way"})


def _wrong_for_site(known: Campaign, setting: Setting, value: Any) -> Iterable[Reason]:  # noqa: ANN401 - any
    """Why a value is wrong that names a zone of the site, or is the number of one."""
    site = known.sites.get(SiteId(setting.id) if setting.what is Adjustable.SITE else setting.site or SiteId(""))
    zones = cast("tuple[ZoneId | None, ...]", value if isinstance(value, tuple) else (value,))
    if (
        setting.field in _ZONES
        and site is not None
        and any(zone is not None and zone not in site.zones for zone in zones)
    ):
        yield Reason("no_zone", "The site has no such room.")
