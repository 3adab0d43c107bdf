"""The first page: tables to go on with for whoever runs the server, a place to type a code for everybody else."""

from __future__ import annotations

from typing import Any, cast

from litestar import Request, Response, get

from undercroft.books import RULES
from undercroft.faces.web.live.lobby import Lobby
from undercroft.faces.web.rendering import page
from undercroft.table.house import PRESETS


@get("/")
async def start_page(request: Request[Any, Any, Any]) -> Response[str]:
    """What there is."""
    lobby = cast("Lobby | None", request.app.state.lobby)
    owner = lobby is not None and lobby.is_owner(request.cookies)
    tables = lobby.all() if lobby is not None and owner else ()
    return page(
        request,
        "start.html",
        rules=len(RULES),
        live=lobby is not None,
        owner=owner,
        tables=tables,
        presets=tuple(PRESETS),
    )
