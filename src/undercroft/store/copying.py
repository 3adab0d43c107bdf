"""Moving a table with all that belongs to it from one store to another, of the same kind or not.

The table is first marked in its old store, so that nothing more is written there; then everything is put into the new
one at once, and both are checked against each other. If it cannot be put there, the mark is taken away again.
"""

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel.frozen import FrozenMap
from undercroft.store.faults import Integrity, NoSuchTable, Storage, Unsure
from undercroft.store.log import MOVED, Broken, Head, Store, StoredPicture, StoredTable


class Moved(Struct, frozen=True):
    """A table that was moved, and its lines."""

    table: str
    lines: int


def whole(store: Store, table: str) -> StoredTable:
    """Everything that a store holds of a table, without the mark of a table that is being moved."""
    head = store.head(table)
    streams = {name: position for name, position in head.streams.items() if name != MOVED}
    pictures = ((id, store.picture(table, id)) for id in store.pictures(table))
    return StoredTable(
        store.table(table),
        replace(head, streams=FrozenMap(streams)),
        tuple(store.read(table, upto=head.version)) if head.version else (),
        store.answers(table),
        tuple(StoredPicture(id, body) for id, body in pictures if body is not None),
        store.secret(table),
    )


def move(source: Store, target: Store, table: str) -> Moved:
    """Move one table. After an unsure end the same again finds out whether it is there."""
    if isinstance(broken := source.verify(table), Broken):
        raise Integrity(table, broken.seq, broken.why, "recover it first")
    source.mark(table, MOVED, 1)
    try:
        kept = whole(source, table)
        if not _is_there(target, kept):
            target.put(kept)
    except Unsure:
        raise
    except BaseException:
        source.mark(table, MOVED, 0)
        raise
    if isinstance(broken := target.verify(table), Broken):
        raise Integrity(table, broken.seq, broken.why, "remove the copy, and try again")
    _compare(kept.head, target.head(table), table)
    return Moved(table, kept.head.version)


def _is_there(target: Store, kept: StoredTable) -> bool:
    """Whether this very table is there already, from a try whose end was unsure."""
    try:
        return target.head(kept.table.id) == kept.head and target.secret(kept.table.id) == kept.secret
    except NoSuchTable:
        return False


def is_moved(store: Store, table: str) -> bool:
    """Whether a table was moved to another store."""
    return MOVED in store.head(table).streams


def _compare(ours: Head, theirs: Head, table: str) -> None:
    if ours != theirs:
        what = f"the copy of table “{table[:60]}” ends elsewhere"
        raise Storage("storage", what, "remove the copy, and try again")
