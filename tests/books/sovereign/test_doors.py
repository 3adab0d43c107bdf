from fractions import Fraction

import pytest

from undercroft.books.sovereign.doors import (
    FlungOpen,
    Heard,
    Listening,
    Lock,
    OpensLater,
    StuckDoor,
    Unlocked,
    batter_turns,
    door_listen,
    door_pick,
    door_stuck,
)
from undercroft.interpret.ask import next_question
from undercroft.interpret.odds import of_rule
from undercroft.kernel.dice import Throw


@pytest.mark.parametrize(
    "mod, ways",
    [
        (-3, 0),  # 13 is out of reach
        (-2, 1),  # only double six
        (0, 6),  # 10, 11 or 12: 3 + 2 + 1
        (2, 15),  # 8 or more: 5 + 4 + 3 + 2 + 1
        (6, 33),  # all but 2 and 3
    ],
)
def test_the_usual_lock(mod, ways):
    """2d6 and the modifier must come to 10."""
    odds = of_rule(door_pick, Lock(mod=mod, has_tools=True, level=1))
    assert Fraction(ways, 36) == odds.chance(lambda outcome: isinstance(outcome, Unlocked))


def test_a_stuck_door_opens_now_or_in_one_to_three_turns():
    """With +1 a 9 is needed, 10 ways in 36; the other 26 are shared evenly by the d3."""
    odds = of_rule(door_stuck, StuckDoor(mod=1)).by(
        lambda outcome: 0 if isinstance(outcome, FlungOpen) else outcome.turns
    )
    assert {0: Fraction(10, 36), 1: Fraction(26, 108), 2: Fraction(26, 108), 3: Fraction(26, 108)} == dict(odds)


def test_helpers_count_by_sign_alone():
    """+3 and +1 help by 1 each, -2 hinders by 1, 0 does neither: as good as one helper."""
    many = of_rule(door_stuck, StuckDoor(mod=1, other_mods=(3, 1, 0, -2)))
    one = of_rule(door_stuck, StuckDoor(mod=1, other_mods=(1,)))

    assert dict(one) == dict(many)
    assert Fraction(21, 36) == of_rule(door_stuck, StuckDoor(mod=1, other_mods=(1, 1))).chance(
        lambda outcome: not isinstance(outcome, OpensLater)
    )


def test_talk_is_always_heard_and_quiet_things_one_time_in_six():
    """A modifier of 0 needs a 10: 6 ways in 36. Talk is heard every time."""
    odds = of_rule(door_listen, Listening(loud=("talk",), quiet=("breathing",), mod=0))
    assert {Heard(("talk", "breathing")): Fraction(1, 6), Heard(("talk",)): Fraction(5, 6)} == dict(odds)


def test_the_dice_do_not_tell_whether_anybody_is_there():
    """The same throw is asked for before an empty room and before one full of sleepers."""
    rooms = [Listening(loud=(), quiet=quiet, mod=1) for quiet in ((), ("breathing",), ("breathing", "a clink"))]
    asked = [next_question(door_listen, room, ()) for room in rooms]

    assert isinstance(asked[0], Throw)
    assert [asked[0]] * 3 == asked


STRENGTHS = range(-3, 7)


@pytest.mark.parametrize("times", [1, 3])
@pytest.mark.parametrize("times_the_base", [False, True])
@pytest.mark.parametrize("minimum", [0, 1])
def test_strength_never_makes_it_slower(times, times_the_base, minimum):
    """From the weakest to the strongest the turns only fall, and never below the least allowed."""
    turns = [batter_turns(strength, times, times_the_base, minimum) for strength in STRENGTHS]

    assert sorted(turns, reverse=True) == turns
    assert min(turns) >= minimum


def test_the_two_readings_of_triple():
    """(6 - s) x 3 and 18 - s differ by twice the strength, as long as the least time is not reached."""
    for strength in range(-3, 6):
        net, base = (batter_turns(strength, 3, times_the_base, 1) for times_the_base in (False, True))
        assert 2 * strength == base - net
