"""What a log may contain: printable text, whole numbers, and JSON in canonical form. A store refuses anything else."""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import NoReturn, cast
from unicodedata import is_normalized

import msgspec

from undercroft.kernel.faults import BadInput
from undercroft.store.ids import check_id
from undercroft.store.log import LEAST_SECRET, MOST_SECRET, Batch, Entry, Head, ListedTable, Snapshot, StoredPicture

MOST_BODY = 1 << 20
MOST_TEXT = 200
MOST_INTEGER = 2**53 - 1
MOST_PICTURE = 8 << 20
"""The bytes of a stored picture."""


def snapshot(of: Snapshot, head: Head) -> None:
    """Refuse a snapshot of a version that has not been written."""
    if not 0 < of.version <= head.version:
        raise BadInput("bad_snapshot", f"no version {of.version} to take a snapshot of", limit=head.version)


def span(after: int, upto: int | None) -> None:
    """Refuse a range that no log can have."""
    if not 0 <= after <= (after if upto is None else upto) <= MOST_INTEGER:
        raise BadInput("bad_span", "not a stretch of a log", "count lines from 1", limit=MOST_INTEGER)


def table(of: ListedTable) -> None:
    """Refuse an invalid id, name or time of a table."""
    _texts((of.id, of.name, of.created))


def new_table(of: ListedTable, own: bytes) -> None:
    """Refuse a new table with an invalid id, name, time or secret."""
    table(of)
    check_id(of.id)
    secret(own)


def secret(of: bytes) -> None:
    """Refuse a secret that could be guessed, without showing it."""
    if not LEAST_SECRET <= len(of) <= MOST_SECRET:
        fix = f"hand in {LEAST_SECRET} random bytes"
        raise BadInput("bad_secret", f"a secret of {len(of)} bytes", fix, limit=LEAST_SECRET)


def batch(of: Batch) -> None:
    """Refuse a batch that no store should take."""
    if not of.entries:
        raise BadInput("nothing_to_write", "a batch without entries", "append at least one")
    texts = [of.key, *of.streams.keys()]
    for entry in of.entries:
        texts += (entry.act, entry.tag, entry.wall)
        _entry(entry)
    _texts(texts)
    for each in of.pictures:
        picture(each)


def picture(of: StoredPicture) -> None:
    """Refuse a picture that is too big, is no WebP file, or has another id than the hash of its bytes."""
    if len(of.body) > MOST_PICTURE:
        what = f"a picture of more than {MOST_PICTURE:,} bytes"
        raise BadInput("too_long", what, "make it smaller", field="picture", limit=MOST_PICTURE)
    if of.body[:4] != b"RIFF" or of.body[8:12] != b"WEBP":
        raise BadInput("bad_picture", "a picture that is no WebP file", "encode it as WebP", field="picture")
    if not is_whole(of):
        raise BadInput("bad_picture", "a picture under another id than its hash", "use its SHA-256", field="picture")


def is_whole(picture: StoredPicture) -> bool:
    """Whether a picture is the one that its id names."""
    return sha256(picture.body).hexdigest() == picture.id


def entry(of: Entry) -> None:
    """Refuse an entry that is not in canonical form."""
    _entry(of)
    _texts((of.act, of.tag, of.wall))


def _entry(of: Entry) -> None:
    _audience(of.audience)
    body = of.body
    if not -MOST_INTEGER <= of.at <= MOST_INTEGER:
        raise BadInput("number_out_of_range", "a time too big to be exact", field="at", limit=MOST_INTEGER)
    if len(body) > MOST_BODY:
        raise BadInput("too_long", f"a body of more than {MOST_BODY:,} bytes", field="body", limit=MOST_BODY)
    if not is_canonical(body):
        raise BadInput("bad_entry", "a body that is not canonical JSON", "encode it with kernel.wire", field="body")


def is_canonical(raw: bytes) -> bool:
    """Whether this is JSON as `wire.encode` writes it, with only exact whole numbers and text in normal form."""
    try:
        value = _decode(raw)
        return (
            _encode(value) == raw
            and (raw.isascii() or is_normalized("NFC", raw.decode()))
            and (_LONG_NUMBER not in raw.translate(_DIGITS) or _exact(value))
        )
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, _Inexact):
        return False


class _Inexact(Exception):
    """A number that another reader could read differently."""


def _no_float(written: str) -> NoReturn:
    raise _Inexact(written)


_decode = msgspec.json.Decoder(float_hook=_no_float).decode
_encode = msgspec.json.Encoder(order="sorted").encode
_LONG_NUMBER = b"0" * 16
_DIGITS = bytes(ord("0") if chr(byte) in "0123456789" else ord(" ") for byte in range(256))
"""Turns every digit into a nought and everything else into a blank, so that one search finds a long number."""


def _exact(value: object) -> bool:
    """Whether every whole number in the value is small enough to be exact everywhere."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting += cast("list[object]", part)
        elif isinstance(part, dict):
            waiting += cast("dict[str, object]", part).values()
        elif isinstance(part, int) and abs(part) > MOST_INTEGER:
            return False
    return True


@lru_cache(maxsize=1024)
def _audience(seats: tuple[str, ...]) -> None:
    """Refuse an audience that could be written in another way. There are few audiences, so good ones are cached."""
    _texts(seats)
    if list(seats) != sorted(set(seats)):
        raise BadInput("bad_entry", "an audience that is not sorted", "sort its seats", field="audience")


def _texts(texts: Sequence[str]) -> None:
    """Refuse text that is empty, long or unprintable, or that could be written in another way."""
    joined = "".join(texts)
    if len(joined) <= MOST_TEXT and joined.isascii() and joined.isprintable() and "" not in texts:
        return  # the usual case
    for text in texts:
        if not 0 < len(text) <= MOST_TEXT or not text.isprintable() or not is_normalized("NFC", text):
            fix = f"1 to {MOST_TEXT} printable characters, in normal form"
            raise BadInput("bad_text", f"{text[:60]!a} cannot be in a log", fix)
