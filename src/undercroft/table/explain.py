"""Explaining an event: the rule, its book, its inputs, and the dice with their origin."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from undercroft.interpret.form import switches
from undercroft.interpret.play import Answered, DieSource
from undercroft.kernel.amounts import added_up
from undercroft.kernel.dice import Throw
from undercroft.kernel.notation import text
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.shape import record
from undercroft.kernel.throwing import total_of
from undercroft.kernel.units import RuleId, SeatId
from undercroft.table.engine.audience import Told
from undercroft.table.engine.record import Ordered, Settled, Thrown
from undercroft.table.rulings.words import RULES, cite, modifier, outcome_words

ORIGIN = {DieSource.ROLLED: "Undercroft rolled", DieSource.TYPED: "typed"}
OVERRULED = "overruled"


class Input(Struct, frozen=True):
    """An input of the rule: its meaning, its value, and whether it is a house rule."""

    name: str
    means: str
    value: Any
    usual: bool
    """The value is the default."""
    house: bool
    """The input is a reading that the house rules choose."""


class ExplainedAnswer(Struct, frozen=True):
    """A roll or choice: its purpose, the faces or the option, the total, and the origin of each die."""

    purpose: str
    dice: str
    answer: tuple[int, ...] | str
    total: int | None
    origin: tuple[str, ...]

    @property
    def thrown(self) -> str:
        """The faces and what they come to, `3 + 4 = 7`; empty for an option."""
        faces = self.answer if isinstance(self.answer, tuple) else ()
        return added_up(faces, sum(faces) if self.total is None else self.total) if faces else ""


class Because(Struct, frozen=True):
    """The parts of a ruling. A seat that saw only the dice has no inputs and no outcome."""

    rule: RuleId
    cite: str
    summary: str
    by: SeatId
    inputs: tuple[Input, ...]
    answers: tuple[ExplainedAnswer, ...]
    modifier: int | None
    """What was added to the dice, if the outcome has a total."""
    outcome: Mapping[str, Any] | None
    says: str
    overruled: str = ""


class Why(Struct, frozen=True):
    """The command and the seat behind an event, and the rulings that led to it, the nearest first."""

    command: Mapping[str, Any] | None
    seat: SeatId | None
    follows: bool
    because: tuple[Because, ...]


def why(log: Sequence[Told], told: Told) -> Why:
    """Explain an event from a seat's log: the rulings of the same act since its last command."""
    order, before = _led_here(log, told)
    settled = before if not isinstance(told.event, Settled | Thrown) else [told.event]
    return Why(
        order.command if order is not None else None,
        order.seat if order is not None else None,
        order is not None and order.follows,
        tuple(because(event) for event in _rulings(settled)),
    )


def _rulings(told: Iterable[object]) -> Iterable[Settled | Thrown]:
    """Each ruling once; the full form if both forms are in the log."""
    rulings = [event for event in told if isinstance(event, Settled | Thrown)]
    whole = [(event.rule, event.throws) for event in rulings if isinstance(event, Settled)]
    return (event for event in rulings if isinstance(event, Settled) or (event.rule, event.throws) not in whole)


def _led_here(log: Sequence[Told], told: Told) -> tuple[Ordered | None, list[object]]:
    """The command behind an event, and the events from there to it, backwards."""
    between: list[object] = []
    if told.act is None:
        return None, between
    for entry in reversed(log[: _place(log, told)]):
        if entry.act != told.act:
            continue
        if isinstance(entry.event, Ordered):
            return entry.event, between
        between.append(entry.event)
    return None, between


def _place(log: Sequence[Told], told: Told) -> int:
    """The position of an event in the log: the same object, otherwise the last equal one."""
    for number in range(len(log) - 1, -1, -1):
        if log[number] is told:
            return number
    return next((number for number in range(len(log) - 1, -1, -1) if log[number] == told), len(log))


def because(event: Settled | Thrown) -> Because:
    """The parts of a ruling, by its rule as it is today."""
    rule = RULES.get(event.rule)
    whole = event if isinstance(event, Settled) else None
    overruled = whole.overruled if whole is not None else ""
    answers = tuple(_answer(answer, overruled=bool(overruled)) for answer in event.throws)
    return Because(
        event.rule,
        cite(event.rule),
        rule.summary if rule is not None else "",
        event.by,
        tuple(inputs(rule, whole.given)) if whole is not None else (),
        answers,
        modifier(event),
        whole.outcome if whole is not None else None,
        outcome_words(whole) if whole is not None else "",
        overruled,
    )


def inputs(rule: AnyRule | None, given: Mapping[str, Any]) -> Iterable[Input]:
    """The inputs in the rule's order; inputs that the rule no longer has come last, with their name only."""
    fields = record(rule.given).fields if rule is not None else ()
    chosen = switches(rule) if rule is not None else frozenset[str]()
    for field in fields:
        if field.name in given:
            value = given[field.name]
            usual = not field.required and value == field.default
            yield Input(field.name, field.help, value, usual, field.name in chosen)
    known = {field.name for field in fields}
    for name in given:
        if name not in known:
            yield Input(name, "", given[name], usual=False, house=False)


def _answer(answered: Answered, *, overruled: bool) -> ExplainedAnswer:
    """A roll or choice explained; a roll that the referee overruled is marked so."""
    origin = tuple(OVERRULED if overruled else ORIGIN[source] for source in answered.sources)
    if not isinstance(answered.question, Throw):
        return ExplainedAnswer(answered.question.purpose, "", answered.answer, None, origin)
    total = total_of(answered.question.roll, answered.faces)
    return ExplainedAnswer(answered.question.purpose, text(answered.question.roll), answered.faces, total, origin)
