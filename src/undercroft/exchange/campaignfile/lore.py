"""The bestiary and the random tables of a file: checked, made, and written."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

from msgspec.structs import replace

from undercroft.exchange.campaignfile.entries import Entries, FileEntry
from undercroft.exchange.campaignfile.problems import FileNotes, Path, cut
from undercroft.exchange.campaignfile.references import dice, named
from undercroft.kernel import wire
from undercroft.table.lore.lookup import shared
from undercroft.table.lore.starter import STARTER
from undercroft.table.state.creatures import Creatures, blows
from undercroft.table.state.ids import MonsterId, TableId
from undercroft.table.state.lore import Monster, RandomTable, TableLine

_ROW = re.compile(r"(?P<low>[0-9]{1,5})(?:\s?[-\u2013]\s?(?P<high>[0-9]{1,5}))?[.:)]?\s+(?P<text>\S.*)", re.DOTALL)


def check_monsters(notes: FileNotes, monsters: Entries) -> None:
    """Check the dice and Hit Dice of the bestiary."""
    for monster in monsters.values():
        written = monster.get("damage")
        for blow in blows(written) if isinstance(written, str) else ():
            dice(notes, blow, monster.at("damage"))
        dice(notes, monster.get("number"), monster.at("number"))
        if monster.get("hd") == 0:
            notes.add("too_few", monster.at("hd"), "nothing has 0 Hit Dice", 'the least is a part, such as "1/2"')


def check_tables(notes: FileNotes, tables: Entries) -> None:
    """Check the dice and the rows of the random tables."""
    for table in tables.values():
        dice(notes, table.get("dice"), table.at("dice"))
        for number, row in table.items("rows"):
            _check_row(notes, row, table.at("rows", number))


def _check_row(notes: FileNotes, row: object, path: Path) -> None:
    if isinstance(row, str) and _ROW.fullmatch(row) is None:
        fix = "begin it with its number or numbers: “7 a wax seal” or “2-3 nothing”"
        notes.add("bad_row", path, f"“{cut(row)}” has no numbers of the dice", fix)
        return
    line = _line(row)
    if line is not None and line.low > line.high:
        notes.add("bad_row", path, f"{line.low} is more than {line.high}", "write the smaller number first")


def _line(row: Any) -> TableLine | None:
    if isinstance(row, str):
        found = _ROW.fullmatch(row)
        if found is None:
            return None
        return TableLine(int(found["low"]), int(found["high"] or found["low"]), found["text"])
    if not isinstance(row, Mapping):
        return None
    fields = cast("Mapping[str, Any]", row)
    return wire.from_plain(TableLine, fields) if set(fields) == {"low", "high", "text"} else None


def monster_known(notes: FileNotes, creatures: FileEntry, monsters: Entries) -> None:
    """Check that creatures have a monster of the bestiary, or a name and Hit Dice of their own."""
    if named(notes, "monster", creatures.get("monster"), {*STARTER, *monsters}, creatures.at("monster")):
        return
    for key in ("name", "hd"):
        if key not in creatures.fields and "monster" not in creatures.fields:
            what = f"“{key}” is missing"
            notes.add("missing", creatures.at(key), what, "write it, or name a monster of the bestiary")


def monsters_made(monsters: Entries) -> tuple[Monster, ...]:
    """The bestiary, once it has no problems."""
    return tuple(wire.from_plain(Monster, {"id": id, **entry.fields}) for id, entry in monsters.items())


def tables_made(tables: Entries) -> tuple[RandomTable, ...]:
    """The random tables, once they have no problems."""
    return tuple(
        RandomTable(TableId(id), entry.get("name"), entry.get("dice"), tuple(filter(None, map(_line, _rows(entry)))))
        for id, entry in tables.items()
    )


def _rows(entry: FileEntry) -> Iterator[object]:
    return (row for _, row in entry.items("rows"))


def completed(creatures: Mapping[str, Any], monsters: Mapping[MonsterId, Monster]) -> Mapping[str, Any]:
    """Creatures with what they have from their monster; what the file says of them counts."""
    monster = monsters.get(MonsterId(creatures.get("monster") or ""))
    if monster is None:
        return creatures
    name = monster.name if creatures.get("count") == 1 else monster.many
    return {"name": name, **wire.plain(dict(shared(monster))), **creatures}


def from_monster(creatures: Creatures, monsters: Mapping[MonsterId, Monster]) -> frozenset[str]:
    """The fields of creatures that a file need not state, since their monster states them."""
    monster = monsters.get(creatures.monster) if creatures.monster is not None else None
    if monster is None:
        return frozenset()
    given = {"name": monster.name if creatures.count == 1 else monster.many, **shared(monster)}
    return frozenset(name for name, value in given.items() if getattr(creatures, name) == value)


def linked(creatures: Creatures, monsters: Mapping[MonsterId, Monster]) -> Creatures:
    """Creatures with a link to their monster only if the file can say how they differ from it."""
    monster = monsters.get(creatures.monster) if creatures.monster is not None else None
    if monster is None:
        return replace(creatures, monster=None)
    lost = any(getattr(creatures, name) is None and value is not None for name, value in shared(monster).items())
    return replace(creatures, monster=None) if lost else creatures


def row_written(row: TableLine) -> str:
    """A row as a line: its numbers, and its text.

    >>> row_written(TableLine(2, 3, "nothing")), row_written(TableLine(7, 7, "a seal"))
    ('2-3 nothing', '7 a seal')
    """
    return f"{row.numbers} {row.text}"
