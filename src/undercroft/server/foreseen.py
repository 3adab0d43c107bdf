"""What every seat will know once facts are told that are not written yet."""

from collections.abc import Callable, Iterable

from undercroft.kernel.units import SeatId
from undercroft.server.seat_histories import SeatHistories
from undercroft.table.engine.audience import Told
from undercroft.table.engine.history import Restored, Retracted
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.seats import REFEREE


class TrialFold:
    """Folds facts beside the histories, so that a fact that cannot be folded is never written."""

    def __init__(self, histories: SeatHistories) -> None:
        self._histories = histories
        self._now: dict[SeatId, Campaign] = {}
        self._sent: dict[SeatId, Callable[[Told], Told]] = {}

    @property
    def truth(self) -> Campaign:
        """The true state of the campaign."""
        return self.known(REFEREE)

    def known(self, seat: SeatId) -> Campaign:
        """The campaign as a seat will know it."""
        return self._now[seat] if seat in self._now else self._histories.known(seat)

    def take(self, told: Iterable[Told]) -> None:
        """Fold facts for every seat that hears them."""
        for fact in told:
            for seat in fact.to:
                self._now[seat] = self._after(seat, fact)

    def _after(self, seat: SeatId, fact: Told) -> Campaign:
        history = self._histories.of.get(seat)
        match fact.event:
            case Retracted(act=act):
                return history.without(act) if history is not None else self.known(seat)
            case Restored():
                if history is None:
                    return self.known(seat)
                redone = history.copied()
                redone.take(fact)
                return redone.now
            case _:
                if seat not in self._sent:
                    self._sent[seat] = self._histories.foreseeing(seat)
                return self._sent[seat](fact).event.fold(self.known(seat))
