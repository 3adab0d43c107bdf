"""Rolls and references within running text.

    roll      = ("![roll:" | "[!roll:") expr "](" [blanks] ["." [blanks title]] [blanks] ")"
    title     = '"' any text, over two lines at most '"'
    reference = "[" text "](#" name of a table ")"          in results only

The second opener is a slip of the pen that a browser shows as a link; it is read, with a warning.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import TypeAlias

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from msgspec import Struct

from undercroft.exchange.markup.expressions import Expression, expression
from undercroft.exchange.markup.placed_text import Located, TextPlace
from undercroft.exchange.markup.problems import BadMarkup, PageNotes

MOST_DICE_TEXT = 300
"""The most characters searched for the end of dice."""

MOST_TITLE = 200
"""The most characters of a title."""

_OPENER = re.compile(r"!\[roll:|\[!roll:")
_REFERENCE = re.compile(r"\[(?P<label>[^\[\]\n]{1,200})\]\(#(?P<anchor>[^()\s]{1,100})\)")
_BLANKS = re.compile(r"[ \t\n]*")
_PLAIN = re.compile(
    r"`[^`]*`|(?<![\w\[:#/.-])(?P<dice>[0-9]{0,3}[dD](?:[0-9]{1,4}|%)(?:k[hl]?[0-9]+)?"
    r"(?: ?[-+x*\xd7] ?[0-9]{1,4}(?![0-9]*[dD\w]))?)(?![\w%])"
)
"""Code, which is left alone, or dice as people write them in a sentence."""
_BRACKETED = re.compile(
    r"(?:\[|\{{1,2} ?|`dice: ?)(?P<dice>[0-9]{0,3}d[0-9]{1,4}(?:[-+x][0-9]{1,4})?)(?:\](?![(\[:])| ?\}{1,2}|`)|`[^`]*`"
)
"""Dice in brackets or as other programs mark them, which look like a roll and are none; or code."""
_EXAMPLE = 'write ![roll:2d6]() or ![roll:2d6](. "title")'


class InlineRoll(Struct, frozen=True):
    """A roll within a text: its dice, its title, and its place."""

    expression: Expression
    title: str | None
    place: TextPlace
    end: TextPlace
    section: str = ""
    plain: bool = False
    """Whether the dice are plain text, without the marks of a roll."""

    @property
    def label(self) -> str:
        """The text to show for it: the title, or else the dice."""
        return self.title if self.title is not None else self.expression.written


class Reference(Struct, frozen=True):
    """A result that refers to another table of the page."""

    label: str
    anchor: str
    place: TextPlace


Part: TypeAlias = str | InlineRoll | Reference
"""Running text is a sequence of plain text, rolls and references."""


def parts(text: Located, notes: PageNotes, *, section: str = "", references: bool = False) -> tuple[Part, ...]:
    """The parts of a text: its rolls, and the text between them; code spans are left alone."""
    taken = _Taken(text, notes, section, references)
    if "roll:" in text.value or (references and "](#" in text.value):
        _reader().inline.parse(text.value, _reader(), {"taken": taken}, [])
    return taken.parts()


def with_plain_dice(taken: tuple[Part, ...], place: TextPlace, most: int) -> tuple[Part, ...]:
    """The parts of a result, with up to so many plain dice as rolls too; code is left alone."""
    found: list[Part] = []
    for part in taken:
        found += _plain_dice(part, place) if isinstance(part, str) else [part]
    return tuple(found) if sum(isinstance(part, InlineRoll) for part in found) <= most else taken


def _plain_dice(text: str, place: TextPlace) -> Iterator[Part]:
    at = 0
    for match in _PLAIN.finditer(text):
        if match["dice"] is None:
            continue
        with suppress(BadMarkup):
            dice = expression(Located(match["dice"], place))
            yield from filter(None, (text[at : match.start()],))
            yield InlineRoll(dice, None, place, place, plain=True)
            at = match.end()
    yield from filter(None, (text[at:],))


class _Taken:
    """The parts of a text found so far."""

    def __init__(self, text: Located, notes: PageNotes, section: str, references: bool) -> None:
        self.text = text
        self.notes = notes
        self.section = section
        self.references = references
        self._found: list[Part] = []
        self._done = 0

    def add(self, start: int, end: int, part: InlineRoll | Reference) -> None:
        self._pass(start)
        self._found.append(part)
        self._done = end

    def parts(self) -> tuple[Part, ...]:
        self._pass(len(self.text))
        return tuple(self._found)

    def _pass(self, end: int) -> None:
        """Take the text up to `end` unchanged."""
        if end > self._done:
            self._found.append(self.text.value[self._done : end])
            for dice in _BRACKETED.finditer(self.text.value, self._done, end):
                if dice["dice"]:
                    fix = f"write ![roll:{dice['dice']}]() to roll it"
                    self.notes.warn("not-a-roll", f"“{dice[0]}” is plain text", fix, self.text.at(dice.start()))


@cache
def _reader() -> MarkdownIt:
    """A parser that finds the marks: markdown-it skips escaped characters and code, and our two rules take marks."""
    reader = MarkdownIt("zero").enable(["escape", "backticks"])
    reader.inline.ruler.push("roll", _take_roll)
    reader.inline.ruler.push("reference", _take_reference)
    return reader


def _take_roll(state: StateInline, _silent: bool) -> bool:
    """Take the roll that begins here, or only its opener if the roll is wrong."""
    found = _OPENER.match(state.src, state.pos)
    if not found or _is_picture(state):
        return False
    taken: _Taken = state.env["taken"]
    reader = _Reader(taken.text, found.end())
    state.pos = found.end()
    if roll := reader.roll(found.start(), taken.section, taken.notes):
        state.pos = reader.at
        taken.add(found.start(), reader.at, roll)
    return True


def _take_reference(state: StateInline, _silent: bool) -> bool:
    taken: _Taken = state.env["taken"]
    found = _REFERENCE.match(state.src, state.pos) if taken.references else None
    if not found or _is_picture(state):
        return False
    place = taken.text.at(found.start())
    taken.add(found.start(), found.end(), Reference(found["label"], found["anchor"].lower(), place))
    state.pos = found.end()
    return True


def _is_picture(state: StateInline) -> bool:
    """Whether the “!” of a picture precedes the bracket."""
    return state.src[state.pos] == "[" and state.src[max(0, state.pos - 1) : state.pos] == "!"


class _Reader:
    """Reads one roll, starting behind its opener."""

    def __init__(self, text: Located, at: int) -> None:
        self.text = text
        self.at = at

    def roll(self, opener: int, section: str, notes: PageNotes) -> InlineRoll | None:
        """The roll, or None with a note of what is wrong."""
        with notes.catching():
            dice = self._dice(opener, notes)
            title = self._brackets()
            place = self.text.at(opener)
            if self.text.value[opener] == "[":
                what = "“[!roll:” is shown as a link elsewhere, not as a roll"
                notes.warn("opener-swapped", what, "write “![roll:”", place)
            return InlineRoll(dice, title, place, self.text.at(self.at), section)
        return None

    def _brackets(self) -> str | None:
        self._take("(")
        self._blanks()
        title = self._title() if self._destination() else None
        self._blanks()
        self._take(")")
        return title

    def _closing(self) -> int | None:
        """Where the brackets of the roll end; dice may have a label in brackets of their own."""
        first = self.text.value.find("]", self.at)
        if first < 0:
            return None
        depth = 0
        for at, sign in enumerate(self.text.value[self.at : self.at + MOST_DICE_TEXT], self.at):
            depth += {"[": 1, "]": -1}.get(sign, 0)
            if depth < 0:
                return at
        return first

    def _dice(self, opener: int, notes: PageNotes) -> Expression:
        close = self._closing()
        if close is None:
            raise BadMarkup("unclosed", "the “]” after the dice is missing", _EXAMPLE, self.text.at(opener))
        dice = expression(self.text.part(self.at, close), notes)
        self.at = close + 1
        return dice

    def _peek(self) -> str:
        return self.text.value[self.at : self.at + 1]

    def _take(self, wanted: str) -> None:
        if self._peek() != wanted:
            raise BadMarkup("unclosed", f"a “{wanted}” is missing", _EXAMPLE, self.text.at(self.at))
        self.at += 1

    def _blanks(self) -> bool:
        """Skip blanks, and return whether there were any."""
        found = _BLANKS.match(self.text.value, self.at)
        start, self.at = self.at, found.end() if found else self.at
        return self.at > start

    def _destination(self) -> bool:
        """Skip the `.`, and return whether a title may follow."""
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
        what = "the address of a roll can only be “.”"
        return BadMarkup("bad-destination", what, _EXAMPLE, self.text.at(self.at))

    def _title(self) -> str | None:
        if self._peek() != '"':
            return None
        opened = self.at
        close = self.text.value.find('"', opened + 1)
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
