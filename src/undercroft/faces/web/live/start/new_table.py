"""New campaigns from the browser: empty, or the demo, under chosen house rules."""

from litestar import Response, get, post

from undercroft.faces.api.table_bodies import TableAddress, TableList
from undercroft.faces.http.bodies import AnyRequest, body_as
from undercroft.faces.http.lanes import beside, storing
from undercroft.faces.http.replies import reply
from undercroft.faces.shared.new_campaign import CampaignSource, NewTable, begin_from, seated, under
from undercroft.faces.shared.table_names import title_in
from undercroft.faces.web.live.start.campaigns import campaign_cards
from undercroft.faces.web.live.viewer.request import Starter, for_a_starter


@post("/tables", status_code=201)
async def new_table(request: AnyRequest) -> Response[bytes]:
    """Start a campaign, for the server's owner and for founders."""
    asked: NewTable = await body_as(request, NewTable)
    return reply(TableAddress(await storing(begun, for_a_starter(request, starts=True), asked)), status=201)


@get("/tables")
async def list_tables(request: AnyRequest) -> Response[bytes]:
    """Every campaign, the one played last first; for a founder, their own."""
    starter = for_a_starter(request)
    return reply(TableList(await beside(campaign_cards, starter.lobby, sees=starter.sees)))


def begun(starter: Starter, asked: NewTable) -> str:
    """Start a campaign under a new id; all input is checked before anything is written."""
    title = title_in(asked.name)
    source = CampaignSource(demo=asked.demo, preset=asked.preset)
    begin = seated(begin_from(title, source), asked, asked.seats)
    id = starter.new_id(title)
    with starter.starting(id):
        starter.lobby.tables.begin(id, under(begin, asked.house), name=title, file=source.file)
    return id


API = [new_table, list_tables]
