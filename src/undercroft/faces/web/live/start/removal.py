"""Renaming, recovering and removing tables from the start page."""

from pathlib import Path

from litestar import Response, post
from litestar.params import FromPath

from undercroft.faces.api.table_bodies import RecoveredTable, Removed, Renamed, TableName
from undercroft.faces.http.bodies import AnyRequest, body_as
from undercroft.faces.http.lanes import storing
from undercroft.faces.http.replies import reply
from undercroft.faces.shared.damaged_tables import recover
from undercroft.faces.shared.table_removal import KeptFiles, check_name, removed, renamed, table_of
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.faces.web.live.viewer.request import for_the_owner, for_their_own


@post("/tables/{table:str}/rename", status_code=200)
async def rename_table(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """Rename a table, for the server's owner and for its founder."""
    lobby = for_their_own(request, table)
    asked: TableName = await body_as(request, TableName)
    return reply(Renamed(table, await storing(renamed, lobby.store, table, asked.name)))


@post("/tables/{table:str}/recover", status_code=201)
async def recover_table(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """Save what can be read of a damaged table as a new one, for the server's owner."""
    lobby = for_the_owner(request)
    saved = await storing(recover, lobby.store, table)
    return reply(RecoveredTable(saved.table, saved.kept, saved.lost, saved.lost_since, saved.says), status=201)


@post("/tables/{table:str}/delete", status_code=200)
async def delete_table(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """Remove a table, confirmed by its name, and keep its log in a file; for the server's owner and for its founder."""
    lobby = for_their_own(request, table)
    asked: TableName = await body_as(request, TableName)
    kept = await storing(_removed, lobby, table, asked.name)
    lobby.dismiss(table)
    return reply(Removed(table, _name(kept.log), _name(kept.raw)))


def _name(file: Path | None) -> str | None:
    return None if file is None else str(file)


def _removed(lobby: Lobby, table: str, name: str) -> KeptFiles:
    """Remove a table if its name is confirmed; a store without a file keeps no log beside it."""
    check_name(table_of(lobby.store, table), name)
    place: Path | None = getattr(lobby.store, "path", None)
    if place is not None:
        return removed(lobby.store, table, place)
    lobby.store.remove(table)
    return KeptFiles(None)


API = [rename_table, recover_table, delete_table]
