"""The search behind exact odds: it plays a rule with every possible script.

Where a rule turns to another rule, the search finds the odds of that rule once and follows its outcomes instead of its
dice, so that equal outcomes are not followed twice. It plays the likeliest script first, and leaves a rule that may go
on for ever when hardly any chance remains.

A rule must not catch a fault of a rule it turns to: the search meets that fault before the rule's own dice are thrown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from heapq import heappop, heappush
from math import lcm
from typing import Any, TypeAlias, cast

from undercroft.interpret.policy import Best, Policy
from undercroft.kernel.budget import RESULT, SCRIPT, spend
from undercroft.kernel.dice import Answer, Choice, Question, Throw
from undercroft.kernel.faults import NeedsPolicy, OddsTooWide
from undercroft.kernel.rules import AnswersRules, AnyRule, G, Given, O, Outcome, Rule
from undercroft.kernel.script import Script, Unanswered
from undercroft.kernel.ways import answers

MOST_SCRIPTS = 200_000
"""The most scripts written down for one answer."""

MOST_TRIED = 20_000
"""The most scripts tried to find the best choices, which cannot be merged."""

MOST_ANSWERS = 200
"""The most answers in one script; a longer script is left."""

PLAYED_OUT = 20_000
"""This many scripts are played out even where hardly any chance remains."""

NEGLIGIBLE = 1e-9
"""The chance that may be left unexplored in a rule too long to play out."""

MOST_NESTED = 8
"""How deep rules within rules are followed."""

Weights: TypeAlias = dict[Outcome, int]
Step: TypeAlias = Answer | Outcome
"""An answer, or the outcome of a rule within the rule."""


class PathSearch:
    """Finds the odds of a rule and of the rules it turns to, under one policy."""

    def __init__(self, policy: Policy | None, most: int = MOST_SCRIPTS) -> None:
        self._policy = policy
        self._most = most
        self._written = 0
        self._played = 0
        self._known: dict[tuple[str, Given, int], tuple[Weights, int]] = {}
        self.offered: set[str] = set()

    def weights(self, rule: AnyRule, given: Given, depth: int = 0) -> tuple[Weights, int]:
        """Every outcome with its weight, and the total weight. Weights not followed are missing from the outcomes."""
        if depth > MOST_NESTED:
            return {}, 1
        key = rule.id, given, depth
        if key not in self._known:
            self._known[key] = _over_one_whole(self._found(rule, given, depth))
        return self._known[key]

    def _found(self, rule: AnyRule, given: Given, depth: int) -> Mapping[tuple[Outcome, int], int]:
        found: dict[tuple[Outcome, int], int] = {}
        left = 1.0
        waiting: list[tuple[float, int, tuple[Step, ...], int, int]] = [(-1.0, 0, (), 1, 1)]
        while waiting and (self._played < PLAYED_OUT or left > NEGLIGIBLE):
            _, _, script, weight, whole = heappop(waiting)
            try:
                outcome = self._play(rule, given, script)
            except Unanswered as fork:
                steps, parts = self._answers(rule, fork.question)
            except _Within as fork:
                steps, parts = self._outcomes(fork, depth)
            else:
                found[outcome, whole] = found.get((outcome, whole), 0) + weight
                left -= weight / whole
                continue
            if len(script) == MOST_ANSWERS:
                continue
            for step, part in steps:
                self._written += 1
                spend(RESULT)
                part_weight, part_whole = weight * part, whole * parts
                heappush(waiting, (-part_weight / part_whole, self._written, (*script, step), part_weight, part_whole))
            if self._written > self._most:
                raise too_many_scripts(rule, self._most)
        return found

    def _play(self, rule: AnyRule, given: Given, script: tuple[Step, ...]) -> Outcome:
        self._played += 1
        spend(SCRIPT)
        return cast("Outcome", rule.ask(_Branch(cast("tuple[Answer, ...]", script)), given))

    def _answers(self, rule: AnyRule, question: Question) -> tuple[Iterable[tuple[Step, int]], int]:
        if isinstance(question, Throw):
            return answers(question)
        if self._policy is None:
            what = f"{rule.id} lets a player choose: {question.purpose}"
            raise NeedsPolicy("needs_policy", what, "choose: never, always OPTION, or best for an outcome")
        self.offered.update(question.options)
        return [(self._policy.decide(question), 1)], 1

    def _outcomes(self, fork: _Within, depth: int) -> tuple[Iterable[tuple[Step, int]], int]:
        weights, whole = self.weights(fork.rule, fork.given, depth + 1)
        return weights.items(), whole


class _Within(Exception):
    """The script ran out where the rule turns to another rule."""

    def __init__(self, rule: AnyRule, given: Given) -> None:
        super().__init__(rule.id)
        self.rule = rule
        self.given = given


class _Branch(Script, AnswersRules):
    """A script that also holds outcomes of rules within the rule."""

    def outcome_of(self, rule: Rule[Any, G, O], given: G) -> O:
        outcome = self._next()
        if outcome is None:
            raise _Within(rule, given)
        return cast("O", outcome)


def _over_one_whole(found: Mapping[tuple[Outcome, int], int]) -> tuple[Weights, int]:
    """Weights over different wholes, added up for each outcome over one common whole."""
    whole = lcm(*(whole for _, whole in found))
    weights: Weights = {}
    for (outcome, of), weight in found.items():
        weights[outcome] = weights.get(outcome, 0) + weight * (whole // of)
    return weights, whole


class BestSearch:
    """Tries every option of every choice and keeps the best."""

    def __init__(self, policy: Best, most: int = MOST_TRIED) -> None:
        self._policy = policy
        self._most = most
        self._played = 0
        self.offered: set[str] = set()

    def weights(self, rule: AnyRule, given: Given) -> tuple[Weights, int]:
        """Every outcome with its weight, and the total weight."""
        chances = self._best(rule, given, ())
        whole = lcm(*(chance.denominator for chance in chances.values()))
        return {outcome: int(chance * whole) for outcome, chance in chances.items()}, whole

    def _best(self, rule: AnyRule, given: Given, script: tuple[Answer, ...]) -> dict[Outcome, Fraction]:
        self._played += 1
        spend(SCRIPT)
        if self._played > self._most:
            raise too_many_scripts(rule, self._most)
        try:
            return {rule(Script(script), given): Fraction(1)}
        except Unanswered as fork:
            question = fork.question
        if len(script) == MOST_ANSWERS:
            return {}
        if isinstance(question, Choice):
            self.offered.update(question.options)
            return max((self._best(rule, given, (*script, option)) for option in question.options), key=self._worth)
        chances: dict[Outcome, Fraction] = {}
        steps, parts = answers(question)
        for answer, part in steps:
            for outcome, chance in self._best(rule, given, (*script, answer)).items():
                chances[outcome] = chances.get(outcome, Fraction(0)) + chance * Fraction(part, parts)
        return chances

    def _worth(self, chances: Mapping[Outcome, Fraction]) -> Fraction:
        return sum((chance for outcome, chance in chances.items() if self._policy.wanted(outcome)), Fraction(0))


def too_many_scripts(rule: AnyRule, most: int) -> OddsTooWide:
    """The fault for a rule with too many possible courses."""
    return OddsTooWide(f"{rule.id} has more than {most:,} ways to go", "ask about a simpler situation")
