"""The start page: campaigns to continue or start for the server's owner, a join code field for everybody."""

from collections.abc import Mapping
from typing import cast

from litestar import Response, get

from undercroft.books import RULES
from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.lanes import beside
from undercroft.faces.web.base.guide_texts import guides
from undercroft.faces.web.base.rendering import page
from undercroft.faces.web.live.access.join_code import join_code
from undercroft.faces.web.live.access.links import cookies_sent
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.faces.web.live.start.bookmarks import scene_cards
from undercroft.faces.web.live.start.campaigns import campaign_cards
from undercroft.faces.web.live.start.former_seats import former_seats
from undercroft.faces.web.live.start.founders import founder_cards
from undercroft.faces.web.live.start.new_page import WAYS
from undercroft.faces.web.live.viewer.request import Starter, starter_of


@get("/")
async def start_page(request: AnyRequest) -> Response[str]:
    """The start page."""
    lobby = cast("Lobby | None", request.app.state.lobby)
    starter = starter_of(request) if lobby is not None else None
    if starter is None:
        before = await beside(former_seats, lobby, cookies_sent(request)) if lobby is not None else ()
        return await beside(page, request, "start/start.html", rules=len(RULES), live=lobby is not None, before=before)
    known = await beside(_known, request, starter)
    return await beside(page, request, "start/owner.html", rules=len(RULES), **known)


def _known(request: AnyRequest, starter: Starter) -> Mapping[str, object]:
    lobby, founder = starter.lobby, starter.founder
    tables = campaign_cards(lobby, sees=starter.sees)
    asked = request.query_params.get("table", "")
    whole = [table for table in tables if not table.damaged]
    shown = next((table for table in whole if table.id == asked), whole[0] if whole else None)
    return {
        "tables": tables,
        "shown": shown,
        "join": join_code(request, lobby, shown.id) if shown is not None else None,
        "seats": _seats(lobby, shown.id) if shown is not None else (),
        "address": lobby.reachable.partition("://")[2] or request.headers["host"],
        "ways": WAYS,
        "founder": founder,
        "founders": founder_cards(lobby) if founder is None else (),
        "scenes": scene_cards(lobby) if founder is None else (),
        "guides": tuple(guides().values()),
    }


def _seats(lobby: Lobby, table: str) -> tuple[tuple[str, str, bool], ...]:
    """Every seat: its name, its characters, and whether it is online."""
    opened = lobby.open(table)
    here = lobby.listening(opened)
    people = opened.now.people.values()
    return tuple(
        (opened.now.called(id), ", ".join(person.name for person in people if person.seat == id), id in here)
        for id in opened.now.seats
    )
