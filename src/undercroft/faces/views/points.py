"""Travel points as people write them: a whole number and its fraction in one sign."""

from fractions import Fraction

SIGNS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
    Fraction(1, 8): "⅛",
    Fraction(3, 8): "⅜",
    Fraction(5, 8): "⅝",
    Fraction(7, 8): "⅞",
}


SHORT = 60
"""The greatest denominator that is readable at a glance."""


def points(number: Fraction) -> str:
    """The exact number, or two decimals marked ≈ if its fraction is too long to read.

    >>> points(Fraction(3, 2)), points(Fraction(17, 6)), points(Fraction(4)), points(Fraction(9, 7))
    ('1½', '2⅚', '4', '1 2/7')
    >>> points(Fraction(3721, 1080))
    '≈3.45'
    """
    whole, rest = divmod(number, 1)
    if not rest:
        return str(whole)
    if rest.denominator > SHORT:
        return f"≈{float(number):.2f}"
    sign = SIGNS.get(rest)
    if sign is not None:
        return f"{whole or ''}{sign}"
    return f"{whole} {rest}" if whole else str(rest)
