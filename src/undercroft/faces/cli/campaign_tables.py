"""`undercroft campaign export` and `merge`: the campaign file of a table, out of play and into its draft."""

from contextlib import closing
from pathlib import Path

from undercroft.exchange.campaign_bundle import CampaignBundle
from undercroft.faces.cli.output import print_json
from undercroft.faces.cli.own_file import replace_own
from undercroft.faces.cli.secret_file import written
from undercroft.faces.cli.text_file import campaign_of, named, text_of
from undercroft.faces.shared import store_path
from undercroft.faces.shared.campaign_text import (
    FileChanges,
    campaign_text,
    draft_file,
    file_changes,
    keep_text,
    knows_file,
)
from undercroft.faces.shared.one_line import one_line
from undercroft.kernel.amounts import counted
from undercroft.server.tables import Tables
from undercroft.store.faults import Conflict


def export(table: str, file: str, data: str | None, *, force: bool, as_json: bool) -> None:
    """Write the file of a table. A file that the table has not read is not replaced, unless it is forced."""
    with closing(store_path.changing(store_path.place(data))) as store:
        tables = Tables(store)
        opened = tables.open(table)
        text = campaign_text(opened)
        backup = ""
        if Path(file).exists():
            old = text_of(file)
            if not force and not knows_file(opened, old):
                fix = f"read it first: undercroft campaign merge {table} {named(file)}; or add --force"
                raise Conflict("changed", f"{named(file)} is not as {table} knows it", fix)
            backup = replace_own(file, old, text)
        else:
            with written(file, force=False) as out:
                out.write(text.encode())
        keep_text(opened, text)
        tables.close()
    if as_json:
        print_json({"table": table, "file": file, "backup": backup or None})
        return
    kept = f"; the old one is {backup}" if backup else ""
    print(one_line(f"{table}: written to {named(file)}, with every secret{kept}."))


def merge(table: str, file: str, data: str | None, *, dry_run: bool, as_json: bool) -> None:
    """Put the changes of a file into the draft of a table, or only list them."""
    merged(table, campaign_of(file), named(file), data, dry_run=dry_run, as_json=as_json)


def merged(
    table: str, file: CampaignBundle, name: str, data: str | None, *, dry_run: bool = False, as_json: bool
) -> None:
    """Compare a file with the table, put its changes into the draft, and say what they are."""
    with closing(store_path.changing(store_path.place(data))) as store:
        tables = Tables(store)
        opened = tables.open(table)
        found = file_changes(store, opened, file.text, name, file.pictures)
        if not dry_run:
            draft_file(opened, found, file.text)
        tables.close()
    if as_json:
        told = {"changes": found.says, "clashes": found.clashes, "not_taken": found.not_taken}
        pictures = [shown.picture.id for shown in found.pictures]
        print_json({"table": table, "drafted": not dry_run, "pictures": pictures, **told})
        return
    _say(table, found, dry_run=dry_run)


def _say(table: str, found: FileChanges, *, dry_run: bool) -> None:
    verb = "would be drafted" if dry_run else "drafted"
    print(one_line(f"{table}: {counted(len(found.says), 'change')} {verb}{'.' if not found.says else ':'}"))
    count = len(found.pictures)
    verb = "would be kept" if dry_run else "kept"
    lines = (
        *(f"  {line}" for line in found.says),
        *((f"  {counted(count, 'picture')} of the file {verb} with the campaign",) if count else ()),
        *(f"  stays as it is at the table: {line}" for line in found.clashes),
        *(f"  a campaign file cannot change {line}" for line in found.not_taken),
    )
    for line in lines:
        print(line.rstrip())
    if found.says and not dry_run:
        print("“play_it” at the prompt, or Play it in the browser, puts the draft into play.")
