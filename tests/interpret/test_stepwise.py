"""A rule settled die by die: the dice on the table give the ruling, or what is wanted next."""

import pytest

from tests.interpret.toys import NOWHERE, Exactly, Falling, Fighter, Hurt, Wide, fall, initiative
from undercroft.interpret.play import Answered, DieSource, Ruling
from undercroft.interpret.stepwise import Laid, OpenStep, settle_so_far, with_rolled
from undercroft.kernel.dice import D6, D20, Choice, Dice, Roll, Throw
from undercroft.kernel.faults import RuleInputError
from undercroft.kernel.notation import parse
from undercroft.kernel.rules import rule
from undercroft.kernel.throwing import KnownFaces

SCARRED = Fighter(agility=12, scars=2)
BEND = Choice("bend the 14", "roller", ("keep", "down", "up"))  # type: ignore[arg-type]


@rule("toys.burst", NOWHERE)
def burst(dice: Dice, given: Wide) -> Hurt:
    """Two dice that explode, and one that does not."""
    return Hurt(dice.total("burst", parse("2d6!+1d4")), dice.total("splinter", D6))


def typed(*answers: int | str) -> tuple[Laid, ...]:
    """Answers that someone typed."""
    return tuple(Laid(answer) for answer in answers)


def test_the_first_die_is_wanted() -> None:
    """With nothing on the table the first question comes, with its die."""
    assert OpenStep(Throw("initiative", D20), (D20,)) == settle_so_far(initiative, SCARRED, ())


def test_a_choice_is_wanted_after_its_die() -> None:
    """A choice has no dice, and knows what was thrown before it."""
    thrown = Answered(Throw("initiative", D20), (14,), (DieSource.TYPED,))
    assert OpenStep(BEND, throws=(thrown,)) == settle_so_far(initiative, SCARRED, typed(14))


def test_enough_answers_make_a_ruling() -> None:
    """Each answer keeps where it came from."""
    ruling = settle_so_far(initiative, SCARRED, (Laid(14, DieSource.ROLLED), Laid("down")))
    assert isinstance(ruling, Ruling)
    assert Exactly() == ruling.outcome
    assert [(DieSource.ROLLED,), (DieSource.TYPED,)] == [answered.sources for answered in ruling.throws]


def test_the_dice_that_are_left_of_a_handful() -> None:
    """Two of three dice are on the table: one is wanted."""
    wanted = settle_so_far(fall, Falling(feet=30), typed(2, 5))
    assert OpenStep(Throw("fall damage", Roll(3, 6), faces=True), (D6,), typed(2, 5)) == wanted


def test_dice_that_may_explode_are_wanted_as_they_fall() -> None:
    """First the handful, then what a six brings, then the die beside them."""
    wants = [settle_so_far(burst, Wide(), typed(*faces)) for faces in ((), (6, 3), (6, 3, 2))]
    assert [(D6, D6), (D6,), (Roll(1, 4),)] == [wanted.dice for wanted in wants if isinstance(wanted, OpenStep)]
    ruling = settle_so_far(burst, Wide(), typed(6, 3, 2, 4, 1))
    assert isinstance(ruling, Ruling)
    assert Hurt(15, 1) == ruling.outcome


@pytest.mark.parametrize(
    "answers, code",
    [
        ((21,), "dice_bad_face"),
        ((14, "left"), "bad_choice"),
        ((14, "down", 3), "dice_left_over"),
        (("a",), "dice_bad_face"),
    ],
)
def test_dice_that_cannot_be_on_the_table(answers, code) -> None:
    """A face the die lacks, a word that is not an option, an answer too many."""
    with pytest.raises(RuleInputError) as refused:
        settle_so_far(initiative, SCARRED, typed(*answers))
    assert code == refused.value.code


def test_rolling_answers_the_open_question_only() -> None:
    """With the dice that explosions bring; the next question stays open."""
    assert (6, 5, 6, 2, 1) == tuple(of.answer for of in with_rolled(burst, Wide(), typed(6), KnownFaces((5, 6, 2, 1))))


def test_rolling_to_the_end_stops_at_a_choice() -> None:
    """Everything else is rolled."""
    assert (Laid(14, DieSource.ROLLED),) == with_rolled(initiative, SCARRED, (), KnownFaces((14,)), to_the_end=True)
    rolled = with_rolled(burst, Wide(), (), KnownFaces((1, 2, 3, 4)), to_the_end=True)
    assert (1, 2, 3, 4) == tuple(of.answer for of in rolled)
