"""Rolls, formulas, and the questions a rule may ask.

A *roll* is a handful of like dice. A *formula* is a roll, or rolls combined as in dice notation. A rule asks a `Throw`
of a formula, or (rarely) puts a `Choice` to a person.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Protocol, TypeAlias, TypeVar

from msgspec import Struct

from undercroft.kernel.units import SeatId

MOST_DICE = 1000
"""The most dice drawn for one formula, including explosions and rerolls."""

MOST_EXPLOSIONS = 100
"""The most extra dice that a single die may bring."""


class Marks(StrEnum):
    """What is printed on a die's sides."""

    NUMBERS = "numbers"
    FUDGE = "fudge"
    D66 = "d66"


class Sign(StrEnum):
    """How a face is compared with a number."""

    EQUAL = "="
    BELOW = "<"
    AT_MOST = "<="
    ABOVE = ">"
    AT_LEAST = ">="


class FaceCondition(Struct, frozen=True):
    """A condition on a face or a total, such as `>=5`."""

    sign: Sign
    number: int

    def __str__(self) -> str:
        return f"{self.sign}{self.number}"

    def holds(self, face: int | Fraction) -> bool:
        """Whether a face, or another number, meets the condition."""
        match self.sign:
            case Sign.EQUAL:
                return face == self.number
            case Sign.BELOW:
                return face < self.number
            case Sign.AT_MOST:
                return face <= self.number
            case Sign.ABOVE:
                return face > self.number
            case Sign.AT_LEAST:
                return face >= self.number


class Keep(Struct, frozen=True):
    """Only the highest, or the lowest, few dice count."""

    count: int
    highest: bool = True


class Roll(Struct, frozen=True, tag="dice"):
    """A handful of like dice, thrown together.

    The steps always come in this order, however the notation wrote them: throw, reroll, explode, keep, count.
    """

    count: int
    sides: int
    keep: Keep | None = None
    marks: Marks = Marks.NUMBERS
    reroll: tuple[FaceCondition, ...] = ()
    reroll_once: tuple[FaceCondition, ...] = ()
    explode: tuple[FaceCondition, ...] = ()
    successes: tuple[FaceCondition, ...] = ()

    @property
    def values(self) -> Sequence[int]:
        """The faces of one of these dice, in ascending order."""
        return printed(self.sides, self.marks)

    @property
    def is_plain(self) -> bool:
        """Whether the dice are simply thrown and added."""
        return not (self.keep or self.reroll or self.reroll_once or self.explode or self.successes)


class Number(Struct, frozen=True, tag="number"):
    """A plain number."""

    value: int


class Sum(Struct, frozen=True, tag="sum"):
    """One formula added to another."""

    left: Formula
    right: Formula


class Product(Struct, frozen=True, tag="product"):
    """One formula times another."""

    left: Formula
    right: Formula


class Negative(Struct, frozen=True, tag="negative"):
    """A formula with its sign reversed."""

    of: Formula


class Chance(Struct, frozen=True, tag="chance"):
    """`2-in-6`: one die, and 1 if it shows at most `hits`, else 0."""

    hits: int
    sides: int


class Comparison(Struct, frozen=True, tag="comparison"):
    """`2d6>=9`: 1 if the total meets the condition, else 0."""

    of: Formula
    test: FaceCondition


class Labelled(Struct, frozen=True, tag="label"):
    """A formula with a name for people: `1d6[fire]`."""

    of: Formula
    label: str


Formula: TypeAlias = Roll | Number | Sum | Product | Negative | Chance | Comparison | Labelled


def rolls_in(formula: Formula) -> list[Roll]:
    """Every handful of dice in a formula, from left to right."""
    match formula:
        case Roll():
            return [formula]
        case Chance(sides=sides):
            return [Roll(1, sides)]
        case Number():
            return []
        case Sum(left=left, right=right) | Product(left=left, right=right):
            return rolls_in(left) + rolls_in(right)
        case Negative(of=of) | Comparison(of=of) | Labelled(of=of):
            return rolls_in(of)


def comparison_in(formula: Formula) -> Comparison | None:
    """The comparison that a whole formula is, below its label; None for any other formula."""
    match formula:
        case Comparison():
            return formula
        case Labelled(of=of):
            return comparison_in(of)
        case _:
            return None


def highest_total(formula: Formula) -> int:
    """The highest total of a formula, explosions left aside."""
    return _extremes(formula)[1]


