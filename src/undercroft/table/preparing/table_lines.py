"""The lines of an encounter table, as a printed module numbers them."""

import re
from collections.abc import Iterable

_NUMBERED = re.compile(
    r"\|?\s*(?P<first>[0-9]{1,3})(?:\s?[-\u2013]\s?(?P<last>[0-9]{1,3}))?(?P<mark>\s*[.):|])?\s+(?P<row>\S.*)"
)
_FEWEST = 3
"""The fewest lines whose bare numbers are the die's: `1 ghost` and `2 rats` are counts of creatures."""


def without_numbers(lines: Iterable[str]) -> list[str]:
    """The lines without the numbers of the die, if they count up from 1. A row with a range comes once for each number.

    >>> without_numbers(["1-2 2d4 rats", "3. 1d6 bandits"])
    ['2d4 rats', '2d4 rats', '1d6 bandits']
    >>> without_numbers(["1 ghost", "2d4 rats"])
    ['1 ghost', '2d4 rats']
    """
    given = [line.strip() for line in lines if line.strip()]
    rows, marked = list[str](), False
    for line in given:
        found = _NUMBERED.fullmatch(line)
        last = int(found["last"] or found["first"]) if found else 0
        if found is None or int(found["first"]) != len(rows) + 1 or last <= len(rows):
            return given
        marked = marked or found["mark"] is not None or found["last"] is not None
        rows += [found["row"].rstrip(" |")] * (last - len(rows))
    return rows if marked or len(given) >= _FEWEST else given
