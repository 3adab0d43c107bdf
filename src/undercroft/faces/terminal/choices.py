"""Answers to questions: how many a question takes, which option a word means, and which is the default."""

from collections.abc import Iterable

from undercroft.kernel.dice import Choice, Question, dice_in


def declined(choice: Choice) -> str:
    """The option that declines, which is the first."""
    return choice.options[0]


def answers_to(question: Question) -> int:
    """The number of answers that a question takes: one word, or each of its dice."""
    return 1 if isinstance(question, Choice) else dice_in(question.roll)


def option_meant(choice: Choice, word: str) -> str | None:
    """The option of that name, or the only option that begins with it."""
    return word if word in choice.options else begun(choice.options, word)


def begun(words: Iterable[str], begin: str) -> str | None:
    """The only word that begins with it."""
    found = [option for option in words if begin and option.casefold().startswith(begin.casefold())]
    return found[0] if len(found) == 1 else None
