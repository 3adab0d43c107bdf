"""Wrong codes and links: counted for each browser that has a seat, and for each address together for all others."""

from collections.abc import Callable
from http import HTTPStatus

from msgspec import Struct

from undercroft.faces.http.buckets import Buckets
from undercroft.faces.http.faults import Unserved, not_found
from undercroft.store.sharing import Shared

ELSEWHERE_WAIT = 10
"""Seconds to wait after too many wrong codes at several processes together."""


class Tries(Struct, frozen=True):
    """For whom a wrong code or link counts, how many are left, and the seconds to wait if none is."""

    who: str
    left: int
    wait: int

    def wrong_link(self, fix: str) -> Unserved:
        """The answer to a wrong link. A right one never waits: links are too many to guess."""
        if not self.wait:
            return not_found(fix)
        status, headers = HTTPStatus.TOO_MANY_REQUESTS, {"retry-after": str(self.wait)}
        return Unserved(status, "too_many", "too many wrong codes or links", f"wait {self.wait} s", headers=headers)


class WrongCodes:
    """Counts them, at this process and at all together."""

    def __init__(self, most: int, clock: Callable[[], float], shared: Shared | None = None) -> None:
        self._most = most
        self._here = Buckets(most / 60, most, clock)
        self._shared = shared

    def note(self, who: str) -> None:
        """Count one."""
        self._here.take(who)
        if self._shared is not None:
            self._shared.note_wrong_code(who)

    def tries(self, who: str) -> Tries:
        """What is left."""
        elsewhere = self._shared.wrong_codes().get(who, 0) if self._shared is not None else 0
        wait = self._here.wait(who) or (ELSEWHERE_WAIT if elsewhere >= self._most else 0)
        return Tries(who, 0 if wait else self._here.left(who), wait)
