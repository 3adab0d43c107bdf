"""The join codes of a server: each opens one table until its session ends, and is free again afterwards."""

import re
import secrets
from collections.abc import Callable, Mapping
from threading import Lock

from msgspec import Struct

from undercroft.faces.web.live.access.code_words import WORDS
from undercroft.kernel.faults import Unavailable
from undercroft.kernel.units import SeatId

_LEAST, _NUMBERS = 10, 90
"""The number at the end of a code is from 10 to 99."""
CODES = len(WORDS) ** 2 * _NUMBERS
"""How many different codes there are."""
MOST_CODE = 40
"""The most characters of a typed code that are looked at."""
UNDOABLE = 1
"""The end of a session may be undone: its code is kept until this many more sessions have ended."""


class TableCode(Struct, frozen=True):
    """What a code opens: a table, until the session after the `ended` sessions ends."""

    table: str
    ended: int


class SeatClaim(Struct, frozen=True):
    """A seat taken by code: the edition of its link at the time, and how often."""

    edition: int
    times: int


class JoinCodes:
    """The codes in use, and the seats taken by them. Any thread may ask."""

    def __init__(self, ended: Callable[[str], int], pick: Callable[[int], int] = secrets.randbelow) -> None:
        self._ended = ended
        self._pick = pick
        self._codes: dict[str, TableCode] = {}
        self._claims: dict[tuple[str, SeatId], SeatClaim] = {}
        self._turn = Lock()

    def __len__(self) -> int:
        return len(self._codes)

    def code_of(self, table: str) -> str:
        """The code of a table for this session or the next, made on first use."""
        code = TableCode(table, self._ended(table))
        with self._turn:
            for text, other in self._codes.items():
                if other == code:
                    return text
            self._free(lambda old: old.table == table and abs(old.ended - code.ended) > UNDOABLE)
            text = self._unused()
            self._codes[text] = code
            return text

    def opened(self, typed: str) -> TableCode | None:
        """What a typed code opens, if its session has not ended."""
        with self._turn:
            found = self._codes.get(_spelled(typed))
        return found if found is not None and self._ended(found.table) == found.ended else None

    def claimed(self, typed: str, seat: SeatId) -> SeatClaim | None:
        """The claim of a seat by a code, if there is one."""
        return self._claims.get((_spelled(typed), seat))

    def claim(self, typed: str, seat: SeatId, edition: int) -> None:
        """Note that a seat was taken by a code."""
        with self._turn:
            before = self._claims.get((_spelled(typed), seat))
            self._claims[_spelled(typed), seat] = SeatClaim(edition, before.times + 1 if before is not None else 1)

    def claims(self, table: str) -> Mapping[SeatId, SeatClaim]:
        """The seats taken by the code that a table has now."""
        code = self.code_of(table)
        with self._turn:
            return {seat: claim for (text, seat), claim in self._claims.items() if text == code}

    def forget(self, table: str) -> None:
        """Free every code of a table."""
        with self._turn:
            self._free(lambda code: code.table == table)

    def _unused(self) -> str:
        """A code that nothing has: the first free one from a random place on, so that the search always ends."""
        first = self._pick(CODES)
        for step in range(min(len(self._codes) + 1, CODES)):
            text = _written((first + step) % CODES)
            if text not in self._codes:
                return text
        raise Unavailable("no_code", "every join code is in use", "remove tables that are not played")

    def _free(self, over: Callable[[TableCode], bool]) -> None:
        gone = {text for text, code in self._codes.items() if over(code)}
        self._codes = {text: code for text, code in self._codes.items() if text not in gone}
        self._claims = {of: claim for of, claim in self._claims.items() if of[0] not in gone}


def _written(number: int) -> str:
    """The code of that number.

    >>> _written(0), _written(CODES - 1)
    ('ACRE ACRE 10', 'YEW YEW 99')
    """
    words, last = divmod(number, _NUMBERS)
    first, second = divmod(words, len(WORDS))
    return f"{WORDS[first]} {WORDS[second]} {last + _LEAST}"


def _spelled(typed: str) -> str:
    """A typed code as it is shown: spaces, hyphens and small letters make no difference.

    >>> _spelled("acre-yew42"), _spelled(" ACRE  YEW 4 2 ")
    ('ACRE YEW 42', 'ACRE YEW 42')
    """
    short = typed[:MOST_CODE].upper()
    letters, digits = (re.sub(unwanted, "", short) for unwanted in (r"[^A-Z]", r"[^0-9]"))
    first = next((word for word in WORDS if letters.startswith(word) and letters[len(word) :] in _KNOWN), "")
    return f"{first} {letters[len(first) :]} {digits}"


_KNOWN = frozenset(WORDS)
