"""Outcomes as sentences, from the words of each book."""

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import asdict, astuple

from undercroft.kernel.amounts import MINUS, counted, mixed, signed, whole_number
from undercroft.kernel.phrases import value_in_words
from undercroft.kernel.rules import Outcome, Words


def say(words: Words, outcome: Outcome) -> str:
    """The outcome as a sentence that a referee could read out."""
    template = words[type(outcome)]
    if not isinstance(template, str):
        return _signs(template(outcome))
    sentence = template.format(**{name: _Told(value) for name, value in asdict(outcome).items()})
    return _signs(sentence[:-1] if sentence.endswith("..") and not sentence.endswith("...") else sentence)


def _signs(sentence: str) -> str:
    """A sentence with a minus sign before each negative number; dice keep their hyphen."""
    return _NEGATIVE.sub(MINUS, sentence)


_NEGATIVE = re.compile(r"(?<=[ (])-(?=[0-9])")


class _Told:
    """A field in a template, written as its format says.

    `{turns}` is the value as people write it, `{turns:turn}` so many turns, `{distance:foot/feet}` likewise with a
    plural of its own, `{mod:+}` a number with its sign, `{frail:Frail/well}` one word or the other for yes or no.
    """

    def __init__(self, value: Any) -> None:
        self._value = value

    def __format__(self, form: str) -> str:
        if not form:
            return told(self._value)
        first, _, second = form.partition("/")
        if isinstance(self._value, bool):
            return first if self._value else second
        return signed(self._value) if form == "+" else counted(self._value, first, second)


def told(value: object) -> str:
    """One value as people write it: `2 1/2`, `torch, lamp`, `none`."""
    match value:
        case None | () | []:
            return "none"
        case bool():
            return "yes" if value else "no"
        case int():
            return whole_number(value)
        case Enum():
            return value_in_words(str(value.value))
        case Fraction():
            return mixed(value)
        case Mapping():
            named = cast("Mapping[str, object]", value)
            return ", ".join(f"{name} {told(part)}" for name, part in named.items()) or "none"
        case str():
            return value
        case frozenset():
            return told(sorted(value, key=_order))
        case Sequence():
            return ", ".join(told(part) for part in value)
        case Struct():
            return ", ".join(map(told, astuple(value)))
        case _:
            return str(value)


def named(outcome: object) -> str:
    """An outcome as a table of odds names it; that of a rule by its kind and its parts.

    >>> named(7), named("orc")
    ('7', 'orc')
    """
    if not isinstance(outcome, Outcome):
        return told(outcome)
    kind = value_in_words(str(outcome.kind))
    parts = ", ".join(f"{value_in_words(name)} {told(part)}" for name, part in asdict(outcome).items())
    return f"{kind}: {parts}" if parts else kind


def _order(part: object) -> tuple[int | Fraction, str]:
    """A sort key: numbers by size, anything else by its words."""
    return (part, "") if isinstance(part, int | Fraction) else (0, told(part))
