"""Names that people nearly wrote: the known name that was probably meant."""

from collections.abc import Iterable
from difflib import get_close_matches

from undercroft.kernel.amounts import series

LONGEST = 100
"""A longer name is not a typing slip, and is slow to compare."""

FEW = 12
"""The most names that a message lists."""


def meant(name: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The known name that is most like this one, if any is.

    >>> meant("dangr", ["danger", "turns"]), meant("colour", ["danger"])
    ('danger', None)
    """
    if len(name) > LONGEST:
        return None
    return next(iter(get_close_matches(name, list(known), n=1, cutoff=cutoff)), None)


def remedy(name: str, known: Iterable[str], otherwise: str) -> str:
    """What to do about a name that is not known: the name that was meant, else the few names there are.

    >>> remedy("dangr", ["danger"], "leave it out"), remedy("colour", ["danger"], "leave it out")
    ('did you mean danger?', 'leave it out; there is danger')
    >>> remedy("colour", ["danger", "turns", "light"], "leave it out")
    'leave it out; there are danger, light and turns'
    """
    names = sorted(known)
    near = meant(name, names)
    if near is not None:
        return f"did you mean {near}?"
    if not 0 < len(names) <= FEW:
        return otherwise
    return f"{otherwise}; there {'are' if len(names) > 1 else 'is'} {series(names)}"
