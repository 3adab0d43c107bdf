"""Dice notation: what it means, how it is written back, and how it says no."""

import re

import pytest
from hypothesis import given
from hypothesis.strategies import integers

from tests.kernel.strategies import formulas, rolls
from undercroft.kernel.dice import (
    D6,
    D20,
    D100,
    TWO_D6,
    Chance,
    Comparison,
    FaceCondition,
    Formula,
    Labelled,
    Marks,
    Negative,
    Number,
    Product,
    Roll,
    Sign,
    Sum,
    highest,
    lowest,
)
from undercroft.kernel.faults import BadNotation
from undercroft.kernel.notation import notes, parse, parse_few, text
from undercroft.kernel.notation_reader import NotationReader

SIX = FaceCondition(Sign.EQUAL, 6)
EIGHTS = Roll(5, 10, successes=(FaceCondition(Sign.AT_LEAST, 8),))


@pytest.mark.parametrize(
    "written, means",
    [
        ("2d6", TWO_D6),
        ("d20", D20),
        ("D%", D100),
        (" 1 d 6 ", D6),
        ("d66", Roll(1, 36, marks=Marks.D66)),
        ("4dF", Roll(4, 3, marks=Marks.FUDGE)),
        ("4d6kh3", Roll(4, 6, highest(3))),
        ("4d6k3", Roll(4, 6, highest(3))),
        ("4d6dl1", Roll(4, 6, highest(3))),
        ("4d6dh1", Roll(4, 6, lowest(3))),
        ("2d20kl", Roll(2, 20, lowest(1))),
        ("10d6!", Roll(10, 6, explode=(SIX,))),
        ("10d6e6", Roll(10, 6, explode=(SIX,))),
        ("10d6!>=5", Roll(10, 6, explode=(FaceCondition(Sign.AT_LEAST, 5),))),
        ("3d6r1", Roll(3, 6, reroll=(FaceCondition(Sign.EQUAL, 1),))),
        ("3d6ro<3", Roll(3, 6, reroll_once=(FaceCondition(Sign.BELOW, 3),))),
        ("5d10cs>=8", Roll(5, 10, successes=(FaceCondition(Sign.AT_LEAST, 8),))),
        ("5d10cs>=8>=3", Comparison(EIGHTS, FaceCondition(Sign.AT_LEAST, 3))),
        ("2d6>=9", Comparison(TWO_D6, FaceCondition(Sign.AT_LEAST, 9))),
        ("2d6 < 9", Comparison(TWO_D6, FaceCondition(Sign.BELOW, 9))),
        ("1d20+5>=15", Comparison(Sum(D20, Number(5)), FaceCondition(Sign.AT_LEAST, 15))),
        ("1d4-3=-1", Comparison(Sum(Roll(1, 4), Negative(Number(3))), FaceCondition(Sign.EQUAL, -1))),
        ("(2d6>=9)*2", Product(Comparison(TWO_D6, FaceCondition(Sign.AT_LEAST, 9)), Number(2))),
        ("5d10>=8", Comparison(Roll(5, 10), FaceCondition(Sign.AT_LEAST, 8))),
        ("5d10>=8+2", Sum(EIGHTS, Number(2))),
        ("2d6+1", Sum(TWO_D6, Number(1))),
        ("1d6-1", Sum(D6, Negative(Number(1)))),
        ("1d6−1", Sum(D6, Negative(Number(1)))),
        ("1d4−3=−1", Comparison(Sum(Roll(1, 4), Negative(Number(3))), FaceCondition(Sign.EQUAL, -1))),
        ("−1d6", Negative(D6)),
        ("1d6[a − b]", Labelled(D6, "a − b")),
        ("2d6x10", Product(TWO_D6, Number(10))),
        ("10*2d6", Product(Number(10), TWO_D6)),
        ("(1d6+1)*2", Product(Sum(D6, Number(1)), Number(2))),
        ("-1d6", Negative(D6)),
        ("+1d6", D6),
        ("2-in-6", Chance(2, 6)),
        ("1d6[fire]", Labelled(D6, "fire")),
        ("1d6 # <script>", Labelled(D6, "<script>")),
        ("0d6", Roll(0, 6)),
        ("d1", Roll(1, 1)),
        ("00000000002d6", TWO_D6),
    ],
)
def test_meaning(written: str, means: Formula) -> None:
    """What is written is what is thrown."""
    assert means == parse(written)


