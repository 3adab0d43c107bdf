"""House rules as a grid: a line for each part of play, a column for each book, and what every choice means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from msgspec import Struct

from undercroft.books import BOOKS, SHELF
from undercroft.faces.views.househints import Hint, hint_of
from undercroft.kernel.rules import Option
from undercroft.table.house import PRESETS, HouseRules, Value
from undercroft.table.house_choices import Question, choices, value_of

PARTS: Mapping[str, str] = {
    "clock": "Time in a dungeon",
    "search": "Searching",
    "clues": "Clues",
    "reaction": "Reactions",
    "combat": "Fights",
    "prowess": "Training",
    "dying": "At 0 hit points",
    "wilderness": "Travel",
    "lost": "Losing the way",
    "supplies": "Food and water",
    "feats": "Feats",
    "fatigue": "Fatigue",
    "battle_fatigue": "Tired by fighting",
    "sleep": "Sleep",
    "watchkeeping": "Watches",
    "encumbrance": "Loads",
    "advancement": "Growing",
    "cunning_from": "Cunning",
}
"""What each question between the books is about, in a word or two."""

_CARDS: Mapping[str, tuple[str, str]] = {
    "undercroft": ("Undercroft", "All five books, each where it is best: the blend to begin with."),
    "delving": ("Delving", "Rounds of six minutes, each closed by the hazard die; searches that never fail."),
    "sovereign": ("Sovereign", "Turns of ten minutes, skills, saves and strain; travel in a few words."),
    "hexcrawl": ("Play Procedures", "The overloaded die opens every turn and every stretch of the road."),
    "neverwhere": ("Neverwhere", "Loads in kilograms, meals, litres, marches and sleep that all tell."),
    "violence": ("Violence", "Scars and Watches: quick, and deadly to whoever falls."),
}


class Card(Struct, frozen=True):
    """A preset: what it is called, what it is like, and what it chooses."""

    id: str
    title: str
    says: str
    chosen: Mapping[str, Value]


class Cell(Struct, frozen=True):
    """A choice: what it means, what it is worth, whether a house has it and whether it is usual."""

    value: Value
    means: str
    hint: Hint | None
    chosen: bool
    usual: bool


class Line(Struct, frozen=True):
    """A part of play, with the choices of each book in the order of the shelf, and those that are of no book."""

    id: str
    title: str
    asks: str
    books: tuple[tuple[Cell, ...], ...]
    others: tuple[Cell, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every answer to the question, those of the books first."""
        return (*(cell for cells in self.books for cell in cells), *self.others)


COLUMNS: tuple[str, ...] = tuple(book.title for book in SHELF)


def cards() -> tuple[Card, ...]:
    """Every preset as a card to begin from."""
    return tuple(Card(id, *_CARDS[id], _chosen(house)) for id, house in PRESETS.items())


def grid(house: HouseRules) -> tuple[Line, ...]:
    """The questions between the books, as a house answers them."""
    return tuple(_line(question, value_of(house, question.id)) for question in _between())


@cache
def _between() -> tuple[Question, ...]:
    return tuple(question for question in choices() if not question.book)


def _chosen(house: HouseRules) -> Mapping[str, Value]:
    return {question.id: value_of(house, question.id) for question in _between()}


def _line(question: Question, value: Value) -> Line:
    def cells(options: Iterable[Option]) -> tuple[Cell, ...]:
        return tuple(
            Cell(
                option.value,
                option.means,
                hint_of(question.id, option.value),
                option.value == value,
                option.value == question.usual,
            )
            for option in options
        )

    books = tuple(cells(option for option in question.options if option.value == book.id) for book in SHELF)
    others = cells(option for option in question.options if option.value not in BOOKS)
    return Line(question.id, PARTS[question.id], question.asks, books, others)
