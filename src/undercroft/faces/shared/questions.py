"""The questions that people ask at the table, each with the rules of every book that answer it."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from msgspec import Struct

from undercroft.books import SHELF
from undercroft.faces.shared.manual import guidance_of
from undercroft.kernel.rules import AnyRule, Book

FEW = 3
"""The most questions that a search shows."""

NEAR = 0.5
"""The share of what was typed that a question must have."""

LEAST, MOST = 0.4, 0.9
"""What a word counts that is not in the question: if one of its rules is looked up by it, and if all are."""

_WORD = re.compile(r"[^\W_]+")
_ENDING = re.compile(r"(?:ies|ing|ed|es|s|e|y)$")
_SMALL = frozenset(
    _WORD.findall(
        "a after all am an and any are as at be but by can could did do does for from get gets go goes had happen "
        "happens has have he her here his how i if in into is it its let many me mine much my no not now of on or our "
        "out over shall she should so some than that the their them then there these they this those to too up us was "
        "we were what when where which who why will with would you your"
    )
)
"""Words that tell nothing of a subject."""


class RulesQuestion(Struct, frozen=True, eq=False):
    """A question, and the rules that answer it, book by book."""

    subject: str
    asks: str
    rules: tuple[AnyRule, ...]


def index(books: Iterable[Book] = SHELF) -> tuple[RulesQuestion, ...]:
    """Every question, by subjects, in the order in which the books bring them up.

    >>> [found.rules[0].id for found in index() if found.asks == "Who goes first?"]
    ['delving.initiative.order']
    """
    found: dict[str, dict[str, list[AnyRule]]] = {}
    for rule in (rule for book in books for rule in book.rules):
        said = guidance_of(rule)
        for subject, questions in (said.asks if said else {}).items():
            for asks in questions:
                found.setdefault(subject, {}).setdefault(asks, []).append(rule)
    return tuple(
        RulesQuestion(subject, asks, tuple(rules))
        for subject, questions in found.items()
        for asks, rules in questions.items()
    )


def subjects(questions: Iterable[RulesQuestion]) -> dict[str, list[RulesQuestion]]:
    """Questions by their subjects."""
    found: dict[str, list[RulesQuestion]] = {}
    for question in questions:
        found.setdefault(question.subject, []).append(question)
    return found


def questions_like(words: str, books: Sequence[Book] = SHELF) -> tuple[RulesQuestion, ...]:
    """The few questions that are most like what was typed, the most likely first; none where none is like it.

    >>> [found.asks for found in questions_like("which side acts first?")]
    ['Who goes first?']
    """
    known = index(books)
    if same := [question for question in known if _words(question.asks) == _words(words)]:
        return tuple(same)
    typed = _stems(words)
    scored = [
        (sum(map(_bag(question.rules, question.asks), typed)) / len(typed), question) for question in known if typed
    ]
    enough = max(NEAR, 0.75 * max((score for score, _ in scored), default=0))
    likely = sorted(
        (found for found in scored if found[0] >= enough), key=lambda found: (-found[0], len(found[1].asks))
    )
    return tuple(question for _, question in likely)[:FEW]


@cache
def _bag(rules: tuple[AnyRule, ...], asks: str) -> Callable[[str], float]:
    """What a word counts for a question: all if it is there, less if its rules are looked up by it."""
    own = _stems(asks)
    looked_up = Counter(stem for rule in rules for stem in _stems(_looked_up_by(rule)))

    def counts(stem: str) -> float:
        if stem in own:
            return 1
        return LEAST + (MOST - LEAST) * looked_up[stem] / len(rules) if stem in looked_up else 0

    return counts


def _looked_up_by(rule: AnyRule) -> str:
    said = guidance_of(rule)
    return " ".join((said.title, said.when, *said.words)) if said else rule.title


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _stems(text: str) -> frozenset[str]:
    """The words that tell something, without their endings."""
    return frozenset(_ENDING.sub("", word) or word for word in _words(text) if word not in _SMALL)
