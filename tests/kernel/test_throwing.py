"""What happens to each die as it falls."""

from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kernel.strategies import formulas, rolls
from undercroft.kernel.dice import MOST_DICE, Formula, Roll
from undercroft.kernel.faults import RuleInputError
from undercroft.kernel.notation import parse
from undercroft.kernel.quick import thrower
from undercroft.kernel.throwing import Die, Fate, KnownFaces, throw, total_of


@pytest.mark.parametrize(
    "expression, faces, total",
    [
        ("2d6", [3, 4], 7),
        ("4d6kh3", [6, 1, 5, 4], 15),
        ("4d6kl1", [6, 1, 5, 4], 1),
        ("3d6!", [6, 2, 6, 6, 1, 3], 24),
        ("3d6r1", [1, 5, 2, 1, 4], 11),
        ("3d6ro1", [1, 5, 2, 1], 8),
        ("3d6r1ro2", [2, 5, 3, 1, 2], 10),
        ("2d6!r1", [6, 3, 1, 2], 11),
        ("3d6!kh1", [6, 5, 2, 4], 10),
        ("4d10cs>=8", [8, 7, 10, 1], 2),
        ("3d6!cs>=5", [6, 5, 2, 6, 1], 3),
        ("2d6+1d8-1", [3, 4, 8], 14),
        ("(1d6+1)*2", [3], 8),
        ("-1d6", [4], -4),
        ("2-in-6", [2], 1),
        ("2-in-6", [3], 0),
        ("d66", [34], 34),
        ("4dF", [-1, 0, 1, 1], 1),
        ("0d6", [], 0),
        ("7", [], 7),
    ],
)
def test_totals(expression: str, faces: list[int], total: int) -> None:
    """The handful falls first, then what is thrown again, then what exploded."""
    assert total == total_of(parse(expression), faces)


@given(formulas | rolls(explode=True), st.lists(st.integers(0, 10**6), min_size=1, max_size=50))
def test_a_thrower_falls_as_the_formula_does(formula: Formula, numbers: list[int]) -> None:
    """The quick way and the plain way take the same faces to the same end."""

    def dice() -> object:
        used = cycle(numbers)
        return lambda roll, count: [roll.values[next(used) % len(roll.values)] for _ in range(count)]

    assert throw(formula, dice()) == thrower(formula)(dice())  # type: ignore[arg-type]


def test_every_die_is_shown() -> None:
    """Dropped dice are in brackets, what was thrown again is followed by `>`, explosions by `!`."""
    assert "4d6kh3: 6  (1)  5  4 = 15" == str(throw(parse("4d6kh3"), KnownFaces([6, 1, 5, 4])))
    assert "2d6r=1!: 6!1>3  2 = 11" == str(throw(parse("2d6r1!"), KnownFaces([6, 2, 1, 3])))
    assert "2d6+1d8-1: 3  4 | 8 = 14" == str(throw(parse("2d6+1d8-1"), KnownFaces([3, 4, 8])))
    assert "3*6 = 18" == str(throw(parse("3x6"), KnownFaces([])))


def test_the_fate_of_each_die() -> None:
    """A die knows whether it counts, was dropped or thrown again, and whether an explosion brought it."""
    thrown = throw(parse("2d6!r1kh1"), KnownFaces([6, 1, 2, 3]))
    expected = (
        Die(6, 6),
        Die(6, 3, extra=True),
        Die(6, 1, Fate.DROPPED),
        Die(6, 2, Fate.DROPPED),
    )
    assert expected == thrown.dice


def always(face: int) -> object:
    """A die that shows nothing else."""
    return lambda _roll, count: [face] * count


def test_a_lucky_run_stops_at_a_hundred_explosions() -> None:
    """1d2! with nothing but twos: the die and a hundred more."""
    thrown = throw(parse("1d2!"), always(2))  # type: ignore[arg-type]
    assert (202, 101, True) == (thrown.total, len(thrown.faces), thrown.capped)
    assert str(thrown).endswith("= 202 (stopped at the limit)")
    assert thrown == thrower(parse("1d2!"))(always(2))  # type: ignore[arg-type]


def test_explosions_count_against_the_dice_of_an_expression() -> None:
    """No expression draws more than a thousand dice, explosions and rerolls among them."""
    for expression, face in [("600d6!", 6), ("900d6r6", 6), ("1000d6ro6", 6)]:
        thrown = throw(parse(expression), always(face))  # type: ignore[arg-type]
        assert (MOST_DICE, True) == (len(thrown.faces), thrown.capped)


def test_extra_dice_never_eat_up_the_handful() -> None:
    """A run of rerolls leaves the dice of the rest of the expression to be thrown."""
    thrown = throw(parse("1d2r2+3d6+1-in-4"), lambda roll, count: [2 if roll.sides == 2 else 1] * count)
    assert (MOST_DICE, True, 2 + 3 + 1) == (len(thrown.faces), thrown.capped, thrown.total)


@pytest.mark.parametrize("faces", [[3], [3, 4, 5]])
def test_one_number_for_each_die(faces: list[int]) -> None:
    """Too few and too many faces are refused."""
    with pytest.raises(RuleInputError):
        total_of(Roll(2, 6), faces)
