"""Somebody at a table in a terminal: which seat they are, what they ask for, and what they hear."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from itertools import groupby
from typing import Any, get_type_hints

from undercroft.faces.seating import seat_named, title_of
from undercroft.faces.terminal.lines import Typed
from undercroft.faces.terminal.matching import command_of, only_fields, outcome_value
from undercroft.faces.terminal.ruling import RULING, ruling_of
from undercroft.faces.views import actions
from undercroft.faces.views.breaths import in_one_breath
from undercroft.faces.views.deeds import deed
from undercroft.kernel import wire
from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import SeatId
from undercroft.server.commands import Overrule
from undercroft.server.fresh import new_key
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Refused
from undercroft.server.taking_back import rulings_of
from undercroft.table.campaign import Campaign, Wanted
from undercroft.table.decide import tag_of
from undercroft.table.history import Restored, Retracted, retracted
from undercroft.table.names import ActId
from undercroft.table.passing import TimePassed
from undercroft.table.rooms import Command, Event, Offer, Reason
from undercroft.table.ruling_words import RULES
from undercroft.table.seats import REFEREE
from undercroft.table.settled import Chosen, Ordered, Settled, Thrown
from undercroft.table.telling import Told
from undercroft.table.wording import says

LAST = 20
"""So many lines of the log are shown."""
_BESIDE = (Settled, Thrown, Chosen, TimePassed)
_SMALL = re.compile(r"[0-9]{1,4}")


class Session:
    """One seat's end of a table. It decides nothing: the table does."""

    def __init__(self, table: OpenTable, seat: SeatId = REFEREE) -> None:
        self.table = table
        self.seat = seat

    @property
    def known(self) -> Campaign:
        """How things stand by what the seat knows."""
        return self.table.known(self.seat)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What the seat may do now: what belongs to the scene first, what can be done at any time last."""
        return tuple(sorted(self.table.offers(self.seat), key=_rank))

    @property
    def title(self) -> str:
        """Who the seat is, for people."""
        return title_of(self.known, self.seat)

    def sit(self, name: str) -> None:
        """Act and see as that seat, or as the one that plays a character."""
        self.seat = seat_named(self.table.now, name)

    def command(self, line: Typed) -> Command:
        """The command that a line means to this seat."""
        if line.first == "overrule" and len(line.words) > 1:
            return self._overrule(line)
        if line.first == RULING:
            return ruling_of(self.known, line)
        if only_fields(line):
            with suppress(BadInput):
                return command_of(self.known, (), line)
        return command_of(self.known, self.offers, line)

    def act(self, command: Command, *, as_referee: bool = False, by_hand: bool = False) -> tuple[Reason, ...]:
        """Ask for something; the reasons against it, if it is refused."""
        seat = REFEREE if as_referee else self.seat
        response = self.table.act(seat, command, key=new_key(), by_hand=by_hand)
        return response.reasons if isinstance(response, Refused) else ()

    def words_since(self, cursor: str) -> list[str]:
        """What the seat was told since then, or ever, in words, by what it knows now."""
        told = self.table.since(self.seat, cursor or None).told
        return self._told(told)

    def _told(self, told: Iterable[Told]) -> list[str]:
        """Sentences, those that go together as one."""
        return list(in_one_breath(self.known, ((one, words) for one in told if (words := self._words(one.event)))))

    def _words(self, event: Event) -> str:
        """An event in words; what is taken back, or stands again, is named."""
        match event:
            case Retracted(act=act) if what := self._deed(act):
                return f"Taken back{what}"
            case Restored(act=act) if what := self._deed(act):
                return f"It stands again{what}"
            case _:
                return says(self.known, event)

    def _deed(self, act: ActId) -> str:
        """What was asked for, where the seat knows it, and the first sentence that was told of it.

        Rulings and the time are beside it.
        """
        known = self.known
        told = [one.event for one in self.table.since(self.seat).told if one.act == act]
        weighty = [event for event in told if not isinstance(event, _BESIDE)]
        said = next((words for event in (*weighty, *told) if (words := says(known, event))), "")
        asked = next((f", {deed(event.command['kind'])}" for event in told if isinstance(event, Ordered)), "")
        return f"{asked}: {said.partition('. ')[0].removesuffix('.')}." if said else f"{asked}." if asked else ""

    def log(self, most: int) -> list[str]:
        """The last lines that the seat was told, in words; those of what was taken back are marked."""
        told = self.table.since(self.seat).told
        known, taken_back = self.known, retracted(told)
        last = [one for one in told if says(known, one.event)][-most:]
        parts = groupby(last, lambda one: one.act in taken_back)
        return [f"{'(taken back) ' if gone else ''}{words}" for gone, those in parts for words in self._told(those)]

    def last_act(self) -> tuple[Told, ...]:
        """What the seat was told of the last act that it heard of."""
        if self.seat == REFEREE:
            return self.table.last_act()
        told = self.table.since(self.seat).told
        last = next((one.act for one in reversed(told) if one.act is not None), None)
        return tuple(one for one in told if one.act == last and last is not None)

    def wanted(self) -> tuple[Wanted, ...]:
        """What waits for an answer of this seat."""
        return tuple(one for one in self.known.wanted.values() if one.questions)

    def digest(self) -> str:
        """A digest of how things stand for everybody, in canonical bytes."""
        known = {seat: self.table.known(seat) for seat in self.table.seats}
        return sha256(wire.encode(known)).hexdigest()

    def _overrule(self, line: Typed) -> Overrule:
        """`overrule 1 success total=12 because the floor is wet`; fields that are not named stay as they were."""
        words, because, reason = _split(line.words[1:], "because")
        if len(words) != 2 or not _SMALL.fullmatch(words[0]) or not because or not reason:
            fix = "write it like: overrule 1 success total=12 because the floor is wet"
            raise BadInput("bad_line", "which ruling, to what outcome, and why?", fix)
        rulings = rulings_of(self.table.last_act())
        number = int(words[0])
        outcome: dict[str, Any] = {"kind": words[1]}
        if 0 < number <= len(rulings):
            ruling = rulings[number - 1]
            kinds = {str(kind.__struct_config__.tag): kind for kind in RULES[ruling.rule].outcomes}
            if words[1] not in kinds:
                raise BadInput("bad_outcome", f"“{words[1][:40]}” is no outcome of it", f"there is {', '.join(kinds)}")
            hints = get_type_hints(kinds[words[1]], include_extras=True)
            stays = {name: value for name, value in ruling.outcome.items() if name in hints}
            outcome |= stays | {name: outcome_value(hints, name, text) for name, text in line.named.items()}
        return Overrule(number, outcome, " ".join(reason))


_ANYWHERE = frozenset({"light", "put_out", "rest", "begin_evening", "end_evening"})
"""What is offered in every scene."""


def _rank(offer: Offer) -> tuple[bool, bool, bool]:
    tag = tag_of(offer.command)
    return tag in actions.LAST, bool(offer.refused), tag in _ANYWHERE


def _split(words: tuple[str, ...], at: str) -> tuple[tuple[str, ...], bool, tuple[str, ...]]:
    if at not in words:
        return words, False, ()
    place = words.index(at)
    return words[:place], True, words[place + 1 :]
