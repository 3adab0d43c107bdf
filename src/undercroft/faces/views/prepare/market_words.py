"""What people type on the card of a market: prices, numbers and conditions."""

import re
from collections.abc import Iterable

from undercroft.books.sovereign.equipment import COPPER_A_GOLD, COPPER_A_SILVER, in_coins
from undercroft.kernel.faults import BadInput
from undercroft.table.state.people import State, spoken

_COINS = {"g": COPPER_A_GOLD, "s": COPPER_A_SILVER, "c": 1}
_PART = re.compile(r"(\d{1,9})\s*(g|s|c)(?:old|ilver|oppers?)?\b", re.IGNORECASE)


def price_in_words(text: str) -> int:
    """A price that a person typed, in coppers.

    >>> price_in_words("2g 5s"), price_in_words("12 silver"), price_in_words("0")
    (250, 120, 0)
    """
    parts = _PART.findall(text)
    if text.strip() not in ("", "0") and (not parts or _PART.sub("", text).replace(",", " ").strip()):
        raise BadInput("bad_price", f"“{text[:20]}” is not a price", "write it in coins, such as 2g 5s")
    return sum(int(count) * _COINS[coin.lower()] for count, coin in parts)


def some_price_in(text: str) -> int | None:
    """A price, or None where nothing was typed."""
    return price_in_words(text) if text.strip() else None


def price_text(coppers: int | None) -> str:
    """A price as a person types it."""
    return "" if coppers is None else in_coins(coppers) if coppers else "0"


def count_in(text: str) -> int | None:
    """A whole number, or None where nothing was typed."""
    if not text.strip():
        return None
    if not text.strip().isdecimal() or len(text.strip()) > 9:
        raise BadInput("bad_number", f"“{text[:20]}” is not a whole number", "enter a number such as 3")
    return int(text)


def conditions_in(text: str) -> tuple[str, ...]:
    """The conditions that a service ends, with commas between.

    >>> conditions_in("Frail, knocked out, cursed")
    ('frail', 'knocked_out', 'cursed')
    """
    known = {spoken(state): state.value for state in State}
    named = (" ".join(part.split()) for part in text.split(","))
    return tuple(dict.fromkeys(known.get(name.casefold(), name) for name in named if name))


def conditions_text(conditions: Iterable[str]) -> str:
    """Conditions as a person types them."""
    return ", ".join(map(spoken, conditions))
