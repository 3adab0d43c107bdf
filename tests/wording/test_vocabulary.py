"""People read the words of the hobby, one word for one thing, as `docs/vocabulary.md` lists them."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tools.prose import ROOT, Kind, Passage, every_file, passages
from undercroft.books import RULES
from undercroft.kernel.phrases import value_in_words

PAGE = ROOT / "docs" / "vocabulary.md"

ALLOWED = {
    "docs/vocabulary.md": {"*": "lists the words"},
    "docs/demo.md": {"the fallen vault": "a vault that has come down"},
    "docs/manual/neverwhere/precise-strike.md": {"enemy bonus": "the name of a field in the book's catalogue"},
    "docs/manual/violence/enemy-attack.md": {"enemy exact": "the name of an input in the book's catalogue"},
    "docs/manual/violence/enemy-stats.md": {
        "“Enemies”": "the title of a page",
        "| enemy |": "the name of an outcome in the book's catalogue",
        "*enemy*": "the same",
    },
    "docs/manual/violence/equipment.md": {"reloading takes a Round": "a value that logs keep"},
    "src/undercroft/books/violence/equipment.py": {"reloading takes a Round": "the same"},
    "docs/manual/violence/save.md": {"saver": "a value in the book's catalogue"},
    "docs/manual/violence/surprise.md": {"surprised sides": "a value in the book's catalogue"},
    "src/undercroft/kernel/rules.py": {'beyond="Enemies"': "the title of a page"},
    "src/undercroft/table/fight/foes.py": {"monster enemy foe": "words that the palette finds"},
    "src/undercroft/faces/api/requests.py": {
        "a number a die, a word for a choice": "speaks of JSON, where a die left out is null"
    },
    "src/undercroft/faces/cli/table_verbs.py": {"GM-SECRET": "the name of a file, so that nobody sends it to players"},
    "src/undercroft/faces/terminal/field_sorts.py": {"A type for people.": "shows how types become words"},
    "src/undercroft/faces/web/live/forms/made.py": {"until evening": "the time of day"},
    "src/undercroft/faces/terminal/ruling_line.py": {"chance=35%": "what a person types"},
    "src/undercroft/faces/web/base/rendering.py": {"58.3\\xa0%": "shows a space that does not break"},
    "src/undercroft/kernel/strict.py": {"Object missing required field": "a message of msgspec, read to be put better"},
    **{
        f"tests/{path}": {words: "the time of day"}
        for path, words in (
            ("table/road/test_camp.py", "in the evening"),
            ("table/road/test_hike.py", "in the evening"),
            ("table/road/test_travel.py", "in the evening"),
            ("table/site/test_waiting.py", "in the evening"),
        )
    },
    "src/undercroft/store/database.py": {"CREATE TABLE": "a table of the database"},
    "src/undercroft/store/portable.py": {"One table's log as a text file": "shows a line of that file"},
}
"""Texts that may use a listed word, by file: the words around it, and why. `*` is the whole file."""

TYPES = {"str", "bool", "null"}
"""Names of types: as words of the books, in other letters, they may stand."""

NAMES = TYPES | {"NoneType", "required field"}
"""Words of the program: comments and tests may use them."""

SHAPES = re.compile(
    r"\ba d\d+ of [a-z]+|(?<!here )\bis no (?!longer\b|more\b|less\b|armour\b|such\b|\w+er\b)[a-z]+\b|\(s\)"
)
"""Shapes of sentences that sound translated or made by a program: “this is no number”, “1 turn(s)”, “a d6 of days”."""

TIME_WORDS = re.compile(
    r"(?<=[a-z0-9,;)}'] )(?<!Dungeon )(?<!Party )(?<!Combat )(?<!Delve )(?<!Exploration )(?:Turns?|Rounds?)\b"
)
"""A turn or a round with a capital within a sentence; the names of the books' phases and headings have one."""

LONG_IN_SECONDS = re.compile(r"\b(?:[6-9]\d|\d[\d,]*\d\d) seconds\b")
"""A minute or more, counted in seconds."""

PERCENT = re.compile(r"(?:\d|\{\}) percent\b|\d%(?!\w)")
"""A percentage in words, or with its sign too close: “60 %” is how every chance is written."""

