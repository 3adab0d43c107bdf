"""Dice in the markup: read by the only dice parser, then held to a smaller grammar.

expr   = term { ("+" | "-") term }
term   = factor { ("*" | "x" | the multiplication sign) factor }
factor = dice | number
dice   = [number] ("d" | "D") number ["k" number]
"""

import re

from msgspec import Struct

from undercroft.exchange.markup.places import Located, Place
from undercroft.exchange.markup.problems import BadMarkup
from undercroft.kernel.dice import Formula
from undercroft.kernel.faults import BadNotation
from undercroft.kernel.notation import parse
from undercroft.kernel.ways import bounds, ways

MOST_COUNT = 100
"""The most dice in one handful."""

MOST_SIDES = 1000
"""The most sides of a die."""

MOST_TERMS = 20
"""The most terms added or subtracted."""

_FACTOR = re.compile(r"(?P<count>[0-9]*)[dD](?P<sides>[0-9]+)(?:k[0-9]+)?|[0-9]+")
_TIMES = "\N{MULTIPLICATION SIGN}"
_BLANKS = re.compile(r"[ \t\n]*")
_ALLOWED = "here dice are 2d6, 2d6k1, numbers, and + - x between them"


class Expression(Struct, frozen=True):
    """Dice in the markup: as written, and parsed."""

    written: str
    formula: Formula

    @property
    def minimum(self) -> int:
        """The least total."""
        return bounds(self.formula)[0]

    @property
    def maximum(self) -> int:
        """The greatest total."""
        return bounds(self.formula)[1]

    def totals(self) -> tuple[int, ...]:
        """Every total that can come up, in ascending order."""
        return tuple(sorted(ways(self.formula).counts))


def expression(text: Located) -> Expression:
    """Read dice, or refuse them at the character where they go wrong.

    >>> expression(Located("2d6*10", Place(1, 1))).maximum
    120
    >>> expression(Located("2d6/2", Place(7, 10)))
    Traceback (most recent call last):
    ...
    undercroft.exchange.markup.problems.BadMarkup: line 7, column 13: character 4 of “2d6/2”: “/” does not belong here (there is no division)
    """  # noqa: E501 - one line of a traceback
    try:
        formula = parse(text.value.replace(_TIMES, "x"))
    except BadNotation as fault:
        place = text.at((fault.position or 1) - 1)
        raise BadMarkup(fault.code, fault.what, _hint(text.value) or fault.fix, place, limit=fault.limit) from None
    _narrow(text)
    return Expression(" ".join(text.value.split()), formula)


def _hint(written: str) -> str:
    """The remedy for dice that another tool would accept."""
    if "," in written:
        return "one roll at a time; for two digits write d66"
    return "tables that ask for numbers first are not read" if "{{" in written else ""


def _narrow(text: Located) -> None:
    """Refuse notation that the dice parser accepts but the markup does not have."""
    written, terms, at = text.value, 1, _after_blanks(text.value, 0)
    while True:
        found = _FACTOR.match(written, at)
        if not found:
            raise _unknown(text, at)
        if found["sides"]:
            _check_dice(found["count"], found["sides"], text.at(at))
        at = _after_blanks(written, found.end())
        if at == len(written):
            return
        if written[at] not in f"+-*x{_TIMES}":
            raise _unknown(text, at)
        terms += written[at] in "+-"
        if terms > MOST_TERMS:
            raise BadMarkup("too_long", f"more than {MOST_TERMS} terms", "split it", text.at(at), limit=MOST_TERMS)
        at = _after_blanks(written, at + 1)


def _after_blanks(written: str, at: int) -> int:
    blanks = _BLANKS.match(written, at)
    return blanks.end() if blanks else at


def _unknown(text: Located, at: int) -> BadMarkup:
    return BadMarkup("syntax", f"“{text.value[at]}” is not known in a page's dice", _ALLOWED, text.at(at))


def _check_dice(count: str, sides: str, place: Place) -> None:
    if not 1 <= int(count or 1) <= MOST_COUNT:
        what, fix = f"{count} dice at once", f"a page throws 1 to {MOST_COUNT}"
        raise BadMarkup("dice_count", what, fix, place, limit=MOST_COUNT)
    if not 2 <= int(sides) <= MOST_SIDES:
        what, fix = f"a die with {sides} sides", f"a page's dice have 2 to {MOST_SIDES}"
        raise BadMarkup("dice_bad_sides", what, fix, place, limit=MOST_SIDES)
