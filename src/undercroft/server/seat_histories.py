"""What each seat has heard: the truth, each seat's own history, and how many facts each was told.

A player's history is made of what the player was sent: the campaign's own ids never get into it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel.remembering import begins_with
from undercroft.kernel.units import SeatId
from undercroft.table.engine.audience import Told
from undercroft.table.engine.history import DEPTH, History
from undercroft.table.engine.part import Command
from undercroft.table.seat_ids import NamedThing, SeatIds
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId
from undercroft.table.state.seats import REFEREE

S = TypeVar("S", bound=Struct)
MOST_SENT = 2000
"""Facts that are remembered as a seat was sent them."""
LONG = 50
"""As many facts, such as all that a screen looks back upon, are asked for again with others behind them."""


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
        ids: Mapping[SeatId, Iterable[NamedThing]],
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
            sent = _sent(told, ids)
            history.take(sent)
            self.counts[seat] = self.counts.get(seat, 0) + 1
            lately = self._lately.get(seat)
            if lately is not None and lately.ids is ids and len(lately.facts) < MOST_SENT:
                lately.keep(told, sent)

    def known(self, seat: SeatId) -> Campaign:
        """The campaign as a seat knows it."""
        return self.of[seat].now if seat in self.of else Campaign()

    def sent(self, told: Iterable[Told], seat: SeatId) -> tuple[Told, ...]:
        """The facts that a seat has heard, as it is sent them. Only the referee also learns which other seats did."""
        facts = [fact for fact in told if seat in fact.to]
        if seat == REFEREE:
            return tuple(facts)
        ids = self._ids_of(seat)
        lately = self._lately.get(seat)
        if ids is None or lately is None or lately.ids is not ids or len(lately.facts) > MOST_SENT:
            lately = self._lately[seat] = _SentLately(ids, seat)
        return lately.sent(facts)

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


class _Sent(NamedTuple):
    """Facts, how a seat was sent them, and how many ids it had been given before."""

    facts: Sequence[Told]
    sent: tuple[Told, ...]
    ids: int


class _SentLately:
    """The facts that a seat was sent lately, as it was sent them."""

    def __init__(self, ids: SeatIds | None, seat: SeatId) -> None:
        self.ids = ids
        self._seat = seat
        self.facts: dict[int, tuple[Told, Told, int | None]] = {}
        """By the identity of each fact: how it was sent, and with how many ids, if a new id may change it."""
        self._last = _Sent((), (), 0)

    def sent(self, facts: Sequence[Told]) -> tuple[Told, ...]:
        """Facts as the seat is sent them: as before, unless it was given ids since then that may change them."""
        last, count = self._last, self.ids.count if self.ids is not None else 0
        before = len(last.facts) if last.ids == count and begins_with(facts, last.facts) else 0
        found = (*last.sent[:before], *self._each(facts[before:]))
        if len(facts) >= LONG:
            self._last = _Sent(tuple(facts), found, count)
        return found

    def _each(self, facts: Iterable[Told]) -> Iterator[Told]:
        kept, count = self.facts, self.ids.count if self.ids is not None else 0
        for fact in facts:
            known = kept.get(id(fact))
            if known is not None and (known[2] is None or known[2] == count):
                yield known[1]
                continue
            yield self.keep(fact, _sent(fact, self.ids))
            count = self.ids.count if self.ids is not None else 0

    def keep(self, fact: Told, sent: Told) -> Told:
        """Keep a fact as it was sent just now, and return it as only the seat hears of it: the last one if equal."""
        own, before = replace(sent, to=(self._seat,), copies=()), self.facts.get(id(fact))
        if before is not None and before[1] == own:
            own = before[1]
        changing = None if self.ids is None or self.ids.lasting else self.ids.count
        self.facts[id(fact)] = (fact, own, changing)
        return own


def _sent(told: Told, ids: SeatIds | None) -> Told:
    return told if ids is None else replace(told, event=ids.sent(told.event))
