"""A page of Markdown as one HTML file that rolls in any browser, without a network or a server."""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import nh3
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from undercroft.exchange.markup import rolling
from undercroft.exchange.markup.blocks import BlockKind
from undercroft.exchange.markup.grids import MarkdownGrid
from undercroft.exchange.markup.inline import InlineRoll, Part, Reference
from undercroft.exchange.markup.page import Break, Code, Content, Heading, Page, Paragraph
from undercroft.exchange.markup.placed_text import TextPlace
from undercroft.exchange.markup.rolltables import RollTable
from undercroft.exchange.markup.templates import TemplateSlot
from undercroft.kernel import wire
from undercroft.kernel.amounts import percent
from undercroft.kernel.dice import MOST_DICE, MOST_EXPLOSIONS

MOST_BRACKETS = 100
"""Text with more of these is shown as written, because parsing takes quadratic time in their number."""

_TAGS = {"a", "br", "code", "del", "em", "strong"}
_MARK = re.compile("\ue000([0-9]+)\ue001")
"""A placeholder for a roll while the text around it is rendered."""

_PAGE = Markup(
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline'{csp}\">\n"
    "<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n{body}\n"
    "<footer>Dice by Undercroft. This page works without a network.</footer>\n</main>\n"
    '{data}<script>\n"use strict";\n{script}</script>\n{more}</body>\n</html>\n'
)
_DATA = Markup('<script type="application/json" id="{id}">{json}</script>\n')
_CHIP = Markup(
    '<button type="button" data-roll="{number}">{shown}<span class="total" aria-live="polite"></span></button>'
)
_TABLE = Markup(
    '<section class="roll-table" id="table-{name}"><header><strong>{title}</strong>'
    '<button type="button" data-roll-table="{name}">Roll {dice}</button></header>'
    '<output aria-live="polite"></output><div class="wide"><table><thead><tr><th>{dice}</th><th>{head}</th>'
    '<th class="chance">Chance</th></tr></thead><tbody>{rows}</tbody></table></div></section>'
)
_ROW = Markup('<tr><td class="key">{key}</td><td data-result>{text}</td><td class="chance">{chance}</td></tr>')
_RELOAD = Markup('<script data-stamp="{stamp}">\n{script}</script>\n')
_ITEM = Markup('<p class="item" style="margin-left:{depth}rem"><span class="marker">{marker}</span>{text}</p>')
_GRID = Markup('<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>')
_LINK = Markup('<a href="#table-{name}" data-table="{name}">{label}</a>')


def as_html(page: Page, name: str, stamp: str = "") -> str:
    """The page as one HTML file; `name` is its title if it has none. With a server's stamp it follows its file."""
    return _Writer(page).written(name, stamp)


