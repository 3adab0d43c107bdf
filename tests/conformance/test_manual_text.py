"""What the manual says of every rule in plain words holds: its dice are the rule's, and its example is a case."""

import re
from itertools import pairwise

import pytest

from tests.conformance.rule_numbers import numbers_in, numbers_of, numbers_read
from tests.conformance.shelf import book_of, cases, of_every_rule, rulings
from undercroft.books import BOOKS, RULES, SHELF
from undercroft.books.guidance import Guidance
from undercroft.faces.manual.dice_tables import listed, shown
from undercroft.faces.shared.manual import guidance_in, guidance_of, seen_with
from undercroft.faces.shared.questions import index, questions_like
from undercroft.faces.shared.shelf import speaks_of
from undercroft.interpret.lookups import lines, listings_of, tables_of
from undercroft.interpret.words import say
from undercroft.interpret.worked_cases import settled
from undercroft.kernel.dice import Choice, Throw
from undercroft.kernel.notation import text
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.tables import BookListing

NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
OTHER_NUMBERS = {"none": 0, "nothing": 0, "nobody": 0, "no": 0, "a": 1, "an": 1, "once": 1, "first": 1, "second": 2}


def said_of(rule: AnyRule) -> Guidance:
    """What the manual says of a rule of ours."""
    found = guidance_of(rule)
    assert found is not None
    return found


def test_every_rule_has_its_words_and_no_words_are_left_over() -> None:
    """The manual of each book names exactly the rules of the book, under titles that are all different."""
    for book in SHELF:
        assert {rule.name for rule in book.rules} == set(guidance_in(book.id))
        titles = [guidance.title for guidance in guidance_in(book.id).values()]
        assert len(titles) == len(set(titles))


@of_every_rule
def test_the_words_are_sentences(rule: AnyRule) -> None:
    """Each part is a sentence or more, and the rules to read next are others."""
    said = said_of(rule)
    for part in (said.when, said.how, said.decides, said.example):
        assert part[0].isupper() or not part[0].isalpha()
        assert part.endswith((".", "?", "!")), part
    assert seen_with(rule)
    assert rule not in seen_with(rule)


@of_every_rule
def test_the_dice_of_a_rule_are_named(rule: AnyRule) -> None:
    """Every kind of die that the rule asks for is named, unless the situation gives the dice."""
    how = said_of(rule).how
    asked = {throw.question for ruling in rulings(rule) for throw in ruling.throws}
    rolls = {text(question.roll) for question in asked if isinstance(question, Throw)}
    kinds = {die for roll in rolls for die in re.findall(r"d\d+", roll)}
    unnamed = [die for die in kinds if not re.search(rf"{die}s?\b", how)]
    assert not unnamed or re.search(r"\b(die|dice)\b", how), unnamed


@of_every_rule
def test_a_rule_that_scars_can_bend_says_so(rule: AnyRule) -> None:
    """Who reads only this page knows that the player may be asked."""
    asked = (throw.question for ruling in rulings(rule) for throw in ruling.throws)
    if any(isinstance(question, Choice) and "Scar" in question.purpose for question in asked):
        assert "Scar" in said_of(rule).how


CHECK = re.compile(r"\bd20s? plus\b|\b2d6 with\b|\bsave\b.{,6}\bd20\b")
BAR = re.compile(r"\b(more than|reach|above|or more|against .*?(\d|difficulty|how))")


@of_every_rule
def test_a_check_says_what_it_must_reach(rule: AnyRule) -> None:
    """Each check in the prose names its number or its target: nobody has to open another page for it."""
    how = said_of(rule).how
    starts = [found.start() for found in CHECK.finditer(how)]
    checks = [how[start:end] for start, end in pairwise([*starts, len(how)])]
    assert all(BAR.search(check) for check in checks), checks


@of_every_rule
def test_the_example_is_a_case(rule: AnyRule) -> None:
    """The dice of the case and every number of its result are told."""
    said = said_of(rule)
    case = next(case for case in cases(rule) if case.line == said.case)
    result = say(book_of(rule).words, settled(rule, case).outcome)
    faces = {face for face in case.dice if isinstance(face, int)}
    assert faces | numerals(result) <= numerals(said.example) | spelt(said.example)


