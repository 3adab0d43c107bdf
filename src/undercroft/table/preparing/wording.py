"""Changes in words: what is added, what is taken out, and what is different from before."""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from fractions import Fraction

from msgspec import Struct

from undercroft.kernel.amounts import counted
from undercroft.table.preparing.merging import Path
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.changes import (
    AnyChange,
    CreaturesChange,
    DoorChange,
    EncountersChange,
    FeatureChange,
    HexChange,
    LandsChange,
    ObstacleChange,
    TableChange,
    TrapChange,
    WayChange,
    WeathersChange,
    ZoneChange,
    id_of,
)
from undercroft.table.state.ids import SiteId, ZoneId
from undercroft.table.state.sites import Door, Feature, Site, Zone

LONG = 40
"""The longest text that a line repeats; longer text is only called new."""

WORDS: Mapping[str, str] = {
    "glance": "text",
    "what": "text",
    "about": "text",
    "senses": "what is heard and smelt",
    "secret": "the referee's text",
    "lock_dc": "lock",
    "disarm_dc": "to disarm",
    "dc": "difficulty",
    "hd": "HD",
    "ac": "AC",
    "hp": "hit points",
    "hp_max": "most hit points",
    "hp_bonus": "hit points beside Hit Dice",
    "count": "number",
    "move_ft": "speed in feet",
    "length_ft": "length in feet",
    "width_ft": "width in feet",
    "height_ft": "height in feet",
    "across_ft": "width in feet",
    "distance_ft": "distance in feet",
    "shape": "its place on the map",
    "between": "where it leads",
    "barred_from": "barred from",
    "one_way": "one way, from",
    "hex_km": "hex width in km",
    "hex_miles": "hex width in miles",
    "good": "good encounters",
    "fp": "fatigue points",
    "tell": "its sign",
    "found": "whether it is found",
    "alive": "whether they live",
    "clues_given": "clues given",
    "known_to": "who has met them",
    "met": "whether they have been met",
    "place": "where it is",
    "points": "load",
}
"""Fields whose names alone do not say what they are."""

_HIDDEN_WAY = {True: "hidden ", False: ""}


def title(campaign: Campaign, change: AnyChange) -> str:
    """What a part is called: `Chandlery to Reliquary, kerb stone`; `Rats in Sexton's closet`."""
    value = change.before or change.after
    match change:
        case ZoneChange() if isinstance(value, Zone):
            return f"{value.label} {value.name}".strip()
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
        case _:
            return str(getattr(value, "name", ""))


def _short(text: str) -> str:
    return text if len(text) <= LONG else f"{text[: LONG - 1].rstrip()}…"


def _room(campaign: Campaign, site: SiteId, zone: ZoneId) -> str:
    """The number or the name of a room in the draft or in the world."""
    drafted = (change for change in campaign.draft.values() if isinstance(change, ZoneChange) and change.site == site)
    new = next((room.after for room in drafted if room.after is not None and room.after.id == zone), None)
    found = new or campaign.sites.get(site, Site(site, "", ZoneId(""))).zones.get(zone)
    return zone if found is None else found.label or found.name


def in_words(campaign: Campaign, change: AnyChange) -> str:
    """A change in words: `Font room to Weigh-chamber, bronze door: lock 10, now 11`."""
    name = title(campaign, change)
    if change.before is None:
        return f"{name} added{_with_exits(campaign, change)}"
    if change.after is None:
        return f"{name} taken out"
    return f"{name}: {'; '.join(changed_fields(change.before, change.after))}"


def _with_exits(campaign: Campaign, change: AnyChange) -> str:
    """The exits of a new room that are new as well: `, with a ladder from Chandlery`."""
    if not isinstance(change, ZoneChange) or change.after is None:
        return ""
    id = change.after.id
    doors = [
        other.after
        for other in campaign.draft.values()
        if isinstance(other, DoorChange) and other.site == change.site and other.before is None and other.after
    ]
    ways = [door for door in doors if id in door.between]
    said = (f"{_HIDDEN_WAY[door.hidden]}{door.name} from {_other(campaign, change, door)}" for door in ways)
    return f", with {' and '.join(_a(way) for way in said)}" if ways else ""


def _a(noun: str) -> str:
    return f"an {noun}" if noun[:1].lower() in "aeiou" else f"a {noun}"


def _other(campaign: Campaign, change: ZoneChange, door: Door) -> str:
    beyond = next((zone for zone in door.between if change.after is not None and zone != change.after.id), ZoneId(""))
    return _room(campaign, change.site, beyond)


def changed_fields(before: object, after: object) -> Iterator[str]:
    """What is different, field by field."""
    if isinstance(before, tuple) and isinstance(after, tuple):
        rows = f"{counted(len(before), 'row')}, now {counted(len(after), 'row')}"
        yield "new rows" if len(before) == len(after) else rows
        return
    if not isinstance(before, Struct) or not isinstance(after, Struct):
        return
    for name in before.__struct_fields__:
        was, now = getattr(before, name), getattr(after, name)
        if was != now:
            yield field_change(name, was, now)


def field_change(name: str, was: object, now: object) -> str:
    """A changed field in words."""
    called = field_name(name)
    shown, new = said(was), said(now)
    if shown is None or new is None:
        return f"new {called}" if name not in WORDS or WORDS[name] == "text" else f"{called}, new"
    return f"{called} {shown}, now {new}" if shown else f"{called} {new}"


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
            return "none"
        case bool():
            return "yes" if value else "no"
        case Enum():
            return str(value.value).replace("_", " ")
        case int() | Fraction():
            return str(value)
        case str() if len(value) <= LONG and "\n" not in value:
            return f"“{value}”"
        case tuple() if all(isinstance(part, str) for part in value):
            return said(", ".join(value))
        case _:
            return None


def listed(campaign: Campaign, changes: Iterable[AnyChange], most: int) -> str:
    """Several changes in words, the first few of them."""
    words = [in_words(campaign, change) for change in changes]
    more = f"; and {counted(len(words) - most, 'change')} more" if len(words) > most else ""
    return f"{'; '.join(words[:most])}{more}"
