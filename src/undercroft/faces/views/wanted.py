"""Dice wanted: the questions put to a seat, each with its dice, its cause, and what they mean as far as it may know.

The referee knows what a question is settled on. A player knows it where nothing of the ruling is hidden, or where the
player's own campaign says the same by itself; else there are no odds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from undercroft.books import BOOKS
from undercroft.faces.percents import percent, short_fraction
from undercroft.faces.views.bends import bends
from undercroft.faces.views.deeds import deed
from undercroft.faces.views.input_names import input_name
from undercroft.interpret.ask import next_question, prompt
from undercroft.interpret.meanings import Meaning, chance, meanings
from undercroft.interpret.words import say, told
from undercroft.kernel import wire
from undercroft.kernel.dice import Choice, Question, rolls_in
from undercroft.kernel.faults import UndercroftError
from undercroft.kernel.rules import AnyRule, Given, Outcome
from undercroft.kernel.units import RuleId, SeatId
from undercroft.table.campaign import Asked, Campaign, Wanted
from undercroft.table.names import WantedId
from undercroft.table.offers import offers
from undercroft.table.rooms import Offer
from undercroft.table.ruling_words import RULES, cite, thrown
from undercroft.table.seats import REFEREE
from undercroft.table.why import inputs


class Die(Struct, frozen=True):
    """One die to be typed: its sides, and its faces where they are few enough for buttons."""

    sides: int
    faces: tuple[int, ...]


class Line(Struct, frozen=True):
    """What some faces bring, how likely they are, and whether that is what is hoped for."""

    low: int
    high: int
    says: str
    percent: str
    fraction: str
    share: int
    hoped: bool

    @property
    def span(self) -> str:
        """Such as 8, or 9 to 12."""
        return str(self.low) if self.low == self.high else f"{self.low}\N{EN DASH}{self.high}"


class WantedView(Struct, frozen=True):
    """One question for the seat it is put to: what it is for, its dice or options, and what each would bring."""

    id: WantedId
    ruling: int
    title: str
    prompt: str
    seat: SeatId
    of: str
    """Whose dice they are, for people."""
    whose: str
    """Which of that seat's characters they are for, where it has several."""
    dice: tuple[Die, ...]
    options: tuple[str, ...]
    cause: str = ""
    rule: RuleId | None = None
    cite: str = ""
    settled_on: str = ""
    """What the rule is told that is not as usual."""
    before: str = ""
    """What was thrown for the same ruling before."""
    percent: str = ""
    fraction: str = ""
    lines: tuple[Line, ...] = ()
    means: tuple[str, ...] = ()
    """What each option brings, in the order of the options."""

    @property
    def one_each(self) -> bool:
        """A single die of few faces, each with a line of its own."""
        return len(self.dice) == 1 and len(self.lines) == len(self.dice[0].faces) <= FEW_FACES

    @property
    def hits(self) -> frozenset[int]:
        """The faces of a single die that bring what is hoped for."""
        if len(self.dice) != 1:
            return frozenset()
        return frozenset(face for line in self.lines if line.hoped for face in range(line.low, line.high + 1))


MOST_BUTTONS = 20
FEW_FACES = 6
"""As many faces as have room for what each brings."""


def wanted_views(known: Campaign, seat: SeatId) -> tuple[WantedView, ...]:
    """The questions this seat may answer: its own, and for the referee everybody's."""
    asked = [
        (wanted, one) for wanted in known.wanted.values() for one in wanted.questions if seat in (REFEREE, one.seat)
    ]
    offered = offers(known, seat) if asked else ()
    return tuple(_view(known, seat, wanted, one, offered) for wanted, one in asked)


def _view(known: Campaign, seat: SeatId, wanted: Wanted, asked: Asked, offered: Sequence[Offer]) -> WantedView:
    question = asked.question
    of = known.seats[asked.seat].name if asked.seat in known.seats else "Referee"
    options = question.options if isinstance(question, Choice) else ()
    from_offer = _offer_of(known, seat, wanted, asked, offered)
    odds = _odds(asked, from_offer)
    return WantedView(
        wanted.id,
        asked.ruling,
        question.purpose,
        prompt(question),
        asked.seat,
        of,
        _whose(known, asked),
        _dice(asked),
        options,
        from_offer.label if from_offer is not None else _ordered(known, wanted, asked),
        asked.rule if asked.rule in BOOK_RULES else None,
        cite(asked.rule) if asked.rule is not None and asked.rule in BOOK_RULES else "",
        odds.settled_on,
        thrown(asked.throws),
        percent(odds.hoped) if odds.hoped is not None else "",
        short_fraction(odds.hoped) if odds.hoped is not None else "",
        odds.lines,
        odds.means or bends(known, asked),
    )


BOOK_RULES = frozenset(id for id, rule in RULES.items() if rule.book in BOOKS)
"""Rules with a page to look at."""


def _whose(known: Campaign, asked: Asked) -> str:
    own = [one for one in known.people.values() if one.seat == asked.seat and one.alive]
    person = known.people.get(asked.who) if asked.who is not None else None
    return person.name if person is not None and len(own) > 1 else ""


