"""Answers to questions: how many a question takes, which option a word means, and which is the default."""

from collections.abc import Iterable

from undercroft.kernel.dice import Choice, Question, dice_in


def declined(choice: Choice) -> str:
    """The option that declines, which is the first."""
    return choice.options[0]


def answers_to(question: Question) -> int:
    """The number of answers that a question takes: one word, or each of its dice."""
    return 1 if isinstance(question, Choice) else dice_in(question.roll)


def option_meant(choice: Choice, word: str, shown: Iterable[str] = ()) -> str | None:
    """The option of that name, or the only one that begins with it; one shown in other words goes by those too.

    >>> scars = Choice("use a Scar on the 9", "one", ("keep", "down", "up"))
    >>> [option_meant(scars, word, ("Keep 9", "Make it 8", "Make it 10")) for word in ("d", "10", "make it 8")]
    ['down', 'up', 'down']
    """
    if word in choice.options:
        return word
    for words, option in zip(shown, choice.options, strict=False):
        if word.casefold() == words.casefold() or word == words.split()[-1]:
            return option
    return begun(choice.options, word)


def begun(words: Iterable[str], begin: str) -> str | None:
    """The only word that begins with it."""
    found = [option for option in words if begin and option.casefold().startswith(begin.casefold())]
    return found[0] if len(found) == 1 else None
