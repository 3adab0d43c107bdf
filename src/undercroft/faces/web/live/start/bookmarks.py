"""The demo's bookmarks on the start page: a table for each, made when first opened."""

from threading import Lock

from litestar import Response, post
from litestar.params import FromPath

from undercroft.demo.marks import Bookmark, bookmark
from undercroft.faces.api.table_bodies import Opened
from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.replies import beside, reply
from undercroft.faces.shared.new_campaign import slug
from undercroft.faces.terminal.demo_tables import begin_at
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.faces.web.live.start.new_table import for_the_owner

_TURN = Lock()


@post("/demo/{mark:str}", status_code=200)
async def open_bookmark(request: AnyRequest, mark: FromPath[str]) -> Response[bytes]:
    """Open the table of a bookmark, for the server's owner."""
    lobby = for_the_owner(request)
    return reply(Opened(await beside(opened_at, lobby, bookmark(mark))))


def opened_at(lobby: Lobby, at: Bookmark) -> str:
    """The id of the table, made if missing; other requests wait until it is ready."""
    id = slug(at.table)
    with _TURN:
        if id not in lobby.ids():
            begin_at(lobby.tables, at, id, at.table)
    return id


API = [open_bookmark]
