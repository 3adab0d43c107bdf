"""How many appends came to what, and how long they took: counted for the figures that the owner watches."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from time import perf_counter

from undercroft.store.faults import Unsure
from undercroft.store.log import Appended, AppendResult, Known, Mismatch, Stale

BOUNDS: Sequence[float] = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds; an append is counted under the first bound that it did not exceed."""
APPENDED, KNOWN, MISMATCH, STALE, UNSURE, FAILED = "appended", "known", "mismatch", "stale", "unsure", "failed"
RESULTS: Sequence[str] = (APPENDED, KNOWN, MISMATCH, STALE, UNSURE, FAILED)
_NAMES: Mapping[type[AppendResult], str] = {Appended: APPENDED, Known: KNOWN, Mismatch: MISMATCH, Stale: STALE}


class AppendCounts:
    """Counts appends. Any thread may call it."""

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self._clock = clock
        self._turn = Lock()
        self._by_result = dict.fromkeys(RESULTS, 0)
        self._by_bound = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0

    def counted(self, append: Callable[[], AppendResult]) -> AppendResult:
        """The result of an append, counted; one that nobody knows the outcome of is unsure."""
        began, name = self._clock(), FAILED
        try:
            result = append()
            name = _NAMES[type(result)]
        except Unsure:
            name = UNSURE
            raise
        finally:
            self._count(name, self._clock() - began)
        return result

    def _count(self, name: str, seconds: float) -> None:
        with self._turn:
            self._by_result[name] += 1
            self._by_bound[bisect_left(BOUNDS, seconds)] += 1
            self._seconds += seconds

    def by_result(self) -> Mapping[str, int]:
        """How many came to each result."""
        with self._turn:
            return dict(self._by_result)

    def seconds(self) -> tuple[Sequence[int], float]:
        """How many took how long, by bound, and the seconds of all together."""
        with self._turn:
            return tuple(self._by_bound), self._seconds
