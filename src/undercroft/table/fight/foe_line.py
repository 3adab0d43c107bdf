"""Foes from a line that the referee types: number, name, Hit Dice, armour and damage.

4 votaries HD 2 AC 5 1d8
2d4 rats HD 1/2 1d3 hide
the Chandler HD 4 AC 7 1d8 hp 22 leader
"""

import re
from fractions import Fraction
from typing import Never

from msgspec import Struct

from undercroft.books.sovereign.units import MOST_DICE
from undercroft.kernel.faults import BadInput, BadNotation
from undercroft.kernel.notation import parse_few
from undercroft.kernel.ways import bounds
from undercroft.table.state.sites import USUAL_DAMAGE

MOST_FOES = 60
"""The most foes in a line."""

MOST_AC = 100
MOST_DIGITS = 4
_EXAMPLE = "write it like “4 votaries HD 2 AC 5 1d8”"
_COUNT = re.compile(r"[0-9]+|[0-9]*d[0-9]+(?:[+-][0-9]+)?", re.IGNORECASE)
_DICE = re.compile(r"[0-9]*d[0-9]+\S*", re.IGNORECASE)
_ONE = frozenset({"a", "an", "the"})
_WORDS = {"s": "", "ies": "y", "ves": "f", "men": "man", "mice": "mouse"}
"""Plural endings and their singular; the longest matching ending counts."""


class Muster(Struct, frozen=True):
    """Foes as a line describes them."""

    count: str
    """A number, or the dice for it."""
    name: str
    hd: Fraction
    ac: int = 0
    damage: str = USUAL_DAMAGE
    hp: tuple[int, ...] = ()
    abilities: int = 0
    led: bool = False
    """The first foe is the leader."""
    fearless: bool = False
    natural: bool = False


def read_foes(line: str) -> Muster:
    """Read a line; raises `BadInput` with what is wrong.

    >>> read_foes("4 votaries HD 2 AC 5 1d8").name
    'votaries'
    """
    words = line.replace(",", " ").split()
    if not words:
        _bad("nothing is written here")
    count = words.pop(0) if _COUNT.fullmatch(words[0]) else "1"
    if words and words[0].lower() in _ONE and count == "1":
        words.pop(0)
    start = next((place for place, word in enumerate(words) if word.lower() == "hd"), None)
    if start is None:
        _bad("their Hit Dice are missing")
    if not start:
        _bad("their name is missing")
    return _filled(count, " ".join(words[:start]), words[start:])


def _filled(count: str, name: str, words: list[str]) -> Muster:
    """Read the words of a line from its Hit Dice on."""
    numbers: dict[str, Fraction] = {}
    hp: tuple[int, ...] = ()
    damage, marks = "", set[str]()
    while words:
        word = words.pop(0)
        match word.lower():
            case "hd" | "ac" | "abilities" as what:
                numbers[what] = _number(what, words.pop(0) if words else "")
            case "leader" | "fearless" | "hide" as mark:
                marks.add(mark)
            case "hp":
                hp = _hit_points(words)
            case _ if _DICE.fullmatch(word) and not damage:
                damage = _dice(word)
            case _:
                _bad(f"“{word[:20]}” means nothing here")
    muster = Muster(
        _how_many(count),
        name,
        numbers["hd"],
        int(numbers.get("ac", 0)),
        damage or USUAL_DAMAGE,
        hp,
        int(numbers.get("abilities", 0)),
        "leader" in marks,
        "fearless" in marks,
        "hide" in marks,
    )
    return _checked(muster)


def _hit_points(words: list[str]) -> tuple[int, ...]:
    """Take all the numbers that come next."""
    found: list[int] = []
    while words and words[0].isdecimal() and len(words[0]) <= MOST_DIGITS:
        found.append(int(words.pop(0)))
    if not found:
        _bad("after HP there must be a number")
    return tuple(found)


def _checked(muster: Muster) -> Muster:
    if not 0 <= muster.hd <= MOST_DICE:
        _bad(f"Hit Dice go from 0 to {MOST_DICE}")
    if muster.ac > MOST_AC:
        _bad(f"an AC goes from 0 to {MOST_AC}")
    if any(hp < 1 for hp in muster.hp):
        _bad("nobody fights with no hit points")
    if muster.hp and muster.count.isdecimal() and len(muster.hp) not in (1, int(muster.count)):
        _bad("give the hit points of each, or one number for all")
    return muster


def _number(what: str, word: str) -> Fraction:
    if not re.fullmatch(r"[0-9]{1,4}(?:/[1-9][0-9]?)?", word):
        _bad(f"after {what.upper()} there must be a number, not “{word[:20]}”")
    if what != "hd" and "/" in word:
        _bad(f"{what.upper()} is a whole number")
    return Fraction(word)


def _dice(word: str) -> str:
    try:
        parse_few(word)
    except (BadNotation, ValueError) as fault:
        _bad(f"“{word[:20]}” are no dice: {fault}")
    return word


def _how_many(count: str) -> str:
    if len(count) > 12:
        _bad(f"there are from 1 to {MOST_FOES} of them")
    least, most = bounds(parse_few(count)) if not count.isdecimal() else (int(count), int(count))
    if least < 1 or most > MOST_FOES:
        _bad(f"there are from 1 to {MOST_FOES} of them")
    return count


def _bad(what: str) -> Never:
    raise BadInput("bad_foes", what, _EXAMPLE, field="line")


def one_of(name: str) -> str:
    """The singular of a name.

    >>> one_of("votaries"), one_of("wolves"), one_of("rats"), one_of("Boss"), one_of("guardsmen")
    ('Votary', 'Wolf', 'Rat', 'Boss', 'Guardsman')
    """
    ending = next((end for end in sorted(_WORDS, key=len, reverse=True) if name.lower().endswith(end)), None)
    if ending is not None and not name.lower().endswith("ss"):
        name = name[: -len(ending)] + _WORDS[ending]
    return name[:1].upper() + name[1:]


def letter(number: int) -> str:
    """The letter for one foe among many: A to Z, then AA.

    >>> letter(0), letter(25), letter(26)
    ('A', 'Z', 'AA')
    """
    rest, last = divmod(number, 26)
    return (letter(rest - 1) if rest else "") + chr(ord("A") + last)


def slug(name: str) -> str:
    """A name as part of an id.

    >>> slug("The Old Votaries")
    'the-old-votaries'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "foe"
