"""A table for tests: every seat folds what it is told, and dice lie on the table in the order they fall."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from tests.table.other_ids import ids_of_a_new_table
from undercroft.foresight.forecasts.questions import raised
from undercroft.kernel import wire
from undercroft.kernel.dice import Choice, Roll, rolls_in
from undercroft.kernel.throwing import Draw
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.decide import Decision, Order, decide, follow_up
from undercroft.table.engine import wanted_dice
from undercroft.table.engine.audience import Told
from undercroft.table.engine.event import Event
from undercroft.table.engine.history import History, Restored, Retracted
from undercroft.table.engine.part import Command, Offer, Reason
from undercroft.table.offers import offers
from undercroft.table.refusals import refusals
from undercroft.table.seat_ids import SeatIds
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId, TimerId
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.seen_sites import with_rooms

FOLLOW_UPS = 2000
"""What follows by itself comes to an end before that, even in days that pass turn by turn."""


def folded(told: Iterable[Told]) -> Campaign:
    """What these facts come to, from the beginning."""
    history = History()
    for each in told:
        history.take(each)
    return history.now


def codes(table: Tabletop, command: Command, seat: str = REFEREE) -> list[str]:
    """Why not, in a word each."""
    return [reason.code for reason in table.why_not(command, seat)]


class Refused(AssertionError):
    """A command was refused, and a test did not expect that."""


class Unsealed:
    """Dice of a test as a stream, without a seal."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw

    def __call__(self, roll: Roll, count: int, /) -> Sequence[int]:
        return self._draw(roll, count)

    def taken(self) -> None:
        """They come from nowhere."""


def with_known_rooms(sent: Campaign, seen: Campaign) -> Campaign:
    """A campaign in a seat's ids, in which doors lead to the rooms that the seat has seen."""
    return replace(sent, seen={id: with_rooms(site, seen.seen[id].behind) for id, site in sent.seen.items()})


def _doors(known: Campaign) -> list[list[bool]]:
    """Of each door that is known, which of its rooms are."""
    return [
        [zone in site.zones for zone in door.between] for site in known.seen.values() for door in site.doors.values()
    ]


