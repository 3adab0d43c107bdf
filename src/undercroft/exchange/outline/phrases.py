"""The small grammar that every line shares: parts between commas, quoted words, counts and worths."""

import json
import re
from collections.abc import Iterator

from msgspec import Struct

from undercroft.books.sovereign.equipment import COPPER_A_GOLD, COPPER_A_SILVER

LABEL = r"[A-Z]?[0-9]{1,4}[a-z]?"
"""The number of a room in a pattern that minds capitals."""
_QUOTE = re.compile(r'"(?:[^"\\]|\\.)*"|[“„][^“”]*[“”]')
_WORTHS = {
    "gp": COPPER_A_GOLD,
    "gold": COPPER_A_GOLD,
    "sp": COPPER_A_SILVER,
    "silver": COPPER_A_SILVER,
    "cp": 1,
    "copper": 1,
}
_COINS = {"gp": "gold pieces", "sp": "silver pieces", "cp": "copper pieces"}
_NAMES = {"gold": "gp", "silver": "sp", "copper": "cp"}
_MONEY = (
    r"(?P<much>[0-9][0-9,]{0,14}(?:\.[0-9]{1,2})?)\s?"
    r"(?P<coin>gp|sp|cp|(?:gold|silver|copper)(?:\s(?:pieces?|coins?))?)\b\.?"
)
WORTH = re.compile(rf"(?:^|[\s,;(])\(?(?:worth\s)?{_MONEY}(?P<each>\s(?:each|apiece))?\)?$", re.IGNORECASE)
_MOST = 1_000_000_000


_NUMBERS = {
    word: str(number)
    for number, word in enumerate(["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 2)
}
_NUMBER = re.compile(rf"(?:{'|'.join(_NUMBERS)})(?=\s)", re.IGNORECASE)


def counted_in_digits(words: str) -> str:
    """Words that begin with a number in letters, with digits in its place.

    >>> counted_in_digits("Two imps"), counted_in_digits("Tenants")
    ('2 imps', 'Tenants')
    """
    found = _NUMBER.match(words)
    return words if found is None else f"{_NUMBERS[found[0].casefold()]}{words[found.end() :]}"


class LinePart(Struct, frozen=True):
    """A part of a line between commas, and its columns, counted from 0 within the line's text."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """The column after the last one."""
        return self.start + len(self.text)


def quote_end(text: str, start: int = 0) -> int:
    """Where the words in quotation marks end that begin here; 0 if none begin here."""
    found = _QUOTE.match(text, start)
    return found.end() if found is not None else 0


def parts(text: str, start: int = 0, marks: str = ",") -> list[LinePart]:
    """The parts between the marks, where quotation marks and brackets hold a part together.

    >>> [part.text for part in parts('door (old, oak), locked 11, "Key, bronze"')]
    ['door', 'old, oak', 'locked 11', '"Key, bronze"']
    """
    ended: list[LinePart] = []
    for part in pieces(text, start, marks):
        bracket = re.search(r"(?:^|\s)\(([^()]*)\)\s*$", part.text) if not quote_end(part.text) else None
        if bracket is not None:
            ended += [
                _trimmed(part.text[: bracket.start()], part.start),
                LinePart(bracket[1], part.start + bracket.start(1)),
            ]
        else:
            ended.append(part)
    return [part for part in ended if part.text]


def pieces(text: str, start: int = 0, marks: str = ",") -> list[LinePart]:
    """The same, where what is in brackets stays with the part before it."""
    return [part for part in _split(text, start, marks) if part.text]


def _split(text: str, start: int, marks: str) -> Iterator[LinePart]:
    depth, begin, held = 0, 0, 0
    for place, sign in enumerate(text):
        if place < held:
            continue
        if sign in '"“„' and not text[begin:place].strip():
            held = quote_end(text, place)
        elif sign == "(":
            depth += 1
        elif sign == ")":
            depth = max(0, depth - 1)
        elif sign in marks and depth == 0 and not _within_number(text, place):
            yield _trimmed(text[begin:place], start + begin)
            begin = place + 1
    yield _trimmed(text[begin:], start + begin)


def _within_number(text: str, place: int) -> bool:
    """Whether the mark is part of a number such as 1,200."""
    return bool(text[place - 1 : place].isdigit() and re.match(r",[0-9]{3}(?![0-9])", text[place : place + 5]))


def _trimmed(text: str, start: int) -> LinePart:
    return LinePart(text.strip(), start + len(text) - len(text.lstrip()))


def unquoted(text: str) -> str:
    """The text within quotation marks, if it is wholly within them.

    >>> unquoted('"Key, bronze"'), unquoted("“a” or “b”")
    ('Key, bronze', '“a” or “b”')
    """
    if not text or quote_end(text) != len(text):
        return text
    if text[0] != '"':
        return text[1:-1]
    try:
        return str(json.loads(text, strict=False))
    except ValueError:
        return text[1:-1]


def quoted(text: str) -> str:
    """The text within quotation marks, with whatever cannot be seen spelled out."""
    whole = json.dumps(text, ensure_ascii=False)
    return "".join(sign if sign == " " or sign.isprintable() else json.dumps(sign)[1:-1] for sign in whole)


def is_plain(text: str) -> bool:
    """Whether a text can be one line without quotation marks."""
    return bool(text) and text == " ".join(text.split()) and all(sign == " " or sign.isprintable() for sign in text)


def worth_in(text: str) -> tuple[str, int | None]:
    """The text before a worth at its end, and the worth in coppers; `each` counts for every one.

    >>> worth_in("silver cup 40 gp"), worth_in("220 gp"), worth_in("a cup")
    (('silver cup', 4000), ('', 22000), ('a cup', None))
    """
    found = WORTH.search(text)
    if found is None:
        return text, None
    whole, _, part = found["much"].replace(",", "").partition(".")
    unit = _WORTHS[found["coin"].lower().split()[0]]
    worth = int(whole) * unit + (int(part.ljust(2, "0")) * unit // 100 if part else 0)
    before = text[: found.start()].rstrip(" ,;:(")
    each = re.match(r"([0-9]{1,6})\s", before) if found["each"] else None
    return before, min(_MOST, worth * (int(each[1]) if each else 1))


def coins_in(text: str) -> tuple[int, str] | None:
    """The number and name of coins, if the text is nothing else: `220 gp`."""
    found = re.fullmatch(_MONEY, text.strip(), re.IGNORECASE)
    if found is None or "." in found["much"]:
        return None
    coin = found["coin"].lower().split()[0]
    return min(1_000_000, int(found["much"].replace(",", ""))), _COINS[_NAMES.get(coin, coin)]


def money(coppers: int) -> str:
    """A worth as it is written.

    >>> money(12000), money(610), money(7)
    ('120 gp', '61 sp', '7 cp')
    """
    for unit, name in ((COPPER_A_GOLD, "gp"), (COPPER_A_SILVER, "sp")):
        if coppers and coppers % unit == 0:
            return f"{coppers // unit} {name}"
    return f"{coppers} cp"
