"""`undercroft table show`, `log` and `report`: what a seat knows, what it was told, and the session as a page."""

from contextlib import closing
from typing import Any

from undercroft.faces.cli.output import print_json
from undercroft.faces.report.report_page import report as page
from undercroft.faces.shared import store_path
from undercroft.faces.shared.one_line import one_line
from undercroft.faces.views.overview.overview import overview
from undercroft.faces.views.seat_names import audience_of, seat_named
from undercroft.interpret.text_charts import columns
from undercroft.kernel import wire
from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import SeatId
from undercroft.server.chronicle import Chronicle, Noted, chronicle
from undercroft.server.open_table import OpenTable
from undercroft.table.engine.time_words import moment
from undercroft.table.sentences import cites
from undercroft.table.state.seats import REFEREE

MOST_DIGITS = 9


def show(table: str, seat: str, at: str | None, data: str | None, *, as_json: bool) -> None:
    """Show the present state, or the state after a given number of events."""
    upto = None if at is None else _number(at, "--at")
    whose, found = _read(table, seat, data, upto)
    if as_json:
        told = {"number": len(found.noted), "last": found.whole, "campaign": found.now}
        print_json(wire.plain({"table": table, "seat": whose, **told}))
        return
    print(*map(one_line, overview(found.now, whose)), sep="\n")
    if upto is not None and upto > len(found.noted):
        print(f"\n(That is the end: {len(found.noted):,} is the last thing told.)")


def _number(typed: str, option: str) -> int:
    if not typed.isascii() or not typed.isdigit() or len(typed) > MOST_DIGITS or not int(typed):
        raise BadInput("bad_number", f"{option} cannot be {typed[:20]}", "give a number from 1")
    return int(typed)


def log(table: str, seat: str, data: str | None, *, as_json: bool) -> None:
    """Print every line in words; for programs, every event."""
    whose, found = _read(table, seat, data)
    if as_json:
        print_json([_plain(found, noted) for noted in found.noted])
        return
    rows = [_row(found, noted, whose) for noted in found.noted if noted.says]
    print(*map(one_line, columns(rows)), sep="\n")


def report(table: str, seat: str, session: str | None, data: str | None, *, as_json: bool) -> None:
    """Write the whole campaign, or one session, as a page."""
    number = None if session is None else _number(session, "--session")
    whose, found = _read(table, seat, data)
    written = page(found, whose, number)
    if as_json:
        print_json({"table": table, "seat": whose, "markdown": written})
    else:
        print(*map(one_line, written.splitlines()), sep="\n")


def _read(table: str, seat: str, data: str | None, upto: int | None = None) -> tuple[SeatId, Chronicle]:
    with closing(store_path.reading(store_path.place(data))) as store:
        whose = REFEREE if seat == REFEREE else seat_named(OpenTable(store, table).now, seat)
        return whose, chronicle(store, table, whose, upto)


def _plain(found: Chronicle, noted: Noted) -> dict[str, Any]:
    told = noted.told
    return {
        "number": noted.number,
        "at": told.at,
        "when": moment(found.now, told.at),
        "wall": noted.wall,
        "act": told.act,
        "to": told.to,
        "says": noted.says,
        "cite": cites(told.event),
        "stands": found.holds(noted),
        "event": wire.plain(told.event),
    }


def _row(found: Chronicle, noted: Noted, seat: SeatId) -> tuple[str, ...]:
    """A line of the log; only the referee may know who was told."""
    told = noted.told
    audience = (audience_of(found.now, told.to),) if seat == REFEREE else ()
    struck = "" if found.holds(noted) else "(undone) "
    cited = f" [{cite}]" if (cite := cites(told.event)) else ""
    return f"{noted.number:>4}", moment(found.now, told.at), *audience, f"{struck}{noted.says}{cited}"
