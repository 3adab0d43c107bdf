"""The house rules as a grid, with what each choice is worth."""

from fractions import Fraction

import pytest

from undercroft.books import SHELF
from undercroft.faces.views.house.grid import COLUMNS, PARTS, cards, grid
from undercroft.faces.views.house.hints import ChoiceHint, hint_of
from undercroft.table.state.house_choices import choices
from undercroft.table.state.house_rules import PRESETS, HouseRules


def test_every_question_between_the_books_is_a_line() -> None:
    """With every one of its choices once, under its book or under no book."""
    between = {question.id: question for question in choices() if not question.book}
    assert list(between) == [line.id for line in grid(HouseRules())]
    assert set(between) == set(PARTS)
    for line in grid(HouseRules()):
        assert sorted(str(option.value) for option in between[line.id].options) == sorted(
            str(cell.value) for cell in line.cells
        )


@pytest.mark.parametrize("preset", PRESETS)
def test_a_house_has_one_answer_in_every_line(preset: str) -> None:
    """The one that its preset gives, and the preset's card says the same."""
    card = next(card for card in cards() if card.id == preset)
    for line in grid(PRESETS[preset]):
        assert [card.chosen[line.id]] == [cell.value for cell in line.cells if cell.chosen]


def test_choices_stand_under_their_books() -> None:
    """In the order of the shelf; what is of no book stands last."""
    clock = next(line for line in grid(HouseRules()) if line.id == "clock")
    assert tuple(book.title for book in SHELF) == COLUMNS
    assert [book.id for book in SHELF if book.id != "neverwhere"] == [
        cell.value for cells in clock.books for cell in cells
    ]
    assert [None] == [cell.value for cell in clock.others]


@pytest.mark.parametrize(
    "question, value, what, chance",
    [
        ("clock", "delving", "encounter, each round", Fraction(1, 20)),
        ("clock", "hexcrawl", "encounter, each turn", Fraction(1, 6)),
        ("search", "sovereign", "found by an untrained searcher", Fraction(1, 6)),
        ("reaction", "sovereign", "they attack a party that talks", Fraction(1, 36)),
        ("reaction", "violence", "they attack a party that talks", Fraction(15, 36)),
        ("reaction", "delving", "they attack a party that talks", Fraction(5, 12)),
        ("dying", "sovereign", "saved at once by an untrained helper with a kit", Fraction(15, 36)),
        ("dying", "violence", "alive after the first fall", Fraction(35, 36)),
        ("lost", "hexcrawl", "lost in a wood, each day", Fraction(7, 10)),
    ],
)
def test_what_a_choice_is_worth(question: str, value: str, what: str, chance: Fraction) -> None:
    """The exact chance of the rule that it brings in: of 36 throws 2d6 are 8 or more in 15, over two Scars in 35."""
    assert ChoiceHint(what, chance) == hint_of(question, value)


def test_not_every_choice_has_a_chance() -> None:
    """Where nothing is thrown, nothing is reported."""
    assert hint_of("search", "delving") is None
    assert hint_of("clock", None) is None
