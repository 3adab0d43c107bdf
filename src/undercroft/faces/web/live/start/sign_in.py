"""Sign-in by link: to a seat, or to the whole server."""

from contextlib import suppress
from typing import Any

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Redirect

from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.lanes import beside
from undercroft.faces.http.wrong_codes import Tries
from undercroft.faces.web.live.access.founding import FOUNDER_COOKIE
from undercroft.faces.web.live.access.links import OWNER, cookie_name, set_cookie
from undercroft.faces.web.live.access.lobby import OWNER_COOKIE, Lobby
from undercroft.faces.web.live.access.seat_claims import hold_by_link
from undercroft.faces.web.live.viewer.request import lobby_of
from undercroft.store.faults import Integrity, NoSuchTable, StoreFault


@get("/join/{table:str}/{link:str}")
async def follow(request: AnyRequest, table: FromPath[str], link: FromPath[str]) -> Response[Any]:
    """Exchange a secret link for a cookie, and drop it from the address."""
    cookie = await beside(_followed, lobby_of(request), table, link)
    if cookie is None:
        raise _tries(request).wrong_link("ask the referee for a new link")
    return signed_in_at(request, f"/t/{table}", cookie_name(table), cookie)


def _followed(lobby: Lobby, table: str, link: str) -> str | None:
    """The cookie for a link; nobody learns by a wrong link whether there is a table, or in what state."""
    with suppress(NoSuchTable, Integrity):
        lobby.store.version(table)  # asked of open tables too: a wrong link costs what it does where there is none
        entrance, keys = lobby.entrances.of(table), lobby.keys(table)
        seat = keys.seat_of(link, entrance.editions)
        second = lobby.referee_keys(table).seat_of(link, entrance.second_referees)
        if seat is not None:
            with suppress(StoreFault):  # on a disk that takes no writes, the link still works
                hold_by_link(lobby.open(table), seat)
            return keys.cookie(seat, entrance.editions[seat])
        return lobby.referee_keys(table).cookie(second) if second is not None else None
    return None


@get("/enter/{link:str}")
async def enter(request: AnyRequest, link: FromPath[str]) -> Response[Any]:
    """Sign in the server's owner, or a founder."""
    lobby = lobby_of(request)
    if founder := lobby.founding.by_link(link):
        return signed_in_at(request, "/", FOUNDER_COOKIE, lobby.founding.cookie(founder))
    if lobby.owner.seat_of(link, {OWNER: 0}) is None:
        raise _tries(request).wrong_link("use the link the server printed")
    wanted = request.query_params.get("to", "")
    place = f"/t/{wanted}" if wanted and wanted in await beside(lobby.ids) else "/"
    return signed_in_at(request, place, OWNER_COOKIE, lobby.owner.cookie(OWNER))


def _tries(request: AnyRequest) -> Tries:
    tries: Tries = request.scope["state"]["tries"]
    return tries


def signed_in_at(request: AnyRequest, place: str, name: str, value: str) -> Response[Any]:
    """Redirect with a cookie."""
    answer = Redirect(place, status_code=303)
    remember(answer, request, name, value)
    return answer


def remember(answer: Response[Any], request: AnyRequest, name: str, value: str) -> None:
    """Set a cookie that the browser keeps for ninety days; the server decides whether it is still good."""
    set_cookie(answer, request, name, value, max_age=60 * 60 * 24 * 90)


PAGES = [follow, enter]
