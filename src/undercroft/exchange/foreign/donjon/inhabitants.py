"""The inhabitants of a donjon room: their names and numbers, as the file words them for any system."""

import re
from collections.abc import Iterable
from fractions import Fraction

from undercroft.exchange.foreign.source import from_html, one_line
from undercroft.table.lore.tables import is_dice

_COUNT = re.compile(r"(?P<count>[0-9]{1,3})\s*[x\u00d7]\s*")
_DICE = re.compile(r"(?P<dice>[0-9]{0,2}d[0-9]{1,3}(?:\s?[+-]\s?[0-9]{1,2})?)\s+(?:[x\u00d7]\s*)?(?=\S)")
_RATED = re.compile(r"(?:[0-9]{1,3}\s*[x\u00d7]\s*)?([A-Z][^()0-9;:]{0,60}?)\s*\(cr ([0-9]{1,2}(?:/[1-9][0-9]?)?)\b")
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


def ratings_in(texts: Iterable[str]) -> dict[str, Fraction]:
    """The challenge ratings of creatures by name, where the file has them.

    >>> ratings_in(["Wraith (cr 5, book 302) and 3 x Grey Rat (cr 1/8, book 9); easy"])
    {'wraith': Fraction(5, 1), 'grey rat': Fraction(1, 8)}
    """
    found = dict[str, Fraction]()
    for text in texts:
        for name, rating in _RATED.findall(from_html(text)):
            found[one_line(name).casefold()] = Fraction(rating)
    return found


def wanderers_in(text: str) -> dict[str, str]:
    """Those who come by a row of the wandering monsters, with the dice for their number; none where it is an event.

    >>> wanderers_in("Ogre (cr 2, book 12) and 2 x Grey Wolf; easy, lost"), wanderers_in("1d4 pilgrims, singing")
    ({'ogre': '1', 'grey wolf': '2'}, {'pilgrims': '1d4'})
    >>> wanderers_in("a cold draught")
    {}
    """
    words = _ASIDE.sub(" ", from_html(text)).strip()
    dice = _DICE.match(words)
    if dice is not None and is_dice(many := dice["dice"].replace(" ", "")):
        name = one_line(re.split(r"[,;.]", words[dice.end() :])[0]).casefold()
        return {name: many} if name else {}
    if not re.match(r"[0-9A-Z]", words) or re.match(r"(?:An?|The)\s", words):
        return {}
    return {name: str(many) for name, many in counted_in([text]).items()}
