"""Files of other programs that a person is looking at: kept for a while, so that corrections travel without them."""

import secrets
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from time import monotonic

from msgspec import Struct

from undercroft.exchange.foreign import Imported

MOST_BYTES = 128 * 1024 * 1024
"""The bytes of all files that are kept at once; the oldest are forgotten first."""
MOST_OF_ONE = 2
"""The uploads of one holder that are kept at once."""
LASTS = 30 * 60.0
"""Seconds that an upload is kept after its last use."""


class Upload(Struct, frozen=True):
    """Files as they were read: their names, what they hold, and how many bytes they had."""

    names: tuple[str, ...]
    found: Imported
    size: int


class Uploads:
    """What people sent and have not taken yet, by who sent it: an id of one is nothing to another."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._kept: OrderedDict[tuple[str, str], tuple[Upload, float]] = OrderedDict()
        self._lock = Lock()

    def keep(self, holder: str, upload: Upload) -> str:
        """Keep what a holder sent; the id to ask for it by."""
        id = secrets.token_urlsafe(16)
        with self._lock:
            self._forget_old()
            own = [key for key in self._kept if key[0] == holder]
            for key in own[: max(0, len(own) - MOST_OF_ONE + 1)]:
                del self._kept[key]
            self._kept[holder, id] = upload, self._clock() + LASTS
            while sum(each.size for each, _ in self._kept.values()) > MOST_BYTES and len(self._kept) > 1:
                self._kept.popitem(last=False)
        return id

    def find(self, holder: str, id: str) -> Upload | None:
        """What a holder sent; None if it is forgotten, or if another person sent it."""
        with self._lock:
            self._forget_old()
            found = self._kept.get((holder, id))
            if found is None:
                return None
            self._kept[holder, id] = found[0], self._clock() + LASTS
            self._kept.move_to_end((holder, id))
            return found[0]

    def forget(self, holder: str, id: str) -> None:
        """What a holder sent is taken."""
        with self._lock:
            self._kept.pop((holder, id), None)

    def _forget_old(self) -> None:
        now = self._clock()
        for key in [key for key, (_, until) in self._kept.items() if until <= now]:
            del self._kept[key]
