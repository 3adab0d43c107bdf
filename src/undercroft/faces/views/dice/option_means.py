"""What each option of a choice brings, as far as the seat asked may know."""

import re
from collections.abc import Iterable
from typing import TypeAlias

from undercroft.books.violence.words import BLOWS
from undercroft.books.violence.wounds import BlowName
from undercroft.faces.views.input_names import input_name
from undercroft.faces.views.short_names import capital
from undercroft.interpret.ask import next_question
from undercroft.kernel import wire
from undercroft.kernel.dice import Choice, Question
from undercroft.kernel.phrases import lowered
from undercroft.kernel.rules import AnyRule, Given, Outcome
from undercroft.table.fight.attack_odds import EXACT
from undercroft.table.rulings.words import RULES, said_by
from undercroft.table.state.open_questions import OpenQuestion, PartOfInput

Answers: TypeAlias = tuple[tuple[int, ...] | str, ...]
MOST_POSSIBLE = 25
"""The most values of an unknown number that are looked at one by one; a health may have more."""


def answers_of(asked: OpenQuestion) -> Answers:
    """The answers that the ruling of a question has had."""
    return tuple(throw.answer for throw in asked.throws)


def means_of(rule: AnyRule, given: Given, asked: OpenQuestion) -> tuple[str, ...]:
    """What each option of a choice leads to in a situation that is known."""
    if not isinstance(asked.question, Choice):
        return ()
    so_far = answers_of(asked)
    return tuple(_end(rule, next_question(rule, given, (*so_far, option))) for option in asked.question.options)


def means_in_part(asked: OpenQuestion) -> tuple[str, ...]:
    """What each option of a choice leads to, for a seat that does not know one number of the situation."""
    rule = RULES.get(asked.rule) if asked.rule is not None else None
    if rule is None or asked.part is None or not isinstance(asked.question, Choice):
        return ()
    return tuple(_in_part(rule, asked.part, (*answers_of(asked), option)) for option in asked.question.options)


def _in_part(rule: AnyRule, part: PartOfInput, answers: Answers) -> str:
    """What follows for each value that the unknown number may have; where it may be anything, what is always so."""
    ((name, (low, high)),) = part.unsure.items()

    def ends(value: int) -> Question | Outcome:
        return next_question(rule, wire.from_plain(rule.given, {**part.given, name: value}), answers)

    if high - low >= MOST_POSSIBLE:
        return _always(_end(rule, ends(low)), _end(rule, ends(high)))
    whole = {_end(rule, ends(value)) for value in range(low, high + 1)}
    if len(whole) == 1:
        return whole.pop()
    return _by_value(name, ((value, _briefly(rule, ends(value))) for value in range(low, high + 1)))


def _always(least: str, most: str) -> str:
    """How both sentences begin, up to the first comma or colon.

    >>> _always("5 damage: a killing blow.", "5 damage, which leaves 95 health."), _always("A hit.", "A miss.")
    ('5 damage.', '')
    """
    begins, other = (re.split(r"[,:.]", said, maxsplit=1)[0] for said in (least, most))
    return f"{begins}." if begins == other else ""


def _by_value(name: str, ends: Iterable[tuple[int, str]]) -> str:
    """What follows for each value, neighbours with the same result together.

    >>> _by_value("ac", [(0, "a hit"), (1, "a dent"), (2, "a miss")]), _by_value("ac", [(0, "a hit"), (1, "a hit")])
    ('AC 0: a hit. AC 1: a dent. AC 2: a miss.', 'A hit.')
    """
    runs: list[tuple[int, int, str]] = []
    for value, says in ends:
        first = runs.pop()[0] if runs and runs[-1][2] == says else value
        runs.append((first, value, says))
    if len(runs) == 1:
        return f"{capital(runs[0][2])}."
    spans = (f"{low}" if low == high else f"{low}\N{EN DASH}{high}" for low, high, _ in runs)
    return " ".join(f"{input_name(name)} {span}: {says}." for span, (_, _, says) in zip(spans, runs, strict=True))


def _briefly(rule: AnyRule, end: Question | Outcome) -> str:
    """An outcome in few words, where what happens depends on a number that is not known."""
    if isinstance(end, Outcome) and end.kind in BLOWS:
        blow = BlowName(end.kind)
        return f"{BLOWS[blow]}, which stuns and earns another attack" if blow in EXACT else BLOWS[blow]
    return lowered(_end(rule, end)).removesuffix(".")


def _end(rule: AnyRule, end: Question | Outcome) -> str:
    """The sentence of an outcome, or what a further question asks."""
    if not isinstance(end, Outcome):
        return f"then {end.purpose}"
    return capital(_FACE.sub("", said_by(rule.id, end))) or end.kind.replace("_", " ")


_FACE = re.compile(r"^(?:Exactly )?\N{MINUS SIGN}?\d+: ")
"""The roll before its result, which the option itself says."""
