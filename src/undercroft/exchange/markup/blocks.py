"""A page as a row of blocks, before anything in them is read: fences, headings, lists, tables, paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec import Struct

from undercroft.exchange.markup.grids import is_delimiter
from undercroft.exchange.markup.places import Located, Place
from undercroft.exchange.markup.problems import BadMarkup

MOST_CHARACTERS = 1024 * 1024
"""Characters of a page."""

MOST_LINES = 20_000
"""Lines of a page."""

_FENCE = re.compile(r"[ ]*(?P<mark>`{3,}|~{3,})")
_ITEM = re.compile(r"[ ]*(?P<mark>[-*+]|[0-9]{1,9}[.)])(?:[ ]|$)")
_LEVEL = re.compile(r"[ ]{0,3}(#{1,6})(?:[ \t]|$)")
_HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


class Kind(StrEnum):
    """What a block is."""

    FRONT_MATTER = "front matter"
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    QUOTE = "quote"
    FENCE = "fence"
    GRID = "grid"
    BREAK = "break"


class Block(Struct, frozen=True):
    """Some lines of a page: what they are, their marker (a fence's word, a list's dash), and the text without it."""

    kind: Kind
    lines: tuple[Located, ...]
    place: Place
    marker: str = ""
    depth: int = 0
    closed: bool = True


def lines_of(text: str) -> tuple[Located, ...]:
    """The lines of a page; characters that could hide something are refused."""
    if len(text) > MOST_CHARACTERS:
        raise _too_long(MOST_CHARACTERS, "characters")
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if plain.count("\n") >= MOST_LINES:
        raise _too_long(MOST_LINES, "lines")
    lines = tuple(Located(line, Place(number, 1)) for number, line in enumerate(plain.split("\n"), start=1))
    if _HIDDEN.search(plain):
        raise _hidden(lines)
    return lines


def _too_long(limit: int, of: str) -> BadMarkup:
    fix = f"at most {limit:,} {of}; split it"
    return BadMarkup("too-long", f"the page has too many {of}", fix, Place(1, 1), limit=limit)


def _hidden(lines: Sequence[Located]) -> BadMarkup:
    line, found = next((line, found) for line in lines if (found := _HIDDEN.search(line.value)))
    what = f"U+{ord(found[0]):04X}, a character that cannot be seen"
    return BadMarkup("bad-character", what, "delete it", line.at(found.start()))


def blocks(lines: Sequence[Located]) -> Iterator[Block]:
    """The blocks of a page, in order."""
    at, front = _front_matter(lines)
    if front:
        yield front
    while at < len(lines):
        if lines[at].is_blank:
            at += 1
        else:
            block, at = _block(lines, at)
            yield block


def _front_matter(lines: Sequence[Located]) -> tuple[int, Block | None]:
    """The block between two lines of three dashes at the very top."""
    if lines[0].value.rstrip() != "---":
        return 0, None
    for at in range(1, len(lines)):
        if lines[at].value.rstrip() == "---":
            return at + 1, Block(Kind.FRONT_MATTER, tuple(lines[1:at]), lines[0].place)
    raise BadMarkup("front-matter-open", "the front matter is never closed", "add a line “---”", lines[0].place)


def _block(lines: Sequence[Located], at: int) -> tuple[Block, int]:
    line = lines[at]
    match _starts(lines, at):
        case Kind.FENCE:
            return _fence(lines, at)
        case Kind.HEADING:
            return _heading(line), at + 1
        case Kind.BREAK:
            return Block(Kind.BREAK, (), line.place), at + 1
        case Kind.GRID:
            end = _run(lines, at + 2, "|")
            return Block(Kind.GRID, tuple(lines[at:end]), line.place), end
        case Kind.ITEM:
            return _item(lines, at)
        case Kind.QUOTE:
            end = _paragraph_end(lines, at)
            return Block(Kind.QUOTE, tuple(_unquoted(each) for each in lines[at:end]), line.place), end
        case _:
            end = _paragraph_end(lines, at)
            return Block(Kind.PARAGRAPH, tuple(each.stripped() for each in lines[at:end]), line.place), end


def _starts(lines: Sequence[Located], at: int) -> Kind | None:
    """What begins on this line; None if it may go on what stands above."""
    written = lines[at].value
    if _fence_mark(written):
        return Kind.FENCE
    if _LEVEL.match(written):
        return Kind.HEADING
    if _is_break(written):
        return Kind.BREAK
    if "|" in written and at + 1 < len(lines) and "|" in lines[at + 1].value and is_delimiter(lines[at + 1].value):
        return Kind.GRID
    if _ITEM.match(written):
        return Kind.ITEM
    return Kind.QUOTE if written.lstrip().startswith(">") else None


def _fence_mark(written: str) -> str | None:
    """The backticks or tildes that open a fence."""
    found = _FENCE.match(written)
    if not found or (found["mark"][0] == "`" and "`" in written[found.end() :]):
        return None
    return found["mark"]


def _fence(lines: Sequence[Located], at: int) -> tuple[Block, int]:
    mark = _fence_mark(lines[at].value) or ""
    words = lines[at].value.strip().removeprefix(mark).split()
    for end in range(at + 1, len(lines)):
        closing = lines[end].value.strip()
        if len(closing) >= len(mark) and not closing.strip(mark[0]):
            return _fenced(lines[at + 1 : end], lines[at], mark, words, closed=True), end + 1
    return _fenced(lines[at + 1 :], lines[at], mark, words, closed=False), len(lines)


def _fenced(body: Sequence[Located], opener: Located, mark: str, words: Sequence[str], *, closed: bool) -> Block:
    marker = words[0] if words and mark[0] == "`" else ""
    return Block(Kind.FENCE, tuple(body), opener.stripped().place, marker, closed=closed)


def _heading(line: Located) -> Block:
    found = _LEVEL.match(line.value)
    level = len(found[1]) if found else 1
    text = line.part(found.end() if found else 0).stripped()
    bare = text.value.rstrip("#")
    if not bare or bare.endswith((" ", "\t")):
        text = text.part(0, len(bare)).stripped()
    return Block(Kind.HEADING, (text,), line.stripped().place, depth=level)


def _is_break(written: str) -> bool:
    signs = written.replace(" ", "").replace("\t", "")
    return len(signs) >= 3 and signs[0] in "-*_" and not signs.strip(signs[0])


def _item(lines: Sequence[Located], at: int) -> tuple[Block, int]:
    found = _ITEM.match(lines[at].value)
    first = lines[at].part(found.end() if found else 0).stripped()
    end = _paragraph_end(lines, at)
    rest = (line.stripped() for line in lines[at + 1 : end])
    mark = found["mark"] if found else "-"
    return Block(Kind.ITEM, (first, *rest), lines[at].stripped().place, mark, lines[at].indent // 2), end


def _unquoted(line: Located) -> Located:
    inner = line.stripped()
    return inner.part(1).stripped() if inner.value.startswith(">") else inner


def _paragraph_end(lines: Sequence[Located], at: int) -> int:
    """The first line below that no longer belongs to the paragraph."""
    in_quote = _starts(lines, at) is Kind.QUOTE
    at += 1
    while at < len(lines) and not lines[at].is_blank:
        starting = _starts(lines, at)
        if starting and not (in_quote and starting is Kind.QUOTE):
            return at
        at += 1
    return at


def _run(lines: Sequence[Located], at: int, sign: str) -> int:
    """The first line below without that sign, or with nothing in it."""
    while at < len(lines) and sign in lines[at].value and not _fence_mark(lines[at].value):
        at += 1
    return at
