"""Changes in words: what is added, what is removed, and what is different from before."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel.amounts import counted
from undercroft.kernel.phrases import value_in_words, verb
from undercroft.table.preparing.merging import Path
from undercroft.table.site.room_numbers import room_numbers
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.changes import (
    AnyChange,
    CreaturesChange,
    DoorChange,
    EncountersChange,
    FeatureChange,
    HexChange,
    LandsChange,
    MonsterChange,
    ObstacleChange,
    RegionChange,
    RollTableChange,
    SiteChange,
    TableChange,
    TrapChange,
    WayChange,
    WeathersChange,
    ZoneChange,
    id_of,
    part_of,
)
from undercroft.table.state.ids import RegionId, SiteId, ZoneId
from undercroft.table.state.lands import LandHex, Region
from undercroft.table.state.sites import Door, DoorState, Feature, Site, Zone

LONG = 40
"""The longest text that a line repeats; longer text is only called new."""

WORDS: Mapping[str, str] = {
    "state": "",
    "glance": "text",
    "what": "text",
    "about": "text",
    "senses": "text of what is heard and smelt",
    "secret": "referee's text",
    "lock_dc": "lock",
    "disarm_dc": "to disarm",
    "dc": "difficulty",
    "hd": "HD",
    "ac": "AC",
    "hp": "hit points",
    "hp_max": "most hit points",
    "hp_bonus": "hit points on top of Hit Dice",
    "attack_bonus": "attack bonus",
    "shock": "Shock",
    "shock_ac": "highest AC for Shock",
    "count": "number",
    "move_ft": "feet moved in a round",
    "length_ft": "length in feet",
    "width_ft": "width in feet",
    "height_ft": "height in feet",
    "across_ft": "width in feet",
    "distance_ft": "distance in feet",
    "shape": "place on the map",
    "pin": "pin on the picture",
    "pictures": "picture",
    "between": "rooms on either side",
    "barred_from": "barred from",
    "one_way": "one way, from",
    "along": "percent along the wall",
    "hex_km": "hex width in km",
    "hex_miles": "hex width in miles",
    "good": "good encounters",
    "fp": "fatigue points",
    "tell": "sign",
    "found": "found",
    "alive": "alive",
    "clues_given": "clues given",
    "known_to": "list of who has met them",
    "met": "met before",
    "place": "place",
    "plural": "name of several",
    "scale": "AC scale",
    "xp": "XP",
    "abilities": "special abilities",
    "skill_mod": "bonus on skills",
    "points": "load",
    "terrains": "regions of terrains",
    "weathers": "weather",
}
"""Fields whose names alone do not say what they are."""

NONE = "none"
"""The word for a value that is not there."""


def title(campaign: Campaign, change: AnyChange) -> str:
    """What a part is called: `Chandlery to Reliquary, kerb stone`; `Rats in Sexton's closet`."""
    value = change.before or change.after
    match change:
        case ZoneChange(site=at) if isinstance(value, Zone):
            return _named(campaign, at, value)
        case DoorChange(site=at) if isinstance(value, Door):
            ends = (_room(campaign, at, zone) for zone in value.between)
            return f"{' to '.join(ends)}, {value.name}"
        case FeatureChange(site=at) if isinstance(value, Feature):
            return f"{_short(value.what)} in {_room(campaign, at, value.zone)}"
        case TrapChange(site=at) | ObstacleChange(site=at) | CreaturesChange(site=at):
            zone: ZoneId | None = getattr(value, "zone", None)
            where = f" in {_room(campaign, at, zone)}" if zone is not None else ""
            return f"{getattr(value, 'name', '')}{where}"
        case EncountersChange(site=at):
            site = campaign.sites.get(at)
            return f"Encounters of {at if site is None else site.name}"
        case LandsChange():
            return getattr(value, "name", "") or "The lands"
        case HexChange():
            return f"{id_of(change)} {getattr(value, 'name', '')}".strip()
        case WayChange() if (way := change.before or change.after) is not None:
            return f"{' to '.join(way.between)}, {way.name or way.path.value}"
        case TableChange(id=id):
            return f"Table {id}"
        case WeathersChange(id=id):
            return f"Weather in {id}"
        case MonsterChange() | RollTableChange() | RegionChange():
            return _TITLES[type(change)].format(getattr(value, "name", ""))
        case _:
            return str(getattr(value, "name", ""))


_TITLES: Mapping[type[AnyChange], str] = {
    MonsterChange: "{} in the bestiary",
    RollTableChange: "Roll table {}",
    RegionChange: "Region {}",
}


def _short(text: str) -> str:
    return text if len(text) <= LONG else f"{text[: LONG - 1].rstrip()}…"


def _room(campaign: Campaign, site: SiteId, zone: ZoneId) -> str:
    """A room in the draft or in the world, by its name and number."""
    drafted = (change for change in campaign.draft.values() if isinstance(change, ZoneChange) and change.site == site)
    new = next((room.after for room in drafted if room.after is not None and room.after.id == zone), None)
    found = new or campaign.sites.get(site, Site(site, "", ZoneId(""))).zones.get(zone)
    return zone if found is None else _named(campaign, site, found)


def _named(campaign: Campaign, site: SiteId, zone: Zone) -> str:
    """A room by its name and number: `8a Tallow loft`, and `Room 6` where others have that name too.

    One of several that share a name has the number that the map draws.
    """
    whole = campaign.sites.get(site)
    others = [each.name for each in whole.zones.values() if each.id != zone.id] if whole is not None else []
    shared = any(f"{other} ".startswith(f"{zone.name} ") for other in others)
    number = zone.label or (room_numbers(whole).get(zone.id, "") if whole is not None and shared else "")
    if not number or zone.name.endswith(f" {number}"):
        return zone.name
    return f"{zone.name} {number}" if shared else f"{number} {zone.name}"


def together(changes: Iterable[AnyChange]) -> list[tuple[AnyChange, tuple[DoorChange, ...]]]:
    """Changes for people to read: a new room together with its new exits, everything else by itself."""
    found = list(changes)
    rooms = [change for change in found if isinstance(change, ZoneChange) and change.before is None]
    taken: dict[int, DoorChange] = {}
    exits: dict[int, tuple[DoorChange, ...]] = {}
    for room in rooms:
        new = [change for change in found if id(change) not in taken and _opens(room, change)]
        exits[id(room)] = tuple(change for change in new if isinstance(change, DoorChange))
        taken |= {id(change): change for change in exits[id(room)]}
    return [(change, exits.get(id(change), ())) for change in found if id(change) not in taken]


def _opens(room: ZoneChange, change: AnyChange) -> bool:
    """Whether a change is a new exit of a new room."""
    if not isinstance(change, DoorChange) or change.before is not None or change.after is None or room.after is None:
        return False
    return change.site == room.site and room.after.id in change.after.between


def in_words(campaign: Campaign, change: AnyChange, exits: Iterable[DoorChange] = ()) -> str:
    """A change in words: `Font room to Weigh-chamber, bronze door: lock 10, now 11`."""
    name = title(campaign, change)
    if change.before is None:
        return f"{name} added{_with_exits(campaign, change, exits)}"
    if change.after is None:
        return f"{name} removed"
    sides = (_with_region(campaign, side) for side in (change.before, change.after))
    return f"{name}: {'; '.join(changed_fields(*sides))}"


def _with_region(campaign: Campaign, value: object) -> object:
    """A hex with the name of its region in place of the id; anything else as it is."""
    if not isinstance(value, LandHex) or value.region is None:
        return value
    drafted = campaign.draft.get(part_of(RegionChange(Region(value.region, ""))))
    region = (drafted.after or drafted.before) if drafted is not None else campaign.lands.regions.get(value.region)
    return replace(value, region=RegionId(getattr(region, "name", value.region)))


def _with_exits(campaign: Campaign, room: AnyChange, exits: Iterable[DoorChange]) -> str:
    """The exits of a new room: `, with a ladder from Chandlery`."""
    ways = [_way(campaign, room, way.after) for way in exits if way.after is not None]
    return f", with {listing(ways)}" if ways else ""


def _way(campaign: Campaign, room: AnyChange, door: Door) -> str:
    """An exit of a new room: `a ladder from Chandlery`."""
    site = room.site if isinstance(room, ZoneChange) else SiteId("")
    beyond = next((zone for zone in door.between if zone != id_of(room)), ZoneId(""))
    noun = _new_door(door)
    article = verb(noun.split()[0], "", "an " if noun[:1].lower() in "aeiou" else "a ")
    return f"{article}{noun} from {_room(campaign, site, beyond)}"


def _new_door(door: Door) -> str:
    """A new door by its name, with what keeps people from it: `hidden locked door`."""
    state = door.state.value if door.state in _KEEPS_OUT and door.state.value not in door.name else ""
    hidden = "hidden" if door.hidden and "secret" not in door.name else ""
    return " ".join(filter(None, (hidden, state, door.name)))


_KEEPS_OUT = frozenset({DoorState.STUCK, DoorState.LOCKED, DoorState.BARRED})


def listing(parts: Sequence[str]) -> str:
    """A list in words: `a ladder and a door`."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def changed_fields(before: object, after: object) -> Iterator[str]:
    """What is different, field by field."""
    if isinstance(before, tuple) and isinstance(after, tuple):
        was, now = len(cast("Sequence[object]", before)), len(cast("Sequence[object]", after))
        yield "new rows" if was == now else f"{counted(was, 'row')}, now {counted(now, 'row')}"
        return
    if not isinstance(before, Struct) or not isinstance(after, Struct):
        return
    for name in before.__struct_fields__:
        was, now = getattr(before, name), getattr(after, name)
        if was != now:
            yield field_change(name, was, now)


