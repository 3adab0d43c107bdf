"""A page read from Markdown: front matter, headings, text with rolls in it, and tables."""

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from undercroft.exchange.markup import references
from undercroft.exchange.markup.blocks import BlockKind, PageBlock, blocks, lines_of
from undercroft.exchange.markup.fenced import KINDS, roll_table
from undercroft.exchange.markup.grids import Caption, MarkdownGrid, caption, grid, rollable
from undercroft.exchange.markup.inline import InlineRoll, Part, parts
from undercroft.exchange.markup.mapping import entries, scalar
from undercroft.exchange.markup.placed_text import Located, TextPlace, joined
from undercroft.exchange.markup.problems import BadMarkup, PageNotes, PageProblem
from undercroft.exchange.markup.rolltables import RollTable
from undercroft.exchange.problems import Enough

MOST_TABLES = 100
"""The most tables to roll on in one page."""

MOST_MARKS = 5000
"""The most rolls in one page."""

_WEIGHT = re.compile(r"-?[0-9]{1,9}")
_TODO = re.compile(r"_\*\*ToDo\*\*: (\S.*)_", re.DOTALL)
_NOT_IN_NAMES = re.compile(r"[^\w\- ]")


class Heading(Struct, frozen=True):
    """A heading. Its section ends before the line `until`, where a section of its level or above begins."""

    level: int
    text: str
    line: int
    name: str
    parts: tuple[Part, ...]
    until: int = 0


class Paragraph(Struct, frozen=True):
    """Running text: a paragraph, a list item with its marker and depth, or a quotation."""

    parts: tuple[Part, ...]
    kind: BlockKind
    marker: str = ""
    depth: int = 0


class Code(Struct, frozen=True):
    """Lines shown as they are."""

    lines: tuple[str, ...]


class Break(Struct, frozen=True):
    """A horizontal line across the page."""


class Todo(Struct, frozen=True):
    """Something that the page leaves open."""

    text: str
    place: TextPlace


Content: TypeAlias = Heading | Paragraph | Code | Break | MarkdownGrid | RollTable


class Page(Struct, frozen=True):
    """A page that has been read."""

    title: str | None
    weight: int | None
    contents: tuple[Content, ...]
    headings: tuple[Heading, ...]
    rolls: tuple[InlineRoll, ...]
    tables: tuple[RollTable, ...]
    todos: tuple[Todo, ...]
    warnings: tuple[PageProblem, ...] = ()

    def table(self, name: str) -> RollTable | None:
        """The table of that name, if there is one."""
        wanted = named(name)
        return next((table for table in self.tables if table.name == wanted), None)


def read(text: str) -> Page:
    """Read a page, or refuse it at its first error.

    >>> read("The brew costs ![roll:1d4]() coppers.").rolls[0].label
    '1d4'
    """
    page, notes = _surveyed(text)
    notes.raise_first()
    return replace(page, warnings=notes.in_order)


def lint(text: str) -> tuple[PageProblem, ...]:
    """Every problem of a page, from top to bottom."""
    return surveyed(text)[0]


def surveyed(text: str) -> tuple[tuple[PageProblem, ...], Page]:
    """Every problem of a page, and as much of the page as can be read."""
    page, notes = _surveyed(text)
    return notes.in_order, page


def _surveyed(text: str) -> tuple[Page, PageNotes]:
    """As much of a page as can be read, and the problems of the rest."""
    reader = _Reader()
    with suppress(Enough), reader.notes.catching():
        reader.read(lines_of(text))
    return reader.page(), reader.notes


def named(heading: str) -> str:
    """The name that a heading gives to its section, as links write it.

    >>> named("What the cook knows!")
    'what-the-cook-knows'
    """
    return _NOT_IN_NAMES.sub("", heading.lower()).strip().replace(" ", "-")


