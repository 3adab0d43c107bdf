"""The doors that the exits of an outline make."""

from msgspec.structs import replace

from undercroft.exchange.outline.entries import Outline, OutlineEntry, Room, Sort
from undercroft.exchange.outline.exit_lines import DIRECTIONS
from undercroft.exchange.outline.lookup import Lookup, keep
from undercroft.exchange.outline.notes import END, LineMend, OutlineNote, cut
from undercroft.exchange.problems import Severity
from undercroft.table.state.ids import ThingId, ZoneId
from undercroft.table.state.sites import Door, DoorState

_COMMON = frozenset(
    {*DIRECTIONS, "up", "down", "door", "passage", "way", "opening", "exit", "stairs", "stair", "the", "a"}
)
_PLAIN = (DoorState.CLOSED, DoorState.NO_DOOR)
_HERE = ("here", "this side")
_THERE = ("there", "the other side", "outside", "within", "inside")


def join_exits(look: Lookup) -> None:
    """An exit written under both of its rooms is one; one that only a text mentions counts if there is no other."""
    known: dict[tuple[int, int], list[OutlineEntry]] = {}
    for entry in sorted(look.document.of(Sort.DOOR), key=lambda entry: "inferred" in entry.hints):
        to = look.target(entry)
        if to is None or entry.room is None or to is entry.room:
            continue
        forth, back = (id(entry.room), id(to)), (id(to), id(entry.room))
        other = next((twin for twin in known.get(back, ()) if "paired" not in twin.hints and _alike(twin, entry)), None)
        if "inferred" in entry.hints and (forth in known or back in known):
            entry.room.entries.remove(entry)
        elif other is not None and not any("another" in side.hints for side in (entry, other)) and entry.was is None:
            other.hints["paired"] = True
            _fill(other, entry)
            entry.room.entries.remove(entry)
        else:
            known.setdefault(forth, []).append(entry)


def _alike(one: OutlineEntry, other: OutlineEntry) -> bool:
    """Whether two exits may be one: the words of one name are those of the other, or say nothing special."""
    first, second = _special(one), _special(other)
    return not second or not first or second <= first


def _special(entry: OutlineEntry) -> frozenset[str]:
    """The words of an exit's name that say more than that it is a way, and in which direction."""
    return frozenset(entry.name.casefold().split()) - _COMMON


def _fill(entry: OutlineEntry, other: OutlineEntry) -> None:
    """Add to an exit what the line under its other room says beyond it."""
    if not _special(entry) and _special(other):
        entry.fields |= {name: other.fields[name] for name in ("name", "material")}
    if entry.fields.get("state") in _PLAIN and other.fields.get("state") not in _PLAIN:
        entry.fields |= {name: other.fields[name] for name in ("state", "lock_dc") if name in other.fields}
    entry.keys = {**other.keys, **entry.keys}
    entry.key_refs = {**other.key_refs, **entry.key_refs}
    for key in ("key", "barred_from"):
        if key in other.refs and key not in entry.refs:
            entry.refs[key], entry.spans[key] = other.refs[key], other.spans[key]
    if other.fields.get("hidden") and not entry.fields.get("hidden"):
        entry.fields["hidden"] = True
        entry.inner += other.inner
    if other.hints.get("levels") and not entry.hints.get("levels"):
        entry.hints["levels"] = -other.hints["levels"]


def door_of(look: Lookup, entry: OutlineEntry) -> Door | None:
    """The door of an exit; None if the room it leads to is not there, which is noted."""
    between = _between(look, entry)
    if between is None:
        return None
    key = _key(look, entry)
    door = look.made(
        Door,
        entry,
        between=between,
        key=look.meant(entry, "key", "key", key),
        barred_from=look.meant(entry, "barred_from", "barred_from", _side(look, entry, "barred_from", between)),
        one_way=look.meant(entry, "one_way", "one_way", _side(look, entry, "one_way", between)),
    )
    unsaid = door.state is DoorState.BARRED and door.barred_from is None
    return replace(door, barred_from=between[1]) if unsaid else door


