"""The numbers that the rolls of Neverwhere are held against, in words."""

from fractions import Fraction
from operator import attrgetter

from undercroft.books.neverwhere import (
    breath,
    checks,
    effort,
    effort_at_work,
    effort_attacks,
    effort_combat,
    effort_on_the_move,
    elsewhere,
    fatigue,
    flying,
    hiking,
    hunger,
    injury,
    throwing,
)
from undercroft.kernel.rules import AnyRule, Given, Targets
from undercroft.kernel.target_numbers import Number, reach

_ac: Number = attrgetter("ac")
_sn: Number = attrgetter("sn")
_will: Number = attrgetter("will_mod")
_vit: Number = attrgetter("vit_mod")


def _usual(_: Given) -> int:
    return checks.DEFAULT_SN


_EFFORTS: tuple[AnyRule, ...] = (
    effort.extra_effort,
    effort.extra_effort_instant,
    effort_at_work.extra_effort_dig,
    effort_at_work.extra_effort_lift,
    effort_on_the_move.extra_effort_hike,
    effort_on_the_move.extra_effort_jump,
    effort_on_the_move.extra_effort_run,
    effort_on_the_move.extra_effort_swim,
)
_STRAINS: tuple[AnyRule, ...] = (
    effort_combat.extra_effort_combat,
    effort_combat.feverish_defense,
    effort_attacks.all_out_attack,
    effort_attacks.mighty_blow,
    effort_attacks.precise_strike,
)


def _effort_will(given: effort.Pushing) -> int:
    return given.will_mod + (effort.MOTIVATED if given.motivated else 0)


def _thrown(given: throwing.Throwing) -> int:
    clumsy = given.improvised or not given.proficient
    return throwing.thrown_bonus(given.rab, clumsy, given.distance // given.increment)


def _demanded(given: checks.Task) -> int:
    of = checks.Demand
    return {of.PRECISION: given.dex_mod, of.POWER: given.str_mod, of.ENDURANCE: given.vit_mod}[given.kind]


TARGETS: Targets = (
    (checks.check, "check", reach(_sn, lambda given: given.skill)),
    (checks.generic_task, "check", reach(_sn, _demanded)),
    (elsewhere.missing, "", reach(_sn)),
    (throwing.throw_attack, "ranged attack", reach(_ac, _thrown)),
    (hunger.forage, "Survival to find food", reach(_usual, lambda given: given.survival)),
    (flying.fly, "Flying for a longer way", reach(_usual, lambda given: given.fly_level)),
    (
        hiking.hike_roll,
        "hiking roll",
        reach(_usual, lambda given: hiking.hiking_skill(given.survival, given.penalty, given.vit_mod)),
    ),
    (
        hiking.hike_group_roll,
        "hiking roll of the group",
        reach(_usual, lambda given: Fraction(sum(given.survival_levels), len(given.survival_levels))),
    ),
    (breath.breath_round, "Will to stay conscious", reach(lambda given: fatigue.weary_sn(given.fp), _will)),
    (fatigue.collapse, "Will to go on", reach(lambda given: fatigue.weary_sn(given.fp), _will)),
    (fatigue.collapse, "Vit against a heart attack", reach(lambda given: fatigue.weary_sn(given.fp), _vit)),
    (injury.crippling, "Vit against a lasting crippling", reach(_usual, _vit)),
    (injury.zero_hp, "Will to stay awake", reach(lambda given: injury.waking_sn(given.hp), _will)),
    (effort_attacks.mighty_blow, "mighty blow", reach(_ac, lambda given: given.attack_bonus)),
    (
        effort_attacks.precise_strike,
        "precise strike",
        reach(_ac, lambda given: given.attack_bonus + effort_attacks.PRECISE_TO_HIT),
    ),
    (
        effort_on_the_move.extra_effort_jump,
        "Jump roll",
        reach(lambda given: given.jump_sn, lambda given: given.skill),
    ),
    *((rule, "Will for extra effort", reach(effort.sn_of, _effort_will)) for rule in _EFFORTS),
    *((rule, "Vit against a lasting crippling", reach(_usual, _vit)) for rule in _EFFORTS),
    *((rule, "Will for extra effort in combat", reach(_usual, _will)) for rule in _STRAINS),
)
"""By the rule and the purpose of the roll; any purpose of the rule if it is empty."""
