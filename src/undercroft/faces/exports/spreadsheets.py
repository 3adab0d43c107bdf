"""Tables and rulings as rows for spreadsheets and programs: CSV, and JSON with an object a line."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from undercroft.faces.exports.exporter import Subject
from undercroft.faces.views.seat_names import title_of
from undercroft.interpret.odds import of_rule
from undercroft.interpret.policy import NEVER
from undercroft.kernel import wire
from undercroft.kernel.budget import Budget, spend, within
from undercroft.kernel.faults import UndercroftError
from undercroft.table.engine.record import Settled
from undercroft.table.engine.time_words import moment
from undercroft.table.rulings.words import RULES
from undercroft.table.state.lore import RandomTable

COLUMNS = (
    "number",
    "when",
    "written",
    "rule",
    "about",
    "by",
    "dice",
    "outcome",
    "chance",
    "share",
    "overruled",
    "says",
)

_OF_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\N{FULLWIDTH EQUALS SIGN}", "\N{FULLWIDTH PLUS SIGN}",
                 "\N{FULLWIDTH HYPHEN-MINUS}", "\N{FULLWIDTH COMMERCIAL AT}")  # fmt: skip
"""What a formula begins with, or may have before it."""
MOST_STEPS = 20_000_000
"""The work that is spent on the chance of one ruling."""


def tables_as_csv(subject: Subject) -> bytes:
    """Every row of every table."""
    return rows_as_csv(subject.now.roll_tables.values() if subject.secrets else ())


def rows_as_csv(tables: Iterable[RandomTable]) -> bytes:
    """The rows of tables, each with its table and its dice."""
    rows = [(table.name, table.dice, row.low, row.high, row.text) for table in tables for row in table.rows]
    return _csv(("table", "dice", "from", "to", "text"), rows)


def rulings_as_csv(subject: Subject) -> bytes:
    """Every ruling a row."""
    return _csv(COLUMNS, ([row[name] for name in COLUMNS] for row in rulings(subject)))


def rulings_as_lines(subject: Subject) -> bytes:
    """Every ruling a line of JSON."""
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rulings(subject)).encode()


def rulings(subject: Subject) -> Iterator[dict[str, Any]]:
    """Every ruling that stands: its rule, its dice, what came of it, and how likely that was beforehand."""
    known = dict[bytes, Fraction | None]()
    for noted in subject.chronicle.noted:
        event = noted.told.event
        if not isinstance(event, Settled) or not subject.chronicle.holds(noted):
            continue
        chance = _chance(event, known)
        faces = [face for answered in event.throws for face in answered.faces]
        yield {
            "number": noted.number,
            "when": moment(subject.now, noted.told.at),
            "written": noted.wall,
            "rule": event.rule,
            "about": event.about,
            "by": title_of(subject.now, event.by),
            "dice": " ".join(map(str, faces)),
            "outcome": str(event.outcome.get("kind", "")),
            "chance": None if chance is None else str(chance),
            "share": None if chance is None else round(float(chance), 6),
            "overruled": event.overruled,
            "says": noted.says,
        }


def _chance(event: Settled, known: dict[bytes, Fraction | None]) -> Fraction | None:
    """How likely an outcome of its kind was; None where that cannot be counted, or nothing was thrown."""
    rule = RULES.get(event.rule)
    if rule is None or event.overruled or not any(answered.faces for answered in event.throws):
        return None
    kind = str(event.outcome.get("kind", ""))
    key = wire.encode((event.rule, event.given, kind))
    if key not in known:
        known[key] = None
        counting = Budget(MOST_STEPS, MOST_STEPS, MOST_STEPS)
        with suppress(UndercroftError, wire.Unreadable), within(counting):
            odds = of_rule(rule, wire.from_plain(rule.given, event.given), NEVER)
            known[key] = odds.by(lambda outcome: outcome.kind)[kind]
        spend(counting.spent)
    return known[key]


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """Rows with commas between them. A text that a spreadsheet would take for a formula gets a blank before it.

    Rows end as spreadsheets write them, so that either sign of a line's end within a text is quoted.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(head)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return out.getvalue().encode()


def _cell(value: object) -> object:
    return f" {value}" if isinstance(value, str) and value.startswith(_OF_A_FORMULA) else value
