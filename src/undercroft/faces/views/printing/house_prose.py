"""The house rules as prose: what this table plays by, and where it reads a book in its own way."""

from collections.abc import Iterator

from msgspec import Struct

from undercroft.books import BOOKS
from undercroft.table.state.house_choices import HouseQuestion, choices, value_of
from undercroft.table.state.house_rules import HouseRules


class HouseAnswer(Struct, frozen=True):
    """A question of the house rules and its answer."""

    asks: str
    means: str
    changed: bool


class HouseChapter(Struct, frozen=True):
    """The answers that concern one book, or all of them."""

    title: str
    answers: tuple[HouseAnswer, ...]


def house_prose(house: HouseRules) -> tuple[HouseChapter, ...]:
    """Every answer between the books, then the readings of each book that are not the usual ones."""
    between = tuple(_answer(house, question) for question in choices() if not question.book)
    return (HouseChapter("", between), *_readings(house))


def _readings(house: HouseRules) -> Iterator[HouseChapter]:
    for book in BOOKS:
        asked = [_answer(house, question) for question in choices() if question.book == book]
        if own := tuple(answer for answer in asked if answer.changed):
            yield HouseChapter(BOOKS[book].title, own)


def _answer(house: HouseRules, question: HouseQuestion) -> HouseAnswer:
    chosen = value_of(house, question.id)
    options = ((option.value, option.means) for option in question.options)
    means = next((means for value, means in options if (value, value is True) == (chosen, chosen is True)), str(chosen))
    return HouseAnswer(question.asks, means, chosen != question.usual)
