"""The inhabitants of a donjon room: their names and numbers, as the file words them for any system."""

import re
from collections.abc import Iterable

from undercroft.exchange.foreign.source import from_html, one_line

_COUNT = re.compile(r"(?P<count>[0-9]{1,3})\s*[x\u00d7]\s*")
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")


def counted_in(texts: Iterable[str]) -> dict[str, int]:
    """The creatures of a room by name. One without a number is alone; treasure is none of them.

    >>> counted_in(["Ogre (cr 2, book 12) and 2 x Grey Wolf (cr 1/4, book 9); medium, 250 xp", "Treasure: 2 x agate"])
    {'ogre': 1, 'grey wolf': 2}
    >>> counted_in(["4 x Bandit; Mage"])
    {'bandit': 4}
    """
    found = dict[str, int]()
    for text in texts:
        words = _ASIDE.sub(" ", from_html(text)).partition(";")[0]
        if re.match(r"\s*(?:hidden |hoard )?treasure\b", words, re.IGNORECASE):
            continue
        for part in re.split(r"\band\b(?=\s*[0-9A-Z])|,(?=\s*[0-9]{1,3}\s*[x\u00d7])", words):
            count = _COUNT.match(part.strip())
            name = one_line(part.strip()[count.end() if count else 0 :].split(",")[0]).casefold()
            if name and re.search(r"[^\W\d_]", name):
                found[name] = found.get(name, 0) + max(1, int(count["count"]) if count else 1)
    return found
