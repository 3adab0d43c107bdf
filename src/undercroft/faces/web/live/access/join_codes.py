"""The join codes of a server: each opens one table until its session ends, and is free again afterwards.

A code follows from its table's secret and the number of ended sessions, so it is the same after a restart.
"""

import hmac
import re
from collections.abc import Callable, Iterable
from hashlib import sha256
from threading import Lock
from unicodedata import normalize

from msgspec import Struct

from undercroft.faces.web.live.access.code_words import WORDS
from undercroft.kernel.faults import Unavailable, UndercroftError

_LEAST, _NUMBERS = 10, 90
"""The number at the end of a code is from 10 to 99."""
CODES = len(WORDS) ** 2 * _NUMBERS
"""How many different codes there are."""
MOST_CODE = 40
"""The most characters of a typed code that are looked at."""
MOST_TRIED = 1000
"""The codes that are tried for a table among several processes, before all count as taken."""
UNDOABLE = 1
"""The end of a session may be undone: its code is kept until this many more sessions have ended."""
_CODE = b"undercroft/code"


class TableCode(Struct, frozen=True):
    """What a code opens: a table, until the session after the `ended` sessions ends."""

    table: str
    ended: int


class JoinCodes:
    """The codes in use. Any thread may ask."""

    def __init__(
        self,
        ended: Callable[[str], int],
        pick: Callable[[TableCode], int],
        tables: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        self._ended = ended
        self._pick = pick
        self._tables = tables
        self._codes: dict[str, TableCode] = {}
        self._shown: dict[TableCode, str] = {}
        self._unreadable: set[str] = set()
        self._turn = Lock()

    def __len__(self) -> int:
        return len(self._codes)

    def code_of(self, table: str) -> str:
        """The code of a table for this session or the next, as people read it."""
        code = TableCode(table, self._ended(table))
        with self._turn:
            if code not in self._shown:
                self._free(lambda old: old.table == table and abs(old.ended - code.ended) > UNDOABLE)
                text = self._unused(code)
                self._codes[plain(text)], self._shown[code] = code, text
            return self._shown[code]

    def opened(self, typed: str) -> TableCode | None:
        """What a typed code opens, if its session has not ended. A wrong code takes as much work as a right one."""
        self._know_all()
        wanted, found = plain(typed).encode(), None
        with self._turn:
            for text, code in self._codes.items():
                if hmac.compare_digest(text.encode(), wanted):
                    found = code
        return found if found is not None and self._ended(found.table) == found.ended else None

    def forget(self, table: str) -> None:
        """Free every code of a table."""
        with self._turn:
            self._free(lambda code: code.table == table)

    def _know_all(self) -> None:
        """Learn the code of every table: after a restart a player may come before the referee does."""
        for table in sorted(set(self._tables()) - self._unreadable):
            try:
                self.code_of(table)
            except UndercroftError:
                self._unreadable.add(table)

    def _unused(self, code: TableCode) -> str:
        """A code that nothing has: the first free one from the table's own on, so that the search always ends."""
        first = self._pick(code)
        for step in range(min(len(self._codes) + 1, CODES)):
            text = written_from(first + step)
            if plain(text) not in self._codes:
                return text
        raise Unavailable("no_code", "every join code is in use", "remove tables that are not played")

    def _free(self, over: Callable[[TableCode], bool]) -> None:
        self._codes = {text: code for text, code in self._codes.items() if not over(code)}
        self._shown = {code: text for code, text in self._shown.items() if not over(code)}


def from_secret(secret: bytes, code: TableCode) -> int:
    """The number of a table's code: nobody can tell it without the table's secret."""
    text = f"{code.table}\0{code.ended}".encode()
    return int.from_bytes(hmac.digest(secret, _CODE + b"\0" + text, sha256), "big") % CODES


def written_from(number: int) -> str:
    """The code of that number; after the last comes the first again.

    >>> written_from(0), written_from(CODES - 1), written_from(CODES)
    ('ACRE ACRE 10', 'YEW YEW 99', 'ACRE ACRE 10')
    """
    words, last = divmod(number % CODES, _NUMBERS)
    first, second = divmod(words, len(WORDS))
    return f"{WORDS[first]} {WORDS[second]} {last + _LEAST}"


def plain(typed: str) -> str:
    """A typed code without what makes no difference: spaces, hyphens, full stops and small letters.

    >>> plain("acre-yew42"), plain(" ACRE  Yew 4 2."), plain("Acre\N{EM DASH}yew\N{NO-BREAK SPACE}42")
    ('ACREYEW42', 'ACREYEW42', 'ACREYEW42')
    """
    return re.sub(r"[^A-Z0-9]", "", normalize("NFKC", typed[:MOST_CODE]).upper())
