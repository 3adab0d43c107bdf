"""How often somebody may ask: a bucket of tokens for each, filled at a steady rate."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from math import ceil

MOST_BUCKETS = 10_000
"""Buckets that are kept; the one longest untouched goes first, and was full again by then."""


class Buckets:
    """Takes a token for each request, and says how long to wait where there is none."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> int:
        """Seconds to wait before asking again: 0 if a token was there."""
        left = self._now(who)
        self._left.pop(who, None)
        self._left[who] = (left - 1 if left >= 1 else left, self._clock())
        if len(self._left) > MOST_BUCKETS:
            self._left.popitem(last=False)
        return self._until(left)

    def wait(self, who: str) -> int:
        """The same, and no token is taken."""
        return self._until(self._now(who))

    def _now(self, who: str) -> float:
        now = self._clock()
        left, since = self._left.get(who, (float(self._burst), now))
        return min(self._burst, left + (now - since) * self._rate)

    def _until(self, left: float) -> int:
        return 0 if left >= 1 else ceil((1 - left) / self._rate)
