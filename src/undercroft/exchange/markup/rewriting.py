"""Writing a whole page again with its tables in another form; everything else stays as it is, line by line."""

from collections.abc import Iterator, Mapping

from undercroft.exchange.markup.blocks import BlockKind, PageBlock, blocks, lines_of
from undercroft.exchange.markup.fenced import KINDS
from undercroft.exchange.markup.page import Page
from undercroft.exchange.markup.rolltables import RollTable
from undercroft.exchange.markup.templates import PLAIN
from undercroft.exchange.markup.writing import Form, as_markdown


def rewritten(text: str, page: Page, form: Form) -> str:
    """The page with its tables in that form.

    A table stays as it is where it has that form already, or is inside a list or a quotation.
    """
    lines = lines_of(text)
    tables = {table.place.line: table for table in page.tables}
    written: list[str] = []
    done = 0
    for block in blocks(lines):
        table = _to_rewrite(block, tables, form)
        if table is not None:
            first = block.place.line - 1
            written += [line.value for line in lines[done:first]]
            written += as_markdown(table, form).splitlines()
            done = first + _height(block)
    return "\n".join((*written, *(line.value for line in lines[done:])))


def losses(text: str, page: Page, form: Form) -> Iterator[str]:
    """What the page in that form does not have: tables that stay as they are, and wordings that bars cannot say."""
    tables = {table.place.line: table for table in page.tables}
    for block in blocks(lines_of(text)):
        table = tables.get(block.place.line)
        if table is None or _form(block) in (None, form):
            continue
        if _to_rewrite(block, tables, form) is None:
            yield f"“{table.name}” stays as it is, since it is inside a list or a quotation"
        elif form is Form.BARS and table.template != PLAIN:
            yield f"“{table.name}” loses its result_text, which bars do not have"


def _to_rewrite(block: PageBlock, tables: Mapping[int, RollTable], form: Form) -> RollTable | None:
    table = tables.get(block.place.line)
    return None if table is None or _form(block) in (None, form) or block.place.column != 1 else table


def _form(block: PageBlock) -> Form | None:
    if block.kind is BlockKind.FENCE and block.marker in KINDS:
        return Form.FENCE
    return Form.BARS if block.kind is BlockKind.GRID else None


def _height(block: PageBlock) -> int:
    """The lines of a block, with those that open and close a fence."""
    return len(block.lines) + (2 if block.kind is BlockKind.FENCE else 0)
