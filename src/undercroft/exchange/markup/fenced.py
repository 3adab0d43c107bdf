"""Fenced `roll-table` and `roll-list` blocks."""

import re
from collections.abc import Sequence
from html import unescape

from undercroft.exchange.markup import coverage
from undercroft.exchange.markup.expressions import Expression, expression
from undercroft.exchange.markup.inline import Part, parts, with_plain_dice
from undercroft.exchange.markup.mapping import MappingEntry, entries, is_list, items, scalar
from undercroft.exchange.markup.placed_text import Located, TextPlace
from undercroft.exchange.markup.problems import BadMarkup, PageNotes
from undercroft.exchange.markup.ranges import fenced_key
from undercroft.exchange.markup.rolltables import MOST_ROLLS, MOST_ROWS, MOST_TEXT, RollTable, TableRow, checked
from undercroft.exchange.markup.templates import PLAIN, Template, template
from undercroft.kernel.dice import Roll
from undercroft.kernel.tables import ResultSpan, through

KINDS = frozenset({"roll-table", "roll-list"})

IGNORED = frozenset(
    {"button", "column_count", "headers", "no_titleize_headers", "prompt_title", "prompts", "roll_name", "tabs"}
)
"""Names that only change how other tools show a table."""

_SIGN = re.compile(r"&(?:lt|gt|amp|quot|#[0-9]{1,6});")
_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,200}>")


def roll_table(kind: str, body: Sequence[Located], place: TextPlace, notes: PageNotes) -> RollTable | None:
    """The table in a fenced block, without its name. If it cannot be used, None, with notes of the reasons."""
    before = notes.errors
    table: RollTable | None = None
    with notes.catching():
        table = _table(kind, body, place, notes)
    return table if notes.errors == before else None


def _table(kind: str, body: Sequence[Located], place: TextPlace, notes: PageNotes) -> RollTable:
    given = _known(entries(body), notes)
    for name in ("roll", "results") if kind == "roll-table" else ("results",):
        if name not in given:
            raise BadMarkup("missing-key", f"the table has no “{name}”", f"add a line “{name}:”", place)
    results = given["results"]
    dice = expression(scalar(given["roll"]), notes) if "roll" in given else None
    wording = _template(given.get("result_text"), notes)
    _check_rows_below(results)
    listed = is_list(results.below)
    dice = dice or _one_die(results, listed=listed)
    before = notes.errors
    rows = _rows(results, dice, notes, listed=listed)
    if notes.errors == before:
        coverage.check(dice, rows, given.get("roll", results).key.place, notes)
    return RollTable("", "", dice, rows, place, wording)


def _known(given: Sequence[MappingEntry], notes: PageNotes) -> dict[str, MappingEntry]:
    for entry in given:
        name = entry.key.value
        if name in IGNORED:
            notes.warn("ignored-key", f"“{name}” does nothing here", "leave it out, or keep it", entry.key.place)
        elif name not in ("roll", "results", "result_text"):
            fix = "known are roll, results and result_text"
            raise BadMarkup("unknown-key", f"“{name[:40]}” is not known", fix, entry.key.place)
    return {entry.key.value: entry for entry in given}


def _check_rows_below(results: MappingEntry) -> None:
    if results.is_empty:
        raise BadMarkup("empty-results", "the table has no rows", "add rows below “results:”", results.key.place)
    if not results.first.is_blank and not results.first.value.startswith("#"):
        raise BadMarkup("not-text", "the rows belong below “results:”", "begin a new line", results.first.place)


def _one_die(results: MappingEntry, *, listed: bool) -> Expression:
    """The die of a list that names none, with one side for each row."""
    if not listed:
        raise BadMarkup("missing-key", "rows with keys need dice", "add a line “roll:”", results.key.place)
    sides = len(items(results.below))
    return Expression(f"1d{sides}", Roll(1, sides))


def _template(entry: MappingEntry | None, notes: PageNotes) -> Template:
    if entry is None:
        return PLAIN
    text = scalar(entry)
    _check_text(text, notes)
    pieces = template(text)
    return tuple(_TAG.sub("", piece) if type(piece) is str else piece for piece in pieces)


def _rows(results: MappingEntry, dice: Expression, notes: PageNotes, *, listed: bool) -> tuple[TableRow, ...]:
    """The rows: the items of a list for one total after the other, or entries with their totals as keys."""
    given = items(results.below) if listed else entries(results.below)
    if len(given) > MOST_ROWS:
        fix = f"at most {MOST_ROWS:,}; split the table"
        raise BadMarkup("too-many", "the table has too many rows", fix, results.key.place, limit=MOST_ROWS)
    rows: list[TableRow] = []
    for total, entry in enumerate(given, start=dice.minimum):
        with notes.catching():
            key, totals = (str(total), through(total)) if listed else (entry.key.value, fenced_key(entry.key))
            rows.append(_row(entry, key, totals, notes))
    return tuple(rows)


def _row(entry: MappingEntry, key: str, totals: ResultSpan, notes: PageNotes) -> TableRow:
    text = scalar(entry)
    if text.is_blank:
        raise BadMarkup("empty-text", f"row “{key}” is empty", "write what happens", entry.key.place)
    return checked(TableRow(key, totals, result(text, notes), entry.key.place))


def result(text: Located, notes: PageNotes) -> tuple[Part, ...]:
    """The text of a row without HTML, split into rolls, references and plain text; plain dice are rolls too."""
    _check_text(text, notes)
    taken = with_plain_dice(parts(text, notes, references=True), text.place, MOST_ROLLS)
    return tuple(_without_html(part) if isinstance(part, str) else part for part in taken)


def _without_html(text: str) -> str:
    """A text without tags, and with the signs that Markdown writes as names.

    >>> _without_html("<b>under</b> &lt;two&gt; yards")
    'under <two> yards'
    """
    return _SIGN.sub(lambda found: unescape(found[0]), _TAG.sub("", text))


def _check_text(text: Located, notes: PageNotes) -> None:
    """Refuse a text that is too long, and warn of HTML in it."""
    if len(text) > MOST_TEXT:
        fix = f"at most {MOST_TEXT:,} characters"
        raise BadMarkup("too-long", "this text is too long", fix, text.place, limit=MOST_TEXT)
    if found := _TAG.search(text.value):
        notes.warn("html-dropped", "HTML is left out", "write plain Markdown", text.at(found.start()))
