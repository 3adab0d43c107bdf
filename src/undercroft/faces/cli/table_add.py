"""`undercroft table add` and `remove`: sites, lands and people of a campaign in play."""

from collections.abc import Sequence
from contextlib import closing

from undercroft.exchange import campaignfile
from undercroft.exchange.pictures import PictureFile
from undercroft.faces.cli.output import tell
from undercroft.faces.cli.text_file import campaign_of, named
from undercroft.faces.shared import store_path
from undercroft.faces.shared.pictures import keep_picture
from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import SeatId
from undercroft.server.new_ids import new_act
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Refused
from undercroft.server.tables import Tables
from undercroft.table.engine.part import Command
from undercroft.table.preparing.places import TakeOutLands, TakeOutSite
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import SiteId
from undercroft.table.state.seats import REFEREE


def add(
    table: str,
    file: str,
    site: Sequence[str] | None,
    person: Sequence[str] | None,
    data: str | None,
    *,
    lands: bool,
    as_json: bool,
) -> None:
    """Add sites, the lands or people of a campaign file to a campaign in play."""
    bundle = campaign_of(file)
    begin = campaignfile.read(bundle.text, named(file))
    commands: list[Command] = [campaignfile.copied_site(begin, id) for id in site or ()]
    commands += [campaignfile.copied_lands(begin)] if lands else []
    for id, _, seat in (given.partition("=") for given in person or ()):
        commands.append(campaignfile.copied_person(begin, id, SeatId(seat or REFEREE)))
    if not commands:
        known = ", ".join(f"--site {site.id}" for site in begin.sites)
        raise BadInput("usage", "nothing is chosen to add", f"write {known or '--lands'}")
    chosen = frozenset(site or ())
    used = {id for kept in begin.sites if kept.id in chosen for id in kept.pictures.values()}
    pictures = [file for file in bundle.pictures if file.picture.id in used]
    before, after = _given(table, commands, data, pictures)
    new = [id for id in after.sites if id not in before.sites]
    people = [id for id in after.people if id not in before.people]
    names = (*(after.sites[id].name for id in new), *(after.people[id].name for id in people))
    said = ", ".join((*names, *(("the lands",) if lands else ())))
    tell({"table": table, "sites": new, "lands": lands, "people": people}, f"{table}: {said} added.", as_json=as_json)


def remove(table: str, site: str | None, data: str | None, *, lands: bool, as_json: bool) -> None:
    """Remove a site or the lands from a campaign in play."""
    commands: list[Command] = [TakeOutSite(SiteId(site))] if site is not None else []
    commands += [TakeOutLands()] if lands else []
    if not commands:
        raise BadInput("usage", "nothing is chosen to remove", "write --site ID or --lands")
    before, after = _given(table, commands, data)
    gone = [id for id in before.sites if id not in after.sites]
    said = ", ".join((*(before.sites[id].name for id in gone), *(("the lands",) if lands else ())))
    tell({"table": table, "sites": gone, "lands": lands}, f"{table}: {said} removed.", as_json=as_json)


def _given(
    table: str, commands: Sequence[Command], data: str | None, pictures: Sequence[PictureFile] = ()
) -> tuple[Campaign, Campaign]:
    """Give commands as the referee, and return the campaign before and afterwards. A refusal leaves it as it was."""
    with closing(store_path.changing(store_path.place(data))) as store:
        tables = Tables(store)
        opened = tables.open(table)
        before = opened.now
        opened.together(lambda tried: _give(tried, commands, pictures))
        after = opened.now
        tables.close()
    return before, after


def _give(table: OpenTable, commands: Sequence[Command], pictures: Sequence[PictureFile]) -> None:
    for picture in pictures:
        keep_picture(table, picture)
    for command in commands:
        response = table.act(REFEREE, command, key=new_act())
        if isinstance(response, Refused):
            why = response.reasons[0]
            raise BadInput(why.code, why.what.removesuffix("."), "fix that first")
