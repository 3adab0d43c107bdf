"""A new store from everything that can be read of a damaged one."""

import secrets
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from msgspec import Struct

from undercroft.kernel.faults import BadInput
from undercroft.kernel.frozen import FrozenMap
from undercroft.store import chain, checks, database, files, row_writes
from undercroft.store.faults import StoreFault
from undercroft.store.found_rows import found_in
from undercroft.store.log import LEAST_SECRET, RESTORED, Head, Salvage, Secret, StoredTable
from undercroft.store.salvage import salvaged

MARK_BITS = 48


class Rescue(Struct, frozen=True):
    """What was wrong with a store, and what was found of each of its tables."""

    fault: StoreFault
    found: tuple[Salvage, ...]


def rescue(source: Path, target: Path, fault: StoreFault) -> Rescue | None:
    """Write every table, as far as it can be read, into a new store; None if nothing can be read.

    A table keeps its secret and the positions of its dice if both can be read, so that its links work. Otherwise it
    gets a new secret. Either way its dice go on from new keys: the lines that are lost may have shown the old ones.
    """
    found = tuple(map(salvaged, found_in(source).values()))
    readable = {salvage.table.id: salvage for salvage in found if _is_readable(salvage)}
    if not readable:
        return None
    try:
        with files.becoming(target) as new:
            new.unlink()
            database.make(new)
            with closing(database.connect(new, writing=True)) as db:
                db.execute("BEGIN IMMEDIATE")
                for salvage in readable.values():
                    _write(db, salvage)
                db.execute("COMMIT")
                db.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise database.explained(error, target) from None
    return Rescue(fault, found)


def _is_readable(salvage: Salvage) -> bool:
    try:
        checks.table(salvage.table)
    except BadInput:
        return False
    return bool(salvage.lines or not salvage.lost)


def _write(db: sqlite3.Connection, salvage: Salvage) -> None:
    table, lines = salvage.table, salvage.lines
    secret, streams = _dice(salvage)
    link = lines[-1].link if lines else chain.first_link(table)
    head = Head(len(lines), link, FrozenMap(streams))
    row_writes.put(db, StoredTable(table, head, lines, salvage.answers, salvage.pictures, Secret(secret)))


def marked(streams: Mapping[str, int]) -> dict[str, int]:
    """The positions of the dice of a table that was restored: a new number among them makes its keys new."""
    return {**streams, RESTORED: 1 + secrets.randbits(MARK_BITS)}


def _dice(salvage: Salvage) -> tuple[bytes, dict[str, int]]:
    """The secret and the positions of the dice, if both are known; else new ones, so that no die falls twice."""
    if salvage.secret is not None and salvage.streams is not None:
        return salvage.secret, marked(salvage.streams)
    return Secret(secrets.token_bytes(LEAST_SECRET)), {}