ILLUSTRATED = {
    "hexcrawl.change-weather": ({3}, "three kinds of weather, for example"),
    "hexcrawl.daily-cap": ({8}, "twice the four points of a day by land"),
    "hexcrawl.getting-lost": ({4}, "the other half of the d6"),
    "hexcrawl.search-random": ({3}, "three hidden features, for example"),
    "hexcrawl.template.encounter": ({6}, "a list of six, for example"),
    "hexcrawl.template.environment-effect": ({4, 6}, "lists of four and of six, for example"),
    "hexcrawl.template.forced-rest": ({3}, "the face of the overloaded die"),
    "hexcrawl.template.free-turn": ({5}, "the face of the overloaded die"),
    "hexcrawl.template.good-encounter": ({6, 8}, "the face of the overloaded die, and a list of eight, for example"),
    "hexcrawl.template.waning-resources": ({4}, "the face of the overloaded die"),
    "hexcrawl.wild.encounter": ({8}, "a list of eight, for example"),
    "hexcrawl.wild.free-turn": ({5}, "the face of the die on the road"),
    "hexcrawl.wild.good-encounter": ({6}, "the face of the die on the road"),
    "hexcrawl.wild.waning-resources": ({4}, "the face of the die on the road"),
    "sovereign.advance.points": ({4}, "the three points of all and the one of Experts"),
    "sovereign.advance.saves": ({15}, "16 less the first level"),
    "sovereign.attr.notation": ({12}, "the difficulty of an example"),
    "sovereign.enc.bulk": ({5}, "hundredths of a point, by the pound"),
    "sovereign.encounter.arrival": ({3}, "three entrances, for example"),
    "sovereign.skill.list": ({9}, "the skills are counted"),
    "sovereign.wandering.contents": ({4}, "a table of four, for example"),
}
"""Rules whose manual has a number that is not in the rule, and why."""


def test_the_numbers_of_the_manual_are_the_rule_s() -> None:
    """Each number in the prose is in the rule's code or what that calls, its input, outcomes, tables or readings."""
    strange: dict[str, set[int]] = {}
    for book in SHELF:
        for rule in book.rules:
            said = said_of(rule)
            told = f"{said.when} {said.how} {said.decides}"
            if numbers := numbers_in(told) - numbers_of(rule, book, told) - {0, 1, 2}:
                strange[rule.id] = numbers
    assert {rule: numbers for rule, (numbers, _) in ILLUSTRATED.items()} == strange


UNTOLD = {
    "LENGTH": "hours, days and weeks, in seconds",
    "PACES": "which pace it is counts here, not how far it leads",
    "READINESS_FACTOR": "the prose says half, 1½ and 2½ times",
}
"""What rules read that is not on their pages, and why."""

FEW = 2
"""Numbers so few that the prose may tell them in other words."""


def test_what_a_rule_looks_up_is_on_its_page() -> None:
    """The table that it reads is there as the rule has it, or the prose and the readings tell its numbers."""
    untold: set[tuple[str, str]] = set()
    for book in SHELF:
        for rule in book.rules:
            said = said_of(rule)
            tables = [*map(shown, tables_of(rule, book)), *map(listed, listings_of(rule, book))]
            prose = f"{said.when} {said.how} {said.decides} {' '.join(reading.choice for reading in rule.readings)}"
            told = {number for part in (prose, *tables) for number in numbers_in(part.replace(",", ""))}
            dice = {int(sides) for sides in re.findall(r"d(\d+)", prose)}
            for name, numbers in numbers_read(rule):
                if len(numbers) > FEW and len(numbers - told - dice - {0, 1, 2}) > 1:
                    untold.add((rule.id, name))
    assert set(UNTOLD) == {name for _, name in untold}, untold


@pytest.mark.parametrize("listing", [pytest.param(of, id=of.name) for book in SHELF for of in book.listings])
def test_a_listing_has_a_heading_for_each_column_and_is_on_a_page(listing: BookListing) -> None:
    """Its rows are as long as its head, and a rule reads it."""
    assert {len(listing.heads)} == {len(line) for line in lines(listing)}
    book = BOOKS[listing.name.partition(".")[0]]
    assert any(listing in listings_of(rule, book) for rule in book.rules)


OTHER_DICE = {
    "delving.condition.surprised": ({"d20"}, "the die of their initiative, thrown by another rule"),
}
"""Rules whose manual names a die that the rule does not throw, and why."""


