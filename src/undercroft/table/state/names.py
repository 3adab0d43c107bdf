"""Names of seats, people and groups: what a name may be made of, and when two names pass for each other."""

from collections.abc import Iterator
from unicodedata import category, normalize

from undercroft.kernel.faults import BadInput

MOST_NAME = 64
"""Characters of a name, as readers count them."""
MOST_MARKS = 3
"""Marks on one letter."""
MOST_SIGNS = 4 * MOST_NAME
"""Code points of a name: a character may be made of several."""

RESERVED = frozenset({"gm", "dm", "referee", "thereferee", "gamemaster", "spectators"})
"""Names that pass for the referee's or for the spectators'."""

_JOINER = "\u200d"
_FLAG = "\U0001f3f4"
_TAGS = range(0xE0020, 0xE0080)
_TONES = range(0x1F3FB, 0x1F400)
_REGIONS = range(0x1F1E6, 0x1F200)
_PICTURES = range(0x1F000, 0x1FB00)
_VARIANTS = range(0xFE00, 0xFE10)
_ARROWS = "\u2194\u2195"
_NEVER = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that nobody sees."""

_LIKE = {
    "a": "\u0430\u03b1\u13aa",
    "b": "\u0432\u03b2\u13f4",
    "c": "\u0441\u13df",
    "d": "\u0501\u13a0",
    "e": "\u0435\u03b5\u13ac",
    "g": "\u050d\u0261\u13c0",
    "h": "\u04bb\u043d\u03b7\u13bb",
    "i": "\u0456\u0131\u03b9\u13a5",
    "j": "\u0458\u13ab",
    "k": "\u043a\u03ba\u13e6",
    "l": "\u04cf\u13de",
    "m": "\u043c\u03bc\u13b7",
    "n": "\u03bd",
    "o": "\u043e\u03bf",
    "p": "\u0440\u03c1\u13e2",
    "q": "\u051b",
    "r": "\u13a1",
    "s": "\u0455\u13da",
    "t": "\u0442\u03c4\u13a2",
    "w": "\u051d\u0461\u13b3",
    "x": "\u0445\u03c7",
    "y": "\u0443\u04af\u03c5",
    "z": "\u03b6\u13c3",
}
"""Small letters of other alphabets by the Latin one they look like."""
_LOOKS = {ord(sign): letter for letter, signs in _LIKE.items() for sign in signs}


def check_name(name: str) -> None:
    """Raise BadInput if a seat, a person or a group may not have that name."""
    fault = wrong_with(name)
    if fault is not None:
        raise BadInput("bad_name", fault, "choose another", field="name", limit=MOST_NAME)


def wrong_with(name: str) -> str | None:
    """What is wrong with a name, in a few words; None if nothing is."""
    text = normalize("NFC", name)
    count = characters(text)
    if not text.strip() or not count or set(text) <= _BLANK | {" "}:
        return f"a name has 1 to {MOST_NAME} characters, and this one has none to be seen"
    if count > MOST_NAME or len(text) > MOST_SIGNS:
        parts = "" if len(text) == count else f", made of {len(text):,} signs"
        return f"a name has 1 to {MOST_NAME} characters, and this one has {count:,}{parts}"
    if odd := next(_unfit(text), None):
        return f"a name has no U+{ord(odd):04X} in it: that character is invisible, or reverses the text around it"
    if _most_marks(text) > MOST_MARKS:
        return f"a letter of a name has at most {MOST_MARKS} marks"
    if looks(text) in RESERVED:
        return "that name would pass for the referee's or the spectators'"
    return None


def characters(text: str) -> int:
    """How many characters a reader counts: letters with their marks, and pictures made of several, are one."""
    count, before, paired = 0, "", False
    for sign in text:
        pair = ord(sign) in _REGIONS and before != "" and ord(before) in _REGIONS and not paired
        if not (_clings(sign) or before == _JOINER or pair):
            count += 1
        before, paired = sign, pair
    return count


def looks(name: str) -> str:
    r"""What a name looks like at a glance: names with the same looks would pass for one another.

    >>> looks("Anne-Marie")
    'annemarie'
    >>> looks("\N{CYRILLIC CAPITAL LETTER A}nne m\N{GREEK SMALL LETTER ALPHA}rie!")
    'annemarie'
    """
    plain = normalize("NFKC", normalize("NFKC", name).casefold()).translate(_LOOKS)
    seen = "".join(sign for sign in plain if category(sign)[0] not in "PZC")
    return seen or plain


def _clings(sign: str) -> bool:
    return sign == _JOINER or category(sign)[0] == "M" or ord(sign) in _TONES or ord(sign) in _TAGS


def _unfit(text: str) -> Iterator[str]:
    """Signs that have no place in a name: those unseen, but for what holds pictures together."""
    for at, sign in enumerate(text):
        joins = sign == _JOINER and _picture(text[:at]) and _picture(text[at + 1 : at + 2])
        flag = ord(sign) in _TAGS and _FLAG in text[:at]
        if (category(sign) in _NEVER and not joins and not flag) or sign in _BLANK:
            yield sign


def _picture(text: str) -> bool:
    """Does it end with a picture, whatever its tone or variant?"""
    bare = text.rstrip("".join(map(chr, (*_TONES, *_VARIANTS))))
    last = bare[-1:] or text[-1:]
    return last != "" and (category(last) == "So" or ord(last) in _PICTURES or last in _ARROWS)


def _most_marks(text: str) -> int:
    """The most marks that any letter has; a name that begins with one has them on nothing."""
    most = marks = 0
    for at, sign in enumerate(normalize("NFD", text)):
        marks = (marks + 1 if at else MOST_MARKS + 1) if category(sign) in ("Mn", "Me") else 0
        most = max(most, marks)
    return most
