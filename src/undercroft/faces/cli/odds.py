"""`undercroft odds`."""

from fractions import Fraction
from typing import Any

from undercroft.faces.cli.output import print_json, print_notes
from undercroft.faces.cli.situation import given_for, in_terminal
from undercroft.faces.shared.grouping import outcomes_by, totals_by
from undercroft.faces.shared.library import dice_asked, is_rule_id, said
from undercroft.faces.shared.payloads import odds_told
from undercroft.faces.shared.shelf import rule_named
from undercroft.interpret.odds import Odds, of_formula, of_rule
from undercroft.interpret.policy import named
from undercroft.interpret.text_charts import chance_lines
from undercroft.interpret.words import told
from undercroft.kernel.dice import comparison_in
from undercroft.kernel.faults import BadInput
from undercroft.kernel.notation import notes, text
from undercroft.kernel.rules import AnyRule, Outcome

MOST_ROWS = 12
"""A rule with more outcomes than this is shown to people by kind of outcome."""


def odds(what: str, given: str | None, by: str | None, policy: str | None, *, as_json: bool) -> None:
    """Print the exact odds of dice, or of a rule."""
    if is_rule_id(what):
        _of_rule(rule_named(what), given, by, policy, as_json=as_json)
    elif given is not None or policy is not None:
        raise BadInput("not_for_dice", "dice have no situation and no choices", "leave out --given and --policy")
    else:
        _of_formula(what, by, as_json=as_json)


def _of_formula(expression: str, by: str | None, *, as_json: bool) -> None:
    formula, noted = dice_asked(expression), notes(expression)
    print_notes(noted)
    found: Odds[Any] = of_formula(formula)
    compared = comparison_in(formula) is not None
    if by:
        found = totals_by(found, by)
    if as_json:
        print_json(odds_told(found, noted))
        return
    print(text(formula))
    chart(found, [told(bool(total) if compared and not by else total) for total in found])
    if not by and not compared:
        mean = sum(total * chance for total, chance in found.items())
        print(f"mean {told(Fraction(mean))}" if found.unexplored == 0 else f"mean about {float(mean):.4f}")


def _of_rule(rule: AnyRule, given: str | None, by: str | None, policy: str | None, *, as_json: bool) -> None:
    situation = given_for(rule, given, may_ask=in_terminal() and not as_json)
    exact: Odds[Any] = of_rule(rule, situation, named(policy) if policy else None)
    if as_json:
        print_json(odds_told(outcomes_by(rule, exact, by) if by else exact))
        return
    found = outcomes_by(rule, exact, by) if by else in_sentences(rule, exact)
    shortened = by is None and len(found) > MOST_ROWS
    if shortened:
        by, found = "kind", outcomes_by(rule, exact, "kind")
    print(f"{rule.id}{f', by {by}' if by else ''}{f', choices: {found.policy}' if found.policy else ''}")
    chart(found, [told(outcome) for outcome in found])
    if shortened:
        names = sorted({name for kind in rule.outcomes for name in kind.__struct_fields__})
        print(f"(--by shows more: {', '.join(names)})")


def in_sentences(rule: AnyRule, found: Odds[Outcome]) -> Odds[str]:
    """The odds of each sentence. Outcomes that differ only in what their sentence leaves out count as one."""
    return found.by(lambda outcome: said(rule.id, outcome))


def chart(found: Odds[Any], labels: list[str]) -> None:
    """Print a bar, a percentage and a fraction for each outcome."""
    print(*chance_lines(labels, list(found.values()), found.unexplored), sep="\n")
