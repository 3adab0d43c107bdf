"""Renaming and deleting tables: a deleted table's log is first written to a file beside the store."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import BinaryIO, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from undercroft.faces.shared.table_names import title_in
from undercroft.kernel.faults import BadInput
from undercroft.store import chain, files
from undercroft.store.faults import Integrity, WentOn
from undercroft.store.ids import file_stem
from undercroft.store.log import LEAST_SECRET, ListedTable
from undercroft.store.memory import MemoryStore
from undercroft.store.portable import export_table
from undercroft.store.store import Store

T = TypeVar("T")
FOLDER = "removed"
"""The folder for the logs of deleted tables, beside the store."""


def renamed(store: Store, id: str, name: str) -> str:
    """Rename a table and return its new name."""
    title = title_in(name)
    table_of(store, id)
    store.rename(id, title)
    return title


def table_of(store: Store, id: str) -> ListedTable:
    """The table of that id."""
    return store.table(id)


def check_name(table: ListedTable, name: str) -> None:
    """Refuse to delete a table unless its name is given."""
    if " ".join(name.split()) != table.name:
        raise BadInput("other_name", f"the table is called “{table.name}”", "type its name exactly", field="name")


class KeptFiles(Struct, frozen=True):
    """What is kept of a deleted table."""

    log: Path | None
    """Its log, as far as it can be read; none if nothing of it can."""
    raw: Path | None = None
    """Everything that the store held of a damaged table."""

    def drop(self) -> None:
        """Remove the files again."""
        for file in (self.log, self.raw):
            if file is not None:
                files.drop(file)


def removed(store: Store, id: str, beside: Path) -> KeptFiles:
    """Write a table's log to a new file in a folder beside the store, then remove it: both, or neither.

    What is played meanwhile is in the file. Of a damaged table, the log is kept as far as it can be read, and a second
    file keeps everything as it was found.
    """
    while True:
        kept, version = _kept(store, id, beside.parent / FOLDER)
        try:
            store.remove(id, version)
        except BaseException as fault:
            kept.drop()
            if not isinstance(fault, WentOn):
                raise
        else:
            return kept


def _kept(store: Store, id: str, folder: Path) -> tuple[KeptFiles, int | None]:
    """The files of a table, and the number of lines that its whole log has."""
    files.folder(folder)
    for unfinished in folder.glob("*.new"):
        files.drop(unfinished)
    try:
        log, lines = _written(folder, id, "jsonl", lambda out: export_table(store, id, out))
    except Integrity:
        return _kept_of_damaged(store, id, folder), None
    return KeptFiles(log), lines


def _kept_of_damaged(store: Store, id: str, folder: Path) -> KeptFiles:
    salvage = store.salvage(id)
    raw, _ = _written(folder, id, "rows", lambda out: out.writelines(store.raw(id)))
    if not salvage.lines:
        return KeptFiles(None, raw)
    readable, table = MemoryStore(), replace(salvage.table, id=file_stem(id))
    lines = chain.moved(salvage.table, table, salvage.lines)
    readable.adopt(table, bytes(LEAST_SECRET), id, lines, None, salvage.pictures)
    try:
        log, _ = _written(folder, id, "jsonl", lambda out: export_table(readable, table.id, out))
    except BaseException:
        files.drop(raw)
        raise
    return KeptFiles(log, raw)


def _written(folder: Path, id: str, ending: str, write: Callable[[BinaryIO], T]) -> tuple[Path, T]:
    """A new file, durable and complete, under a name that is free; and what writing it returns."""
    names = (f"{file_stem(id)}{f'-{number}' if number > 1 else ''}-secret.{ending}" for number in count(1))
    file = next(folder / name for name in names if not (folder / name).exists())
    with files.written(file) as out:
        return file, write(out)
