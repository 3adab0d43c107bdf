"""The worked examples of a rule, settled, and the situations in which it asks for dice."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, cast

from undercroft.faces.manual.case_files import case_text
from undercroft.faces.views.input_names import input_name
from undercroft.interpret.ask import settle_typed
from undercroft.interpret.casefile import Case, cases_in
from undercroft.interpret.play import Ruling
from undercroft.interpret.words import told
from undercroft.kernel import wire
from undercroft.kernel.amounts import mixed
from undercroft.kernel.dice import Throw
from undercroft.kernel.faults import BadInput
from undercroft.kernel.phrases import value_in_words
from undercroft.kernel.rules import AnyRule, Given
from undercroft.kernel.shape import record
from undercroft.kernel.strict import checked


@dataclass(frozen=True)
class Example:
    """A line of a case file and its result: a ruling, or the reason the input was refused."""

    case: Case
    ruling: Ruling[Any, Any] | None = None
    refusal: str = ""


@cache
def examples(rule: AnyRule) -> tuple[Example, ...]:
    """Every line of the rule's case file, settled."""
    return tuple(_settled(rule, case) for case in cases_in(case_text(rule), rule.id))


def _settled(rule: AnyRule, case: Case) -> Example:
    try:
        return Example(case, settle_typed(rule, checked(rule.given, case.given), case.dice))
    except BadInput as fault:
        return Example(case, refusal=fault.what)


@cache
def situations(rule: AnyRule) -> Mapping[str, Given]:
    """The different inputs of the case file that make the rule ask for dice, by their JSON, in the file's order."""
    rulings = [example.ruling for example in examples(rule) if example.ruling]
    thrown = [ruling for ruling in rulings if any(isinstance(asked.question, Throw) for asked in ruling.throws)]
    return {as_json(ruling.given): ruling.given for ruling in thrown}


def as_json(given: Given) -> str:
    """The situation as canonical JSON, without inputs at their default."""
    return wire.encode(_said(given)).decode()


def _said(given: Given) -> dict[str, object]:
    plain = wire.plain(given)
    changed = (field for field in record(type(given)).fields if field.required or field.default != plain[field.name])
    return {field.name: getattr(given, field.name) for field in changed}


def in_words(given: Mapping[str, object], book: str) -> str:
    """The inputs, for people: `danger: risky; HP maximum: 6`."""
    return (
        "; ".join(f"{input_name(name, book)}: {shown(value, book)}" for name, value in given.items()) or "nothing given"
    )


def situation_in_words(given: Given, book: str) -> str:
    """The situation for people, without inputs at their default."""
    return in_words(_said(given), book)


_FRACTION = re.compile(r"-?[0-9]+/[1-9][0-9]*")
"""A fraction as case files and `--given` write it."""
_WORDS = re.compile(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b")


def spaced(text: str) -> str:
    """The words of the program in a text as people write them: `up to` for `up_to`."""
    return _WORDS.sub(lambda found: value_in_words(found[0]), text)


def refusal_in_words(refusal: str, book: str) -> str:
    """A refusal that begins with the path of an input, with its name instead."""
    path, colon, rest = refusal.partition(": ")
    if not colon or not _PATH.fullmatch(path):
        return refusal
    return f"{', '.join(input_name(name, book) for name in _NAME.findall(path))}: {rest}"


_PATH = re.compile(r"[a-z_]+(?:\[[^\]]*\]|\.\w+)*")
_NAME = re.compile(r"(?<![\[\d])[A-Za-z_]+")


def shown(value: object, book: str = "", *, inside: bool = False) -> str:
    """A value of a case file, for people."""
    match value:
        case Mapping():
            named = cast("Mapping[str, object]", value)
            text = ", ".join(
                f"{name and input_name(name, book)} {shown(part, book, inside=True)}" for name, part in named.items()
            )
        case str() if _FRACTION.fullmatch(value):
            return mixed(Fraction(value))
        case str():
            return spaced(value) or "nothing"
        case Sequence():
            text = ", ".join(shown(part, book, inside=True) for part in value)
        case frozenset():
            return shown(sorted(cast("frozenset[str]", value)), book, inside=inside)
        case _:
            return told(value)
    if not text:
        return "none"
    return f"({text})" if inside else text
