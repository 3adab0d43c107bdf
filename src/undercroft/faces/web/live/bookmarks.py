"""The demo's bookmarks on the start page: one table for each, made when it is first opened."""

from __future__ import annotations

from threading import Lock
from typing import Any

from litestar import Request, Response, post
from litestar.params import FromPath

from undercroft.demo.marks import Bookmark, bookmark
from undercroft.faces.founding import slug
from undercroft.faces.http.replies import beside, reply
from undercroft.faces.leading import begin_at
from undercroft.faces.web.live.founding import for_the_owner
from undercroft.faces.web.live.lobby import Lobby

_TURN = Lock()


@post("/demo/{mark:str}", status_code=200)
async def open_bookmark(request: Request[Any, Any, Any], mark: FromPath[str]) -> Response[bytes]:
    """The table of a bookmark; only whoever runs the server may open it."""
    lobby = for_the_owner(request)
    return reply({"table": await beside(opened_at, lobby, bookmark(mark))})


def opened_at(lobby: Lobby, at: Bookmark) -> str:
    """The id of the table, which is made if it is not there; whoever asks meanwhile waits until it stands."""
    id = slug(at.table)
    with _TURN:
        if id not in {table.id for table in lobby.all()}:
            begin_at(lobby.tables, at, id, at.table)
    return id


API = [open_bookmark]
