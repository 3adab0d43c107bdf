"""`undercroft table new`."""

from contextlib import closing

from undercroft.demo.marks import Bookmark, bookmark
from undercroft.exchange import campaignfile
from undercroft.faces.cli.output import print_json
from undercroft.faces.cli.text_file import named, text_of
from undercroft.faces.shared import store_path
from undercroft.faces.shared.new_campaign import CampaignSource, begin_from, slug, title_in
from undercroft.faces.shared.one_line import one_line
from undercroft.faces.terminal.demo_tables import begin_at
from undercroft.kernel.faults import BadInput
from undercroft.server.open_table import OpenTable
from undercroft.server.tables import Tables
from undercroft.table.world.opening import Begin


def new(name: str, source: CampaignSource, where: str | None, *, as_json: bool) -> None:
    """Make a table and start a campaign at it."""
    title = title_in(name)
    begin = _begin(title, source)
    with closing(store_path.writing(store_path.place(where))) as store:
        tables = Tables(store)
        table = tables.begin(slug(title), begin, name=title)
        tables.close()
    _tell(table, title, "begins", as_json=as_json)


def _begin(title: str, source: CampaignSource) -> Begin:
    """The campaign; for a file with several problems, the first one and how to see them all."""
    try:
        return begin_from(title, source)
    except campaignfile.BadCampaign as fault:
        if len(fault.problems) > 1:
            fault.fix = f"{fault.fix}; “undercroft lint {source.name}” lists all {len(fault.problems)}"
        raise


def new_at(name: str, at: Bookmark, where: str | None, *, as_json: bool) -> None:
    """Make a table and open the demo at a bookmark."""
    title = title_in(name)
    with closing(store_path.writing(store_path.place(where))) as store:
        tables = Tables(store)
        table = begin_at(tables, at, slug(title), title)
        tables.close()
    _tell(table, title, f"is open at {at.title}", as_json=as_json)


def mark(id: str, *, demo: bool, other: str | None) -> Bookmark:
    """The demo bookmark that a command line names; it brings its own house rules."""
    if not demo or other is not None:
        raise BadInput("usage", "--at is for --demo, without --campaign or --preset", "write --demo --at BOOKMARK")
    return bookmark(id)


def _tell(table: OpenTable, title: str, what: str, *, as_json: bool) -> None:
    if as_json:
        print_json({"table": table.id, "name": title, "campaign": table.now.name, "lines": table.version})
    else:
        print(one_line(f"{table.id}: {table.now.name} {what}. “undercroft play {table.id}” plays it."))


def source(file: str | None, *, demo: bool, preset: str | None) -> CampaignSource:
    """The campaign source that a command line names."""
    if file is None:
        return CampaignSource(demo=demo, preset=preset)
    if demo:
        raise BadInput("usage", "--campaign and --demo are two campaigns", "give one of them")
    return CampaignSource(text_of(file), named(file), demo, preset)
