"""The library face: roll, list, settle and odds in one line each."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, cast, overload

from undercroft.faces.shared import entropy
from undercroft.interpret.formula_odds import of_formula
from undercroft.kernel.faults import BadInput, BadNotation, NotFound, UndercroftError, shortened
from undercroft.kernel.notation import notes, parse
from undercroft.kernel.quick import Thrower, thrower
from undercroft.kernel.throwing import ThrownFormula

if TYPE_CHECKING:
    from random import Random

    from undercroft.interpret.dice_odds import Dice
    from undercroft.interpret.distribution import Odds
    from undercroft.interpret.play import Ruling
    from undercroft.interpret.policy import Best, Policy
    from undercroft.kernel.dice import Formula
    from undercroft.kernel.rules import AnyRule, Book, Outcome

    ThrownBy: TypeAlias = Iterable[int] | Random | None

MOST_TIMES = 1_000_000
"""The most rolls in one list."""

__all__ = ["UndercroftError", "odds", "roll", "rules", "say", "settle"]


@overload
def roll(what: str | Dice, /, *, dice: ThrownBy = None, times: None = None) -> ThrownFormula: ...
@overload
def roll(what: str | Dice, /, *, dice: ThrownBy = None, times: int) -> list[ThrownFormula]: ...
def roll(
    what: str | Dice, /, *, dice: ThrownBy = None, times: int | None = None
) -> ThrownFormula | list[ThrownFormula]:
    """Roll dice notation, or dice; the result shows every die. With `times`, a list of so many rolls.

    `dice` are faces in the order they fall, or a `random.Random` whose seed repeats the rolls.

    >>> thrown = roll("4d6kh3")
    >>> thrown.total == sum(sorted(thrown.faces)[1:])
    True
    >>> print(roll("4d6kh3", dice=[6, 1, 5, 4]))
    4d6kh3: 6  (1)  5  4 = 15
    >>> [thrown.total for thrown in roll("2d6", dice=[1, 2, 6, 6], times=2)]
    [3, 12]
    """
    throws = _thrower(what) if isinstance(what, str) else thrower(_dice(what))
    if dice is None and times is None:
        return throws(entropy.draw())
    from undercroft.faces.shared.handed_dice import Handed, source

    draw = entropy.draw() if dice is None else source(dice)
    thrown = throws(draw) if times is None else [throws(draw) for _ in range(_count(times))]
    if isinstance(draw, Handed):
        draw.finish()
    return thrown


def _dice(what: object) -> Formula:
    from undercroft.interpret.dice_odds import Dice

    if not isinstance(what, Dice):
        raise _not(what, "dice", "write dice notation as text, or hand over dice such as d6, or pool.total()")
    return what.formula


def _count(times: object) -> int:
    if not isinstance(times, int) or not 0 <= times <= MOST_TIMES:
        raise BadInput("bad_times", f"times cannot be {str(times)[:20]}", f"give a number up to {MOST_TIMES:,}")
    return times


@lru_cache(maxsize=1024)
def _thrower(expression: str) -> Thrower:
    return thrower(_formula(expression, 4))


def _formula(expression: str, calls: int) -> Formula:
    """The formula of an expression; where it may not be read as it was meant, warn the caller so many calls above."""
    formula = dice_asked(expression)
    _warn(expression, calls + 1)
    return formula


def _warn(expression: str, calls: int) -> None:
    for note in notes(expression):
        warnings.warn(note, stacklevel=calls)


def dice_asked(expression: str) -> Formula:
    """The dice of an expression. A word that is like the id of a rule is refused with that id."""
    rule = rule_asked(expression)
    if rule is not None:
        what = f"“{shortened(expression)}” is a rule, and here only dice will do"
        raise NotFound("no_such_rule", what, f"did you mean {rule.id}?")
    return parse(expression)


def rule_asked(what: str) -> AnyRule | None:
    """The rule of that id or part of an id; None for dice."""
    if not is_rule_id(what):
        try:
            parse(what)
        except BadNotation as fault:
            if not what[:1].isalpha():
                raise
            from undercroft.faces.shared.shelf import rule_meant, rules_with_part

            if not rules_with_part(what):
                near = rule_meant(what)
                if near is None:
                    raise
                told = f"“{shortened(what)}” is neither dice nor a rule"
                raise NotFound("no_such_rule", told, f"did you mean {near}?") from fault
        else:
            return None
    from undercroft.faces.shared.shelf import rule_named

    return rule_named(what)


def rules(book: str | None = None, *, about: str = "") -> tuple[AnyRule, ...]:
    """Every rule, in the order of the books; or those of one book, or those that answer a question or have its words.

    >>> rules("delving")[0].id
    'delving.mode.active'
    >>> [rule.id for rule in rules(about="who goes first?")]
    ['delving.initiative.order', 'sovereign.combat.initiative', 'violence.initiative']
    """
    from undercroft.books import SHELF
    from undercroft.faces.shared.questions import questions_like
    from undercroft.faces.shared.shelf import speaks_of

    books = SHELF if book is None else (_book(book),)
    words = _text(about, "a question or words").split()
    asked = {rule.id for question in questions_like(about, books) for rule in question.rules}
    found = (rule for of_book in books for rule in of_book.rules)
    return tuple(rule for rule in found if rule.id in asked or speaks_of(rule, words))


def _book(name: str) -> Book:
    from undercroft.faces.shared.shelf import book_named

    try:
        return book_named(_text(name, "the name of a book"))
    except NotFound as fault:
        raise NotFound(fault.code, fault.what, f"{fault.fix}; rules(about=…) finds rules by words") from None


def settle(
    rule_id: str, /, *, dice: Iterable[int | str | None] | Random | None = None, **given: Any
) -> Ruling[Any, Any]:
    """Settle a rule, rolling all its dice, or with `dice`: faces and words in the order asked, None for one to roll.

    A `random.Random` as `dice` rolls all of them, and its seed repeats them.

    >>> ruling = settle("delving.action.recover", dice=[3], con=2, fp=4, fp_max=12)
    >>> ruling.outcome.fp
    9
    >>> settle("delving.hazard-die", dice=[7], danger="deadly")
    Traceback (most recent call last):
    ...
    undercroft.kernel.faults.RuleInputError: hazard die: 7 is not on a d6 (a d6 shows 1 to 6)
    """
    from undercroft.faces.shared.handed_dice import seeded
    from undercroft.faces.shared.shelf import rule_named
    from undercroft.interpret.ask import settle_typed
    from undercroft.interpret.form import given_of
    from undercroft.interpret.play import Generator

    rule = rule_named(_text(rule_id, "the name of a rule"))
    drawn = seeded(dice)
    typed = [] if dice is None or drawn else _row(cast("Iterable[int | str | None]", dice))
    situation = given_of(rule, given)
    return settle_typed(
        rule,
        situation,
        typed,
        Generator(entropy.draw() if drawn is None else drawn),
        rest=dice is None or drawn is not None,
    )


def odds(what: str | Odds[Any], /, *, policy: str | Policy | Best | None = None, **given: Any) -> Odds[Any]:
    """The exact odds of dice notation, or of a rule; odds themselves, such as d6, as they are.

    A rule with a choice needs a policy: "never", "always OPTION" or "best for OUTCOME".

    >>> odds("2d6+1")[8]
    Fraction(1, 6)
    >>> odds("delving.encounter.reaction").by(lambda outcome: outcome.kind)["cordial"]
    Fraction(1, 36)
    """
    rule = rule_asked(what) if isinstance(what, str) else None
    if rule is None:
        if given or policy is not None:
            raise BadInput("not_a_rule", "dice take no situation and no policy", "leave them out, or name a rule")
        if not isinstance(what, str):
            return _odds_themselves(what)
        _warn(what, 3)
        return of_formula(parse(what))
    from undercroft.interpret.form import given_of
    from undercroft.interpret.odds import of_rule

    return of_rule(rule, given_of(rule, given), None if policy is None else _policy(policy))


def _odds_themselves(what: object) -> Odds[Any]:
    from undercroft.interpret.distribution import Odds

    if isinstance(what, Odds):
        found: Odds[Any] = cast("Any", what)
        return found
    raise _not(what, "dice notation or the name of a rule", "write it as text, or hand over dice such as d6")


def say(ruling: Ruling[Any, Any]) -> str:
    """What happened, as a sentence.

    >>> say(settle("delving.hazard-die", dice=[1], danger="risky"))
    'Something comes: a random encounter.'
    """
    from undercroft.interpret.play import Ruling

    if not isinstance(ruling, Ruling):
        raise _not(ruling, "a ruling", "hand over what “settle” returned")
    return said(ruling.rule, ruling.outcome)


def said(rule_id: str, outcome: Outcome) -> str:
    """An outcome of a rule in the words of its book."""
    from undercroft.faces.shared.shelf import book_named
    from undercroft.interpret.words import say as in_words

    return in_words(book_named(rule_id.partition(".")[0]).words, outcome)


def is_rule_id(what: str) -> bool:
    """Is this the id of a rule rather than dice? A rule id has a dot after the name of its book."""
    book, dot, _ = what.partition(".")
    return bool(dot) and book.isalpha()


def _text(value: object, meant: str) -> str:
    if not isinstance(value, str):
        raise _not(value, meant, "write it as text")
    return value


def _row(dice: Iterable[int | str | None]) -> list[int | str | None]:
    """Typed dice as a list, if they have an order."""
    from undercroft.faces.shared.handed_dice import UNORDERED

    if isinstance(dice, UNORDERED) or not isinstance(dice, Iterable):
        raise _not(dice, "a row of dice", "write it like dice=[3, 4], or dice=random.Random(7)")
    return list(dice)


def _policy(policy: object) -> Policy | Best:
    from undercroft.interpret.policy import Best, Policy, named

    if isinstance(policy, Policy | Best):
        return policy
    return named(_text(policy, "a policy"))


def _not(value: object, meant: str, fix: str) -> BadInput:
    return BadInput("type", f"{type(value).__name__} is not {meant}", fix)
