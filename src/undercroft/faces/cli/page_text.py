"""A page of Markdown as plain text that reads well in a terminal."""

import re
import shutil
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from typing import TypeAlias

from markdown_it import MarkdownIt
from markdown_it.token import Token

from undercroft.exchange.markup.blocks import BlockKind
from undercroft.exchange.markup.grids import MarkdownGrid
from undercroft.exchange.markup.inline import InlineRoll, Part, Reference
from undercroft.exchange.markup.page import Break, Code, Content, Heading, Page, Paragraph
from undercroft.exchange.markup.placed_text import TextPlace
from undercroft.exchange.markup.rolltables import RollTable, TableRow
from undercroft.faces.shared.one_line import one_line
from undercroft.interpret.text_charts import columns

NARROW, WIDE = 40, 100
LEAST_COLUMN = 10

MOST_BRACKETS = 100
"""Text with more of these is shown as written, because parsing takes quadratic time in their number."""

_MARK = re.compile("\ue000([0-9]+)\ue001")
"""A placeholder for a roll while the text around it is parsed."""

ShowRoll: TypeAlias = Callable[[InlineRoll], str]


def width() -> int:
    """The line width to write."""
    return max(NARROW, min(WIDE, shutil.get_terminal_size((WIDE, 24)).columns))


def lines(page: Page, roll: ShowRoll) -> Iterator[str]:
    """The page, line by line."""
    tables = {table.place: table for table in page.tables}
    if page.title is not None and page.title not in [heading.text for heading in page.headings[:1]]:
        yield from _underlined(plain(page.title), "=")
    in_list = False
    for content in page.contents:
        if not (in_list and _is_item(content)):
            yield ""
        in_list = _is_item(content)
        yield from _content(content, roll, tables)


def table_lines(table: RollTable) -> Iterator[str]:
    """A table to roll on: its name, its dice, and its rows."""
    yield one_line(f"{table.name} ({table.expression.written})")
    yield from _columns([(f"  {row.key}", row_text(row)) for row in table.rows])


def row_text(row: TableRow) -> str:
    """The text of a row, with its dice not yet rolled."""
    return _text(row.parts, lambda roll: roll.label if roll.title is None else notation(roll))


def notation(roll: InlineRoll) -> str:
    """The notation of a roll that is not rolled yet."""
    if roll.plain:
        return roll.expression.written
    return f"[{roll.expression.written}]" if roll.title is None else f"{roll.title} [{roll.expression.written}]"


def plain(text: str) -> str:
    """Text without its Markdown: emphasis, links and pictures."""
    return one_line(_shown(text))


def _shown(text: str) -> str:
    flat = " ".join(text.split())
    if flat.count("[") > MOST_BRACKETS:
        return flat
    (whole,) = _reader().parseInline(flat)
    links: list[str] = []
    return "".join(_word(token, links) for token in whole.children or ())


def _word(token: Token, links: list[str]) -> str:
    """The visible part of a token: its text, or the target of the link that it closes."""
    match token.type:
        case "image":
            return f"[picture: {token.content}]" if token.content else "[picture]"
        case "link_open":
            links.append(str(token.attrGet("href")))
            return ""
        case "link_close":
            target = links.pop()
            return "" if target.startswith("#") or not target else f" ({target})"
        case _:
            return token.content


@cache
def _reader() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).disable("autolink")


def _is_item(content: Content) -> bool:
    return isinstance(content, Paragraph) and content.kind is BlockKind.ITEM


def _content(content: Content, roll: ShowRoll, tables: Mapping[TextPlace, RollTable]) -> Iterator[str]:
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
        case MarkdownGrid(place=place):
            if place in tables:
                yield one_line(f"{tables[place].name} ({tables[place].expression.written})")
            yield from _grid(content, roll)


def _underlined(text: str, sign: str) -> Iterator[str]:
    yield text
    yield sign * len(text)


def _paragraph(content: Paragraph, roll: ShowRoll) -> Iterator[str]:
    indent = min("  " * content.depth, " " * 16)
    match content.kind:
        case BlockKind.ITEM:
            first, rest = f"{indent}{content.marker} ", f"{indent}{' ' * len(content.marker)} "
        case BlockKind.QUOTE:
            first = rest = "| "
        case _:
            first = rest = ""
    yield from _wrapped(_text(content.parts, roll), width(), first, rest)


def _text(parts: Sequence[Part], roll: ShowRoll) -> str:
    """Parts without their Markdown; a shown roll is never read as Markdown."""
    marked = (
        part.replace("\ue000", "") if isinstance(part, str) else f"\ue000{number}\ue001"
        for number, part in enumerate(parts)
    )
    return one_line(_MARK.sub(lambda mark: _part(parts[int(mark[1])], roll), _shown("".join(marked))))


def _part(part: Part, roll: ShowRoll) -> str:
    match part:
        case str():
            return part
        case InlineRoll():
            return roll(part)
        case Reference(label=label):
            return label


def _grid(content: MarkdownGrid, roll: ShowRoll) -> Iterator[str]:
    rows = [tuple(_text(cell.parts, roll) for cell in row) for row in content.rows]
    names = tuple(plain(name) for name in content.header)
    yield from _columns([names, tuple("-" * len(name) for name in names), *rows])


def _columns(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Aligned columns, with the widest folded until all of them fit."""
    widths = [max(len(row[number]) for row in rows) for number in range(len(rows[0]))]
    room = width() - 2 * (len(widths) - 1)
    while sum(widths) > room and max(widths) > LEAST_COLUMN:
        widest = widths.index(max(widths))
        widths[widest] = max(LEAST_COLUMN, widths[widest] - (sum(widths) - room))
    for row in rows:
        cells = [_wrapped(cell, wide, "", "") for cell, wide in zip(row, widths, strict=True)]
        lines = zip_longest(*cells, fillvalue="")
        yield from columns([tuple(map(str.ljust, line, widths)) for line in lines])


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
