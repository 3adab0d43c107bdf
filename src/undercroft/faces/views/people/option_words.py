"""The options of a new character in words, each with its chances."""

from collections.abc import Mapping

from undercroft.faces.views.percents import short_fraction
from undercroft.kernel.amounts import percent
from undercroft.table.characters.meanings import Raise, option_meanings, raise_of


def option_words(options: tuple[str, ...], numbers: Mapping[str, int], step: str = "") -> tuple[str, ...]:
    """What each option of a new character means, with the chance of its usual check before and after."""
    return tuple(
        f"{words}. {_raised(found)}" if (found := raise_of(option, numbers)) is not None else words
        for option, words in zip(options, option_meanings(options, numbers, step), strict=False)
    )


def _raised(found: Raise) -> str:
    after = f"{percent(found.after)} {short_fraction(found.after)}".strip()
    return (
        f"{found.check}: {after}"
        if found.after == found.before
        else f"{found.check}: {percent(found.before)} to {after}"
    )
