"""A seat at a table in a terminal: who it is, what it asks for, and what it hears."""

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from itertools import groupby
from typing import Any, Self, TypeVar, get_type_hints

from msgspec.structs import replace

from undercroft.faces.terminal.house_line import changes_answers, house_of
from undercroft.faces.terminal.ruling_line import RULING, ruling_of
from undercroft.faces.terminal.typed_command import command_of, only_fields, outcome_value
from undercroft.faces.terminal.typed_line import Typed
from undercroft.faces.views.log.combined_lines import combined
from undercroft.faces.views.log.undone_acts import undo_in_words
from undercroft.faces.views.seat_names import seat_named, title_of
from undercroft.kernel import wire
from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import SeatId
from undercroft.server.commands import Overrule
from undercroft.server.new_ids import new_key, now
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Refused
from undercroft.server.undo import rulings_of
from undercroft.server.wall_times import seconds_left
from undercroft.table.engine.audience import Told
from undercroft.table.engine.event import Event
from undercroft.table.engine.history import Restored, Retracted, retracted
from undercroft.table.engine.part import Command, Offer, Reason
from undercroft.table.offers import offers_now
from undercroft.table.rulings.words import RULES
from undercroft.table.sentences import says
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import TimerId
from undercroft.table.state.open_questions import Wanted
from undercroft.table.state.seats import REFEREE

LAST = 20
"""The number of log lines shown."""
T = TypeVar("T")
_SMALL = re.compile(r"[0-9]{1,4}")


class Console:
    """One seat's end of a table. It decides nothing: the table does."""

    def __init__(self, table: OpenTable, seat: SeatId = REFEREE) -> None:
        self.table = table
        self.seat = seat

    @property
    def known(self) -> Campaign:
        """The campaign as the seat knows it."""
        return self.table.known(self.seat)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The seat's offers: those of the scene first, those available at any time last."""
        return tuple(sorted(offers_now(self.known, self.seat), key=_rank))

    @property
    def title(self) -> str:
        """The seat's name for people."""
        return title_of(self.known, self.seat)

    @property
    def time_left(self) -> Mapping[TimerId, int]:
        """The seconds that each real timer has left now."""
        started, timers, wall = self.table.started(self.seat), self.known.real_timers, now()
        return {id: seconds_left(timers[id], since, wall) for id, since in started.items()}

    def sit(self, name: str) -> None:
        """Act and see as that seat, or as the seat that plays a character."""
        self.seat = seat_named(self.table.now, name)

    def command(self, line: Typed) -> Command:
        """The command that a line means for this seat, which may name things by the campaign's own ids too."""
        return self.table.as_known(self.seat, self._meant(line))

    def _meant(self, line: Typed) -> Command:
        if line.first == Overrule.tag and len(line.words) > 1:
            return self._overrule(line)
        if line.first == RULING:
            return ruling_of(self.known, line)
        if changes_answers(line):
            return house_of(self.known.house, line)
        if only_fields(line):
            with suppress(BadInput):
                return command_of(self.known, (), line)
        return command_of(self.known, self.offers, line)

    def act(self, command: Command, *, as_referee: bool = False, by_hand: bool = False) -> tuple[Reason, ...]:
        """Submit a command and return the reasons if it is refused."""
        seat = REFEREE if as_referee else self.seat
        response = self.table.act(seat, command, key=new_key(), by_hand=by_hand)
        return response.reasons if isinstance(response, Refused) else ()

    def rehearsal(self) -> Self:
        """The same seat at a table where commands are only tried."""
        return type(self)(self.table.rehearsal(), self.seat)

    def together(self, work: Callable[[Self], T]) -> T:
        """Carry out the commands of some work as one act on the disk: all of them, or none if the work raises."""
        return self.table.together(lambda tried: work(type(self)(tried, self.seat)))

    def words_since(self, cursor: str) -> list[str]:
        """What the seat was told since then, or ever, in words, by what it knows now."""
        return self._told(self.table.since(self.seat, cursor or None).told)

    def _told(self, told: Iterable[Told]) -> list[str]:
        """Sentences, with those that belong together joined."""
        return list(combined(self.known, ((fact, words) for fact in told if (words := self._words(fact.event)))))

    def _words(self, event: Event) -> str:
        """An event in words; an undo or redo names the act."""
        if isinstance(event, Retracted | Restored):
            return undo_in_words(self.known, event, self.table.since(self.seat).told)
        return says(self.known, event)

    def log(self, most: int) -> list[str]:
        """The last lines that the seat was told, in words, with undone lines marked."""
        told = self.table.since(self.seat).told
        known, taken_back = self.known, retracted(told)
        last = [fact for fact in told if says(known, fact.event)][-most:]
        parts = groupby(last, lambda fact: fact.act in taken_back)
        return [f"{'(undone) ' if gone else ''}{words}" for gone, those in parts for words in self._told(those)]

    def last_act(self) -> tuple[Told, ...]:
        """What the seat was told of the last act it heard of."""
        if self.seat == REFEREE:
            return self.table.last_act()
        told = self.table.since(self.seat).told
        last = next((fact.act for fact in reversed(told) if fact.act is not None), None)
        return tuple(fact for fact in told if fact.act == last and last is not None)

    def wanted(self) -> tuple[Wanted, ...]:
        """The questions that wait for this seat's answer."""
        return tuple(wanted for wanted in self.known.wanted.values() if wanted.questions)

    def digest(self) -> str:
        """A digest of the whole state, in canonical bytes.

        The seals of the dice and who sits where are left out: each server has its own.
        """
        known = {
            seat: replace(self.table.known(seat), seals=(), players={}, holds={}, asks={}) for seat in self.table.seats
        }
        return sha256(wire.encode(known)).hexdigest()

    def _overrule(self, line: Typed) -> Overrule:
        """`overrule 1 success total=12 because the floor is wet`; unnamed fields stay the same."""
        because = line.words.index("because") if "because" in line.words else len(line.words)
        words, reason = line.words[1:because], line.words[because + 1 :]
        if len(words) != 2 or not _SMALL.fullmatch(words[0]) or not reason:
            fix = "write it like: overrule 1 success total=12 because the floor is wet"
            raise BadInput("bad_line", "which ruling, to what outcome, and why?", fix)
        rulings = rulings_of(self.table.last_act())
        number = int(words[0])
        outcome: dict[str, Any] = {"kind": words[1]}
        if 0 < number <= len(rulings):
            ruling = rulings[number - 1]
            kinds = {str(kind.__struct_config__.tag): kind for kind in RULES[ruling.rule].outcomes}
            if words[1] not in kinds:
                raise BadInput(
                    "bad_outcome", f"“{words[1][:40]}” is not one of its outcomes", f"there is {', '.join(kinds)}"
                )
            hints = get_type_hints(kinds[words[1]], include_extras=True)
            stays = {name: value for name, value in ruling.outcome.items() if name in hints}
            outcome |= stays | {name: outcome_value(hints, name, text) for name, text in line.named.items()}
        return Overrule(number, outcome, " ".join(reason))


def _rank(offer: Offer) -> tuple[bool, bool, bool]:
    about = offer.command.ABOUT
    return about.any_time, bool(offer.refused), about.anywhere
