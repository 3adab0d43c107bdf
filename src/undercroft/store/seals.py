"""Checksums for what a store keeps outside the hash chain, so that a flipped bit there is noticed too.

A seal is a CRC-32. It does not stop a forger, who could write a new one; it shows damage.
"""

from zlib import crc32

NOT_SEALED = -1
"""Stands for the seal in a store of a schema that had none."""


def of_listing(number: int, id: str, name: str, created: str, form: int, origin: str | None) -> int:
    """The seal of a table's listing."""
    return _sealed(number, id, name, created, form, origin)


def of_answer(place: int, number: int, key: str, fingerprint: bytes, answer: bytes) -> int:
    """The seal of a stored answer, with its key, at its line."""
    start = b"%d %d %b " % (place, number, key.encode(errors="surrogateescape"))
    return crc32(answer, crc32(fingerprint, crc32(start)))


def of_picture(number: int, id: str) -> int:
    """The seal of a picture's row. The id is a hash of the picture, so the bytes need no other."""
    return _sealed(number, id)


def _sealed(*parts: str | int | None) -> int:
    """The checksum of values, told apart by a character that no text of a store contains."""
    return crc32("\0".join(str(part) for part in parts).encode(errors="surrogateescape"))
