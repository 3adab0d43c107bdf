"""Rate limits: a bucket of tokens for each client, filled at a steady rate."""

from collections import OrderedDict
from collections.abc import Callable
from math import ceil

MOST_BUCKETS = 10_000
"""The most buckets kept; the bucket unused for longest goes first, and is full again by then."""


class Buckets:
    """Takes a token for each request, and says how long to wait if there is none."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> int:
        """Take a token; return the seconds to wait before asking again, 0 if there was one."""
        left = self._now(who)
        self._left.pop(who, None)
        self._left[who] = (left - 1 if left >= 1 else left, self._clock())
        if len(self._left) > MOST_BUCKETS:
            self._left.popitem(last=False)
        return self._until(left)

    def charge(self, who: str, tokens: float) -> None:
        """Take tokens that were spent, more than there are if need be."""
        left = self._now(who)
        self._left.pop(who, None)
        self._left[who] = (left - tokens, self._clock())
        if len(self._left) > MOST_BUCKETS:
            self._left.popitem(last=False)

    def left(self, who: str) -> int:
        """Return how many tokens are left."""
        return int(self._now(who))

    def wait(self, who: str) -> int:
        """Return the seconds to wait, without taking a token."""
        return self._until(self._now(who))

    def _now(self, who: str) -> float:
        now = self._clock()
        left, since = self._left.get(who, (float(self._burst), now))
        return min(self._burst, left + (now - since) * self._rate)

    def _until(self, left: float) -> int:
        return 0 if left >= 1 else ceil((1 - left) / self._rate)
