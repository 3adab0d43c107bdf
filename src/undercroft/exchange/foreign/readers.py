"""All readers of foreign formats, and the reading of any file: recognised by its content, never by its name."""

import re
from collections.abc import Iterator, Sequence

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
from undercroft.exchange.foreign.imported import Imported
from undercroft.exchange.foreign.packed_files import START, is_packed, unpacked
from undercroft.exchange.foreign.reader import FormatReader
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.several_files import together
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
_SIGNALS = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
"""Signs that no text has."""
_BYTES: tuple[tuple[bytes, str, str], ...] = (
    (b"\x89PNG", "a picture", _PICTURE),
    (b"\xff\xd8\xff", "a picture", _PICTURE),
    (b"GIF8", "a picture", _PICTURE),
    (b"RIFF", "a picture or a sound", _PICTURE),
    (b"%PDF", "a PDF file", "copy its tables and its key of rooms into a page of plain text"),
    (b"{\\rtf", "a text of a word processor (RTF)", "save it as plain text or Markdown"),
    (START, "a ZIP file", "unpack it, and import the files in it"),
    (b"PK\x05\x06", "an empty ZIP file", "pack notes, tables or maps into it"),
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
    if is_packed(raw):
        return ForeignFile("a ZIP file with several files", READ_IT)
    try:
        reader = reader_of(SourceFile(raw))
    except UnreadableFile:
        return None
    if reader is not None:
        return ForeignFile(reader.WHAT, READ_IT)
    return next((ForeignFile(what, fix) for begins, what, fix in _BYTES if raw.startswith(begins)), None)


def read_foreign(raw: bytes, name: str = "the file", place: str = "") -> Imported:
    """What a file of another program holds, and the report; a file that nobody reads is refused with what it is.

    The lines of the report begin with the place, if the file is one of several.
    """
    source = SourceFile(raw, name)
    notes = Notes(place)
    reader = _reader(source)
    if source.encoding == OF_WINDOWS and source.text:
        notes.guess("the file is not in UTF-8: its letters are read as Windows-1252")
    return replace(reader.read(source, notes), report=notes.report)


def read_all(files: Sequence[tuple[str, bytes]]) -> Imported:
    """What several files hold together, by name and content; a fault names its file.

    Documents of Foundry lead from file to file, so they are read as one. Of a ZIP file each file counts by itself:
    what nobody reads is left out.
    """
    found, documents, notes = list[Imported](), list[foundry.FoundryDocument](), Notes()
    for name, raw, packed in _all_files(files, notes):
        try:
            source = SourceFile(raw, name)
            reader = _reader(source)
            if reader is foundry:
                documents += [replace(each, at=f"{name} {each.at}".rstrip()) for each in foundry.documents(source)]
            else:
                found.append(read_foreign(raw, name, name if packed or len(files) > 1 else ""))
        except UnreadableFile as fault:
            if not packed:
                raise UnreadableFile(f"{name}: {fault.what}", fault.fix) from None
            notes.drop(fault.what, name)
    more = foundry.read_documents(documents, notes) if documents else Imported("")
    if not found and not documents:
        refuse("it is a ZIP file in which nothing can be read", "pack notes, tables or maps into it")
    return together([*found, *([replace(more, report=notes.report)] if documents or notes.report.dropped else [])])


def _all_files(files: Sequence[tuple[str, bytes]], notes: Notes) -> Iterator[tuple[str, bytes, bool]]:
    """The files with their names, those in ZIP files too; and whether each was in one."""
    for name, raw in files:
        if is_packed(raw):
            try:
                yield from ((inner, content, True) for inner, content in unpacked(raw, notes))
            except UnreadableFile as fault:
                raise UnreadableFile(f"{name}: {fault.what}", fault.fix) from None
        else:
            yield name, raw, False


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
    if (
        source.text.strip()
        and not source.text.lstrip().startswith(("{", "[", "<"))
        and not _SIGNALS.search(source.text)
    ):
        refuse(
            "it is text in which no table, room, hex or stat line was found",
            "write dice above a list, such as 1d6, or begin each row with its number, range or weight; "
            "a heading above it, such as “# Notes”, makes it a page of notes",
        )
    formats = ", ".join(each.WHAT for each in READERS)
    refuse("Undercroft does not know this kind of file", f"it reads: {formats}")
