"""What a referee may choose: every question of the house rules and every switchable reading, in plain words."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import fields, replace

from undercroft.books import SHELF
from undercroft.kernel.faults import BadInput
from undercroft.kernel.rules import AnyRule, Option, Reading
from undercroft.table.state.house_rules import (
    PRESETS,
    Advancement,
    BattleFatigue,
    Clues,
    Combat,
    Cunning,
    Dying,
    Encumbrance,
    Fatigue,
    Feats,
    HouseRules,
    Lost,
    Prowess,
    Reaction,
    SearchRule,
    Sleep,
    Supplies,
    Value,
    Watchkeeping,
    Wilderness,
)
from undercroft.table.state.sites import Clock


class Question(Struct, frozen=True):
    """A question of the house rules: its id, its words, the options, and the usual choice.

    `book` is the book whose reading it is, empty for a question between the books.
    """

    id: str
    asks: str
    options: tuple[Option, ...]
    usual: Value
    book: str = ""


class Problem(Struct, frozen=True):
    """Why house rules are invalid: a code for programs, words for people."""

    code: str
    what: str


_ASKS: Mapping[str, tuple[str, Mapping[Value, str]]] = {
    "clock": (
        "By which book does time pass in a dungeon?",
        {
            None: "by the book each site names",
            Clock.SOVEREIGN: "Turns of ten minutes, with secret checks for wanderers every few Turns",
            Clock.DELVING: "delve rounds of six minutes, each closed by the hazard die",
            Clock.HEXCRAWL: "turns that each open with the overloaded die",
            Clock.VIOLENCE: "Turns of ten minutes, with a die for wanderers after each",
        },
    ),
    "search": (
        "How is something hidden found?",
        {
            SearchRule.CLOCK: "as the book says by which time passes there",
            SearchRule.SOVEREIGN: "by a Notice check, unless the searcher names the spot",
            SearchRule.DELVING: "for certain, one thing with each search",
        },
    ),
    "clues": (
        "Which clue to a secret does a search turn up?",
        {
            Clues.IN_ORDER: "the next one the referee has prepared",
            Clues.CHECK: "a Notice check decides: the plainest still untold, or the vaguest",
        },
    ),
    "reaction": (
        "Whose table says how creatures take it?",
        {
            Reaction.SOVEREIGN: "Sovereign's, crossed with what the party does",
            Reaction.VIOLENCE: "Violence's, where low is friendly",
            Reaction.DELVING: "Delving's, where low is violent",
        },
    ),
    "combat": ("By which book do people fight?", {Combat.VIOLENCE: "Violence's Rounds of a minute"}),
    "prowess": (
        "Do Sovereign's classes, levels and combat skills count in a fight?",
        {
            Prowess.SOVEREIGN: "attack bonus and skill raise the attribute, and what is too much adds to damage",
            Prowess.OFF: "no, the attributes alone",
        },
    ),
    "dying": (
        "What happens at 0 hit points?",
        {
            Dying.SOVEREIGN: "six Rounds to be stabilised in, then Frail, with one Scar more",
            Dying.VIOLENCE: "a Scar, and 2d6 against all Scars for one's life",
        },
    ),
    "wilderness": (
        "How does the party travel?",
        {
            Wilderness.HEXCRAWL: "by days of travel points, hex by hex",
            Wilderness.VIOLENCE: "by Watches, a hex to each",
            Wilderness.NEVERWHERE: "by hiking, in kilometres a day",
            Wilderness.SOVEREIGN: "in a few words, until something happens",
        },
    ),
    "lost": (
        "Can a party lose its way?",
        {
            Lost.OFF: "no",
            Lost.HEXCRAWL: "once a day, by terrain and weather",
            Lost.NEVERWHERE: "once an hour off the road, by Survival",
        },
    ),
    "supplies": (
        "When are food and water used up?",
        {
            Supplies.HEXCRAWL: "in the wild when the die says so; asleep in a dungeon, want is strain",
            Supplies.NEVERWHERE: "by the meal and the litre, every day",
            Supplies.SOVEREIGN: "when it matters; days without are strain",
        },
    ),
    "feats": (
        "How do people dig, lift, pull, run, throw and hold their breath?",
        {
            Feats.NEVERWHERE: "by weights, speeds and fatigue",
            Feats.SOVEREIGN: "by an Exert check where the referee wants one",
        },
    ),
    "fatigue": (
        "Whose fatigue points are counted?",
        {
            Fatigue.NEVERWHERE: "as many as Vit, spent on feats, marches and missed sleep",
            Fatigue.DELVING: "by level and body, and harm takes them before hit points",
            Fatigue.NONE: "none at all",
        },
    ),
    "battle_fatigue": (
        "Do fights tire by themselves?",
        {BattleFatigue.OFF: "no", BattleFatigue.NEVERWHERE: "yes, once a fight, by load and heat"},
    ),
    "sleep": (
        "Does missed sleep tell?",
        {Sleep.NEVERWHERE: "yes, in fatigue and drowsiness", Sleep.OFF: "no"},
    ),
    "watchkeeping": (
        "Does keeping watch in camp cost sleep?",
        {
            Watchkeeping.EVENING: "no, where camp is made by dusk: whoever watches has slept in the evening",
            Watchkeeping.NIGHT: "yes, the evening goes into the camp, and a watch is taken from eight hours of sleep",
        },
    ),
    "encumbrance": (
        "How is a load counted?",
        {
            Encumbrance.SOVEREIGN: "in points, readied and stowed",
            Encumbrance.NEVERWHERE: "in kilograms against Basic Lift",
        },
    ),
    "advancement": (
        "How do characters grow?",
        {Advancement.SOVEREIGN: "by treasure and foes brought home, in a settlement"},
    ),
    "cunning_from": (
        "Which score serves as Cunning in a fight?",
        {
            Cunning.INTELLIGENCE: "Intelligence",
            Cunning.WISDOM: "Wisdom",
            Cunning.BEST: "the better of the two",
        },
    ),
}


def choices() -> tuple[Question, ...]:
    """Every question between the books, then every reading that can be switched."""
    return tuple(_questions().values())


def value_of(house: HouseRules, id: str) -> Value:
    """The house's answer to a question."""
    question = _question(id)
    if question.book:
        return house.readings.get(id, question.usual)
    value: Value = getattr(house, id)
    return value


