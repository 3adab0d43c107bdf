"""When each seat was last heard of. A restart forgets it; the log knows when a seat was taken."""

from collections.abc import Callable, Mapping

from undercroft.kernel.units import SeatId
from undercroft.server.new_ids import now


class SeatsSeen:
    """The wall time of each seat's last request."""

    def __init__(self, wall: Callable[[], str] = now) -> None:
        self._wall = wall
        self._seen: dict[str, dict[SeatId, str]] = {}

    def note(self, table: str, seat: SeatId) -> None:
        """Note that a seat was heard of now."""
        self._seen.setdefault(table, {})[seat] = self._wall()

    def of(self, table: str) -> Mapping[SeatId, str]:
        """When each seat of a table was last heard of."""
        return dict(self._seen.get(table, {}))

    def forget(self, table: str) -> None:
        """Forget a table."""
        self._seen.pop(table, None)
