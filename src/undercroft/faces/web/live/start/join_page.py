"""Joining by a code: it opens the table's join page, where a free seat can be claimed."""

from http import HTTPStatus
from typing import Any

from litestar import Response, get

from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.faults import Unserved
from undercroft.faces.web.base.rendering import page
from undercroft.faces.web.live.access.links import cookie_name
from undercroft.faces.web.live.start.sign_in import signed_in_at
from undercroft.faces.web.live.viewer.request import lobby_of
from undercroft.kernel.units import SeatId

_NO_SUCH_CODE = (HTTPStatus.NOT_FOUND, "no_such_code", "no table has that code", "ask the referee for it")


@get("/join")
async def join_page(request: AnyRequest) -> Response[str]:
    """The seats of the table that a code opens; for a wrong code, the field to type it again."""
    lobby = lobby_of(request)
    code = request.query_params.get("code", "")
    table = lobby.table_of(code)
    if table is None:
        again = page(request, "start/join_again.html", code=code)
        again.status_code = HTTPStatus.NOT_FOUND
        return again
    now = lobby.open(table).now
    seats = [
        (seat, [person.name for person in now.people.values() if person.seat == seat.id])
        for seat in now.seats.values()
        if lobby.may_claim(code, seat.id)
    ]
    return page(request, "start/join.html", name=now.name, code=code, seats=seats)


@get("/join/seat")
async def claim(request: AnyRequest) -> Response[Any]:
    """Claim a seat by code; the referee sees the claim and can refuse it by renewing the link."""
    lobby = lobby_of(request)
    code = request.query_params.get("code", "")
    table = lobby.table_of(code)
    seat = SeatId(request.query_params.get("seat", ""))
    if table is None or seat not in lobby.open(table).now.seats:
        raise Unserved(*_NO_SUCH_CODE)
    if not lobby.may_claim(code, seat):
        what = "the referee has closed this seat to the code"
        raise Unserved(HTTPStatus.FORBIDDEN, "seat_refused", what, "ask the referee for its link")
    cookie = lobby.claim(code, seat)
    if cookie is None:
        raise Unserved(*_NO_SUCH_CODE)
    return signed_in_at(request, f"/t/{table}", cookie_name(table), cookie)


PAGES = [join_page, claim]
