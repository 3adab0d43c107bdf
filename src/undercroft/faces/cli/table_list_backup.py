"""`undercroft table list`, `backup` and `restore`: the store as a whole."""

from contextlib import closing
from pathlib import Path
from typing import Any

from undercroft.faces.cli.exit_codes import INTEGRITY, told
from undercroft.faces.cli.output import print_json, tell
from undercroft.faces.cli.text_file import named, nameless
from undercroft.faces.shared import store_path
from undercroft.faces.shared.damaged_tables import losses
from undercroft.faces.shared.one_line import one_line
from undercroft.interpret.text_charts import columns
from undercroft.kernel.amounts import counted
from undercroft.kernel.faults import BadInput
from undercroft.store import backup as copying
from undercroft.store.faults import Integrity
from undercroft.store.log import ListedTable, Salvage
from undercroft.store.rescued_store import Rescue
from undercroft.store.store import Store

_DATABASE = "“pg_dump” and “pg_basebackup” back up a database; docs/hosting.md shows how"


def tables(data: str | None, *, as_json: bool) -> None:
    """List every table, including damaged ones."""
    place = store_path.place(data)
    with closing(store_path.reading(place)) as store:
        found = [(table, _version(store, table)) for table in store.tables()]
    if as_json:
        print_json({"data": place.shown, "tables": [_plain(table, version) for table, version in found]})
    elif not found:
        print(one_line(f"No tables yet in {place.shown}. “undercroft table new NAME --demo” makes one."))
    else:
        print(*map(one_line, columns([_row(table, version) for table, version in found])), sep="\n")


def _version(store: Store, table: ListedTable) -> int | None:
    """The number of lines in the log; None if even that cannot be read."""
    try:
        return store.head(table.id).version
    except Integrity:
        return None


def _plain(table: ListedTable, version: int | None) -> dict[str, Any]:
    told = {"id": table.id, "name": table.name, "created": table.created}
    return {**told, "version": version, "origin": table.origin}


def _row(table: ListedTable, version: int | None) -> tuple[str, ...]:
    lines = "damaged" if version is None else counted(version, "line")
    origin = f"{table.origin.version:,} of them from {table.origin.source}" if table.origin else ""
    return table.id, table.name, f"begun {table.created[:10]}", lines, origin


def _file(name: str) -> Path:
    """An ordinary file: a backup does not go through a pipe."""
    if name == "-":
        raise BadInput("not_a_file", "a backup cannot be piped", "name a file; “table export TABLE -” pipes one table")
    if not name:
        raise nameless()
    return Path(name)


def backup(file: str, data: str | None, *, as_json: bool) -> int:
    """Copy the whole store to a new file, even during play."""
    place = store_path.file_of(store_path.place(data), _DATABASE)
    rescued = copying.backup(place.path, _file(file))
    said = f"Everything in {place.path} is in {named(file)}, checked; with every secret."
    return _told(str(place.path), file, said, rescued, as_json=as_json)


def restore(file: str, data: str | None, *, as_json: bool) -> int:
    """Restore the store from a backup, if there is no store yet."""
    place, source = store_path.file_of(store_path.place(data), _DATABASE), _file(file)
    store_path.prepare(place)
    rescued = copying.restore(source, place.path)
    said = f"Everything in {named(file)} is in {place.path}, checked."
    return _told(str(place.path), file, said, rescued, as_json=as_json)


def _told(data: str, file: str, said: str, rescued: Rescue | None, *, as_json: bool) -> int:
    """Say that all of it is copied; of a damaged store, what is copied and what is lost."""
    if rescued is None:
        tell({"data": data, "file": file}, said, as_json=as_json)
        return 0
    fault = Integrity("", 0, rescued.fault.what, "everything else is copied, and checked")
    if not as_json:
        for salvage in rescued.found:
            print(one_line(f"{salvage.table.id}: {counted(len(salvage.lines), 'event')} copied. {_lost(salvage)}"))
        raise fault
    tables = [
        {"table": salvage.table.id, "kept": len(salvage.lines), "lost": salvage.lost, "says": _lost(salvage)}
        for salvage in rescued.found
    ]
    print_json({"data": data, "file": file, "tables": tables, "error": told(fault.code, fault.what, fault.fix)})
    return INTEGRITY


def _lost(salvage: Salvage) -> str:
    return " ".join(losses(salvage))