class _Reader:
    """Reads block after block."""

    def __init__(self) -> None:
        self.notes = PageNotes()
        self.title: str | None = None
        self.weight: int | None = None
        self.contents: list[Content] = []
        self.headings: list[Heading] = []
        self.rolls: list[InlineRoll] = []
        self.tables: list[RollTable] = []
        self.todos: list[Todo] = []
        self.names: set[str] = set()
        self.caption: Caption | None = None

    def read(self, lines: Sequence[Located]) -> None:
        for block in blocks(lines):
            with self.notes.catching():
                self._block(block)
            if block.kind is not BlockKind.HEADING:
                self.caption = None
        self._end_sections(len(lines) + 1)
        anchors = self.names | {heading.name for heading in self.headings}
        references.check(self.tables, anchors, self.notes)

    def page(self) -> Page:
        return Page(
            self.title,
            self.weight,
            tuple(self.contents),
            tuple(self.headings),
            tuple(self.rolls),
            tuple(self.tables),
            tuple(self.todos),
        )

    def _block(self, block: PageBlock) -> None:
        match block.kind:
            case BlockKind.FRONT_MATTER:
                self._front_matter(block)
            case BlockKind.HEADING:
                self._heading(block)
            case BlockKind.FENCE:
                self._fence(block)
            case BlockKind.GRID:
                self._grid(block)
            case BlockKind.BREAK:
                self.contents.append(Break())
            case BlockKind.PARAGRAPH | BlockKind.ITEM | BlockKind.QUOTE:
                self._text(block)

    @property
    def _section(self) -> str:
        return self.headings[-1].text if self.headings else ""

    def _front_matter(self, block: PageBlock) -> None:
        for entry in entries(block.lines):
            match entry.key.value:
                case "title":
                    self.title = scalar(entry).value or None
                case "weight":
                    self.weight = _whole(scalar(entry), entry.key.place)
                case name:
                    what = f"“{name[:40]}” does nothing here"
                    self.notes.warn("ignored-key", what, "leave it out, or keep it", entry.key.place)

    def _heading(self, block: PageBlock) -> None:
        text = block.lines[0]
        taken = self._taken(text)
        label = "".join(part if isinstance(part, str) else part.label for part in taken)
        heading = Heading(block.depth, label, block.place.line, named(label), taken)
        self.headings.append(heading)
        self.contents.append(heading)
        self.caption = caption(label) if block.depth == 6 else None

    def _end_sections(self, last: int) -> None:
        """Tell every heading where its section ends."""
        ended: dict[int, Heading] = {}
        begun = [last] * 7
        for heading in reversed(self.headings):
            ended[heading.line] = replace(heading, until=min(begun[1 : heading.level + 1]))
            begun[heading.level] = heading.line
        self.headings = [ended[heading.line] for heading in self.headings]
        self.contents = [ended[content.line] if isinstance(content, Heading) else content for content in self.contents]

    def _taken(self, text: Located) -> tuple[Part, ...]:
        """The parts of a text, whose rolls are kept in page order."""
        if text.value.count("roll:") > MOST_MARKS:
            raise _too_many("rolls", text.place)
        taken = parts(text, self.notes, section=self._section)
        self._keep(taken, text.place)
        return taken

    def _keep(self, taken: Sequence[Part], place: TextPlace) -> None:
        self.rolls += [part for part in taken if isinstance(part, InlineRoll)]
        if len(self.rolls) > MOST_MARKS:
            raise _too_many("rolls", place)

    def _text(self, block: PageBlock) -> None:
        text = joined(block.lines, "\n")
        self.contents.append(Paragraph(self._taken(text), block.kind, block.marker, block.depth))
        found = _TODO.fullmatch(text.value)
        if found:
            todo = Todo(" ".join(found[1].split()), block.place)
            self.todos.append(todo)
            self.notes.warn("todo", "the page leaves something open", "write it, or decide at the table", todo.place)

    def _fence(self, block: PageBlock) -> None:
        if block.marker not in KINDS:
            self.contents.append(Code(tuple(line.value for line in block.lines)))
            return
        if not block.closed:
            what = f"this {block.marker} is never closed"
            self.notes.error("unclosed", what, "end it with the backticks it began with", block.place)
        table = roll_table(block.marker, block.lines, block.place, self.notes) if block.closed else None
        self._name(table, self._section)
        if table:
            self.contents.append(self.tables[-1])

    def _grid(self, block: PageBlock) -> None:
        found = grid(block.lines, self.caption, self._section, self.notes)
        self.contents.append(found)
        for row in found.rows:
            for cell in row:
                self._keep(cell.parts, block.place)
        table = rollable(block.lines, self.notes)
        if table:
            self._name(table, found.caption or self._section)

    def _name(self, table: RollTable | None, heading: str) -> None:
        """Give a table the name of its heading; even a broken table uses up the name."""
        stem = named(heading) or "table"
        name, number = stem, 1
        while name in self.names:
            number += 1
            name = f"{stem}-{number}"
        self.names.add(name)
        if table:
            self.tables.append(replace(table, name=name, heading=heading))
        if len(self.names) > MOST_TABLES:
            raise _too_many("tables", table.place if table else TextPlace(1, 1), MOST_TABLES)


def _too_many(what: str, place: TextPlace, limit: int = MOST_MARKS) -> BadMarkup:
    return BadMarkup("too-many", f"the page has too many {what}", f"at most {limit:,}; split it", place, limit=limit)


def _whole(text: Located, place: TextPlace) -> int:
    if not _WEIGHT.fullmatch(text.value):
        raise BadMarkup(
            "bad-weight", f"the weight “{text.value[:40]}” is not a whole number", "write weight: 50", place
        )
    return int(text.value)
