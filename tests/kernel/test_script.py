"""A script answers in order, and stops at the first question it has no answer for."""

from enum import StrEnum

import pytest

from undercroft.kernel.dice import D20, TWO_D6, Choice, Roll, Throw, highest
from undercroft.kernel.faults import RuleInputError
from undercroft.kernel.script import Script, Unanswered
from undercroft.kernel.units import SeatId

ROLLER = SeatId("roller")


class Shift(StrEnum):
    KEEP = "keep"
    DOWN = "down"


def test_totals_faces_and_words() -> None:
    """A total may be given as such or as faces; single faces come in ascending order."""
    script = Script((7, (3, 1), (6, 2, 4), (5, 1, 6), "down"))
    assert 7 == script.total("a", TWO_D6)
    assert 4 == script.total("b", TWO_D6)
    assert 6 == script.total("c", Roll(3, 6, highest(1)))
    assert (1, 5, 6) == script.faces("d", Roll(3, 6))
    assert Shift.DOWN is script.choose("e", ROLLER, tuple(Shift))
    assert 5 == script.asked


@pytest.mark.parametrize(
    "ask, question",
    [
        (lambda script: script.total("hit", D20), Throw("hit", D20)),
        (lambda script: script.faces("each", TWO_D6), Throw("each", TWO_D6, faces=True)),
        (lambda script: script.choose("bend?", ROLLER, tuple(Shift)), Choice("bend?", ROLLER, ("keep", "down"))),
    ],
)
def test_the_next_question(ask, question) -> None:
    """Where answers run out, the question is what is raised."""
    with pytest.raises(Unanswered) as stopped:
        ask(Script())
    assert question == stopped.value.question


@pytest.mark.parametrize(
    "answer, ask",
    [
        ("down", lambda script: script.total("hit", D20)),
        (7, lambda script: script.faces("each", TWO_D6)),
        (7, lambda script: script.choose("bend?", ROLLER, tuple(Shift))),
        ("up", lambda script: script.choose("bend?", ROLLER, tuple(Shift))),
    ],
)
def test_an_answer_of_the_wrong_kind_is_refused(answer, ask) -> None:
    """A word is no throw, a total no row of faces, and an option must be offered."""
    with pytest.raises(RuleInputError):
        ask(Script((answer,)))
