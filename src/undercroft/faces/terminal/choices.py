"""Choices: which option a word means, and which option is the default."""

from collections.abc import Iterable

from undercroft.kernel.dice import Choice


def declined(choice: Choice) -> str:
    """The option that declines, which is the first."""
    return choice.options[0]


def option_meant(choice: Choice, word: str) -> str | None:
    """The option of that name, or the only option that begins with it."""
    return word if word in choice.options else begun(choice.options, word)


def begun(words: Iterable[str], begin: str) -> str | None:
    """The only word that begins with it."""
    found = [option for option in words if begin and option.casefold().startswith(begin.casefold())]
    return found[0] if len(found) == 1 else None
