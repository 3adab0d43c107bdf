from fractions import Fraction

import pytest

from undercroft.books.violence.combat_rounds import After, BeforeWithQuickAction, Fighter, initiative
from undercroft.books.violence.scars import Rolled, ScarMode, Total, scar_modifier, shifts
from undercroft.interpret.ask import next_question
from undercroft.interpret.odds import of_rule
from undercroft.interpret.policy import NEVER, always, best_for
from undercroft.kernel.dice import Choice
from undercroft.kernel.faults import NeedsPolicy

SCARRED = Fighter(agility=12, scars=2)


@pytest.mark.parametrize(
    "mode, options",
    [
        (ScarMode.EXACT, ("keep", "down", "up")),
        (ScarMode.UP_TO, ("keep", "-2", "-1", "+1", "+2")),
    ],
)
def test_leaving_the_roll_alone_is_offered_first(mode, options):
    """The first option declines, so a policy of never bends nothing."""
    question = next_question(scar_modifier, Rolled(face=16, scars=2, mode=mode), ())

    assert isinstance(question, Choice)
    assert options == question.options == tuple(shifts(2, mode))


def test_nobody_without_scars_is_asked():
    """No Scars, no choice: odds need no policy."""
    odds = of_rule(scar_modifier, Rolled(face=16, scars=0))

    assert {Total(16): 1} == dict(odds)
    assert odds.policy is None


def test_odds_with_scars_want_a_policy():
    """What a person does with their Scars is not guessed."""
    with pytest.raises(NeedsPolicy):
        of_rule(initiative, SCARRED)


@pytest.mark.parametrize(
    "policy, late",
    [
        (NEVER, Fraction(8, 20)),  # 13 to 20
        (always("down"), Fraction(6, 20)),  # 15 to 20, less 2
        (always("up"), Fraction(10, 20)),  # 11 to 20, and 2
    ],
)
def test_scars_shift_initiative(policy, late):
    """Agility 12 and two Scars: each policy moves the faces that come too late by two."""
    assert late == of_rule(initiative, SCARRED, policy)[After()]


def test_scars_serve_a_person_who_looks_at_the_die():
    """Agility 12 is met by 12 itself, 14 less two and 10 and two: three faces in twenty."""
    odds = of_rule(initiative, SCARRED, best_for("before_with_quick_action"))

    assert Fraction(3, 20) == odds[BeforeWithQuickAction()]
