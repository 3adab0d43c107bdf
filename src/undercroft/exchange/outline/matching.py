"""Who is who: which rooms, exits and other things of a typed outline are those of the site as it was."""

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from undercroft.exchange.outline.entries import Outline, OutlineEntry, Room, Sort
from undercroft.exchange.outline.notes import OutlineNotes
from undercroft.exchange.outline.outlined import Outlined
from undercroft.exchange.outline.parsing import parse
from undercroft.exchange.outline.shown import ShownLine, ShownRoom, ShownSite, short_text, shown_site
from undercroft.table.state.ids import ZoneId

A = TypeVar("A")
B = TypeVar("B")
_SORTS = (Sort.DOOR, Sort.CREATURES, Sort.TRAP, Sort.FEATURE, Sort.OBSTACLE, Sort.THING)


class Before:
    """The site as it was: its short form, and the entries that the same reader finds in it."""

    def __init__(self, whole: Outlined) -> None:
        self.shown: ShownSite = shown_site(whole)
        self.document: Outline = parse(short_text(self.shown, whole.site.name), OutlineNotes())
        self.rooms: dict[int, ShownRoom] = {}
        self.lines: list[tuple[OutlineEntry, ShownLine, ShownRoom]] = []
        for room, shown in zip(self.document.rooms, self.shown.rooms, strict=False):
            self.rooms[id(room)] = shown
            for entry, line in zip(room.entries, shown.lines, strict=False):
                self.lines.append((entry, line, shown))
                for inner, part in zip(entry.inner, line.inner, strict=False):
                    inner.hints["part"] = part.id


def match(document: Outline, whole: Outlined) -> Before:
    """Mark every entry with what it was before, if it was there."""
    before = Before(whole)
    document.site.was = whole.site
    document.site.shown = before.document.site
    zones = _rooms(document, before)
    for sort in _SORTS:
        _entries(document, before, sort, zones)
    _inner_things(document, before)
    return before


def _rooms(document: Outline, before: Before) -> dict[int, ZoneId]:
    """Match rooms by id, number, name and place; the zones of typed rooms."""
    was = [(room, before.rooms[id(room)]) for room in before.document.rooms]
    names = [shown.zone.name.casefold() for _, shown in was]
    elsewhere = {name: shown.label for name, (_, shown) in zip(names, was, strict=True) if names.count(name) == 1}

    def renamed(room: Room) -> Hashable | None:
        """The number, unless the name is that of a room with another number."""
        name = room.entry.name.casefold()
        return room.label if elsewhere.get(name, room.label) == room.label else None

    pairs = _paired(
        document.rooms,
        was,
        (
            (lambda room: room.entry.keys.get("id"), lambda pair: pair[1].zone.id),
            (lambda room: (room.label, room.entry.name), lambda pair: (pair[1].label, pair[0].entry.name)),
            (renamed, lambda pair: pair[1].label),
            (lambda room: room.entry.name.casefold(), lambda pair: pair[0].entry.name.casefold()),
            (lambda room: room.label, lambda pair: pair[1].label),
        ),
    )
    pairs |= _by_place(document.rooms, [id(pair) for pair in was], {key: id(pair) for key, pair in pairs.items()}, was)
    zones: dict[int, ZoneId] = {}
    for room in document.rooms:
        pair = pairs.get(id(room))
        if pair is not None:
            room.entry.was, room.entry.shown = pair[1].zone, pair[0].entry
            zones[id(room)] = pair[1].zone.id
    return zones


def _by_place(
    rooms: list[Room], order: list[int], known: dict[int, int], was: list[tuple[Room, ShownRoom]]
) -> dict[int, tuple[Room, ShownRoom]]:
    """Match what is left between the same neighbours, where as many rooms are left on both sides."""
    places = {pair: number for number, pair in enumerate(order)}
    taken = set(known.values())
    found: dict[int, tuple[Room, ShownRoom]] = {}
    run: list[Room] = []
    start = 0
    for room in [*rooms, None]:
        if room is not None and id(room) not in known:
            run.append(room)
            continue
        end = places[known[id(room)]] if room is not None else len(order)
        left = [was[place] for place in range(start, max(start, end)) if order[place] not in taken]
        if len(left) == len(run):
            found |= {id(one): pair for one, pair in zip(run, left, strict=True)}
        run, start = [], end + 1
    return found


