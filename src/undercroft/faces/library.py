"""The library face: roll, list, settle and odds in one line each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from undercroft.faces import entropy
from undercroft.interpret.odds import Odds, of_formula, of_rule
from undercroft.interpret.policy import Best, Policy, named
from undercroft.kernel.faults import UndercroftError
from undercroft.kernel.notation import parse
from undercroft.kernel.quick import Thrower, thrower
from undercroft.kernel.throwing import Thrown

if TYPE_CHECKING:
    from undercroft.interpret.play import Ruling
    from undercroft.kernel.rules import AnyRule, Outcome

__all__ = ["UndercroftError", "odds", "roll", "rules", "say", "settle"]


def roll(expression: str, /) -> Thrown:
    """Roll dice notation; the result shows every die.

    >>> thrown = roll("4d6kh3")
    >>> thrown.total == sum(sorted(thrown.faces)[1:])
    True
    """
    return _thrower(expression)(entropy.draw())


@lru_cache(maxsize=1024)
def _thrower(expression: str) -> Thrower:
    return thrower(parse(expression))


def rules(book: str | None = None) -> tuple[AnyRule, ...]:
    """Every rule, in the order of the books; or those of one book.

    >>> rules("delving")[0].id
    'delving.mode.active'
    """
    from undercroft.books import SHELF
    from undercroft.faces.shelf import book_named

    books = SHELF if book is None else (book_named(book),)
    return tuple(rule for of_book in books for rule in of_book.rules)


def settle(rule_id: str, /, *, dice: Sequence[int | str | None] | None = None, **given: Any) -> Ruling[Any, Any]:
    """Settle a rule, rolling all its dice, or with `dice`: faces and words in the order asked, None for one to roll.

    >>> ruling = settle("delving.action.recover", dice=[3], con=2, fp=4, fp_max=12)
    >>> ruling.outcome.fp
    9
    >>> settle("delving.hazard-die", dice=[7], danger="deadly")
    Traceback (most recent call last):
    ...
    undercroft.kernel.faults.RuleInputError: hazard die: 7 is not on a d6 (a d6 shows 1 to 6)
    """
    from undercroft.faces.shelf import rule_named
    from undercroft.interpret.ask import settle_typed
    from undercroft.interpret.play import Generator
    from undercroft.kernel.strict import checked

    rule = rule_named(rule_id)
    situation = checked(rule.given, given)
    return settle_typed(rule, situation, dice or (), Generator(entropy.draw()), rest=dice is None)


def odds(what: str, /, *, policy: str | Policy | Best | None = None, **given: Any) -> Odds[Any]:
    """The exact odds of dice notation, or of a rule.

    A rule that lets somebody choose needs a policy: "never", "always OPTION" or "best for OUTCOME".

    >>> odds("2d6+1")[8]
    Fraction(1, 6)
    >>> odds("delving.encounter.reaction").by(lambda outcome: outcome.kind)["cordial"]
    Fraction(1, 36)
    """
    if not is_rule_id(what):
        return of_formula(parse(what))
    from undercroft.faces.shelf import rule_named
    from undercroft.kernel.strict import checked

    rule = rule_named(what)
    return of_rule(rule, checked(rule.given, given), named(policy) if isinstance(policy, str) else policy)


def say(ruling: Ruling[Any, Any]) -> str:
    """What happened, as a sentence.

    >>> say(settle("delving.hazard-die", dice=[1], danger="risky"))
    'Something comes: a random encounter.'
    """
    return said(ruling.rule, ruling.outcome)


def said(rule_id: str, outcome: Outcome) -> str:
    """An outcome of a rule, in the words of its book."""
    from undercroft.faces.shelf import book_named
    from undercroft.interpret.words import say as in_words

    return in_words(book_named(rule_id.partition(".")[0]).words, outcome)


def is_rule_id(what: str) -> bool:
    """Is this the name of a rule rather than dice? Rules have a dot, after the name of their book."""
    book, dot, _ = what.partition(".")
    return bool(dot) and book.isalpha()
