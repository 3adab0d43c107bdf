"""Exact odds: every outcome of a rule or a formula, with its chance as a fraction."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from typing import Generic, TypeVar, cast

from undercroft.interpret.policy import Always, Best, Policy
from undercroft.interpret.search import BestSearch, Search
from undercroft.kernel.dice import Ask, Formula
from undercroft.kernel.faults import BadInput
from undercroft.kernel.rules import G, O, Rule
from undercroft.kernel.ways import ways

H = TypeVar("H", bound=Hashable)
K = TypeVar("K", bound=Hashable)


class Odds(Mapping[H, Fraction], Generic[H]):
    """Outcomes with their exact chances. The chance that was not explored, if any, belongs to none of them."""

    def __init__(self, weights: Mapping[H, int], whole: int, policy: str | None = None) -> None:
        self._weights = weights
        self._whole = whole
        self.policy = policy

    def __getitem__(self, outcome: H) -> Fraction:
        return Fraction(self._weights[outcome], self._whole)

    def __iter__(self) -> Iterator[H]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __repr__(self) -> str:
        chances = ", ".join(f"{outcome!r}: {chance}" for outcome, chance in self.items())
        return f"Odds({chances})"

    @property
    def bits(self) -> int:
        """The length of the numbers that its chances are made of."""
        return self._whole.bit_length()

    @property
    def unexplored(self) -> Fraction:
        """The chance that was not followed to an outcome."""
        return 1 - Fraction(sum(self._weights.values()), self._whole)

    def by(self, key: Callable[[H], K]) -> Odds[K]:
        """The odds of any part of an outcome: `odds.by(lambda outcome: outcome.total >= 4)`."""
        grouped: dict[K, int] = {}
        for outcome, weight in self._weights.items():
            part = key(outcome)
            grouped[part] = grouped.get(part, 0) + weight
        return Odds(grouped, self._whole, self.policy)

    def chance(self, happens: Callable[[H], bool]) -> Fraction:
        """The chance that something holds of the outcome."""
        return Fraction(sum(weight for outcome, weight in self._weights.items() if happens(outcome)), self._whole)


def of_formula(formula: Formula) -> Odds[int]:
    """The exact odds of every total of a formula."""
    spread = ways(formula)
    return Odds(spread.counts, spread.whole)


def of_rule(rule: Rule[Ask, G, O], given: G, policy: Policy | Best | None = None) -> Odds[O]:
    """Every outcome of a rule and its exact chance. The policy settles choices; without a policy they are refused."""
    _check_policy(rule, policy)
    search = BestSearch(policy) if isinstance(policy, Best) else Search(policy)
    weights, whole = search.weights(rule, given)
    if isinstance(policy, Always) and search.offered and policy.word not in search.offered:
        offered = " or ".join(sorted(search.offered))
        raise BadInput("bad_policy", f"no player is ever offered “{policy.word[:40]}” here", f"there is {offered}")
    return Odds(cast("dict[O, int]", weights), whole, policy.name if policy and search.offered else None)


def _check_policy(rule: Rule[Ask, G, O], policy: Policy | Best | None) -> None:
    if isinstance(policy, Best):
        kinds = [str(outcome.__struct_config__.tag) for outcome in rule.outcomes]
        unknown = [kind for kind in policy.kinds if kind not in kinds]
        if unknown:
            raise BadInput(
                "bad_policy", f"{rule.id} never ends in “{unknown[0][:40]}”", f"it ends in {', '.join(kinds)}"
            )
