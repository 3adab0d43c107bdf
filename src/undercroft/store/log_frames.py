"""The pages in SQLite's write-ahead log, and which of them are what was written.

The format is that of https://www.sqlite.org/fileformat2.html, as far as our stores use it.
"""

import struct

from msgspec import Struct

from undercroft.store.database import PAGE

_LOG_HEAD, _FRAME_HEAD = 32, 24
_MOST_WORD = 2**32 - 1


class Frame(Struct, frozen=True):
    """A page in a write-ahead log."""

    number: int
    page: bytes
    is_new: bool
    """Whether it was written since the log began again from its start; older frames may lie behind."""
    is_sound: bool
    """Whether it is what was written: a power cut may leave half a page, damage a flipped bit."""


def frames_in(log: bytes) -> list[Frame]:
    """The pages in a write-ahead log, also those behind a damaged one."""
    order = ">" if log[3:4] == b"\x83" else "<"
    found: list[Frame] = []
    salts, before = {log[16:24], log[40:48]}, log[24:32]
    for at in range(_LOG_HEAD, len(log) - _FRAME_HEAD - PAGE + 1, _FRAME_HEAD + PAGE):
        head, page = log[at : at + _FRAME_HEAD], log[at + _FRAME_HEAD : at + _FRAME_HEAD + PAGE]
        is_new, own = head[8:16] in salts, head[16:24]
        is_sound = is_new and _checksum(before, head[:8] + page, order) == own
        found.append(Frame(int.from_bytes(head[:4], "big"), page, is_new, is_sound))
        before = own
    return found


def _checksum(before: bytes, content: bytes, order: str) -> bytes:
    """The checksum of a frame, which goes on from that of the frame before it."""
    first, second = struct.unpack(">2I", before)
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for at in range(0, len(words), 2):
        first = (first + words[at] + second) & _MOST_WORD
        second = (second + words[at + 1] + first) & _MOST_WORD
    return struct.pack(">2I", first, second)
