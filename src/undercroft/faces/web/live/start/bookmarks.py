"""The demo's bookmarks on the start page: a table for each, to continue or to start again."""

from threading import Lock

from litestar import Response, post
from litestar.params import FromPath
from msgspec import Struct

from undercroft.demo.bookmark_scripts import BOOKMARKS, Bookmark, bookmark
from undercroft.faces.api.table_bodies import TableAddress
from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.lanes import storing
from undercroft.faces.http.replies import reply
from undercroft.faces.shared.table_names import slug
from undercroft.faces.terminal.demo_tables import begin_at
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.faces.web.live.viewer.request import for_the_owner

_TURN = Lock()


class SceneCard(Struct, frozen=True):
    """A bookmark on the start page, and its newest table, if it was opened before."""

    mark: Bookmark
    table: str


def scene_cards(lobby: Lobby) -> tuple[SceneCard, ...]:
    """A card for each bookmark."""
    return tuple(SceneCard(mark, _newest(lobby, mark)[0]) for mark in BOOKMARKS)


@post("/demo/{mark:str}", status_code=200)
async def open_bookmark(request: AnyRequest, mark: FromPath[str]) -> Response[bytes]:
    """Open the table of a bookmark, for the server's owner; with `again`, a new one at its beginning."""
    lobby = for_the_owner(request)
    again = "again" in request.query_params
    return reply(TableAddress(await storing(opened_at, lobby, bookmark(mark), again=again)))


def opened_at(lobby: Lobby, at: Bookmark, *, again: bool = False) -> str:
    """The id of the newest table, made if missing or asked for; other requests wait until it is ready."""
    with _TURN:
        id, number = _newest(lobby, at)
        if id and not again:
            return id
        made, title = slug(at.table), at.table
        if number:
            made, title = f"{made}-{number + 1}", f"{title} ({number + 1})"
        begin_at(lobby.tables, at, made, title)
    return made


def _newest(lobby: Lobby, at: Bookmark) -> tuple[str, int]:
    """The newest table of a bookmark and its number; no table is number 0."""
    first, ids = slug(at.table), lobby.ids()
    found = {1: first} if first in ids else {}
    found |= {int(last): id for id in ids if (last := id.removeprefix(f"{first}-")) != id and last.isdecimal()}
    number = max(found, default=0)
    return found.get(number, ""), number


API = [open_bookmark]
