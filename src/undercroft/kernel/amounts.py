"""How amounts are said."""

from __future__ import annotations

from fractions import Fraction

from undercroft.kernel.units import MINUTE


def counted(number: int | Fraction, one: str, many: str = "") -> str:
    """A number of things.

    >>> counted(1, "hit point"), counted(3, "Watch", "Watches"), counted(Fraction(1, 2), "litre")
    ('1 hit point', '3 Watches', '1/2 litre')
    """
    single = number == 1 or (0 < number < 1)
    return f"{mixed(number)} {one if single else many or f'{one}s'}"


def mixed(number: int | Fraction) -> str:
    """A number as on a ruler.

    >>> mixed(Fraction(19, 2)), mixed(Fraction(-1, 2)), mixed(Fraction(4))
    ('9 1/2', '-1/2', '4')
    """
    whole, part = divmod(abs(Fraction(number)), 1)
    sign = "-" if number < 0 else ""
    if not part:
        return f"{sign}{whole}"
    return f"{sign}{whole} {part}" if whole else f"{sign}{part}"


def minutes(seconds: int) -> str:
    """Seconds as whole minutes.

    >>> minutes(600)
    '10 minutes'
    """
    return counted(seconds // MINUTE, "minute")
