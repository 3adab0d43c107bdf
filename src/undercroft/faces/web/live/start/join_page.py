"""Joining by a code: it opens the table's join page, where a free seat can be taken and a taken one asked for."""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from litestar import Response, get
from litestar.response import Redirect
from msgspec import Struct

from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.faults import not_found
from undercroft.faces.http.lanes import beside
from undercroft.faces.http.replies import reply
from undercroft.faces.http.wrong_codes import Tries
from undercroft.faces.views.seats import seat_cards
from undercroft.faces.web.base.rendering import page
from undercroft.faces.web.live.access.join_codes import TableCode
from undercroft.faces.web.live.access.links import ask_cookie_name, cookie_name, cookies_sent
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.faces.web.live.access.seat_claims import (
    ClaimState,
    ask_for,
    asker,
    held_by_browser,
    let_in,
    stop_asking,
    take_by_code,
)
from undercroft.faces.web.live.start.campaigns import where
from undercroft.faces.web.live.start.former_seats import former_seats
from undercroft.faces.web.live.start.sign_in import remember, signed_in_at
from undercroft.faces.web.live.viewer.request import lobby_of
from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import SeatId
from undercroft.table.engine.part import Reason
from undercroft.table.session.taken_seats import seat_words
from undercroft.table.state.seats import SPECTATORS

SAYS_NO = {
    "no_seat": HTTPStatus.NOT_FOUND,
    "seat_taken": HTTPStatus.CONFLICT,
    "seat_free": HTTPStatus.CONFLICT,
    "too_many_ask": HTTPStatus.TOO_MANY_REQUESTS,
}
"""The answer to a person who does not get what they asked for; otherwise it is forbidden, or the name is at fault."""


class JoinFault(Struct, frozen=True):
    """Why a person did not get a seat, said where they asked for it."""

    seat: SeatId
    what: str
    name: str


@get("/join")
async def join_page(request: AnyRequest) -> Response[str]:
    """The seats of the table that a code opens; for a wrong code, the field to type it again."""
    return await beside(_joining, request)


def _joining(request: AnyRequest) -> Response[str]:
    typed = request.query_params.get("code", "")
    if typed and _must_prove(request, typed):
        return _again(request, typed, long=True)
    opened = lobby_of(request).opened_by(typed) if typed else None
    return _again(request, typed) if opened is None else _seats(request, typed, opened)


def _must_prove(request: AnyRequest, typed: str) -> bool:
    """Whether only a long code is looked at: after too many wrong ones, whatever short code comes now."""
    tries: Tries = request.scope["state"]["tries"]
    return tries.wait > 0 and lobby_of(request).long_codes.proven(typed) is None


def _again(request: AnyRequest, typed: str, *, long: bool = False) -> Response[str]:
    """The field to type a code again, or to type the long code, and the seats that this browser had."""
    before = former_seats(lobby_of(request), cookies_sent(request))
    tries: Tries = request.scope["state"]["tries"]
    left = max(0, tries.left - 1)
    again = page(request, "start/join_again.html", code=typed, before=before, tries=left, long=long)
    again.status_code = HTTPStatus.NOT_FOUND if typed and not long else HTTPStatus.OK
    return again


def _seats(request: AnyRequest, typed: str, code: TableCode, fault: JoinFault | None = None) -> Response[str]:
    """The seats of a table, by what everybody at it knows."""
    lobby = lobby_of(request)
    opened = lobby.open(code.table)
    known = opened.known(SPECTATORS)
    return page(
        request,
        "start/join.html",
        name=lobby.name_of(code.table) or known.name,
        where=where(known),
        code=typed,
        cards=seat_cards(known, lobby.life(code.table)),
        mine=held_by_browser(lobby, code.table, cookies_sent(request)),
        spectators=opened.now.spectators_by_code,
        fault=fault,
    )


@get("/join/seat")
async def claim(request: AnyRequest) -> Response[Any]:
    """Take a free seat by code, or come back to a seat taken before."""
    return await beside(_answered, request, _taken)