@given(formulas | rolls(explode=True))
def test_what_is_written_is_read_back(formula: Formula) -> None:
    """Any formula can be written down and read again with the same meaning."""
    assert formula == parse(text(formula))


@given(integers(1, 999), integers(1, 999_999))
def test_blanks_do_not_matter(count: int, sides: int) -> None:
    """Nor does case: the plainest notation is the same dice as when it is spread out."""
    assert parse(f" {count} D {sides} ") == parse(f"{count}d{sides}")


@pytest.mark.parametrize(
    "written, code, position",
    [
        ("999999d999999", "dice_too_many", 1),
        ("1001d6", "dice_too_many", 1),
        ("600d6+600d6", "dice_too_many", 7),
        ("d1!", "dice_always_explodes", 1),
        ("1d1e1", "dice_always_explodes", 1),
        ("1d6!>0", "dice_always_explodes", 1),
        ("10d10!>=1", "dice_always_explodes", 1),
        ("2d6+d2r1!", "dice_always_explodes", 5),
        ("1d1000000!>0", "dice_always_explodes", 1),
        ("d2r=1r=2", "dice_always_rerolls", 1),
        ("1d8r<4r=4r>4", "dice_always_rerolls", 1),
        ("d1ro1", "dice_always_rerolls", 1),
        ("3d6!kh2cs>=5", "dice_steps_clash", 1),
        ("1d0", "dice_bad_sides", 4),
        ("1d-6", "dice_bad_sides", 3),
        ("d", "dice_bad_sides", 2),
        ("1d1000001", "dice_bad_sides", 10),
        ("9" * 5000, "number_too_big", 1),
        ("9" * 400 + "*" + "9" * 400, "number_too_big", 1),
        ("1000000001", "number_too_big", 1),
        ("999999999*999999999", "number_too_big", 1),
        ("9**9**9", "syntax", 3),
        ("2^99999999", "syntax", 2),
        ("(" * 5000, "too_long", 1),
        ("(" * 90 + "1" + ")" * 90, "too_deep", 33),
        ("-" * 150 + "1", "too_deep", 33),
        ("1+" * 5000 + "1", "too_long", 1),
        ("1/0", "syntax", 2),
        ("1%0", "syntax", 2),
        ("1d6/(1d1-1)", "syntax", 4),
        ("", "empty", 1),
        ("   ", "empty", 1),
        ("\n", "empty", 1),
        ("\uff11\uff44\uff16", "syntax", 1),
        ("٣d6", "syntax", 1),
        ("²d6", "syntax", 1),
        ("1_000d6", "syntax", 1),
        ("1d6\u200b", "bad_character", 4),
        ("1d6\u202e", "bad_character", 4),
        ("1d6\x00", "bad_character", 4),
        ("1d6; import os", "syntax", 4),
        ("__import__('os')", "syntax", 1),
        ("{{7*7}}", "syntax", 1),
        ("${7*7}", "syntax", 1),
        ("1e400", "syntax", 2),
        ("0.1+0.2", "syntax", 2),
        ("NaN", "syntax", 1),
        ("inf", "syntax", 1),
        ("4d6kh9", "keep_out_of_range", 4),
        ("4d6kh-1", "keep_out_of_range", 4),
        ("4d6kh0", "keep_out_of_range", 4),
        ("4d6dl4", "keep_out_of_range", 4),
        ("4d6kh3kl1", "syntax", 7),
        ("2d6+", "syntax", 5),
        ("2d6*", "syntax", 5),
        ("(2d6", "syntax", 1),
        ("(2d6]", "syntax", 5),
        ("2d6)", "syntax", 4),
        ("1d6[fire", "syntax", 4),
        ("3d6r", "syntax", 5),
        ("2d6>=", "syntax", 6),
        ("2d6>=9+1", "syntax", 4),
        ("5d10=1=10", "syntax", 7),
        ("2d6>=9)", "syntax", 7),
        ("7-in-6", "syntax", 1),
        ("2-in-0", "dice_bad_sides", 7),
        ("2d20adv", "syntax", 5),
        ("()", "syntax", 1),
        ("2d6 # a]b", "bad_character", 8),
        ("2d6 # a\tb", "bad_character", 8),
        ("2d6[a\rb]", "bad_character", 4),
    ],
)
def test_refusals(written: str, code: str, position: int) -> None:
    """Every refusal has its code, points at its character and says what to do."""
    with pytest.raises(BadNotation) as refused:
        parse(written)
    assert (code, position) == (refused.value.code, refused.value.position)
    assert refused.value.fix
    assert len(str(refused.value)) < 250


