"""A whole page: front matter, headings, sections, and what stands in them."""

import re
from pathlib import Path

import pytest

from undercroft.exchange.markup.blocks import MOST_CHARACTERS, MOST_LINES, BlockKind, blocks, lines_of
from undercroft.exchange.markup.page import Code, lint, named, read
from undercroft.exchange.markup.problems import BadMarkup
from undercroft.exchange.problems import Severity

PAGES = Path(__file__).parents[2] / "pages"

CHAPTER = """\
---
title: Brawls
weight: 50
---

Before any heading ![roll:1d6]().

## Blows

Roll ![roll:1d20]() and again ![roll:d20]().

## Falling

Roll 2d6 as you fall.

## Distance

Indoors it is [!roll:2d6*10](. "2d6 x 10
feet"), outdoors ![roll:2d6*10](. "2d6 x 10 yards").

```roll-table
roll: 2d6
results:
  2--6: near
  7--12: far
```

## Nerve

### Nerve of the hired

They need ![roll:1d20]().
"""


def test_a_chapter() -> None:
    """Front matter, headings with their levels, and every roll in its section."""
    page = read(CHAPTER)
    assert ("Brawls", 50) == (page.title, page.weight)
    assert [(2, "Blows"), (2, "Falling"), (2, "Distance"), (2, "Nerve"), (3, "Nerve of the hired")] == [
        (heading.level, heading.text) for heading in page.headings
    ]
    assert ["", "Blows", "Blows", "Distance", "Distance", "Nerve of the hired"] == [roll.section for roll in page.rolls]
    assert ["2d6 x 10 feet", "2d6 x 10 yards"] == [roll.label for roll in page.rolls[3:5]]
    assert [("distance", "Distance")] == [(table.name, table.heading) for table in page.tables]
    assert [("opener-swapped", 18, 15)] == [(told.code, told.line, told.column) for told in page.warnings]


def test_where_sections_end() -> None:
    """Before a heading of the same level or a higher one; sub-headings lie within."""
    page = read("# A\n\n## B\n\n### C\n\n## D\n\n# E\n")
    assert [(1, 9), (3, 7), (5, 7), (7, 9), (9, 11)] == [(heading.line, heading.until) for heading in page.headings]


def test_without_front_matter() -> None:
    """There is neither title nor weight."""
    page = read("Some text.\n\n---\n\nMore of it.")
    assert (None, None) == (page.title, page.weight)


@pytest.mark.parametrize(
    "front, code, line, column",
    [
        ("weight: heavy", "bad-weight", 2, 1),
        ("weight: 1.5", "bad-weight", 2, 1),
        ("weight:", "bad-weight", 2, 1),
        ("title: a\ntitle: b", "duplicate-key", 3, 1),
        ("title: [a]", "yaml-flow", 2, 8),
        ("title", "bad-line", 2, 1),
    ],
)
def test_front_matter_that_is_wrong(front: str, code: str, line: int, column: int) -> None:
    """Refused where it stands."""
    with pytest.raises(BadMarkup) as fault:
        read(f"---\n{front}\n---\n\ntext")
    assert (code, line, column) == (fault.value.code, fault.value.line, fault.value.column)


def test_front_matter_must_be_closed() -> None:
    """Otherwise the whole page would vanish in it."""
    assert [("front-matter-open", 1)] == [(told.code, told.line) for told in lint("---\ntitle: a\n\n# Text\n")]


def test_other_front_matter_is_ignored_with_a_warning() -> None:
    """Lists and all."""
    page = read("---\ntitle: 'Bob''s place'\ntags:\n  - inn\n  - river\ndate: 2024-01-01\nweight: -3\n---\n")
    assert ("Bob's place", -3) == (page.title, page.weight)
    assert [("ignored-key", 3), ("ignored-key", 6)] == [(told.code, told.line) for told in page.warnings]


@pytest.mark.parametrize(
    "line, text",
    [
        ("# Plain", "Plain"),
        ("# Closed ##", "Closed"),
        ("# C#", "C#"),
        ("#", ""),
        ("# #", ""),
        ("   ### Indented", "Indented"),
        ("## The ![roll:1d6]() doors", "The 1d6 doors"),
    ],
)
def test_headings(line: str, text: str) -> None:
    """Number signs and a blank; a closing row of them is dropped."""
    assert [text] == [heading.text for heading in read(line).headings]


@pytest.mark.parametrize("line", ["#hashtag", "####### seven", "\\# escaped", "```\n# code\n```", "~~~\n# code\n~~~"])
def test_no_headings(line: str) -> None:
    """What only looks like one, or stands in a fence."""
    assert () == read(line).headings


