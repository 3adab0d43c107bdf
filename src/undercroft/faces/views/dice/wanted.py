"""Dice wanted: a seat's open questions, each with its dice, its cause, and what the faces mean as far as it may know.

The referee knows the situation of a question. A player knows it if nothing of the ruling is hidden, or if the player's
own campaign gives the same situation, by what is offered or by the character alone; else there are no odds.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from undercroft.books import BOOKS
from undercroft.faces.views.command_names import deed
from undercroft.faces.views.dice.option_means import answers_of, means_in_part, means_of
from undercroft.faces.views.input_names import input_words, tells
from undercroft.faces.views.people.option_words import option_words
from undercroft.faces.views.people.results import DieThrown, dice_thrown
from undercroft.faces.views.percents import short_fraction
from undercroft.interpret.answer_meanings import Meaning, chance, meanings
from undercroft.interpret.ask import next_question
from undercroft.kernel import wire
from undercroft.kernel.amounts import percent
from undercroft.kernel.dice import Choice, rolls_in
from undercroft.kernel.faults import UndercroftError
from undercroft.kernel.phrases import lowered, value_in_words
from undercroft.kernel.rules import AnyRule, Given, Outcome
from undercroft.kernel.throwing import total_of
from undercroft.kernel.units import RuleId, SeatId
from undercroft.table.characters.meanings import option_name
from undercroft.table.engine.part import Offer
from undercroft.table.engine.plain_dice import plain_dice
from undercroft.table.explain import inputs
from undercroft.table.fight.choice_words import ChoiceWords, choice_words
from undercroft.table.fight.own_input import own_input
from undercroft.table.offers import offers
from undercroft.table.rulings.words import RULES, cite, said_by
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import WantedId
from undercroft.table.state.open_questions import OpenQuestion, Wanted
from undercroft.table.state.seats import REFEREE


class WantedDie(Struct, frozen=True):
    """One die to type: its sides, and its faces where there are few enough for buttons."""

    sides: int
    faces: tuple[int, ...]


class FaceMeaning(Struct, frozen=True):
    """What some faces mean, how likely they are, and whether that is the hoped-for outcome."""

    low: int
    high: int
    says: str
    percent: str
    fraction: str
    hoped: bool

    @property
    def span(self) -> str:
        """Such as 8, or 9 to 12."""
        return str(self.low) if self.low == self.high else f"{self.low}\N{EN DASH}{self.high}"


class WantedView(Struct, frozen=True):
    """One question for the seat asked: its purpose, its dice or options, and what each would mean."""

    id: WantedId
    ruling: int
    title: str
    seat: SeatId
    of: str
    """Whose dice they are, for people."""
    whose: str
    """The character that throws; empty for a player whose seat has only one."""
    dice: tuple[WantedDie, ...]
    options: tuple[str, ...]
    cause: str = ""
    rule: RuleId | None = None
    cite: str = ""
    settled_on: str = ""
    """Unusual inputs of the rule."""
    thrown: tuple[DieThrown, ...] = ()
    """Earlier throws for the same ruling."""
    percent: str = ""
    fraction: str = ""
    hoped_for: str = ""
    """What the chance is of."""
    lines: tuple[FaceMeaning, ...] = ()
    means: tuple[str, ...] = ()
    """What each option means, in the order of the options."""
    labels: tuple[str, ...] = ()
    """The text on the button of each option."""
    explains: str = ""
    """What the choice is about."""
    back: bool = False
    """Whether the seat can go back to the choice before it."""

    @property
    def one_each(self) -> bool:
        """A single die of few faces, each with a line of its own."""
        return len(self.dice) == 1 and len(self.lines) == len(self.dice[0].faces) <= FEW_FACES

    @property
    def hits(self) -> frozenset[int]:
        """The faces of a single die that give the hoped-for outcome."""
        if len(self.dice) != 1:
            return frozenset()
        return frozenset(face for line in self.lines if line.hoped for face in range(line.low, line.high + 1))


MOST_BUTTONS = 20
FEW_FACES = 6
"""The most faces with room for what each means."""


def wanted_views(known: Campaign, seat: SeatId) -> tuple[WantedView, ...]:
    """The questions this seat may answer: its own, and for the referee everybody's."""
    asked = [
        (wanted, question)
        for wanted in known.wanted.values()
        for question in wanted.questions
        if seat in (REFEREE, question.seat)
    ]
    offered = offers(known, seat) if asked else ()
    return tuple(_view(known, seat, wanted, question, offered) for wanted, question in asked)


