"""What each seat has heard: the truth, each seat's own history, and how many facts each was told.

A player's history is made of what the player was sent: the campaign's own ids never get into it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.engine.audience import Told
from undercroft.table.engine.history import DEPTH, History
from undercroft.table.engine.part import Command
from undercroft.table.seat_ids import Named, SeatIds
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId
from undercroft.table.state.seats import REFEREE

S = TypeVar("S", bound=Struct)


class SeatHistories:
    """Every seat at one table. The referee hears the truth."""

    def __init__(self, table: str, depth: int = DEPTH, shuffle: bytes = b"") -> None:
        self._table = table
        self._shuffle = shuffle
        self._depth = depth
        self.truth = History(depth=depth)
        self.of: dict[SeatId, History] = {REFEREE: self.truth}
        self.counts: dict[SeatId, int] = {}
        self.ids: dict[SeatId, SeatIds] = {}
        """The ids that each player's seat was given; the referee has the campaign's own."""
        self._lately: dict[SeatId, _SentLately] = {}
        self.act: ActId | None = None
        """The act of the last fact."""

    def settle(
        self,
        known: Mapping[SeatId, Campaign],
        counts: Mapping[SeatId, int],
        ids: Mapping[SeatId, Iterable[Named]],
        act: ActId | None,
    ) -> None:
        """Start from what every seat knew at some version, instead of from nothing."""
        self.of = {seat: History(now, self._depth) for seat, now in known.items()}
        self.truth = self.of.setdefault(REFEREE, History(depth=self._depth))
        self.counts = dict(counts)
        self.ids = {seat: SeatIds(self._table, seat, named, self._shuffle) for seat, named in ids.items()}
        self.act = act

    def copied(self) -> Self:
        """The same histories, to go their own way from here."""
        copy = type(self)(self._table, self._depth, self._shuffle)
        copy.of = {seat: history.copied() for seat, history in self.of.items()}
        copy.truth, copy.counts, copy.act = copy.of[REFEREE], dict(self.counts), self.act
        copy.ids = {seat: ids.copied() for seat, ids in self.ids.items()}
        return copy

    def take(self, told: Told) -> None:
        """Tell a fact to the seats that may hear it."""
        if told.act is not None:
            self.act = told.act
        for seat in told.to:
            history = self.of.get(seat)
            if history is None:
                history = self.of[seat] = History(depth=self._depth)
            ids = self._ids_of(seat)
            if ids is not None:
                self.ids[seat] = ids
            history.take(_sent(told, ids))
            self.counts[seat] = self.counts.get(seat, 0) + 1

    def known(self, seat: SeatId) -> Campaign:
        """The campaign as a seat knows it."""
        return self.of[seat].now if seat in self.of else Campaign()

    def sent(self, told: Iterable[Told], seat: SeatId) -> tuple[Told, ...]:
        """The facts that a seat has heard, as it is sent them. Only the referee also learns which other seats did."""
        facts = tuple(fact for fact in told if seat in fact.to)
        if seat == REFEREE:
            return facts
        ids = self._ids_of(seat)
        lately, count = self._lately.get(seat), ids.count if ids is not None else 0
        kept: Mapping[int, tuple[Told, Told]] = lately.facts if lately is not None and lately.fits(ids) else {}
        sent = {id(fact): kept.get(id(fact)) or (fact, replace(_sent(fact, ids), to=(seat,))) for fact in facts}
        self._lately[seat] = _SentLately(ids, count, sent)
        return tuple(sent[id(fact)][1] for fact in facts)

    def meant(self, command: Command, seat: SeatId) -> Command:
        """A command that a seat sent, with the campaign's own ids; raises `NotGiven` for ids that it was not given."""
        ids = self._ids_of(seat)
        return command if ids is None else ids.meant(command)

    def as_known(self, value: S, seat: SeatId) -> S:
        """A value with the campaign's own ids, with those that a seat was given."""
        ids = self._ids_of(seat)
        return value if ids is None else ids.as_known(value)

    def foreseeing(self, seat: SeatId) -> Callable[[Told], Told]:
        """How a seat will be sent facts that it has not heard yet, in their order; it is given no ids by this."""
        ids = self._ids_of(seat)
        own = ids.copied() if ids is not None else None
        return lambda told: _sent(told, own)

    def _ids_of(self, seat: SeatId) -> SeatIds | None:
        """The ids of a player's seat; None for the referee, who has the campaign's own."""
        return None if seat == REFEREE else self.ids.get(seat) or SeatIds(self._table, seat, (), self._shuffle)

    def who_know(self, act: ActId) -> tuple[SeatId, ...]:
        """The seats that were told something of an act that has not been undone."""
        return tuple(sorted(seat for seat, history in self.of.items() if history.knows(act)))

    def who_knew(self, act: ActId) -> tuple[SeatId, ...]:
        """The seats that were told something of the act that was undone last."""
        undone = ((seat, history.undone) for seat, history in self.of.items())
        return tuple(sorted(seat for seat, taken in undone if taken and taken[-1].id == act))


class _SentLately(NamedTuple):
    """The facts that a seat was last sent, by their identity, and with how many ids it had then."""

    ids: SeatIds | None
    many: int
    facts: Mapping[int, tuple[Told, Told]]

    def fits(self, ids: SeatIds | None) -> bool:
        """Whether the seat would be sent them just so again: it has the same ids. A new id may change old facts."""
        return ids is not None and ids is self.ids and ids.count == self.many


def _sent(told: Told, ids: SeatIds | None) -> Told:
    return told if ids is None else replace(told, event=ids.sent(told.event))
