"""What callers hand over and cannot be used is refused in a sentence, with what to write instead."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any, cast

import pytest

import undercroft
from undercroft import Odds, UndercroftError, d6
from undercroft.kernel.faults import BadInput

WRONG = (7, -1, 0.9, "x", None, [d6], d6, {1: 2}, object())
STEP = lambda state: d6 + state  # noqa: E731


def public(of: object) -> Iterator[tuple[str, Callable[..., object]]]:
    """The methods that a class of ours has and `Mapping` has not, and its operators."""
    operators = ("__add__", "__matmul__", "__rmatmul__", "__gt__", "__mul__", "__truediv__", "__mod__", "__and__")
    for name in dir(type(of)):
        found = inspect.getattr_static(type(of), name)
        if (name[0] != "_" or name in operators) and not isinstance(found, property) and not hasattr(Mapping, name):
            yield f"{type(of).__name__}.{name}", getattr(of, name)


FUNCTIONS = [
    *((name, getattr(undercroft, name)) for name in ("after", "highest", "lowest", "mix", "pool", "until", "roll")),
    *((name, getattr(undercroft, name)) for name in ("d", "odds", "rules", "say", "settle")),
    *(found for of in (d6, d6 > 3, Odds.of("ab"), d6.pool(3)) for found in public(of)),
]


@pytest.mark.parametrize("call", [pytest.param(call, id=name) for name, call in FUNCTIONS])
def test_nothing_else_is_raised(call) -> None:
    """Each kind of wrong value in each place: an answer, or a refusal of ours."""
    needed = [of for of in inspect.signature(call).parameters.values() if of.default is of.empty]
    named = {of.name: True for of in needed if of.kind is of.KEYWORD_ONLY}
    places = sum(of.kind not in (of.KEYWORD_ONLY, of.VAR_KEYWORD) for of in needed)
    for given in product(WRONG, repeat=min(places, 2)):
        refused_in_a_sentence(call, *([STEP] * (places - 2)), *given, **named)


def refused_in_a_sentence(call: Callable[..., object], *row: object, **named: object) -> None:
    """Every fault has a code and says what to do."""
    fault = fault_of(lambda: call(*row, **named))
    assert fault is None or (fault.code and fault.fix)


def fault_of(call: Callable[[], object]) -> UndercroftError | None:
    """What is refused, if anything is."""
    try:
        call()
    except UndercroftError as fault:
        return fault
    return None


@pytest.mark.parametrize(
    "call, says",
    [
        (
            lambda: d6.given(cast("Any", d6 > 3)),
            "Odds is not a function (write one, such as lambda total: total > 10)",
        ),
        (
            lambda: undercroft.until(STEP, 0, cast("Any", 4)),
            "int is not a function (write one, such as lambda state: state == 4)",
        ),
        (
            lambda: undercroft.highest(cast("Any", [d6, d6])),
            (
                "list is not dice (hand over dice one by one, such as highest(d6, d8); "
                "four alike are d6.pool(4), or d6.highest(4))"
            ),
        ),
        (
            lambda: d6.map(lambda face: cast("Any", [face])),
            "list cannot be an outcome (use numbers, text or tuples; hand over several odds one by one)",
        ),
        (
            lambda: d6.percentile(0.9),
            "0.9 is less than one in a hundred (write 90 for nine in ten; half a percent is Fraction(1, 2))",
        ),
        (
            lambda: d6 + cast("Any", 0.5),
            "0.5 is a float, and odds are exact (write Fraction(1, 2), after from fractions import Fraction)",
        ),
        (
            lambda: d6 > cast("Any", float("inf")),
            "inf is a float, and odds are exact (write Fraction(1, 2), after from fractions import Fraction)",
        ),
        (
            lambda: Odds({1: 3, 2: 1}),
            'the whole of these weights is missing (write Odds.of([1, 2]) or Odds.of({"orc": 3, "rat": 1}))',
        ),
        (
            lambda: Odds.of({1: cast("Any", "x")}),
            "x is not a chance (write a number, such as 3 or Fraction(1, 6))",
        ),
        (
            lambda: undercroft.d(cast("Any", [2, 4])),
            "a die cannot have [2, 4] sides (give it 1 to 1,000,000; other faces are Odds.of([2, 4, 6]))",
        ),
        (
            lambda: undercroft.Dice(cast("Any", 6)),
            'int is not dice notation (write Dice("2d6"), or d(6))',
        ),
        (
            lambda: undercroft.odds("hazard-die", danger="risky").chance("nobody"),
            "no outcome is called “nobody” (here are: nothing, random encounter)",
        ),
    ],
)
def test_what_to_write_instead(call, says) -> None:
    """The mistakes that people make."""
    with pytest.raises(BadInput) as fault:
        call()
    assert says == str(fault.value)
