"""All readers of foreign formats, and the reading of any file: recognised by its content, never by its name."""

from msgspec.structs import replace

from undercroft.exchange.foreign import donjon, donjon_grid, text_mapper, universal_vtt, watabou, worldographer
from undercroft.exchange.foreign.imported import Imported
from undercroft.exchange.foreign.reader import Reader
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import Source, Unreadable, refuse
from undercroft.exchange.foreign_signs import READ_IT, ForeignFile, known_by_signs

READERS: tuple[Reader, ...] = (watabou, donjon, donjon_grid, text_mapper, universal_vtt, worldographer)
"""Each asked in turn; the first that knows the content reads it."""


def reader_of(source: Source) -> Reader | None:
    """The reader that knows the content of a file; None if none does."""
    return next((reader for reader in READERS if reader.recognises(source)), None)


def known_as(text: str) -> ForeignFile | None:
    """What a text is if another program wrote it, and what reads it; None for a page or a campaign of ours."""
    try:
        reader = reader_of(Source(text.encode()))
    except Unreadable:
        return None
    if reader is not None:
        return ForeignFile(reader.WHAT, READ_IT)
    return known_by_signs(text)


def read_foreign(raw: bytes, name: str = "the file") -> Imported:
    """What a file of another program holds, and the report; a file that nobody reads is refused with what it is."""
    source = Source(raw, name)
    reader = reader_of(source)
    if reader is None:
        known = known_by_signs(source.text) if source.text else None
        if known is not None:
            refuse(f"it is {known.what}", known.fix)
        formats = ", ".join(each.WHAT for each in READERS)
        refuse("no reader knows what it is", f"these are read: {formats}")
    notes = Notes()
    found = reader.read(source, notes)
    return replace(found, report=notes.report)
