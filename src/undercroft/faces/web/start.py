"""The first page: campaigns to go on with and to begin for whoever runs the server, a code to type for everybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from litestar import Request, Response, get

from undercroft.books import RULES
from undercroft.demo.marks import BOOKMARKS
from undercroft.faces.founding import MOST_SEATS
from undercroft.faces.http.replies import beside
from undercroft.faces.views.housegrid import COLUMNS, cards, grid
from undercroft.faces.web.live.access import cookies_sent
from undercroft.faces.web.live.going_on import shelved
from undercroft.faces.web.live.joining import joining
from undercroft.faces.web.live.lobby import Lobby
from undercroft.faces.web.rendering import page
from undercroft.table.house import HouseRules


@get("/")
async def start_page(request: Request[Any, Any, Any]) -> Response[str]:
    """What there is."""
    lobby = cast("Lobby | None", request.app.state.lobby)
    if lobby is None or not lobby.is_owner(cookies_sent(request)):
        return page(request, "start.html", rules=len(RULES), live=lobby is not None)
    known = await beside(_known, request, lobby)
    return page(request, "start_owner.html", rules=len(RULES), **known)


def _known(request: Request[Any, Any, Any], lobby: Lobby) -> Mapping[str, object]:
    tables = shelved(lobby)
    asked = request.query_params.get("table", "")
    whole = [one for one in tables if not one.damaged]
    shown = next((one for one in whole if one.id == asked), whole[0] if whole else None)
    usual = HouseRules()
    return {
        "tables": tables,
        "shown": shown,
        "join": joining(request, lobby, shown.id) if shown is not None else None,
        "seats": _seats(lobby, shown.id) if shown is not None else (),
        "address": lobby.reachable.partition("://")[2] or request.headers["host"],
        "cards": cards(),
        "columns": COLUMNS,
        "lines": grid(usual),
        "preset": usual.preset,
        "most_seats": MOST_SEATS,
        "bookmarks": BOOKMARKS,
    }


def _seats(lobby: Lobby, table: str) -> tuple[tuple[str, str, bool], ...]:
    """Every seat: its name, whom it plays, and whether somebody is there."""
    opened = lobby.open(table)
    here = opened.listening()
    people = opened.now.people.values()
    return tuple(
        (seat.name, ", ".join(one.name for one in people if one.seat == id), id in here)
        for id, seat in opened.now.seats.items()
    )
