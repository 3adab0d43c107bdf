"""Where somebody has to choose: what a word means among the options, and what is taken when nobody cares."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.kernel.dice import Choice


def declined(choice: Choice) -> str:
    """The option that declines, which stands first."""
    return choice.options[0]


def option_meant(choice: Choice, word: str) -> str | None:
    """The option of that name, or the only one that begins so."""
    return word if word in choice.options else begun(choice.options, word)


def begun(words: Iterable[str], begin: str) -> str | None:
    """The only one of a few words that begins so."""
    found = [one for one in words if begin and one.casefold().startswith(begin.casefold())]
    return found[0] if len(found) == 1 else None
