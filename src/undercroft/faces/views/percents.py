"""Chances as every face shows them: in percent, and exactly."""

from fractions import Fraction

HALVES = 2
READABLE = 24
"""Fractions with more characters than this are rounded for people."""
SHORT = 100_000
"""The greatest denominator shown beside a percentage."""


ALWAYS, NEVER = "100 %", "0 %"
"""What always happens, and what never does."""


def percent(chance: Fraction) -> str:
    """A percentage to one decimal; whole only for what always or never happens.

    >>> percent(Fraction(7, 12)), percent(Fraction(1)), percent(Fraction(1, 5000)), percent(Fraction(4999, 5000))
    ('58.3 %', '100 %', 'under 0.1 %', 'over 99.9 %')
    """
    if chance in (0, 1):
        return ALWAYS if chance else NEVER
    tenths = (chance * 1000 + Fraction(1, 2)) // 1
    if not tenths:
        return "under 0.1 %"
    return "over 99.9 %" if tenths == 1000 else f"{tenths // 10}.{tenths % 10} %"


def mean(value: Fraction) -> str:
    """An average: whole, or with one half or one decimal.

    >>> mean(Fraction(7)), mean(Fraction(9, 2)), mean(Fraction(10, 3))
    ('7', '4½', '3.3')
    """
    if value.denominator == 1:
        return str(value)
    return f"{value.numerator // 2 or ''}½" if value.denominator == HALVES else f"{float(value):.1f}"


def short_percent(chance: Fraction) -> str:
    """Whole percents without a decimal, as the faces of a d20 give them.

    >>> short_percent(Fraction(7, 20)), short_percent(Fraction(7, 12))
    ('35 %', '58.3 %')
    """
    whole = chance * 100
    return f"{whole.numerator} %" if whole.denominator == 1 and chance not in (0, 1) else percent(chance)


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