class Tabletop:
    """One table. `do` gives a command and the dice that fall for it, all of them and no more.

    With `typed` the dice are typed by the person who holds them, else they come from the server.
    """

    def __init__(self, *, typed: bool = False) -> None:
        self.typed = typed
        self.truth = History()
        self.seats: dict[str, History] = {SPECTATORS: History()}
        self.log: list[Told] = []
        self.heard: dict[str, list[Told]] = {SPECTATORS: []}
        self.real_left: Mapping[TimerId, Seconds] = {}
        """What the real timers have left."""
        self._acts = 0
        self._other = ids_of_a_new_table()
        self._ids: dict[str, SeatIds] = {}
        self._sent: dict[str, tuple[list[Told], History]] = {}
        self._faces: list[int | str] = []

    @property
    def now(self) -> Campaign:
        """How things truly stand."""
        return self.truth.now

    def known(self, seat: str) -> Campaign:
        """The state as a seat knows it."""
        return self.truth.now if seat == REFEREE else self.seats[seat].now

    def sit(self, *seats: str) -> None:
        """Give these seats ears."""
        for seat in seats:
            self.seats.setdefault(seat, History())
            self.heard.setdefault(seat, [])

    def why_not(self, command: Command, seat: str = REFEREE) -> tuple[Reason, ...]:
        """The reasons against a command, by what the seat knows."""
        command = self.named(command)
        return refusals(self.known(seat), SeatId(seat), command)

    def do(self, command: Command, *faces: int | str, seat: str = REFEREE) -> list[Event]:
        """Give a command with the faces that fall for it; what happened, follow-ups and all."""
        if why := self.why_not(command, seat):
            raise Refused(why)
        command = self.named(command)
        self._acts += 1
        act = ActId(f"act-{self._acts}")
        self._faces = list(faces)
        told = self._carry_out(Order(command, SeatId(seat), act, real_left=self.real_left))
        followed = 0
        while not self.now.wanted and (follows := follow_up(self.now)) is not None:
            followed += 1
            assert followed <= FOLLOW_UPS, f"no end of what follows from {command}: {follows}"
            told += self._carry_out(Order(follows, REFEREE, act, follows=True, real_left=self.real_left))
        assert not self._faces, f"left on the table: {self._faces}"
        return [each.event for each in told]

    def _carry_out(self, order: Order) -> list[Told]:
        """Decide, and answer what is wanted with the dice on the table."""
        told = list(self.take(decide(self.now, order, None if self.typed else self._unsealed)))
        while self.now.wanted and self._faces:
            wanted = next(iter(self.now.wanted.values()))
            asked = wanted.questions[0]
            answers: tuple[int | str, ...]
            if isinstance(asked.question, Choice):
                answers = (self._faces.pop(0),)
            else:
                count = sum(roll.count for roll in rolls_in(asked.question.roll))
                answers = tuple(self._faces.pop(0) for _ in range(count))
            answer = wanted_dice.Answer(wanted.id, asked.ruling, answers)
            told += self.take(decide(self.now, Order(answer, REFEREE, ActId("answer")), None))
        return told

    def _unsealed(self, to: tuple[SeatId, ...]) -> Unsealed:
        return Unsealed(self._stream(to))

    def _stream(self, _: tuple[SeatId, ...]) -> Draw:
        def drawn(roll: Roll, count: int, /) -> Sequence[int]:
            assert len(self._faces) >= count, f"{count}d{roll.sides} wanted, on the table: {self._faces}"
            return [int(self._faces.pop(0)) for _ in range(count)]

        return drawn

    def undo(self) -> None:
        """Take the last act back, for everybody who was told something of it."""
        act = self.truth.done[-1]
        self._tell(Told(Retracted(act.id), self._told_of(act.id), self.now.clock, None))

    def redo(self) -> None:
        """Let what was undone last be redone."""
        act = self.truth.undone[-1]
        self._tell(Told(Restored(act.id), self._told_of(act.id), self.now.clock, None))

    def _told_of(self, act: ActId) -> tuple[SeatId, ...]:
        return tuple(sorted({seat for told in self.log if told.act == act for seat in told.to}))

    def take(self, decision: Decision) -> tuple[Told, ...]:
        """Tell everybody what they may know; every fact survives the wire."""
        for told in decision.told:
            self._tell(told)
        return decision.told

    def _tell(self, told: Told) -> None:
        assert told.event == wire.decode(type(told.event), wire.encode(told.event))
        self.log.append(told)
        if REFEREE in told.to:
            self.truth.take(told)
        for seat in told.to:
            if seat in self.seats:
                self.seats[seat].take(told)
                self.heard[seat].append(told)

    def sent(self, seat: str) -> list[Told]:
        """Everything a seat was ever told, as it was sent it."""
        return self._caught_up(seat)[0]

    def seen_by(self, seat: str) -> Campaign:
        """The state as a seat was sent it, with the ids that it knows."""
        return self._caught_up(seat)[1].now

    def offered(self, seat: str) -> tuple[Offer, ...]:
        """What a seat is offered, as it is sent it."""
        return offers(self.seen_by(seat), SeatId(seat))

    def foreseen(self, seat: str) -> bytes:
        """What can be forecast for a seat, from the state as it is sent it."""
        asked = raised(self.seen_by(seat), SeatId(seat))
        return wire.encode([(each.question.id, each.about, each.given, each.house) for each in asked])

    def answered(self, command: Command, seat: str) -> tuple[Reason, ...]:
        """The reasons against a command that a seat sends, in the ids that it knows."""
        known = self.seen_by(seat)
        command = self.named(command)
        return refusals(known, SeatId(seat), self._ids[seat].copied().sent(command))

    def _caught_up(self, seat: str) -> tuple[list[Told], History]:
        ids = self._ids.setdefault(seat, SeatIds("table", SeatId(seat)))
        sent, history = self._sent.setdefault(seat, ([], History()))
        for told in self.heard[seat][len(sent) :]:
            sent.append(replace(told, event=ids.sent(told.event)))
            history.take(sent[-1])
        return sent, history

    def commutes(self, seat: str) -> None:
        """What a seat was sent comes to what it was told, in its own ids; so do its offers.

        Rooms that it knew by their doors are known by their own ids once it was told of them.
        """
        known, seen, ids = self.known(seat), self.seen_by(seat), self._ids[seat]
        named = ids.named
        assert wire.encode(with_known_rooms(ids.sent(known), seen)) == wire.encode(seen)
        assert _doors(known) == _doors(seen)
        for wanted in seen.wanted.values():
            assert (None, ()) == (wanted.command, wanted.answers), "only the referee has the command that waits"
            given = wire.encode([asked.given for asked in wanted.questions]).decode()
            assert not [each.id for each in ids.named if f'"{each.id}"' in given], "an id in what a rule is given"
        told = [ids.sent(offer.command) for offer in offers(known, SeatId(seat))]
        assert told == [offer.command for offer in self.offered(seat)]
        assert named == ids.named, "an id in the seat's state that is in nothing it was sent"

    def told_to(self, seat: str) -> bytes:
        """Everything a seat was ever told, with the campaign's own ids, as bytes."""
        return wire.encode([wire.plain(told.event) for told in self.heard[seat]])

    def named(self, command: Command) -> Command:
        """A command with the ids that this table's world has."""
        return command if self._other is None else self._other.of(command, self.now)

    def bytes_for(self, seat: str) -> bytes:
        """Everything a seat was ever sent, as bytes."""
        return wire.encode(
            [(told.at, told.act, type(told.event).__name__, wire.plain(told.event)) for told in self.sent(seat)]
        )
