"""All readers of foreign formats, and the reading of any file: recognised by its content, never by its name."""

from msgspec.structs import replace

from undercroft.exchange.foreign import watabou
from undercroft.exchange.foreign.imported import Imported
from undercroft.exchange.foreign.reader import Reader
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import Source, refuse
from undercroft.exchange.foreign.unread import unread

READERS: tuple[Reader, ...] = (watabou,)
"""Each asked in turn; the first that knows the content reads it."""


def reader_of(source: Source) -> Reader | None:
    """The reader that knows the content of a file; None if none does."""
    return next((reader for reader in READERS if reader.recognises(source)), None)


def read_foreign(raw: bytes, name: str = "the file") -> Imported:
    """What a file of another program holds, and the report; a file that nobody reads is refused with what it is."""
    source = Source(raw, name)
    reader = reader_of(source)
    if reader is None:
        known = unread(source.text) if source.text else None
        if known is not None:
            refuse(f"it is {known.what}", known.fix)
        formats = ", ".join(each.WHAT for each in READERS)
        refuse("no reader knows what it is", f"these are read: {formats}")
    notes = Notes()
    found = reader.read(source, notes)
    return replace(found, report=notes.report)
