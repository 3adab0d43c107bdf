"""What a referee may choose: every question of the house rules and every switchable reading, in plain words."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import fields, replace

from undercroft.books import SHELF
from undercroft.kernel.faults import BadInput
from undercroft.kernel.rules import AnyRule, Option, Reading
from undercroft.table.state.house_rules import PRESETS, HouseRules, Value
from undercroft.table.state.sites import Clock


class HouseQuestion(Struct, frozen=True):
    """A question of the house rules: its id, its words, the options, and the usual choice.

    `book` is the book whose reading it is, empty for a question between the books.
    """

    id: str
    asks: str
    options: tuple[Option, ...]
    usual: Value
    book: str = ""


class HouseProblem(Struct, frozen=True):
    """Why house rules are invalid: a code for programs, words for people."""

    code: str
    what: str


_ASKS: Mapping[str, tuple[str, Mapping[str | None, str]]] = {
    "clock": (
        "How does time pass in a dungeon?",
        {
            None: "by the book each site names",
            "sovereign": "turns of ten minutes, with a secret wandering check every few turns",
            "delving": "delve rounds of six minutes, each ending with the hazard die",
            "hexcrawl": "turns that each begin with the overloaded die",
            "violence": "turns of ten minutes, with a wandering check after each",
        },
    ),
    "search": (
        "How do characters find hidden things?",
        {
            "clock": "by the book that keeps time at the site",
            "sovereign": "by a Notice check, unless the searcher names the spot",
            "delving": "automatically, one thing with each search",
        },
    ),
    "clues": (
        "Which clue does a search find?",
        {
            "in_order": "the next one the referee has prepared",
            "check": "a Notice check decides: the clearest one left, or the vaguest",
        },
    ),
    "leaving": (
        "How does a party leave a site?",
        {
            "way_out": "room by room, by the shortest way it knows",
            "at_once": "in one turn, from any room",
        },
    ),
    "delve_order": (
        "In which order do delvers act in a delve round?",
        {
            "marching": "in marching order, from the front to the rear",
            "any": "in any order",
        },
    ),
    "reaction": (
        "Which reaction table?",
        {
            "sovereign": "Sovereign's, by what the party does",
            "violence": "Violence's, where low is friendly",
            "delving": "Delving's, where low is violent",
        },
    ),
    "combat": (
        "Which rules does a fight use?",
        {
            "violence": "Violence's: a d20 between armour and attribute, rounds of a minute",
            "sovereign": "Sovereign's: a d20 and bonuses against armour class, rounds of ten seconds",
        },
    ),
    "foe_morale": (
        "When do foes and hirelings lose heart in a fight?",
        {
            "combat": "as the rules of the fight say; by Sovereign's, without a roll",
            "violence": "by Violence's morale check, in every fight",
        },
    ),
    "prowess": (
        "Do Sovereign's classes, levels and combat skills count in a fight?",
        {
            "sovereign": "yes: attack bonus and skill raise the attribute; points beyond 18 add to damage",
            "off": "no, only the attributes",
        },
    ),
    "dying": (
        "What happens at 0 hit points?",
        {
            "sovereign": "six rounds to be stabilised, then Frail, with one more Scar",
            "violence": "one more Scar; the character lives if 2d6 is above their Scars",
        },
    ),
    "wilderness": (
        "How does the party travel?",
        {
            "hexcrawl": "by days of travel points, hex by hex",
            "violence": "by Watches, one hex in each",
            "neverwhere": "by hiking, in kilometres a day",
            "sovereign": "narrated, until something happens",
        },
    ),
    "lost": (
        "Can a party lose its way?",
        {
            "off": "no",
            "hexcrawl": "once a day without road or landmark, by a d10: 1 in 10 in plains, up to 7 in forest, "
            "more in rain or snow",
            "neverwhere": "once an hour off the road, by Survival",
        },
    ),
    "supplies": (
        "When are food and water used up?",
        {
            "hexcrawl": "in the wild when the die says so; in a dungeon, a sleep without them costs strain",
            "neverwhere": "by the meal and the litre, every day",
            "sovereign": "when it matters; days without them cost strain",
        },
    ),
    "feats": (
        "How do people dig, lift, pull, run, throw and hold their breath?",
        {
            "neverwhere": "by weights, speeds and fatigue",
            "sovereign": "by an Exert check where the referee wants one",
        },
    ),
    "fatigue": (
        "Which fatigue points count?",
        {
            "neverwhere": "as many as the CON score, spent on feats, marches and missed sleep",
            "delving": "by level and body, and damage takes them before hit points",
            "none": "none at all",
        },
    ),
    "battle_fatigue": (
        "Do fights cost fatigue?",
        {"off": "no", "neverwhere": "yes, once a fight, by load and heat"},
    ),
    "sleep": ("Does missed sleep count?", {"neverwhere": "yes, in fatigue and drowsiness", "off": "no"}),
    "watchkeeping": (
        "Does keeping watch in camp cost sleep?",
        {
            "evening": "no, if camp is made by dusk: watchers sleep before their watch",
            "night": "yes, a watch comes out of eight hours of sleep",
        },
    ),
    "encumbrance": (
        "How is encumbrance counted?",
        {
            "sovereign": "in points, readied and stowed",
            "neverwhere": "in kilograms against Basic Lift",
        },
    ),
    "advancement": (
        "How do characters grow?",
        {
            "sovereign": "by Sovereign: gold brought home and foes overcome; each level has points and some a feat",
            "violence": "by Violence: silver brought home and Hit Dice overcome; each level rolls for health",
        },
    ),
    "cunning_from": (
        "Which score counts as Cunning in a fight?",
        {
            "intelligence": "Intelligence",
            "wisdom": "Wisdom",
            "best": "the better of the two",
        },
    ),
    "growth_by": (
        "Who makes the choices of levels, and changes those of a new character?",
        {
            "player": "the player; the referee can undo them",
            "referee": "the referee, who hears first what the player wants",
        },
    ),
    "whispering": (
        "Whom may players whisper to?",
        {
            "all": "to each other and to the referee, who reads every whisper",
            "referee": "to the referee only",
        },
    ),
    "players_odds": (
        "Do players see the odds of what they may do?",
        {
            "exact": "yes, in percent and as a fraction",
            "words": "only in words, such as likely or a long shot",
            "hidden": "no",
        },
    ),
    "players_numbers": (
        "Do players see the difficulties and other numbers behind a roll?",
        {
            "exact": "yes, where their characters could know them",
            "hidden": "no, only the dice and the result",
        },
    ),
    "players_wounds": (
        "Do players see how badly foes are wounded?",
        {
            "exact": "yes, the damage that each foe took",
            "words": "only in words: unhurt, hurt or badly hurt",
            "hidden": "no, until the foe goes down",
        },
    ),
    "players_hit_points": (
        "Do players see the hit points of characters who are not theirs?",
        {
            "exact": "yes, in numbers",
            "words": "only in words: unhurt, hurt, badly hurt or down",
            "hidden": "no, only conditions that show",
        },
    ),
    "players_purses": (
        "Do players see the coins of characters who are not theirs?",
        {
            "exact": "yes, what is in each purse",
            "words": "only in words, such as a few coins or a heavy purse",
            "hidden": "no",
        },
    ),
}
"""The question behind each field of the house rules, and what each of its values means."""


def choices() -> tuple[HouseQuestion, ...]:
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
    return replace(house, **{id: _chosen(question, value)})


def with_reading(house: HouseRules, reading_id: str, value: Value) -> HouseRules:
    """The house rules with another choice of a reading; the usual choice is not stored."""
    question = _question(reading_id)
    chosen = _chosen(question, value)
    others = {id: kept for id, kept in house.readings.items() if id != reading_id}
    return replace(house, readings=others if _same(chosen, question.usual) else {**others, reading_id: chosen})


def changes(before: HouseRules, now: HouseRules) -> Iterable[tuple[str, str]]:
    """Every question with a new answer, and what that answer means."""
    for question in choices():
        value = value_of(now, question.id)
        if not _same(value, value_of(before, question.id)):
            option = _option(question, value)
            yield question.asks, option.means if option is not None else str(value)


def problems(house: HouseRules) -> Iterable[HouseProblem]:
    """Every problem with house rules."""
    if house.preset not in PRESETS:
        yield HouseProblem("unknown_preset", f"There is no preset “{house.preset[:40]}”.")
    questions = _questions()
    for id, value in house.readings.items():
        question = questions.get(id)
        if question is None or not question.book:
            yield HouseProblem("unknown_reading", f"No book has a reading “{id[:60]}” that can be switched.")
        elif _option(question, value) is None:
            yield HouseProblem("unknown_value", _no_option(question).args[0])


@cache
def _questions() -> Mapping[str, HouseQuestion]:
    between = (_between(name, asks, means) for name, (asks, means) in _ASKS.items())
    within = (_within(book.id, reading, book.rules) for book in SHELF for reading in book.readings if reading.switch)
    return {question.id: question for question in (*between, *within)}


def _between(name: str, asks: str, means: Mapping[str | None, str]) -> HouseQuestion:
    usual: StrEnum | None = getattr(HouseRules(), name)
    kind = Clock if usual is None else type(usual)
    options = tuple(Option(None if value is None else kind(value), words) for value, words in means.items())
    return HouseQuestion(name, asks, options, usual)


def _within(book: str, reading: Reading, rules: tuple[AnyRule, ...]) -> HouseQuestion:
    """A reading as a question; the usual choice is the default of the field it switches."""
    rule = next(rule for rule in rules if reading in rule.readings)
    default: Any = next(field.default for field in fields(rule.given) if field.name == reading.switch)
    usual: Value = next(option.value for option in reading.options if _same(option.value, default))
    return HouseQuestion(reading.id, reading.question, reading.options, usual, book)


def _question(id: str) -> HouseQuestion:
    question = _questions().get(id)
    if question is None:
        raise BadInput("unknown_question", f"there is no question “{id[:60]}”", "see the house rules for all of them")
    return question


def _chosen(question: HouseQuestion, value: Value) -> Value:
    """The value as the question's own option has it."""
    option = _option(question, value)
    if option is None:
        raise _no_option(question)
    return option.value


def _option(question: HouseQuestion, value: Value) -> Option | None:
    return next((option for option in question.options if _same(option.value, value)), None)


def _same(left: Value, right: Value) -> bool:
    """Whether two values are equal, without mixing up True and 1."""
    return left == right and isinstance(left, bool) == isinstance(right, bool)


def _no_option(question: HouseQuestion) -> BadInput:
    options = ", ".join(str(option.value) for option in question.options)
    return BadInput("unknown_value", f"{question.id} can be {options}", "choose one of these", field=question.id)
