"""What each seat has heard: the truth, each seat's own history, and how many facts each was told."""

from collections.abc import Iterable, Mapping
from typing import Self

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.engine.audience import Told
from undercroft.table.engine.history import DEPTH, History
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId
from undercroft.table.state.seats import REFEREE


class SeatHistories:
    """Every seat at one table. The referee hears the truth."""

    def __init__(self, depth: int = DEPTH) -> None:
        self._depth = depth
        self.truth = History(depth=depth)
        self.of: dict[SeatId, History] = {REFEREE: self.truth}
        self.counts: dict[SeatId, int] = {}
        self.act: ActId | None = None
        """The act of the last fact."""

    def settle(self, known: Mapping[SeatId, Campaign], counts: Mapping[SeatId, int], act: ActId | None) -> None:
        """Start from what every seat knew at some version, instead of from nothing."""
        self.of = {seat: History(now, self._depth) for seat, now in known.items()}
        self.truth = self.of.setdefault(REFEREE, History(depth=self._depth))
        self.counts = dict(counts)
        self.act = act

    def copied(self) -> Self:
        """The same histories, to go their own way from here."""
        copy = type(self)(self._depth)
        copy.of = {seat: history.copied() for seat, history in self.of.items()}
        copy.truth, copy.counts, copy.act = copy.of[REFEREE], dict(self.counts), self.act
        return copy

    def take(self, told: Told) -> None:
        """Tell a fact to the seats that may hear it."""
        if told.act is not None:
            self.act = told.act
        for seat in told.to:
            history = self.of.get(seat)
            if history is None:
                history = self.of[seat] = History(depth=self._depth)
            history.take(told)
            self.counts[seat] = self.counts.get(seat, 0) + 1

    def known(self, seat: SeatId) -> Campaign:
        """The campaign as a seat knows it."""
        return self.of[seat].now if seat in self.of else Campaign()

    def who_know(self, act: ActId) -> tuple[SeatId, ...]:
        """The seats that were told something of an act that has not been undone."""
        return tuple(sorted(seat for seat, history in self.of.items() if history.knows(act)))

    def who_knew(self, act: ActId) -> tuple[SeatId, ...]:
        """The seats that were told something of the act that was undone last."""
        undone = ((seat, history.undone) for seat, history in self.of.items())
        return tuple(sorted(seat for seat, taken in undone if taken and taken[-1].id == act))


def as_told_to(told: Iterable[Told], seat: SeatId) -> tuple[Told, ...]:
    """The facts that a seat is told. Only the referee also learns which other seats heard them."""
    to_seat = (fact for fact in told if seat in fact.to)
    return tuple(to_seat if seat == REFEREE else (replace(fact, to=(seat,)) for fact in to_seat))
