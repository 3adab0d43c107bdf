"""A number that is known only to lie between two others, because some of the odds behind it were not explored."""

from __future__ import annotations

from fractions import Fraction


class Bounds(Fraction):
    """The number of the part that was explored, and the true bounds of the whole. None: no bound is known there.

    >>> about = Bounds.around(Fraction(1, 2), Fraction(1, 2), Fraction(3, 4))
    >>> about.low, about.high, about == Fraction(1, 2)
    (Fraction(1, 2), Fraction(3, 4), True)
    >>> about
    Bounds(1/2, from 1/2 to 3/4)
    """

    __slots__ = ("high", "low")

    low: Fraction | None
    high: Fraction | None

    @classmethod
    def around(cls, value: Fraction, low: Fraction | None, high: Fraction | None) -> Bounds:
        """A number with its bounds."""
        made = cls(value)
        made.low, made.high = low, high
        return made

    def __repr__(self) -> str:
        ends = [f"from {self.low}"] if self.low is not None else []
        ends += [f"to {self.high}"] if self.high is not None else []
        return f"Bounds({self}, {' '.join(ends) or 'no bounds known'})"

    def __reduce__(self) -> tuple[object, tuple[Fraction, Fraction | None, Fraction | None]]:
        return Bounds.around, (Fraction(self.numerator, self.denominator), self.low, self.high)

    def __copy__(self) -> Bounds:
        return self

    def __deepcopy__(self, _memo: object) -> Bounds:
        return self
