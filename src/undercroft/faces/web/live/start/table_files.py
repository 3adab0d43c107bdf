"""Import of tables: the whole log as a file, or a campaign file to start from."""

import io

from litestar import Response, post
from msgspec.structs import replace

from undercroft.exchange.campaign_bundle import CampaignBundle, is_bundle, read_bundle
from undercroft.faces.api.table_bodies import FileContents, TableAddress
from undercroft.faces.http.bodies import AnyRequest, bytes_in
from undercroft.faces.http.lanes import at_length, reading, storing
from undercroft.faces.http.replies import reply
from undercroft.faces.shared.campaign_text import FileOfTable, written_by
from undercroft.faces.shared.log_import import adopt
from undercroft.faces.shared.new_campaign import (
    USUAL_SEATS,
    CampaignSource,
    FromFile,
    begin_from,
    contents_in,
    seated,
    under,
)
from undercroft.faces.shared.pictures import stored
from undercroft.faces.shared.table_names import NAMELESS, checked_id, free_slug, title_in
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.faces.web.live.viewer.request import Starter, for_a_starter
from undercroft.interpret.form import taken
from undercroft.kernel.amounts import counted
from undercroft.kernel.budget import spend
from undercroft.kernel.faults import BadInput
from undercroft.kernel.strict import read_object
from undercroft.store.faults import Integrity

MOST_FILE = 64 * 1024 * 1024
"""The most bytes of an imported table, with all its pictures."""
PATIENCE = 60.0
"""Seconds that an upload may take."""
BROWSER = "browser"
"""The origin in the log of a table imported on the start page."""
_OPTION = "?id="
BYTE = 2
"""The steps for reading a byte of a file, whether it is a log or a campaign."""


@post("/tables/file", status_code=201, request_max_body_size=MOST_FILE)
async def take_in(request: AnyRequest) -> Response[bytes]:
    """Add a table from a file: an exported log or a campaign file; for the server's owner and for founders.

    With `id`, the file becomes a table of that id; a campaign file of a table that is here needs one. A founder's table
    always gets an id of its own. With `new`, the
    fields of a new campaign as JSON, they count instead of what a campaign file says; the file is its text alone.
    """
    starter = for_a_starter(request, starts=True)
    asked, new = request.query_params.get("id"), request.query_params.get("new")
    id = None if asked is None else checked_id(asked)
    given = None if new is None else await reading(len(new), lambda: taken(FromFile, read_object(new)))
    raw = await bytes_in(request, PATIENCE)
    return reply(TableAddress(await storing(taken_in, starter, raw, id, given)), status=201)


@post("/tables/file/contents", status_code=200, request_max_body_size=MOST_FILE)
async def look_into(request: AnyRequest) -> Response[bytes]:
    """Count what a campaign file or an outline holds, before a campaign starts from it; for those who may start one."""
    for_a_starter(request)
    raw = await bytes_in(request, PATIENCE)
    return reply(await at_length(_contents, raw))


def _contents(raw: bytes) -> FileContents:
    spend(len(raw) * BYTE)
    if raw.lstrip()[:1] == b"{":
        return FileContents(("a campaign that was exported, with its log",))
    bundle = _bundle_in(raw)
    source = CampaignSource(bundle.text, "the file", pictures=bundle.pictures)
    begin = begin_from("A campaign", source)
    pictures = (counted(len(bundle.pictures), "picture"),) if bundle.pictures else ()
    return FileContents((*contents_in(begin, bundle.text if source.is_outline else ""), *pictures))


def _bundle_in(raw: bytes) -> CampaignBundle:
    try:
        return read_bundle(raw) if is_bundle(raw) else CampaignBundle(raw.decode())
    except UnicodeDecodeError:
        raise BadInput("not_text", "that file is not text", "choose a campaign file or an exported log") from None


def taken_in(starter: Starter, raw: bytes, id: str | None = None, given: FromFile | None = None) -> str:
    """Import a file and return the id of its table."""
    spend(len(raw) * BYTE)
    lobby, own = starter.lobby, starter.founder is not None
    if raw.lstrip()[:1] == b"{":
        chosen = starter.new_id(NAMELESS) if own else id
        with starter.starting(chosen or ""):
            return _log_taken_in(lobby, raw, chosen)
    bundle = _bundle_in(raw)
    table = written_by(bundle.text)
    if id is None and given is None and not own and table in lobby.ids():
        raise FileOfTable(table, free_slug(table, lobby.ids()))
    asked = given or FromFile()
    source = CampaignSource(bundle.text, "the file", preset=asked.preset, pictures=bundle.pictures)
    begin = under(begin_from(asked.name.strip(), source), asked.house)
    title = title_in(asked.name.strip() or begin.name)
    begin = seated(replace(begin, name=title), asked, USUAL_SEATS if source.is_outline else 0)
    chosen = id if id is not None and not own else starter.new_id(title)
    with starter.starting(chosen):
        lobby.tables.begin(chosen, begin, name=title, file=source.file, pictures=stored(source.pictures))
    return chosen


def _log_taken_in(lobby: Lobby, raw: bytes, id: str | None) -> str:
    """Import a log; a damaged or unplayable one is refused."""
    try:
        return adopt(lobby.store, io.BytesIO(raw), BROWSER, _OPTION, id=id).table.id
    except Integrity as fault:
        raise BadInput(fault.code, fault.what, fault.fix or "export it again") from None


API = [take_in, look_into]
