"""What is written to a log and read from it: lines, heads, batches and their answers."""

from typing import TypeAlias

from msgspec import Struct

from undercroft.kernel.frozen import FrozenMap

FORMAT = 1
"""The number of the log's format. A log of a higher format is refused."""


LEAST_SECRET, MOST_SECRET = 32, 1024
"""The number of bytes in a table's secret."""


RESTORED = "restored"
"""Stands among the streams of dice: a random number that a restore from a backup draws, so that no die falls again."""


MOVED = "moved"
"""Stands among the streams of dice of a table that is moved to another store: nothing more is written to it here."""
AWAY, LEAVING = 1, 2
"""What the mark says: the other store has the table for sure, or it may not have it yet."""


class Secret(bytes):
    """Bytes that are never shown in a message or a record."""

    def __repr__(self) -> str:
        return "<secret>"

    __str__ = __repr__


class Entry(Struct, frozen=True, gc=False):
    """One event in its envelope, ready to be written."""

    act: str
    """The act it belongs to: an id that reveals nothing."""
    at: int
    """When it happens in the game, in seconds."""
    audience: tuple[str, ...]
    """The seats that may know of it, sorted."""
    tag: str
    """The kind of event."""
    body: bytes
    """The event as canonical JSON."""
    wall: str
    """When it was written, in UTC. Nothing is ordered by it."""


class Line(Entry, frozen=True, gc=False):
    """An entry with its place in a log."""

    table: str
    seq: int
    link: bytes
    """SHA-256 over the previous link and this envelope."""


class Origin(Struct, frozen=True, omit_defaults=True):
    """Where imported lines came from: the lines up to `version` were not written here."""

    source: str
    version: int
    link: str
    was: str | None = None
    """The id the table had there, if it differs: the import relinked the lines."""


class ListedTable(Struct, frozen=True):
    """One campaign's log, as it is listed. The name is a label; the id and the time of creation start the chain."""

    id: str
    name: str
    created: str
    origin: Origin | None = None


class Head(Struct, frozen=True):
    """The end of a log, kept apart from its lines so that a cut tail shows."""

    version: int
    link: bytes
    streams: FrozenMap[int]
    """How far each stream of dice has been read."""
    format: int = FORMAT


class StoredPicture(Struct, frozen=True):
    """A picture that belongs to a table: a WebP file, and its SHA-256 in hexadecimal as its id."""

    id: str
    body: bytes


class Batch(Struct, frozen=True):
    """The lines of one command, and what makes a retry harmless."""

    expected: int
    """The version that the command was decided on."""
    key: str
    """Chosen by the client, one for each command."""
    fingerprint: bytes
    """Distinguishes this command from another under the same key."""
    entries: tuple[Entry, ...]
    answer: bytes
    """The answer to the client."""
    streams: FrozenMap[int] = FrozenMap()
    """New positions of the streams of dice that the command read; the others stay."""
    pictures: tuple[StoredPicture, ...] = ()
    """The pictures that the entries name for the first time."""


class Appended(Struct, frozen=True):
    """The batch is written and durable."""

    version: int


class Known(Struct, frozen=True):
    """This command was written before, and this is its answer. Nothing was written now."""

    answer: bytes


class Mismatch(Struct, frozen=True):
    """The key belongs to another command. Nothing was written."""


class Stale(Struct, frozen=True):
    """The log is at another version. Nothing was written."""

    version: int


AppendResult: TypeAlias = Appended | Known | Mismatch | Stale


class Clean(Struct, frozen=True):
    """Every line is there and is what was written."""

    version: int
    link: bytes


class Broken(Struct, frozen=True):
    """The first line that is not what was written, and what is wrong with it."""

    seq: int
    why: str


class StoredAnswer(Struct, frozen=True):
    """What makes a retry harmless: kept with the last line of an append."""

    seq: int
    key: str
    fingerprint: bytes
    answer: bytes


class StoredTable(Struct, frozen=True):
    """Everything that a store holds of a table, to be put into another store."""

    table: ListedTable
    head: Head
    lines: tuple[Line, ...]
    answers: tuple[StoredAnswer, ...]
    pictures: tuple[StoredPicture, ...]
    secret: Secret


class Salvage(Struct, frozen=True):
    """What can be read of a damaged table."""

    table: ListedTable
    lines: tuple[Line, ...]
    """Its lines from the first, each checked, up to the last act that is there whole."""
    lost: int = 0
    """The number of lines after these."""
    lost_since: str = ""
    """When the first of the lost lines was written, if that can be read."""
    mended: int = 0
    """How often one bit was flipped in a line or in the listing, and is right again."""
    pictures: tuple[StoredPicture, ...] = ()
    answers: tuple[StoredAnswer, ...] = ()
    secret: Secret | None = None
    streams: FrozenMap[int] | None = None
    """The positions of the dice."""


class Snapshot(Struct, frozen=True):
    """A state folded from the lines up to `version`, by code of this format. A cache: it may vanish at any time."""

    version: int
    code: str
    body: bytes
