"""Checking that every total of the dice has one row, and every row a total."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from undercroft.exchange.markup.expressions import Expression
from undercroft.exchange.markup.placed_text import TextPlace
from undercroft.exchange.markup.problems import BadMarkup, PageNotes
from undercroft.exchange.markup.rolltables import TableRow
from undercroft.kernel.dice import Marks, Roll
from undercroft.kernel.faults import OddsTooWide
from undercroft.kernel.ways import bounds

MOST_SPAN = 10_000
"""The widest span from the least to the greatest total of a table's dice."""

MOST_TOTALS = 1000
"""The most totals that a table's dice can have."""


def check(dice: Expression, rows: Sequence[TableRow], place: TextPlace, notes: PageNotes) -> None:
    """Note gaps, overlaps, and rows that cannot come up."""
    totals = _totals(dice, place)
    meant = _meant(dice, rows)
    if meant:
        what = f"the rows run from 1 to {meant}, the dice from 1 to {dice.maximum}"
        notes.error("formula-against-rows", what, f"write d{meant}, or fix the rows", place)
        return
    taken: set[int] = set()
    for row in rows:
        _check_row(row, totals, taken, notes)
    for low, high in _runs(totals, taken):
        shown = str(low) if low == high else f"{low} to {high}"
        notes.error("gap", f"no row for {shown}", "add a row, or widen one", place)


def _totals(dice: Expression, place: TextPlace) -> tuple[int, ...]:
    low, high = bounds(dice.formula)
    try:
        totals = dice.totals() if high - low < MOST_SPAN else None
    except OddsTooWide:
        totals = None
    if totals is None or len(totals) > MOST_TOTALS:
        what = f"these dice have more than {MOST_TOTALS:,} totals"
        raise BadMarkup("too-wide", what, "use fewer or smaller dice for a table", place, limit=MOST_TOTALS)
    return totals


def _meant(dice: Expression, rows: Sequence[TableRow]) -> int | None:
    """The sides that a single die should have, if its rows run from 1 to another number without a gap."""
    match dice.formula:
        case Roll(count=1, marks=Marks.NUMBERS):
            pass
        case _:
            return None
    top = 0
    for row in rows:
        if row.totals.low != top + 1 or row.totals.high is None:
            return None
        top = row.totals.high
    return top if top not in (0, dice.maximum) else None


def _check_row(row: TableRow, totals: Sequence[int], taken: set[int], notes: PageNotes) -> None:
    low, high = row.totals.low, row.totals.high
    first = 0 if low is None else bisect_left(totals, low)
    last = len(totals) if high is None else bisect_right(totals, high)
    covered = totals[first:last]
    outside = [end for end in (low, high) if end is not None and not totals[0] <= end <= totals[-1]]
    if not covered:
        notes.error("unreachable", f"“{row.key}” is never rolled", "fix the key, or remove the row", row.place)
    elif outside:
        what = f"“{row.key}” reaches {outside[0]}, outside {totals[0]} to {totals[-1]}"
        notes.error("outside", what, "fix the key", row.place)
    twice = next((total for total in covered if total in taken), None)
    if twice is not None:
        notes.error(
            "overlap", f"{twice} already has a row", f"take it out of “{row.key}” or of the other row", row.place
        )
    taken.update(covered)


def _runs(totals: Iterable[int], taken: set[int]) -> list[tuple[int, int]]:
    """The totals without a row, adjacent ones joined."""
    runs: list[tuple[int, int]] = []
    open_run = False
    for total in totals:
        if total in taken:
            open_run = False
        elif open_run:
            runs[-1] = runs[-1][0], total
        else:
            runs.append((total, total))
            open_run = True
    return runs
