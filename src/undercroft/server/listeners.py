"""The listeners at an open table, by seat."""

from collections.abc import Callable
from contextlib import suppress
from typing import TypeAlias

from undercroft.kernel.units import SeatId
from undercroft.table.engine.audience import Told

Listener: TypeAlias = Callable[[SeatId, str, tuple[Told, ...]], None]
"""Called with the seat, its new cursor and its facts, in order, once the facts are durable. It must not block."""


class Listeners:
    """Told what their seats are told. A listener that raises is removed."""

    def __init__(self) -> None:
        self._of: dict[SeatId, list[Listener]] = {}

    @property
    def seats(self) -> frozenset[SeatId]:
        """The seats that have listeners."""
        return frozenset(seat for seat, listeners in self._of.items() if listeners)

    def add(self, seat: SeatId, listener: Listener) -> None:
        """Add a listener for a seat."""
        self._of.setdefault(seat, []).append(listener)

    def remove(self, seat: SeatId, listener: Listener) -> None:
        """Remove a listener of a seat."""
        with suppress(ValueError):
            self._of.get(seat, []).remove(listener)

    def clear(self) -> None:
        """Remove every listener."""
        self._of.clear()

    def tell(
        self,
        told: tuple[Told, ...],
        sent: Callable[[tuple[Told, ...], SeatId], tuple[Told, ...]],
        cursor: Callable[[SeatId], str],
    ) -> None:
        """Tell each listener what its seat is sent of these facts."""
        for seat in sorted({seat for fact in told for seat in fact.to} & self.seats):
            to_seat, at = sent(told, seat), cursor(seat)
            for listener in tuple(self._of[seat]):
                try:
                    listener(seat, at, to_seat)
                except Exception:  # noqa: BLE001 - a failing listener undoes nothing
                    self.remove(seat, listener)
