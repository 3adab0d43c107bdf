"""Exact odds: every outcome of a rule or a formula, with its chance as a fraction."""

from __future__ import annotations

from typing import cast

from undercroft.interpret.distribution import Odds
from undercroft.interpret.formula_odds import of_formula
from undercroft.interpret.path_search import BestSearch, PathSearch
from undercroft.interpret.policy import Always, Best, Policy
from undercroft.kernel.amounts import either
from undercroft.kernel.dice import Ask
from undercroft.kernel.faults import BadInput
from undercroft.kernel.rules import G, O, Rule

__all__ = ["Odds", "of_formula", "of_rule"]


def of_rule(rule: Rule[Ask, G, O], given: G, policy: Policy | Best | None = None) -> Odds[O]:
    """Every outcome of a rule and its exact chance. The policy settles choices; without a policy they are refused."""
    _check_policy(rule, policy)
    search = BestSearch(policy) if isinstance(policy, Best) else PathSearch(policy)
    weights, whole = search.weights(rule, given)
    if isinstance(policy, Always) and search.offered and policy.word not in search.offered:
        offered = either(sorted(search.offered))
        raise BadInput("bad_policy", f"no player ever has the option “{policy.word[:40]}” here", f"choose {offered}")
    return Odds(cast("dict[O, int]", weights), whole, policy.name if policy and search.offered else None)


def _check_policy(rule: Rule[Ask, G, O], policy: Policy | Best | None) -> None:
    if isinstance(policy, Best):
        kinds = [str(outcome.__struct_config__.tag) for outcome in rule.outcomes]
        unknown = [kind for kind in policy.kinds if kind not in kinds]
        if unknown:
            raise BadInput(
                "bad_policy", f"{rule.id} never ends in “{unknown[0][:40]}”", f"it ends in {', '.join(kinds)}"
            )
