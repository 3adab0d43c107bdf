"""`import undercroft`, and one line for each thing."""

import os
import subprocess
import sys
import threading
from fractions import Fraction
from random import Random
from typing import cast

import pytest

import undercroft
from tests.requiring import need
from undercroft.books import BOOKS
from undercroft.faces.shared import entropy
from undercroft.interpret.policy import NEVER
from undercroft.kernel.dice import D20
from undercroft.kernel.faults import BadInput


def test_roll() -> None:
    """The result shows every die."""
    thrown = undercroft.roll("4d6kh3")
    assert 4 == len(thrown.dice)
    assert sum(sorted(thrown.faces)[1:]) == thrown.total
    assert str(thrown).startswith("4d6kh3: ")


def test_roll_with_dice_handed_in() -> None:
    """Faces in the order they fall, or a generator with a seed; once or several times."""
    assert 15 == undercroft.roll("4d6kh3", dice=[6, 1, 5, 4]).total
    assert [3, 12] == [thrown.total for thrown in undercroft.roll("2d6", dice=[1, 2, 6, 6], times=2)]
    assert undercroft.roll("9d20", dice=Random(7)) == undercroft.roll("9d20", dice=Random(7))
    assert undercroft.roll("9d20", dice=Random(7)) != undercroft.roll("9d20", dice=Random(8))
    assert 3 == len(undercroft.roll("d20", times=3))
    assert [] == undercroft.roll("d20", times=0)
    assert (6, 6, 2) == undercroft.roll("d6!", dice=iter([6, 6, 2])).faces


def test_roll_dice_as_objects() -> None:
    """As their notation."""
    thrown = undercroft.roll(4 @ undercroft.d6 + 1, dice=[1, 2, 3, 4])
    assert "4d6+1: 1  2  3  4 = 11" == str(thrown)


@pytest.mark.parametrize(
    "call, code",
    [
        (lambda: undercroft.roll("2d6", dice=[1]), "dice_missing"),
        (lambda: undercroft.roll("2d6", dice=[1, 2, 3]), "dice_left_over"),
        (lambda: undercroft.roll("2d6", dice=[1, 7]), "dice_bad_face"),
        (lambda: undercroft.roll("2d6", dice=cast("list[int]", "12")), "type"),
        (lambda: undercroft.roll("2d6", dice=cast("list[int]", 3)), "type"),
        (lambda: undercroft.roll("2d6", times=-1), "bad_times"),
        (lambda: undercroft.roll("2d6", times=cast("int", "3")), "bad_times"),
    ],
)
def test_dice_that_do_not_fit(call, code) -> None:
    """Too few, too many, none of them on the die."""
    with pytest.raises(BadInput) as refused:
        call()
    assert code == refused.value.code


def test_settle() -> None:
    """With typed dice, with one left open, and with all of them rolled."""
    assert "random_encounter" == undercroft.settle("delving.hazard-die", dice=[1], danger="deadly").outcome.kind
    mixed = undercroft.settle("delving.encounter.reaction", dice=[6, None])
    assert 6 == mixed.throws[0].faces[0]
    rolled = undercroft.settle("delving.hazard-die", danger="deadly")
    assert 1 <= rolled.throws[0].faces[0] <= 6
    first, again = (undercroft.settle("delving.ability.generate", dice=Random(7)) for _ in range(2))
    assert first == again
    assert first != undercroft.settle("delving.ability.generate", dice=Random(8))


def test_odds() -> None:
    """Of dice and of rules."""
    assert Fraction(1, 6) == undercroft.odds("2d6")[7]
    assert Fraction(5, 12) == undercroft.odds("delving.encounter.reaction").chance(lambda it: it.kind == "wary")


def test_rules() -> None:
    """All of them, or those of one book."""
    assert set(undercroft.rules("delving")) <= set(undercroft.rules())
    assert len(BOOKS["delving"].rules) == len(undercroft.rules("delving"))


