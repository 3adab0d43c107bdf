"""`undercroft table import`: an exported table, or files of other programs, into a store."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from unicodedata import normalize

from undercroft.exchange.foreign import Imported, ImportReport, UnreadableFile, read_all
from undercroft.exchange.foreign.source import MOST_BYTES
from undercroft.faces.cli.lint import CAMPAIGN
from undercroft.faces.cli.new_store import print_if_new
from undercroft.faces.cli.output import print_json, tell
from undercroft.faces.cli.text_file import bytes_of, named, opened
from undercroft.faces.shared import store_path
from undercroft.faces.shared.foreign_import import begin_with, bring_in, contents_of, is_ours
from undercroft.faces.shared.log_import import adopt
from undercroft.faces.shared.one_line import one_line
from undercroft.faces.shared.pictures import stored
from undercroft.faces.shared.table_names import checked_id, free_slug, title_in
from undercroft.kernel.amounts import counted, series
from undercroft.kernel.faults import BadInput
from undercroft.server.tables import Tables
from undercroft.store.checks import MOST_TEXT
from undercroft.store.portable import ImportedTable as ImportedLog

_BEGIN = "“undercroft table new NAME --campaign FILE” starts from a campaign file"
_UNNAMED = "An imported campaign"


def take_in(  # noqa: PLR0913 - an option each
    files: Sequence[str],
    into: str | None,
    id: str | None,
    data: str | None,
    *,
    draft: bool,
    report: bool,
    dry_run: bool,
    allow_truncated_tail: bool,
    as_json: bool,
) -> None:
    """Import an exported log as a table, or what other programs wrote into a campaign."""
    found = None
    if len(files) == 1 and into is None and not (draft or report or dry_run):
        found = _foreign(files[0])
        if found is None:
            _log_taken_in(files[0], id, data, allow_truncated_tail=allow_truncated_tail, as_json=as_json)
            return
    if draft and into is None:
        raise BadInput("usage", "a new campaign has no draft", "name the campaign: --into TABLE")
    found = found or read_all([(named(file), bytes_of(file, MOST_BYTES)) for file in files])
    done = {} if dry_run else _brought(found, into, id, data, draft=draft)
    contents = contents_of(found)
    if as_json:
        print_json({**done, "is": found.what, "contents": contents, "report": found.report})
        return
    print(one_line(f"{found.what}: {series(contents) if contents else 'nothing that can be played'}"))
    _print(found.report, whole=report)
    if done:
        table = done["table"]
        where = f"the draft of {table}" if draft else str(table)
        said = f"Added to {where}." if done["changes"] else f"Nothing to add: all of it is in {where} already."
        print(one_line(f"{said} “undercroft play {table}” plays it."))


def _foreign(file: str) -> Imported | None:
    """What a file of another program holds; None for a file that may be a log."""
    if file == "-":
        return None
    raw = bytes_of(file, MOST_BYTES)
    try:
        return read_all([(named(file), raw)])
    except UnreadableFile:
        if raw.lstrip().startswith(b"{") or (is_ours(raw) and file.lower().endswith(CAMPAIGN)):
            return None
        raise


def _brought(found: Imported, into: str | None, id: str | None, data: str | None, *, draft: bool) -> dict[str, object]:
    """Put what was read into a campaign, or make one with it."""
    place = store_path.place(data)
    if into is not None:
        with closing(store_path.changing(place)) as store:
            tables = Tables(store)
            changes = bring_in(tables.open(into), found, draft=draft)
            tables.close()
        return {"table": into, "changes": changes}
    title = title_in(found.title or _UNNAMED)
    begin = begin_with(title, found)
    print_if_new(place)
    with closing(store_path.writing(place)) as store:
        tables = Tables(store)
        chosen = checked_id(id) if id is not None else free_slug(title, {table.id for table in store.tables()})
        tables.begin(chosen, begin, name=title, pictures=stored(found.pictures))
        tables.close()
    kinds = (begin.sites, begin.lands.hexes, begin.tables, begin.bestiary, begin.handouts)
    parts = sum(map(len, kinds))
    return {"table": chosen, "changes": parts}


def _print(report: ImportReport, *, whole: bool) -> None:
    """What was kept, guessed and dropped: a line each, or how many."""
    for name, notes in (("kept", report.kept), ("guessed", report.guessed), ("dropped", report.dropped)):
        if not whole and notes:
            more = "" if name == "kept" else "; --report lists them"
            print(f"{name}: {counted(len(notes), 'thing')}{more}")
        for note in notes if whole else ():
            print(one_line(f"{name}: {note.line}"))


def _log_taken_in(file: str, id: str | None, data: str | None, *, allow_truncated_tail: bool, as_json: bool) -> None:
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


def _told(taken: ImportedLog) -> str:
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
