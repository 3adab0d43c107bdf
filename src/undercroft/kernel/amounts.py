"""Amounts in words."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from undercroft.kernel.units import HOUR, MINUTE


def counted(number: int | Fraction, singular: str, plural: str = "") -> str:
    """A number of things.

    >>> counted(1, "hit point"), counted(3, "Watch", "Watches"), counted(Fraction(1, 2), "litre"), counted(1200, "line")
    ('1 hit point', '3 Watches', '½ litre', '1,200 lines')
    """
    single = number == 1 or (0 < number < 1)
    return f"{mixed(number)} {singular if single else plural or f'{singular}s'}"


MOST_KEPT = 4096
"""Names that are remembered with their counts."""
_DESCRIBED = re.compile(r",| (?:of|in|on|with|from|for) ")
"""Where the noun that takes the plural ends."""
_IN_WORDS = dict(enumerate(("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 2))
_IN_COINS = ("earnings", "money", "savings", "takings")
"""Ends of the nouns that are not counted themselves, only their coins."""
_MEASURED = re.compile(r"(?P<of>[^,]+), an? (?P<measure>[^,]+)")


@lru_cache(MOST_KEPT)
def several(count: int, name: str) -> str:
    """A count and a name, with the plural of its noun. A name that begins with its count stays as it is.

    >>> several(1, "candle"), several(5, "candle"), several(6, "torch"), several(2, "vial of ink"), several(2, "ruby")
    ('candle', '5 candles', '6 torches', '2 vials of ink', '2 rubies')
    >>> several(3, "rations"), several(3, "lamp oil, a pint"), several(2, "rope, 50 feet")
    ('3 rations', '3 pints of lamp oil', '2 ropes, 50 feet')
    >>> several(220, "coin in the font"), several(9, "coins in the font")
    ('220 coins in the font', '9 coins in the font')
    >>> several(90, "Odo's savings"), several(3400, "weigh-money in sacks")
    ("Odo's savings, 90 coins", 'weigh-money in sacks, 3,400 coins')
    >>> several(3, "Three name tags"), several(2, "six iron spikes"), several(2, "ring with a stone, cracked")
    ('Three name tags', '2 six iron spikes', '2 rings with a stone, cracked')
    """
    if count <= 1 or name.lower().startswith(f"{_IN_WORDS.get(count, count)} "):
        return name
    if measured := _MEASURED.fullmatch(name):
        return f"{count} {plural(measured['measure'])} of {measured['of']}"
    found = _DESCRIBED.search(name)
    end = found.start() if found else len(name)
    if name[:end].lower().endswith(_IN_COINS):
        return f"{name}, {count:,} coins"
    return f"{count:,} {plural(name[:end])}{name[end:]}"


def series(parts: Sequence[str]) -> str:
    """Several things as one phrase, with semicolons where a part has a comma in it.

    >>> series(["Maud"]), series(["Maud", "Tam"]), series(["nave", "walk", "cell"]), series(["rope, 50 feet", "hook"])
    ('Maud', 'Maud and Tam', 'nave, walk and cell', 'rope, 50 feet; hook')
    """
    if any("," in part for part in parts):
        return "; ".join(parts)
    *rest, last = parts
    return f"{', '.join(rest)} and {last}" if rest else last


def either(parts: Sequence[str]) -> str:
    """Choices as one phrase.

    >>> either(["keep"]), either(["keep", "up"]), either(["keep", "down", "up"])
    ('keep', 'keep or up', 'keep, down or up')
    """
    *rest, last = parts
    return f"{', '.join(rest)} or {last}" if rest else last


def lettered(names: Iterable[str]) -> tuple[str, ...]:
    """Names, with those of one kind told apart by their letters alone.

    >>> lettered(["Tallow rat F", "Tallow rat E", "Hesper Crake"]), lettered(["Pale sexton C"])
    (('Tallow rats E and F', 'Hesper Crake'), ('Pale sexton C',))
    """
    kinds: dict[str, list[str]] = {}
    for name in names:
        kind, _, letter = name.rpartition(" ")
        told_apart = len(letter) == 1 and letter.isupper()
        kinds.setdefault(kind if told_apart else name, []).extend([letter] * told_apart)
    return tuple(
        f"{plural(kind) if len(letters) > 1 else kind} {series(sorted(letters))}" if letters else kind
        for kind, letters in kinds.items()
    )


def crowd(names: Iterable[str]) -> str:
    """Many names as one phrase, those of one kind together.

    >>> crowd(["Votary D", "Chandler", "Votary E"]), crowd(["Tallow rat A", "Tallow rat B"]), crowd(["Maud", "Rat A"])
    ('Chandler, and Votaries D and E', 'Tallow rats A and B', 'Maud and Rat A')
    """
    parts = lettered(names)
    alone = [part for part in parts if " and " not in part]
    return ", and ".join([*([series(alone)] if alone else []), *(part for part in parts if " and " in part)])


@lru_cache(1024)
def plural(name: str) -> str:
    """The name of several.

    >>> plural("hex"), plural("door"), plural("country")
    ('hexes', 'doors', 'countries')
    """
    if name.endswith(("s", "money")):
        return name
    if re.search(r"(ch|sh|x|z)$", name):
        return f"{name}es"
    return f"{name[:-1]}ies" if re.search(r"[^aeiou]y$", name) else f"{name}s"


SIGNS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 5): "⅕",
    Fraction(2, 5): "⅖",
    Fraction(3, 5): "⅗",
    Fraction(4, 5): "⅘",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
    Fraction(1, 8): "⅛",
    Fraction(3, 8): "⅜",
    Fraction(5, 8): "⅝",
    Fraction(7, 8): "⅞",
}
"""The fractions that have a sign of their own."""
QUARTERS = 4
"""What a finer fraction is rounded to: a quarter is as exact as anybody says it aloud."""


MINUS = "\N{MINUS SIGN}"
"""The sign before a number that people read; files, and notation that people copy, have a hyphen."""


def with_hyphen(text: str) -> str:
    """A text as a person typed or copied it, with the hyphen for a minus sign that files have.

    >>> with_hyphen("−2"), with_hyphen("-2")
    ('-2', '-2')
    """
    return text.replace(MINUS, "-")


def whole_number(number: int) -> str:
    """A whole number as people read it, its digits together.

    >>> whole_number(-2), whole_number(1200)
    ('−2', '1200')
    """
    return f"{MINUS if number < 0 else ''}{abs(number)}"


def signed(number: int) -> str:
    """A number that is added, with its sign.

    >>> signed(2), signed(-1), signed(0)
    ('+2', '−1', '+0')
    """
    return f"{MINUS if number < 0 else '+'}{abs(number)}"


def added_up(faces: Sequence[int], total: int) -> str:
    """The faces of a roll and what they come to; where some do not count, they are only listed.

    >>> added_up((4, 4), 8), added_up((5,), 5), added_up((4,), 5), added_up((6, 5, 4, 1), 15)
    ('4 + 4 = 8', '5', '4 + 1 = 5', '6, 5, 4, 1: 15 in all')
    """
    shown, rest = " + ".join(map(str, faces)), total - sum(faces)
    if not rest:
        return shown if shown == str(total) else f"{shown} = {total}"
    if len(faces) == 1:
        return f"{shown} {'+' if rest > 0 else MINUS} {abs(rest)} = {total}"
    return f"{', '.join(map(str, faces))}: {total} in all"


def mixed(number: int | Fraction) -> str:
    """A number with its exact fraction.

    >>> mixed(Fraction(19, 2)), mixed(Fraction(-1, 2)), mixed(Fraction(4)), mixed(1200), mixed(Fraction(19, 7))
    ('9½', '−½', '4', '1,200', '2 5/7')
    """
    whole, part = divmod(abs(Fraction(number)), 1)
    sign = MINUS if number < 0 else ""
    if not part:
        return f"{sign}{whole:,}"
    written = SIGNS.get(part, f" {part}" if whole else str(part))
    return f"{sign}{whole:,}{written}" if whole else f"{sign}{written}"


def roughly(number: Fraction) -> str:
    """A number as people say it: with a fraction that has a sign, else rounded to a quarter.

    >>> roughly(Fraction(3, 2)), roughly(Fraction(17, 6)), roughly(Fraction(4))
    ('1½', '2⅚', '4')
    >>> roughly(Fraction(47, 18)), roughly(Fraction(1, 9))
    ('about 2½', 'less than ¼')
    """
    part = number % 1
    if not part or part in SIGNS:
        return mixed(number)
    near = Fraction(round(number * QUARTERS), QUARTERS)
    return f"about {mixed(near)}" if near else "less than ¼"


def briefly(number: Fraction) -> str:
    """A number where there is room for a few signs only: rounded as `roughly` rounds it, without saying so.

    >>> briefly(Fraction(3, 2)), briefly(Fraction(47, 18)), briefly(Fraction(1, 9))
    ('1½', '2½', '¼')
    """
    return roughly(number).rpartition(" ")[2]


def percent(chance: Fraction) -> str:
    """A percentage to one decimal, without it where it is 0.

    >>> percent(Fraction(7, 12)), percent(Fraction(7, 20)), percent(Fraction(1)), percent(Fraction(0))
    ('58.3 %', '35 %', '100 %', '0 %')
    >>> percent(Fraction(1127, 1296)), percent(Fraction(1, 5000)), percent(Fraction(4999, 5000))
    ('87 %', 'under 0.1 %', 'over 99.9 %')
    """
    whole = chance * 100
    if whole.denominator == 1:
        return f"{whole.numerator} %"
    tenths = (chance * 1000 + Fraction(1, 2)) // 1
    if not tenths:
        return "under 0.1 %"
    if tenths == 1000:
        return "over 99.9 %"
    return f"{tenths // 10}.{tenths % 10} %" if tenths % 10 else f"{tenths // 10} %"


READABLE = 24
"""Fractions with more characters than this are rounded for people."""


def fraction(chance: Fraction) -> str:
    """The exact fraction, if it is readable.

    >>> fraction(Fraction(7, 12)), fraction(Fraction(1, 10**30))
    ('7/12', 'about 1 in 1.0e+30')
    """
    exact = f"{chance.numerator}/{chance.denominator}"
    return exact if len(exact) <= READABLE or not chance else f"about 1 in {rounded(1 / chance)}"


def rounded(number: Fraction) -> str:
    """Rounded to two significant digits."""
    digits = len(str(int(number)))
    if digits > 15:
        leading = float(Fraction(number, 10 ** (digits - 1)))
        return f"{leading:.1f}e+{digits - 1}"
    unit = 10 ** max(0, digits - 2)
    return f"{round(number / unit) * unit:,}"


def how_long(seconds: int) -> str:
    """A length of time in hours, minutes and seconds.

    >>> how_long(6), how_long(360), how_long(610), how_long(3_600), how_long(9_000), how_long(0)
    ('6 seconds', '6 minutes', '10 minutes 10 seconds', '1 hour', '2 hours 30 minutes', '0 seconds')
    """
    parts = (seconds // HOUR, "hour"), (seconds % HOUR // MINUTE, "minute"), (seconds % MINUTE, "second")
    return " ".join(counted(count, unit) for count, unit in parts if count) or counted(0, "second")


def minutes(seconds: int) -> str:
    """Seconds as whole minutes.

    >>> minutes(600)
    '10 minutes'
    """
    return counted(seconds // MINUTE, "minute")
