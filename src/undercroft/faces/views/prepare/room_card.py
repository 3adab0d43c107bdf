"""The card of a room that is prepared: every field of the room and of all that is in it."""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any

from msgspec import Struct

from undercroft.books.sovereign.saves import SaveKind
from undercroft.exchange.outline import Outlined, OutlinePlace, Sort
from undercroft.exchange.outline.entries import FORMS
from undercroft.exchange.outline.properties import REFERENCES, SEVERAL, fields_of, written_property
from undercroft.faces.views.creature_numbers import creature_numbers
from undercroft.faces.views.prepare.site_writing import PLACE
from undercroft.faces.views.short_names import capital
from undercroft.kernel.phrases import value_in_words
from undercroft.kernel.shape import Flag, Maybe, OneOf, Whole
from undercroft.table.preparing.wording import field_name
from undercroft.table.site.doors import beyond
from undercroft.table.site.room_numbers import room_numbers
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import ZoneId
from undercroft.table.state.sites import Door, Feature, Obstacle, Site, Trap
from undercroft.table.state.things import Guarded, Lying, Thing
from undercroft.table.world.sight import numbered

_LEFT_OUT = frozenset(
    {"id", "things", "over", "down", "known_to", "clues_given", "met", "reaction", "answer", "shape", "distance_ft"}
    | {"zones", "doors", "traps", "features", "obstacles", "creatures", "encounters"}
)
"""Fields that the outline and the map show better, or that only play changes."""
_LONG = frozenset({"glance", "senses", "secret", "tell", "what", "notes", "note"})
"""Texts of several lines."""
_LABELS = {
    "zone": "Room",
    "glance": "Read aloud",
    "senses": "Senses",
    "secret": "For the referee",
    "corridor": "Passage",
    "label": "Number",
    "tell": "What people notice",
    "lock_dc": "Lock, DC",
    "disarm_dc": "To disarm, DC",
    "dc": "DC",
    "answer": "Found by",
    "where": "Found without a roll at",
    "clues": "Clues, one on each line",
    "effects": "Local effects, one on each line",
    "barred_from": "Barred from",
    "one_way": "One way, only from",
    "along": "Along the wall, in percent",
    "avoids": "A save avoids it",
    "everyone": "Hits everybody in the room",
    "monster": "In the bestiary",
    "worth": "Worth in coppers",
    "points": "Load",
    "abilities": "Special abilities",
    "location": "Wandering monsters",
    "clocks": "Clocks of single levels",
    "alerted": "Alert",
}


class CardField(Struct, frozen=True):
    """A field to change."""

    name: str
    label: str
    kind: str
    """text, long, number, flag or choice."""
    value: str
    options: tuple[tuple[str, str], ...] = ()


class CardPart(Struct, frozen=True):
    """Something in the room."""

    sort: Sort
    id: str
    title: str
    detail: str
    line: int
    """The line of the outline that it is written on."""
    fields: tuple[CardField, ...]
    clues: tuple[str, ...] = ()
    own_line: bool = True
    """Whether the line is about nothing else."""


class PreparedRoom(Struct, frozen=True):
    """A room with everything in it."""

    id: ZoneId
    number: str
    name: str
    size: str
    fields: Mapping[str, CardField]
    parts: Mapping[str, tuple[CardPart, ...]]


_HEADINGS: Mapping[Sort, str] = {
    Sort.CREATURES: "Creatures",
    Sort.THING: "Things",
    Sort.TRAP: "Traps",
    Sort.FEATURE: "Hidden and secret",
    Sort.OBSTACLE: "Obstacles",
    Sort.DOOR: "Exits",
}


def prepared_room(whole: Outlined, zone: ZoneId, places: tuple[OutlinePlace, ...]) -> PreparedRoom | None:
    """The card of a room; None if there is no such room."""
    room = whole.site.zones.get(zone)
    if room is None:
        return None
    lines = {(place.sort, place.id): place.line for place in places}
    alone = [place.line for place in places]
    parts: dict[str, tuple[CardPart, ...]] = {}
    for sort, heading in _HEADINGS.items():
        found = [part for kind, part in _inside(whole, zone) if kind is sort]
        parts[heading] = tuple(_part(whole, zone, (sort, part), lines, alone) for part in found)
    fields = {field.name: field for field in card_fields(whole, Sort.ZONE, room)}
    number = room_numbers(whole.site).get(zone, room.label)
    size = f"{room.length_ft} by {room.width_ft} ft, {room.height_ft} high"
    return PreparedRoom(zone, number, room.name, size, fields, parts)


def _inside(whole: Outlined, zone: ZoneId) -> Iterator[tuple[Sort, Any]]:
    """Everything in a room, with what it is."""
    site = whole.site
    yield from ((Sort.CREATURES, part) for part in site.creatures.values() if part.zone == zone)
    yield from ((Sort.TRAP, part) for part in site.traps.values() if part.zone == zone)
    yield from ((Sort.FEATURE, part) for part in site.features.values() if part.zone == zone)
    yield from ((Sort.OBSTACLE, part) for part in site.obstacles.values() if part.zone == zone)
    yield from ((Sort.DOOR, door) for door in site.doors.values() if zone in door.between)
    for thing in whole.things.values():
        if isinstance(thing.place, Lying):
            here: ZoneId | None = thing.place.zone
        else:
            kept = site.creatures.get(thing.place.by) if isinstance(thing.place, Guarded) else None
            here = kept.zone if kept is not None else None
        if here == zone:
            yield Sort.THING, thing