def _view(known: Campaign, seat: SeatId, wanted: Wanted, asked: OpenQuestion, offered: Sequence[Offer]) -> WantedView:
    question = asked.question
    from_offer = _offer_of(known, seat, wanted, asked, offered)
    odds = _odds(asked, from_offer, own_input(known, asked))
    words, options = choice_words(known, asked), question.options if isinstance(question, Choice) else ()
    means = odds.means or means_in_part(asked)
    hoped = odds.hoped if not options and _still_open(odds.hoped, asked) else None
    return WantedView(
        wanted.id,
        asked.ruling,
        words.title if words is not None else question.purpose,
        asked.seat,
        known.called(asked.seat) or "Referee",
        _whose(known, asked, seat),
        _dice(asked),
        options,
        from_offer.label if from_offer is not None and not asked.cause else _ordered(known, wanted, asked),
        asked.rule if asked.rule in BOOK_RULES else None,
        cite(asked.rule) if asked.rule is not None and asked.rule in BOOK_RULES else "",
        odds.settled_on if words is None else "",
        tuple(dice_thrown(asked.throws)),
        percent(hoped) if hoped is not None else "",
        short_fraction(hoped) if hoped is not None else "",
        odds.hoped_for if hoped is not None else "",
        odds.lines,
        option_words(options, asked.numbers or _thrown(asked), question.purpose) or means,
        words.options if words is not None else tuple(map(option_name, options)),
        _explained(words, means) if words is not None else "",
        asked.back,
    )


def _hoped_for(lines: Iterable[FaceMeaning], aims: Iterable[str]) -> str:
    """The hoped-for outcomes, such as: they ignore the party or they are willing to talk."""
    said = [lowered(line.says.rstrip(".")) for line in lines if line.hoped]
    return " or ".join(dict.fromkeys(said or map(value_in_words, aims)))


def _still_open(hoped: Fraction | None, asked: OpenQuestion) -> bool:
    """Whether the dice wanted can still change the outcome: an earlier throw of the same ruling may have settled it."""
    return not asked.throws or hoped not in (0, 1)


def _explained(words: ChoiceWords, means: Sequence[str]) -> str:
    """What a choice is about: what is good where nothing says what the options bring, and that all may be the same."""
    return " ".join(part for part in ("" if means else words.aim, words.says, _all_alike(means)) if part)


def _all_alike(means: Sequence[str]) -> str:
    """That every option comes to the same, for a seat that knows what each means.

    >>> _all_alike(("A hit.", "A hit.", "A hit.")), _all_alike(("A hit.", "A miss.")), _all_alike(())
    ('It makes no difference here: every choice means a hit.', '', '')
    """
    ends = set(means)
    return f"It makes no difference here: every choice means {lowered(ends.pop())}" if len(ends) == 1 else ""


def _thrown(asked: OpenQuestion) -> Mapping[str, int]:
    """The earlier totals of the same ruling, by their purpose."""
    return {
        throw.question.purpose: total_of(throw.question.roll, throw.faces)
        for throw in asked.throws
        if not isinstance(throw.question, Choice)
    }


BOOK_RULES = frozenset(id for id, rule in RULES.items() if rule.book in BOOKS)
"""Rules that have a page."""


def _whose(known: Campaign, asked: OpenQuestion, seat: SeatId) -> str:
    """The character that throws: for a player only if the seat has several, for the referee always."""
    own = [person for person in known.people.values() if person.seat == asked.seat and person.alive]
    person = known.people.get(asked.who) if asked.who is not None else None
    return person.name if person is not None and (seat == REFEREE or len(own) > 1) else ""


def _dice(asked: OpenQuestion) -> tuple[WantedDie, ...]:
    if isinstance(asked.question, Choice):
        return ()
    return tuple(
        WantedDie(roll.sides, tuple(roll.values) if roll.sides <= MOST_BUTTONS else ())
        for roll in rolls_in(asked.question.roll)
        for _ in range(roll.count)
    )


