"""A table for programs: commands up, and what a seat knows, was told and may do."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from litestar import Request, Response, get, post
from litestar.params import FromPath
from msgspec import Struct

from undercroft.faces.http.bodies import body_as
from undercroft.faces.http.faults import Unserved
from undercroft.faces.http.replies import beside, reply
from undercroft.faces.views.actions import actions
from undercroft.faces.web.live.seated import lobby_of, seat_at
from undercroft.faces.web.live.throwing import act_with
from undercroft.kernel import wire
from undercroft.server.commands import read_command
from undercroft.server.responses import Refused, Replayed, Stale


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """A command as a browser or a program sends it: with a key of its own, and where it thinks it stands."""

    command: Any
    key: str = ""
    expected: str | None = None
    dice: tuple[int | str | None, ...] = ()
    """What the first throw of it shows, where that lies on the table already."""


@post("/tables/{table:str}/commands", status_code=200)
async def give_command(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[bytes]:
    """Carry out a command for the seat of whoever sends it."""
    who = seat_at(request, table)
    asked: Asked = await body_as(request, Asked)
    command = read_command(asked.command)
    opened = lobby_of(request).open(table)
    dice, edition = asked.dice, who.edition
    answer = await beside(
        act_with, opened, who.seat, command, dice, key=asked.key, expected=asked.expected, edition=edition
    )
    match answer:
        case Refused(reasons=reasons):
            return reply({"refused": reasons})
        case Stale(cursor=cursor):
            raise Unserved(
                HTTPStatus.CONFLICT,
                "stale",
                "something happened meanwhile",
                f"look again, then decide; you stand at {cursor}",
            )
        case done:
            told = [wire.plain(one.event) for one in done.told]
            again = {"idempotent-replay": "true"} if isinstance(done, Replayed) else {}
            return reply({"cursor": done.cursor, "now": opened.cursor(who.seat), "told": told}, headers=again)


@get("/tables/{table:str}")
async def table_state(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[bytes]:
    """All that a seat knows."""
    who = seat_at(request, table)
    stands = await beside(lobby_of(request).open(table).standing, who.seat, most=0)
    return reply({"seat": who.seat, "cursor": stands.cursor, "campaign": wire.plain(stands.known)})


@get("/tables/{table:str}/events")
async def table_events(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[bytes]:
    """What a seat was told, all of it or after a cursor."""
    who = seat_at(request, table)
    after = request.query_params.get("after")
    heard = await beside(lobby_of(request).open(table).since, who.seat, after)
    told = [{"at": one.at, "act": one.act, "event": wire.plain(one.event)} for one in heard.told]
    return reply({"cursor": heard.cursor, "events": told})


@get("/tables/{table:str}/offers")
async def table_offers(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[bytes]:
    """What a seat may do now, with the odds."""
    who = seat_at(request, table)
    known = lobby_of(request).open(table).known(who.seat)
    return reply({"offers": await beside(actions, known, who.seat)})


API = [give_command, table_state, table_events, table_offers]
