"""Rolls and references within running text.

    roll      = ("![roll:" | "[!roll:") expr "](" [blanks] ["." [blanks title]] [blanks] ")"
    title     = '"' any text, over two lines at most '"'
    reference = "[" text "](#" name of a table ")"          in results only

The second opener is a slip of the pen that a browser shows as a link; it is read, with a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from undercroft.exchange.markup.expressions import Expression, expression
from undercroft.exchange.markup.places import Located, Place
from undercroft.exchange.markup.problems import BadMarkup, Notes

MOST_TITLE = 200
"""Characters of a title."""

_OPENER = re.compile(r"!\[roll:|\[!roll:")
_REFERENCE = re.compile(r"\[(?P<label>[^\[\]\n]{1,200})\]\(#(?P<anchor>[^()\s]{1,100})\)")
_BACKTICKS = re.compile(r"`+")
_BLANKS = re.compile(r"[ \t\n]*")
_EXAMPLE = 'write ![roll:2d6]() or ![roll:2d6](. "title")'


class InlineRoll(Struct, frozen=True):
    """A roll within a text: its dice, what to call it, and where it stands."""

    expression: Expression
    title: str | None
    place: Place
    end: Place
    swapped: bool = False
    section: str = ""

    @property
    def label(self) -> str:
        """What to show for it: the title, or else the dice."""
        return self.title if self.title is not None else self.expression.written

    @property
    def warnings(self) -> tuple[str, ...]:
        """The codes of what is odd about it."""
        return ("opener-swapped",) if self.swapped else ()


class Reference(Struct, frozen=True):
    """A result that sends you to another table of the page."""

    label: str
    anchor: str
    place: Place


Part: TypeAlias = str | InlineRoll | Reference
"""Running text is plain text, rolls and references, one after the other."""


def parts(text: Located, notes: Notes, *, section: str = "", references: bool = False) -> tuple[Part, ...]:
    """Text taken apart into its rolls and what stands between them; code spans are left alone."""
    found: list[Part] = []
    done = 0
    for start, end, part in _marks(text, notes, references=references):
        if start > done:
            found.append(text.value[done:start])
        found.append(_in_section(part, section))
        done = end
    if done < len(text):
        found.append(text.value[done:])
    return tuple(found)


def _in_section(part: InlineRoll | Reference, section: str) -> InlineRoll | Reference:
    if isinstance(part, Reference):
        return part
    return InlineRoll(part.expression, part.title, part.place, part.end, part.swapped, section)


def _marks(text: Located, notes: Notes, *, references: bool) -> Iterator[tuple[int, int, InlineRoll | Reference]]:
    """Every roll and reference with the offsets it stands between."""
    at = 0
    for start, end in (*code_spans(text.value), (len(text), len(text))):
        while found := _next(text.value, at, start, references=references):
            at = found.end()
            if _is_escaped(text.value, found.start()):
                continue
            if found.re is _REFERENCE:
                yield found.start(), at, Reference(found["label"], found["anchor"].lower(), text.at(found.start()))
                continue
            reader = _Reader(text, found.end(), start)
            if roll := reader.roll(found.start(), notes):
                at = reader.at
                yield found.start(), at, roll
        at = max(at, end)


def _next(written: str, at: int, end: int, *, references: bool) -> re.Match[str] | None:
    """The next opener or reference before `end`."""
    opener = _OPENER.search(written, at, end)
    reference = _REFERENCE.search(written, at, end) if references else None
    if opener and reference:
        return min(opener, reference, key=lambda found: found.start())
    return opener or reference


def _is_escaped(written: str, at: int) -> bool:
    """Does a backslash, or for a reference the “!” of a picture, stand before it?"""
    before = written[max(0, at - 200) : at]
    if written[at] == "[" and before.endswith("!"):
        return True
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def code_spans(written: str) -> list[tuple[int, int]]:
    """Where code stands between backticks: a run of them ends at the next run of the same length."""
    runs = [found.span() for found in _BACKTICKS.finditer(written)]
    closing: dict[int, int] = {}
    ends: list[int | None] = [None] * len(runs)
    for number in range(len(runs) - 1, -1, -1):
        start, end = runs[number]
        ends[number] = closing.get(end - start)
        closing[end - start] = number
    spans: list[tuple[int, int]] = []
    number = 0
    while number < len(runs):
        close = ends[number]
        if close is not None:
            spans.append((runs[number][0], runs[close][1]))
        number = number + 1 if close is None else close + 1
    return spans


class _Reader:
    """Reads one roll from behind its opener."""

    def __init__(self, text: Located, at: int, end: int) -> None:
        self.text = text
        self.at = at
        self.end = end

    def roll(self, opener: int, notes: Notes) -> InlineRoll | None:
        """The roll, or nothing and a note of what is wrong with it."""
        with notes.catching():
            dice = self._dice(opener)
            title = self._brackets()
            swapped = self.text.value[opener] == "["
            place = self.text.at(opener)
            if swapped:
                what = "“[!roll:” is shown as a link elsewhere, not as a roll"
                notes.warn("opener-swapped", what, "write “![roll:”", place)
            return InlineRoll(dice, title, place, self.text.at(self.at), swapped)
        return None

    def _brackets(self) -> str | None:
        self._take("(")
        self._blanks()
        title = self._title() if self._destination() else None
        self._blanks()
        self._take(")")
        return title

    def _dice(self, opener: int) -> Expression:
        close = self.text.value.find("]", self.at, self.end)
        if close < 0:
            raise BadMarkup("unclosed", "the “]” behind the dice is missing", _EXAMPLE, self.text.at(opener))
        dice = expression(self.text.part(self.at, close))
        self.at = close + 1
        return dice

    def _peek(self) -> str:
        return self.text.value[self.at : min(self.at + 1, self.end)]

    def _take(self, wanted: str) -> None:
        if self._peek() != wanted:
            raise BadMarkup("unclosed", f"a “{wanted}” is missing", _EXAMPLE, self.text.at(self.at))
        self.at += 1

    def _blanks(self) -> bool:
        """Pass over blanks; were there any?"""
        found = _BLANKS.match(self.text.value, self.at, self.end)
        start, self.at = self.at, found.end() if found else self.at
        return self.at > start

    def _destination(self) -> bool:
        """Pass over the `.`; may a title follow?"""
        match self._peek():
            case ")" | "":
                return False
            case '"':
                raise BadMarkup("title-alone", "a title needs a “.” before it", _EXAMPLE, self.text.at(self.at))
            case ".":
                self.at += 1
                if self._peek() not in (")", " ", "\t", "\n"):
                    raise self._elsewhere()
                return self._blanks()
            case _:
                raise self._elsewhere()

    def _elsewhere(self) -> BadMarkup:
        what = "a roll leads nowhere but to “.”"
        return BadMarkup("bad-destination", what, _EXAMPLE, self.text.at(self.at))

    def _title(self) -> str | None:
        if self._peek() != '"':
            return None
        opened = self.at
        close = self.text.value.find('"', opened + 1, self.end)
        if close < 0:
            raise BadMarkup("unclosed", "this title is never closed", 'add a “"”', self.text.at(opened))
        self.at = close + 1
        title = self.text.value[opened + 1 : close]
        if title.count("\n") > 1:
            raise BadMarkup("title-lines", "a title takes two lines at most", "shorten it", self.text.at(opened))
        if len(title) > MOST_TITLE:
            fix = f"at most {MOST_TITLE} characters"
            raise BadMarkup("too-long", "this title is too long", fix, self.text.at(opened), limit=MOST_TITLE)
        return " ".join(title.split())
