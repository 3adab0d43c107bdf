"""`undercroft lint`."""

import re
from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from undercroft.exchange.problems import Problem, Severity
from undercroft.faces.cli.exit_codes import REFUSED
from undercroft.faces.cli.output import print_json
from undercroft.faces.cli.text_file import bytes_of, campaign_of, form_of, named
from undercroft.faces.shared.one_line import one_line
from undercroft.kernel.amounts import counted, series
from undercroft.kernel.faults import BadInput

if TYPE_CHECKING:
    from undercroft.exchange.campaignfile import FileProblem
    from undercroft.exchange.foreign_signs import ForeignFile

CAMPAIGN = ".toml"
_KEY = r"[\w\-\"']+(\.[\w\-\"']+)*"
_TOML = re.compile(rf"\s*(\[{{1,2}}\s*{_KEY}\s*\]{{1,2}}\s*(#.*)?$|{_KEY}\s*=)")
"""The start of a campaign file's line that is neither empty nor a comment."""


class TextForm(StrEnum):
    """The form in which a text is read."""

    CAMPAIGN = "campaign"
    OUTLINE = "outline"
    PAGE = "page"


_NO_TEXT = ("bad_bundle", "not_text", "not_utf8", "too_big")
"""Why a file may be none of ours."""


class Linted(Struct, frozen=True):
    """What a text is, and its problems: as programs and as people read them."""

    what: str
    findings: tuple[Problem, ...]
    lines: list[str]
    fails: bool


def lint(file: str, form: str | None, *, as_json: bool) -> int:
    """Print each problem on its own line, or what the file is; the exit code says whether there are problems.

    A campaign file with warnings only is good: an event on an encounter table is worth a word, and no mistake.
    """
    asked, name = form_of(TextForm, form), named(file)
    found = _found(file, asked)
    if as_json:
        print_json({"file": name, "is": found.what, "findings": found.findings})
    elif not found.lines:
        print(one_line(f"{name}: {found.what}; no problems"))
    for line in () if as_json else found.lines:
        print(one_line(f"{name}:{line}"))
    return REFUSED if found.fails else 0


def _found(file: str, asked: TextForm | None) -> Linted:
    """What a file is and what is wrong with it; one that is not text may be of another program."""
    from undercroft.exchange.foreign import known_by_content
    from undercroft.exchange.foreign.source import MOST_BYTES
    from undercroft.exchange.foreign_signs import READ_IT

    try:
        bundle = campaign_of(file)
    except BadInput as fault:
        other = known_by_content(bytes_of(file, MOST_BYTES)) if file != "-" and fault.code in _NO_TEXT else None
        if other is None or (fault.code == "bad_bundle" and other.fix != READ_IT):
            raise
        return _foreign(other)
    asked = TextForm.CAMPAIGN if bundle.pictures else asked
    return _linted(bundle.text, asked or _form(file, bundle.text), told=asked is not None)


def _foreign(other: "ForeignFile") -> Linted:
    problem = Problem("foreign", f"this is {other.what}", other.fix, 1)
    line = f"1: {Severity.ERROR}: {problem.code}: {problem.what} ({problem.fix})"
    return Linted(other.what, (problem,), [line], fails=True)


def _linted(text: str, form: TextForm, *, told: bool) -> Linted:
    """What is wrong with a text. Unless its format is named, it may be a file of another tool."""
    from undercroft.exchange.foreign import known_as

    other = known_as(text) if form is TextForm.PAGE and not told else None
    if other is not None:
        return _foreign(other)
    match form:
        case TextForm.CAMPAIGN:
            return _in_campaign(text)
        case TextForm.OUTLINE:
            return _in_outline(text)
        case TextForm.PAGE:
            return _on_page(text)


def _form(path: str, text: str) -> TextForm:
    """The form by the file's name, or by its first line if it comes from stdin; numbered rooms make an outline."""
    from undercroft.exchange.outline import is_outline

    first = next((line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")), "")
    if path.lower().endswith(CAMPAIGN) or (path == "-" and _TOML.match(first)):
        return TextForm.CAMPAIGN
    return TextForm.OUTLINE if is_outline(text) else TextForm.PAGE


def _on_page(text: str) -> Linted:
    """The problems on a page of Markdown, by line and column."""
    from undercroft.exchange.markup import page
    from undercroft.exchange.markup.grids import MarkdownGrid

    found, surveyed = page.surveyed(text)
    rolled = {table.place for table in surveyed.tables}
    shown = sum(isinstance(part, MarkdownGrid) and part.place not in rolled for part in surveyed.contents)
    parts = [
        *([counted(len(surveyed.rolls), "roll")] if surveyed.rolls else []),
        *([f"{counted(len(rolled), 'table')} to roll on"] if rolled else []),
        *([f"{counted(shown, 'table')} without rolls"] if shown else []),
    ]
    what = f"a page with {series(parts)}" if parts else "a page without rolls and tables"
    return Linted(
        what,
        found,
        [
            f"{problem.line}:{problem.column}: {problem.grade}: {problem.code}: {problem.what} ({problem.fix})"
            for problem in found
        ],
        fails=bool(found),
    )


def _in_outline(text: str) -> Linted:
    """What there is to mend in an outline, by line and column."""
    from undercroft.exchange.outline import read_outline

    found = read_outline(text)
    site = found.whole.site
    what = f"an outline with {series([counted(len(site.zones), 'room'), counted(len(site.doors), 'exit')])}"
    lines = [f"{note.line}:{note.column}: {note.grade}: {note.code}: {note.what} ({note.fix})" for note in found.notes]
    return Linted(what, found.notes, lines, fails=any(note.grade is Severity.ERROR for note in found.notes))


def _in_campaign(text: str) -> Linted:
    """The problems in a campaign file, by line and path."""
    from undercroft.exchange import campaignfile

    found = campaignfile.findings(text)
    places = [f"{problem.line}: {problem.path}" if problem.path else f"{problem.line}" for problem in found]
    lines = [
        f"{place}: {_marked(problem)}{problem.code}: {problem.what} ({problem.fix})"
        for place, problem in zip(places, found, strict=True)
    ]
    errors = any(problem.grade is Severity.ERROR for problem in found)
    return Linted("a campaign file", found, lines, fails=errors)


def _marked(problem: "FileProblem") -> str:
    """The mark of a warning; errors have none."""
    return f"{problem.grade}: " if problem.grade is Severity.WARNING else ""
