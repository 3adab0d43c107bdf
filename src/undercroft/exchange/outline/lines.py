"""The lines of an outline, without what is only layout: bullets, heading marks, the common margin."""

import re
import unicodedata

from msgspec import Struct

from undercroft.exchange.outline.notes import OutlineNote, OutlineNotes
from undercroft.kernel.amounts import counted

MOST_CHARACTERS = 256 * 1024
MOST_LINES = 12_000
TAB = 4
_BULLET = re.compile(r"[-+•·‣▪◦]\s+(?=\S)")
_STAR = re.compile(r"\*\s+(?=\S)")
_HEADING = re.compile(r"(#{1,6})\s*")
STARRED = re.compile(
    r"\*\s+(?:[>?!$=]|\*\*|(?:(?:room|area)\s+)?[0-9]+[a-z]?\s*[.):]|(?:exits?|doors?|treasure|traps?|monsters?|creatures)\s*:)",
    re.IGNORECASE,
)
"""A star before something that has a mark of its own: here stars are bullets."""
_BIDIRECTIONAL = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


class OutlineLine(Struct, frozen=True):
    """A line: its text without bullet and heading mark, and the column where the text begins."""

    number: int
    text: str
    column: int
    indent: int
    heading: int = 0
    bullet: bool = False


def normal(text: str) -> str:
    """The text as it is read: composed letters, one sort of line end."""
    return unicodedata.normalize("NFC", text.removeprefix("\ufeff")).replace("\r\n", "\n").replace("\r", "\n")


def unseen(sign: str) -> bool:
    """Whether nobody sees the sign; a tab and a line end are seen by what they do."""
    return (unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\n\t") or sign in _BIDIRECTIONAL


def lines_of(text: str, notes: OutlineNotes) -> list[OutlineLine]:
    """The lines; a blank line has an empty text."""
    raw = text.split("\n")
    if len(raw) > MOST_LINES:
        what = (
            f"an outline has at most {MOST_LINES:,} lines; {counted(len(raw) - MOST_LINES, 'line')} more are left out"
        )
        notes.add(OutlineNote("too_long", what, "make two sites of it", MOST_LINES + 1))
        raw = raw[:MOST_LINES]
    starred = any(STARRED.match(line.lstrip()) for line in raw)
    indents = [_indent(line) for line in raw if line.strip()]
    margin = min(indents, default=0)
    return [_line(number, line, margin, notes, starred=starred) for number, line in enumerate(raw, 1)]


def _line(number: int, raw: str, margin: int, notes: OutlineNotes, *, starred: bool) -> OutlineLine:
    if odd := [place for place, sign in enumerate(raw, 1) if unseen(sign)]:
        what = "an invisible character is here, and is left out"
        notes.add(OutlineNote("bad_character", what, "leave it out", number, odd[0], odd[0] + 1))
        raw = "".join(" " if unseen(sign) else sign for sign in raw)
    text = raw.rstrip()
    start = len(text) - len(text.lstrip())
    indent = max(0, _indent(raw) - margin)
    heading = _HEADING.match(text, start)
    level = 0
    if heading is not None:
        level, start = len(heading[1]), heading.end()
    bullet = (_STAR if starred and _STAR.match(text, start) else _BULLET).match(text, start)
    if bullet is not None:
        start = bullet.end()
    return OutlineLine(number, text[start:].strip(), start + 1, indent, level, bullet is not None)


def _indent(line: str) -> int:
    """How far a line is indented; a tab counts for several spaces."""
    blank = line[: len(line) - len(line.lstrip())]
    return len(blank.expandtabs(TAB))
