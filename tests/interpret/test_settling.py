"""Play, ask and audit: the same rule with rolled, typed and recorded dice."""

import pytest
from msgspec.structs import replace

from tests.interpret.toys import After, Before, Exactly, Falling, Fighter, Hurt, fall, initiative
from undercroft.interpret.ask import TypedDice, next_question, settle_typed
from undercroft.interpret.audit import Difference, audit
from undercroft.interpret.play import Answered, DieSource, Generator, settle
from undercroft.kernel.dice import D20, Choice, Roll, Throw
from undercroft.kernel.faults import RuleInputError
from undercroft.kernel.script import Unanswered
from undercroft.kernel.throwing import KnownFaces

SCARRED = Fighter(agility=12, scars=2)
BEND = Choice("bend the 14", "roller", ("keep", "down", "up"))  # type: ignore[arg-type]


def rolling(*faces: int) -> Generator:
    """A generator whose dice are known."""
    return Generator(KnownFaces(faces))


def test_a_generator_answers_every_throw() -> None:
    """The ruling keeps the question, the faces as they fell, and that they were rolled."""
    ruling = settle(fall, Falling(feet=35), rolling(5, 1, 6))
    assert Hurt(12, 6) == ruling.outcome
    question = Throw("fall damage", Roll(3, 6), faces=True)
    assert (Answered(question, (5, 1, 6), (DieSource.ROLLED,) * 3),) == ruling.throws
    assert ((5, 1, 6),) == ruling.answers


def test_a_generator_has_no_will() -> None:
    """Play stops at a choice."""
    with pytest.raises(Unanswered) as stopped:
        settle(initiative, SCARRED, rolling(14))
    assert BEND == stopped.value.question


@pytest.mark.parametrize(
    "typed, outcome",
    [((14, "down"), Exactly()), ((14, "keep"), After()), ((14, "up"), After()), ((13, "down"), Before())],
)
def test_typed_dice_and_words(typed, outcome) -> None:
    """One number a die, a word for a choice."""
    assert outcome == settle_typed(initiative, SCARRED, typed).outcome


def test_any_die_may_be_typed_and_the_rest_rolled() -> None:
    """Provenance is kept die by die."""
    ruling = settle_typed(fall, Falling(feet=30), [2, None, 4], rolling(6))
    assert Hurt(12, 6) == ruling.outcome
    assert (DieSource.TYPED, DieSource.ROLLED, DieSource.TYPED) == ruling.throws[0].sources


@pytest.mark.parametrize(
    "typed, code",
    [
        ([21], "dice_bad_face"),
        ([0], "dice_bad_face"),
        (["up"], "dice_bad_face"),
        ([True], "dice_bad_face"),
        ([], "dice_missing"),
        ([14], "choice_missing"),
        ([14, "sideways"], "bad_choice"),
        ([14, 3], "bad_choice"),
        ([14, "up", 3], "dice_left_over"),
    ],
)
def test_answers_that_do_not_fit(typed, code) -> None:
    """The fault names the question and what its dice could show."""
    with pytest.raises(RuleInputError) as refused:
        settle_typed(initiative, SCARRED, typed)
    assert code == refused.value.code


def test_a_choice_left_to_hands_without_a_will() -> None:
    """Rolling the rest does not decide for anybody."""
    with pytest.raises(RuleInputError) as refused:
        settle_typed(initiative, SCARRED, [14], rolling())
    assert "choice_missing" == refused.value.code


def test_question_by_question() -> None:
    """What a rule asks next, or its outcome once the answers are enough."""
    assert Throw("initiative", D20) == next_question(initiative, SCARRED, ())
    assert BEND == next_question(initiative, SCARRED, (14,))
    assert Exactly() == next_question(initiative, SCARRED, (14, "down"))


RULING = settle(initiative, SCARRED, TypedDice([14, "down"]))


def test_audit_finds_nothing_in_a_fresh_ruling() -> None:
    """The same rule on the same answers."""
    assert () == audit(initiative, RULING)


def test_audit_reports_another_outcome() -> None:
    """The recorded outcome and today's."""
    tampered = replace(RULING, outcome=After())
    assert (Difference("outcome", After(), Exactly()),) == audit(initiative, tampered)


def test_audit_reports_another_question() -> None:
    """A rule that asks something else, something more or something less."""
    asked = Answered(Throw("to hit", D20), (14,), (DieSource.TYPED,))
    assert "question" == audit(initiative, replace(RULING, throws=(asked, RULING.throws[1])))[0].what
    missing = audit(initiative, replace(RULING, throws=RULING.throws[:1]))
    assert (Difference("question", None, RULING.throws[1].question),) == missing
    left_over = audit(initiative, replace(RULING, throws=(*RULING.throws, asked)))
    assert (Difference("question", asked.question, None),) == left_over


def test_audit_reports_answers_that_no_longer_fit() -> None:
    """Dice that today's roll cannot take are a difference, not a crash."""
    short = Answered(RULING.throws[0].question, (), ())
    assert "refusal" == audit(initiative, replace(RULING, throws=(short, RULING.throws[1])))[0].what


def test_audit_checks_the_dice_and_words_of_the_record() -> None:
    """A face that is not on the die, or a word nobody was offered, is a difference."""
    face = Answered(RULING.throws[0].question, (99,), (DieSource.TYPED,))
    assert "refusal" == audit(initiative, replace(RULING, throws=(face, RULING.throws[1])))[0].what
    word = Answered(RULING.throws[1].question, "sideways", (DieSource.TYPED,))
    assert "refusal" == audit(initiative, replace(RULING, throws=(RULING.throws[0], word)))[0].what


def test_audit_outlives_a_rule_that_breaks() -> None:
    """What an old situation does to today's rule is reported, not raised."""
    broken = replace(RULING, given=replace(SCARRED, scars="many"))
    assert "fault" == audit(initiative, broken)[0].what
