"""An exported log added to a store, under its own id or, if that is taken, another."""

from secrets import token_bytes
from typing import BinaryIO

from undercroft.faces.shared.table_names import free_slug
from undercroft.server.open_table import OpenTable
from undercroft.store.faults import TableTaken
from undercroft.store.ids import BadTableId
from undercroft.store.log import LEAST_SECRET, StoredPicture
from undercroft.store.memory import MemoryStore
from undercroft.store.portable import ImportedTable, import_table
from undercroft.store.store import Store


class IdTaken(TableTaken):
    """The table's id is taken; `free` is a similar id that is not."""

    def __init__(self, table: str, free: str, option: str) -> None:
        super().__init__(table, f"import it under another id with {option}{free}, or delete that table first")
        self.free = free


def adopt(
    store: Store,
    file: BinaryIO,
    source: str,
    option: str,
    *,
    id: str | None = None,
    allow_truncated_tail: bool = False,
) -> ImportedTable:
    """Add the table to the store; `option` is how the caller's interface takes another id.

    It is read and played through in memory first: what is damaged, or was written by a later version, is refused.
    """
    trial = MemoryStore()
    secret = token_bytes(LEAST_SECRET)
    taken = {table.id for table in store.tables()}
    try:
        read = import_table(trial, file, source, secret, id=id, allow_truncated_tail=allow_truncated_tail)
        table = read.table
        OpenTable(trial, table.id)
        was = table.origin.was if table.origin is not None else None
        pictures = (StoredPicture(id, trial.picture(table.id, id) or b"") for id in trial.pictures(table.id))
        store.adopt(table, secret, source, trial.read(table.id), was, pictures)
    except TableTaken as fault:
        raise IdTaken(fault.table, free_slug(fault.table, taken), option) from None
    except BadTableId as fault:
        raise BadTableId(fault.id, f"import it under another id with {option}{free_slug(fault.id, taken)}") from None
    return read
