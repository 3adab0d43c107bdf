"""Renaming and deleting tables: a deleted table's log is first written to a file beside the store."""

from itertools import count
from pathlib import Path

from undercroft.faces.shared.new_campaign import title_in
from undercroft.kernel.faults import BadInput
from undercroft.store import files
from undercroft.store.faults import Integrity, NoSuchTable, WentOn
from undercroft.store.ids import file_stem
from undercroft.store.log import Store, Table
from undercroft.store.portable import export_table

FOLDER = "removed"
"""The folder for the logs of deleted tables, beside the store."""


def renamed(store: Store, id: str, name: str) -> str:
    """Rename a table and return its new name."""
    title = title_in(name)
    table_of(store, id)
    store.rename(id, title)
    return title


def table_of(store: Store, id: str) -> Table:
    """The table of that id."""
    found = next((table for table in store.tables() if table.id == id), None)
    if found is None:
        raise NoSuchTable(id)
    return found


def check_name(table: Table, name: str) -> None:
    """Refuse to delete a table unless its name is given."""
    if " ".join(name.split()) != table.name:
        raise BadInput("other_name", f"the table is called “{table.name}”", "type its name exactly", field="name")


def removed(store: Store, id: str, beside: Path) -> Path | None:
    """Write a table's log to a new file in a folder beside the store, then remove it: both, or neither.

    What is played meanwhile is in the file. A damaged log is removed without a file, since none could be read again.
    """
    while True:
        kept, version = _kept(store, id, beside.parent / FOLDER)
        try:
            store.remove(id, version)
        except BaseException as fault:
            if kept is not None:
                files.drop(kept)
            if not isinstance(fault, WentOn):
                raise
        else:
            return kept


def _kept(store: Store, id: str, folder: Path) -> tuple[Path | None, int | None]:
    """A new file with the log of a table, durable, and the number of its lines."""
    files.folder(folder)
    names = (f"{file_stem(id)}{f'-{number}' if number > 1 else ''}-secret.jsonl" for number in count(1))
    file = next(folder / name for name in names if not (folder / name).exists())
    try:
        with files.written(file) as out:
            return file, export_table(store, id, out)
    except Integrity:
        return None, None
