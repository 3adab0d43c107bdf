"""Which rules a house plays by, where several books have one for the same part of play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from undercroft.books import BOOKS
from undercroft.faces.views.housegrid import PARTS
from undercroft.table.house import HouseRules
from undercroft.table.house_choices import choices, value_of

RULES_FOR: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "clock": {
        "delving": ("round", "dungeon-turn", "hazard-die", "danger.level"),
        "sovereign": ("dungeon.loop", "wandering.due", "wandering.check", "wandering.interval"),
        "hexcrawl": ("dungeon-crawl",),
        "violence": ("exploration-turn", "turn-encounter", "dungeon-loop"),
    },
    "search": {"delving": ("action.search",), "sovereign": ("search.unspecified", "search.specified")},
    "reaction": {
        "delving": ("encounter.reaction",),
        "sovereign": ("reaction.choices", "reaction.roll"),
        "violence": ("reaction",),
    },
    "dying": {
        "sovereign": ("injury.mortally-injured", "injury.death-clock", "injury.stabilize"),
        "violence": ("dying",),
    },
    "wilderness": {
        "sovereign": ("travel.overland",),
        "hexcrawl": ("travel-points", "entry-cost", "enter-hex"),
        "neverwhere": ("hike-move", "hike-roll", "hike-distance"),
        "violence": ("watch", "watch-encounter", "watch-loop"),
    },
    "lost": {"hexcrawl": ("getting-lost",)},
}
"""The rules of each book for a part of play on which a house decides between the books."""


class Standing(Struct, frozen=True):
    """How a part of play stands at a table: whether this book's rules for it hold, and what does instead."""

    question: str
    part: str
    holds: bool
    means: str
    """What the house has chosen, in words."""
    instead: str
    """The book that is followed instead, if it is one."""


def standings(house: HouseRules, rules: Iterable[str]) -> tuple[Standing, ...]:
    """What a house says of the parts of play that these rules are for."""
    asked = set(rules)
    return tuple(
        standing for question in RULES_FOR for book in BOOKS if (standing := _standing(house, question, book, asked))
    )


def replaced(house: HouseRules, rules: Iterable[str]) -> bool:
    """Whether other rules have taken the place of one of these."""
    return any(not one.holds for one in standings(house, rules))


def _standing(house: HouseRules, question: str, book: str, asked: set[str]) -> Standing | None:
    mine = {f"{book}.{rule}" for rule in RULES_FOR[question].get(book, ())}
    if not mine & asked:
        return None
    chosen = value_of(house, question)
    found = next(one for one in choices() if one.id == question and not one.book)
    option = next((option for option in found.options if option.value == chosen), None)
    left_open = chosen not in BOOKS and question != "lost"
    other = BOOKS[str(chosen)].title if chosen in BOOKS and chosen != book else ""
    means = option.means if option is not None else str(chosen)
    return Standing(question, PARTS[question], chosen == book or left_open, means, other)
