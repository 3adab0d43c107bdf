"""Long codes: a join code and two more words, too many to guess, however often a guesser tries.

The words follow from the code and a key of the server, so that they can be checked without a look into the store, and
before anything else is done for a request. They say nothing about whether the code opens a table.
"""

import hmac
import re
from hashlib import sha256

from undercroft.faces.web.live.access.code_words import WORDS
from undercroft.faces.web.live.access.join_codes import plain

_PURPOSE = b"undercroft/long-code\0"
_LONG = re.compile(r"(?P<code>[A-Z]+[0-9]{2})(?P<words>[A-Z]+)")
LONG_CODES = len(WORDS) ** 2
"""How many long codes there are for each code."""


class LongCodes:
    """Makes and checks the words after a code."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def long(self, code: str) -> str:
        """The long code of a code, as people read it."""
        return f"{code} {self._words(plain(code))}"

    def proven(self, typed: str) -> str | None:
        """The code in a typed long code whose words are right; None for any other."""
        found = _LONG.fullmatch(plain(typed))
        if found is None:
            return None
        right = plain(self._words(found["code"]))
        return found["code"] if hmac.compare_digest(right.encode(), found["words"].encode()) else None

    def _words(self, code: str) -> str:
        digest = hmac.digest(self._key, _PURPOSE + code.encode(), sha256)
        return f"{WORDS[digest[0] % len(WORDS)]} {WORDS[digest[1] % len(WORDS)]}"
