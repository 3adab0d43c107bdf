"""`undercroft table export` and `import`: one table as a file, out of a store and into another."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from secrets import token_bytes
from typing import BinaryIO
from unicodedata import normalize

from undercroft.faces import data
from undercroft.faces.cli.errors import one_line
from undercroft.faces.cli.output import print_json
from undercroft.faces.cli.secretfile import secret_name, written
from undercroft.faces.cli.textfile import named, opened
from undercroft.faces.counting import counted
from undercroft.kernel.faults import BadInput
from undercroft.store.checks import MOST_TEXT
from undercroft.store.log import LEAST_SECRET
from undercroft.store.portable import Imported, export_table, import_table


def export(table: str, file: str | None, where: str | None, *, force: bool, as_json: bool) -> None:
    """Write a table with all its secrets into a file, or to stdout if it is called `-`."""
    place = data.place(where)
    with closing(data.reading(place)) as store:
        if file == "-":
            export_table(store, table, _stdout())
            return
        name = file or secret_name(table)
        _spare(place.path, name)
        with written(name, force=force) as out:
            lines = export_table(store, table, out)
    if as_json:
        print_json({"table": table, "file": name, "lines": lines})
    else:
        print(
            one_line(f"{table}: {counted(lines, 'line')} written to {name}, with every secret: keep it from players.")
        )


def take_in(file: str, where: str | None, *, allow_truncated_tail: bool, as_json: bool) -> None:
    """Add the table in an exported file to the store."""
    place = data.place(where)
    with opened(file) as log:
        try:
            with closing(data.writing(place)) as store:
                new, source = token_bytes(LEAST_SECRET), _source(file)
                taken = import_table(store, log, source, new, allow_truncated_tail=allow_truncated_tail)
        except BadInput as fault:
            raise BadInput(fault.code, f"{named(file)}: {fault.what}", fault.fix) from None
    if as_json:
        print_json(taken)
    else:
        print(one_line(_told(taken)))


def _told(taken: Imported) -> str:
    told = f"{taken.table.id}: {counted(taken.version, 'line')} taken in, every link checked."
    if not taken.dropped:
        return told
    return f"{told} {counted(taken.dropped, 'line')} dropped: the end of the file is missing."


def _source(file: str) -> str:
    """The name that the table's origin keeps: of the file alone, not of where it was."""
    name = "stdin" if file == "-" else one_line(normalize("NFC", Path(file).name))
    return name[:MOST_TEXT]


def _stdout() -> BinaryIO:
    if sys.stdout is None:
        raise BadInput("unwritable", "stdout is closed", "name a file")
    return sys.stdout.buffer


def _spare(store: Path, name: str) -> None:
    """Refuse to write over the store itself, or over what SQLite keeps beside it."""
    target = Path(name).absolute()
    if target.parent.resolve() == store.parent and target.name.startswith(store.name):
        raise BadInput("not_there", f"{name[:80]} belongs to the store itself", "choose another name")
