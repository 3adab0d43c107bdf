"""Renaming and deleting tables: a deleted table's log is first written to a file beside the store."""

import os
from pathlib import Path

from undercroft.faces.shared.new_campaign import title_in
from undercroft.kernel.faults import BadInput
from undercroft.store.faults import Integrity, NoSuchTable
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
    """Write a table's log to a new file in a folder beside the store, then remove it.

    A damaged log is removed without a file, since none could be read again.
    """
    kept = _kept(store, id, beside.parent / FOLDER)
    store.remove(id)
    return kept


def _kept(store: Store, id: str, folder: Path) -> Path | None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    number, file = 1, folder / f"{id}-secret.jsonl"
    while file.exists():
        number += 1
        file = folder / f"{id}-{number}-secret.jsonl"
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            export_table(store, id, out)
    except Integrity:
        file.unlink()
        return None
    return file
