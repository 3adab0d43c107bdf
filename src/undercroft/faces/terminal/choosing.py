"""Where somebody has to choose: what a word means among the options, and what is taken when nobody cares."""

from __future__ import annotations

from undercroft.kernel.dice import Choice


def declined(choice: Choice) -> str:
    """The option that declines, which stands first."""
    return choice.options[0]


def option_meant(choice: Choice, word: str) -> str | None:
    """The option of that name, or the only one that begins so."""
    if word in choice.options:
        return word
    begin = [one for one in choice.options if word and one.casefold().startswith(word.casefold())]
    return begin[0] if len(begin) == 1 else None