def test_no_other_dice_are_named() -> None:
    """Each die in the prose is one that the rule throws in a case."""
    strange: dict[str, set[str]] = {}
    for rule in RULES.values():
        asked = [throw.question for ruling in rulings(rule) for throw in ruling.throws]
        rolls = " ".join(text(question.roll) for question in asked if isinstance(question, Throw))
        thrown = {*re.findall(r"\d+d\d+", rolls), *re.findall(r"d\d+", rolls)}
        if others := set(re.findall(r"\b(?!1d)\d*d\d+", said_of(rule).how)) - thrown:
            strange[rule.id] = others
    assert {rule: dice for rule, (dice, _) in OTHER_DICE.items()} == strange


def numerals(words: str) -> set[int]:
    """Every number that is written in figures."""
    return {int(found.replace(",", "")) for found in re.findall(r"\d{1,3}(?:,\d{3})+|\d+", words)}


def spelt(words: str) -> set[int]:
    """Every number that is written as a word."""
    known = {word: number for number, word in enumerate(NUMBERS)} | OTHER_NUMBERS
    return {known[word] for word in re.findall(r"[a-z]+", words.lower()) if word in known}


@of_every_rule
def test_every_rule_answers_a_question(rule: AnyRule) -> None:
    """Each is a sentence as people say it, under a subject; the rule is found below it."""
    asked = said_of(rule).asks
    assert asked
    for subject, questions in asked.items():
        assert subject[0].isupper()
        for question in questions:
            assert question[0].isupper()
            assert question.endswith("?")
            assert rule in next(found.rules for found in index() if found.asks == question)


def test_a_question_has_one_subject() -> None:
    """Else it would be listed twice."""
    asked = [question.asks for question in index()]
    assert len(asked) == len(set(asked))
    assert 70 < len(asked) < 110


@pytest.mark.parametrize(
    "typed, asks",
    [
        ("who goes first?", "Who goes first?"),
        ("which side acts first", "Who goes first?"),
        ("initiative", "Who goes first?"),
        ("do the monsters attack?", "Do the monsters attack?"),
        ("will the orcs attack us", "Do the monsters attack?"),
        ("can I open this door?", "Can I open this door?"),
        ("the door is locked", "Can I open this door?"),
        ("do they flee", "Do they run or surrender?"),
        ("how long does a torch last", "Does my torch still burn?"),
        ("my friend is dying", "Can I save my friend?"),
        ("are we lost", "Do we get lost?"),
        ("how far can we travel in a day", "How far do we get today?"),
        ("saving throw", "Do I resist it?"),
        ("where are we", "Where are we?"),
        ("hire a torchbearer", "Can we hire someone, and do they stay?"),
        ("we have no food", "What if we run out of food?"),
        ("how much damage when I fall", "How badly does the fall hurt?"),
        ("how much xp", "How much experience do we get?"),
        ("bitten by a teapot", None),
        ("the", None),
        ("", None),
    ],
)
def test_what_people_type_leads_to_a_question(typed: str, asks: str | None) -> None:
    """In other words too; and to none where none is meant."""
    found = [question.asks for question in questions_like(typed)]
    assert asks in found if asks else not found


def test_a_question_spans_the_books() -> None:
    """Three books say who goes first, and whether monsters attack."""
    [first] = questions_like("Who goes first?")
    assert ["delving", "sovereign", "violence"] == [rule.book for rule in first.rules]
    [attack] = questions_like("Do the monsters attack?")
    assert {"delving", "sovereign", "violence"} == {rule.book for rule in attack.rules}
    [only] = questions_like("Who goes first?", [BOOKS["violence"]])
    assert ["violence.initiative"] == [rule.id for rule in only.rules]


def test_rules_are_found_by_the_words_of_the_hobby() -> None:
    """What people of the hobby call a thing leads to its rules in every book that has one."""
    wanted = {
        "wandering monster": {"delving.hazard-die", "sovereign.wandering.check", "violence.turn-encounter"},
        "morale": {"delving.morale.check", "violence.morale-check", "sovereign.combat.morale"},
        "torch": {"delving.light.burn", "sovereign.light.burn", "hexcrawl.template.waning-resources"},
        "drowning": {"sovereign.suffocation.air", "neverwhere.breath-limit"},
        "saving throw": {"sovereign.save.roll", "violence.save"},
        "to hit": {"sovereign.combat.attack", "violence.attack"},
        "open doors": {"sovereign.door.stuck"},
        "level up": {"sovereign.xp.level", "violence.advancement"},
    }
    for words, ids in wanted.items():
        found = {id for id, rule in RULES.items() if speaks_of(rule, words.split())}
        assert ids <= found, (words, ids - found)
