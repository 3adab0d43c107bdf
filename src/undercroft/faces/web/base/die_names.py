"""The names of single dice in a question for them."""

from collections.abc import Sequence

from undercroft.interpret.ask import die_name
from undercroft.kernel.dice import Roll

_FIRST = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)


def legends(dice: Sequence[Roll]) -> tuple[str, ...]:
    """A name for each die: `d20`, or `first d6`, `second d6`.

    >>> legends((Roll(1, 6), Roll(1, 6), Roll(1, 8)))
    ('first d6', 'second d6', 'd8')
    """
    names = [die_name(die) for die in dice]
    return tuple(
        name if names.count(name) == 1 else f"{_FIRST[names[:at].count(name)]} {name}" for at, name in enumerate(names)
    )
