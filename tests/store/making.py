"""Tables, entries and batches to write, made from small numbers."""

from hashlib import sha256

from msgspec.structs import replace

from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.wire import encode
from undercroft.store.log import Appended, Batch, Entry, ListedTable, StoredPicture
from undercroft.store.store import Store

BARROW = ListedTable("barrow", "The Barrow", "2026-01-31T19:00:00Z")
SECRET = bytes(range(1, 33))
NOTE = "table.note-written"
MILL = ListedTable("mill", "Die Mühle", "2026-02-07T19:00:00Z")


def entry(n: int, text: str = "a torch is lit") -> Entry:
    """The n-th thing that happens: a note that a table can read."""
    body = encode({"note": {"about": "", "by": "referee", "text": text}, "type": NOTE})
    return Entry(f"act-{n}", 60 * n, ("maud", "referee"), NOTE, body, f"2026-01-31T19:{n % 60:02}:00Z")


def batch(version: int, *, key: str = "", lines: int = 1, streams: dict[str, int] | None = None) -> Batch:
    """What follows a version: so many lines, with a key, a fingerprint and an answer of its own."""
    entries = tuple(entry(n) for n in range(version + 1, version + lines + 1))
    name = key or f"key-{version}"
    return Batch(version, name, name.encode(), entries, encode({"told": version + lines}), FrozenMap(streams))


def drawn(version: int) -> tuple[StoredPicture, ...]:
    """The picture that comes with what follows a version; every other time there is none."""
    body = b"RIFF\0\0\0\0WEBP" + version.to_bytes(4, "big") * 500
    return (StoredPicture(sha256(body).hexdigest(), body),) if version % 2 else ()


def following(version: int) -> Batch:
    """What follows a version: a line, three dice, and a picture every other time."""
    return replace(batch(version, streams={"public": 3 * version + 3}), pictures=drawn(version))


def filled(store: Store, lines: int, table: ListedTable = BARROW) -> Store:
    """The store with a table of so many lines, one to an append."""
    store.create(table, SECRET)
    for version in range(lines):
        assert Appended(version + 1) == store.append(table.id, batch(version))
    return store
