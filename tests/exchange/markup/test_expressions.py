"""Dice in pages: the one dice notation."""

import pytest
from hypothesis import given

from tests.kernel.strategies import formulas, rolls
from undercroft.exchange.markup.expressions import expression
from undercroft.exchange.markup.page import read
from undercroft.exchange.markup.placed_text import Located, TextPlace
from undercroft.exchange.markup.problems import BadMarkup
from undercroft.kernel.dice import Formula
from undercroft.kernel.notation import text as text_of
from undercroft.kernel.throwing import total_of


def written(text: str) -> Located:
    """Dice that stand at the start of a page."""
    return Located(text, TextPlace(1, 1))


@pytest.mark.parametrize(
    "text, faces, total",
    [
        ("2d6*10", (3, 4), 70),
        ("2d6x10", (3, 4), 70),
        ("2d6\N{MULTIPLICATION SIGN}10", (3, 4), 70),
        ("d20", (7,), 7),
        ("D20", (7,), 7),
        ("1d6+2*3", (4,), 10),
        ("1d6-1", (1,), 0),
        ("2d6k1", (2, 5), 5),
        ("1d3 ", (2,), 2),
        (" 1d6 + 1d4 - 2 ", (5, 3), 6),
        ("1d6\n+ 1", (5,), 6),
        ("7", (), 7),
        ("4d6kh3", (1, 5, 4, 6), 15),
        ("2d6!", (6, 2, 3), 11),
        ("d%", (77,), 77),
        ("4dF", (-1, 0, 1, 1), 1),
        ("2-in-6", (2,), 1),
        ("(1d6+1)*2", (3,), 8),
        ("3d6r1", (1, 4, 2, 3), 9),
        ("5d10cs>=8", (8, 9, 1, 2, 10), 3),
        ("1d20+5>=15", (10,), 1),
        ("1d6[fire]", (4,), 4),
        ("1d6 # fire", (4,), 4),
    ],
)
def test_what_dice_come_to(text: str, faces: tuple[int, ...], total: int) -> None:
    """Faces are taken left to right; multiplication binds tighter; blanks stand around signs."""
    assert total == total_of(expression(written(text)).formula, faces)


@pytest.mark.parametrize(
    "text, column, code",
    [
        ("", 1, "empty"),
        ("2d0", 4, "dice_bad_sides"),
        ("d", 2, "dice_bad_sides"),
        ("2d6*", 5, "syntax"),
        ("2d6/2", 4, "syntax"),
        ("Xd6", 1, "syntax"),
        ("2d6 10", 5, "syntax"),
        ("2d6k3", 4, "keep_out_of_range"),
        ("2d6k0", 4, "keep_out_of_range"),
        ("d6,d6", 3, "syntax"),
        ("1" * 11, 1, "number_too_big"),
    ],
)
def test_what_is_refused(text: str, column: int, code: str) -> None:
    """At the character where the dice go wrong, as `undercroft roll` refuses it."""
    with pytest.raises(BadMarkup) as fault:
        expression(written(text))
    assert (1, column, code) == (fault.value.line, fault.value.column, fault.value.code)


@pytest.mark.parametrize(
    "text, low, high, totals",
    [("2d6*10", 20, 120, 11), ("1d6-1", 0, 5, 6), ("2d6k1", 1, 6, 6), ("d66", 11, 66, 36), ("20d2", 20, 40, 21)],
)
def test_what_can_come_up(text: str, low: int, high: int, totals: int) -> None:
    """The least, the greatest, and how many totals can be reached."""
    found = expression(written(text))
    assert (low, high, totals) == (found.minimum, found.maximum, len(found.totals()))


def test_twenty_terms_are_allowed() -> None:
    """And a hundred dice, and a thousand sides."""
    assert 20 == expression(written("1" + "+1" * 19)).maximum
    assert 100_000 == expression(written("100d1000")).maximum


def test_a_comma_gets_a_hint() -> None:
    """Other tools read two rolls; here one stands alone."""
    with pytest.raises(BadMarkup, match="d66"):
        expression(written("d6,d6"))


@given(formulas | rolls(explode=True))
def test_a_page_reads_what_the_command_line_reads(formula: Formula) -> None:
    """The notation of a page is the notation."""
    assert formula == expression(written(text_of(formula))).formula
    (roll,) = read(f"A ![roll:{text_of(formula)}]() b.").rolls
    assert formula == roll.expression.formula
