"""`undercroft table export`: one table as a file."""

import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import BinaryIO

from undercroft.faces.cli.output import tell
from undercroft.faces.cli.secret_file import written
from undercroft.faces.exports.exporter import Exporter, subject_of
from undercroft.faces.shared import store_path
from undercroft.faces.shared.campaign_text import as_campaign_file, campaign_text
from undercroft.faces.shared.pictures import pictures_of
from undercroft.faces.shared.secret_names import secret_name
from undercroft.kernel.amounts import counted
from undercroft.kernel.faults import BadInput
from undercroft.server.open_table import OpenTable
from undercroft.store.portable import export_table
from undercroft.store.store import Store

_ENDINGS = {"log": "jsonl", "campaign": "toml"}


def export(
    table: str, file: str | None, form: str, data: str | None, *, players: bool, force: bool, as_json: bool
) -> None:
    """Write a table with all its secrets to a file, or what everybody knows; to stdout if the file is `-`."""
    if form not in _ENDINGS or players:
        _in_format(table, file, _format(form), data, players=players, force=force, as_json=as_json)
        return
    place = store_path.place(data)
    with closing(store_path.reading(place)) as store:
        if file == "-":
            _export(store, table, form, _stdout())
            return
        pictures = tuple(pictures_of(store, OpenTable(store, table))) if form == "campaign" else ()
        name = file or secret_name(table, "zip" if pictures else _ENDINGS[form])
        _spare(place, name)
        bare = form == "campaign" and name.lower().endswith(".toml")
        with written(name, force=force) as out:
            lines = _export(store, table, form, out, bare=bare)
    left = f" {counted(len(pictures), 'picture')} left out: a .zip file has them too." if pictures and bare else ""
    said = f"{table}: {counted(lines, 'line')} written to {name}, with every secret: keep it from players.{left}"
    tell({"table": table, "file": name, "lines": lines}, said, as_json=as_json)


def _format(form: str) -> Exporter:
    """The format of another program."""
    from undercroft.faces.exports.exporters import EXPORTERS

    if form in _ENDINGS:
        raise BadInput("usage", f"a {form} has every secret", f"for players write {_listed(EXPORTERS)}")
    if form not in EXPORTERS:
        raise BadInput("usage", f"--as cannot be {form[:20]}", f"write {_listed((*_ENDINGS, *EXPORTERS))}")
    return EXPORTERS[form]


def _in_format(
    table: str, file: str | None, exporter: Exporter, data: str | None, *, players: bool, force: bool, as_json: bool
) -> None:
    """Write a campaign in the format of another program."""
    place = store_path.place(data)
    with closing(store_path.reading(place)) as store:
        content = exporter.content(subject_of(store, table, players=players))
    if file == "-":
        _stdout().write(content)
        return
    name = file or exporter.file_name(table, players=players)
    _spare(place, name)
    with written(name, force=force) as out:
        out.write(content)
    kept = "as everybody knows it" if players or not exporter.secret else "with every secret: keep it from players"
    said = f"{table}: {exporter.what} written to {name}, {kept}."
    tell({"table": table, "file": name, "bytes": len(content)}, said, as_json=as_json)


def _export(store: Store, table: str, form: str, out: BinaryIO, *, bare: bool = False) -> int:
    """Write the table and return the number of lines; a bare campaign file leaves the pictures behind."""
    if form == "log":
        return export_table(store, table, out)
    opened = OpenTable(store, table)
    text = campaign_text(opened)
    out.write(text.encode() if bare else as_campaign_file(store, opened)[0])
    return text.count("\n")


def _listed(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


def _stdout() -> BinaryIO:
    if sys.stdout is None:
        raise BadInput("unwritable", "stdout is closed", "name a file")
    return sys.stdout.buffer


def _spare(place: store_path.Place, name: str) -> None:
    """Refuse to overwrite the store itself, or the files that SQLite keeps beside it."""
    if isinstance(place, store_path.DatabasePlace):
        return
    store = place.path
    target = Path(name).absolute()
    if target.parent.resolve() == store.parent and target.name.startswith(store.name):
        raise BadInput("not_there", f"{name[:80]} belongs to the store itself", "choose another name")
