"""Chances and averages as every face shows them, exactly or rounded."""

from fractions import Fraction

HALVES = 2
READABLE = 24
"""Fractions with more characters than this are rounded for people."""
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


def fraction(chance: Fraction) -> str:
    """The exact fraction, if it is readable.

    >>> fraction(Fraction(7, 12)), fraction(Fraction(1, 10**30))
    ('7/12', 'about 1 in 1.0e+30')
    """
    exact = f"{chance.numerator}/{chance.denominator}"
    return exact if len(exact) <= READABLE or not chance else f"about 1 in {rounded(1 / chance)}"


def short_fraction(chance: Fraction) -> str:
    """The exact fraction, if it is short and says more than the percentage's word.

    >>> short_fraction(Fraction(7, 12)), short_fraction(Fraction(1)), short_fraction(Fraction(1, 100_001))
    ('7/12', '', '')
    """
    return "" if chance in (0, 1) or chance.denominator > SHORT else fraction(chance)


def rounded(number: Fraction) -> str:
    """Rounded to two significant digits."""
    digits = len(str(int(number)))
    if digits > 15:
        leading = float(Fraction(number, 10 ** (digits - 1)))
        return f"{leading:.1f}e+{digits - 1}"
    unit = 10 ** max(0, digits - 2)
    return f"{round(number / unit) * unit:,}"
