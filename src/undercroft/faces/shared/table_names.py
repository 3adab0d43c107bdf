"""The names and ids of new tables."""

import re
from collections.abc import Collection
from unicodedata import normalize

from undercroft.store.ids import MOST_ID, check_id
from undercroft.table.state.names import check_name

ROOM = 8
"""Characters of an id that are kept for a number at its end."""
MOST_SLUG = MOST_ID - ROOM
"""The most characters of an id that spell a name."""
NAMELESS = "campaign"
"""The id of a table whose name has letters that an id cannot spell."""


def title_in(name: str) -> str:
    """A valid name for a campaign."""
    title = normalize("NFC", name.strip())
    check_name(title)
    return title


def free_slug(name: str, taken: Collection[str]) -> str:
    """An id that no other table has."""
    first = slug(name)
    return next(
        id for number in range(1, len(taken) + 2) if (id := first if number == 1 else f"{first}-{number}") not in taken
    )


def own_slug(name: str, taken: Collection[str]) -> str:
    """The id that a name spells; for a name that spells none, an id that no other table has."""
    return slug(name) if _spelled(name) else free_slug(name, taken)


def checked_id(id: str) -> str:
    """A chosen id, if it is valid for a table."""
    check_id(id)
    return id


def slug(name: str) -> str:
    """A table's id: its name in plain small letters and digits, or one of ours where the name has other letters.

    >>> slug("The Élan 2"), slug("Straße"), slug("Болото"), slug("沼地の塔 3")
    ('the-elan-2', 'strasse', 'campaign', 'campaign-3')
    """
    found = "-".join(re.findall(r"[a-z0-9]+", _plain(name)))
    whole = found if _spelled(name) else "-".join(filter(None, (NAMELESS, found)))
    return whole[:MOST_SLUG].rstrip("-")


def _plain(name: str) -> str:
    """A name without accents and the letters of other alphabets."""
    return normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()


def _spelled(name: str) -> bool:
    """Whether an id can spell most of the letters of a name."""
    letters = [character for character in normalize("NFKD", name.casefold()) if character.isalnum()]
    return 2 * sum(letter.isascii() for letter in letters) > len(letters)