def _between(look: Lookup, entry: OutlineEntry) -> tuple[ZoneId, ZoneId] | None:
    room = look.target(entry)
    here = ZoneId(entry.room.entry.id if entry.room is not None else "")
    there = ZoneId(room.entry.id) if room is not None else None
    if "from" in entry.key_refs:
        here = look.by_property(entry, "from") or here
    if "to" in entry.key_refs:
        there = look.by_property(entry, "to") or there
    if there is None or there == here:
        _no_room(look, entry, there)
        return None
    return here, there


def _no_room(look: Lookup, entry: OutlineEntry, there: ZoneId | None) -> None:
    """Note an exit that leads nowhere, and keep its words."""
    column, end = entry.spans.get("to", (entry.column, entry.end))
    name = entry.refs.get("to", "")
    if there is not None:
        what, fix, mend = "this exit leads back to its own room", "write the number of another room", None
    else:
        what, fix = f"there is no room {cut(name)}; the exit is kept in the referee's text", f"add room {cut(name)}"
        mend = _room_added(look.document, name)
    code = "no_way" if there is not None else "no_such_room"
    look.notes.add(OutlineNote(code, what, fix, entry.line, column, end, Severity.ERROR, mend))
    if entry.room is not None:
        below = (line for owner in (entry, *entry.inner) for line in owner.hints.get("below", ()))
        keep(entry.room, "\n".join((str(entry.hints.get("line", name)), *below)))


def _room_added(document: Outline, name: str) -> LineMend | None:
    if not any(sign.isdigit() for sign in name[:2]):
        return None
    last = document.rooms[-1]
    place = max([last.entry.line, *(line.line for line in last.entries)])
    return LineMend(f"Add room {name}", place, END, END, f"\n\n{name} Room {name}")


def _side(look: Lookup, entry: OutlineEntry, key: str, between: tuple[ZoneId, ZoneId]) -> ZoneId | None:
    """The side of an exit that a word names. A bar is on the far side, and a way goes from here, if no word says it."""
    name = entry.refs.get(key)
    if name is None:
        return None
    if not name:
        return between[1] if key == "barred_from" else between[0]
    if name.lower() in _HERE:
        return between[0]
    if name.lower() in _THERE:
        return between[1]
    room = look.naming.room(name)
    if room is not None and room.entry.id in between:
        return ZoneId(room.entry.id)
    look.unknown(entry, key, name, Sort.ZONE)
    return None


def _key(look: Lookup, entry: OutlineEntry) -> ThingId | None:
    """The thing that unlocks an exit: the one it names, or one that says that it opens the room beyond."""
    name = entry.refs.get("key")
    if name is None:
        opened = next((thing for thing in look.openers if _opens(look, thing, entry)), None)
        return ThingId(opened.id) if opened is not None else None
    known = look.naming.exactly(Sort.THING, name)
    if known is not None:
        return ThingId(known.id)
    if entry.was is None or entry.shown is None or entry.shown.refs.get("key") != name:
        _no_key(look, entry, name)
    return None


def _opens(look: Lookup, thing: OutlineEntry, door: OutlineEntry) -> bool:
    opens = thing.refs.get("opens")
    if opens is None or door.fields.get("state") is not DoorState.LOCKED:
        return False
    return look.joins(door, look.naming.room(opens))


def _no_key(look: Lookup, entry: OutlineEntry, name: str) -> None:
    column, end = entry.spans.get("key", (entry.column, entry.end))
    room: Room | None = entry.room
    keeper = next(iter(room.of(Sort.CREATURES)), None) if room is not None else None
    words = f"Give it to {keeper.name}" if keeper is not None else "Put it in this room"
    line = f"\n  $ {name}" + (f", with {keeper.name}" if keeper is not None else "")
    at = max((line.line for line in room.entries), default=entry.line) if room is not None else entry.line
    mend = LineMend(words, at, END, END, line)
    fix = f"{words[0].lower()}{words[1:]}"
    what = f"there is no key “{cut(name)}” in this site"
    look.notes.add(OutlineNote("no_such_key", what, fix, entry.line, column, end, mend=mend))
