"""Who listens at an open table, and for which seat."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeAlias

from undercroft.kernel.units import SeatId
from undercroft.server.ears import heard
from undercroft.table.telling import Told

Listener: TypeAlias = Callable[[SeatId, str, tuple[Told, ...]], None]
"""Is told the seat, where it stands then, and what it was told: in order, after it is durable. It must not wait."""


class Listeners:
    """Told what their seats are told. Whoever fails to hear is told no more."""

    def __init__(self) -> None:
        self._of: dict[SeatId, list[Listener]] = {}

    @property
    def seats(self) -> frozenset[SeatId]:
        """The seats that somebody listens for."""
        return frozenset(seat for seat, listeners in self._of.items() if listeners)

    def add(self, seat: SeatId, listener: Listener) -> None:
        """From now on this one listens for a seat."""
        self._of.setdefault(seat, []).append(listener)

    def remove(self, seat: SeatId, listener: Listener) -> None:
        """It listens no longer."""
        with suppress(ValueError):
            self._of.get(seat, []).remove(listener)

    def clear(self) -> None:
        """Nobody listens any more."""
        self._of.clear()

    def tell(self, told: tuple[Told, ...], cursor: Callable[[SeatId], str]) -> None:
        """Everybody hears of it what their seat may know."""
        for seat in sorted({seat for one in told for seat in one.to} & self.seats):
            own, at = heard(told, seat), cursor(seat)
            for listener in tuple(self._of[seat]):
                try:
                    listener(seat, at, own)
                except Exception:  # noqa: BLE001 - what is done is done, whoever fails to hear
                    self.remove(seat, listener)