def test_limits_are_named() -> None:
    """Where a limit is passed, the fault says which."""
    with pytest.raises(BadNotation) as refused:
        parse("1001d6")
    assert 1000 == refused.value.limit
    assert Roll(1000, 6) == parse("1000d6")


def test_hidden_characters_are_not_printed() -> None:
    """The message shows a placeholder, not the character that moves the cursor."""
    with pytest.raises(BadNotation) as refused:
        parse("1d6\x1b[2J")
    assert "\x1b" not in str(refused.value)


@pytest.mark.parametrize("written", ["101d6", "1d1001", "60d6+60d6", "1-in-2000"])
def test_dice_of_a_situation_are_few(written: str) -> None:
    """A weapon's damage is not a barrel of dice."""
    with pytest.raises(ValueError, match="at most 100 dice"):
        parse_few(written)
    assert Sum(TWO_D6, Number(1)) == parse_few("2d6+1")


@pytest.mark.parametrize(
    "written, noted",
    [
        ("5d10>=8", ("5d10>=8 compares the total; to count the dice that show 8 or more, write 5d10cs>=8",)),
        ("4d6kh3<3", ("4d6kh3<3 compares the total; to count the dice that show less than 3, write 4d6kh3cs<3",)),
        ("3d6>=5+2", ("3d6>=5 counts dice here; write 3d6cs>=5",)),
        ("2d6>=9", ()),
        ("2d20kh1>=15", ()),
        ("1d20>=15", ()),
        ("1d20+5>=15", ()),
        ("5d10cs>=8", ()),
        ("5d10cs>=8>=3", ()),
    ],
)
def test_a_test_that_once_counted_dice_is_noted(written: str, noted: tuple[str, ...]) -> None:
    """Where comparing the total and counting the dice would differ, a note says which it is."""
    assert noted == notes(written)


def test_in_an_amount_a_test_counts_as_in_older_files() -> None:
    """Damage is no yes or no: behind plain dice the test counts them, and any other comparison is refused."""
    assert EIGHTS == parse_few("5d10>=8")
    for written in ("2d6>=9", "1d6+1>=3"):
        with pytest.raises(BadNotation) as refused:
            parse_few(written)
        assert "not_an_amount" == refused.value.code


@pytest.mark.parametrize("sides", [1, 6, 66, 100, 999_999])
@pytest.mark.parametrize("count", ["", 1, 2, 3, 12, 999])
def test_the_usual_dice_are_read_like_any_others(count, sides) -> None:
    """A pattern reads them without the full reader, to the same formula or the same fault."""
    for kept in ("", "kh1", "kl2", "kh3", "kh12", "kl998", "kh999", "k2", "kh0"):
        written = f"{count}d{sides}{kept}"
        try:
            expected: object = NotationReader(written).whole()
        except BadNotation as fault:
            with pytest.raises(BadNotation, match=re.escape(str(fault))):
                parse(written)
        else:
            assert expected == parse(written), written