@pytest.mark.parametrize(
    "call, code",
    [
        (lambda: undercroft.roll("2d"), "dice_bad_sides"),
        (lambda: undercroft.settle("delving.nothing"), "no_such_rule"),
        (lambda: undercroft.settle("delving.hazard-die", dice=[1]), "missing_field"),
        (lambda: undercroft.settle("delving.hazard-die", dice=[1], danger=None), "type"),
        (lambda: undercroft.settle("delving.hazard-die", dice=["x"], danger="risky"), "dice_bad_face"),
        (lambda: undercroft.settle("delving.hazard-die", dice=[cast("int", 1.0)], danger="risky"), "dice_bad_face"),
        (lambda: undercroft.settle("delving.hazard-die", dice=[], danger="risky"), "dice_missing"),
        (lambda: undercroft.settle("delving.hazard-die", danger="risky", luck=1), "unknown_field"),
        (lambda: undercroft.odds("1d999999"), "odds_too_wide"),
        (lambda: undercroft.settle("violence.attack", attribute=14, ac=10, scars=2), "choice_missing"),
        (lambda: undercroft.odds("violence.attack", attribute=14, ac=10, scars=2), "needs_policy"),
        (lambda: undercroft.rules("nothing"), "no_such_book"),
    ],
)
def test_faults_have_one_base(call, code) -> None:
    """Whatever is wrong, it is an UndercroftError with a code."""
    with pytest.raises(undercroft.UndercroftError) as fault:
        call()
    assert code == fault.value.code


def kind_of(value: object) -> str:
    """The name of its type, so that a test is called the same every time."""
    return type(value).__name__


NO_TEXT = [None, 5, 2.5, b"2d6", [], {}, ("2d6",), object()]


@pytest.mark.parametrize("wrong", NO_TEXT, ids=kind_of)
@pytest.mark.parametrize(
    "call",
    [
        undercroft.roll,
        undercroft.odds,
        undercroft.settle,
        undercroft.say,
        lambda wrong: undercroft.rules(cast("str", wrong or 0)),
        lambda wrong: undercroft.odds("delving.hazard-die", danger="risky", policy=cast("str", wrong or 0)),
    ],
)
def test_what_is_no_text(call, wrong: object) -> None:
    """It is bad input, and no fault of Python's."""
    with pytest.raises(BadInput) as fault:
        call(wrong)
    assert "type" == fault.value.code


@pytest.mark.parametrize(
    "dice", ["3", b"\x03", bytearray(b"\x03"), 3, 3.0, {3}, frozenset({3}), {3: 3}, object()], ids=kind_of
)
def test_what_is_no_row_of_dice(dice) -> None:
    """Dice have an order, and text is not one of them."""
    with pytest.raises(BadInput) as fault:
        undercroft.settle("delving.hazard-die", dice=dice, danger="deadly")
    assert "type" == fault.value.code


@pytest.mark.parametrize("dice", [[1], (1,), iter([1]), range(1, 2), (face for face in (1,))])
def test_any_row_of_dice_will_do(dice) -> None:
    """Lists, tuples and generators alike."""
    assert "random_encounter" == undercroft.settle("delving.hazard-die", dice=dice, danger="deadly").outcome.kind


@pytest.mark.parametrize("given", [{"danger": "risky"}, {"policy": "never"}, {"policy": NEVER}])
def test_dice_have_no_situation(given) -> None:
    """A situation or a policy for dice is a mistake, and not passed over."""
    with pytest.raises(BadInput) as fault:
        undercroft.odds("2d6", **given)
    assert "not_a_rule" == fault.value.code


def test_policies() -> None:
    """By name, or as they are."""
    given = {"attribute": 14, "ac": 10, "scars": 2}
    named = undercroft.odds("violence.attack", policy="never", **given)
    assert dict(named) == dict(undercroft.odds("violence.attack", policy=NEVER, **given))


@pytest.mark.parametrize(
    "value", ["\ud800", "\x00", float("nan"), 2**80, b"x", object(), ["risky"], {1: 2}, "x" * 10**6]
)
def test_odd_situations(value: object) -> None:
    """Whatever is given, the fault is of one kind, and short."""
    for call in (undercroft.settle, undercroft.odds):
        with pytest.raises(undercroft.UndercroftError) as fault:
            call("delving.hazard-die", danger=value)
        assert len(str(fault.value)) < 300


