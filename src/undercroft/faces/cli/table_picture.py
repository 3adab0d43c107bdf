"""`undercroft table picture`: the picture of a paper map, for a level of a site."""

from contextlib import closing

from msgspec.structs import replace

from undercroft.exchange.pictures import MOST_UPLOAD, PictureFile, read_picture
from undercroft.faces.cli.output import tell
from undercroft.faces.cli.text_file import bytes_of, named
from undercroft.faces.shared import store_path
from undercroft.faces.shared.pictures import keep_picture
from undercroft.kernel.faults import BadInput, NotFound
from undercroft.server.new_ids import new_act
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Refused
from undercroft.server.tables import Tables
from undercroft.table.preparing.draft import ChangeNow
from undercroft.table.preparing.parts import head_of
from undercroft.table.state.changes import SiteChange
from undercroft.table.state.ids import SiteId
from undercroft.table.state.seats import REFEREE

_NEXT = "Pin its rooms on the page of the site."


def picture(table: str, file: str, site: str, level: int, data: str | None, *, as_json: bool) -> None:
    """Keep a picture with the campaign, as the map of a level of a site."""
    try:
        read = read_picture(bytes_of(file, MOST_UPLOAD), "" if file == "-" else file)
    except BadInput as fault:
        raise BadInput(fault.code, f"{named(file)}: {fault.what}", fault.fix, limit=fault.limit) from None
    with closing(store_path.changing(store_path.place(data))) as store:
        tables = Tables(store)
        opened = tables.open(table)
        found = opened.now.sites.get(SiteId(site))
        if found is None:
            known = ", ".join(opened.now.sites) or "none yet"
            raise NotFound("no_such_site", f"there is no site “{site[:60]}”", f"the sites are {known}")
        levels = sorted({zone.level for zone in found.zones.values()})
        if level not in levels:
            fix = f"its levels are {', '.join(map(str, levels))}"
            raise NotFound("no_such_level", f"{found.name} has no level {level}", fix)
        head = head_of(found)
        change = SiteChange(head, replace(head, pictures={**found.pictures, level: read.picture.id}))
        opened.together(lambda tried: _pictured(tried, read, change))
        tables.close()
    size = f"{read.picture.width} by {read.picture.height}"
    said = f"{table}: {named(file)} is the map of {found.name}, level {level} ({size} pixels). {_NEXT}"
    tell({"table": table, "site": site, "level": level, "picture": read.picture}, said, as_json=as_json)


def _pictured(table: OpenTable, file: PictureFile, change: SiteChange) -> None:
    keep_picture(table, file)
    if change.before == change.after:
        return
    done = table.act(REFEREE, ChangeNow((change,)), key=new_act())
    if isinstance(done, Refused):
        why = done.reasons[0]
        raise BadInput(why.code, why.what.removesuffix("."), "fix that first")
