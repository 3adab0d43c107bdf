"""Moving a table with all that belongs to it from one store to another, of the same kind or not.

The table is first marked in its old store as leaving, so that nothing more is written there; then everything is put
into the new one at once, and both are checked against each other; at last it is marked as away. If it cannot be put
there, the mark is taken away again. If the program ends in between, the same again finishes the move.
"""

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel.frozen import FrozenMap
from undercroft.store import chain
from undercroft.store.faults import Integrity, NoSuchTable, Storage, Unsure
from undercroft.store.log import AWAY, LEAVING, MOVED, Broken, StoredPicture, StoredTable
from undercroft.store.store import Store


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
    """Move one table. After an unsure end the same again finds out whether it is there.

    A table that is away, or may be, is not playable here again: its dice would fall twice.
    """
    if isinstance(broken := source.verify(table), Broken):
        raise Integrity(table, broken.seq, broken.why, "recover it first")
    before = source.head(table).streams.get(MOVED, 0)
    if before == AWAY and not _has(target, whole(source, table)):
        raise chain.moved_away({MOVED: AWAY})
    source.mark(table, MOVED, before or LEAVING)
    try:
        kept = whole(source, table)
        if not _has(target, kept):
            target.put(kept)
    except Unsure:
        raise
    except BaseException:
        source.mark(table, MOVED, before)
        raise
    if isinstance(broken := target.verify(table), Broken):
        raise Integrity(table, broken.seq, broken.why, "remove the copy, and try again")
    if not _has(target, kept):
        what = f"the copy of table “{table[:60]}” ends elsewhere"
        raise Storage("storage", what, "remove the copy, and try again")
    source.mark(table, MOVED, AWAY)
    return Moved(table, kept.head.version)


def _has(target: Store, kept: StoredTable) -> bool:
    """Whether this very table is there, as it was here or played on."""
    id, ours = kept.table.id, kept.head
    try:
        theirs = target.head(id)
        if target.secret(id) != kept.secret or theirs.version < ours.version:
            return False
    except NoSuchTable:
        return False
    if theirs.version == ours.version:
        return theirs == ours
    return not ours.version or [ours.link] == [line.link for line in target.read(id, ours.version - 1, ours.version)]


def is_moved(store: Store, table: str) -> bool:
    """Whether a table was moved to another store, to the end."""
    return chain.is_away(store.head(table).streams)
