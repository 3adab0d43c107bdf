"""`undercroft table new`."""

from collections.abc import Callable
from contextlib import closing

from undercroft.demo.bookmark_scripts import Bookmark, bookmark
from undercroft.exchange import campaignfile
from undercroft.exchange.outline import read_outline
from undercroft.faces.cli.new_store import print_if_new
from undercroft.faces.cli.output import print_notes, tell
from undercroft.faces.cli.text_file import campaign_of, named
from undercroft.faces.shared import store_path
from undercroft.faces.shared.new_campaign import CampaignSource, begin_from
from undercroft.faces.shared.pictures import stored
from undercroft.faces.shared.table_names import own_slug, title_in
from undercroft.faces.terminal.demo_tables import begin_at
from undercroft.kernel.amounts import counted
from undercroft.kernel.faults import BadInput
from undercroft.server.open_table import OpenTable
from undercroft.server.tables import Tables
from undercroft.table.world.campaign_start import Begin


def new(
    name: str, campaign: str | None, at: str | None, preset: str | None, data: str | None, *, demo: bool, as_json: bool
) -> None:
    """Make a table and start a campaign at it, or open the demo at a bookmark."""
    if at is not None:
        mark = _mark(at, demo=demo, other=campaign or preset)
        title, what = title_in(name), f"is open at {mark.title}"
        table = _made(data, title, lambda tables, id: begin_at(tables, mark, id, title))
    else:
        source = _source(campaign, demo=demo, preset=preset)
        title, what = title_in(name), "begins"
        begin, pictures = _begin(title, source), stored(source.pictures)
        file = source.file
        table = _made(data, title, lambda tables, id: tables.begin(id, begin, name=title, file=file, pictures=pictures))
    told = {"table": table.id, "name": title, "campaign": table.now.name, "lines": table.version}
    tell(told, f"{table.id}: {table.now.name} {what}. “undercroft play {table.id}” plays it.", as_json=as_json)


def _made(data: str | None, title: str, make: Callable[[Tables, str], OpenTable]) -> OpenTable:
    place = store_path.place(data)
    print_if_new(place)
    with closing(store_path.writing(place)) as store:
        tables = Tables(store)
        table = make(tables, own_slug(title, {table.id for table in store.tables()}))
        tables.close()
    return table


def _begin(title: str, source: CampaignSource) -> Begin:
    """The campaign; for a file with several problems, the first one and how to see them all.

    An outline makes a campaign whatever there is to mend in it.
    """
    if source.text is not None and source.is_outline and (notes := read_outline(source.text).notes):
        print_notes([f"{counted(len(notes), 'thing')} to mend; “undercroft lint {source.name}” lists them"])
    try:
        return begin_from(title, source)
    except campaignfile.BadCampaign as fault:
        if len(fault.problems) > 1:
            fault.fix = f"{fault.fix}; “undercroft lint {source.name}” lists all {len(fault.problems)}"
        raise


def _mark(id: str, *, demo: bool, other: str | None) -> Bookmark:
    """The demo bookmark that a command line names; it brings its own house rules."""
    if not demo or other is not None:
        raise BadInput("usage", "--at is for --demo, without --campaign or --preset", "write --demo --at BOOKMARK")
    return bookmark(id)


def _source(file: str | None, *, demo: bool, preset: str | None) -> CampaignSource:
    """The campaign source that a command line names."""
    if file is None:
        return CampaignSource(demo=demo, preset=preset)
    if demo:
        raise BadInput("usage", "--campaign and --demo are two campaigns", "give one of them")
    bundle = campaign_of(file)
    return CampaignSource(bundle.text, named(file), demo, preset, bundle.pictures)
