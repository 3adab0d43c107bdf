"""The odds lock: the exact odds of every rule in a few situations, one line each, so that a review shows what changes.

    delving.hazard-die {"danger":"risky"} random_encounter: 1/12, nothing: 11/12

A rule that offers a choice has a line for each policy, in brackets. A fraction that is too long to read is written as a
percentage with a digest. Where one kind of outcome comes in several shapes, a digest of all of them ends the line.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from itertools import islice
from typing import Any, TypeAlias

from undercroft.faces.manual.examples import situations
from undercroft.interpret.odds import Odds, of_rule
from undercroft.interpret.policy import NEVER, NotedPolicy, always
from undercroft.kernel import wire
from undercroft.kernel.faults import OddsTooWide
from undercroft.kernel.rules import AnyRule, Given, Outcome

MOST_SITUATIONS = 4
LONGEST_FRACTION = 60
DIGITS = 16
TOO_WIDE = "too wide to count"

Key: TypeAlias = tuple[str, str, str]
"""The rule, its situation as JSON, and the policy or nothing."""


@dataclass(frozen=True)
class LockedOdds:
    """One line: a rule, a situation, the policy for choices, and the odds as they are written."""

    rule: str
    given: str
    policy: str
    odds: str

    @property
    def key(self) -> Key:
        """The rule, situation and policy of the line."""
        return self.rule, self.given, self.policy

    @property
    def line(self) -> str:
        """The entry as a line of the file."""
        return " ".join(part for part in (self.rule, self.given, self.policy and f"[{self.policy}]", self.odds) if part)

    @property
    def chances(self) -> dict[str, str]:
        """The chance of each kind of outcome, as written; empty if there were too many to count."""
        if self.odds == TOO_WIDE:
            return {}
        pairs = (part.partition(": ") for part in self.odds.partition("; ")[0].split(", "))
        return {kind: chance for kind, _, chance in pairs}


def entries(rule: AnyRule) -> Iterator[LockedOdds]:
    """The lines of one rule."""
    for given, situation in islice(situations(rule).items(), MOST_SITUATIONS):
        try:
            for policy, odds in _under_every_policy(rule, situation):
                yield LockedOdds(rule.id, given, policy, _written_odds(rule, odds))
        except OddsTooWide:
            yield LockedOdds(rule.id, given, "", TOO_WIDE)


def text(found: Iterable[LockedOdds]) -> str:
    """The whole file."""
    return "".join(f"{line}\n" for line in sorted(entry.line for entry in found))


def read(locked: str) -> Mapping[Key, LockedOdds]:
    """The entries of a file."""
    return {entry.key: entry for entry in map(_entry, locked.splitlines())}


def _entry(line: str) -> LockedOdds:
    rule, _, rest = line.partition(" ")
    _, end = json.JSONDecoder().raw_decode(rest)
    given, odds = rest[:end], rest[end + 1 :]
    if not odds.startswith("["):
        return LockedOdds(rule, given, "", odds)
    policy, _, odds = odds[1:].partition("] ")
    return LockedOdds(rule, given, policy, odds)


def _under_every_policy(rule: AnyRule, given: Given) -> Iterator[tuple[str, Odds[Any]]]:
    """The odds if everything is declined, then if each option that is ever offered is always taken."""
    noting = NotedPolicy(NEVER)
    odds = of_rule(rule, given, noting)
    yield odds.policy or "", odds
    waiting, tried = list(noting.taken), set[str]()
    while waiting:
        word = waiting.pop(0)
        if word in tried:
            continue
        tried.add(word)
        noting = NotedPolicy(always(word))
        yield f"always {word}", of_rule(rule, given, noting)
        waiting += noting.taken


def _written_odds(rule: AnyRule, odds: Odds[Any]) -> str:
    by_kind = odds.by(lambda outcome: str(outcome.kind))
    kinds = [str(kind.__struct_config__.tag) for kind in rule.outcomes]
    parts = [", ".join(f"{kind}: {_written(by_kind[kind])}" for kind in kinds if kind in by_kind)]
    if odds.unexplored:
        parts.append(f"unexplored {_written(odds.unexplored)}")
    if len(odds) > len(by_kind):
        parts.append(f"{len(odds)} outcomes sha256:{_digest_of_all(odds)}")
    return "; ".join(parts)


def _written(chance: Fraction) -> str:
    exact = str(chance)
    if len(exact) <= LONGEST_FRACTION:
        return exact
    return f"{float(chance) * 100:.6g}% sha256:{_digest(exact.encode())}"


def _digest_of_all(odds: Mapping[Outcome, Fraction]) -> str:
    written = sorted(wire.encode(outcome) + f" {chance}".encode() for outcome, chance in odds.items())
    return _digest(b"\n".join(written))


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:DIGITS]