def field_change(name: str, was: object, now: object) -> str:
    """A changed field in words."""
    if inside := tuple(_within(was, now)):
        return ", ".join(inside)
    called, old, new = field_name(name), said(was), said(now)
    if new == NONE:
        return f"no {called} any more"
    if new is None:
        return f"new {called}"
    return f"{called} {new}".strip() if old in (None, NONE) else f"{called} {old}, now {new}".strip()


def _within(was: object, now: object) -> Iterator[str]:
    """What is different in things that have names: `Carrow: new market`."""
    if not isinstance(was, Mapping) or not isinstance(now, Mapping):
        return
    old, new = cast("Mapping[str, object]", was), cast("Mapping[str, object]", now)
    for id in dict.fromkeys((*old, *new)):
        before, after = old.get(id), new.get(id)
        name = getattr(after or before, "name", "")
        if before == after or not name:
            continue
        if before is None or after is None:
            yield f"{name} {'added' if before is None else 'removed'}"
        else:
            yield f"{name}: {', '.join(changed_fields(before, after))}"


def field_name(name: str) -> str:
    """The name of a field in words."""
    return WORDS.get(name, name.replace("_", " "))


def path_name(path: Path) -> str:
    """The field at the end of a path, in words."""
    named = [name for name in path if not name.isdecimal()]
    return field_name(named[-1]) if named else ""


