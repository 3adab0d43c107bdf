"""What each answer to a rule's next question leads to, with exact chances and grouped by outcome.

A seat that may choose after the dice are seen is taken to decline.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import astuple

from undercroft.interpret.ask import next_question
from undercroft.kernel.dice import Answer, Choice, Question, Throw, dice_in, rolls_in
from undercroft.kernel.faults import OddsTooWide
from undercroft.kernel.rules import AnyRule, Given, Outcome
from undercroft.kernel.ways import answers as every_answer
from undercroft.kernel.ways import ways

MOST_ENDS = 5_000
"""The most outcomes followed for one answer."""
MOST_LINES = 12
"""With more kinds of outcomes than this, the meanings say nothing at a glance."""


class Meaning(Struct, frozen=True):
    """Adjacent faces, or totals of several dice, that lead to the same outcome or to the same further question."""

    low: int
    high: int
    ends: tuple[Outcome | Question, ...]
    chance: Fraction

    @property
    def kind(self) -> str:
        """The name of the outcome, or the purpose of the question."""
        first = self.ends[0]
        return first.kind if isinstance(first, Outcome) else first.purpose


def meanings(rule: AnyRule, given: Given, so_far: Sequence[Answer] = ()) -> tuple[Meaning, ...]:
    """What the next throw means, from its lowest face to its highest; nothing if that would say nothing at a glance."""
    question = next_question(rule, given, so_far)
    if not isinstance(question, Throw):
        return ()
    found: list[Meaning] = []
    for face, answer, chance in _faces(question):
        end = _declined(rule, given, (*so_far, answer))
        if found and _told(found[-1].ends[-1]) == _told(end):
            last = found[-1]
            found[-1] = Meaning(last.low, face, (*last.ends, end), last.chance + chance)
        else:
            found.append(Meaning(face, face, (end,), chance))
    return tuple(found) if 1 < len(found) <= MOST_LINES else ()


def chance(rule: AnyRule, given: Given, so_far: Sequence[Answer], hoped: Callable[[Outcome], bool]) -> Fraction:
    """The exact chance, after these answers, that a rule ends as hoped."""
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
    """The results visible on the table, in ascending order: the face of one die, or the total of several."""
    rolls = rolls_in(question.roll)
    if dice_in(question.roll) == 1 and rolls[0].is_plain:
        values = rolls[0].values
        yield from ((face, (face,), Fraction(1, len(values))) for face in values)
    elif not question.faces and all(roll.is_plain for roll in rolls):
        spread = ways(question.roll)
        yield from ((total, total, Fraction(count, spread.whole)) for total, count in sorted(spread.counts.items()))


def _declined(rule: AnyRule, given: Given, script: tuple[Answer, ...]) -> Outcome | Question:
    """What follows if every choice to change the dice is declined."""
    end: Outcome | Question = next_question(rule, given, script)
    while isinstance(end, Choice):
        script = (*script, end.options[0])
        end = next_question(rule, given, script)
    return end


def _told(end: Outcome | Question) -> tuple[object, ...]:
    """The words of a result without its numbers, so that like results can be grouped."""
    if not isinstance(end, Outcome):
        return (end.purpose, end.roll if isinstance(end, Throw) else end.options)
    told = (value for value in astuple(end) if isinstance(value, bool) or not isinstance(value, int | Fraction))
    return (end.kind, *told)
