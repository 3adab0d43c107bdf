"""New ids for parts that are added in play, made of their names."""

import re
from collections.abc import Collection
from itertools import count
from unicodedata import normalize

_LONGEST = 56
"""The length of an id, with room for a number after it."""


def new_id(name: str, taken: Collection[str], otherwise: str = "unnamed") -> str:
    """An id that a campaign file accepts and that is not taken.

    >>> new_id("The Tallow Loft", {"the-tallow-loft"})
    'the-tallow-loft-2'
    """
    base = id_from(name, otherwise)
    numbered = (base if number == 1 else f"{base}-{number}" for number in count(1))
    return next(id for id in numbered if id not in taken)


def id_from(name: str, otherwise: str = "unnamed") -> str:
    """The id that a name makes: small letters, digits and hyphens.

    >>> id_from("Sexton's closet"), id_from("…", "room")
    ('sexton-s-closet', 'room')
    """
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    return "-".join(re.findall(r"[a-z0-9]+", plain))[:_LONGEST].strip("-") or otherwise
