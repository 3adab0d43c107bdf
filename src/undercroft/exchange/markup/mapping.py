"""The simple YAML of pages: names with texts, lists or more names below them.

Texts stay text: `no`, `1-1` and `07` are kept as written. Tags, anchors, aliases and lists in brackets are refused, so
that nothing can grow, refer or run.
"""

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct

from undercroft.exchange.markup.placed_text import Located, TextPlace, joined
from undercroft.exchange.markup.problems import BadMarkup
from undercroft.kernel.faults import shortened

MOST_SCALAR = 10_000
"""The most characters of one text as written."""

_BLOCK = re.compile(r"(?P<style>[|>])[+-]?[ \t]*(?:#.*)?")
_COMMENT = re.compile(r"[ \t]#")
_QUOTE_IT = "put the text in quotation marks"
_RESERVED = {
    "!": ("yaml-tag", "“!” at the start of a text marks a tag"),
    "&": ("yaml-anchor", "“&” at the start of a text marks an anchor"),
    "*": ("yaml-alias", "“*” at the start of a text marks an alias"),
    "[": ("yaml-flow", "“[” at the start of a text opens a list"),
    "{": ("yaml-flow", "“{” at the start of a text opens a mapping"),
    **{sign: ("yaml-reserved", f"a text cannot begin with “{sign}”") for sign in "]}|>%@`,"},
}
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "n": "\n", "t": "\t"}