def _ordered(known: Campaign, wanted: Wanted, asked: OpenQuestion) -> str:
    """The person asked, and the command or cause behind the question."""
    command: Mapping[str, Any] = wanted.command["command"] if wanted.command is not None else {}
    who = known.people[asked.who].name if asked.who in known.people and asked.who is not None else ""
    return ": ".join(part for part in (who, asked.cause or deed(str(command.get("kind", "")))) if part)


def _offer_of(
    known: Campaign, seat: SeatId, wanted: Wanted, asked: OpenQuestion, offered: Sequence[Offer]
) -> Offer | None:
    """The offer that was taken; if the seat does not know which, the only one that fits."""
    if wanted.command is not None:
        command = wanted.command["command"]
        return next((offer for offer in offered if wire.plain(offer.command) == command), None)
    own = {person.id for person in known.people.values() if person.seat == seat and asked.who in (None, person.id)}
    fitting = [
        offer
        for offer in offered
        if offer.rule is not None and offer.rule.id == asked.rule and offer.given and offer.who in own
    ]
    return fitting[0] if len({offer.given for offer in fitting}) == 1 else None


class _Known(Struct, frozen=True):
    """What is known of a question beforehand."""

    settled_on: str = ""
    hoped: Fraction | None = None
    hoped_for: str = ""
    lines: tuple[FaceMeaning, ...] = ()
    means: tuple[str, ...] = ()


def _odds(asked: OpenQuestion, offer: Offer | None, own: Given | None) -> _Known:
    """Odds by the situation of the question, else by the situation the seat itself would use."""
    rule = RULES.get(asked.rule) if asked.rule is not None else None
    if rule is None:
        return _Known()
    try:
        given = _given(rule, asked, offer, own)
        return _said(rule, given, asked, offer) if given is not None else _Known()
    except (UndercroftError, wire.Unreadable):
        return _Known()


def _given(rule: AnyRule, asked: OpenQuestion, offer: Offer | None, own: Given | None) -> Given | None:
    """The situation; None if it is not known, or would ask another question."""
    if asked.given is not None:
        given: Given = wire.from_plain(rule.given, asked.given)
        return given
    fits = offer is not None and offer.rule is not None and offer.rule.id == rule.id and offer.sought is None
    mine = offer.given if offer is not None and fits else own
    return mine if mine is not None and next_question(rule, mine, answers_of(asked)) == asked.question else None


def _said(rule: AnyRule, given: Given, asked: OpenQuestion, offer: Offer | None) -> _Known:
    aims = offer.aims if offer is not None and offer.rule is not None and offer.rule.id == rule.id else ()
    so_far = answers_of(asked)
    hoped = chance(rule, given, so_far, lambda outcome: outcome.kind in aims) if aims else None
    lines = tuple(_line(rule, meaning, aims) for meaning in meanings(rule, given, so_far))
    told = () if rule.id == plain_dice.id else inputs(rule, wire.plain(given))
    settled_on = " · ".join(input_words(entry) for entry in told if tells(entry) and _counts(entry.value))
    return _Known(settled_on, hoped, _hoped_for(lines, aims), lines, means_of(rule, given, asked))


def _counts(value: object) -> bool:
    """Whether an input counts into the number rolled: a number other than 0, or a yes.

    >>> _counts(2), _counts(True), _counts(0), _counts(False), _counts("room"), _counts(("the low passage",))
    (True, True, False, False, False, False)
    """
    return isinstance(value, int | float | Fraction) and value != 0


def _line(rule: AnyRule, meaning: Meaning, aims: Iterable[str]) -> FaceMeaning:
    says, chance = _words(rule, meaning), meaning.chance
    return FaceMeaning(meaning.low, meaning.high, says, percent(chance), short_fraction(chance), meaning.kind in aims)


def _words(rule: AnyRule, meaning: Meaning) -> str:
    """The outcomes' common sentence, else their name; for a further question, what it asks."""
    if not isinstance(meaning.ends[0], Outcome):
        return f"next roll: {meaning.kind}"
    sentences = {_FACE.sub("", said_by(rule.id, end)) for end in meaning.ends if isinstance(end, Outcome)}
    without_face = {text.partition(": ")[2] for text in sentences}
    alike = next((some for some in (sentences, without_face) if len(some) == 1 and "" not in some), None)
    return alike.pop() if alike is not None else meaning.kind.replace("_", " ")


_FACE = re.compile(r"^(on an? )?\d+: ", re.IGNORECASE)
"""The face before what it brings, which the line shows already."""
