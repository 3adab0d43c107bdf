"""Why something is as it is: the rule, where it stands, what it was settled on, the dice and where each came from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from undercroft.interpret.form import switches
from undercroft.interpret.play import Answered, Source
from undercroft.kernel.dice import Throw
from undercroft.kernel.notation import text
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.shape import record
from undercroft.kernel.throwing import total_of
from undercroft.kernel.units import RuleId, SeatId
from undercroft.table.ruling_words import RULES, came_of, cite
from undercroft.table.settled import Ordered, Settled, Thrown
from undercroft.table.telling import Told

ORIGIN = {Source.ROLLED: "server", Source.TYPED: "typed"}
OVERRULED = "overruled"


class Input(Struct, frozen=True):
    """One thing the rule was told: what it is for, what it was, and whether the house chose it."""

    name: str
    means: str
    value: Any
    usual: bool
    """As it is when nothing is said."""
    house: bool
    """A reading that a referee may choose."""


class Answer(Struct, frozen=True):
    """One throw or choice: what it was for, what fell, what that came to, and where each die came from."""

    purpose: str
    dice: str
    answer: tuple[int, ...] | str
    total: int | None
    origin: tuple[str, ...]


class Because(Struct, frozen=True):
    """One ruling taken apart. Whoever saw only the dice knows neither inputs nor outcome."""

    rule: RuleId
    cite: str
    summary: str
    by: SeatId
    inputs: tuple[Input, ...]
    answers: tuple[Answer, ...]
    modifier: int | None
    """What was added to the dice, where the outcome has a total."""
    outcome: Mapping[str, Any] | None
    says: str
    overruled: str = ""


class Why(Struct, frozen=True):
    """Who asked for what, and the rulings that led from there to the event, the nearest first."""

    command: Mapping[str, Any] | None
    seat: SeatId | None
    follows: bool
    because: tuple[Because, ...]


def why(log: Sequence[Told], told: Told) -> Why:
    """What made an event, found in the log that a seat has: rulings of the same act, since it was last asked for."""
    order, before = _led_here(log, told)
    settled = before if not isinstance(told.event, Settled | Thrown) else [told.event]
    return Why(
        order.command if order is not None else None,
        order.seat if order is not None else None,
        order is not None and order.follows,
        tuple(because(event) for event in _rulings(settled)),
    )


def _rulings(told: Iterable[object]) -> Iterable[Settled | Thrown]:
    """Each ruling once: where both its forms are in the log, the whole one."""
    rulings = [event for event in told if isinstance(event, Settled | Thrown)]
    whole = [(event.rule, event.throws) for event in rulings if isinstance(event, Settled)]
    return (event for event in rulings if isinstance(event, Settled) or (event.rule, event.throws) not in whole)


def _led_here(log: Sequence[Told], told: Told) -> tuple[Ordered | None, list[object]]:
    """What was asked for, and what was told from there to the event, backwards."""
    between: list[object] = []
    if told.act is None:
        return None, between
    for one in reversed(log[: _place(log, told)]):
        if one.act != told.act:
            continue
        if isinstance(one.event, Ordered):
            return one.event, between
        between.append(one.event)
    return None, between


def _place(log: Sequence[Told], told: Told) -> int:
    """Where an event stands in the log: the very one, else the last like it."""
    for number in range(len(log) - 1, -1, -1):
        if log[number] is told:
            return number
    return next((number for number in range(len(log) - 1, -1, -1) if log[number] == told), len(log))


def because(event: Settled | Thrown) -> Because:
    """A ruling taken apart, by its rule as it stands today."""
    rule = RULES.get(event.rule)
    whole = event if isinstance(event, Settled) else None
    overruled = whole.overruled if whole is not None else ""
    answers = tuple(_answer(one, overruled=bool(overruled)) for one in event.throws)
    return Because(
        event.rule,
        cite(event.rule),
        rule.summary if rule is not None else "",
        event.by,
        tuple(inputs(rule, whole.given)) if whole is not None else (),
        answers,
        _modifier(whole, answers),
        whole.outcome if whole is not None else None,
        came_of(whole) if whole is not None else "",
        overruled,
    )


def inputs(rule: AnyRule | None, given: Mapping[str, Any]) -> Iterable[Input]:
    """In the rule's own order; what a rule of today does not know comes last, bare."""
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


def _answer(one: Answered, *, overruled: bool) -> Answer:
    """An overruled throw stays on record as what it was not decided by."""
    origin = tuple(OVERRULED if overruled else ORIGIN[source] for source in one.sources)
    if not isinstance(one.question, Throw):
        return Answer(one.question.purpose, "", one.answer, None, origin)
    total = total_of(one.question.roll, one.faces)
    return Answer(one.question.purpose, text(one.question.roll), one.faces, total, origin)


def _modifier(whole: Settled | None, answers: Sequence[Answer]) -> int | None:
    total = whole.outcome.get("total") if whole is not None else None
    if not isinstance(total, int) or whole is None or whole.overruled or len(answers) != 1:
        return None
    thrown = answers[0].total
    return None if thrown is None else total - thrown