class _Writer:
    """Writes a page, and keeps the rolls that its buttons make."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.rolls: list[dict[str, Any]] = []
        self.by_place: Mapping[TextPlace, RollTable] = {table.place: table for table in page.tables}

    def written(self, name: str, stamp: str) -> str:
        page = self.page
        headed = page.headings[:1] and page.headings[0].level == 1
        title = page.title or (page.headings[0].text if headed else name)
        body = [Markup("<h1>{}</h1>").format(title)] if page.title is not None and not headed else []
        body += [self._content(content) for content in page.contents]
        data = {
            "limits": {"dice": MOST_DICE, "explosions": MOST_EXPLOSIONS},
            "tables": {table.name: _table_data(table) for table in page.tables},
            "rolls": self.rolls,
        }
        return str(
            _PAGE.format(
                csp="; connect-src 'self'" if stamp else "",
                title=_inline(title).striptags(),
                style=Markup(_style()),  # noqa: S704 - our own file
                body=Markup("\n").join(body),
                data=Markup("").join(_DATA.format(id=id, json=_json(value)) for id, value in data.items()),
                script=Markup(f"{_file('dice.js')}\n{_file('page.js')}"),  # noqa: S704 - our own files
                more=_RELOAD.format(stamp=stamp, script=Markup(_file("reload.js"))) if stamp else "",  # noqa: S704 - our own
            )
        )

    def _content(self, content: Content) -> Markup:
        match content:
            case Heading(level=level, parts=parts, name=name):
                return Markup('<h{level} id="{name}">{text}</h{level}>').format(
                    level=level, name=name, text=self._text(parts)
                )
            case Paragraph():
                return self._paragraph(content)
            case Code(lines=lines):
                return Markup("<pre>{}</pre>").format("\n".join(lines))
            case Break():
                return Markup("<hr>")
            case RollTable():
                return self._table(content, "Result")
            case MarkdownGrid(place=place) if place in self.by_place:
                heads = content.header[1:]
                return self._table(self.by_place[place], heads[0] if len(heads) == 1 else "Result")
            case MarkdownGrid():
                return self._grid(content)

    def _paragraph(self, content: Paragraph) -> Markup:
        text = self._text(content.parts)
        match content.kind:
            case BlockKind.ITEM:
                marker = content.marker if content.marker[:1].isdigit() else "\N{BULLET}"
                return _ITEM.format(depth=1.25 * min(content.depth, 8), marker=marker, text=text)
            case BlockKind.QUOTE:
                return Markup("<blockquote><p>{}</p></blockquote>").format(text)
            case _:
                return Markup("<p>{}</p>").format(text)

    def _table(self, table: RollTable, head: str) -> Markup:
        chances = rolling.row_odds(table)
        rows = (
            _ROW.format(
                key=row.key.replace("--", "\N{EN DASH}"), text=self._text(row.parts), chance=percent(chances[row.key])
            )
            for row in table.rows
        )
        return _TABLE.format(
            name=table.name,
            title=table.heading or table.name,
            dice=table.expression.written,
            head=_inline(head),
            rows=Markup("").join(rows),
        )

    def _grid(self, content: MarkdownGrid) -> Markup:
        head = Markup("").join(Markup("<th>{}</th>").format(_inline(name)) for name in content.header)
        rows = Markup("").join(
            Markup("<tr>{}</tr>").format(
                Markup("").join(Markup("<td>{}</td>").format(self._text(cell.parts)) for cell in row)
            )
            for row in content.rows
        )
        return _GRID.format(head=head, rows=rows)

    def _text(self, parts: Sequence[Part]) -> Markup:
        """Parts as HTML: Markdown rendered, each roll a button."""
        marked = "".join(
            part.replace("\ue000", "") if isinstance(part, str) else f"\ue000{number}\ue001"
            for number, part in enumerate(parts)
        )
        pieces = _MARK.split(_inline(marked))
        return Markup("").join(
            self._part(parts[int(piece)]) if number % 2 else Markup(piece)  # noqa: S704 - cleaned by _inline
            for number, piece in enumerate(pieces)
        )

    def _part(self, part: Part) -> Markup:
        match part:
            case str():
                return escape(part)
            case InlineRoll(expression=dice):
                self.rolls.append(
                    {
                        "formula": wire.plain(dice.formula),
                        "written": dice.written,
                        "title": part.title,
                        "plain": part.plain,
                    }
                )
                shown = dice.written if part.title is None else f"{part.title} [{dice.written}]"
                return _CHIP.format(number=len(self.rolls) - 1, shown=shown)
            case Reference(label=label, anchor=anchor):
                table = self.page.table(anchor)
                if table is None:
                    return escape(label)
                return _LINK.format(name=table.name, label=label)


def _table_data(table: RollTable) -> dict[str, Any]:
    return {
        "formula": wire.plain(table.expression.formula),
        "rows": [[row.totals.low, row.totals.high] for row in table.rows],
        "words": [
            [str(piece.value), ""] if isinstance(piece, TemplateSlot) else ["", piece] for piece in table.template
        ],
    }


def _json(value: Any) -> Markup:
    """JSON that can stand in a page: no text in it ends the script."""
    return Markup(json.dumps(value, ensure_ascii=True).replace("<", "\\u003c"))  # noqa: S704 - has no `<`


def _inline(text: str) -> Markup:
    """Markdown within a line as safe HTML; pictures become links, since the page loads nothing."""
    if text.count("[") > MOST_BRACKETS:
        return escape(text)
    rendered = _reader().renderInline(text)
    return Markup(  # noqa: S704 - cleaned here
        nh3.clean(
            rendered, tags=_TAGS, attributes={"a": {"href"}}, url_schemes={"http", "https", "mailto"}, link_rel=None
        )
    )


@cache
def _reader() -> MarkdownIt:
    reader = MarkdownIt("js-default", {"html": False, "linkify": False})
    reader.add_render_rule("image", _linked)
    return reader


def _linked(_reader: object, tokens: Sequence[Any], at: int, _options: object, _env: object) -> str:
    address, name = tokens[at].attrGet("src"), tokens[at].content
    return str(Markup('<a href="{}">{}</a>').format(address, name or address))


def _style() -> str:
    """The colours of the table, light or dark as the reader prefers, and the page's own style."""
    base = files("undercroft.faces") / "web" / "static" / "css" / "base"
    light, dark = ((base / f"{name}.css").read_text(encoding="utf-8") for name in ("tokens", "dark"))
    return f"{light}\n@media (prefers-color-scheme: dark) {{\n{dark}}}\n{_file('page.css')}"


def _file(name: str) -> str:
    return (files("undercroft.faces.exports") / "page_files" / name).read_text(encoding="utf-8")
