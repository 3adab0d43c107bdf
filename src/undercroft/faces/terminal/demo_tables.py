"""Tables opened in the middle of the demo: its start, and a script that leads to a bookmark."""

from undercroft import demo
from undercroft.demo.bookmark_scripts import Bookmark
from undercroft.faces.terminal.command_file import CommandFile
from undercroft.faces.terminal.console import Console
from undercroft.server.open_table import OpenTable
from undercroft.server.tables import Tables
from undercroft.store.faults import Integrity


def begin_at(tables: Tables, bookmark: Bookmark, id: str, title: str) -> OpenTable:
    """Make a table, start the demo at it, and play it up to a bookmark; the table is there once it is played."""

    def played(table: OpenTable) -> None:
        ended = CommandFile(Console(table), lambda _: None, proven=True).run(bookmark.script.splitlines())
        if ended.refused:
            raise Integrity(id, ended.lines, f"bookmark “{bookmark.id}”, {ended.refused}", code="bookmark_refused")

    return tables.begin(id, demo.campaign(), name=title, file=demo.text(), first=played)
