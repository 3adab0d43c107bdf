"""Pages of notes as plain text or Markdown: tables to roll on, lists, stat lines, rooms and the text itself."""

import re
from collections.abc import Sequence
from itertools import pairwise

from undercroft.exchange.foreign import delimited, hex_describe, perchance, text_mapper
from undercroft.exchange.foreign.imported import Imported
from undercroft.exchange.foreign.page_lists import lists_under_dice, numbered_lists
from undercroft.exchange.foreign.page_marks import page_text, shown_and_hidden, without_front
from undercroft.exchange.foreign.page_tables import PageTables
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import SourceFile, one_line, plain, refuse
from undercroft.exchange.foreign.stat_lines import monsters_in, stat_blocks
from undercroft.exchange.foreign.texts import MOST_PAGE, sites_of, texts_of
from undercroft.exchange.foreign_signs import known_by_signs
from undercroft.exchange.markup import page
from undercroft.kernel.amounts import counted

WHAT = "a page with tables, lists, rooms or stat lines"
MOST_CHARACTERS = 256 * 1024
"""The longest page that is read."""
_RULE = frozenset(" |:-\t")
"""The signs of the line below the head of a Markdown table."""
_FENCE = re.compile(r" {0,3}```\s?roll-(?:table|list)")
_HEADING = re.compile(r"#{1,6}\s+\S")
_NAME = re.compile(r"(?:\*\*|__)?[^\W\d_][^|`:=]{1,58}[^\s|`:;,.!?]")
"""A line that is a name: a few words that are no sentence, no row and no caption."""
_ITEM = re.compile(r"\s*(?:[-*+]|[0-9]{1,3}[.)])\s+\S")
_HTML_TABLE = re.compile(r"<table\b", re.IGNORECASE)
_DATA = re.compile(
    r"\{\s*[\"}]|\[\s*(?:[\"{\]]|-?[0-9]|\[\s*(?:[\"{\[\]]|-?[0-9]))|<(?:\?xml|!doctype|html|map|svg|table)\b",
    re.IGNORECASE,
)
"""How JSON, XML and pages of the web begin, other than a page that begins with a link, a picture or a box."""
_NOTED = re.compile(
    r"^#{1,6}[ \t]+\S|\[\[[^\[\]\n]{1,200}\]\]|\]\([^()\n]{1,200}\)|\*\*\S|^[ \t]{0,3}>[ \t]?\S", re.MULTILINE
)
"""Marks of Markdown by which a text without tables is a page of notes."""
_GIVEN = re.compile(r"^[\w-]+\s*=\s", re.MULTILINE)
_TOML = re.compile(r"\[{1,2}[\w.\"' -]+\]{1,2}\s*(?:#.*)?$|[\w-]+\s*=\s")
"""How a campaign file begins, which has a value somewhere."""


def recognises(source: SourceFile) -> bool:
    """A Markdown table, a list under dice, a stat line, or text with marks of Markdown; and no other format."""
    written = source.text[:MOST_CHARACTERS]
    told = page_text(written)
    text = told.text
    begins = text.lstrip()
    if not begins or _DATA.match(begins) or "\0" in text or (_TOML.match(_first(text)) and _GIVEN.search(text)):
        return False
    if any(reader.recognises(source) for reader in (text_mapper, hex_describe, perchance, delimited)):
        return False
    if source.yaml is not None:
        return False
    lines = text.split("\n")
    return bool(
        told.maps
        or any("|" in line and "|" in rule and "-" in rule and _RULE.issuperset(rule) for line, rule in pairwise(lines))
        or any(_FENCE.match(line) for line in lines)
        or (_HEADING.match(begins) and len([line for line in lines if line.strip()]) > 1)
        or next(lists_under_dice(lines), None)
        or next(numbered_lists(lines), None)
        or next(stat_blocks(lines), None)
        or (known_by_signs(text) is None and (_NOTED.search(text) or without_front(written) != written))
    )


def read(source: SourceFile, notes: Notes) -> Imported:
    """The tables, monsters and rooms of a page, and the page itself as a text."""
    if len(source.text) > MOST_CHARACTERS:
        refuse(f"it is longer than {MOST_CHARACTERS // 1024} KiB", "cut it into several pages")
    told = page_text(source.text)
    lines = told.text.split("\n")
    found, read_page = page.surveyed(told.text)
    for problem in found[:50]:
        notes.guess(f"{problem.what} ({problem.fix})", f"line {problem.line}")
    title = one_line(told.title or _heading(read_page, source, lines)) or "Notes"
    reading = PageTables(read_page, told.marks, title, notes)
    tables = tuple(reading.made(lines))
    monsters = monsters_in(lines, notes)
    lands = text_mapper.lands_of(told.maps, title, notes) if told.maps else None
    shown, hidden = shown_and_hidden(source.text)
    pages = [(title, plain(without_front(shown), MOST_PAGE), "line 1")]
    sites, rooms = sites_of(pages, notes)
    texts = texts_of(pages, notes) if _HEADING.search(source.text) or not (tables or monsters or sites) else ()
    if hidden:
        texts += texts_of([(one_line(f"{title} (secret)"), plain(hidden, MOST_PAGE), "")], notes)
        notes.keep("its comments, as a text of their own")
    if tables:
        notes.keep(f"{counted(len(tables), 'table')} with {counted(sum(len(each.rows) for each in tables), 'row')}")
    elif not (monsters or sites or lands) and any(_ITEM.match(line) for line in lines):
        notes.guess("its lists name no dice, so none is a table: write dice above a list, such as 1d6, to roll on it")
    for number, line in enumerate(lines, 1):
        if _HTML_TABLE.search(line):
            notes.drop("a table in HTML: write it with bars, or paste it into Prepare", f"line {number}")
    if texts:
        notes.keep("the page as a prepared handout that players do not see")
    if len(source.text) > MOST_PAGE:
        notes.drop(f"the text of the page after {MOST_PAGE} characters; its tables are read")
    columns = tuple(reading.columns)
    return Imported(WHAT, title, sites, lands, tables, columns, monsters, texts, rooms=rooms)


def _heading(read_page: page.Page, source: SourceFile, lines: Sequence[str]) -> str:
    """The heading that is about the whole page: its highest, or the name of the file where several are as high.

    A page without a heading has the name that stands on its first line, alone.
    """
    if not read_page.headings:
        begins = next((at for at, line in enumerate(lines) if line.strip()), 0)
        first, *below = (line.strip() for line in lines[begins : begins + 2])
        return first.strip("*_") if _NAME.fullmatch(first) and not any(below) else source.title
    top = min((each.level for each in read_page.headings), default=0)
    high = [each.text for each in read_page.headings if each.level == top]
    return high[0] if len(high) == 1 or (high and top == 1) or (high and not source.title) else source.title


def _first(text: str) -> str:
    return next((line for line in text.split("\n") if line.strip() and not line.startswith("#")), "")
