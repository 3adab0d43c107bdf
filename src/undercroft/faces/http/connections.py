"""The connections of a server: strangers share a limited number, and only so many may leave their answers unread.

A connection belongs to a stranger until a request on it comes from a seat. Where there are too many, the household that
holds the most of them loses its oldest, so a crowd from one place pushes out itself and nobody else. A household that
connects without end is cut before it says a word.
"""

import socket
import struct
import time
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import Protocol

from undercroft.faces.http.buckets import Buckets

MOST_STRANGERS = 1000
"""Connections of strangers at once, or half of what the system allows."""
ARRIVALS = 50.0
"""New connections of a household in a second."""
MOST_ARRIVALS = 1000
"""New connections of a household at once."""
MOST_UNREAD = 200
"""Connections at once whose answers wait to be read."""
MOST_HEAD = 16_384
"""The most bytes in the head of a request."""
MOST_BUFFERED = 131_072
"""Bytes of an answer that may wait in the machine's buffers, where nobody can see whether they are read."""
_AT_ONCE = struct.pack("ii", 1, 0)
"""How a socket is told to wait for nobody when it is closed."""


def wait_for_nobody(connected: socket.socket) -> None:
    """Let the system forget, when a connection is closed, what its client has not read."""
    with suppress(OSError):
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)


class Cuttable(Protocol):
    """A connection that can be cut."""

    def cut(self) -> None:
        """Hang up at once."""
        ...


class Crowd:
    """Connections by household, of which there may only be so many."""

    def __init__(self, most: Callable[[], int]) -> None:
        self._most = most
        self._by_household: dict[str, dict[Cuttable, None]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, household: str, one: Cuttable) -> None:
        """Add a connection; if there are too many, the largest household loses its oldest."""
        those = self._by_household.setdefault(household, {})
        if one not in those:
            those[one] = None
            self._count += 1
        if self._count > self._most():
            largest = max(self._by_household, key=lambda of: len(self._by_household[of]))
            oldest = next(iter(self._by_household[largest]))
            self.remove(largest, oldest)
            oldest.cut()

    def remove(self, household: str, one: Cuttable) -> None:
        """Remove a connection, if it is there."""
        those = self._by_household.get(household, {})
        if one in those:
            del those[one]
            self._count -= 1
        if not those:
            self._by_household.pop(household, None)


class Connections:
    """Everybody who is connected to a server."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.arrivals = Buckets(ARRIVALS, MOST_ARRIVALS, clock)
        self.strangers = Crowd(lambda: min(MOST_STRANGERS, self.most_files // 2))
        self.most_files = 2 * MOST_STRANGERS
        """Files and connections that the system lets the server have open at once."""
        self.unread = Crowd(lambda: MOST_UNREAD)
        self.proxies: AbstractSet[str] = frozenset()
        """The addresses of trusted proxies, through which everybody connects."""