def test_long_names_are_refused_at_once() -> None:
    """Nothing is likened to them, which would take seconds."""
    for name in ("delving.marching-order.first-exposed".ljust(101, "x"), "delving." + "x" * 10**7):
        with pytest.raises(undercroft.UndercroftError) as fault:
            undercroft.settle(name)
        assert "no_such_rule" == fault.value.code
        assert "did you mean" not in fault.value.fix


def test_unknown_names_are_attribute_errors() -> None:
    """The package has no other names."""
    with pytest.raises(AttributeError):
        undercroft.nothing  # noqa: B018


def test_names_of_other_libraries_say_what_to_write() -> None:
    """Where they have one for it."""
    with pytest.raises(AttributeError, match=r"'undercroft' has no 'Die' \(write Odds.of"):
        undercroft.Die  # noqa: B018


def test_every_die_can_be_imported() -> None:
    """By the number of its sides."""
    known: dict[str, object] = {}
    exec("from undercroft import d30", known)
    assert undercroft.d(30) == known["d30"]
    assert hasattr(undercroft, "d14")
    assert not hasattr(undercroft, "dx")


def test_the_package_lists_its_names() -> None:
    """Also before any of them is used, and each is there."""
    script = "import undercroft; print(set(undercroft.__all__) - set(dir(undercroft)))"
    assert "set()\n" == subprocess.check_output([sys.executable, "-c", script], text=True)
    assert all(hasattr(undercroft, name) for name in undercroft.__all__)


def test_importing_the_kernel_imports_no_book() -> None:
    """Nor does rolling dice."""
    script = "import sys, undercroft; undercroft.roll('2d6'); print(any('books' in name for name in sys.modules))"
    assert "False\n" == subprocess.check_output([sys.executable, "-c", script], text=True)


def test_commands_about_dice_import_no_book() -> None:
    """So that they start as fast as a roll: the books are a second's work on a slow machine."""
    lines = [
        ["roll", "2d6", "--json"],
        ["odds", "4d6kh3", "3d6", "--at-least", "15"],
        ["odds", "4d6kh3", "--vs", "3d6"],
        ["odds", "2d6", "--json"],
        ["odds", "d6", "--until", "4"],
        ["odds", "d6", "--repeat", "4", "--want", "6"],
        ["odds", "d6", "--csv"],
    ]
    script = f"""
import sys
from undercroft.faces.cli.command_line import run
codes = [run(line) for line in {lines!r}]
print(codes, [name for name in sys.modules if name.startswith(("undercroft.books", "undercroft.table"))])
"""
    told = subprocess.check_output([sys.executable, "-c", script], encoding="utf-8")
    assert f"{[0] * len(lines)} []" == told.splitlines()[-1]


def test_threads_have_their_own_dice() -> None:
    """Two threads never draw from one block."""
    found = [entropy.draw()]
    other = threading.Thread(target=lambda: found.append(entropy.draw()))
    other.start()
    other.join()
    assert found[0] is entropy.draw()
    assert found[0] is not found[1]


def test_a_child_process_draws_other_dice() -> None:
    """What the parent had ready is not thrown again by its child."""
    need("unix", os.name == "posix")
    script = """
import os, undercroft
undercroft.roll("1d20")
reading, writing = os.pipe()
if os.fork() == 0:
    os.write(writing, bytes(undercroft.roll("60d20").faces)); os._exit(0)
child = os.read(reading, 60); os.wait()
print(bytes(undercroft.roll("60d20").faces) != child)
"""
    assert "True\n" == subprocess.check_output([sys.executable, "-c", script], text=True)
    assert 1 <= entropy.draw()(D20, 1)[0] <= 20


def test_a_comparison_that_once_counted_dice_warns() -> None:
    """The caller is warned, at the line that asks."""
    with pytest.warns(UserWarning, match="write 5d10cs>=8") as warned:
        undercroft.odds("5d10>=8")
    assert [__file__] == [each.filename for each in warned]
    with pytest.warns(UserWarning, match="write 4d10cs>=8") as warned:
        undercroft.roll("4d10>=8")
    assert [__file__] == [each.filename for each in warned]
