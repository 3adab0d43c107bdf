"""What `undercroft odds` is asked about: dice, or a rule in a situation, with its odds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from undercroft.faces.cli.output import print_notes
from undercroft.faces.cli.situation import given_for, in_terminal
from undercroft.faces.shared.library import rule_asked, said
from undercroft.interpret.distribution import Odds
from undercroft.interpret.odds import of_formula, of_rule
from undercroft.interpret.policy import named
from undercroft.interpret.words import told
from undercroft.kernel.dice import comparison_in
from undercroft.kernel.faults import BadInput
from undercroft.kernel.notation import notes, parse, text
from undercroft.kernel.rules import AnyRule, Outcome


class NamedOdds(Struct, frozen=True):
    """Dice or a rule, by name, with its odds."""

    name: str
    odds: Odds[Any]
    rule: AnyRule | None = None
    notes: tuple[str, ...] = ()
    is_yes_or_no: bool = False
    is_grouped: bool = False

    def of(self, odds: Odds[Any], name: str, *, is_grouped: bool) -> NamedOdds:
        """The same with other odds."""
        yes_or_no = len(odds) > 0 and all(isinstance(outcome, bool) for outcome in odds)
        return replace(self, name=name, odds=odds, is_grouped=is_grouped, is_yes_or_no=yes_or_no)

    def reaching(self, number: Fraction) -> NamedOdds:
        """Whether it reaches a number."""
        if not self.odds.are_numbers:
            what = f"the outcomes of {self.name} are not numbers"
            raise BadInput("not_numbers", what, "choose a number of the outcome with --by, such as --by total")
        return self.of(self.odds >= number, f"{self.name}, {told(number)} or more", is_grouped=True)

    def label(self, outcome: object) -> str:
        """An outcome as people read it."""
        return told(bool(outcome) if self.is_yes_or_no else outcome)

    @property
    def has_mean(self) -> bool:
        """Whether its mean says anything."""
        return self.rule is None and not self.is_grouped and not self.is_yes_or_no and self.odds.are_numbers

    @property
    def in_words(self) -> Odds[Any]:
        """Its odds with outcomes that a spreadsheet or a picture can hold: numbers, or words."""
        if self.rule is not None and not self.is_grouped:
            return in_sentences(self.rule, self.odds)
        return self.odds.by(self.label) if self.is_yes_or_no else self.odds


def found_for(what: str, given: Sequence[str] | None, policy: str | None, *, may_ask: bool) -> NamedOdds:
    """The odds of dice, or of a rule in a situation."""
    rule = rule_asked(what)
    if rule is not None:
        from undercroft.faces.shared.shelf import short_name_notes

        print_notes(short_name_notes(what, rule))
        situation = given_for(rule, given, may_ask=may_ask and in_terminal())
        return NamedOdds(rule.id, of_rule(rule, situation, named(policy) if policy else None), rule)
    if given or policy is not None:
        raise BadInput("not_for_dice", "dice have no situation and no choices", "leave out --given and --policy")
    formula = parse(what)
    compared = comparison_in(formula) is not None
    return NamedOdds(text(formula), of_formula(formula), None, notes(what), is_yes_or_no=compared)


def in_sentences(rule: AnyRule, found: Odds[Outcome]) -> Odds[str]:
    """The odds of each sentence. Outcomes that differ only in what their sentence leaves out count as one."""
    return found.by(lambda outcome: said(rule.id, outcome))