def said(value: object) -> str | None:
    """A value in words; None for one too long to repeat."""
    match value:
        case None | "" | ():
            return NONE
        case bool():
            return "yes" if value else "no"
        case Enum():
            return value_in_words(str(value.value))
        case int() | Fraction():
            return str(value)
        case str() if len(value) <= LONG and "\n" not in value:
            return f"“{value}”"
        case tuple() if all(isinstance(part, str) for part in cast("Sequence[object]", value)):
            return said(", ".join(cast("Sequence[str]", value)))
        case _:
            return None


def played(campaign: Campaign, changes: Sequence[AnyChange], most: int) -> Iterator[str]:
    """Changes that are now in play, in sentences: what is new, gone and different, the first few of them.

    The parts of a new site go without saying, and so do rooms that only keep their numbers beside other changes.
    """
    new = {change.after.id for change in changes if isinstance(change, SiteChange) and _is_new(change) and change.after}
    found = [pair for pair in together(changes) if not (_is_new(pair[0]) and getattr(pair[0], "site", None) in new)]
    found = [pair for pair in found if not only_number(pair[0])] or found
    words: dict[str, list[str]] = {"New in play": [], "No longer in play": [], "Changed": []}
    for change, exits in found[:most]:
        name = title(campaign, change)
        if isinstance(change, DoorChange) and change.before is None and change.after is not None:
            name = f"{name.removesuffix(change.after.name)}{_new_door(change.after)}"
        if change.before is None:
            words["New in play"].append(f"{name}{_with_exits(campaign, change, exits)}")
        elif change.after is None:
            words["No longer in play"].append(name)
        else:
            words["Changed"].append(in_words(campaign, change))
    yield from (f"{head}: {'; '.join(parts)}." for head, parts in words.items() if parts)
    if len(found) > most:
        yield f"And {counted(len(found) - most, 'more change')}."


def _is_new(change: AnyChange) -> bool:
    return change.before is None


def only_number(change: AnyChange | None) -> bool:
    """Whether a change gives a room its number and nothing else."""
    if not isinstance(change, ZoneChange) or change.before is None or change.after is None:
        return False
    return not change.before.label and replace(change.after, label="") == change.before
