"""Estimates from runs: a value with the interval that holds it, never a fraction, and never the same as exact odds."""

from collections.abc import Sequence
from math import ceil, floor, sqrt
from statistics import NormalDist

from msgspec import Struct

LEVEL = 0.95


class Estimate(Struct, frozen=True):
    """A value estimated from runs, with an interval that holds the true one at that level."""

    value: float
    low: float
    high: float
    level: float
    runs: int
    seed: int

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def z_of(level: float) -> float:
    """How many standard errors an interval of that level reaches to each side."""
    return NormalDist().inv_cdf((1 + level) / 2)


def share(count: int, runs: int, seed: int, level: float = LEVEL) -> Estimate:
    """The chance of something that happened in so many of the runs, with Wilson's interval."""
    if not runs:
        return Estimate(0.0, 0.0, 1.0, level, 0, seed)
    z, found = z_of(level), count / runs
    middle = (found + z * z / (2 * runs)) / (1 + z * z / runs)
    half = z * sqrt(found * (1 - found) / runs + z * z / (4 * runs * runs)) / (1 + z * z / runs)
    low, high = (0.0 if not count else middle - half), (1.0 if count == runs else middle + half)
    return Estimate(found, max(0.0, low), min(1.0, high), level, runs, seed)


def mean(total: int, squares: int, runs: int, seed: int, level: float = LEVEL) -> Estimate:
    """The mean of a number, with the normal interval."""
    if runs < 2:
        return Estimate(total / max(1, runs), float("-inf"), float("inf"), level, runs, seed)
    found = total / runs
    half = z_of(level) * sqrt(max(0.0, squares / runs - found * found) / (runs - 1))
    return Estimate(found, found - half, found + half, level, runs, seed)


def percentile(counts: Sequence[int], part: float, seed: int, level: float = LEVEL) -> Estimate:
    """The value that this part of the runs does not pass, by a histogram, with an interval of order statistics."""
    runs = sum(counts)
    half = z_of(level) * sqrt(runs * part * (1 - part))
    low, high = max(1, floor(runs * part - half)), min(runs, ceil(runs * part + half) + 1)
    value = at_rank(counts, max(1, ceil(runs * part)))
    return Estimate(value, at_rank(counts, low), at_rank(counts, high), level, runs, seed)


def at_rank(counts: Sequence[int], rank: int) -> int:
    """The value of the run with that rank from below, counted from 1.

    >>> at_rank((2, 0, 3), 2), at_rank((2, 0, 3), 3)
    (0, 2)
    """
    below = 0
    for value, count in enumerate(counts):
        below += count
        if below >= rank:
            return value
    return max(0, len(counts) - 1)


def look_level(look: int, level: float = LEVEL) -> float:
    """The level of the interval at a look at the runs, so that looking often does not cheat.

    Look number j spends 1/(j(j+1)) of the error that all looks together may make.
    """
    return 1 - (1 - level) / (look * (look + 1))


def in_percent(found: Estimate) -> str:
    """A chance as people read it: percent with its margin, or a bound where nothing or everything happened.

    >>> in_percent(share(0, 1000, 1)), in_percent(share(390, 1000, 1))
    ('under 0.3 %', '39.0 % ± 3.0')
    """
    if found.runs and found.value == 0:
        return f"under {100 * 3 / found.runs:.2g} %"
    if found.runs and found.value == 1:
        return f"over {100 - 100 * 3 / found.runs:.4g} %"
    digits = 1 if found.margin >= 0.001 else 2 if found.margin >= 0.0001 else 3
    return f"{100 * found.value:.{digits}f} % ± {100 * found.margin:.{digits}f}"


def in_number(found: Estimate) -> str:
    """A mean as people read it; without a margin where it is the same in every run.

    >>> in_number(mean(7500, 562500, 100, 1)), in_number(mean(7500, 600000, 100, 1))
    ('75', '75.0 ± 3.8')
    """
    if found.margin < 0.0005:
        return f"{found.value:.3f}".rstrip("0").rstrip(".")
    digits = 1 if found.margin >= 0.05 else 2 if found.margin >= 0.005 else 3
    return f"{found.value:.{digits}f} ± {found.margin:.{digits}f}"
