"""How much of each long test is run: a small share by `make test`, all of it by `make soak`.

`UNDERCROFT_KILLS=1000` and the like set one figure by hand, `UNDERCROFT_SEED` where chance begins.
"""

import os
from collections.abc import Callable
from typing import TypeVar

import pytest

T = TypeVar("T", bound=Callable[..., object] | type)


SOAK = bool(os.environ.get("UNDERCROFT_SOAK"))
"""Whether all of it is run."""


MOST_TIMED = 500
"""The runs that any machine does before a test counts as hanging."""


def soak(runs: int) -> Callable[[T], T]:
    """Marks a test that is run at full length by `make soak`; however slow the machine, no clock stops a long run."""
    limit = 1200 if runs <= MOST_TIMED else 0

    def marked(test: T) -> T:
        for mark in (pytest.mark.soak, pytest.mark.timeout(limit)):
            mark(test)
        return test

    return marked


def figure(name: str, share: int, whole: int) -> int:
    """A number of runs: what the environment says, else the whole in a soak, else a share."""
    return int(os.environ.get(f"UNDERCROFT_{name}", whole if SOAK else share))


def share_of(usual: int) -> int:
    """Examples of a property that usually takes so many: always the same two fifths; in a soak ten times as many."""
    return 10 * usual if SOAK else 2 * usual // 5


SEED = int(os.environ.get("UNDERCROFT_SEED", "1"))
KILLS = figure("KILLS", 15, 1000)
"""Processes killed at a random moment."""

PLAYS = figure("KILLS", 20, 1000)
"""Processes that play, killed at a random moment."""

RUNS = figure("RUNS", 12, 2000)
"""Simulated runs of each scenario that the table plays too."""

CALLS = figure("CALLS", 12, 1000)
"""System calls to be killed at, spread over all that there are."""

CUTS = figure("CUTS", 60, 1000)
"""Moments at which the power is cut, for each way of losing what was not synced."""

OPERATION_KILLS = figure("OPERATION_KILLS", 2, 1000)
"""System calls at which each operation that writes is killed."""

OPERATION_CUTS = figure("OPERATION_CUTS", 2, 1000)
"""Moments at which the power is cut in each operation that writes, in each way of losing what was not synced."""

ACKS = figure("ACKS", 60, 10_000)
"""Appends whose acknowledgement must follow the sync."""

FLIPS = figure("FLIPS", 40, 10_000)
"""Bits flipped anywhere in the files of a store, and files cut short."""

FLIPS_IN_A_PART = 250
"""Long tests are cut into parts, each with chance of its own, so that a part can be run again by itself."""

GUARDED = figure("GUARDED", 1, 999)
"""Guards that are taken away, each with a run of its test."""

INSTALLS = figure("INSTALLS", 0, 99)
"""Extras that pip installs from the index, each into an empty environment."""

BACKUPS = figure("BACKUPS", 6, 60)
"""Backups taken while someone writes."""

GAMES = figure("GAMES", 15, 5000)
"""Random histories done to memory and to SQLite."""

EVENINGS = figure("EVENINGS", 8, 1000)
"""Sessions of random play, a few dozen acts each."""

PRESET_EVENINGS = figure("PRESET_EVENINGS", 3, 100)
"""Sessions with encounters and fights, under each preset."""

OFFERED = figure("OFFERED", 3, 200)
"""Sessions whose every offer is checked, each under house rules of its own."""

IN_PARTS = figure("IN_PARTS", 2, 40)
"""Stretches of time that pass at once and in parts, by every preset and every dungeon clock."""

SPLIT = figure("SPLIT", 40, 1000)
"""Parties that split up, whose groups act in any order."""

WRITTEN = figure("WRITTEN", 15, 1000)
"""Random campaigns written down and read again, in each form."""

PLAYED = figure("PLAYED", 12, 500)
"""Random games at an open table, for each property."""


def spread(count: int, most: int) -> list[int]:
    """At most so many of the numbers from 0 to below the count, evenly, the first and the last among them."""
    return [number * (count - 1) // (most - 1) for number in range(most)] if most < count else list(range(count))


BY_HAND = figure("BY_HAND", 1, 9999)
"""How often the same kind of act is done on the page in one playthrough; after that it is typed at the prompt."""
