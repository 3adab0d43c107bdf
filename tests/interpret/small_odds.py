"""Random odds, small enough to count by hand."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

from undercroft.interpret.distribution import Odds

whole_numbers = st.integers(-6, 9)
fractions = st.fractions(-3, 3, max_denominator=4)


def odds_of(numbers: st.SearchStrategy[Any], *, missing: bool = False) -> st.SearchStrategy[Odds[Any]]:
    """Odds of a few numbers; with `missing`, some weight may belong to none of them."""
    weights = st.dictionaries(numbers, st.integers(1, 5), min_size=1, max_size=5)
    left = st.integers(0, 4) if missing else st.just(0)
    return st.builds(lambda found, more: Odds(found, sum(found.values()) + more), weights, left)


whole = odds_of(whole_numbers)
any_numbers = odds_of(whole_numbers | fractions)
partly = odds_of(whole_numbers, missing=True)


def counted(function: Callable[..., Any], *parts: Odds[Any]) -> dict[Any, Fraction]:
    """The chances of a function of independent quantities, counted combination by combination."""
    found: dict[Any, Fraction] = {}
    for row in product(*(part.items() for part in parts)):
        result = function(*(outcome for outcome, _ in row))
        chance = Fraction(1)
        for _, part in row:
            chance *= part
        found[result] = found.get(result, Fraction(0)) + chance
    return found
