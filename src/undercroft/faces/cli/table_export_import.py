"""`undercroft table export` and `import`: one table as a file, out of a store and into another."""

import sys
from contextlib import closing
from pathlib import Path
from typing import BinaryIO
from unicodedata import normalize

from undercroft.faces.cli.lint import CAMPAIGN
from undercroft.faces.cli.new_store import print_if_new
from undercroft.faces.cli.output import tell
from undercroft.faces.cli.secret_file import secret_name, written
from undercroft.faces.cli.text_file import named, opened
from undercroft.faces.shared import store_path
from undercroft.faces.shared.campaign_text import as_campaign_file, campaign_text
from undercroft.faces.shared.log_import import adopt
from undercroft.faces.shared.new_campaign import checked_id
from undercroft.faces.shared.one_line import one_line
from undercroft.faces.shared.pictures import pictures_of
from undercroft.kernel.amounts import counted
from undercroft.kernel.faults import BadInput
from undercroft.server.open_table import OpenTable
from undercroft.store.checks import MOST_TEXT
from undercroft.store.log import Store
from undercroft.store.portable import Imported, export_table

_BEGIN = "“undercroft table new NAME --campaign FILE” starts from a campaign file"
_ENDINGS = {"log": "jsonl", "campaign": "toml"}


def export(table: str, file: str | None, form: str, data: str | None, *, force: bool, as_json: bool) -> None:
    """Write a table with all its secrets to a file, or to stdout if the file is `-`."""
    if form not in _ENDINGS:
        raise BadInput("usage", f"--as cannot be {form[:20]}", f"write {' or '.join(_ENDINGS)}")
    place = store_path.place(data)
    with closing(store_path.reading(place)) as store:
        if file == "-":
            _export(store, table, form, _stdout())
            return
        pictures = tuple(pictures_of(store, OpenTable(store, table))) if form == "campaign" else ()
        name = file or secret_name(table, "zip" if pictures else _ENDINGS[form])
        _spare(place.path, name)
        bare = form == "campaign" and name.lower().endswith(".toml")
        with written(name, force=force) as out:
            lines = _export(store, table, form, out, bare=bare)
    left = f" {counted(len(pictures), 'picture')} left out: a .zip file has them too." if pictures and bare else ""
    said = f"{table}: {counted(lines, 'line')} written to {name}, with every secret: keep it from players.{left}"
    tell({"table": table, "file": name, "lines": lines}, said, as_json=as_json)


def _export(store: Store, table: str, form: str, out: BinaryIO, *, bare: bool = False) -> int:
    """Write the table and return the number of lines; a bare campaign file leaves the pictures behind."""
    if form == "log":
        return export_table(store, table, out)
    opened = OpenTable(store, table)
    text = campaign_text(opened)
    out.write(text.encode() if bare else as_campaign_file(store, opened)[0])
    return text.count("\n")


def take_in(file: str, id: str | None, data: str | None, *, allow_truncated_tail: bool, as_json: bool) -> None:
    """Add the table in an exported file to the store, under its own id or another."""
    place, chosen = store_path.place(data), None if id is None else checked_id(id)
    with opened(file) as log:
        try:
            print_if_new(place)
            with closing(store_path.writing(place)) as store:
                tail = allow_truncated_tail
                taken = adopt(store, log, _source(file), "--id ", id=chosen, allow_truncated_tail=tail)
        except BadInput as fault:
            fix = _BEGIN if fault.code == "not_a_log" and file.lower().endswith(CAMPAIGN) else fault.fix
            raise BadInput(fault.code, f"{named(file)}: {fault.what}", fix) from None
    tell(taken, _told(taken), as_json=as_json)


def _told(taken: Imported) -> str:
    was = taken.table.origin.was if taken.table.origin else None
    linked = "" if was is None else f"; relinked, since its id was “{was}” before"
    told = f"{taken.table.id}: {counted(taken.version, 'line')} imported, every link checked{linked}."
    lost = [counted(taken.dropped, "line")] if taken.dropped else []
    lost += [counted(taken.pictures_dropped, "picture")] if taken.pictures_dropped else []
    return f"{told} {' and '.join(lost)} dropped: the end of the file is missing." if lost else told


def _source(file: str) -> str:
    """The name kept as the table's origin: the file name alone, without its folder."""
    name = "stdin" if file == "-" else one_line(normalize("NFC", Path(file).name))
    return name[:MOST_TEXT]


def _stdout() -> BinaryIO:
    if sys.stdout is None:
        raise BadInput("unwritable", "stdout is closed", "name a file")
    return sys.stdout.buffer


def _spare(store: Path, name: str) -> None:
    """Refuse to overwrite the store itself, or the files that SQLite keeps beside it."""
    target = Path(name).absolute()
    if target.parent.resolve() == store.parent and target.name.startswith(store.name):
        raise BadInput("not_there", f"{name[:80]} belongs to the store itself", "choose another name")
