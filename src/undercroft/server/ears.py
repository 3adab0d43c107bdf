"""Who has heard what: the truth, each seat's own history, and how much each was told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign
from undercroft.table.history import DEPTH, History, Retracted
from undercroft.table.names import ActId
from undercroft.table.seats import REFEREE
from undercroft.table.table import ARMS
from undercroft.table.telling import Told


class Ears:
    """Everybody at one table. The referee hears the truth."""

    def __init__(self, depth: int = DEPTH) -> None:
        self._depth = depth
        self.truth = History(ARMS, depth=depth)
        self.of: dict[SeatId, History] = {REFEREE: self.truth}
        self.counts: dict[SeatId, int] = {}
        self.act: ActId | None = None
        """The act that was told of last."""

    def settle(self, known: Mapping[SeatId, Campaign], counts: Mapping[SeatId, int], act: ActId | None) -> None:
        """Begin with what everybody knew at some time, instead of with nothing."""
        self.of = {seat: History(ARMS, now, self._depth) for seat, now in known.items()}
        self.truth = self.of.setdefault(REFEREE, History(ARMS, depth=self._depth))
        self.counts = dict(counts)
        self.act = act

    def take(self, told: Told) -> None:
        """Let those hear a fact who may."""
        if told.act is not None:
            self.act = told.act
        for seat in told.to:
            history = self.of.get(seat)
            if history is None:
                history = self.of[seat] = History(ARMS, depth=self._depth)
            history.take(told)
            self.counts[seat] = self.counts.get(seat, 0) + 1

    def rehearse(self, told: Iterable[Told]) -> None:
        """Fold facts and keep nothing of it, so that what cannot be folded is never written."""
        now: dict[SeatId, Campaign] = {}
        for one in told:
            for seat in one.to:
                history = self.of.get(seat)
                before = now.get(seat) or (history.now if history is not None else Campaign())
                if type(one.event) is Retracted:
                    now[seat] = history.without(one.event.act) if history is not None else before
                elif arm := ARMS.get(type(one.event)):
                    now[seat] = arm(before, one.event)

    def known(self, seat: SeatId) -> Campaign:
        """How things stand by what a seat knows."""
        return self.of[seat].now if seat in self.of else Campaign()

    def who_know(self, act: ActId) -> tuple[SeatId, ...]:
        """Those who were told something of an act that stands."""
        return tuple(sorted(seat for seat, history in self.of.items() if history.knows(act)))

    def who_knew(self, act: ActId) -> tuple[SeatId, ...]:
        """Those who were told something of the act that was taken back last."""
        undone = ((seat, history.undone) for seat, history in self.of.items())
        return tuple(sorted(seat for seat, taken in undone if taken and taken[-1].id == act))


def heard(told: Iterable[Told], seat: SeatId) -> tuple[Told, ...]:
    """What of this a seat is told; only the referee also learns who else was."""
    own = (one for one in told if seat in one.to)
    return tuple(own if seat == REFEREE else (replace(one, to=(seat,)) for one in own))
