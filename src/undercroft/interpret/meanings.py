"""What each answer to a rule's next question would bring: faces that end alike stand together, with their exact chance.

Whoever may choose after the dice are seen leaves them as they fell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from undercroft.interpret.ask import next_question
from undercroft.kernel.dice import Answer, Choice, Question, Throw, dice_in, rolls_in
from undercroft.kernel.faults import OddsTooWide
from undercroft.kernel.rules import AnyRule, Given, Outcome
from undercroft.kernel.ways import answers as every_answer
from undercroft.kernel.ways import ways

MOST_ENDS = 5_000
"""Ends that are followed for one answer."""
MOST_LINES = 12
"""More kinds of ends than this say nothing at a glance."""


class Meaning(Struct, frozen=True):
    """Faces in a row, or totals of several dice, that end alike: in an outcome, or in one more question."""

    low: int
    high: int
    ends: tuple[Outcome | Question, ...]
    chance: Fraction

    @property
    def kind(self) -> str:
        """The name of the outcome; of a question, what it is for."""
        first = self.ends[0]
        return first.kind if isinstance(first, Outcome) else first.purpose


def meanings(rule: AnyRule, given: Given, so_far: Sequence[Answer] = ()) -> tuple[Meaning, ...]:
    """What the next throw means, from its lowest face to its highest; nothing where it says nothing at a glance."""
    question = next_question(rule, given, so_far)
    if not isinstance(question, Throw):
        return ()
    found: list[Meaning] = []
    for face, answer, chance in _faces(question):
        end = _declined(rule, given, (*so_far, answer))
        if found and _alike(found[-1].ends[-1], end):
            last = found[-1]
            found[-1] = Meaning(last.low, face, (*last.ends, end), last.chance + chance)
        else:
            found.append(Meaning(face, face, (end,), chance))
    return tuple(found) if 1 < len(found) <= MOST_LINES else ()


def chance(rule: AnyRule, given: Given, so_far: Sequence[Answer], hoped: Callable[[Outcome], bool]) -> Fraction:
    """The exact chance that a rule ends as hoped, after these answers."""
    total, ends = Fraction(0), 0
    waiting: list[tuple[tuple[Answer, ...], Fraction]] = [(tuple(so_far), Fraction(1))]
    while waiting:
        script, likely = waiting.pop()
        end = next_question(rule, given, script)
        match end:
            case Throw():
                spread, whole = every_answer(end)
                waiting += [((*script, answer), likely * Fraction(weight, whole)) for answer, weight in spread]
            case Choice(options=options):
                waiting.append(((*script, options[0]), likely))
            case outcome:
                total += likely * hoped(outcome)
                ends += 1
        if ends + len(waiting) > MOST_ENDS:
            raise OddsTooWide(f"{rule.id} can end in more than {MOST_ENDS:,} ways", "ask about a part of it")
    return total


def _faces(question: Throw) -> Iterator[tuple[int, Answer, Fraction]]:
    """What can be seen on the table, in ascending order: the face of one die, or the total of several."""
    rolls = rolls_in(question.roll)
    if dice_in(question.roll) == 1 and rolls[0].is_plain:
        values = rolls[0].values
        yield from ((face, (face,), Fraction(1, len(values))) for face in values)
    elif not question.faces and all(roll.is_plain for roll in rolls):
        spread = ways(question.roll)
        yield from ((total, total, Fraction(count, spread.whole)) for total, count in sorted(spread.counts.items()))


def _declined(rule: AnyRule, given: Given, script: tuple[Answer, ...]) -> Outcome | Question:
    """What comes next if nobody chooses to change what fell."""
    end: Outcome | Question = next_question(rule, given, script)
    while isinstance(end, Choice):
        script = (*script, end.options[0])
        end = next_question(rule, given, script)
    return end


def _alike(one: Outcome | Question, other: Outcome | Question) -> bool:
    """Whether two ends are the same but for their numbers."""
    return _told(one) == _told(other)


def _told(end: Outcome | Question) -> tuple[object, ...]:
    if not isinstance(end, Outcome):
        return (end.purpose, end.roll if isinstance(end, Throw) else end.options)
    values = (getattr(end, name) for name in end.__struct_fields__)
    return (end.kind, *(value for value in values if isinstance(value, bool) or not isinstance(value, int | Fraction)))
