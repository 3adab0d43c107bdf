"""Sign-in by link: to a seat, or to the whole server."""

from collections.abc import Mapping
from typing import Any

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Redirect

from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.faults import not_found
from undercroft.faces.web.live.access.links import OWNER, cookie_name, kept_as
from undercroft.faces.web.live.access.lobby import OWNER_COOKIE
from undercroft.faces.web.live.viewer.request import lobby_of
from undercroft.kernel.units import SeatId
from undercroft.store.faults import NoSuchTable


@get("/join/{table:str}/{link:str}")
async def follow(request: AnyRequest, table: FromPath[str], link: FromPath[str]) -> Response[Any]:
    """Exchange a secret link for a cookie, and drop it from the address."""
    lobby = lobby_of(request)
    try:
        opened = lobby.open(table)
    except NoSuchTable:
        opened = None
    editions: Mapping[SeatId, int] = lobby.editions(opened) if opened is not None else {}
    seat = lobby.keys(table).seat_of(link, editions) if opened is not None else None
    if seat is None:
        raise not_found("ask the referee for a new link")
    return signed_in_at(request, f"/t/{table}", cookie_name(table), lobby.keys(table).cookie(seat, editions[seat]))


@get("/enter/{link:str}")
async def enter(request: AnyRequest, link: FromPath[str]) -> Response[Any]:
    """Sign in the server's owner."""
    lobby = lobby_of(request)
    if lobby.owner.seat_of(link, {OWNER: 0}) is None:
        raise not_found("use the link the server printed")
    wanted = request.query_params.get("to", "")
    place = f"/t/{wanted}" if wanted in lobby.ids() else "/"
    return signed_in_at(request, place, OWNER_COOKIE, lobby.owner.cookie(OWNER))


def signed_in_at(request: AnyRequest, place: str, name: str, value: str) -> Response[Any]:
    """Redirect with a cookie; a cookie set over https is sent only over https."""
    scheme = request.url.scheme
    answer = Redirect(place, status_code=303)
    answer.set_cookie(
        kept_as(name, scheme),
        value,
        path="/",
        httponly=True,
        samesite="lax",
        secure=scheme == "https",
        max_age=60 * 60 * 24 * 90,
    )
    return answer


PAGES = [follow, enter]
