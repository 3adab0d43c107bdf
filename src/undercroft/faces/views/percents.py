"""Chances and averages as every face shows them, exactly or rounded."""

from fractions import Fraction

from undercroft.kernel.amounts import fraction

HALVES = 2
SHORT = 100_000
"""The greatest denominator shown beside a percentage."""


def mean(value: Fraction) -> str:
    """An average: whole, or with one half or one decimal.

    >>> mean(Fraction(7)), mean(Fraction(9, 2)), mean(Fraction(10, 3))
    ('7', '4½', '3.3')
    """
    if value.denominator == 1:
        return str(value)
    return f"{value.numerator // 2 or ''}½" if value.denominator == HALVES else f"{float(value):.1f}"


def short_fraction(chance: Fraction) -> str:
    """The exact fraction, if it is short and says more than the percentage's word.

    >>> short_fraction(Fraction(7, 12)), short_fraction(Fraction(1)), short_fraction(Fraction(1, 100_001))
    ('7/12', '', '')
    """
    return "" if chance in (0, 1) or chance.denominator > SHORT else fraction(chance)
