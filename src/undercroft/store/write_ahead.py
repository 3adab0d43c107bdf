"""The write-ahead log that a killed process leaves beside a database, and whether it is whole.

SQLite reads it up to the first damaged frame and drops the rest without a word. Each append is synced before the next
begins, so a power cut tears the last append at most: two or more behind a damaged frame were acknowledged.
"""

from pathlib import Path
from struct import unpack

from undercroft.store.database import PAGE
from undercroft.store.faults import damaged
from undercroft.store.lock import beside

_HEAD, _FRAME_HEAD = 32, 24
_FRAME = _FRAME_HEAD + PAGE
_MAGIC = (0x377F0682, 0x377F0683)
_WORD = 0xFFFFFFFF
MOST_TORN = 1
"""How many appends a power cut may tear."""


def check(path: Path) -> None:
    """Raise a fault if acknowledged appends would be dropped when the database is opened."""
    try:
        log = beside(path, "-wal").read_bytes()
    except FileNotFoundError:
        return
    if len(log) >= _HEAD + _FRAME and (lost := _dropped(log)) > MOST_TORN:
        raise damaged("", 0, f"{path}-wal is damaged, and the last {lost} appends would be lost")


def _dropped(log: bytes) -> int:
    """How many appends end behind the first frame that SQLite does not read.

    Frames with other salts than the head are older, and are in the database. If the head itself is damaged, the first
    frame tells the salts.
    """
    frames = [log[at : at + _FRAME] for at in range(_HEAD, len(log) - _FRAME + 1, _FRAME)]
    order = ">" if log[3] & 1 else "<"
    sums = _sums(log[:24], (0, 0), order)
    whole = int.from_bytes(log[:4], "big") in _MAGIC and sums == unpack(">2I", log[24:32])
    salts = log[16:24] if whole else frames[0][8:16]
    read = _read(frames, salts, sums, order) if whole else 0
    return sum(frame[8:16] == salts and frame[4:8] != bytes(4) for frame in frames[read:])


def _read(frames: list[bytes], salts: bytes, sums: tuple[int, int], order: str) -> int:
    """How many frames SQLite reads: those with the right salts, up to the first with a wrong checksum."""
    for count, frame in enumerate(frames):
        sums = _sums(frame[:8] + frame[_FRAME_HEAD:], sums, order)
        if frame[8:16] != salts or sums != unpack(">2I", frame[16:24]):
            return count
    return len(frames)


def _sums(raw: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    """The checksum that SQLite carries from frame to frame."""
    first, second = sums
    words = unpack(f"{order}{len(raw) // 4}I", raw)
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & _WORD
        second = (second + other + first) & _WORD
    return first, second
