"""Tables that are opened in the midst of the demo: its beginning, and a script that leads to a bookmark."""

from __future__ import annotations

from undercroft import demo
from undercroft.demo.marks import Bookmark
from undercroft.faces.terminal.script import Script
from undercroft.faces.terminal.session import Session
from undercroft.server.open_table import OpenTable
from undercroft.server.tables import Tables
from undercroft.store.faults import Integrity


def begin_at(tables: Tables, bookmark: Bookmark, id: str, title: str) -> OpenTable:
    """Make a table, begin the demo at it, and play it up to a bookmark."""
    table = tables.begin(id, demo.campaign(), name=title)
    ended = Script(Session(table), _unheard).run(bookmark.script.splitlines())
    if ended.refused:
        raise Integrity(id, ended.lines, f"bookmark “{bookmark.id}”, {ended.refused}", code="bookmark_refused")
    return table


def _unheard(_: str) -> None:
    pass
