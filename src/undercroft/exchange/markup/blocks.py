"""A page as a sequence of blocks, before their contents are read: fences, headings, lists, tables, paragraphs.

markdown-it cuts the page. Its tokens know their lines but not their columns, so the rules for single blocks are
wrapped, and note where each line begins behind the marks of the lists and quotations around it.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import cache
from itertools import accumulate
from typing import TypeAlias

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, fence, heading, hr, paragraph, table
from markdown_it.token import Token
from msgspec import Struct

from undercroft.exchange.markup.placed_text import Located, TextPlace
from undercroft.exchange.markup.problems import BadMarkup

MOST_CHARACTERS = 1024 * 1024
"""The most characters of a page."""

MOST_LINES = 20_000
"""The most lines of a page."""

MOST_NESTED = 100
"""The deepest nesting of lists and quotations."""

_HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


class BlockKind(StrEnum):
    """The kind of a block."""

    FRONT_MATTER = "front matter"
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    QUOTE = "quote"
    FENCE = "fence"
    GRID = "grid"
    BREAK = "break"


class PageBlock(Struct, frozen=True):
    """Some lines of a page: their kind, their marker (a fence's word, a list's dash), and the text without it."""

    kind: BlockKind
    lines: tuple[Located, ...]
    place: TextPlace
    marker: str = ""
    depth: int = 0
    closed: bool = True


def lines_of(text: str) -> tuple[Located, ...]:
    """The lines of a page. Invisible characters that could hide something are refused."""
    if len(text) > MOST_CHARACTERS:
        raise _too_long(MOST_CHARACTERS, "characters")
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if plain.count("\n") >= MOST_LINES:
        raise _too_long(MOST_LINES, "lines")
    lines = tuple(Located(line, TextPlace(number, 1)) for number, line in enumerate(plain.split("\n"), start=1))
    if _HIDDEN.search(plain):
        raise _hidden(lines)
    return lines


def _too_long(limit: int, of: str) -> BadMarkup:
    fix = f"at most {limit:,} {of}; split it"
    return BadMarkup("too-long", f"the page has too many {of}", fix, TextPlace(1, 1), limit=limit)


def _hidden(lines: Sequence[Located]) -> BadMarkup:
    line, found = next((line, found) for line in lines if (found := _HIDDEN.search(line.value)))
    what = f"U+{ord(found[0]):04X}, an invisible character"
    return BadMarkup("bad-character", what, "delete it", line.at(found.start()))


def blocks(lines: Sequence[Located]) -> Iterator[PageBlock]:
    """The blocks of a page, in order."""
    at, front = _front_matter(lines)
    if front:
        yield front
    below = lines[at:]
    tokens = _reader().parse("".join(f"{line.value}\n" for line in below))
    yield from _Cutter(below).blocks(tokens)


def _front_matter(lines: Sequence[Located]) -> tuple[int, PageBlock | None]:
    """The block between two lines of three dashes at the very top."""
    if lines[0].value.rstrip() != "---":
        return 0, None
    for at in range(1, len(lines)):
        if lines[at].value.rstrip() == "---":
            return at + 1, PageBlock(BlockKind.FRONT_MATTER, tuple(lines[1:at]), lines[0].place)
    raise BadMarkup("front-matter-open", "the front matter is never closed", "add a line “---”", lines[0].place)


_Rule: TypeAlias = Callable[[StateBlock, int, int, bool], bool]

_INTERRUPTS: tuple[tuple[str, _Rule, tuple[str, ...]], ...] = (
    ("table", table, ("paragraph",)),
    ("fence", fence, ("paragraph", "blockquote", "list")),
    ("hr", hr, ("paragraph", "blockquote", "list")),
    ("heading", heading, ("paragraph", "blockquote")),
    ("paragraph", paragraph, ()),
)
"""The rules for single blocks, each with the rules it may interrupt."""


@cache
def _reader() -> MarkdownIt:
    """A parser that cuts a page, without indented code, underlined headings or HTML. It leaves the contents unread."""
    reader = MarkdownIt("zero", {"maxNesting": MOST_NESTED}).disable("inline")
    reader.enable(["blockquote", "list", *(name for name, _, _ in _INTERRUPTS)])
    for name, rule, interrupts in _INTERRUPTS:
        reader.block.ruler.at(name, _placed(rule), {"alt": [*interrupts]})
    return reader


def _placed(rule: _Rule) -> _Rule:
    """The rule, which also notes where each line of its block and its text begin."""

    def placed(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        at = len(state.tokens)
        found = rule(state, start, end, silent)
        if found and not silent:
            begins = state.bMarks[start : state.line]
            state.tokens[at].meta["begins"] = begins
            state.tokens[at].meta["texts"] = [
                begin + shift for begin, shift in zip(begins, state.tShift[start : state.line], strict=True)
            ]
        return found

    return placed


class _Cutter:
    """Makes blocks from tokens, and keeps track of the lists and quotations around them."""

    def __init__(self, lines: Sequence[Located]) -> None:
        self.lines = lines
        self.offsets = (0, *accumulate(len(line) + 1 for line in lines))
        self.within: list[Token] = []
        self.item: Token | None = None
        """A list item whose text is still to come."""

    def blocks(self, tokens: Sequence[Token]) -> Iterator[PageBlock]:
        for number, token in enumerate(tokens):
            match token.type:
                case "blockquote_open" | "list_item_open":
                    yield from self._empty_item()
                    self.within.append(token)
                    self.item = token if token.type == "list_item_open" else None
                case "blockquote_close" | "list_item_close":
                    yield from self._empty_item()
                    self.within.pop()
                case "paragraph_open":
                    yield self._paragraph(token)
                    self.item = None
                case "heading_open" | "hr" | "fence" | "table_open":
                    yield from self._empty_item()
                    yield self._single(token, tokens[number + 1 : number + 2])
                case _:
                    pass

    def _empty_item(self) -> Iterator[PageBlock]:
        """The item that begins with something other than text, or with nothing."""
        if self.item is not None:
            line = self.lines[_first(self.item)]
            yield self._item(self.item, (line.part(len(line)),))
            self.item = None

    def _item(self, item: Token, text: tuple[Located, ...]) -> PageBlock:
        depth = sum(token.type == "list_item_open" for token in self.within) - 1
        place = self.lines[_first(item)].stripped().place
        return PageBlock(BlockKind.ITEM, text, place, f"{item.info}{item.markup}", depth)

    def _paragraph(self, token: Token) -> PageBlock:
        text = tuple(line.stripped() for line in self._lines(token, "texts"))
        if self.item is not None:
            return self._item(self.item, text)
        in_quote = bool(self.within) and self.within[-1].type == "blockquote_open"
        return PageBlock(BlockKind.QUOTE if in_quote else BlockKind.PARAGRAPH, text, text[0].place)

    def _single(self, token: Token, inner: Sequence[Token]) -> PageBlock:
        lines = self._lines(token, "texts")
        match token.type:
            case "heading_open":
                written = lines[0].part(len(token.markup)).stripped()
                text = written.part(0, len(inner[0].content))
                return PageBlock(BlockKind.HEADING, (text,), lines[0].place, depth=len(token.markup))
            case "table_open":
                return PageBlock(BlockKind.GRID, lines, lines[0].place)
            case "fence":
                return self._fence(token, lines[0].place)
            case _:
                return PageBlock(BlockKind.BREAK, (), lines[0].place)

    def _fence(self, token: Token, place: TextPlace) -> PageBlock:
        lines = self._lines(token, "begins")[1:]
        closed = len(lines) > token.content.count("\n")
        words = token.info.split() if token.markup[0] == "`" else []
        return PageBlock(
            BlockKind.FENCE, lines[:-1] if closed else lines, place, words[0] if words else "", closed=closed
        )

    def _lines(self, token: Token, begins: str) -> tuple[Located, ...]:
        """The lines of a block, from where they or their texts begin."""
        offsets: list[int] = token.meta[begins]
        return tuple(
            self.lines[number].part(offset - self.offsets[number])
            for number, offset in enumerate(offsets, start=_first(token))
        )


def _first(token: Token) -> int:
    return token.map[0] if token.map else 0
