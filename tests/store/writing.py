"""A process that writes to a store and says so after each append: to be killed, traced, or starved of disk.

    python writing.py PATH TABLE HOW-MANY [sync=NORMAL] [pages=40]

Prints a line `ack VERSION` when an append is durable, or `fault CODE`; on a fault of storage it reads the log and tries
once more. With fewer pages, what is in the write-ahead log is moved into the database more often.
"""

import os
import sys
from pathlib import Path

from tests.store.making import SECRET, following
from undercroft.store.faults import StoreFault
from undercroft.store.log import Appended, ListedTable
from undercroft.store.sqlite import SQLiteStore


def say(line: str) -> None:
    """In one system call, so that a reader sees all of it or nothing."""
    os.write(1, f"{line}\n".encode())


def main(path: str, table: str, how_many: str, *options: str) -> None:
    """Append until told to stop."""
    chosen = dict(option.split("=") for option in options)
    store = SQLiteStore(Path(path))
    assert store._writer
    store._writer.most_pages = int(chosen.get("pages", store._writer.most_pages))
    if table not in [known.id for known in store.tables()]:
        store.create(ListedTable(table, "The Barrow", "2026-01-31T19:00:00Z"), SECRET)
    if "sync" in chosen:
        store._writer._db.execute(f"PRAGMA synchronous = {chosen['sync']}")
    say("open")
    for _ in range(int(how_many)):
        version = store.head(table).version
        try:
            done = store.append(table, following(version))
        except StoreFault as fault:
            say(f"fault {fault.code}")
            say(f"read {len(list(store.read(table)))}")
        else:
            assert isinstance(done, Appended)
            say(f"ack {done.version}")
    store.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
