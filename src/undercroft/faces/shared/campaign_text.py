"""The campaign file of a table in play: written with the referee's own comments, and read back into the draft."""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from undercroft.exchange import campaignfile
from undercroft.exchange.campaign_bundle import write_bundle
from undercroft.exchange.pictures import PictureFile
from undercroft.faces.shared.pictures import keep_picture, new_pictures, pictures_of
from undercroft.kernel.faults import BadInput
from undercroft.server.chronicle import chronicle
from undercroft.server.new_ids import new_act
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Refused
from undercroft.store.faults import Conflict
from undercroft.store.store import Store
from undercroft.table.preparing.campaign_file import FileKept, KeepFile
from undercroft.table.preparing.draft import MOST_CHANGES, Prepare
from undercroft.table.preparing.merging import merged
from undercroft.table.preparing.outcome import outcome
from undercroft.table.preparing.parts import all_made, in_draft
from undercroft.table.preparing.wording import in_words, together
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.changes import AnyChange
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.campaign_start import Begin

_MARK = re.compile(r"Table (?P<table>[a-z0-9-]+), line (?P<line>[0-9]{1,9})(?P<draft>, with the draft)?\.")
_HEAD = 2000
"""The characters of a file among which its mark is looked for."""


class FileOfTable(Conflict):
    """A file that was written by a table, brought in as if it were another; `free` is an id for a new table."""

    def __init__(self, table: str, free: str) -> None:
        what = f"this file comes from the table “{table}”: to change that table, open it and choose Prepare, then File"
        super().__init__("file_of_table", what, f"read it there, or start another campaign from it with ?id={free}")
        self.free = free


class FileChanges(Struct, frozen=True):
    """What a changed campaign file changes at a table."""

    changes: tuple[AnyChange, ...]
    says: tuple[str, ...]
    """The changes in words."""
    clashes: tuple[str, ...]
    """What the table has changed meanwhile in the same place: its version stays."""
    not_taken: tuple[str, ...]
    """What a file cannot change while the table plays."""
    pictures: tuple[PictureFile, ...] = ()
    """The pictures that came with the file and that the table does not have."""


def kept_file(table: OpenTable) -> str:
    """The referee's campaign file as it was read last; empty if the campaign began without one."""
    return next(_kept(table), "")


def knows_file(table: OpenTable, text: str) -> bool:
    """Whether a file is one that the table has read or written before."""
    return campaignfile.without_notes(text) in _kept(table)


def _kept(table: OpenTable) -> Iterator[str]:
    """Every text of the referee's file that was kept, the last one first."""
    told = reversed(table.since(REFEREE).told)
    return (fact.event.text for fact in told if isinstance(fact.event, FileKept))


def written_by(text: str) -> str:
    """The table that wrote a file, by its mark; empty if there is none."""
    mark = _MARK.search(text[:_HEAD])
    return "" if mark is None else mark["table"]


def campaign_text(table: OpenTable, *, draft: bool = False) -> str:
    """The campaign file of a table as it is in play, or with its draft as far as that can be used."""
    line = len(table.since(REFEREE).told)
    mark = f"Table {table.id}, line {line}{', with the draft' if draft else ''}."
    return campaignfile.write_standing(_world(table.now, draft=draft), file=kept_file(table), mark=mark)


def as_campaign_file(store: Store, table: OpenTable, *, draft: bool = False) -> tuple[bytes, str]:
    """The present state as a campaign file, and the ending of its name; a bundle if its sites have pictures."""
    text, pictures = campaign_text(table, draft=draft), pictures_of(store, table, draft=draft)
    return (write_bundle(text, pictures), "zip") if pictures else (text.encode(), "toml")


def _world(now: Campaign, *, draft: bool) -> Campaign:
    return replace(all_made(now, outcome(now, now.draft.values()).changes), draft={}) if draft else now


def file_changes(
    store: Store, table: OpenTable, text: str, name: str, pictures: Iterable[PictureFile] = ()
) -> FileChanges:
    """What a file changes, compared with the version of the table that it was written from."""
    new = campaignfile.read(text, name)
    old = _base(store, table, text)
    now = table.now
    asked = campaignfile.changes_between(old, new)
    clashing = [change for change in asked if merged(change.before, in_draft(now, change), change.after).clashes]
    fine = tuple(change for change in asked if change not in clashing and _differs(now, change))
    reasons = Prepare(tuple(clashing)).why_not(now, REFEREE) if clashing else ()
    return FileChanges(
        fine,
        tuple(in_words(now, change, exits) for change, exits in together(fine)),
        tuple(reason.what for reason in reasons),
        tuple(campaignfile.not_taken(old, new)),
        tuple(new_pictures(table, pictures)),
    )


def _differs(now: Campaign, change: AnyChange) -> bool:
    there = in_draft(now, change)
    return bool(merged(change.before, there, change.after).value != there)


def _base(store: Store, table: OpenTable, text: str) -> Begin:
    """The version that a file was written from: by its mark, or the file that was read last, or the table now."""
    mark = _MARK.search(text[:_HEAD])
    if mark is not None and mark["table"] == table.id:
        line = int(mark["line"])
        latest = line == len(table.since(REFEREE).told)
        at = table.now if latest else chronicle(store, table.id, REFEREE, line).now
        return campaignfile.as_it_stands(_world(at, draft=mark["draft"] is not None)).begin
    known = kept_file(table)
    if known and not campaignfile.problems(known):
        return campaignfile.read(known, table.id)
    return campaignfile.as_it_stands(_world(table.now, draft=True)).begin


def draft_file(table: OpenTable, found: FileChanges, text: str) -> None:
    """Keep the pictures of a file, put its changes into the draft, and keep its text: all of it, or nothing."""

    def drafted(tried: OpenTable) -> None:
        for picture in found.pictures:
            keep_picture(tried, picture)
        for start in range(0, len(found.changes), MOST_CHANGES):
            _act(tried, Prepare(found.changes[start : start + MOST_CHANGES]))
        keep_text(tried, text)

    table.together(drafted)


def keep_text(table: OpenTable, text: str) -> None:
    """Keep the text of the referee's file, unless it is kept already."""
    own = campaignfile.without_notes(text)
    if own != kept_file(table):
        _act(table, KeepFile(own))


def _act(table: OpenTable, command: Prepare | KeepFile) -> None:
    done = table.act(REFEREE, command, key=new_act())
    if isinstance(done, Refused):
        why = done.reasons[0]
        raise BadInput(why.code, why.what.removesuffix("."), "mend that in the file first")