class MappingEntry(Struct, frozen=True):
    """A name, or the dash of a list item, with the rest of its line and the lines below that belong to it."""

    key: Located
    first: Located
    below: tuple[Located, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing is given."""
        return self.first.is_blank and all(_is_skipped(line) for line in self.below)


def entries(lines: Sequence[Located]) -> tuple[MappingEntry, ...]:
    """`name: ...`, one on each line; deeper lines belong to the name above them."""
    found: dict[str, MappingEntry] = {}
    for head, below in _groups(lines):
        key, first = _key(head)
        if key.value in found:
            raise BadMarkup("duplicate-key", f"“{shortened(key.value)}” is here twice", "keep one of them", key.place)
        found[key.value] = MappingEntry(key, first, below)
    return tuple(found.values())


def items(lines: Sequence[Located]) -> tuple[MappingEntry, ...]:
    """`- ...`, one on each line; deeper lines belong to the item above them."""
    found: list[MappingEntry] = []
    for head, below in _groups(lines):
        if not _is_item(head):
            raise BadMarkup("bad-line", "a list item begins with “- ”", "begin the line with “- ”", head.place)
        found.append(MappingEntry(head.part(0, 1), head.part(1).stripped(), below))
    return tuple(found)


def is_list(lines: Iterable[Located]) -> bool:
    """Whether these lines hold list items."""
    return any(_is_item(line.stripped()) for line in [line for line in lines if not _is_skipped(line)][:1])


def scalar(entry: MappingEntry) -> Located:
    """The text of an entry: plain, quoted, or a block of lines."""
    first = entry.first
    if len(first) + sum(len(line) for line in entry.below) > MOST_SCALAR:
        raise BadMarkup("too-long", "this text is too long", "shorten it", first.place, limit=MOST_SCALAR)
    if _BLOCK.fullmatch(first.value):
        return _block(entry.below, folded=first.value[0] == ">")
    lines = (first, *(line.stripped() for line in entry.below))
    if first.value[:1] in ("'", '"'):
        return _quoted(_folded(lines))
    return _plain(lines)


def _groups(lines: Sequence[Located]) -> Iterable[tuple[Located, tuple[Located, ...]]]:
    """The lines of the least depth, each with the deeper lines below it."""
    depth: int | None = None
    head: Located | None = None
    below: list[Located] = []
    for line in lines:
        _check_indent(line)
        if head is None and _is_skipped(line):
            continue
        depth = line.indent if depth is None else depth
        if head is not None and _belongs(line, head, depth):
            below.append(line)
            continue
        if _is_skipped(line):
            continue
        if line.indent != depth:
            raise BadMarkup("bad-indent", "this line is not indented like those above", "line it up", line.at(0))
        if head is not None:
            yield head, tuple(below)
        head, below = line.stripped(), []
    if head is not None:
        yield head, tuple(below)


def _belongs(line: Located, head: Located, depth: int) -> bool:
    """Whether a line belongs to the head above it. A list may be as deep as its name."""
    if line.is_blank or line.indent > depth:
        return True
    return line.indent == depth and _is_item(line.stripped()) and not _is_item(head)


def _check_indent(line: Located) -> None:
    tab = line.value.find("\t", 0, line.indent)
    if tab >= 0 and not line.is_blank:
        raise BadMarkup("tab-indent", "a tab at the start of the line", "indent with spaces", line.at(tab))


def _is_skipped(line: Located) -> bool:
    return line.is_blank or line.value.lstrip().startswith("#")


def _is_item(stripped: Located) -> bool:
    return stripped.value == "-" or stripped.value.startswith("- ")


def _key(head: Located) -> tuple[Located, Located]:
    """The name at the start of a line, and the rest after its colon."""
    if head.value[0] in ("'", '"'):
        close = head.value.find(head.value[0], 1)
        if close < 0:
            raise _unclosed(head.place)
        key, colon = head.part(1, close), close + 1
    else:
        colon = _colon(head.value)
        key = head.part(0, max(colon, 0)).stripped()
    if colon < 0 or head.value[colon : colon + 1] != ":" or head.value[colon + 1 : colon + 2] not in ("", " ", "\t"):
        raise BadMarkup("bad-line", f"“{shortened(head.value)}” is not “name: text”", "add the colon", head.place)
    if not key.value or key.value[0] in "!&*[{?":
        raise BadMarkup("bad-line", f"“{shortened(head.value)}” has no plain name", "begin with a name", head.place)
    return key, head.part(colon + 1).stripped()


def _colon(written: str) -> int:
    """The position of the colon that ends a name, before a blank or the end of the line; -1 if there is none."""
    at = written.find(":")
    while at >= 0 and written[at + 1 : at + 2] not in ("", " ", "\t"):
        at = written.find(":", at + 1)
    return at


def _block(lines: Sequence[Located], *, folded: bool) -> Located:
    """The lines below `|` or `>`, without their common indentation."""
    depth = min((line.indent for line in lines if not line.is_blank), default=0)
    cut = [line.part(min(depth, len(line))) for line in lines]
    return _folded([line.stripped() for line in cut]) if folded else joined(cut, "\n").stripped()


def _folded(lines: Sequence[Located]) -> Located:
    """The lines joined with blanks, where an empty line breaks the text."""
    pieces: list[Located] = []
    for line in lines:
        if line.is_blank:
            pieces += [Located("\n", line.place)] if pieces else []
        else:
            if pieces and not pieces[-1].value.endswith("\n"):
                pieces.append(Located(" ", line.place))
            pieces.append(line)
    return joined(pieces).stripped() if pieces else Located("", lines[0].place if lines else TextPlace(1, 1))


def _plain(lines: Sequence[Located]) -> Located:
    text = _folded([_without_comment(line) for line in lines])
    if not text.value:
        return text
    if text.value[0] in _RESERVED:
        code, what = _RESERVED[text.value[0]]
        raise BadMarkup(code, what, _QUOTE_IT, text.place)
    if _is_item(text):
        raise BadMarkup("not-text", "this is a list, not a text", "write one text", text.place)
    colon = _colon(text.value)
    if colon >= 0:
        raise BadMarkup("not-text", "a colon and a space make this a name", _QUOTE_IT, text.at(colon))
    return text


def _without_comment(line: Located) -> Located:
    if line.value.startswith("#"):
        return line.part(0, 0)
    found = _COMMENT.search(line.value)
    return line.part(0, found.start()).stripped() if found else line


def _quoted(text: Located) -> Located:
    """The text between quotation marks, which are doubled or escaped within it."""
    mark, written = text.value[0], text.value
    pieces: list[Located] = []
    at = start = 1
    while at < len(written):
        sign = written[at]
        if sign == mark and not (mark == "'" and written[at + 1 : at + 2] == mark):
            pieces.append(text.part(start, at))
            return _nothing_after(text.part(at + 1), joined(pieces))
        if sign == mark or (sign == "\\" and mark == '"'):
            pieces += text.part(start, at), _escaped(text, at)
            at = start = at + 2
        else:
            at += 1
    raise _unclosed(text.place)


def _escaped(text: Located, at: int) -> Located:
    sign = text.value[at + 1 : at + 2]
    if text.value[at] == "\\" and sign not in _ESCAPES:
        raise BadMarkup("bad-escape", f"“\\{sign}” is not known", 'known are \\" \\\\ \\n and \\t', text.at(at))
    return Located(_ESCAPES[sign] if text.value[at] == "\\" else sign, text.at(at))


def _nothing_after(rest: Located, text: Located) -> Located:
    if not rest.is_blank and not rest.value.lstrip().startswith("#"):
        raise BadMarkup("bad-line", "something follows the quotation mark", "put all of it in them", rest.place)
    return text


def _unclosed(place: TextPlace) -> BadMarkup:
    return BadMarkup("unclosed", "this quotation mark is never closed", "close it", place)
