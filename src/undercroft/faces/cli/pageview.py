"""A page of Markdown as plain text that reads well in a terminal."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from undercroft.exchange.markup.blocks import Kind
from undercroft.exchange.markup.grids import Grid
from undercroft.exchange.markup.inline import InlineRoll, Part, Reference, code_spans
from undercroft.exchange.markup.page import Break, Code, Content, Heading, Page, Paragraph
from undercroft.exchange.markup.places import Place
from undercroft.exchange.markup.rolltables import RollTable
from undercroft.faces.cli.errors import one_line
from undercroft.faces.cli.output import columns

NARROW, WIDE = 40, 100
LEAST_COLUMN = 10

_LINK = re.compile(r"(!?)\[([^\[\]]{0,300})\]\(([^()\s]{0,300})(?:[ ]\"[^\"]{0,300}\")?\)")
_EMPHASIS = re.compile(r"(?<![\w*_])[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?![\w*_])")

ShowRoll: TypeAlias = Callable[[InlineRoll], str]


def width() -> int:
    """How wide to write."""
    return max(NARROW, min(WIDE, shutil.get_terminal_size((WIDE, 24)).columns))


def lines(page: Page, roll: ShowRoll) -> Iterator[str]:
    """The page, line by line."""
    tables = {table.place: table for table in page.tables}
    if page.title is not None and page.title not in [heading.text for heading in page.headings[:1]]:
        yield from _underlined(page.title, "=")
    in_list = False
    for content in page.contents:
        if not (in_list and _is_item(content)):
            yield ""
        in_list = _is_item(content)
        yield from _content(content, roll, tables)


def table_lines(table: RollTable) -> Iterator[str]:
    """A table to roll on: its name, its dice, and its rows."""
    yield one_line(f"{table.name} ({table.expression.written})")
    yield from _columns([(f"  {row.key}", plain(row.text)) for row in table.rows])


def notation(roll: InlineRoll) -> str:
    """A roll that has not been rolled."""
    return f"[{roll.expression.written}]" if roll.title is None else f"{roll.title} [{roll.expression.written}]"


def plain(text: str) -> str:
    """Text without its Markdown: emphasis, links and pictures."""
    flat, done, shown = " ".join(text.split()), 0, ""
    for start, end in (*code_spans(flat), (len(flat), len(flat))):
        shown += _EMPHASIS.sub("", _LINK.sub(_linked, flat[done:start])) + flat[start:end].strip("`")
        done = end
    return one_line(shown)


def _linked(found: re.Match[str]) -> str:
    if found[1]:
        return f"[picture: {found[2]}]" if found[2] else "[picture]"
    return found[2] if found[3].startswith("#") or not found[3] else f"{found[2]} ({found[3]})"


def _is_item(content: Content) -> bool:
    return isinstance(content, Paragraph) and content.kind is Kind.ITEM


def _content(content: Content, roll: ShowRoll, tables: Mapping[Place, RollTable]) -> Iterator[str]:
    match content:
        case Heading(level=level, parts=parts):
            yield from _underlined(_text(parts, roll), "=-."[min(level, 3) - 1])
        case Paragraph():
            yield from _paragraph(content, roll)
        case Code(lines=written):
            yield from (f"    {one_line(line.expandtabs(4))}" for line in written)
        case Break():
            yield "-" * 20
        case RollTable():
            yield from table_lines(content)
        case Grid(place=place):
            if place in tables:
                yield one_line(f"{tables[place].name} ({tables[place].expression.written})")
            yield from _grid(content, roll)


def _underlined(text: str, sign: str) -> Iterator[str]:
    yield plain(text)
    yield sign * len(plain(text))


def _paragraph(content: Paragraph, roll: ShowRoll) -> Iterator[str]:
    indent = min("  " * content.depth, " " * 16)
    match content.kind:
        case Kind.ITEM:
            first, rest = f"{indent}{content.marker} ", f"{indent}{' ' * len(content.marker)} "
        case Kind.QUOTE:
            first = rest = "| "
        case _:
            first = rest = ""
    text = plain(_text(content.parts, roll))
    yield from _wrapped(text, width(), first, rest)


def _text(parts: Sequence[Part], roll: ShowRoll) -> str:
    return "".join(_part(part, roll) for part in parts)


def _part(part: Part, roll: ShowRoll) -> str:
    match part:
        case str():
            return part
        case InlineRoll():
            return roll(part)
        case Reference(label=label):
            return label


def _grid(content: Grid, roll: ShowRoll) -> Iterator[str]:
    rows = [tuple(plain(_text(cell.parts, roll)) for cell in row) for row in content.rows]
    names = tuple(plain(name) for name in content.header)
    yield from _columns([names, tuple("-" * len(name) for name in names), *rows])


def _columns(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Aligned columns, the widest folded until all of them fit."""
    widths = [max(len(row[number]) for row in rows) for number in range(len(rows[0]))]
    room = width() - 2 * (len(widths) - 1)
    while sum(widths) > room and max(widths) > LEAST_COLUMN:
        widest = widths.index(max(widths))
        widths[widest] = max(LEAST_COLUMN, widths[widest] - (sum(widths) - room))
    for row in rows:
        cells = [_wrapped(cell, wide, "", "") for cell, wide in zip(row, widths, strict=True)]
        deep = max(len(cell) for cell in cells)
        folded = [tuple(cell[line] if line < len(cell) else "" for cell in cells) for line in range(deep)]
        padded = [tuple(cell.ljust(wide) for cell, wide in zip(line, widths, strict=True)) for line in folded]
        yield from columns(padded)


def _wrapped(text: str, wide: int, first: str, rest: str) -> list[str]:
    indent = text[: len(text) - len(text.lstrip())]
    found = textwrap.wrap(
        text.strip(),
        max(wide, LEAST_COLUMN),
        initial_indent=first + indent,
        subsequent_indent=rest,
        break_on_hyphens=False,
    )
    return found or [(first + indent).rstrip()]
