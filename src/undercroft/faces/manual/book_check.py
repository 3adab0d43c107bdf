"""What is wrong with a book: its cases, its words, its odds and its readings, as our own books are held to them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, cast

from undercroft.books import SHELF
from undercroft.books.guidance import FILE, guidance_in
from undercroft.books.outside import problems
from undercroft.faces.manual.case_files import case_text
from undercroft.interpret.casefile import Case, MalformedCase, cases_in
from undercroft.interpret.form import fields
from undercroft.interpret.odds import of_rule
from undercroft.interpret.play import Ruling
from undercroft.interpret.policy import NEVER
from undercroft.interpret.words import say
from undercroft.interpret.worked_cases import came, expected, settled
from undercroft.kernel import wire
from undercroft.kernel.faults import OddsTooWide
from undercroft.kernel.rules import AnyRule, Book


def book_problems(book: Book) -> Iterator[str]:
    """Everything to mend in a book."""
    yield from problems(book, [other for other in SHELF if other.id != book.id])
    unused = set(book.words) - {kind for rule in book.rules for kind in rule.outcomes}
    yield from (f"the words for {kind.__name__} belong to no rule" for kind in unused)
    for rule in book.rules:
        yield from (f"{rule.id}: {problem}" for problem in _of_rule(rule, book))


def case_count(book: Book) -> int:
    """How many cases the book has, all together."""
    return sum(len(cases_in(case_text(rule), rule.id)) for rule in book.rules)


def _of_rule(rule: AnyRule, book: Book) -> Iterator[str]:
    if not rule.summary.endswith((".", "?", "!")):
        yield "the first line of its docstring must be a sentence"
    yield from (f"the input “{field.name}” does not say what it is" for field in fields(rule) if not field.help)
    try:
        cases = cases_in(case_text(rule), f"{rule.id}.cases")
    except MalformedCase as fault:
        yield str(fault)
        return
    if not cases:
        yield f"it has no cases: write {rule.id}.cases"
    for case in cases:
        wanted, found = expected(case), came(rule, case)
        if wanted != found:
            yield f"line {case.line} expects {_shown(wanted)}, and {_shown(found)} comes of it"
    rulings = [settled(rule, case) for case in cases if case.expect is not None and expected(case) == came(rule, case)]
    yield from _outcome_problems(rule, book, rulings)
    yield from _reading_problems(rule, cases)
    said = guidance_in(book).get(rule.name)
    if book.manual and said is None:
        yield f"{FILE} has no words for it"
    if said and said.example and said.case not in {case.line for case in cases if case.expect is not None}:
        yield f"the example in {FILE} tells line {said.case} of its cases, which is not a case"


def _outcome_problems(rule: AnyRule, book: Book, rulings: Sequence[Ruling[Any, Any]]) -> Iterator[str]:
    """Outcomes without a case, without a sentence, or that cannot be sent; and odds that are not whole."""
    shown: set[object] = {type(ruling.outcome) for ruling in rulings}
    yield from (f"no case comes to {kind.__name__}" for kind in rule.outcomes if kind not in shown)
    for ruling in {wire.encode(ruling.outcome): ruling for ruling in rulings}.values():
        if not say(book.words, ruling.outcome).strip():
            yield f"{type(ruling.outcome).__name__} is told in no words"
        if ruling.outcome != wire.decode(rule.outcome_type, wire.encode(ruling.outcome)):
            yield f"{type(ruling.outcome).__name__} does not come back as it was sent"
    for ruling in {wire.encode(ruling.given): ruling for ruling in rulings}.values():
        with suppress(OddsTooWide):
            odds = of_rule(rule, ruling.given, NEVER)
            if sum(odds.values()) + odds.unexplored != 1:
                yield f"its odds with {wire.encode(ruling.given).decode()} are not 1 together"


def _reading_problems(rule: AnyRule, cases: Sequence[Case]) -> Iterator[str]:
    """Options of a reading that no case tries."""
    defaults = {field.name: field.default for field in fields(rule)}
    for reading in rule.readings:
        if reading.switch:
            tried = [case.given.get(reading.switch, defaults[reading.switch]) for case in cases]
            for option in reading.options:
                if option.value not in tried:
                    yield f"no case tries {reading.switch}={option.value} of the reading “{reading.id}”"


def _shown(what: object) -> str:
    if not isinstance(what, Mapping):
        return "error"
    named = cast("Mapping[str, object]", what)
    return ", ".join(f"{name}={value!r}" for name, value in named.items())
