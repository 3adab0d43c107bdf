"""`undercroft play`: at a prompt, or by a file of commands."""

from __future__ import annotations

import sys
from contextlib import closing

from msgspec import Struct

from undercroft.faces import data
from undercroft.faces.cli.errors import REFUSED, one_line, told
from undercroft.faces.cli.output import print_json
from undercroft.faces.cli.textfile import text_of
from undercroft.faces.seating import seat_named
from undercroft.faces.terminal.prompt import Prompt
from undercroft.faces.terminal.script import Ended, Script
from undercroft.faces.terminal.session import Session
from undercroft.kernel.faults import BadInput, NotFound
from undercroft.server.tables import Tables
from undercroft.store.log import Store


class Wanted(Struct, frozen=True):
    """How somebody wants to play: by a script or not, as whom, and for whom it is printed."""

    script: str | None
    seat: str
    as_json: bool


def play(table: str | None, wanted: Wanted, where: str | None) -> int:
    """Play at a table; the exit code says whether a script was refused something."""
    if wanted.as_json and wanted.script is None:
        raise BadInput("usage", "a prompt has no JSON", "add --script FILE, or leave --json out")
    text = None if wanted.script is None else text_of(wanted.script)
    with closing(data.writing(data.place(where))) as store:
        tables = Tables(store)
        opened = tables.open(table or _only(store))
        session = Session(opened, seat_named(opened.now, wanted.seat))
        try:
            if text is None:
                Prompt(session).run()
                return 0
            say = _nothing if wanted.as_json else _printed
            return _told(Script(session, say).run(text.splitlines()), session, as_json=wanted.as_json)
        finally:
            tables.close()


def _only(store: Store) -> str:
    """The table that is meant when none is named."""
    ids = [table.id for table in store.tables()]
    if not ids:
        raise NotFound("no_such_table", "there are no tables yet", "“undercroft table new NAME --demo” makes one")
    if len(ids) > 1:
        raise BadInput("which_table", "there are several tables", f"name one of {', '.join(ids)[:200]}")
    return ids[0]


def _told(ended: Ended, session: Session, *, as_json: bool) -> int:
    code = REFUSED if ended.refused else 0
    if as_json:
        error = {"error": told("refused", ended.refused, "")} if ended.refused else {}
        where = {"table": session.table.id, "seat": session.seat, "version": session.table.version}
        print_json({"lines": ended.lines, "state": session.digest(), **where, **error})
    elif ended.refused:
        print(f"error: refused: {one_line(ended.refused)}", file=sys.stderr)
    return code


def _printed(line: str) -> None:
    print(one_line(line))


def _nothing(_: str) -> None:
    pass
