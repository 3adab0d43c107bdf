"""Writing an outline: short, as a referee types it, or full, with every property that a campaign file knows."""

from collections.abc import Iterator
from typing import Any

from undercroft.exchange.outline.entries import Sort
from undercroft.exchange.outline.notes import OutlineNotes
from undercroft.exchange.outline.outlined import Outlined
from undercroft.exchange.outline.parsing import parse
from undercroft.exchange.outline.phrases import is_plain
from undercroft.exchange.outline.properties import fields_of, written_property
from undercroft.exchange.outline.reading import read_outline
from undercroft.exchange.outline.shown import ShownLine, ShownRoom, ShownSite, short_text, shown_site
from undercroft.table.state.sites import Door, EncounterRow, Feature, Site
from undercroft.table.state.things import Guarded, Lying, Thing

_TEXTS = {"glance": "read", "senses": "senses", "secret": "GM"}


def write_outline(whole: Outlined, *, full: bool = False) -> str:
    """The outline of a site. The full form alone reads back to the same site; the short form does with its base."""
    if not full:
        return short_text(shown_site(whole), whole.site.name)
    shown = shown_site(whole, full=True)
    plain = _Writer(shown, whole.site, {}).text()
    return _Writer(shown, whole.site, _unlike(whole, read_outline(plain).whole)).text()


Properties = dict[tuple[Sort, str], list[str]]


class _Writer:
    """The full form: the short lines, each with the properties that its line does not say."""

    def __init__(self, shown: ShownSite, site: Site, more: Properties) -> None:
        self.shown, self.site, self.more = shown, site, more

    def text(self) -> str:
        """All lines."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield short_text(ShownSite((), ()), self.site.name).strip("\n")
        yield f"id: {self.site.id}"
        if any(not zone.label for zone in self.site.zones.values()):
            yield "numbers: by order"
        yield from self.more.get((Sort.SITE, ""), ())
        for line in self.shown.loose:
            yield from self._thing(line, "")
        for row in self.site.encounters:
            yield from _row(row)
        for room in self.shown.rooms:
            yield from self._room(room)

    def _room(self, room: ShownRoom) -> Iterator[str]:
        yield ""
        yield room.line
        yield f"  id: {room.zone.id}"
        if room.zone.label:
            yield f"  label: {room.zone.label}"
        for name, key in _TEXTS.items():
            if text := getattr(room.zone, name):
                yield f"  {written_property(Sort.ZONE, name, text)[0].replace(name, key, 1)}"
        yield from (f"  {line}" for line in self.more.get((Sort.ZONE, room.zone.id), ()))
        for line in room.lines:
            yield from self._thing(line, "  ")

    def _thing(self, line: ShownLine, indent: str) -> Iterator[str]:
        yield f"{indent}{line.line}"
        yield f"{indent}  id: {line.part.id}"
        yield from (f"{indent}  {more}" for more in self.more.get((line.sort, line.part.id), ()))
        for part in line.inner:
            if isinstance(part, Feature):
                yield f"{indent}  feature: {part.id}"
                yield from (f"{indent}  {more}" for more in self.more.get((Sort.FEATURE, part.id), ()))


def _row(row: EncounterRow) -> Iterator[str]:
    """A row of the encounter table, with what its line does not say."""
    words = row.name if row.count == "1" else f"{row.count} {row.name}"
    line = f"encounter: {words}" if is_plain(words) else "encounter: row"
    found = parse(line, OutlineNotes()).loose
    if [entry.sort for entry in found] != [Sort.ROW]:
        line = "encounter: row"
        found = parse(line, OutlineNotes()).loose
    yield line
    for name in ("name", "count", "omen", "creatures"):
        value = getattr(row, name)
        if value != found[0].fields.get(name, getattr(EncounterRow(""), name)):
            yield from (f"  {more}" for more in written_property(Sort.ROW, name, value))


def _unlike(whole: Outlined, read: Outlined) -> Properties:
    """The properties that the lines alone do not give back."""
    found: Properties = {(Sort.SITE, ""): _differences(Sort.SITE, whole.site, read.site)}
    kinds = {
        Sort.ZONE: "zones", Sort.DOOR: "doors", Sort.TRAP: "traps",
        Sort.FEATURE: "features", Sort.OBSTACLE: "obstacles", Sort.CREATURES: "creatures",
    }  # fmt: skip
    for sort, kind in kinds.items():
        there: dict[str, Any] = dict(getattr(read.site, kind))
        for id, part in getattr(whole.site, kind).items():
            found[sort, id] = _differences(sort, part, there[id]) if id in there else []
    for id, thing in whole.things.items():
        found[Sort.THING, id] = _differences(Sort.THING, thing, read.things[id]) if id in read.things else []
    return found


def _differences(sort: Sort, part: Any, read: Any) -> list[str]:
    lines: list[str] = []
    for name in fields_of(sort):
        value = getattr(part, name)
        if name in ("id", "label", "encounters", *_TEXTS) and sort in (Sort.ZONE, Sort.SITE):
            continue
        if name in _PARTS or value == getattr(read, name):
            continue
        lines += written_property(sort, name, value)
    if isinstance(part, Door) and part.between != read.between:
        lines += [f"from: {part.between[0]}", f"to: {part.between[1]}"]
    if isinstance(part, Thing) and part.place != read.place:
        match part.place:
            case Lying(zone=zone):
                lines.append(f"zone: {zone}")
            case Guarded(by=by):
                lines.append(f"with: {by}")
            case _:
                pass
    return lines


_PARTS = frozenset({"zones", "doors", "traps", "features", "obstacles", "creatures", "encounters", "id"} - {"things"})
