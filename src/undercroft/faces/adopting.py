"""An exported log taken into a store, under its own id or, where that is taken, under another."""

from __future__ import annotations

from secrets import token_bytes
from typing import BinaryIO

from undercroft.faces.founding import free_slug
from undercroft.store.faults import TableTaken
from undercroft.store.log import LEAST_SECRET, Store
from undercroft.store.portable import Imported, import_table


class IdTaken(TableTaken):
    """The table in the file has an id that is taken; `free` is one like it that is not."""

    def __init__(self, table: str, free: str, option: str) -> None:
        super().__init__(table, f"take it in beside that one with {option}{free}, or delete that one first")
        self.free = free


def adopt(
    store: Store,
    file: BinaryIO,
    source: str,
    option: str,
    *,
    id: str | None = None,
    allow_truncated_tail: bool = False,
) -> Imported:
    """Take the table in; `option` is how somebody says another id where they are."""
    secret = token_bytes(LEAST_SECRET)
    try:
        return import_table(store, file, source, secret, id=id, allow_truncated_tail=allow_truncated_tail)
    except TableTaken as fault:
        taken = {table.id for table in store.tables()}
        raise IdTaken(fault.table, free_slug(fault.table, taken), option) from None