@get("/join/ask")
async def ask(request: AnyRequest) -> Response[Any]:
    """Ask for a taken seat by code; its player and the referee are told."""
    lobby_of(request).quotas.check_ask(request.client.host if request.client else "")
    return await beside(_answered, request, _asked)


def _answered(
    request: AnyRequest, given: Callable[[AnyRequest, TableCode, SeatId, str], Response[Any] | Reason]
) -> Response[Any]:
    """The answer to a person who wants a seat; a refusal stands on the join page, beside the seat."""
    typed = request.query_params.get("code", "")
    if _must_prove(request, typed):
        return _again(request, typed, long=True)
    code = lobby_of(request).opened_by(typed)
    if code is None:
        return _again(request, typed)
    seat = SeatId(request.query_params.get("seat", ""))
    name = request.query_params.get("name", "")
    status = HTTPStatus.FORBIDDEN
    try:
        why = given(request, code, seat, name)
    except BadInput as fault:
        why, status = Reason(fault.code, f"{fault.what[:1].upper()}{fault.what[1:]}."), HTTPStatus.UNPROCESSABLE_ENTITY
    if not isinstance(why, Reason):
        return why
    again = _seats(request, typed, code, JoinFault(seat, why.what, name))
    again.status_code = SAYS_NO.get(why.code, status)
    return again


def _taken(request: AnyRequest, code: TableCode, seat: SeatId, name: str) -> Response[Any] | Reason:
    cookie = take_by_code(lobby_of(request), code, seat, name, cookies_sent(request))
    if isinstance(cookie, Reason):
        return cookie
    return signed_in_at(request, f"/t/{code.table}", cookie_name(code.table), cookie)


def _asked(request: AnyRequest, code: TableCode, seat: SeatId, name: str) -> Response[Any] | Reason:
    cookie = ask_for(lobby_of(request), code, seat, name, cookies_sent(request))
    if isinstance(cookie, Reason):
        return cookie
    return signed_in_at(request, f"/join/wait?at={code.table}", ask_cookie_name(code.table), cookie)


@get("/join/wait")
async def wait_page(request: AnyRequest) -> Response[Any]:
    """The page of a person who asked for a seat: it goes on by itself when there is an answer."""
    return await beside(_waiting, request)


def _waiting(request: AnyRequest) -> Response[Any]:
    lobby, table = lobby_of(request), request.query_params.get("at", "")
    waiting = asker(lobby, table, cookies_sent(request))
    if waiting is None:
        return Redirect("/join", status_code=303)
    if waiting.standing is ClaimState.LET_IN and waiting.seat is not None:
        return signed_in_at(request, f"/t/{table}", cookie_name(table), let_in(lobby, table, waiting.seat))
    known = lobby.open(table).known(SPECTATORS)
    words = seat_words(known, waiting.seat) if waiting.seat is not None else ""
    name = lobby.name_of(table) or known.name
    return page(request, "start/join_wait.html", table=table, name=name, words=words, waits=bool(words))


@get("/join/standing")
async def standing(request: AnyRequest) -> Response[bytes]:
    """Whether a person who asked for a seat still waits."""
    waiting = await beside(asker, lobby_of(request), request.query_params.get("at", ""), cookies_sent(request))
    return reply(_told(waiting.standing if waiting is not None else None))


def _told(standing: ClaimState | None) -> Mapping[str, str]:
    return {"standing": standing.value if standing is not None else ""}


@get("/join/stop")
async def stop(request: AnyRequest) -> Response[Any]:
    """Stop asking for a seat."""
    lobby, table = lobby_of(request), request.query_params.get("at", "")
    await beside(_stopped, lobby, table, cookies_sent(request))
    answer = Redirect("/join", status_code=303)
    remember(answer, request, ask_cookie_name(table), "")
    return answer


def _stopped(lobby: Lobby, table: str, cookies: Mapping[str, str]) -> None:
    waiting = asker(lobby, table, cookies)
    if waiting is None:
        raise not_found("use the code you were given")
    stop_asking(lobby, table, waiting)


PAGES = [join_page, claim, ask, wait_page, standing, stop]
