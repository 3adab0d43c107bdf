"""Reads the largest files of other programs, each in a process of its own, and says how much memory that took.

Counted by the system, not by Python: that takes a quarter of the work, and leaves out nothing.
"""

import gzip
import json
import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from undercroft.exchange.foreign import UnreadableFile, read_foreign

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


def lists() -> bytes:
    """Millions of lists with nothing in them."""
    return b"[" + b"[]," * 5_000_000 + b"[]]"


MADE: tuple[Callable[[], bytes], ...] = (rooms, cells, hexes, tiles, walls, rows, lists)
UNIT = 1 if sys.platform == "darwin" else 1024
"""In which systems count a process's memory, in bytes."""


def most() -> int:
    """The most memory that this process has had, in bytes."""
    resource: Any = import_module("resource")  # only a Unix has it
    return UNIT * int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def read(raw: bytes) -> None:
    """Read a file, or refuse it, and say what that took."""
    before = most()
    try:
        read_foreign(raw)
        done = "read"
    except UnreadableFile:
        done = "refused"
    os.write(1, json.dumps([most() - before, done]).encode() + b"\n")


def main() -> None:
    """Each file in a child, which begins with no more memory than it has."""
    for made in MADE:
        raw = made()
        child = os.fork()
        if not child:
            try:
                read(raw)
            finally:
                os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
