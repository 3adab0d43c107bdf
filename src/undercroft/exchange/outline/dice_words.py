"""Dice as an outline writes them."""

import re

from undercroft.kernel.faults import BadNotation
from undercroft.kernel.notation import parse_few

_DICE = re.compile(r"(?:damage\s+)?([0-9]{0,2}d[0-9]{1,3}(?:\s?[+-]\s?[0-9]{1,3})?|[0-9]{1,3})(?:\s+(?:damage|hp))?")


def read_dice(text: str) -> str:
    """The dice of a part of a line, if it is nothing else; else empty.

    >>> read_dice("2d6 + 1 damage"), read_dice("a needle")
    ('2d6+1', '')
    """
    found = _DICE.fullmatch(text)
    if found is None:
        return ""
    dice = found[1].replace(" ", "")
    try:
        parse_few(dice)
    except (BadNotation, ValueError):
        return ""
    return dice
