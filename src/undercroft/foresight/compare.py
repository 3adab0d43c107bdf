"""Two scenarios on the same dice: how much they differ, and how many runs the pairing saved."""

from collections.abc import Mapping, Sequence
from math import sqrt

from msgspec import Struct

from undercroft.foresight import tallies as t
from undercroft.foresight.encode import Encoded
from undercroft.foresight.estimate import Estimate, mean
from undercroft.foresight.runs import CHUNK, PLAIN_CHUNK, RunTask, own_digest, pays, played

MEASURES = {
    "a character falls": t.FELL,
    "the party comes home": t.CAME_HOME,
    "characters who fall": t.ALL_DEATHS,
    "experience": t.EXPERIENCE,
}
CHANCES = frozenset({"a character falls", "the party comes home"})
"""The measures that are chances."""


class Compared(Struct, frozen=True):
    """A measure of both scenarios, and the difference of the first from the second."""

    one: Estimate
    other: Estimate
    difference: Estimate
    saved: float
    """How many times as many runs it would have taken without pairing."""


class Sums(Struct):
    """What is added up of a measure: of one scenario, of the other, and of their difference, with the squares."""

    one: int = 0
    other: int = 0
    one_squared: int = 0
    other_squared: int = 0
    difference: int = 0
    difference_squared: int = 0

    def add(self, one: int, other: int) -> None:
        """Add the measures of a run of each."""
        self.one += one
        self.other += other
        self.one_squared += one * one
        self.other_squared += other * other
        self.difference += one - other
        self.difference_squared += (one - other) ** 2

    def join(self, more: "Sums") -> None:
        """Add the sums of other runs."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(more, name))


def compared(one: Encoded, other: Encoded, runs: int, seed: int, *, plain: bool = False) -> Mapping[str, Compared]:
    """Play both scenarios on the same dice, run for run."""
    slow = plain or not pays(runs)
    tasks = [RunTask(each.setup, each.start, own_digest()) for each in (one, other)]
    sums = {name: Sums() for name in MEASURES}
    chunk = PLAIN_CHUNK if slow else CHUNK
    for first in range(0, runs, chunk):
        count = min(chunk, runs - first)
        add_pairs(sums, *(played(task, seed, first, count, plain=slow).measures for task in tasks))
    return {name: of_sums(found, runs, seed) for name, found in sums.items()}


def add_pairs(sums: Mapping[str, Sums], left: Sequence[int], right: Sequence[int]) -> None:
    """Add the measures of runs of each scenario, played on the same dice."""
    for name, measure in MEASURES.items():
        for pair in zip(left[measure :: t.MEASURES], right[measure :: t.MEASURES], strict=True):
            sums[name].add(*pair)


def of_sums(sums: Sums, runs: int, seed: int) -> Compared:
    """What the sums of a measure over so many runs say."""
    one = mean(sums.one, sums.one_squared, runs, seed)
    other = mean(sums.other, sums.other_squared, runs, seed)
    difference = mean(sums.difference, sums.difference_squared, runs, seed)
    apart = sqrt(one.margin**2 + other.margin**2)
    saved = (apart / difference.margin) ** 2 if difference.margin else float("inf")
    return Compared(one, other, difference, saved)