def _part(
    whole: Outlined,
    zone: ZoneId,
    found: tuple[Sort, Any],
    lines: Mapping[tuple[Sort, str], int],
    all_lines: list[int],
) -> CardPart:
    sort, part = found
    line = lines.get((sort, part.id), 0)
    title, detail = _said(whole, zone, part)
    fields = tuple(card_fields(whole, sort, part))
    clues = part.clues if isinstance(part, Feature) else ()
    return CardPart(sort, part.id, title, detail, line, fields, clues, all_lines.count(line) == 1)


def _said(whole: Outlined, zone: ZoneId, part: Any) -> tuple[str, str]:
    """What a part is called, and the few numbers that matter."""
    site = whole.site
    match part:
        case Creatures():
            return capital(numbered(part)), " · ".join(creature_numbers(part))
        case Thing():
            kept = site.creatures.get(part.place.by) if isinstance(part.place, Guarded) else None
            words = [f"load {part.points}"] if part.points else []
            words += [f"{coins(part.worth)}"] if part.worth else []
            words += [f"with {kept.name}"] if kept is not None else []
            return (f"{part.count} {part.name}" if part.count > 1 else capital(part.name)), " · ".join(words)
        case Trap():
            words = [
                f"damage {part.damage}" if part.damage else "",
                "" if part.harm.value == "nothing" else value_in_words(part.harm.value),
            ]
            words += ["" if part.state.value == "armed" else part.state.value]
            return capital(part.name), " · ".join(filter(None, words))
        case Feature():
            things = [whole.things[id].name for id in part.things if id in whole.things]
            found = ["found" if part.found else part.grade.value, *things]
            return capital(part.what), " · ".join(found)
        case Obstacle():
            return capital(part.name), part.kind.value if part.kind.value != part.name else ""
        case Door():
            number = room_numbers(site).get(there := beyond(part, zone), "")
            name = site.zones[there].name if there in site.zones else there
            words = [value_in_words(part.state.value), "hidden" if part.hidden else ""]
            lock = f" {part.lock_dc}" if part.lock_dc is not None and part.state.value == "locked" else ""
            return capital(part.name), f"{', '.join(filter(None, words))}{lock} · to {number} {name}"
        case _:
            raise TypeError(f"no card for {type(part).__name__}")


def coins(worth: int) -> str:
    """A worth in the largest coins that have no remainder."""
    return next(f"{worth // each} {name}" for each, name in ((100, "gp"), (10, "sp"), (1, "cp")) if not worth % each)


def card_fields(whole: Outlined, sort: Sort, part: Any) -> Iterator[CardField]:
    """Every field of a part, as it is changed on a card."""
    shapes = {field.name: field.shape for field in FORMS[sort].fields}
    for name in fields_of(sort):
        if name in _LEFT_OUT - ({"answer"} if sort is Sort.FEATURE else set()):
            continue
        kind, options = _kind(whole, sort, name, shapes[name])
        yield CardField(name, label_of(name), kind, _written(sort, name, getattr(part, name)), options)
    if isinstance(part, Thing):
        kept = f"with {part.place.by}" if isinstance(part.place, Guarded) else ""
        lying = f"in {part.place.zone}" if isinstance(part.place, Lying) else ""
        yield CardField(PLACE, "Where", "choice", kept or lying, tuple(_places(whole.site)))


def label_of(name: str) -> str:
    """The label of a field."""
    return _LABELS.get(name) or capital(field_name(name))


def _kind(whole: Outlined, sort: Sort, name: str, form: Any) -> tuple[str, tuple[tuple[str, str], ...]]:
    if (sort, name) == (Sort.TRAP, "save"):
        return "choice", (("", "none"), *((save.value, f"{save.value} save") for save in SaveKind))
    if name in REFERENCES.get(sort, {}):
        return "choice", tuple(_named(whole, REFERENCES[sort][name], optional=name != "zone"))
    optional = isinstance(form, Maybe)
    form = form.of if isinstance(form, Maybe) else form
    match form:
        case Flag():
            return "flag", ()
        case Whole():
            return "number", ()
        case OneOf(words=words):
            none = (("", "none"),) if optional else ()
            return "choice", (*none, *((str(word), value_in_words(str(word))) for word in words))
        case _:
            return ("long" if name in _LONG or name in SEVERAL.values() else "text"), ()


def _named(whole: Outlined, what: Sort | str, *, optional: bool) -> Iterator[tuple[str, str]]:
    """The parts that a field can name."""
    if optional:
        yield "", "none"
    if what is Sort.ZONE:
        numbers = room_numbers(whole.site)
        yield from ((id, f"{numbers[id]} {zone.name}") for id, zone in whole.site.zones.items())
    elif what is Sort.THING:
        yield from ((id, thing.name) for id, thing in whole.things.items())
    elif isinstance(what, Sort):
        site = whole.site
        held: dict[Sort, Mapping[Any, Any]] = {
            Sort.DOOR: site.doors,
            Sort.TRAP: site.traps,
            Sort.CREATURES: site.creatures,
        }
        yield from ((id, part.name) for id, part in held[what].items())


def _places(site: Site) -> Iterator[tuple[str, str]]:
    numbers = room_numbers(site)
    yield from ((f"in {id}", f"in {numbers[id]} {zone.name}") for id, zone in site.zones.items())
    yield from ((f"with {id}", f"with {kind.name}") for id, kind in site.creatures.items())


def _written(sort: Sort, name: str, value: Any) -> str:
    if name in SEVERAL.values():
        return "\n".join(value)
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case Enum():
            return str(value.value)
        case str():
            return value
        case _:
            written = written_property(sort, name, value)[0].partition(": ")[2]
            return "" if written == "none" else written
