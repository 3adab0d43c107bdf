"""Tables renamed and removed from the start page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from litestar import Request, Response, post
from litestar.params import FromPath
from msgspec import Struct

from undercroft.faces.http.bodies import body_as
from undercroft.faces.http.replies import beside, reply
from undercroft.faces.removing import check_name, removed, renamed, table_of
from undercroft.faces.web.live.founding import for_the_owner
from undercroft.faces.web.live.lobby import Lobby


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table is to be called; or what it is called, to be sure that it is the one that is meant."""

    name: str


@post("/tables/{table:str}/rename", status_code=200)
async def rename_table(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[bytes]:
    """Call a table otherwise; only whoever runs the server may."""
    lobby = for_the_owner(request)
    asked: Named = await body_as(request, Named)
    return reply({"table": table, "name": await beside(renamed, lobby.store, table, asked.name)})


@post("/tables/{table:str}/delete", status_code=200)
async def delete_table(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[bytes]:
    """Remove a table whose name is said; its log is kept in a file. Only whoever runs the server may."""
    lobby = for_the_owner(request)
    asked: Named = await body_as(request, Named)
    check_name(table_of(lobby.store, table), asked.name)
    lobby.dismiss(table)
    kept = await beside(_removed, lobby, table)
    return reply({"table": table, "kept": str(kept) if kept is not None else None})


def _removed(lobby: Lobby, table: str) -> Path | None:
    """Remove it; a store with no file of its own keeps nothing."""
    place: Path | None = getattr(lobby.store, "path", None)
    if place is not None:
        return removed(lobby.store, table, place)
    lobby.store.remove(table)
    return None


API = [rename_table, delete_table]
