"""House rules as a grid: a line for each part of play, a column for each book, and what every choice means."""

from collections.abc import Iterable, Mapping
from functools import cache

from msgspec import Struct

from undercroft.books import OURS
from undercroft.faces.views.house.hints import ChoiceHint, hint_of
from undercroft.kernel.rules import Option
from undercroft.table.state.house_choices import HouseQuestion, choices, value_of
from undercroft.table.state.house_rules import PRESETS, HouseRules, Value

PARTS: Mapping[str, str] = {
    "clock": "Time in a dungeon",
    "search": "Searching",
    "clues": "Clues",
    "reaction": "Reactions",
    "combat": "Fights",
    "foe_morale": "Morale in fights",
    "leaving": "Leaving a site",
    "delve_order": "Order in a delve round",
    "prowess": "Training",
    "dying": "At 0 hit points",
    "wilderness": "Travel",
    "lost": "Getting lost",
    "supplies": "Food and water",
    "feats": "Feats",
    "fatigue": "Fatigue",
    "battle_fatigue": "Fights cost fatigue",
    "sleep": "Sleep",
    "watchkeeping": "Watches",
    "encumbrance": "Loads",
    "advancement": "Growing",
    "cunning_from": "Cunning",
    "growth_by": "Levels and choices",
    "whispering": "Whispers",
    "players_odds": "Players' odds",
    "players_numbers": "Players' numbers",
    "players_wounds": "Foes' wounds",
    "players_hit_points": "Others' hit points",
    "players_purses": "Others' purses",
}
"""The subject of each question between the books, in a word or two."""

_CARDS: Mapping[str, tuple[str, str]] = {
    "undercroft": ("Undercroft", "All five books, each where it is best. Start with this one."),
    "delving": ("Delving", "Rounds of six minutes, each ending with the hazard die; searches that never fail."),
    "sovereign": (
        "Sovereign",
        "A d20 against armour class, turns of ten minutes, skills, saves and strain; journeys are narrated.",
    ),
    "hexcrawl": ("Play Procedures", "The overloaded die begins every turn and every leg of a journey."),
    "neverwhere": ("Neverwhere", "Loads in kilograms; meals, water, marches and sleep all count."),
    "violence": ("Violence", "Scars and Watches: quick and deadly."),
}


class PresetCard(Struct, frozen=True):
    """A preset: its name, its style, and its choices."""

    id: str
    title: str
    says: str
    chosen: Mapping[str, Value]


class ChoiceCell(Struct, frozen=True):
    """A choice: what it means, how it plays, whether a house has it and whether it is usual."""

    value: Value
    means: str
    hint: ChoiceHint | None
    chosen: bool
    usual: bool


class HouseRuleRow(Struct, frozen=True):
    """A part of play, with the choices of each book in the order of the shelf, and those from no book."""

    id: str
    title: str
    asks: str
    books: tuple[tuple[ChoiceCell, ...], ...]
    others: tuple[ChoiceCell, ...]

    @property
    def cells(self) -> tuple[ChoiceCell, ...]:
        """Every answer to the question, those of the books first."""
        return (*(cell for cells in self.books for cell in cells), *self.others)


COLUMNS: tuple[str, ...] = tuple(book.title for book in OURS)


def cards() -> tuple[PresetCard, ...]:
    """Every preset as a card to start from."""
    return tuple(PresetCard(id, *_CARDS[id], _chosen(house)) for id, house in PRESETS.items())


def preset_title(id: str) -> str:
    """The title of a preset."""
    return _CARDS[id][0] if id in _CARDS else id


def grid(house: HouseRules) -> tuple[HouseRuleRow, ...]:
    """The questions between the books, as a house answers them."""
    return tuple(_line(question, value_of(house, question.id)) for question in _between())


@cache
def _between() -> tuple[HouseQuestion, ...]:
    return tuple(question for question in choices() if not question.book)


def _chosen(house: HouseRules) -> Mapping[str, Value]:
    return {question.id: value_of(house, question.id) for question in _between()}


def _line(question: HouseQuestion, value: Value) -> HouseRuleRow:
    def cells(options: Iterable[Option]) -> tuple[ChoiceCell, ...]:
        return tuple(
            ChoiceCell(
                option.value,
                option.means,
                hint_of(question.id, option.value),
                option.value == value,
                option.value == question.usual,
            )
            for option in options
        )

    books = tuple(cells(option for option in question.options if option.value == book.id) for book in OURS)
    others = cells(option for option in question.options if option.value not in {book.id for book in OURS})
    return HouseRuleRow(question.id, PARTS[question.id], question.asks, books, others)