OTHER_DIE = re.compile(r"(?i)(?<!overloaded )\b(?:encounter|night) die\b")
"""The overloaded die by another name."""

SHORT_FORMS = {"ac", "bl", "dc", "fp", "hd", "hp", "sn", "tp", "xp"}

_CODE = re.compile(r"`([^`]+)`")
FOR_MAKERS = {Kind.COMMENT, Kind.TEST}
"""Kinds of text that only people who work on the code read."""

_ANNOTATION = re.compile(r"^\w+\[.*\]$|^\w+( \| \w+)+$")
_PART = re.compile(r"\w+")
_FIELD = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")


def listed() -> list[str]:
    """The words that the last column of the page's tables names."""
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    return [word for row in rows for word in _CODE.findall(row.rstrip("| ").rsplit("|", 1)[-1])]


def pattern(words: list[str]) -> re.Pattern[str]:
    """Finds any of the words; those of one case as they are written, the others in either."""
    exact = "|".join(rf"\b{re.escape(word)}\b(?!\\_)" for word in words if not word.islower() or word in TYPES)
    either = "|".join(rf"\b{re.escape(word)}\b" for word in words if word.islower() and word not in TYPES)
    return re.compile("|".join(part for part in (exact, either and f"(?i:{either})") if part))


def by_first_part(words: list[str]) -> Mapping[str, re.Pattern[str]]:
    """A pattern for the words that begin with the same part, by that part in small letters."""
    first = [(_PART.findall(word.lower())[0], word) for word in words]
    return {part: pattern([word for other, word in first if other == part]) for part in {part for part, _ in first}}


def found_in(text: str, words: Mapping[str, re.Pattern[str]]) -> re.Match[str] | None:
    """Where one of the words stands, looked for only in a text that has its first part."""
    parts = sorted(words.keys() & set(_PART.findall(text.lower())))
    return next((hit for part in parts if (hit := words[part].search(text))), None)


def allowed(passage: Passage) -> bool:
    """Whether the list above allows it."""
    path = str(passage.path.relative_to(ROOT))
    places = ALLOWED.get(path, {})
    return "*" in places or any(words in passage.text for words in places)


def without_code(passage: Passage) -> str:
    """Its text, without names in backticks: a docstring or a page may name a field."""
    if passage.kind is Kind.PHRASE and _ANNOTATION.search(passage.text):
        return ""
    return passage.text if passage.kind is Kind.SPOKEN else _CODE.sub("", passage.text)


@pytest.fixture(scope="module")
def everything() -> list[Passage]:
    """Every text that people read."""
    return list(passages())


def test_no_text_uses_a_word_that_the_vocabulary_replaces(everything: list[Passage]) -> None:
    """In the log, on screens, in reasons, in rules, in help, in docs, in the demo, and in the names of tests."""
    spoken, inside = by_first_part(listed()), by_first_part([word for word in listed() if word not in NAMES])
    found = [
        f"{passage}  <- {hit.group()}"
        for passage in everything
        if (hit := found_in(without_code(passage), inside if passage.kind in FOR_MAKERS else spoken))
        and not allowed(passage)
    ]
    assert [] == found, "\n".join(found)


def test_no_sentence_has_a_shape_that_sounds_translated(everything: list[Passage]) -> None:
    """Of those that people read while they play, write a campaign or look something up."""
    found = [
        f"{passage}  <- {hit.group()}"
        for passage in everything
        if passage.kind not in FOR_MAKERS
        and (hit := SHAPES.search(without_code(passage)))
        and passage.path.name != "vocabulary.md"
    ]
    assert [] == found, "\n".join(found)


def test_turns_and_rounds_are_written_small_within_a_sentence(everything: list[Passage]) -> None:
    """As a referee writes them: “the end of turn 6”, “two rounds”; a label and a sentence begin with a capital."""
    found = [
        f"{passage}  <- {hit.group()}"
        for passage in everything
        if (hit := TIME_WORDS.search(without_code(passage))) and not allowed(passage)
    ]
    assert [] == found, "\n".join(found)


