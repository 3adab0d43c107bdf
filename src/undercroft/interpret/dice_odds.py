"""Dice as objects: `d6`, `4 @ d6`, `d6.pool(4).highest(3)`. They have odds, and can be rolled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast, overload

from msgspec import Struct
from msgspec.structs import replace

from undercroft.interpret.arguments import check_count
from undercroft.interpret.distribution import Odds
from undercroft.interpret.pool import Pool
from undercroft.kernel.dice import (
    FaceCondition,
    Formula,
    Keep,
    Marks,
    Negative,
    Number,
    Product,
    Roll,
    Sign,
    Sum,
)
from undercroft.kernel.faults import BadInput
from undercroft.kernel.notation import parse, text
from undercroft.kernel.ways import bounds, ways

MOST_SIDES = 1_000_000


class Dice(Odds[int]):
    """Dice that can be rolled, with their odds, which are counted when they are first asked for.

    Adding, subtracting and multiplying dice and whole numbers gives dice again; anything else gives odds.

    >>> d6 = Dice("d6")
    >>> 2 @ d6 + 1
    Dice("2d6+1")
    >>> (2 @ d6 + 1)[8]
    Fraction(1, 6)
    """

    formula: Formula

    def __init__(self, notation: str | Formula) -> None:
        if isinstance(notation, str):
            notation = parse(notation)
        elif not isinstance(cast("object", notation), Struct):
            raise BadInput("type", f"{type(notation).__name__} is not dice notation", 'write Dice("2d6"), or d(6)')
        self.formula = notation
        self.policy = None

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Count the ways when they are first needed: dice may be rolled that are too many to count."""
            if name not in {"weights", "whole", "rest"}:
                return super().__getattr__(name)
            spread = ways(self.formula)
            self.weights, self.whole = spread.counts, spread.whole
            self.rest = bounds(self.formula) if spread.missing else (None, None)
            return self.__dict__[name]

    def __reduce__(self) -> tuple[type[Dice], tuple[Formula]]:
        return Dice, (self.formula,)

    def __repr__(self) -> str:
        return f'Dice("{self}")'

    def __str__(self) -> str:
        return text(self.formula)

    @overload
    def __add__(self, other: Dice | int) -> Dice: ...
    @overload
    def __add__(self, other: Odds[int]) -> Odds[int]: ...
    def __add__(self, other: Odds[int] | int) -> Odds[int]:
        added = _formula(other)
        return super().__add__(other) if added is None else Dice(_sum(self.formula, added))

    def __radd__(self, other: int) -> Dice:
        return _whole(other) + self

    def __neg__(self) -> Dice:
        return Dice(Negative(self.formula))

    @overload
    def __sub__(self, other: Dice | int) -> Dice: ...
    @overload
    def __sub__(self, other: Odds[int]) -> Odds[int]: ...
    def __sub__(self, other: Odds[int] | int) -> Odds[int]:
        taken = _formula(other)
        return super().__sub__(other) if taken is None else Dice(Sum(self.formula, Negative(taken)))

    def __rsub__(self, other: int) -> Dice:
        return _whole(other) - self

    @overload
    def __mul__(self, other: Dice | int) -> Dice: ...
    @overload
    def __mul__(self, other: Odds[int]) -> Odds[int]: ...
    def __mul__(self, other: Odds[int] | int) -> Odds[int]:
        factor = _formula(other)
        return super().__mul__(other) if factor is None else Dice(Product(self.formula, factor))

    def __rmul__(self, other: int) -> Dice:
        return _whole(other) * self

    def __rmatmul__(self, count: int) -> Dice:
        return self.total_of(count)

    def total_of(self, count: int) -> Dice:
        """So many of these dice, added: `4 @ d6` is the same."""
        check_count(count)
        if isinstance(self.formula, Roll) and self.formula.count == 1 and not self.formula.keep:
            return Dice(replace(self.formula, count=count))
        found: Formula = self.formula if count else Number(0)
        for _ in range(count - 1):
            found = _sum(found, self.formula)
        return Dice(found)

    def pool(self, count: int) -> DicePool:
        """So many of these dice, of which single dice are looked at.

        >>> d6 = Dice("d6")
        >>> d6.pool(4).highest(3)
        Dice("4d6kh3")
        >>> d6.pool(4).largest_set()[1]
        Fraction(5, 18)
        """
        check_count(count)
        return DicePool(self, count)

    def highest(self, count: int, keep: int = 1) -> Odds[int]:
        """The highest of so many of these dice, or the sum of the highest few.

        >>> Dice("d6").highest(4, 3)
        Dice("4d6kh3")
        """
        found = self.kept(count, keep, highest=True)
        return self.pool(count).highest(keep) if found is None else found

    def lowest(self, count: int, keep: int = 1) -> Odds[int]:
        """The lowest of so many of these dice, or the sum of the lowest few."""
        found = self.kept(count, keep, highest=False)
        return self.pool(count).lowest(keep) if found is None else found

    def kept(self, count: int, keep: int, *, highest: bool) -> Dice | None:
        """The highest or the lowest of these dice as dice; None where notation cannot say it, or nothing is kept."""
        check_count(count)
        check_count(keep)
        roll = self.formula
        if not isinstance(roll, Roll) or roll.count != 1 or roll.successes or not 0 < keep <= count:
            return None
        return Dice(replace(roll, count=count, keep=Keep(keep, highest) if keep < count else None))

    def explode(self, *faces: int | Iterable[int]) -> Dice:
        """Each die that shows its highest face, or one of these faces, adds another die. The faces may be in a list.

        >>> Dice("d6").explode(), Dice("d6").explode([5, 6])
        (Dice("1d6!"), Dice("1d6!=5!"))
        """
        roll = self._roll("explode")
        return Dice(replace(roll, explode=_equal(_every_face(faces, "explode(5, 6)") or (roll.values[-1],))))

    def reroll(self, *faces: int | Iterable[int], once: bool = False) -> Dice:
        """Dice that show one of these faces are rolled again, always or once. The faces may be in a list.

        >>> Dice("2d6").reroll(1, once=True)
        Dice("2d6ro=1")
        """
        roll = self._roll("be rolled again")
        if not faces:
            raise BadInput("no_faces", "no faces were named", "name those that are rolled again, such as reroll(1)")
        every = _every_face(faces, "reroll(1, 2)")
        return Dice(replace(roll, reroll_once=_equal(every)) if once else replace(roll, reroll=_equal(every)))

    def _roll(self, what: str) -> Roll:
        if not isinstance(self.formula, Roll) or self.formula.keep:
            raise BadInput("not_plain_dice", f"{self} cannot {what}", "do that with the dice before they are combined")
        return self.formula


