"""Exact odds: every outcome of a rule or a formula, with its chance as a fraction.

A rule is played with every possible script. A choice is settled by a stated policy, never averaged. A rule that may go
on for ever is followed until little chance is left, and what is left is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from heapq import heappop, heappush
from math import lcm
from typing import Generic, TypeVar

from undercroft.kernel.dice import Answer, Ask, Choice, Formula, Question, Throw
from undercroft.kernel.faults import NeedsPolicy, OddsTooWide
from undercroft.kernel.rules import G, O, Outcome, Rule
from undercroft.kernel.script import Script, Unanswered
from undercroft.kernel.ways import answers as answers_to
from undercroft.kernel.ways import ways

MOST_PATHS = 200_000
"""Scripts that are played for one answer."""

FINISHED = 20_000
"""As many scripts as this are played out even where little chance is left."""

NEGLIGIBLE = 1e-9
"""What may be left unexplored of a rule that is too long to play out."""

H = TypeVar("H", bound=Hashable)
K = TypeVar("K", bound=Hashable)


class Odds(Mapping[H, Fraction], Generic[H]):
    """Outcomes with their exact chances. What was not explored, if anything, is stated and belongs to none of them."""

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
        return f"Odds({ {outcome: str(chance) for outcome, chance in self.items()} })"

    @property
    def unexplored(self) -> Fraction:
        """The chance that was not followed to an outcome."""
        return 1 - Fraction(sum(self._weights.values()), self._whole)

    def by(self, key: Callable[[H], K]) -> Odds[K]:
        """The odds of any part of an outcome: `odds.by(lambda o: o.total >= 4)`."""
        grouped: dict[K, int] = {}
        for outcome, weight in self._weights.items():
            part = key(outcome)
            grouped[part] = grouped.get(part, 0) + weight
        return Odds(grouped, self._whole, self.policy)

    def chance(self, happens: Callable[[H], bool]) -> Fraction:
        """The chance that something holds of the outcome."""
        return Fraction(sum(weight for outcome, weight in self._weights.items() if happens(outcome)), self._whole)


class Policy:
    """How odds settle the choices of a rule."""

    def __init__(self, name: str, decide: Callable[[Choice], str]) -> None:
        self.name = name
        self.decide = decide


NEVER = Policy("never", lambda choice: choice.options[0])
"""Decline every choice: take its first option."""


def always(word: str) -> Policy:
    """Take that option wherever it is offered, and decline elsewhere."""
    return Policy(f"always {word}", lambda choice: word if word in choice.options else choice.options[0])


class Best:
    """Choose, each time, what makes the wanted outcomes likeliest."""

    def __init__(self, name: str, wanted: Callable[[Outcome], bool]) -> None:
        self.name = f"best for {name}"
        self.wanted = wanted


def best_for(*kinds: str) -> Best:
    """Choose what makes outcomes of these kinds likeliest."""
    return Best(" or ".join(kinds), lambda outcome: outcome.__struct_config__.tag in kinds)


def of_formula(formula: Formula) -> Odds[int]:
    """The exact odds of every total of a formula."""
    spread = ways(formula)
    return Odds(spread.counts, spread.whole)


def of_rule(
    rule: Rule[Ask, G, O],
    given: G,
    policy: Policy | Best | None = None,
    *,
    negligible: float = NEGLIGIBLE,
    most: int = MOST_PATHS,
) -> Odds[O]:
    """Every outcome of a rule and its exact chance."""
    search = _Search(rule, given, most)
    found = search.best(policy) if isinstance(policy, Best) else search.likeliest_first(policy, negligible)
    whole = lcm(*(chance.denominator for chance in found.values()))
    weights = {outcome: chance.numerator * (whole // chance.denominator) for outcome, chance in found.items()}
    return Odds(weights, whole, policy.name if policy and search.chose else None)


class _Search(Generic[G, O]):
    """Plays a rule with one script after another."""

    def __init__(self, rule: Rule[Ask, G, O], given: G, most: int) -> None:
        self._rule = rule
        self._given = given
        self._most = most
        self.played = 0
        self.chose = False

    def _play(self, script: tuple[Answer, ...]) -> Question | O:
        self.played += 1
        if self.played > self._most:
            what = f"{self._rule.id} has more than {self._most:,} ways to go"
            raise OddsTooWide("odds_too_wide", what, "ask about a simpler situation")
        try:
            return self._rule(Script(script), self._given)
        except Unanswered as question:
            return question.question

    def likeliest_first(self, policy: Policy | None, negligible: float) -> dict[O, Fraction]:
        """Follow the likeliest script first, until all is played or nearly nothing is left."""
        found: dict[tuple[O, int], int] = {}
        left, number = 1.0, 0
        waiting: list[tuple[float, int, tuple[Answer, ...], int, int]] = [(-1.0, number, (), 1, 1)]
        while waiting and (self.played < FINISHED or left > negligible):
            _, _, script, weight, whole = heappop(waiting)
            next_step = self._play(script)
            if isinstance(next_step, Throw):
                followed, ways_in_all = answers_to(next_step)
                for answer, ways_there in followed:
                    number += 1
                    part, of = weight * ways_there, whole * ways_in_all
                    heappush(waiting, (-part / of, number, (*script, answer), part, of))
            elif isinstance(next_step, Choice):
                number += 1
                heappush(waiting, (-weight / whole, number, (*script, self._decided(next_step, policy)), weight, whole))
            else:
                found[next_step, whole] = found.get((next_step, whole), 0) + weight
                left -= weight / whole
        return _joined(found)

    def _decided(self, choice: Choice, policy: Policy | None) -> str:
        if policy is None:
            what = f"{self._rule.id} lets somebody choose: {choice.purpose}"
            raise NeedsPolicy("needs_policy", what, "say how: never, always OPTION, or best for an outcome")
        self.chose = True
        return policy.decide(choice)

    def best(self, policy: Best, script: tuple[Answer, ...] = ()) -> dict[O, Fraction]:
        """Try every option of every choice and keep the one that serves best."""
        next_step = self._play(script)
        if isinstance(next_step, Choice):
            self.chose = True
            options = [self.best(policy, (*script, option)) for option in next_step.options]
            return max(options, key=lambda odds: sum(chance for end, chance in odds.items() if policy.wanted(end)))
        if isinstance(next_step, Throw):
            followed, whole = answers_to(next_step)
            found: dict[O, Fraction] = {}
            for answer, weight in followed:
                for outcome, chance in self.best(policy, (*script, answer)).items():
                    found[outcome] = found.get(outcome, Fraction(0)) + chance * Fraction(weight, whole)
            return found
        return {next_step: Fraction(1)}


def _joined(found: Mapping[tuple[O, int], int]) -> dict[O, Fraction]:
    """Weights over different wholes, added up per outcome."""
    joined: dict[O, Fraction] = {}
    for (outcome, whole), weight in found.items():
        joined[outcome] = joined.get(outcome, Fraction(0)) + Fraction(weight, whole)
    return joined
