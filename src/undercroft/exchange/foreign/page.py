"""Pages of notes as plain text or Markdown: tables to roll on, lists, stat lines, rooms and the text itself."""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from undercroft.exchange.foreign import delimited, hex_describe, perchance, text_mapper
from undercroft.exchange.foreign.creature_cards import stat_block_of
from undercroft.exchange.foreign.encounter_fences import encounters_of
from undercroft.exchange.foreign.imported import Imported
from undercroft.exchange.foreign.note_fences import (
    ENCOUNTERS,
    GENERATORS,
    READ,
    STATBLOCKS,
    NoteFence,
    not_read,
    without_fences,
)
from undercroft.exchange.foreign.page_lists import lists_under_dice, numbered_lists
from undercroft.exchange.foreign.page_marks import page_text, shown_and_hidden, without_front
from undercroft.exchange.foreign.page_tables import PageTables
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import SourceFile, UnreadableFile, one_line, plain, refuse
from undercroft.exchange.foreign.stat_lines import monsters_in, stat_blocks
from undercroft.exchange.foreign.texts import MOST_PAGE, sites_of, texts_of
from undercroft.exchange.foreign_signs import known_by_signs
from undercroft.exchange.markup import page
from undercroft.exchange.markup.problems import PageProblem
from undercroft.exchange.problems import Severity
from undercroft.kernel.amounts import counted
from undercroft.table.state.lore import RandomTable

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
_NOT_ASKED = "Undercroft asks nothing before a roll"
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
    if any(fence.kind in READ for fence in told.fences):
        return True
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
        _note_problem(problem, notes)
    title = one_line(told.title or _heading(read_page, source, lines)) or "Notes"
    reading = PageTables(read_page, told.marks, title, notes)
    cards = [
        block
        for fence in told.fences
        if fence.kind in STATBLOCKS and (block := stat_block_of(fence.body, fence.line, notes)) is not None
    ]
    tables = tuple(reading.made(lines))
    known = {block.text.partition(":")[0].casefold() for block in cards}
    fights = [fence for fence in told.fences if fence.kind in ENCOUNTERS]
    encounters, more = encounters_of(fights, title, known, {table.id for table in tables}, notes)
    tables += encounters
    tables += _generators(told.fences, {table.id for table in tables}, notes)
    monsters = monsters_in((*cards, *more, *stat_blocks(lines)), notes)
    for fence in not_read(told.fences):
        notes.drop(f"a fence “{fence.kind}”, which stays in the text as it is", f"line {fence.line}")
    lands = text_mapper.lands_of(told.maps, title, notes) if told.maps else None
    shown, hidden = shown_and_hidden(source.text)
    shown = "\n".join(without_fences(without_front(shown).split("\n")))
    pages = [(title, plain(shown, MOST_PAGE), "line 1")]
    sites, rooms = sites_of(pages, notes)
    texts = texts_of(pages, notes) if _HEADING.search(source.text) or not (tables or monsters or sites) else ()
    if hidden:
        texts += texts_of([(one_line(f"{title} (secret)"), plain(hidden, MOST_PAGE), "")], notes)
        notes.keep("its comments, as a text of their own")
    if tables:
        notes.keep(f"{counted(len(tables), 'table')} with {counted(sum(len(each.rows) for each in tables), 'row')}")
    elif not (monsters or sites or lands or notes.of_several) and any(_ITEM.match(line) for line in lines):
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


def _generators(fences: Sequence[NoteFence], taken: Collection[str], notes: Notes) -> tuple[RandomTable, ...]:
    """The tables of the generators of Perchance that stand in fences of a note."""
    found = list[RandomTable]()
    for fence in (each for each in fences if each.kind in GENERATORS):
        source = SourceFile(("\n" * fence.line + "\n".join(fence.body)).encode())
        try:
            tables = perchance.read(source, notes).tables
        except UnreadableFile as fault:
            notes.drop(f"a generator: {fault.what}", f"line {fence.line}")
            continue
        ids = {*taken, *(table.id for table in found)}
        for table in tables:
            if table.id in ids:
                notes.drop(f"“{table.name}”: the page has another table of that name", f"line {fence.line}")
        found += (table for table in tables if table.id not in ids)
    return tuple(found)


def _note_problem(problem: PageProblem, notes: Notes) -> None:
    """What is wrong with a table of the page: it is left out, a part of it is, or it may not be as it was meant."""
    at, told = f"line {problem.line}", f"{problem.what} ({problem.fix})"
    if problem.code == "ignored-key":
        name = problem.what.partition(" does ")[0]
        notes.drop(f"{name} of a table: {_NOT_ASKED if 'prompt' in name else 'only for the drawing'}", at)
    elif problem.grade is Severity.ERROR and "{{" in problem.what:
        notes.drop(f"a table whose dice need numbers first: {_NOT_ASKED}; its rows stay in the text", at)
    elif problem.grade is Severity.ERROR:
        notes.drop(f"a roll or a table: {told}", at)
    else:
        notes.guess(told, at)


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