def _extremes(formula: Formula) -> tuple[int, int]:
    """The lowest and the highest total of a formula, explosions left aside."""
    match formula:
        case Roll(count=count, successes=successes) if successes:
            return 0, count
        case Roll():
            kept = formula.keep.count if formula.keep else formula.count
            return kept * formula.values[0], kept * formula.values[-1]
        case Chance() | Comparison():
            return 0, 1
        case Number(value=value):
            return value, value
        case Sum(left=left, right=right):
            (low, high), (least, most) = _extremes(left), _extremes(right)
            return low + least, high + most
        case Product(left=left, right=right):
            ends = [end * other for end in _extremes(left) for other in _extremes(right)]
            return min(ends), max(ends)
        case Negative(of=of):
            low, high = _extremes(of)
            return -high, -low
        case Labelled(of=of):
            return _extremes(of)


def is_certain(formula: Formula) -> bool:
    """Whether the formula has only one possible total: it has no dice, or only dice with one side."""
    return all(not roll.count or (roll.is_plain and len(roll.values) == 1) for roll in rolls_in(formula))


def dice_in(formula: Formula) -> int:
    """The number of dice that are always thrown, before explosions and rerolls."""
    return sum(roll.count for roll in rolls_in(formula))


@lru_cache(maxsize=256)
def printed(sides: int, marks: Marks) -> Sequence[int]:
    """The numbers on the sides of a die, in ascending order."""
    match marks:
        case Marks.NUMBERS:
            return range(1, sides + 1)
        case Marks.FUDGE:
            return (-1, 0, 1)
        case Marks.D66:
            return tuple(10 * tens + ones for tens in range(1, 7) for ones in range(1, 7))


@lru_cache(maxsize=256)
def meeting(tests: tuple[FaceCondition, ...], sides: int, marks: Marks) -> Container[int]:
    """The faces of such a die that meet at least one of the tests."""
    if not tests:
        return ()
    if sides > _LISTED:
        return _Meeting(tests)
    return frozenset(face for face in printed(sides, marks) if any(test.holds(face) for test in tests))


_LISTED = 1000


class _Meeting(Container[int]):
    """The faces of a die with too many sides to list."""

    def __init__(self, tests: tuple[FaceCondition, ...]) -> None:
        self._tests = tests

    def __contains__(self, face: object) -> bool:
        return isinstance(face, int) and any(test.holds(face) for test in self._tests)


def highest(count: int) -> Keep:
    """Keep the highest `count` dice."""
    return Keep(count, highest=True)


def lowest(count: int) -> Keep:
    """Keep the lowest `count` dice."""
    return Keep(count, highest=False)


D3, D4, D6, D8, D10, D12, D20, D100 = (Roll(1, sides) for sides in (3, 4, 6, 8, 10, 12, 20, 100))
TWO_D6, THREE_D6 = Roll(2, 6), Roll(3, 6)


class Throw(Struct, frozen=True, tag="throw"):
    """A question for the dice: its purpose, the formula, and whether the single faces are needed or only the total."""

    purpose: str
    roll: Formula
    faces: bool = False

    def __post_init__(self) -> None:
        if self.faces and not (isinstance(self.roll, Roll) and self.roll.is_plain):
            raise ValueError(f"“{self.purpose}” looks at single dice, so they must be plain ones")


class Choice(Struct, frozen=True, tag="choice"):
    """A question for a person: the seat asked, and the options. The first option declines."""

    purpose: str
    seat: SeatId
    options: tuple[str, ...]


Question: TypeAlias = Throw | Choice

Answer: TypeAlias = int | tuple[int, ...] | str
"""A total, the single faces in the order they fell, or the word chosen."""

Word = TypeVar("Word", bound=str)


class Dice(Protocol):
    """Answers a rule's throws."""

    def total(self, purpose: str, roll: Formula, /) -> int:
        """The total of the dice."""
        ...

    def faces(self, purpose: str, roll: Roll, /) -> tuple[int, ...]:
        """The single dice in ascending order, for rules that look at each die."""
        ...


class Ask(Dice, Protocol):
    """Answers a rule's throws, and its choices after the dice are seen."""

    def choose(self, purpose: str, seat: SeatId, among: Sequence[Word], /) -> Word:
        """The option that the seat takes. The first option declines."""
        ...