def with_choice(house: HouseRules, id: str, value: Value) -> HouseRules:
    """The house rules with another answer to a question."""
    question = _question(id)
    if question.book:
        return with_reading(house, id, value)
    option = _option(question, value)
    if option is None:
        raise _no_option(question)
    return replace(house, **{id: option.value})


def with_reading(house: HouseRules, reading_id: str, value: Value) -> HouseRules:
    """The house rules with another choice of a reading; the usual choice is not stored."""
    question = _question(reading_id)
    option = _option(question, value)
    if option is None:
        raise _no_option(question)
    others = {id: kept for id, kept in house.readings.items() if id != reading_id}
    chosen = {} if _same(option.value, question.usual) else {reading_id: option.value}
    return replace(house, readings={**others, **chosen})


def changes(before: HouseRules, now: HouseRules) -> Iterable[tuple[str, str]]:
    """Every question with a new answer, and what that answer means."""
    for question in choices():
        value = value_of(now, question.id)
        if not _same(value, value_of(before, question.id)):
            option = _option(question, value)
            yield question.asks, option.means if option is not None else str(value)


def problems(house: HouseRules) -> Iterable[Problem]:
    """Every problem with house rules."""
    if house.preset not in PRESETS:
        yield Problem("unknown_preset", f"There is no preset “{house.preset[:40]}”.")
    questions = _questions()
    for id, value in house.readings.items():
        question = questions.get(id)
        if question is None or not question.book:
            yield Problem("unknown_reading", f"No book has a reading “{id[:60]}” that can be switched.")
        elif _option(question, value) is None:
            yield Problem("unknown_value", _no_option(question).args[0])


@cache
def _questions() -> Mapping[str, Question]:
    between = (_between(name, asks, means) for name, (asks, means) in _ASKS.items())
    within = (_within(book.id, reading, book.rules) for book in SHELF for reading in book.readings if reading.switch)
    return {question.id: question for question in (*between, *within)}


def _between(name: str, asks: str, means: Mapping[Value, str]) -> Question:
    usual: Value = getattr(HouseRules(), name)
    return Question(name, asks, tuple(Option(value, words) for value, words in means.items()), usual)


def _within(book: str, reading: Reading, rules: tuple[AnyRule, ...]) -> Question:
    """A reading as a question; the usual choice is the default of the field it switches."""
    rule = next(rule for rule in rules if reading in rule.readings)
    default: Any = next(field.default for field in fields(rule.given) if field.name == reading.switch)
    usual: Value = next(option.value for option in reading.options if _same(option.value, default))
    return Question(reading.id, reading.question, reading.options, usual, book)


def _question(id: str) -> Question:
    question = _questions().get(id)
    if question is None:
        raise BadInput("unknown_question", f"there is no question “{id[:60]}”", "see the house rules for all of them")
    return question


def _option(question: Question, value: Value) -> Option | None:
    return next((option for option in question.options if _same(option.value, value)), None)


def _same(left: Value, right: Value) -> bool:
    """Whether two values are equal, without mixing up True and 1."""
    return left == right and isinstance(left, bool) == isinstance(right, bool)


def _no_option(question: Question) -> BadInput:
    options = ", ".join(str(option.value) for option in question.options)
    return BadInput("unknown_value", f"{question.id} can be {options}", "choose one of these", field=question.id)
