"""Phrases of a report: things with their article, places by name, and how many creatures there are."""

import re
from collections.abc import Sequence

from undercroft.kernel.amounts import series

_COUNTED = re.compile(r"^(?P<name>.+) \((?P<count>\d+)\)(?P<more>.*)$", re.DOTALL)
_ARTICLES = ("the ", "a ", "an ")
_NUMBERS = frozenset({"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "some", "several"})


def thing_named(name: str, *, known: bool = False) -> str:
    """A thing within a sentence: with its article, without the capital of a list; a proper name stays as it is.

    >>> [thing_named(name) for name in ("Bronze key", "Founder's staff", "Saint Orrin's lamp", "3 torches", "Old map")]
    ['a bronze key', "the founder's staff", "Saint Orrin's lamp", '3 torches', 'an old map']
    >>> thing_named("string of bells"), thing_named("Bronze key", known=True)
    ('a string of bells', 'the bronze key')
    """
    first, *more = name.split()
    if any(word[:1].isupper() for word in more):
        return name
    said = f"{name[:1].lower()}{name[1:]}"
    low = first.lower()
    if first[:1].isdigit() or low in _NUMBERS or said.startswith(_ARTICLES):
        return said
    if known or low.endswith(("'s", "s'")):
        return f"the {said}"
    many = name.partition(",")[0].partition(" of ")[0].split()[-1].endswith("s")
    return said if many else f"{'an' if low[:1] in 'aeiou' else 'a'} {said}"


def things_taken(names: Sequence[str]) -> str:
    """One or two things with their articles; a longer list as it is.

    >>> things_taken(("Bronze key",)), things_taken(("long sword", "leather", "purse"))
    (' the bronze key', ': long sword, leather and purse')
    """
    few = 2
    return (
        f" {series([thing_named(name, known=True) for name in names])}" if len(names) <= few else f": {series(names)}"
    )


def place_named(name: str) -> str:
    """A place within a sentence.

    >>> place_named("Nave of skulls"), place_named("The Salt Chapel")
    ('the Nave of skulls', 'the Salt Chapel')
    """
    said = f"{name[:1].lower()}{name[1:]}" if name.lower().startswith(_ARTICLES) else name
    return said if said.startswith(_ARTICLES) else f"the {said}"


def number_first(said: str) -> str:
    """Creatures with their number before them.

    >>> number_first("Tallow rats (8), gnawing at candle ends."), number_first("Hesper Crake.")
    ('8 tallow rats, gnawing at candle ends.', 'Hesper Crake.')
    """
    found = _COUNTED.match(said)
    if found is None:
        return said
    name = found["name"]
    return f"{found['count']} {name[:1].lower()}{name[1:]}{found['more']}"


def hit_points_now(cause: str, whose: Sequence[tuple[str, int]]) -> str:
    """How many hit points each has after something.

    >>> hit_points_now("first aid", [("Maud", 9), ("Tam", 4)])
    'After first aid Maud has 9 hit points and Tam has 4.'
    """
    (name, hp), *others = whose
    first = f"{name} has {hp} hit point{'' if hp == 1 else 's'}"
    return f"After {cause} {series([first, *(f'{other} has {left}' for other, left in others)])}."
