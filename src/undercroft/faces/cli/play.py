"""`undercroft play`: at a prompt, or from a file of commands."""

import sys
from contextlib import closing

from undercroft.faces.cli.exit_codes import REFUSED, told
from undercroft.faces.cli.output import print_json
from undercroft.faces.cli.text_file import text_of
from undercroft.faces.shared import store_path
from undercroft.faces.shared.one_line import one_line
from undercroft.faces.terminal.command_file import CommandFile, ScriptEnd
from undercroft.faces.terminal.console import Console
from undercroft.faces.terminal.prompt import Prompt
from undercroft.faces.views.seat_names import seat_named
from undercroft.kernel.faults import BadInput, NotFound
from undercroft.server.tables import Tables
from undercroft.store.store import Store


def play(table: str | None, script: str | None, seat: str, data: str | None, *, as_json: bool) -> int:
    """Play at a table; the exit code says whether a script was refused."""
    if as_json and script is None:
        raise BadInput("usage", "the prompt cannot print JSON", "add --script FILE, or leave --json out")
    text = None if script is None else text_of(script)
    with closing(store_path.changing(store_path.place(data))) as store:
        tables = Tables(store)
        opened = tables.open(table or _only(store))
        session = Console(opened, seat_named(opened.now, seat))
        try:
            if text is None:
                Prompt(session).run()
                return 0
            say = _nothing if as_json else _printed
            return _told(CommandFile(session, say).run(text.splitlines()), session, as_json=as_json)
        finally:
            tables.close()


def _only(store: Store) -> str:
    """The only table, when the command names none."""
    ids = [table.id for table in store.tables()]
    if not ids:
        raise NotFound("no_such_table", "there are no tables yet", "“undercroft table new NAME --demo” makes one")
    if len(ids) > 1:
        raise BadInput("which_table", "there are several tables", f"give one of these: {', '.join(ids)[:200]}")
    return ids[0]


def _told(ended: ScriptEnd, session: Console, *, as_json: bool) -> int:
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
