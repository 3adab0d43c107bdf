"""Phrases of a report: things with their article, places by name, and hit points."""

from collections.abc import Sequence

from undercroft.kernel.amounts import series
from undercroft.kernel.phrases import thing_named

_ARTICLES = ("the ", "a ", "an ")


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


def hit_points_now(cause: str, whose: Sequence[tuple[str, int]]) -> str:
    """How many hit points each has after something.

    >>> hit_points_now("first aid", [("Maud", 9), ("Tam", 4)])
    'After first aid Maud has 9 hit points and Tam has 4.'
    """
    (name, hp), *others = whose
    first = f"{name} has {hp} hit point{'' if hp == 1 else 's'}"
    return f"After {cause} {series([first, *(f'{other} has {left}' for other, left in others)])}."
