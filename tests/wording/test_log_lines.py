"""The recorded logs and reports read as a referee would read them aloud."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from tools.prose import CODE, ROOT, Kind, passages
from undercroft.table.rulings.target_numbers import listed

FOLDER = ROOT / "tests" / "playthroughs"
LOGS = sorted(FOLDER.glob("delve-*.*.txt"))
REPORTS = sorted(FOLDER.glob("evening.report*.md"))

CLIPPED = re.compile(
    r"\(\d{1,3}\)[.,]|: dead\b|Roll damage|comes up \d|\bentrance \d|^An? [\w' ]+\.$|^[\w ]+: \d+ \w+ points?\b"
)
"""Shapes that read like notes: a number in brackets after creatures, a result without a subject."""

NUMBER = re.compile(r"against|under|over|exactly|chance|natural")
HELD_AGAINST = re.compile("|".join(re.escape(purpose) for _, purpose in listed() if purpose))


def lines(path: Path) -> list[str]:
    """The lines that a seat is told, without the commands that were typed."""
    found = path.read_text(encoding="utf-8").splitlines()
    return [line for line in found if line and not line.startswith((">", "#", "*"))]


@pytest.mark.parametrize("path", [*LOGS, *REPORTS], ids=lambda path: path.name)
def test_no_line_reads_like_a_note(path: Path) -> None:
    """Each names who does what."""
    assert [] == [line for line in lines(path) if CLIPPED.search(line)]


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)
def test_every_line_is_whole(path: Path) -> None:
    """It begins with a capital or a number, and ends as a sentence or with its dice."""
    assert [] == [line for line in lines(path) if not re.search(r"^[A-Z0-9].*[.!?)]$", line)]


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)
def test_every_ruling_names_the_number_of_its_roll(path: Path) -> None:
    """Where the seat knows the ruling, which has its dice in brackets."""
    rulings = [line for line in lines(path) if line.endswith(("typed)", "rolled)"))]
    assert [] == [line for line in rulings if HELD_AGAINST.search(line) and not NUMBER.search(line)]


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.name)
def test_no_report_says_a_sentence_twice_in_a_row(path: Path) -> None:
    """Nor does it begin two paragraphs in a row with the same name."""
    sentences = re.split(r"(?<=[.!?]) ", " ".join(line.removeprefix("- ") for line in lines(path)))
    assert [] == [said for said, again in pairwise(sentences) if said == again]


ABOUT_THE_PARTY = sorted({*FOLDER.glob("*.txt"), *FOLDER.glob("*/*.txt"), *REPORTS})
NO_SUBJECT = re.compile(r"(?:^|\| )They ")
CAPITAL_WITHIN = re.compile(r"(?:\b[a-z']+[,:;]? |\()(?:A|An|The|They) [A-Za-z]")
"""An article or a pronoun with a capital in the middle of a sentence."""


@pytest.mark.parametrize("path", ABOUT_THE_PARTY, ids=lambda path: path.name)
def test_every_line_names_its_subject_and_keeps_articles_small(path: Path) -> None:
    """The party and the others by name: a log is read line by line, and a line that begins with “they” means nobody."""
    told = lines(path)[1:]
    assert [] == [line for line in told if NO_SUBJECT.search(line) or CAPITAL_WITHIN.search(line)]


def test_no_sentence_of_the_log_begins_with_they() -> None:
    """Also those that no recorded log has: what events and outcomes say names who does it."""
    files = [
        *(CODE / "table").rglob("*.py"),
        *(CODE / "books").glob("*/words*"),
        *(CODE / "books").glob("*/words/*.py"),
    ]
    spoken = (each for each in passages(sorted(path for path in files if path.is_file())) if each.kind is Kind.SPOKEN)
    assert [] == [str(passage) for passage in spoken if passage.text.startswith("They ")]