def test_blocks_within_blocks() -> None:
    """Lists and quotations hold paragraphs, fences, tables and one another; columns count from the page's edge."""
    page = lines_of("""\
- one
  more
  1. two

     again
  - ```roll-list
    results:
      - x
    ```
> said
and on
> > - deep
>
> | a | b |
> |---|---|
> | 1 | 2 |
-
""")
    assert [
        (BlockKind.ITEM, "-", 0, [("one", "1:3"), ("more", "2:3")]),
        (BlockKind.ITEM, "1.", 1, [("two", "3:6")]),
        (BlockKind.PARAGRAPH, "", 0, [("again", "5:6")]),
        (BlockKind.ITEM, "-", 1, [("", "6:17")]),
        (BlockKind.FENCE, "roll-list", 0, [("    results:", "7:1"), ("      - x", "8:1")]),
        (BlockKind.QUOTE, "", 0, [("said", "10:3"), ("and on", "11:1")]),
        (BlockKind.ITEM, "-", 0, [("deep", "12:7")]),
        (BlockKind.GRID, "", 0, [("| a | b |", "14:3"), ("|---|---|", "15:3"), ("| 1 | 2 |", "16:3")]),
        (BlockKind.ITEM, "-", 0, [("", "17:2")]),
    ] == [
        (
            block.kind,
            block.marker,
            block.depth,
            [(line.value, f"{line.place.line}:{line.place.column}") for line in block.lines],
        )
        for block in blocks(page)
    ]


def test_fences_are_skipped() -> None:
    """Whatever stands in them, to the end of the page if they are never closed."""
    page = read("```md\n![roll:]()\n# no\n```\n\n![roll:1d6]()\n\n```\n![roll:")
    assert ["1d6"] == [roll.label for roll in page.rolls]
    assert 2 == sum(isinstance(content, Code) for content in page.contents)


def test_tables_are_named_for_their_headings() -> None:
    """A second one under the same heading is numbered; without a heading it is just a table."""
    fence = "```roll-list\nresults:\n  - a\n  - b\n```\n\n"
    page = read(f"{fence}# Odd & Ends!\n\n{fence}{fence}")
    assert ["table", "odd--ends", "odd--ends-2"] == [table.name for table in page.tables]
    assert page.tables[1] is page.table("Odd & Ends")
    assert page.table("even") is None


def test_names_are_as_links_write_them() -> None:
    """Small letters and dashes; letters of any language stay."""
    assert ["a-b", "größe-3", "x_y"] == [named("A b?"), named("Größe 3"), named("x_y")]


@pytest.mark.parametrize(
    "text, code",
    [
        ("a\n" * MOST_LINES, "too-long"),
        ("a" * (MOST_CHARACTERS + 1), "too-long"),
        ("![roll:1d6]() " * 5001, "too-many"),
        ("![roll:1d6]()\n\n" * 5001, "too-many"),
        ("```roll-list\nresults:\n  - a\n```\n" * 101, "too-many"),
        ("a\x1b[2J", "bad-character"),
        ("a\x00", "bad-character"),
        ("a\u202eb", "bad-character"),
        ("a\ud800", "bad-character"),
    ],
)
def test_limits(text: str, code: str) -> None:
    """Refused, with a position, before they cost anything."""
    with pytest.raises(BadMarkup) as fault:
        read(text)
    assert code == fault.value.code


def test_line_ends_of_other_systems() -> None:
    """And a mark at the start that some editors write."""
    assert read(CHAPTER).rolls == read("\ufeff" + CHAPTER.replace("\n", "\r\n")).rolls
    assert read(CHAPTER).rolls == read(CHAPTER.replace("\n", "\r")).rolls


def test_a_hundred_errors_are_enough() -> None:
    """Nobody reads on; warnings do not count."""
    assert 100 == len(lint("![roll:x]()\n" * 500))
    page = read("[!roll:1d6]()\n" * 500)
    assert (500, 500) == (len(page.rolls), len(page.warnings))


def test_the_sample_pages_can_be_read() -> None:
    """All of them, with no more than a note of what is left open."""
    pages = sorted(PAGES.glob("*.md"))
    assert 3 == len(pages)
    for path in pages:
        found = lint(path.read_text(encoding="utf-8"))
        assert [] == [told for told in found if told.grade is Severity.ERROR or told.code != "todo"]


def test_the_manual_s_example_is_clean() -> None:
    """And holds what the manual says it does."""
    manual = (Path(__file__).parents[3] / "docs" / "markup.md").read_text(encoding="utf-8")
    example = manual.split("`````markdown\n")[1].split("`````")[0]
    assert () == lint(example)
    assert ["finds", "tenants", "light"] == [table.name for table in read(example).tables]


def test_the_manual_names_every_code() -> None:
    """Whatever lint may report is explained; the codes of dice are the dice parser's own."""
    root = Path(__file__).parents[3]
    manual = (root / "docs" / "markup.md").read_text(encoding="utf-8")
    modules = (root / "src" / "undercroft" / "exchange" / "markup").glob("*.py")
    raised = re.compile(r"(?:BadMarkup|error|warn)\(\s*\"([a-z]+(?:-[a-z]+)*)\"")
    codes = {code for path in modules for code in raised.findall(path.read_text(encoding="utf-8"))}
    assert len(codes) > 30
    assert set() == {code for code in codes if f"`{code}`" not in manual and code != "syntax"}