class DicePool(Pool):
    """A pool of like dice. The highest and the lowest of plain dice can be rolled too."""

    def __init__(self, die: Dice, count: int) -> None:
        super().__init__([die] * count)
        self._die = die

    def __repr__(self) -> str:
        return f"{self._die!r}.pool({len(self)})"

    def total(self) -> Dice:
        """The sum of all dice."""
        return len(self) @ self._die

    def highest(self, count: int = 1) -> Odds[int]:
        """The sum of the highest dice."""
        found = self._die.kept(len(self), count, highest=True)
        return super().highest(count) if found is None else found

    def lowest(self, count: int = 1) -> Odds[int]:
        """The sum of the lowest dice."""
        found = self._die.kept(len(self), count, highest=False)
        return super().lowest(count) if found is None else found


def _every_face(named: Iterable[object], such: str) -> tuple[int, ...]:
    """The faces that are named one by one, or in lists."""
    every: list[object] = []
    for each in named:
        every += [each] if isinstance(each, int) or not isinstance(each, Iterable) else each
    if not all(isinstance(face, int) for face in every):
        raise BadInput("not_a_face", "a face is a whole number", f"name the faces, such as {such}")
    return tuple(cast("list[int]", every))


def _equal(faces: Iterable[int]) -> tuple[FaceCondition, ...]:
    return tuple(FaceCondition(Sign.EQUAL, face) for face in faces)


def _formula(value: object) -> Formula | None:
    if isinstance(value, int):  # asked first: whether it is Dice takes a search through the types that there are
        return None if isinstance(value, bool) else Number(value)
    return value.formula if isinstance(value, Dice) else None


def _whole(number: object) -> Dice:
    found = _formula(number)
    if found is None:
        raise BadInput("type", f"{type(number).__name__} is neither dice nor a whole number", "write a whole number")
    return Dice(found)


def _sum(left: Formula, right: Formula) -> Formula:
    """A sum without needless brackets, in which a negative number is taken away."""
    match right:
        case _ if left == Number(0):  # as built-in `sum` begins
            return right
        case Number(value=value) if value < 0:
            return Sum(left, Negative(Number(-value)))
        case Sum(left=first, right=second):
            return Sum(_sum(left, first), second)
        case _:
            return Sum(left, right)


def d(sides: int) -> Dice:
    """One die with so many sides.

    >>> d(14).mean
    Fraction(15, 2)
    """
    if not isinstance(cast("object", sides), int) or not 1 <= sides <= MOST_SIDES:
        fix = f"give it 1 to {MOST_SIDES:,}; other faces are Odds.of([2, 4, 6])"
        raise BadInput("dice_bad_sides", f"a die cannot have {sides!r} sides", fix)
    return Dice(Roll(1, sides))


d2, d3, d4, d6, d8, d10, d12, d20, d100 = (d(sides) for sides in (2, 3, 4, 6, 8, 10, 12, 20, 100))
d66 = Dice(Roll(1, 36, marks=Marks.D66))
dF = Dice(Roll(1, 3, marks=Marks.FUDGE))  # noqa: N816  as in the notation