def _dice(asked: Asked) -> tuple[Die, ...]:
    if isinstance(asked.question, Choice):
        return ()
    return tuple(
        Die(roll.sides, tuple(roll.values) if roll.sides <= MOST_BUTTONS else ())
        for roll in rolls_in(asked.question.roll)
        for _ in range(roll.count)
    )


def _ordered(known: Campaign, wanted: Wanted, asked: Asked) -> str:
    """What was asked for, where that is known, and of whom."""
    command: Mapping[str, Any] = wanted.command["command"] if wanted.command is not None else {}
    who = known.people[asked.who].name if asked.who in known.people and asked.who is not None else ""
    return ": ".join(part for part in (who, asked.cause or deed(str(command.get("kind", "")))) if part)


def _offer_of(known: Campaign, seat: SeatId, wanted: Wanted, asked: Asked, offered: Sequence[Offer]) -> Offer | None:
    """The offer that was taken up; for whoever does not know which it was, the one it must have been."""
    if wanted.command is not None:
        command = wanted.command["command"]
        return next((one for one in offered if wire.plain(one.command) == command), None)
    own = {person.id for person in known.people.values() if person.seat == seat and asked.who in (None, person.id)}
    fitting = [
        one for one in offered if one.rule is not None and one.rule.id == asked.rule and one.given and one.who in own
    ]
    return fitting[0] if len({one.given for one in fitting}) == 1 else None


class _Known(Struct, frozen=True):
    """What can be said of a question beforehand."""

    settled_on: str = ""
    hoped: Fraction | None = None
    lines: tuple[Line, ...] = ()
    means: tuple[str, ...] = ()


def _odds(asked: Asked, offer: Offer | None) -> _Known:
    """By what the question is settled on, else by what the seat itself would settle it on."""
    rule = RULES.get(asked.rule) if asked.rule is not None else None
    if rule is None:
        return _Known()
    try:
        given = _given(rule, asked, offer)
        return _said(rule, given, asked, offer) if given is not None else _Known()
    except (UndercroftError, wire.Unreadable):
        return _Known()


def _given(rule: AnyRule, asked: Asked, offer: Offer | None) -> Given | None:
    """None where it is not known, or would ask something else."""
    if asked.given is not None:
        given: Given = wire.from_plain(rule.given, asked.given)
        return given
    fits = offer is not None and offer.rule is not None and offer.rule.id == rule.id and offer.sought is None
    mine = offer.given if offer is not None and fits else None
    return mine if mine is not None and next_question(rule, mine, _answers(asked)) == asked.question else None


def _answers(asked: Asked) -> tuple[tuple[int, ...] | str, ...]:
    return tuple(one.answer for one in asked.throws)


def _said(rule: AnyRule, given: Given, asked: Asked, offer: Offer | None) -> _Known:
    aims = offer.aims if offer is not None and offer.rule is not None and offer.rule.id == rule.id else ()
    so_far = _answers(asked)
    hoped = chance(rule, given, so_far, lambda outcome: outcome.kind in aims) if aims else None
    lines = tuple(_line(rule, one, aims) for one in meanings(rule, given, so_far))
    unusual = [one for one in inputs(rule, wire.plain(given)) if not one.usual and one.value not in (None, "", [], {})]
    settled_on = ", ".join(f"{input_name(one.name)} {told(one.value).replace('_', ' ')}" for one in unusual)
    return _Known(settled_on, hoped, lines, _means(rule, given, asked))


def _means(rule: AnyRule, given: Given, asked: Asked) -> tuple[str, ...]:
    """What follows from each option of a choice."""
    if not isinstance(asked.question, Choice):
        return ()
    so_far = _answers(asked)
    ends = (next_question(rule, given, (*so_far, option)) for option in asked.question.options)
    return tuple(_end(rule, end) for end in ends)


def _end(rule: AnyRule, end: Question | Outcome) -> str:
    """The sentence of an outcome; of a question, what comes then."""
    if not isinstance(end, Outcome):
        return f"then {end.purpose}"
    book = BOOKS.get(rule.book)
    return say(book.words, end) if book is not None else end.kind.replace("_", " ")


def _line(rule: AnyRule, one: Meaning, aims: Iterable[str]) -> Line:
    tenths = one.chance * 100
    says = _words(rule, one)
    return Line(one.low, one.high, says, percent(one.chance), short_fraction(one.chance), int(tenths), one.kind in aims)


def _words(rule: AnyRule, one: Meaning) -> str:
    """The sentence of the outcome as far as it is the same for all, else its name; of a question, what comes then."""
    if not isinstance(one.ends[0], Outcome):
        return f"then {one.kind}"
    book = BOOKS.get(rule.book)
    ends = [end for end in one.ends if isinstance(end, Outcome)]
    sentences = {say(book.words, end) for end in ends} if book is not None else set[str]()
    without_face = {text.partition(": ")[2] for text in sentences}
    alike = next((some for some in (sentences, without_face) if len(some) == 1 and "" not in some), None)
    return alike.pop() if alike is not None else one.kind.replace("_", " ")
