"""`undercroft table list`, `backup` and `restore`: the store as a whole."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

from undercroft.faces import data
from undercroft.faces.cli.errors import one_line
from undercroft.faces.cli.output import columns, print_json
from undercroft.faces.cli.textfile import named, nameless
from undercroft.kernel.amounts import counted
from undercroft.kernel.faults import BadInput
from undercroft.store import backup as copying
from undercroft.store.faults import Integrity
from undercroft.store.log import Store, Table


def tables(where: str | None, *, as_json: bool) -> None:
    """List every table, also one that is damaged."""
    place = data.place(where)
    with closing(data.reading(place)) as store:
        found = [(table, _version(store, table)) for table in store.tables()]
    if as_json:
        print_json({"data": str(place.path), "tables": [_plain(table, version) for table, version in found]})
    elif not found:
        print(one_line(f"No tables yet in {place.path}. “undercroft table new NAME --demo” makes one."))
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


def _file(name: str) -> Path:
    """A file of its own: a backup does not go through a pipe."""
    if name == "-":
        raise BadInput("not_a_file", "a backup cannot be piped", "name a file; “table export TABLE -” pipes one table")
    if not name:
        raise nameless()
    return Path(name)


def backup(file: str, where: str | None, *, as_json: bool) -> None:
    """Copy the whole store into a new file, also while people play."""
    place = data.place(where)
    copying.backup(place.path, _file(file))
    if as_json:
        print_json({"data": str(place.path), "file": file})
    else:
        print(one_line(f"Everything in {place.path} is in {named(file)}, checked; with every secret."))


def restore(file: str, where: str | None, *, as_json: bool) -> None:
    """Make the store from a backup, where there is none."""
    place, source = data.place(where), _file(file)
    data.prepare(place)
    copying.restore(source, place.path)
    if as_json:
        print_json({"data": str(place.path), "file": file})
    else:
        print(one_line(f"Everything in {named(file)} is in {place.path}, checked."))