def _entries(document: Outline, before: Before, sort: Sort, zones: dict[int, ZoneId]) -> None:
    """Match the lines of one sort: by id, by room and words, by room and name, by name, and by place in the room."""
    typed = [entry for entry in document.entries if entry.sort is sort and entry.room is not None]
    was = [line for line in before.lines if line[0].sort is sort]

    def zone(entry: OutlineEntry) -> Hashable:
        return zones.get(id(entry.room))

    def words(entry: OutlineEntry) -> Hashable:
        return (repr(sorted(entry.fields.items(), key=lambda item: item[0])), repr(sorted(entry.refs.items())))

    pairs = _paired(
        typed,
        was,
        (
            (lambda entry: entry.keys.get("id"), lambda line: line[1].part.id),
            (lambda entry: (zone(entry), words(entry)), lambda line: (line[2].zone.id, words(line[0]))),
            (lambda entry: (zone(entry), entry.refs.get("to"), entry.name.casefold()), _near),
            (
                lambda entry: (zone(entry), entry.name.casefold()),
                lambda line: (line[2].zone.id, line[0].name.casefold()),
            ),
            (lambda entry: (zone(entry), entry.refs.get("to")), lambda line: (line[2].zone.id, line[0].refs.get("to"))),
            (lambda entry: entry.name.casefold(), lambda line: line[0].name.casefold()),
            (lambda entry: (zone(entry), "place"), lambda line: (line[2].zone.id, "place")),
        )
        if sort is Sort.DOOR
        else (
            (lambda entry: entry.keys.get("id"), lambda line: line[1].part.id),
            (lambda entry: (zone(entry), words(entry)), lambda line: (line[2].zone.id, words(line[0]))),
            (
                lambda entry: (zone(entry), entry.name.casefold()),
                lambda line: (line[2].zone.id, line[0].name.casefold()),
            ),
            (lambda entry: entry.name.casefold(), lambda line: line[0].name.casefold()),
            (lambda entry: (zone(entry), "place"), lambda line: (line[2].zone.id, "place")),
        ),
    )
    for entry in typed:
        line = pairs.get(id(entry))
        if line is None:
            continue
        entry.was, entry.shown = line[1].part, line[0]
        feature, shown = entry.feature, line[0].feature
        if feature is not None and shown is not None and line[1].inner:
            feature.was, feature.shown = line[1].inner[0], shown


def _near(line: tuple[OutlineEntry, ShownLine, ShownRoom]) -> Hashable:
    return (line[2].zone.id, line[0].refs.get("to"), line[0].name.casefold())


def _inner_things(document: Outline, before: Before) -> None:
    """Match the things behind features and under obstacles, which are part of another line."""
    was = [
        (inner, part, line[0])
        for line in before.lines
        for inner, part in zip(line[0].inner, line[1].inner, strict=False)
        if inner.sort is Sort.THING
    ]
    plain = [(line[0], line[1].part, line[0]) for line in before.lines if line[0].sort is Sort.THING]
    typed = [(inner, entry) for entry in document.entries for inner in entry.inner if inner.sort is Sort.THING]
    lines = [(entry, entry) for entry in document.entries if entry.sort is Sort.THING and entry.was is None]
    gone = {id(entry.was) for entry in document.entries if entry.sort is Sort.THING and entry.was is not None}
    pairs = _paired(
        [*typed, *lines],
        [*was, *(pair for pair in plain if id(pair[1]) not in gone)],
        (
            (lambda pair: (id(pair[1].shown), _said(pair[0])), lambda old: (id(old[2]), _said(old[0]))),
            (
                lambda pair: (id(pair[1].shown), pair[0].name.casefold()),
                lambda old: (id(old[2]), old[0].name.casefold()),
            ),
            (lambda pair: pair[0].name.casefold(), lambda old: old[0].name.casefold()),
            (lambda pair: id(pair[1].shown) if pair[1].shown is not None else None, lambda old: id(old[2])),
        ),
    )
    for pair in [*typed, *lines]:
        found = pairs.get(id(pair))
        if found is not None:
            pair[0].was, pair[0].shown = found[1], found[0]


def _said(entry: OutlineEntry) -> Hashable:
    return repr(sorted(entry.fields.items(), key=lambda item: item[0]))


def _paired(
    typed: list[A],
    was: Iterable[B],
    keys: tuple[tuple[Callable[[A], Hashable | None], Callable[[B], Hashable | None]], ...],
) -> dict[int, B]:
    """Pair both lists by each key in turn, first come, first served; by id of the typed one."""
    found: dict[int, B] = {}
    left = list(was)
    for of_typed, of_was in keys:
        waiting: dict[Hashable, list[B]] = {}
        for old in left:
            waiting.setdefault(of_was(old), []).append(old)
        taken: set[int] = set()
        for new in typed:
            key = of_typed(new)
            if id(new) in found or key is None or not waiting.get(key):
                continue
            found[id(new)] = waiting[key].pop(0)
            taken.add(id(found[id(new)]))
        left = [old for old in left if id(old) not in taken]
    return found
