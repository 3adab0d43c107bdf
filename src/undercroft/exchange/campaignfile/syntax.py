"""Why a text is not TOML: the place, the mistake, and what to write instead."""

import re
from collections.abc import Iterable

from msgspec import Struct

from undercroft.exchange.campaignfile.positions import Again, Places
from undercroft.exchange.campaignfile.problems import FileProblem, Path, cut, shown

CODE = "not_toml"

_PLACE = re.compile(r" \(at (?:line (?P<line>[0-9]+), column (?P<column>[0-9]+)|end of document)\)\Z")
_TWICE = re.compile(r"Cannot |Duplicate ")
_SIGN = re.compile(r"(?:Found invalid|Illegal) character '(?P<sign>.+)'\Z")
_LONG_NUMBER = re.compile(r"[0-9_]{4000}")
_WORD = re.compile(r"[^\s,#\]}]+")


class _Message(Struct, frozen=True):
    """The start of a message from the standard library, and our own message for it."""

    begins: str
    what: str
    fix: str
    from_the_start: bool = False
    bare: str = ""
    """The message if there is no word at that place."""


_CURLED = "\u201c\u201d\u201e\u2018\u2019\u201a\u00ab\u00bb"
_QUOTES = "put words, and numbers that begin with 0, in quotation marks"
_OPEN_TEXT = 'end it with the quotation mark it began with; around several lines write """'
_MESSAGES = (
    _Message("Invalid statement", "“{word}” begins neither a key nor a heading", "write key = value, or [heading]"),
    _Message(
        "Invalid initial", "“{word}” is not a key", "use letters, digits, - and _, or put the key in quotation marks"
    ),
    _Message("Expected '='", "no “=” follows the key", "write key = value; put a key with spaces in quotation marks"),
    _Message("Expected ']", "the heading is not closed", "write [heading], or [[heading]] for one of a list"),
    _Message("Expected newline", "“{word}” does not belong here", f"{_QUOTES}, or begin a new line"),
    _Message(
        "Unclosed array",
        "the list is not closed, or lacks a comma",
        "put commas between its parts, and ] at its end",
        from_the_start=True,
    ),
    _Message(
        "Unclosed inline",
        "the table in braces is not closed, or lacks a comma",
        "put commas between its keys, } at its end, and all of it on one line",
        from_the_start=True,
    ),
    _Message(
        "Unescaped",
        "a backslash is before a character that it cannot escape",
        r"write \\ for a backslash, or '...' around it",
    ),
    _Message("Invalid hex", "no character has that number", r"write \u and four digits of its number, from 0 to f"),
    _Message("Escaped", "no character has that number", r"write \u and four digits of its number, from 0 to f"),
    _Message("Invalid date", "“{word}” is not a date", "a campaign has none: its day is a number, its hour a text"),
    _Message(
        "Invalid value",
        "“{word}” is not a value",
        f"{_QUOTES}; write true and false without them, in small letters",
        bare="there is no value",
    ),
)
_ENDS_TOO_SOON = ("the file ends before this does", "write its end: a value, a quotation mark or a bracket is missing")
_UNKNOWN = _Message("", "it cannot be read as TOML", "toml.io shows how to write TOML")


def not_toml(fault: Exception, text: str, places: Places) -> tuple[FileProblem, ...]:
    """The problems that keep a text from being TOML, from the fault of the standard library's reader."""
    if _TWICE.match(str(fault)) and places.again:
        return tuple(_again(places.again))
    found = _PLACE.search(str(fault))
    if found is None:
        return (_too_long(text, places),)
    lines = text.split("\n")
    line = int(found["line"] or len(lines))
    around = places.around(line)
    if not found["line"]:
        around = places.unclosed or around
        return (FileProblem(CODE, *_ENDS_TOO_SOON, around.first, shown(around.path)),)
    message, word = str(fault)[: found.start()], _word(lines[line - 1], int(found["column"]) - 1)
    if sign := _SIGN.match(message):
        return (_stray(sign["sign"], line, around.path),)
    return (_explained(message, word, line, places),)


def _explained(message: str, word: str, line: int, places: Places) -> FileProblem:
    found = next((known for known in _MESSAGES if message.startswith(known.begins)), _UNKNOWN)
    around = places.around(line)
    if found.from_the_start:
        around = places.unclosed or around
        line = around.first
    what, fix = found.what.format(word=cut(word)), found.fix
    if not word:
        what = found.bare or what
    elif word[0] in _CURLED:
        what, fix = f"{word[0]} is not a quotation mark of TOML", 'use the straight one: "'
    return FileProblem(CODE, what, fix, line, shown(around.path))


def _word(line: str, column: int) -> str:
    """The whole word at a column."""
    return next(
        (found[0] for found in _WORD.finditer(line) if found.start() <= column < found.end()),
        line[column : column + 1].strip(),
    )


def _stray(sign: str, line: int, path: Path) -> FileProblem:
    """A character that cannot be where it is: a line end within a string, or an invisible character."""
    match sign:
        case r"\n":
            what, fix = "the text has no end on its line", _OPEN_TEXT
        case r"\r":
            what, fix = "a carriage return has no line feed", "end lines with a line feed"
        case _:
            what, fix = f"an invisible character, {sign}, is here", "remove it"
    return FileProblem(CODE, what, fix, line, shown(path))


def _too_long(text: str, places: Places) -> FileProblem:
    found = _LONG_NUMBER.search(text)
    if found is None:
        return FileProblem(CODE, _UNKNOWN.what, _UNKNOWN.fix, 1)
    line = text.count("\n", 0, found.start()) + 1
    what, path = "the number is too long to be read", shown(places.around(line).path)
    return FileProblem(CODE, what, "write fewer digits", line, path)


def _again(repetitions: Iterable[Again]) -> Iterable[FileProblem]:
    for again in repetitions:
        what = f"“{cut(str(again.path[-1]))}” is there already, on line {again.first}"
        yield FileProblem("twice", what, "keep one of them, with all that belongs to it", again.line, shown(again.path))
