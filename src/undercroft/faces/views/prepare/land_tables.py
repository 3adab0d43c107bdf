"""Edits of a land as a whole: its name and season, its encounter tables, and how often each weather comes."""

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from undercroft.books.hexcrawl.land import Weather
from undercroft.books.hexcrawl.weather import Climate
from undercroft.faces.views.prepare.encounter_words import row_words
from undercroft.faces.views.prepare.land_desk import Desk, EditKind, LandEdit, Writing, read_field
from undercroft.faces.views.prepare.land_regions import write_region
from undercroft.faces.views.prepare.land_words import chances_in, number_in, season_weathers
from undercroft.kernel.faults import BadInput
from undercroft.table.preparing.places import encounter_rows
from undercroft.table.preparing.table_lines import without_numbers
from undercroft.table.state.changes import (
    LandCreaturesChange,
    LandsChange,
    LandsHead,
    TableChange,
    WeathersChange,
    part_of,
)
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.sites import EncounterRow

_OMEN = "; omen:"
_HEAD_FIELDS: Mapping[str, Callable[[str], object]] = {
    "name": str.strip,
    "season": str,
    "climate": Climate,
    "weather": Weather,
    "hex_miles": lambda value: number_in(value, "miles"),
    "hex_km": lambda value: number_in(value, "kilometres"),
    "encounters": str,
    "good": str,
}


def _head(desk: Desk, edit: LandEdit) -> None:
    now: LandsHead = desk.now(LandsChange()) or LandsHead()
    seen, value = (read_field(_HEAD_FIELDS, edit.field, text) for text in (edit.seen, edit.value))
    before: LandsHead | None = desk.before(LandsChange())
    base = None if before is None else replace(before, **{edit.field: seen})
    desk.changes[part_of(LandsChange())] = LandsChange(base, replace(now, **{edit.field: value}))


def row_line(row: EncounterRow) -> str:
    """A row of an encounter table as a person types it."""
    return f"{row_words(row)}{_OMEN} {row.omen}" if row.omen else row_words(row)


def table_text(rows: Iterable[EncounterRow]) -> str:
    """An encounter table as a person types it."""
    return "\n".join(map(row_line, rows))


def _table(desk: Desk, edit: LandEdit) -> None:
    """Write an encounter table; a row that is as before keeps its creatures, a new one may bring its own."""
    name = edit.id.strip()
    if not name:
        raise BadInput("no_name", "the table has no name", "enter a name")
    now: tuple[EncounterRow, ...] | None = desk.now(TableChange(name))
    before = None if now is None else _typed(desk, edit.seen, now)
    desk.put(TableChange(name, before, _typed(desk, edit.value, now or (), keep=True) or None))
    if now is None and not desk.world.lands.encounters and not desk.world.lands.tables:
        _head(desk, LandEdit(EditKind.HEAD, field="encounters", value=name))


def _typed(desk: Desk, text: str, now: tuple[EncounterRow, ...], *, keep: bool = False) -> tuple[EncounterRow, ...]:
    """The rows in a text; with `keep`, the creatures that it describes become the land's."""
    old = {row.name: row for row in now}
    taken, rows = set(desk.world.lands.creatures), list[EncounterRow]()
    for line in without_numbers(" ".join(each.split()) for each in text.splitlines()):
        words, _, omen = (part.strip() for part in line.partition(_OMEN))
        row = next((row for row in now if row_words(row) == words), None)
        if row is None:
            (row, kind), *_ = encounter_rows(desk.world, (words,), taken)
            same = old.get(row.name, row)
            if kind is None:
                row = replace(same, count=row.count)
            else:
                row = replace(row, creatures=same.creatures if same.creatures in taken else row.creatures)
                _describe(desk, replace(kind, id=row.creatures or kind.id), keep=keep)
                taken.add(kind.id)
        rows.append(replace(row, omen=omen))
    return tuple(rows)


def _describe(desk: Desk, kind: Creatures, *, keep: bool) -> None:
    """Add creatures to the land, or change those that it has under the same id."""
    if keep:
        desk.put(LandCreaturesChange(desk.now(LandCreaturesChange(kind)), kind))


def _drop_table(desk: Desk, edit: LandEdit) -> None:
    rows = desk.now(TableChange(edit.id))
    if rows is not None:
        desk.put(TableChange(edit.id, rows))
    for hex in desk.hexes.values():
        gone = {field: "" for field in ("encounters", "good") if getattr(hex, field) == edit.id}
        if gone:
            desk.write_hex(hex.id, {}, gone)
    for region in desk.world.lands.regions.values():
        gone = {field: "" for field in ("encounters", "good") if getattr(region, field) == edit.id}
        if gone:
            write_region(desk, region.id, {}, gone)
    for field in ("encounters", "good"):
        if getattr(desk.world.lands, field) == edit.id:
            _head(desk, LandEdit(EditKind.HEAD, field=field, seen=edit.id))


def _weather(desk: Desk, edit: LandEdit) -> None:
    """Say how often a weather is in a season's list."""
    weather = Weather(edit.field)
    now: tuple[Weather, ...] = desk.now(WeathersChange(edit.id)) or ()
    counts = {each: now.count(each) for each in Weather}
    seen, value = (season_weathers({**counts, weather: chances_in(text)}) for text in (edit.seen, edit.value))
    before = now if season_weathers(counts) == seen else seen
    desk.put(WeathersChange(edit.id, before or None, value or None))


def _add_season(desk: Desk, edit: LandEdit) -> None:
    name = edit.value.strip()
    if not name or desk.now(WeathersChange(name)) is not None:
        raise BadInput("no_name", "that is not the name of a new season", "enter another name")
    desk.put(WeathersChange(name, None, (Weather.CLEAR,)))
    if not desk.world.lands.season:
        _head(desk, LandEdit(EditKind.HEAD, field="season", value=name))


def _drop_season(desk: Desk, edit: LandEdit) -> None:
    weathers = desk.now(WeathersChange(edit.id))
    if weathers is not None:
        desk.put(WeathersChange(edit.id, weathers))
    if desk.world.lands.season == edit.id:
        _head(desk, LandEdit(EditKind.HEAD, field="season", seen=edit.id))


TABLE_DEEDS: Mapping[EditKind, Writing] = {
    EditKind.HEAD: _head,
    EditKind.TABLE: _table,
    EditKind.DROP_TABLE: _drop_table,
    EditKind.WEATHER: _weather,
    EditKind.ADD_SEASON: _add_season,
    EditKind.DROP_SEASON: _drop_season,
}
