"""The rule that settles a ruling, and a character's chance to succeed."""

from fractions import Fraction
from typing import Any

from undercroft.books.sovereign import checks, rulings
from undercroft.books.sovereign.saves import Save, save_roll
from undercroft.books.violence.checks import Check, attribute_check
from undercroft.interpret import odds
from undercroft.interpret.policy import NEVER
from undercroft.kernel.rules import AnyRule, Given, Outcome
from undercroft.kernel.script import Script
from undercroft.table import bridge
from undercroft.table.engine.plain_dice import Plain, Total, plain_dice
from undercroft.table.state import open_rulings
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person

SUCCESSES = frozenset({"success", "active_wins", "exact", "exerted"})
"""Outcomes of these rules that are a success."""

CERTAIN = Fraction(1)


def those_in(campaign: Campaign, trial: open_rulings.Trial) -> tuple[Person, ...]:
    """The characters it concerns: those named, or everyone in the group who can act."""
    if trial.who:
        return tuple(campaign.people[who] for who in trial.who)
    return campaign.able_in(trial.group)


def rollers(campaign: Campaign, trial: open_rulings.Trial) -> tuple[Person, ...]:
    """Who rolls: each character, or one for all."""
    roller = roller_for_all(trial)
    return those_in(campaign, trial) if roller is None else (campaign.people[roller],)


def roller_for_all(trial: open_rulings.Trial) -> PersonId | None:
    """The character who rolls for the whole group, if one does."""
    return trial.by.roller if isinstance(trial.by, open_rulings.SkillCheck) else None


def rule_for(campaign: Campaign, trial: open_rulings.Trial, person: Person) -> tuple[AnyRule, Given] | None:
    """The rule that settles it for a character, and its input; None if it cannot fail."""
    match trial.by:
        case None:
            return None
        case open_rulings.SkillCheck() as check:
            return _skill(campaign, trial, person, check)
        case open_rulings.OpposedCheck(attribute=attribute, skill=skill, passive=passive):
            return checks.check_opposed, checks.Opposed(bridge.check(person, attribute, skill), passive)
        case open_rulings.SavingThrow(save=save, modifier=modifier):
            return save_roll, Save(bridge.save_target(person, save), modifier)
        case open_rulings.AttributeCheck(attribute=attribute, edge=edge):
            scores = bridge.violence(person, (), campaign.house)
            return attribute_check, Check(attribute=getattr(scores, attribute), edge=edge)
        case open_rulings.XInY(x=x, y=y):
            return rulings.chance_x_in_y, rulings.XInY(x, y)
        case open_rulings.Percent(percent=percent):
            return rulings.chance_percent, rulings.Percentage(percent)
        case open_rulings.PlainDice(dice=dice):
            return plain_dice, Plain(dice, trial.what)


def _skill(
    campaign: Campaign, trial: open_rulings.Trial, person: Person, check: open_rulings.SkillCheck
) -> tuple[AnyRule, Given] | None:
    """A character's check, or one for the group; None if it is too easy to need a check."""
    difficulty = checks.check_difficulty(Script(), checks.Judged(check.dc))
    if isinstance(difficulty, checks.Automatic):
        return None
    if check.roller is None:
        modifier, skill = bridge.modifier(person, check.attribute), bridge.skill(person, check.skill)
        return checks.check_skill, checks.SkillCheck(modifier, skill, difficulty.dc, check.situational)
    others = tuple(
        bridge.check(other, check.attribute, check.skill)
        for other in those_in(campaign, trial)
        if other.id != person.id
    )
    roller = bridge.check(person, check.attribute, check.skill)
    return checks.check_group, checks.GroupCheck(roller, others, difficulty.dc - check.situational)


def succeeded(by: open_rulings.By | None, outcome: Outcome | None) -> bool | None:
    """Whether an outcome is a success; None if the dice only give a number."""
    if outcome is None:
        return True
    if isinstance(outcome, Total):
        least = by.at_least if isinstance(by, open_rulings.PlainDice) else None
        return None if least is None else outcome.total >= least
    return outcome.kind in SUCCESSES


def chance(campaign: Campaign, trial: open_rulings.Trial, person: Person) -> Fraction | None:
    """A character's exact chance to succeed; None if the dice only give a number."""
    if isinstance(trial.by, open_rulings.PlainDice) and trial.by.at_least is None:
        return None
    roller = roller_for_all(trial)
    settling = rule_for(campaign, trial, person if roller is None else campaign.people[roller])
    if settling is None:
        return CERTAIN
    rule, given = settling
    found: odds.Odds[Any] = odds.of_rule(rule, campaign.house.applied(rule, given), NEVER)
    return found.chance(lambda outcome: succeeded(trial.by, outcome) is True)
