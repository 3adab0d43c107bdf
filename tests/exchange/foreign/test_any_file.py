"""Whatever a file holds, reading it gives a value or says why not, and nothing else."""

import gzip
from pathlib import Path
from random import Random

import pytest

from tests.figures import figure
from undercroft.exchange.foreign import READERS, Imported, SourceFile, UnreadableFile, read_foreign, reader_of

FILES = sorted((Path(__file__).parent / "files").iterdir())
TIMES = figure("MANGLED", 30, 2000)
"""How often each file is damaged."""


def tried(raw: bytes) -> Imported | None:
    """What comes of a file; None if it is refused with a reason."""
    try:
        return read_foreign(raw)
    except UnreadableFile as fault:
        return None if fault.what and fault.fix else pytest.fail("a refusal without a reason, or without a way out")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_it_is_known_by_its_content(file: Path) -> None:
    """By one reader alone."""
    source = SourceFile(file.read_bytes())
    assert 1 == sum(reader.recognises(source) for reader in READERS), [
        reader.WHAT for reader in READERS if reader.recognises(source)
    ]
    assert reader_of(source) is not None


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_damaged_file_is_read_or_refused(file: Path) -> None:
    """Bytes changed, doubled, moved and cut."""
    whole, chance = file.read_bytes(), Random(file.name)
    for _ in range(TIMES):
        raw = bytearray(whole)
        for _ in range(chance.randint(1, 6)):
            at, length = chance.randrange(len(raw) + 1), chance.choice((1, 1, 2, 8, 40))
            piece = bytes(raw[(start := chance.randrange(len(raw) + 1)) : start + length])
            raw[at : at + chance.choice((0, 1, length))] = chance.choice(
                (piece, chance.randbytes(1), b"", b"9999", b"-1")
            )
        tried(bytes(raw))
        tried(bytes(raw[: chance.randrange(len(raw) + 1)]))


@pytest.mark.parametrize(
    "raw", [b"", b"\0", b"[" * 100_000, b"{" * 50, b"null", b"[[]]", b"\xff\xfe\x00", b"<html></html>"]
)
def test_what_is_no_file_of_anybody_is_refused(raw: bytes) -> None:
    """With what is read instead."""
    assert tried(raw) is None


@pytest.mark.parametrize(
    "raw",
    [
        gzip.compress(b"<map " + b" " * 70_000_000, 1),
        gzip.compress(b'<!DOCTYPE map [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><map x="1">&b;</map>' + b" " * 900),
        b'<?xml version="1.0"?><!DOCTYPE map [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><map>&b;</map>',
        b'{"name": "x", "results": ' + b'{"a":' * 100_000 + b"1" + b"}" * 100_001,
        b'{"a": 1}\n' + b"[" * 100_000 + b"]" * 100_000,
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (60_000).to_bytes(4) * 2 + b"\x08\x02\0\0\0",
        b'{"resolution": {"map_size": {"x": 60000, "y": 60000}}, "line_of_sight": []}',
        b"0101 hill " + b"x" * 50_000_000,
        b"PK\x03\x04" + b"\0" * 5000,
        b"\0" * 5_000_000,
    ],
    ids=["gzip", "gzip-entities", "entities", "deep", "deep-line", "png", "wide", "long-line", "zip", "nul"],
)
def test_a_file_that_would_take_all_memory_is_refused(raw: bytes) -> None:
    """In words, before it is unpacked, built or drawn."""
    assert tried(raw) is None


@pytest.mark.parametrize("sign", ["|", " ", "\n", "\t", "-", "^", "[", "{", "1d6 ", ",", "a\n  ", "# ", '"', "| - |\n"])
def test_a_file_of_one_sign_is_read_or_refused(sign: str) -> None:
    """However often it is repeated: no reader looks at the same place again and again."""
    tried(sign.encode() * (100_000 // len(sign)))
    tried(b"a\n  b" + sign.encode() * (100_000 // len(sign)) + b"c\n")