def test_the_manual_counts_minutes_and_hours(everything: list[Passage]) -> None:
    """“Roll again in 6 minutes”: its pages also show how every book puts its outcomes."""
    manual = [passage for passage in everything if "docs/manual" in passage.path.as_posix()]
    assert len(manual) > 300
    assert [] == [str(passage) for passage in manual if LONG_IN_SECONDS.search(passage.text)]


def test_a_percentage_is_a_number_and_its_sign(everything: list[Passage]) -> None:
    """In sentences, screens, rules and the manual."""
    read = [passage for passage in everything if passage.kind not in FOR_MAKERS and passage.path.suffix != ".js"]
    found = [str(passage) for passage in read if PERCENT.search(without_code(passage)) and not allowed(passage)]
    assert [] == found, "\n".join(found)


def test_the_overloaded_die_has_one_name(everything: list[Passage]) -> None:
    """By day, by night and in a dungeon, on screens, dice and in the log; its book's heading is longer."""
    found = [str(passage) for passage in everything if OTHER_DIE.search(without_code(passage))]
    assert [] == found


def test_a_page_of_the_manual_is_named_for_characters() -> None:
    """“How fast a character digs”: nobody at a table says “how fast one digs”."""
    pages = [page.read_text(encoding="utf-8").splitlines() for page in (ROOT / "docs" / "manual").rglob("*.md")]
    titles = [line for lines in pages for line in lines if line.startswith("# ")]
    assert len(titles) > 300
    assert [] == [title for title in titles if re.search(r"\bone (?:can|may|must|[a-z]+s)\b", title)]


def test_an_outcome_is_named_in_full() -> None:
    """“not enough travel points”: no short form of the program in what a rule can come to."""
    names = {value_in_words(kind.__struct_config__.tag) for rule in RULES.values() for kind in rule.outcomes}
    assert len(names) > 300
    assert [] == sorted(name for name in names if SHORT_FORMS & set(name.split()))


def test_no_field_name_reaches_the_table(everything: list[Passage]) -> None:
    """Sentences, reasons and buttons name things as people do."""
    spoken = [passage for passage in everything if passage.kind in {Kind.SPOKEN, Kind.SCREEN}]
    found = [str(passage) for passage in spoken if _FIELD.search(passage.text) and not allowed(passage)]
    assert [] == found, "\n".join(found)


def test_every_allowance_is_needed(everything: list[Passage]) -> None:
    """A place that was mended leaves the list."""
    there = {(str(passage.path.relative_to(ROOT)), passage.text) for passage in everything}
    unused = [
        (path, words)
        for path, places in ALLOWED.items()
        for words in places
        if not any(path == file and (words == "*" or words in text) for file, text in there)
    ]
    assert [] == unused


def test_the_walk_finds_sentences_reasons_buttons_screens_and_pages(everything: list[Passage]) -> None:
    """Of each kind many, in every layer: a walk that finds nothing would pass for good."""
    kinds = {kind: sum(passage.kind is kind for passage in everything) for kind in Kind}
    assert all(count > 300 for count in kinds.values()), kinds
    texts = {passage.text for passage in everything}
    assert "Only the referee can do that." in texts
    assert {path.suffix for path in every_file()} == {".py", ".html", ".js", ".md", ".toml"}


@pytest.mark.parametrize(
    "name, source, text",
    [
        ("a.py", 'f"{name} falls."', "{} falls."),
        ("a.py", 'X = ("one "\n "two")', "one two"),
        ("a.html", "<p>Roll <b>again</b></p>", "again"),
        ("a.html", '<a title="Roll it">x</a>', "Roll it"),
        ("a.html", "{{ 'Roll again' if x else y }}", "Roll again"),
        ("a.js", "say(`Rolled ${n} dice`); // no text here", "Rolled {} dice"),
        ("a.md", "Roll `2d6` now", "Roll  now"),
        ("a.py", "x = 1  # roll it again", "roll it again"),
        ("a.toml", 'glance = "Two doors."', "Two doors."),
        ("a.toml", 'secret = """\nOne door\nis false."""', "One door is false."),
    ],
)
def test_a_text_is_found_where_it_is(tmp_path: Path, name: str, source: str, text: str) -> None:
    """In each kind of file."""
    (tmp_path / name).write_text(source, encoding="utf-8")
    assert text in [passage.text for passage in passages([tmp_path / name])]
