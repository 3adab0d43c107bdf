"""A ZIP file of notes, packs or maps: its files, unpacked in memory with care. Nothing is written anywhere."""

import stat
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import NoReturn

from undercroft.exchange.campaign_bundle import FILE as CAMPAIGN_FILE
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import MOST_BYTES, refuse
from undercroft.kernel.amounts import counted

START = b"PK\x03\x04"
MOST_FILES = 1000
"""The most files of a ZIP file that are looked at."""
MOST_UNPACKED = 64 * 1024 * 1024
"""The most bytes that they have together."""
MOST_RATIO = 200
"""How many times as long a file may be as it is packed."""
_SMALL = 64 * 1024
"""A file that is no longer than this may be packed as tightly as it likes."""
_FEWEST_BYTES = 4
_UNREAD = frozenset(
    {"gif", "jpeg", "jpg", "mp3", "mp4", "ogg", "pdf", "png", "svg", "ttf", "wav", "webm", "webp", "woff2"}
)
"""Endings of pictures and sounds, which notes lie beside. They are counted, not unpacked."""


def is_packed(raw: bytes) -> bool:
    """Whether these bytes are a ZIP file, other than a campaign of ours with its pictures."""
    if not raw.startswith(START):
        return False
    try:
        with zipfile.ZipFile(BytesIO(raw)) as archive:
            return CAMPAIGN_FILE not in archive.NameToInfo
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return False


def weight(raw: bytes) -> int:
    """The bytes that are read of a file, unpacked."""
    if not is_packed(raw):
        return len(raw)
    with zipfile.ZipFile(BytesIO(raw)) as archive:
        return len(raw) + min(MOST_UNPACKED, sum(part.file_size for part in archive.infolist()))


def unpacked(raw: bytes, notes: Notes) -> Iterator[tuple[str, bytes]]:
    """The files of a ZIP file with their names, without hidden ones; pictures and sounds are counted."""
    if len(raw) > MOST_BYTES:
        refuse(f"it is larger than {MOST_BYTES // 1024 // 1024} MB", "pack fewer files, without pictures")
    try:
        with zipfile.ZipFile(BytesIO(raw)) as archive:
            yield from _files(archive, notes)
    except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, EOFError, zlib.error):
        refuse("it is a damaged ZIP file, or one with a password", "pack its files again")


def _files(archive: zipfile.ZipFile, notes: Notes) -> Iterator[tuple[str, bytes]]:
    parts = [part for part in archive.infolist() if not part.is_dir()]
    if len(parts) > MOST_FILES:
        refuse(f"it is a ZIP file with more than {MOST_FILES} files", "pack fewer of them")
    if len({part.filename for part in parts}) < len(parts):
        refuse("it is a ZIP file with a name twice", "pack its files again")
    left, others = MOST_UNPACKED, 0
    for part in parts:
        _check(part)
        if any(step.startswith((".", "__MACOSX")) for step in part.filename.split("/")):
            continue
        if part.filename.rsplit(".", 1)[-1].casefold() in _UNREAD:
            others += 1
            continue
        content = _content(archive, part, min(left, MOST_BYTES))
        left -= len(content)
        if content.startswith(START):
            notes.drop("a ZIP file within a ZIP file", part.filename)
        elif content.strip():
            yield part.filename, content
    if others:
        notes.drop(f"{counted(others, 'picture or sound', 'pictures or sounds')}, which no text is read from")


def _check(part: zipfile.ZipInfo) -> None:
    """Refuse names that lead out of a folder, links, and files that grow beyond measure."""
    name = part.filename
    if name.startswith(("/", "\\")) or "\\" in name or ":" in name[:3] or ".." in name.split("/"):
        _bad(name, "its name leads out of the ZIP file")
    if stat.S_ISLNK(part.external_attr >> 16):
        _bad(name, "it is a link")
    if part.file_size > max(_SMALL, MOST_RATIO * max(part.compress_size, _FEWEST_BYTES)):
        _bad(name, f"it grows to more than {MOST_RATIO} times its length")


def _content(archive: zipfile.ZipFile, part: zipfile.ZipInfo, most: int) -> bytes:
    """The bytes of a file, of which no more is unpacked than there may be."""
    with archive.open(part) as file:
        content = file.read(most + 1)
    if len(content) > most:
        refuse(f"it unpacks to more than {MOST_UNPACKED // 1024 // 1024} MB", "pack fewer files")
    return content


def _bad(name: str, why: str) -> NoReturn:
    refuse(f"it is a ZIP file with “{name[:60]}”, and {why}", "pack its files again")
