"""The bodies of the API's requests, including a pair for each rule."""

from enum import StrEnum
from functools import cache
from typing import Annotated, Any

from msgspec import Meta, Struct

from undercroft.faces.http.rule_bodies import situated
from undercroft.kernel.rules import AnyRule, says

MOST_ANSWERS = 1000
MOST_TIMES = 1000

Expression = Annotated[str, says("dice, such as 2d6+1")]
By = Annotated[str | None, says("a part of the outcome to group by: kind, a field, or a condition such as total>=9")]
Policy = Annotated[str | None, says("how players choose: never, always OPTION, best for OUTCOME")]
Word = Annotated[str, Meta(max_length=100)]
Answers = Annotated[
    tuple[int | Word | None, ...],
    Meta(max_length=MOST_ANSWERS),
    says("answers in the order asked: a number a die, a word for a choice, null for a die to roll; without, all roll"),
]


class LeftOpen(StrEnum):
    """What becomes of the questions that the answers leave open."""

    ROLL = "roll"
    ASK = "ask"


class RollBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Dice to roll."""

    expression: Expression
    times: Annotated[int, Meta(ge=1, le=MOST_TIMES), says("how often")] = 1


class DiceOdds(Struct, frozen=True, forbid_unknown_fields=True):
    """Dice to know the odds of."""

    expression: Expression
    by: By = None


class FoeLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of foes to read."""

    line: Annotated[str, says("foes as in a stat block, such as 4 orcs HD 1+1 AC 5 1d8 ML 8")]


@cache
def settling(rule: AnyRule) -> type[Any]:
    """The body that settles a rule: the situation, the answers given, and what to do about the rest."""
    rest = Annotated[LeftOpen | None, says("open questions: roll them, or ask (the answer then says what is wanted)")]
    return situated("Settle", rule, ("dice", Answers | None, None), ("rest", rest, None))


@cache
def rule_odds(rule: AnyRule) -> type[Any]:
    """The body that asks for the odds of a rule: the situation, what to group by, and how choices go."""
    return situated("RuleOdds", rule, ("by", By, None), ("policy", Policy, None))
