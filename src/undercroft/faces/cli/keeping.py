"""`undercroft table list`, `verify`, `backup` and `restore`: the store as a whole."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

from undercroft.faces import data
from undercroft.faces.cli.errors import INTEGRITY, one_line, told
from undercroft.faces.cli.output import columns, print_json
from undercroft.faces.cli.textfile import named
from undercroft.faces.counting import counted
from undercroft.store import backup as copying
from undercroft.store.faults import Integrity
from undercroft.store.log import Broken, Clean, Store, Table

_RESTORE = "restore a backup; the lines before can still be read"


def tables(where: str | None, *, as_json: bool) -> None:
    """List every table, also one that is damaged."""
    place = data.place(where)
    with closing(data.reading(place)) as store:
        found = [(table, _version(store, table)) for table in store.tables()]
    if as_json:
        print_json({"data": str(place.path), "tables": [_plain(table, version) for table, version in found]})
    elif not found:
        print(one_line(f"No tables yet in {place.path}."))
    else:
        print(*map(one_line, columns([_row(table, version) for table, version in found])), sep="\n")


def _version(store: Store, table: Table) -> int | None:
    """How many lines it has; None where not even that can be told."""
    try:
        return store.head(table.id).version
    except Integrity:
        return None


def _plain(table: Table, version: int | None) -> dict[str, Any]:
    return {
        "id": table.id,
        "name": table.name,
        "created": table.created,
        "version": version,
        "origin": table.origin,
    }


def _row(table: Table, version: int | None) -> tuple[str, ...]:
    lines = "damaged" if version is None else counted(version, "line")
    origin = f"{table.origin.version:,} of them from {table.origin.source}" if table.origin else ""
    return table.id, table.name, f"begun {table.created[:10]}", lines, origin


def verify(table: str | None, where: str | None, *, as_json: bool) -> int:
    """Walk every chain, or one; the exit code says whether all is as it was written."""
    with closing(data.reading(data.place(where))) as store:
        wanted = [one.id for one in store.tables()] if table is None else [table]
        found = {id: store.verify(id) for id in wanted}
    broken = [Integrity(id, bad.seq, bad.why, _RESTORE) for id, bad in found.items() if isinstance(bad, Broken)]
    if as_json:
        checked = {"tables": [_checked(id, state) for id, state in found.items()]}
        first = {"error": told(broken[0].code, broken[0].what, broken[0].fix)} if broken else {}
        print_json({**checked, **first})
        return INTEGRITY if broken else 0
    for id, state in found.items():
        print(one_line(f"{id}: {_said(state)}"))
    if broken:
        raise broken[0]
    if not found:
        print("No tables, so nothing is wrong with them.")
    return 0


def _checked(table: str, found: Clean | Broken) -> dict[str, Any]:
    match found:
        case Clean(version=version, link=link):
            return {"table": table, "clean": True, "version": version, "link": link.hex()}
        case Broken(seq=seq, why=why):
            return {"table": table, "clean": False, "seq": seq, "why": why}


def _said(found: Clean | Broken) -> str:
    match found:
        case Clean(version=0):
            return "no lines yet"
        case Clean(version=version):
            return f"{counted(version, 'line')}, as written"
        case Broken(seq=0, why=why):
            return why
        case Broken(seq=seq, why=why):
            return f"line {seq}: {why}"


def backup(file: str, where: str | None, *, as_json: bool) -> None:
    """Copy the whole store into a new file, also while people play."""
    place = data.place(where)
    copying.backup(place.path, Path(file))
    if as_json:
        print_json({"data": str(place.path), "file": file})
    else:
        print(one_line(f"Everything in {place.path} is in {named(file)}, checked; with every secret."))


def restore(file: str, where: str | None, *, as_json: bool) -> None:
    """Make the store from a backup, where there is none."""
    place = data.place(where)
    data.prepare(place)
    copying.restore(Path(file), place.path)
    if as_json:
        print_json({"data": str(place.path), "file": file})
    else:
        print(one_line(f"Everything in {named(file)} is in {place.path}, checked."))
