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


def points(number: Fraction) -> str:
    """The exact number, or two decimals marked ≈ if its fraction has no sign of its own.

    >>> points(Fraction(3, 2)), points(Fraction(17, 6)), points(Fraction(4)), points(Fraction(47, 18))
    ('1½', '2⅚', '4', '≈2.61')
    >>> points(Fraction(3721, 1080))
    '≈3.45'
    """
    whole, rest = divmod(number, 1)
    if not rest:
        return str(whole)
    sign = SIGNS.get(rest)
    return f"≈{float(number):.2f}" if sign is None else f"{whole or ''}{sign}"
