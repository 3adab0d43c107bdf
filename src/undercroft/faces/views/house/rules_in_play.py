"""Which rules a house plays by, where several books have one for the same part of play."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from undercroft.books import OURS
from undercroft.faces.views.house.grid import PARTS
from undercroft.table.state.house_choices import choices, value_of
from undercroft.table.state.house_rules import HouseRules

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
"""The rules of each book for a part of play that the house rules decide between books."""


_TITLES = {book.id: book.title for book in OURS}


class RuleInPlay(Struct, frozen=True):
    """A part of play at a table: whether this book's rules for it apply, and what applies instead."""

    question: str
    part: str
    holds: bool
    means: str
    """The house's choice, in words."""
    instead: str
    """The book that applies instead, if it is a book."""


def rules_in_play(house: HouseRules, rules: Iterable[str]) -> tuple[RuleInPlay, ...]:
    """The house rules on the parts of play that these rules cover."""
    asked = set(rules)
    return tuple(
        standing for question in RULES_FOR for book in _TITLES if (standing := _standing(house, question, book, asked))
    )


def replaced(house: HouseRules, rules: Iterable[str]) -> bool:
    """Whether other rules replace one of these."""
    return any(not rule.holds for rule in rules_in_play(house, rules))


def _standing(house: HouseRules, question: str, book: str, asked: set[str]) -> RuleInPlay | None:
    mine = {f"{book}.{rule}" for rule in RULES_FOR[question].get(book, ())}
    if not mine & asked:
        return None
    chosen = value_of(house, question)
    found = next(choice for choice in choices() if choice.id == question and not choice.book)
    option = next((option for option in found.options if option.value == chosen), None)
    left_open = chosen not in _TITLES and question != "lost"
    other = _TITLES[str(chosen)] if chosen in _TITLES and chosen != book else ""
    means = option.means if option is not None else str(chosen)
    return RuleInPlay(question, PARTS[question], chosen == book or left_open, means, other)
