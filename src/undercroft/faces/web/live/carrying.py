"""Tables out of the server and into it: the whole log as a file, or a campaign file to begin from."""

from __future__ import annotations

import io
import re
from http import HTTPStatus
from secrets import token_bytes
from typing import Any

from litestar import Request, Response, get, post
from litestar.params import FromPath

from undercroft.exchange import campaignfile
from undercroft.faces.founding import free_slug, title_in
from undercroft.faces.http.faults import Unserved
from undercroft.faces.http.replies import beside, reply
from undercroft.faces.web.live.founding import for_the_owner
from undercroft.faces.web.live.lobby import Lobby
from undercroft.faces.web.live.seated import lobby_of, seat_at
from undercroft.kernel.faults import BadInput
from undercroft.server.open_table import OpenTable
from undercroft.store.log import LEAST_SECRET
from undercroft.store.memory import MemoryStore
from undercroft.store.portable import export_table, import_table
from undercroft.table.seats import REFEREE

MOST_FILE = 16 * 1024 * 1024
"""Bytes of a table that is taken in."""
BROWSER = "browser"
"""Where a log says it came from that was opened on the start page."""
NAME = re.compile(r"[^a-z0-9.-]+")


@get("/t/{table:str}/export")
async def export_file(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[bytes]:
    """The whole log with every secret, or with `as=campaign` how things stand, for the referee to keep."""
    return await _exported(request, table)


@get("/tables/{table:str}/export")
async def export_for_programs(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[bytes]:
    """The same for programs."""
    return await _exported(request, table)


async def _exported(request: Request[Any, Any, Any], table: str) -> Response[bytes]:
    if seat_at(request, table).seat != REFEREE:
        raise Unserved(HTTPStatus.FORBIDDEN, "referee_only", "that is for the referee", "go back to the table")
    lobby, form = lobby_of(request), request.query_params.get("as", "log")
    name = NAME.sub("-", table.lower())
    if form == "campaign":
        text = await beside(lambda: campaignfile.write_standing(lobby.open(table).now))
        return _as_file(text.encode(), f"{name}-secret.toml", "application/toml")
    if form != "log":
        raise BadInput("bad_form", "there is no such form", "ask for log or campaign", field="as")
    out = io.BytesIO()
    await beside(export_table, lobby.store, table, out)
    return _as_file(out.getvalue(), f"{name}-secret.jsonl", "application/x-ndjson")


def _as_file(content: bytes, name: str, media_type: str) -> Response[bytes]:
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(content, media_type=media_type, headers=headers)


@post("/tables/file", status_code=201, request_max_body_size=MOST_FILE)
async def take_in(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Add a table from a file: a log that was exported, or a campaign file; only whoever runs the server may."""
    lobby = for_the_owner(request)
    raw = await request.body()
    return reply({"table": await beside(taken_in, lobby, raw)}, status=201)


def taken_in(lobby: Lobby, raw: bytes) -> str:
    """The id of the table that the file became."""
    if raw.lstrip()[:1] == b"{":
        return _log_taken_in(lobby, raw)
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        raise BadInput("not_text", "that file is no text", "choose a campaign file or an exported log") from None
    begin = campaignfile.read(text, "the file")
    title = title_in(begin.name)
    id = free_slug(title, {table.id for table in lobby.all()})
    lobby.tables.begin(id, begin, name=title)
    return id


def _log_taken_in(lobby: Lobby, raw: bytes) -> str:
    """A log is tried beside the store first: one that cannot be played is not taken in."""
    trial = MemoryStore()
    id = import_table(trial, io.BytesIO(raw), BROWSER, token_bytes(LEAST_SECRET)).table.id
    OpenTable(trial, id)
    return import_table(lobby.store, io.BytesIO(raw), BROWSER, token_bytes(LEAST_SECRET)).table.id


PAGES = [export_file]
API = [take_in, export_for_programs]
