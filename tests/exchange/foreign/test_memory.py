"""No file of another program takes more memory than is stated, however it was made."""

import gzip
import json
import tracemalloc
from collections.abc import Callable

import pytest

from undercroft.exchange.foreign import Unreadable, read_foreign
from undercroft.exchange.foreign.source import MOST_MEMORY

CELLS = [[2 | (1 << 6)] * 400 for _ in range(400)]


def rooms() -> bytes:
    """A dungeon with as many rooms as may be."""
    rects = [{"x": 3 * (n % 70), "y": 3 * (n // 70), "w": 2, "h": 2} for n in range(5000)]
    notes = [
        {"text": "salt " * 200, "ref": str(n), "pos": {"x": 3 * (n % 70), "y": 3 * (n // 70)}} for n in range(5000)
    ]
    return json.dumps({"rects": rects, "doors": [], "notes": notes}).encode()


def cells() -> bytes:
    """A room of a hundred and sixty thousand cells."""
    return json.dumps({"settings": {}, "rooms": [None], "cells": CELLS}).encode()


def hexes() -> bytes:
    """A map that is full."""
    return "\n".join(f'{x:02}{y:02} hill keep "Keep {x} {y}"' for x in range(1, 100) for y in range(1, 100)).encode()


def tiles() -> bytes:
    """A packed map of a thousand columns."""
    tile = "1\t1\t0\t0\t0\tZ\n"
    columns = f"<tilerow>{tile * 300}</tilerow>" * 1000
    xml = f'<map hexWidth="40" hexHeight="40"><terrainmap>Hills\t1</terrainmap><tiles>{columns}</tiles></map>'
    return gzip.compress(xml.encode("utf-16"), 1)


def walls() -> bytes:
    """A map for a virtual tabletop with a wall along every square."""
    lines = [[{"x": x, "y": 0}, {"x": x, "y": 200}] for x in range(200)]
    file = {"resolution": {"map_size": {"x": 200, "y": 200}}, "line_of_sight": lines, "image": "A" * 8_000_000}
    return json.dumps(file).encode()


def rows() -> bytes:
    """A table with very many rows."""
    return "\n".join(f"{n},something to find in a room that nobody has seen" for n in range(1, 50_000)).encode()


@pytest.mark.parametrize("made", [rooms, cells, hexes, tiles, walls, rows], ids=lambda made: made.__name__)
def test_a_reader_takes_no_more_memory_than_is_stated(made: Callable[[], bytes]) -> None:
    """Read or refused."""
    raw = made()
    tracemalloc.start()
    try:
        read_foreign(raw)
    except Unreadable:
        pass
    finally:
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert most <= MOST_MEMORY, f"{most:,}"
