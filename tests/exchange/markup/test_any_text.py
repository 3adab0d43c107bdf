"""Whatever is given, a page is read or refused at a place on it, soon."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.effort import A_CHARACTER, reads_steadily, steps
from undercroft.exchange.markup.blocks import MOST_CHARACTERS
from undercroft.exchange.markup.page import lint, read
from undercroft.exchange.markup.problems import BadMarkup
from undercroft.exchange.markup.rolling import AsItStands, rule_of
from undercroft.exchange.problems import Severity
from undercroft.interpret.play import Generator, settle
from undercroft.kernel.dice import Roll

LENGTH = 8192
A_LINE = 800
"""Steps for each line, of which a page has at most 20,000: markdown-it tries every kind of block on it."""
PAGES = [path.read_text(encoding="utf-8") for path in sorted((Path(__file__).parents[2] / "pages").glob("*.md"))]
FRAGMENTS = [
    "![roll:", "[!roll:", "2d6", "1d4+1", "](", "]()", '](. "', '")', "`", "```", "````", "~~~", "roll-table\n",
    "roll-list\n", "roll: ", "results:\n", "  1--6: ", "  - ", "result_text: ", "{{ roll }}", "{{", "}}", ">-\n",
    "[a](#b)", "# b\n", "###### Table X: y\n", "|d6|x|\n|-|-|\n", "|1-6|y|\n", "---\n", "title: ", "weight: 3\n", ": ",
    "\n", "\n\n", " ", "\t", '"', "'", "\\", "*", "_**ToDo**: x_", "&", "!", "<b>", "é", "\r\n", "\x00", "#",
]  # fmt: skip

fragments = st.lists(st.sampled_from(FRAGMENTS), max_size=40).map("".join)


@st.composite
def edited(draw: st.DrawFn) -> str:
    """A good page with a few pieces cut out or put in."""
    text = draw(st.sampled_from(PAGES))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 6))
        text = text[:at] + draw(st.sampled_from(FRAGMENTS) | st.just("")) + text[at + cut :]
    return text


def lowest(roll: Roll, count: int, /) -> list[int]:
    """Dice that all show their least face."""
    return [roll.values[0]] * count


@given(st.text() | fragments | edited())
def test_read_or_refused_at_a_place(text: str) -> None:
    """Every problem points into the page; what was read can be rolled on."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff").split("\n")
    problems = lint(text)
    for problem in problems:
        assert 1 <= problem.line <= len(lines)
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1
    errors = [problem for problem in problems if problem.grade is Severity.ERROR]
    if errors:
        with pytest.raises(BadMarkup) as fault:
            read(text)
        assert errors[0] == fault.value.problem
        return
    page = read(text)
    assert problems == page.warnings
    for table in page.tables:
        outcome = settle(rule_of(page, table), AsItStands(), Generator(lowest)).outcome
        assert outcome.total == table.expression.minimum


@pytest.mark.parametrize(
    "pattern",
    [
        "[", "![roll:", "![roll:1d6]() ", '![roll:1d6](. "', "*a ", "` ", "`", "_", "\\", "#", "# a\n", "|",
        "|a|b|\n|-|-|\n", "- ", "- a\n", "> ", "```\n", "<a ", "[a](#b) ", "{{ ", "_**ToDo**: ", "\n", " ", "a\n\n",
        "---\n", "![a](b) ",
    ],
)  # fmt: skip
def test_no_text_is_slow(pattern: str) -> None:
    """Twice as much of anything takes twice the work, and a mebibyte no more than that."""
    once, twice = (pattern * (length // len(pattern)) for length in (LENGTH, 2 * LENGTH))
    reads_steadily(lint, once, twice, a_line=A_LINE)
    whole = pattern * (MOST_CHARACTERS // len(pattern))
    assert steps(lambda: lint(whole)) <= A_CHARACTER * len(whole)


@pytest.mark.parametrize(
    "body",
    [
        "results:\n" + "  - x\n" * 19_000,
        "roll: d1000\nresults:\n" + "".join(f"  {n}--1000: x\n" for n in range(1, 1001)),
        "roll: d6\nresults:\n" + "".join(f"  {n}: x\n" for n in range(1, 19_000)),
        'results:\n  - "' + '\\"' * 400_000 + '"',
        "results:\n  - " + "a " * 400_000,
        "results:\n  - |\n" + "    a\n" * 19_000,
    ],
)
def test_no_table_is_slow(body: str) -> None:
    """Rows, overlaps and texts have limits."""
    page = f"```roll-list\n{body}\n```"
    assert steps(lambda: lint(page)) <= A_CHARACTER * len(page)
