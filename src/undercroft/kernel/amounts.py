"""Amounts in words."""

import re
from collections.abc import Sequence
from fractions import Fraction

from undercroft.kernel.units import MINUTE


def counted(number: int | Fraction, singular: str, plural: str = "") -> str:
    """A number of things.

    >>> counted(1, "hit point"), counted(3, "Watch", "Watches"), counted(Fraction(1, 2), "litre"), counted(1200, "line")
    ('1 hit point', '3 Watches', '1/2 litre', '1,200 lines')
    """
    single = number == 1 or (0 < number < 1)
    return f"{mixed(number)} {singular if single else plural or f'{singular}s'}"


def several(count: int, name: str) -> str:
    """A count and a name. A name that is already plural, or has a comma in it, stays as it is.

    >>> several(1, "candle"), several(5, "candle"), several(6, "torch"), several(2, "vial of ink"), several(2, "ruby")
    ('candle', '5 candles', '6 torches', '2 vials of ink', '2 rubies')
    >>> several(3, "rations"), several(3, "lamp oil, a pint")
    ('3 rations', '3 lamp oil, a pint')
    """
    if count <= 1:
        return name
    if "," in name:
        return f"{count} {name}"
    head, of, rest = name.partition(" of ")
    return f"{count} {plural(head)}{of}{rest}"


def series(parts: Sequence[str]) -> str:
    """Several things as one phrase, with semicolons where a part has a comma in it.

    >>> series(["Maud"]), series(["Maud", "Tam"]), series(["nave", "walk", "cell"]), series(["rope, 50 feet", "hook"])
    ('Maud', 'Maud and Tam', 'nave, walk and cell', 'rope, 50 feet; hook')
    """
    if any("," in part for part in parts):
        return "; ".join(parts)
    *rest, last = parts
    return f"{', '.join(rest)} and {last}" if rest else last


def plural(name: str) -> str:
    """The name of several.

    >>> plural("hex"), plural("door"), plural("country")
    ('hexes', 'doors', 'countries')
    """
    if name.endswith("s"):
        return name
    if re.search(r"(ch|sh|x|z)$", name):
        return f"{name}es"
    return f"{name[:-1]}ies" if re.search(r"[^aeiou]y$", name) else f"{name}s"


def mixed(number: int | Fraction) -> str:
    """A number with its fraction written out.

    >>> mixed(Fraction(19, 2)), mixed(Fraction(-1, 2)), mixed(Fraction(4)), mixed(1200)
    ('9 1/2', '-1/2', '4', '1,200')
    """
    whole, part = divmod(abs(Fraction(number)), 1)
    sign = "-" if number < 0 else ""
    if not part:
        return f"{sign}{whole:,}"
    return f"{sign}{whole:,} {part}" if whole else f"{sign}{part}"


def minutes(seconds: int) -> str:
    """Seconds as whole minutes.

    >>> minutes(600)
    '10 minutes'
    """
    return counted(seconds // MINUTE, "minute")
