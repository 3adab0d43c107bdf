"""All readers of foreign formats, and the reading of any file: recognised by its content, never by its name."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.exchange.foreign import (
    delimited,
    donjon,
    donjon_grid,
    foundry,
    hex_describe,
    json_table,
    page,
    perchance,
    text_mapper,
    universal_vtt,
    watabou,
    worldographer,
)
from undercroft.exchange.foreign.imported import Imported, together
from undercroft.exchange.foreign.reader import FormatReader
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import OF_WINDOWS, SourceFile, UnreadableFile, refuse
from undercroft.exchange.foreign_signs import READ_IT, ForeignFile, known_by_signs

READERS: tuple[FormatReader, ...] = (
    watabou,
    donjon,
    donjon_grid,
    text_mapper,
    universal_vtt,
    worldographer,
    foundry,
    json_table,
    hex_describe,
    perchance,
    delimited,
    page,
)
"""Each asked in turn; the first that knows the content reads it."""

_PICTURE = "take it as the picture of a level or as a handout, in Prepare"
_BYTES: tuple[tuple[bytes, str, str], ...] = (
    (b"\x89PNG", "a picture", _PICTURE),
    (b"\xff\xd8\xff", "a picture", _PICTURE),
    (b"GIF8", "a picture", _PICTURE),
    (b"RIFF", "a picture or a sound", _PICTURE),
    (b"%PDF", "a PDF file", "copy its tables and its key of rooms into a page of plain text"),
    (b"{\\rtf", "a text of a word processor (RTF)", "save it as plain text or Markdown"),
    (b"PK\x03\x04", "a ZIP file", "unpack it, and import the files in it"),
    (b"SQLite format 3", "a database", "export its contents in the program that wrote it"),
)
"""Files that are not text, by their first bytes."""


def reader_of(source: SourceFile) -> FormatReader | None:
    """The reader that knows the content of a file; None if none does."""
    return next((reader for reader in READERS if reader.recognises(source)), None)


def known_as(text: str) -> ForeignFile | None:
    """What a text is if another program wrote it, and what reads it; None for a page or a campaign of ours."""
    known = known_by_signs(text)
    try:
        reader = reader_of(SourceFile(text.encode()))
    except UnreadableFile as fault:
        return known and replace(known, fix=f"{fault.what}: {fault.fix}")
    if reader is not None and reader is not page:
        return known if known is not None and known.fix == READ_IT else ForeignFile(reader.WHAT, READ_IT)
    return known


def known_by_content(raw: bytes) -> ForeignFile | None:
    """What a file is that is not text, and what reads it or what to do instead."""
    try:
        reader = reader_of(SourceFile(raw))
    except UnreadableFile:
        return None
    if reader is not None:
        return ForeignFile(reader.WHAT, READ_IT)
    return next((ForeignFile(what, fix) for begins, what, fix in _BYTES if raw.startswith(begins)), None)


def read_foreign(raw: bytes, name: str = "the file") -> Imported:
    """What a file of another program holds, and the report; a file that nobody reads is refused with what it is."""
    source = SourceFile(raw, name)
    notes = Notes()
    reader = _reader(source)
    if source.encoding == OF_WINDOWS and source.text:
        notes.guess("the file is not in UTF-8: its letters are read as Windows-1252")
    return replace(reader.read(source, notes), report=notes.report)


def read_all(files: Iterable[tuple[str, bytes]]) -> Imported:
    """What several files hold together, by name and content; a fault names its file.

    Documents of Foundry lead from file to file, so they are read as one.
    """
    found, documents, notes = list[Imported](), list[foundry.FoundryDocument](), Notes()
    for name, raw in files:
        try:
            source = SourceFile(raw, name)
            reader = _reader(source)
            if reader is foundry:
                documents += [replace(each, at=f"{name} {each.at}".rstrip()) for each in foundry.documents(source)]
            else:
                found.append(read_foreign(raw, name))
        except UnreadableFile as fault:
            raise UnreadableFile(f"{name}: {fault.what}", fault.fix) from None
    if documents:
        found.append(replace(foundry.read_documents(documents, notes), report=notes.report))
    return together(found)


def _reader(source: SourceFile) -> FormatReader:
    """The reader of a file; a file that has none is refused with what it is."""
    reader = reader_of(source)
    if reader is not None:
        return reader
    if not source.raw.strip():
        refuse("it is empty", "save it again in the program that wrote it")
    for begins, what, fix in _BYTES:
        if source.raw.startswith(begins):
            refuse(f"it is {what}", fix)
    known = known_by_signs(source.text) if source.text else None
    if known is not None:
        refuse(f"it is {known.what}", known.fix)
    if source.text.lstrip().startswith(("{", "[{")) and source.json is None:
        refuse("it begins like JSON, and something in it is not JSON", "save it again in the program that wrote it")
    if source.text.strip() and not source.text.lstrip().startswith(("{", "[", "<")):
        refuse(
            "it is text in which no table, room, hex or stat line was found",
            "write dice above a list, such as 1d6, or begin each row with its number, range or weight; "
            "a heading above it, such as “# Notes”, makes it a page of notes",
        )
    formats = ", ".join(each.WHAT for each in READERS)
    refuse("no reader knows what it is", f"these are read: {formats}")
