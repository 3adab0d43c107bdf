"""Campaigns begun in the browser: from nothing, or the demo, under the house rules somebody has put together."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from litestar import Request, Response, get, post
from msgspec.structs import replace

from undercroft.faces.founding import NewTable, Source, begin_from, free_slug, title_in
from undercroft.faces.http.bodies import body_as
from undercroft.faces.http.faults import Unserved
from undercroft.faces.http.replies import beside, reply
from undercroft.faces.web.live.access import cookies_sent
from undercroft.faces.web.live.going_on import shelved
from undercroft.faces.web.live.lobby import Lobby
from undercroft.faces.web.live.seated import lobby_of
from undercroft.kernel.units import SeatId
from undercroft.table.house_choices import with_choice
from undercroft.table.opening import Begin
from undercroft.table.seats import Seat


@post("/tables", status_code=201)
async def new_table(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Begin a campaign; only whoever runs the server may."""
    lobby = for_the_owner(request)
    asked: NewTable = await body_as(request, NewTable)
    return reply({"table": await beside(begun, lobby, asked)}, status=201)


@get("/tables")
async def list_tables(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Every campaign, the one played last first."""
    return reply({"tables": await beside(shelved, for_the_owner(request))})


def for_the_owner(request: Request[Any, Any, Any]) -> Lobby:
    """The lobby, for whoever runs the server and nobody else."""
    lobby = lobby_of(request)
    if not lobby.is_owner(cookies_sent(request)):
        raise Unserved(
            HTTPStatus.FORBIDDEN, "owner_only", "that is for whoever runs the server", "use the link it printed"
        )
    return lobby


def begun(lobby: Lobby, asked: NewTable) -> str:
    """Begin it, under an id of its own; all of it is checked before anything is written."""
    title = title_in(asked.name)
    begin = _seated(begin_from(title, Source(demo=asked.demo, preset=asked.preset)), asked)
    house = begin.house
    for id, value in asked.house.items():
        house = with_choice(house, id, value)
    id = free_slug(title, {table.id for table in lobby.all()})
    lobby.tables.begin(id, replace(begin, house=house), name=title)
    return id


def _seated(begin: Begin, asked: NewTable) -> Begin:
    """With as many seats as were asked for; the demo has its own."""
    if begin.seats:
        return begin
    numbers = range(1, asked.seats + 1)
    return replace(begin, seats=tuple(Seat(SeatId(f"seat-{n}"), f"Seat {n}", asked.dice) for n in numbers))


API = [new_table, list_tables]
