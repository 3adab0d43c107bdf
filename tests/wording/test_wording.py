"""Numbers and methods come from the books; sentences do not."""

import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tools.wording import BYTES, LISTED, digest, every_run, listed, runs

ROOT = Path(__file__).parents[2]
SKIPPED = {".git", "node_modules", "build", "dist", "__pycache__"}

ALLOWED = {
    "deep snow, dense forest, jungle, mountains, soft sand": "a list of terrains, in the order of their table",
    "I saw, I ran, I tripped. Neverwhere Advanced Everyday Rolls and Actions": "a heading, cited as it is printed",
}
"""What cannot be put otherwise, and why."""


def files() -> list[Path]:
    """Every file that git keeps or would keep; outside a repository, every file that is no environment or cache."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        told = subprocess.run(command, check=True, capture_output=True).stdout.decode()
        found = [ROOT / name for name in told.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        found = list(_walked(ROOT))
    return sorted(path for path in found if path.is_file())


def _walked(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.name in SKIPPED or (path.is_dir() and path.name.startswith(".") and path.name != ".ci"):
            continue
        if path.is_dir():
            yield from _walked(path)
        else:
            yield path


def text_of(path: Path) -> str:
    """What stands in a file; nothing, if it is no text."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""
    return "" if "\0" in text else text


def test_no_sentence_is_taken_from_a_source_text() -> None:
    """Nowhere in the project do eight words stand in a row as they do in a source text."""
    known = listed() - {digest(run) for phrase in ALLOWED for run in every_run(phrase)}
    found = [
        f"{path.relative_to(ROOT)}:{line}: {run}"
        for path in files()
        for run, line in runs(text_of(path))
        if digest(run) in known
    ]
    assert [] == found, "\n".join(found)


def test_the_walk_finds_what_git_keeps() -> None:
    """Outside a repository the same texts are looked at."""
    walked = set(_walked(ROOT))
    kept = [path for path in files() if not path.relative_to(ROOT).parts[0].startswith(".")]
    assert [] == [path for path in kept if path not in walked]


def test_the_list_is_in_order() -> None:
    """Whole digests, sorted, none twice."""
    data = LISTED.read_bytes()
    digests = [data[at : at + BYTES] for at in range(0, len(data), BYTES)]
    assert len(data) % BYTES == 0
    assert len(digests) > 1000
    assert all(left < right for left, right in pairwise(digests))


@pytest.mark.parametrize(
    "text",
    [
        "One two, three four: five six seven eight.",
        "# one two\n# three four five\n# six seven eight",
        "ONE *two* `three` _four_ (five) six-seven eight",
        "o'ne two three four five six seven eight",
        '"one two three "\n"four five " "six seven eight"',
        "| one two three four five six seven eight | nine |",
    ],
)
def test_markup_and_lines_hide_nothing(text: str) -> None:
    """Punctuation, case and line breaks make no other run of the same words."""
    assert [("one two three four five six seven eight", 1)] == list(runs(text))


@pytest.mark.parametrize(
    "text",
    [
        "one two three four five six seven",
        "# One two\n\nthree four five six seven eight",
        "| one | two three | four five six | seven | eight |",
        '("one two", "three four five six", "seven eight")',
        '"""One two three four five."""\nsix seven eight',
        "one_two three_four five six seven eight",
    ],
)
def test_headings_tables_and_lists_are_no_sentences(text: str) -> None:
    """A phrase of fewer words, a table's numbers or a list of headings may stand as they are printed."""
    assert [] == list(runs(text))


def test_a_run_is_found_on_its_line() -> None:
    """Blank lines and tables count as lines too."""
    text = "a\n\n\nb\n| c |\n| d |\n\none two three\nfour five six seven eight nine"
    assert [8, 8] == [line for _, line in runs(text)]
