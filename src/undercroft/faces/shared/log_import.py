"""An exported log added to a store, under its own id or, if that is taken, another."""

from secrets import token_bytes
from typing import BinaryIO

from undercroft.faces.shared.new_campaign import free_slug
from undercroft.store.faults import TableTaken
from undercroft.store.log import LEAST_SECRET, Store
from undercroft.store.portable import Imported, import_table


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
) -> Imported:
    """Add the table to the store; `option` is how the caller's interface takes another id."""
    secret = token_bytes(LEAST_SECRET)
    try:
        return import_table(store, file, source, secret, id=id, allow_truncated_tail=allow_truncated_tail)
    except TableTaken as fault:
        taken = {table.id for table in store.tables()}
        raise IdTaken(fault.table, free_slug(fault.table, taken), option) from None
