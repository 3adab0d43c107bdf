"""What holds for every rule of every book, now and later."""

import importlib
import pkgutil
from collections import Counter
from typing import Any, get_args, get_type_hints

import pytest
from msgspec import Struct

from tests.conformance.shelf import TOO_WIDE, book_of, cases, of_every_rule, rulings
from undercroft import books
from undercroft.books import SHELF
from undercroft.interpret.ask import TypedDice
from undercroft.interpret.audit import audit
from undercroft.interpret.form import fields
from undercroft.interpret.odds import of_rule
from undercroft.interpret.play import settle
from undercroft.interpret.policy import NEVER, always
from undercroft.interpret.words import named, say
from undercroft.kernel import wire
from undercroft.kernel.dice import Choice
from undercroft.kernel.faults import OddsTooWide
from undercroft.kernel.fitting import hint
from undercroft.kernel.rules import AnyRule, Rule
from undercroft.kernel.shape import record, schema

of_every_book = pytest.mark.parametrize("book", [pytest.param(book, id=book.id) for book in SHELF])


def modules_of(book_id: str) -> list[object]:
    """Every module of a book, those of packages within it too."""
    package = importlib.import_module(f"{books.__name__}.{book_id}")
    names = [found.name for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    return [importlib.import_module(name) for name in names]


@of_every_book
def test_every_rule_is_listed(book) -> None:
    """A rule found in a book's modules stands in its list, and the other way round."""
    found = {value.id for module in modules_of(book.id) for value in vars(module).values() if isinstance(value, Rule)}
    assert found == {rule.id for rule in book.rules}


def test_ids_are_unique() -> None:
    """No two rules, readings, gaps or tables share a name."""
    ids = [str(rule.id) for book in SHELF for rule in book.rules]
    ids += [reading.id for book in SHELF for reading in book.readings]
    ids += [gap.id for book in SHELF for gap in book.gaps]
    assert [] == [name for name, times in Counter(ids).items() if times > 1]
    tables = [table.name for book in SHELF for table in book.tables]
    assert len(set(tables)) == len(tables)


@of_every_rule
def test_a_rule_names_its_place(rule: AnyRule) -> None:
    """The id begins with the book; the heading is one of the book's, or the page beyond it is named."""
    book = book_of(rule)
    assert rule.cite.book == book.title
    assert rule.cite.heading in book.headings or (rule.cite.beyond and not rule.cite.heading)


@of_every_rule
def test_a_rule_can_be_read(rule: AnyRule) -> None:
    """Its docstring is a sentence; every input says what it is for and can be filled in."""
    assert rule.summary.endswith((".", "?", "!"))
    assert [] == [field.name for field in fields(rule) if not field.help or not hint(field.shape)]
    assert schema(record(rule.given))["additionalProperties"] is False


@of_every_rule
def test_inputs_take_no_unknown_fields(rule: AnyRule) -> None:
    """Neither the input nor any struct within it passes over what it does not know."""
    assert [] == [kind for kind in structs_in(rule.given) if not kind.__struct_config__.forbid_unknown_fields]


def structs_in(hint: Any) -> set[type[Struct]]:
    """Every struct that an annotation leads to."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        return {hint}.union(*(structs_in(part) for part in get_type_hints(hint).values()))
    return set[type[Struct]]().union(*(structs_in(part) for part in get_args(hint)))


@of_every_rule
def test_outcomes_have_names_of_their_own(rule: AnyRule) -> None:
    """No two outcomes of a rule share a tag."""
    tags = [outcome.__struct_config__.tag for outcome in rule.outcomes]
    assert len(set(tags)) == len(tags)


@of_every_book
def test_every_outcome_has_words_and_every_word_an_outcome(book) -> None:
    """The book's words are complete, both ways."""
    assert {outcome for rule in book.rules for outcome in rule.outcomes} == set(book.words)


@of_every_rule
def test_every_outcome_has_a_case(rule: AnyRule) -> None:
    """The case file shows each way the rule can end."""
    shown = {type(ruling.outcome) for ruling in rulings(rule)}
    assert set(rule.outcomes) == shown


@of_every_rule
def test_the_same_answers_give_the_same_end(rule: AnyRule) -> None:
    """Settled twice, a rule asks the same questions and ends the same; audit finds nothing."""
    for ruling in rulings(rule):
        flat = [
            part for throw in ruling.throws for part in (throw.faces or (throw.answer,)) if isinstance(part, int | str)
        ]
        assert ruling == settle(rule, ruling.given, TypedDice(flat))
        assert () == audit(rule, ruling)


@of_every_rule
def test_outcomes_travel(rule: AnyRule) -> None:
    """Inputs and outcomes encode and decode to equal values, outcomes hash, and have words."""
    for ruling in rulings(rule):
        outcome = ruling.outcome
        union = rule.outcomes[0] if len(rule.outcomes) == 1 else _union(rule.outcomes)
        assert outcome == wire.decode(union, wire.encode(outcome))
        assert ruling.given == wire.decode(rule.given, wire.encode(ruling.given))
        assert hash(outcome) == hash(wire.decode(union, wire.encode(outcome)))
        assert say(book_of(rule).words, outcome).strip()


@of_every_rule
def test_outcomes_have_names_in_tables_of_odds(rule: AnyRule) -> None:
    """Different outcomes have different names."""
    outcomes = {wire.encode(ruling.outcome): ruling.outcome for ruling in rulings(rule)}.values()
    names = {named(outcome) for outcome in outcomes}
    assert len(outcomes) == len(names)
    assert all(name.strip() for name in names)


def _union(kinds: tuple[type[Struct], ...]) -> object:
    joined: object = kinds[0]
    for kind in kinds[1:]:
        joined = joined | kind
    return joined


@of_every_rule
def test_odds_sum_to_one(rule: AnyRule) -> None:
    """The chances of all outcomes, and what was left unexplored, are exactly 1, or there are too many to count."""
    for given, options in situations(rule):
        for policy in (NEVER, *(always(option) for option in options)):
            if rule.id in TOO_WIDE:
                with pytest.raises(OddsTooWide):
                    of_rule(rule, given, policy)
                continue
            odds = of_rule(rule, given, policy)
            assert sum(odds.values()) + odds.unexplored == 1
            assert 0 <= odds.unexplored < 1e-6
            assert all(chance > 0 for chance in odds.values())


def situations(rule: AnyRule) -> list[tuple[object, frozenset[str]]]:
    """The different inputs of the case file, each with the options someone may take."""
    found: dict[bytes, tuple[object, frozenset[str]]] = {}
    for ruling in rulings(rule):
        choices = [throw.question for throw in ruling.throws if isinstance(throw.question, Choice)]
        options = {word for choice in choices for word in choice.options}
        key = wire.encode(ruling.given)
        found[key] = (ruling.given, found.get(key, (None, frozenset()))[1] | options)
    return list(found.values())


@of_every_rule
def test_a_reading_that_is_switched_by_yes_or_no_answers_its_question_so(rule: AnyRule) -> None:
    """“Yes” as our choice goes with a question that we answer with yes: the options are shown below it."""
    ours = {field.name: field.default for field in fields(rule)}
    for reading in rule.readings:
        if isinstance(ours.get(reading.switch or ""), bool):
            assert reading.choice.startswith("Yes" if ours[reading.switch or ""] else "No"), reading.id


@of_every_rule
def test_readings_can_be_chosen(rule: AnyRule) -> None:
    """A reading with alternatives has its field, whose default is one of them, and a case for each of the others."""
    by_name = {field.name: field for field in fields(rule)}
    for reading in rule.readings:
        assert reading.id.startswith(f"{rule.book}.")
        assert "" not in (reading.question, reading.choice, reading.because)
        assert bool(reading.switch) == bool(reading.options)
        if reading.switch:
            values = [option.value for option in reading.options]
            default = by_name[reading.switch].default
            assert default in values
            tried = [case.given.get(reading.switch, default) for case in cases(rule)]
            assert [] == [value for value in values if value not in tried]
