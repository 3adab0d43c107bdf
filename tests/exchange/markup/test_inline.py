"""Rolls within running text."""

import pytest

from undercroft.exchange.markup.inline import InlineRoll, Reference, parts
from undercroft.exchange.markup.placed_text import Located, TextPlace
from undercroft.exchange.markup.problems import BadMarkup, PageNotes


def located(text: str) -> Located:
    """A text at the start of a page."""
    return Located(text, TextPlace(1, 1))


def inline_rolls(text: Located) -> tuple[InlineRoll, ...]:
    """The rolls of a text, or the first error in it."""
    notes = PageNotes()
    found = parts(text, notes)
    notes.raise_first()
    return tuple(part for part in found if isinstance(part, InlineRoll))


@pytest.mark.parametrize(
    "text, title, label",
    [
        ("![roll:1d20]()", None, "1d20"),
        ("![roll:1d20](.)", None, "1d20"),
        ("![roll:1d20]( . )", None, "1d20"),
        ("![roll:1d20]( )", None, "1d20"),
        ('![roll:2d6*10](. "2d6 x 10 yards")', "2d6 x 10 yards", "2d6 x 10 yards"),
        ('![roll:2d6*10]( .  "2d6 x 10\nyards" )', "2d6 x 10 yards", "2d6 x 10 yards"),
        ('![roll:d6](. "")', "", ""),
        ("![roll:1d20]() and `![roll:1d6](`", None, "1d20"),
    ],
)
def test_a_roll(text: str, title: str | None, label: str) -> None:
    """The title is what is shown, or else the dice."""
    notes = PageNotes()
    (roll,) = (part for part in parts(located(text), notes) if isinstance(part, InlineRoll))
    assert (title, label, []) == (roll.title, roll.label, notes.problems)


def test_the_title_never_changes_the_roll() -> None:
    """It is only shown."""
    (roll,) = inline_rolls(located('![roll:1d6](. "3d6")'))
    assert 6 == roll.expression.maximum


def test_a_swapped_opener_is_a_roll_with_a_warning() -> None:
    """As one of the documents has it, over two lines."""
    notes = PageNotes()
    roll = parts(located('at [!roll:2d6*10](. "2d6 x 10\nfeet").'), notes)[1]
    assert isinstance(roll, InlineRoll)
    assert "2d6 x 10 feet" == roll.label
    assert ["opener-swapped"] == [problem.code for problem in notes.problems]
    assert (TextPlace(1, 4), "1:4") == (roll.place, f"{notes.problems[0].line}:{notes.problems[0].column}")


def test_dice_in_brackets_are_no_roll() -> None:
    """The terminal shows rolls so; in the text they are a slip, but not in code and not in a link."""
    notes = PageNotes()
    assert ("[2d6] rats, `[1d6]`, [d8](a.md) and [roll 2d6]",) == parts(
        located("[2d6] rats, `[1d6]`, [d8](a.md) and [roll 2d6]"), notes
    )
    (told,) = notes.problems
    assert ("not-a-roll", 1, "write ![roll:2d6]() to roll it") == (told.code, told.column, told.fix)


def test_dice_as_other_programs_mark_them_are_no_roll() -> None:
    """Each gets the mark to write; a template and other code are left alone."""
    notes = PageNotes()
    parts(located("{{1d6}} rats, [[2d6+1]] bats, {3d8} owls, `dice: d20`; {{ roll }}, `dice`, `{4d4}`"), notes)
    assert ["1d6", "2d6+1", "3d8", "d20"] == [told.fix.partition(":")[2].partition("]")[0] for told in notes.problems]


def test_where_a_roll_ends() -> None:
    """The span is that of the whole mark."""
    (roll,) = inline_rolls(located("ab ![roll:1d6]() c"))
    assert (TextPlace(1, 4), TextPlace(1, 17)) == (roll.place, roll.end)


@pytest.mark.parametrize(
    "text, column, code",
    [
        ("![roll:]()", 8, "empty"),
        ("![roll:2d]()", 10, "dice_bad_sides"),
        ("![roll:1d20](http://x)", 14, "bad-destination"),
        ("![roll:1d20](./x)", 15, "bad-destination"),
        ("![roll:1d20", 1, "unclosed"),
        ("![roll:1d20]", 13, "unclosed"),
        ("![roll:1d20] ()", 13, "unclosed"),
        ("![roll:1d20](", 14, "unclosed"),
        ("![roll:1d20](. x)", 16, "unclosed"),
        ('![roll:1d20](. "open)', 16, "unclosed"),
        ('![roll:1d20]("alone")', 14, "title-alone"),
        ('![roll:1d20](. "a\nb\nc")', 16, "title-lines"),
        ('![roll:1d20](. "a\n\nb")', 16, "title-lines"),
        ('![roll:1d20](."x")', 15, "bad-destination"),
        (f'![roll:1d20](. "{"a" * 201}")', 16, "too-long"),
    ],
)
def test_what_is_refused(text: str, column: int, code: str) -> None:
    """At the character where the roll goes wrong."""
    with pytest.raises(BadMarkup) as fault:
        inline_rolls(located(text))
    assert (1, column, code) == (fault.value.line, fault.value.column, fault.value.code)


@pytest.mark.parametrize(
    "text",
    [
        "![map](a.png)",
        "[roll:1d6](x)",
        "roll 2d6 and add",
        "`![roll:1d6]()`",
        "``a ` ![roll:1d6]( ``",
        "\\![roll:1d6]()",
        "\\[!roll:1d6]()",
        "[a stranger](#strangers)",
    ],
)
def test_what_passes_through(text: str) -> None:
    """Other pictures and links, code, escaped marks and plain dice are text."""
    assert (text,) == parts(located(text), PageNotes())


def test_an_escaped_backslash_escapes_nothing() -> None:
    """Two of them are one backslash, and a roll follows."""
    assert 1 == len(inline_rolls(located("\\\\![roll:1d6]()")))


def test_after_an_error_the_next_roll_is_read() -> None:
    """All errors are found, and the good rolls too."""
    notes = PageNotes()
    found = parts(located("![roll:x]() ![roll:1d6]() ![roll:1d4](a)"), notes)
    assert ["1d6"] == [part.label for part in found if isinstance(part, InlineRoll)]
    assert [8, 39] == [problem.column for problem in notes.problems]


def test_references_are_read_in_results_only() -> None:
    """A link to a place on the page; a picture is none, nor is a link elsewhere."""
    text = "[a](#b) ![c](#d) [e](f) `[g](#h)` [I](#J-k)"
    found = parts(located(text), PageNotes(), references=True)
    assert [("a", "b"), ("I", "j-k")] == [(part.label, part.anchor) for part in found if isinstance(part, Reference)]
