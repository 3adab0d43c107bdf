"""Fenced `roll-table` and `roll-list` blocks."""

import re
from collections.abc import Sequence

from undercroft.exchange.markup import coverage
from undercroft.exchange.markup.expressions import Expression, expression
from undercroft.exchange.markup.inline import Part, parts
from undercroft.exchange.markup.mapping import Entry, entries, is_list, items, scalar
from undercroft.exchange.markup.places import Located, Place
from undercroft.exchange.markup.problems import BadMarkup, Notes
from undercroft.exchange.markup.ranges import Range, fenced_key
from undercroft.exchange.markup.rolltables import (
    MOST_REFERENCES,
    MOST_ROLLS,
    MOST_ROWS,
    MOST_TEXT,
    RollTable,
    Row,
)
from undercroft.exchange.markup.templates import PLAIN, Template, template
from undercroft.kernel.dice import Roll

KINDS = frozenset({"roll-table", "roll-list"})

IGNORED = frozenset(
    {
        "button",
        "column_count",
        "headers",
        "no_titleize_headers",
        "prompt_title",
        "prompts",
        "roll_name",
        "tabs",
    }
)
"""Names that only change how other tools show a table."""

_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,200}>")


def roll_table(kind: str, body: Sequence[Located], place: Place, notes: Notes) -> RollTable | None:
    """The table in a fenced block, without its name. If it cannot be used, None, with notes of the reasons."""
    before = notes.errors
    table: RollTable | None = None
    with notes.catching():
        table = _table(kind, body, place, notes)
    return table if notes.errors == before else None


def _table(kind: str, body: Sequence[Located], place: Place, notes: Notes) -> RollTable:
    given = _known(entries(body), notes)
    for name in ("roll", "results") if kind == "roll-table" else ("results",):
        if name not in given:
            raise BadMarkup("missing-key", f"the table has no “{name}”", f"add a line “{name}:”", place)
    results = given["results"]
    dice = expression(scalar(given["roll"])) if "roll" in given else None
    wording = _template(given.get("result_text"), notes)
    _check_rows_below(results)
    listed = is_list(results.below)
    dice = dice or _one_die(results, listed=listed)
    before = notes.errors
    rows = _listed(results, dice, notes) if listed else _keyed(results, notes)
    if notes.errors == before:
        coverage.check(dice, rows, given.get("roll", results).key.place, notes)
    return RollTable("", "", dice, rows, place, wording)


def _known(given: Sequence[Entry], notes: Notes) -> dict[str, Entry]:
    for entry in given:
        name = entry.key.value
        if name in IGNORED:
            notes.warn("ignored-key", f"“{name}” does nothing here", "leave it out, or keep it", entry.key.place)
        elif name not in ("roll", "results", "result_text"):
            fix = "known are roll, results and result_text"
            raise BadMarkup("unknown-key", f"“{name[:40]}” is not known", fix, entry.key.place)
    return {entry.key.value: entry for entry in given}


def _check_rows_below(results: Entry) -> None:
    if results.is_empty:
        raise BadMarkup("empty-results", "the table has no rows", "add rows below “results:”", results.key.place)
    if not results.first.is_blank and not results.first.value.startswith("#"):
        raise BadMarkup("not-text", "the rows stand below “results:”", "begin a new line", results.first.place)


def _one_die(results: Entry, *, listed: bool) -> Expression:
    """The die of a list that names none, with one side for each row."""
    if not listed:
        raise BadMarkup("missing-key", "rows with keys need dice", "add a line “roll:”", results.key.place)
    sides = len(items(results.below))
    return Expression(f"1d{sides}", Roll(1, sides))


def _template(entry: Entry | None, notes: Notes) -> Template:
    if entry is None:
        return PLAIN
    text = scalar(entry)
    _check_length(text)
    _warn_of_html(text, notes)
    pieces = template(text)
    return tuple(_TAG.sub("", piece) if type(piece) is str else piece for piece in pieces)


def _keyed(results: Entry, notes: Notes) -> tuple[Row, ...]:
    rows: list[Row] = []
    for entry in _not_too_many(entries(results.below), results):
        with notes.catching():
            rows.append(_row(entry, entry.key.value, fenced_key(entry.key), notes))
    return tuple(rows)


def _listed(results: Entry, dice: Expression, notes: Notes) -> tuple[Row, ...]:
    rows: list[Row] = []
    for total, entry in enumerate(_not_too_many(items(results.below), results), start=dice.minimum):
        with notes.catching():
            rows.append(_row(entry, str(total), Range(total, total), notes))
    return tuple(rows)


def _not_too_many(given: Sequence[Entry], results: Entry) -> Sequence[Entry]:
    if len(given) > MOST_ROWS:
        fix = f"at most {MOST_ROWS:,}; split the table"
        raise BadMarkup("too-many", "the table has too many rows", fix, results.key.place, limit=MOST_ROWS)
    return given


def _row(entry: Entry, key: str, totals: Range, notes: Notes) -> Row:
    text = scalar(entry)
    if text.is_blank:
        raise BadMarkup("empty-text", f"row “{key}” says nothing", "write what happens", entry.key.place)
    return checked(Row(key, totals, result(text, notes), entry.key.place))


def result(text: Located, notes: Notes) -> tuple[Part, ...]:
    """The text of a row without HTML, split into rolls, references and plain text."""
    _check_length(text)
    _warn_of_html(text, notes)
    taken = parts(text, notes, references=True)
    return tuple(_TAG.sub("", part) if isinstance(part, str) else part for part in taken)


def checked(row: Row) -> Row:
    """The row, if it refers to a reasonable number of dice and tables."""
    if len(row.rolls) > MOST_ROLLS or len(row.references) > MOST_REFERENCES:
        what = f"row “{row.key}” has too many rolls or references"
        fix = f"at most {MOST_ROLLS} rolls and {MOST_REFERENCES} references"
        raise BadMarkup("too-many", what, fix, row.place, limit=MOST_ROLLS)
    return row


def _warn_of_html(text: Located, notes: Notes) -> None:
    found = _TAG.search(text.value)
    if found:
        notes.warn("html-dropped", "HTML is left out", "write plain Markdown", text.at(found.start()))


def _check_length(text: Located) -> None:
    if len(text) > MOST_TEXT:
        fix = f"at most {MOST_TEXT:,} characters"
        raise BadMarkup("too-long", "this text is too long", fix, text.place, limit=MOST_TEXT)
