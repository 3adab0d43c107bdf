"""What the manual says of every rule in plain words holds: its dice are the rule's, and its example is a case."""

import re

from tests.conformance.shelf import book_of, cases, of_every_rule, rulings
from undercroft.books import RULES, SHELF
from undercroft.faces.shared.manual import Guidance, guidance_in, guidance_of, seen_with
from undercroft.faces.shared.shelf import speaks_of
from undercroft.interpret.words import say
from undercroft.interpret.worked_cases import settled
from undercroft.kernel.dice import Throw
from undercroft.kernel.notation import text
from undercroft.kernel.rules import AnyRule

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
def test_the_example_is_a_case(rule: AnyRule) -> None:
    """The dice of the case and every number of its result are told."""
    said = said_of(rule)
    case = next(case for case in cases(rule) if case.line == said.case)
    result = say(book_of(rule).words, settled(rule, case).outcome)
    faces = {face for face in case.dice if isinstance(face, int)}
    assert faces | numerals(result) <= numerals(said.example) | spelt(said.example)


def numerals(words: str) -> set[int]:
    """Every number that is written in figures."""
    return {int(found.replace(",", "")) for found in re.findall(r"\d{1,3}(?:,\d{3})+|\d+", words)}


def spelt(words: str) -> set[int]:
    """Every number that is written as a word."""
    known = {word: number for number, word in enumerate(NUMBERS)} | OTHER_NUMBERS
    return {known[word] for word in re.findall(r"[a-z]+", words.lower()) if word in known}


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
