"""Exact odds, derived by hand."""

from fractions import Fraction

import pytest

from tests.interpret.toys import (
    After,
    Before,
    Chain,
    Exactly,
    Falling,
    Fighter,
    Sixes,
    Wide,
    fall,
    initiative,
    loop,
    sixes,
    wide,
)
from undercroft.interpret.odds import of_formula, of_rule
from undercroft.interpret.policy import NEVER, always, best_for, named
from undercroft.kernel.faults import BadInput, NeedsPolicy, OddsTooWide
from undercroft.kernel.notation import parse

UNSCARRED, SCARRED = Fighter(agility=12), Fighter(agility=12, scars=2)


def test_without_a_choice_no_policy_is_needed() -> None:
    """Agility 12: under it in 11 of 20, exactly in 1, over in 8."""
    odds = of_rule(initiative, UNSCARRED)
    assert {Before(): Fraction(11, 20), Exactly(): Fraction(1, 20), After(): Fraction(2, 5)} == dict(odds)
    assert odds.policy is None
    assert 0 == odds.unexplored


def test_a_choice_without_a_policy_is_refused() -> None:
    """Odds do not guess what a person does."""
    with pytest.raises(NeedsPolicy) as refused:
        of_rule(initiative, SCARRED)
    assert "needs_policy" == refused.value.code


@pytest.mark.parametrize(
    "policy, before, exactly, after",
    [
        (NEVER, Fraction(11, 20), Fraction(1, 20), Fraction(8, 20)),
        (always("keep"), Fraction(11, 20), Fraction(1, 20), Fraction(8, 20)),
        (always("down"), Fraction(13, 20), Fraction(1, 20), Fraction(6, 20)),
        (always("up"), Fraction(9, 20), Fraction(1, 20), Fraction(10, 20)),
        # exactly on 10, 12 or 14, whatever else could be had
        (best_for("exactly"), Fraction(10, 20), Fraction(3, 20), Fraction(7, 20)),
        # after is out of reach only for 15 and above
        (best_for("before", "exactly"), Fraction(13, 20), Fraction(1, 20), Fraction(6, 20)),
    ],
)
def test_policies(policy, before, exactly, after) -> None:
    """Two scars move the throw by two, as the policy says; its name travels with the answer."""
    odds = of_rule(initiative, SCARRED, policy)
    kinds = odds.by(lambda outcome: outcome.kind)
    assert after == kinds["after"]
    assert before + exactly == kinds["before"] + kinds["exactly"]
    assert 1 == sum(odds.values())
    assert policy.name == odds.policy


def test_best_for_exactly_takes_every_chance() -> None:
    """10 up, 12 kept and 14 down are all exact: three faces of twenty."""
    odds = of_rule(initiative, SCARRED, best_for("exactly"))
    assert Fraction(3, 20) == odds[Exactly()]


@pytest.mark.parametrize("policy", [always("fly"), best_for("victory")])
def test_policies_that_can_never_apply_are_refused(policy) -> None:
    """An option nobody is offered, or an outcome that cannot be, is a slip of the pen."""
    with pytest.raises(BadInput) as refused:
        of_rule(initiative, SCARRED, policy)
    assert "bad_policy" == refused.value.code


def test_where_nobody_chooses_any_option_will_do() -> None:
    """Without scars nothing is offered, and the policy does not matter."""
    assert dict(of_rule(initiative, UNSCARRED)) == dict(of_rule(initiative, UNSCARRED, always("fly")))


def test_the_best_of_a_loop_is_cut_off() -> None:
    """A rule that goes on for ever is followed so far and no further."""
    odds = of_rule(loop, Chain(), best_for("sixes"))
    assert 0 < odds.unexplored < Fraction(1, 10**100)


@pytest.mark.parametrize("text", ["never", "always keep", "always:keep", "best for hit", "best for hit or miss"])
def test_policies_by_name(text: str) -> None:
    """A policy can be written down."""
    assert named(text).name == text.replace(":", " ")


def test_other_names_are_refused() -> None:
    """There are three kinds of policy."""
    with pytest.raises(BadInput):
        named("sometimes")


def test_what_may_go_on_for_ever_is_bounded_and_says_so() -> None:
    """Each six has 1/6: n of them 5/6 (1/6)^n; the rest is stated as unexplored."""
    odds = of_rule(sixes, Chain())
    assert Fraction(5, 6) == odds[Sixes(0)]
    assert Fraction(5, 6) * Fraction(1, 6) ** 3 == odds[Sixes(3)]
    assert sum(odds.values()) + odds.unexplored == 1
    assert odds.unexplored == Fraction(1, 6) ** len(odds)


def test_a_loop_within_a_rule_is_bounded_by_what_is_left() -> None:
    """Without rules to turn to, scripts are followed, likeliest first, until little is left."""
    odds = of_rule(loop, Chain())
    assert Fraction(5, 6) * Fraction(1, 6) ** 3 == odds[Sixes(3)]
    assert 0 < odds.unexplored < Fraction(1, 10**9)
    assert sum(odds.values()) + odds.unexplored == 1


def test_single_faces_cost_hands_not_orders() -> None:
    """A fall of 100 feet: ten d6 as 3,003 hands. The worst die is below 6 in (5/6)^10."""
    odds = of_rule(fall, Falling(feet=100))
    assert Fraction(5, 6) ** 10 == odds.chance(lambda hurt: hurt.worst < 6)
    assert Fraction(1, 6**10) == odds.chance(lambda hurt: hurt.damage == 60)


def test_too_many_ways_are_refused() -> None:
    """A rule that asks too finely is told so, not waited for."""
    with pytest.raises(OddsTooWide):
        of_rule(wide, Wide())


def test_grouping() -> None:
    """Any part of an outcome can be asked for."""
    odds = of_formula(parse("2d6"))
    assert {True: Fraction(1, 6), False: Fraction(5, 6)} == dict(odds.by(lambda total: total >= 10))
    assert Fraction(1, 6) == odds.chance(lambda total: total >= 10)
    assert "2: 1/36" in repr(odds)
