"""Why a line of the log is as it is: the rule, what it was settled on, and what fell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from undercroft.books import RULES
from undercroft.interpret.words import told as in_words
from undercroft.table.settled import Settled
from undercroft.table.telling import Told


class Reasons(Struct, frozen=True):
    """A ruling taken apart."""

    rule: str
    title: str
    given: tuple[tuple[str, str], ...]
    throws: tuple[tuple[str, str], ...]


def reasons(told: Sequence[Told]) -> Mapping[int, Reasons]:
    """The reasons of every ruling a seat was told in full, by the number of its line."""
    return {number: _taken_apart(one.event) for number, one in enumerate(told) if isinstance(one.event, Settled)}


def _taken_apart(event: Settled) -> Reasons:
    rule = RULES.get(event.rule)
    given = tuple((name.replace("_", " "), in_words(value)) for name, value in event.given.items())
    throws = tuple((answered.question.purpose, in_words(answered.answer)) for answered in event.throws)
    return Reasons(event.rule, rule.title if rule is not None else event.rule, given, throws)
