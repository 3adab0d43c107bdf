"""The totals of a row, as people write them.

in a fenced block   7   2--3   >=17   >3   <=4   <4
in a Markdown table 7   2-3    12+   01-05   00 (which is 100); dashes of any length
"""

import re

from undercroft.exchange.markup.placed_text import Located
from undercroft.exchange.markup.problems import BadMarkup
from undercroft.kernel.tables import ResultSpan, at_least, through, up_to

_NUMBER = re.compile(r"[0-9]{1,9}")
_RANGE = re.compile(r"([0-9]{1,9})--([0-9]{1,9})")
_OPEN = re.compile(r"(>=|>|<=|<)[ ]?([0-9]{1,9})")
_TUPLE = re.compile(r"[0-9]{1,9}(?:-[0-9]{1,9}){1,9}")
_CELL = re.compile(r"([0-9]{1,9})(?:\s?(?:--|[-\u2013\u2014])\s?([0-9]{1,9})|(\+))?")


def fenced_key(text: Located) -> ResultSpan:
    """A key of a fenced block; raises if it is not one."""
    written = text.value
    if _NUMBER.fullmatch(written):
        return through(int(written))
    if found := _RANGE.fullmatch(written):
        return _ascending(text, int(found[1]), int(found[2]))
    if found := _OPEN.fullmatch(written):
        return _beyond(found[1], int(found[2]))
    if _TUPLE.fullmatch(written):
        what = f"“{written[:40]}” names single dice, not a range"
        raise BadMarkup("tuple-key", what, "write a range with two dashes, as in 2--3", text.place)
    raise BadMarkup("bad-key", f"“{written[:40]}” is not a result of dice", "write 7, 2--3 or >=17", text.place)


def cell_key(text: Located) -> ResultSpan | None:
    """The range in the first cell of a row, if it holds totals."""
    found = _CELL.fullmatch(text.value)
    if not found:
        return None
    low = _of_hundred(found[1])
    if found[3]:
        return at_least(low)
    return _ascending(text, low, _of_hundred(found[2] or found[1]))


def _of_hundred(digits: str) -> int:
    return 100 if digits in ("00", "000") else int(digits)


def _ascending(text: Located, low: int, high: int) -> ResultSpan:
    if low > high:
        raise BadMarkup("reversed", f"{low} is more than {high}", f"write {high}--{low}", text.place)
    return through(low, high)


def _beyond(sign: str, number: int) -> ResultSpan:
    if sign.startswith(">"):
        return at_least(number + (sign == ">"))
    return up_to(number - (sign == "<"))
