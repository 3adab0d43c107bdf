"""The pages of the live table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath
from litestar.types import ASGIApp
from markupsafe import Markup

from undercroft.faces.http.faults import Unserved
from undercroft.faces.http.replies import HTML, JSON, beside, in_turn
from undercroft.faces.views.actions import actions, most_useful
from undercroft.faces.web.live.access import kept_as
from undercroft.faces.web.live.drawing import RECENT, Drawn, panel
from undercroft.faces.web.live.forms import command_controls, command_named, commands_for, summary, title_of
from undercroft.faces.web.live.joining import joining
from undercroft.faces.web.live.panels import Looking
from undercroft.faces.web.live.seated import AT, bar_of, lobby_of, looking, seat_at
from undercroft.faces.web.live.showing import EVERY, places_of, screen_of, tabs_of
from undercroft.faces.web.rendering import fragment, page
from undercroft.kernel import wire
from undercroft.kernel.strict import read_object
from undercroft.table.seats import SPECTATORS

TITLES = {
    "me": "Character",
    "strip": "Turns",
    "party": "Party",
    "map": "Map",
    "actions": "What can be done",
    "wanted": "Dice wanted",
    "room": "Room",
    "log": "Log",
    "gear": "Gear",
    "rounds": "Rounds",
    "order": "Order of the round",
    "strike": "The blow",
    "peril": "The dying and nerve",
    "encounter": "Encounter",
    "meeting": "Those who are met",
    "day": "Day",
    "lands": "Country",
    "route": "Course",
    "here": "Hereabouts",
    "camp": "Camp",
    "town": "Settlement",
}


@get("/t/{table:str}")
async def table_page(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[str]:
    """The table as a seat sees it."""
    look, drawn = await in_turn(_drawn, request, table)
    shown = {
        "panels": drawn,
        "titles": TITLES,
        "places": places_of(look),
        "screen": screen_of(look),
        "tabs": tabs_of(look),
    }
    answer = page(request, "live/table.html", look=look, bar=bar_of(request, look), **shown)
    scheme = request.url.scheme
    answer.set_cookie(kept_as(AT, scheme), table, path="/", httponly=True, samesite="lax", secure=scheme == "https")
    return answer


@get("/t/{table:str}/panels/{name:str}")
async def panel_fragment(request: Request[Any, Any, Any], table: FromPath[str], name: FromPath[str]) -> Response[str]:
    """One panel as it stands."""
    look, drawn = await in_turn(_drawn, request, table, (name,))
    if name not in drawn:
        raise Unserved(HTTPStatus.NOT_FOUND, "not_found", "there is no such panel", "reload the page")
    return Response(drawn[name], media_type=HTML, headers={"x-screen": str(screen_of(look))})


@get("/t/{table:str}/panels/all")
async def panels_together(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[bytes]:
    """The panels that a screen asks for, as they stand at one moment."""
    who, lobby = seat_at(request, table), lobby_of(request)
    asked = (table, who.seat, who.edition, lobby.open(table).cursor(who.seat), request.scope["query_string"])
    drawn = await lobby.easel.draw(asked, partial(_together, request, table))
    return Response(drawn.panels, media_type=JSON, headers={"x-screen": drawn.screen})


def _together(request: Request[Any, Any, Any], table: str) -> Drawn:
    look, drawn = _drawn(request, table, request.query_params.get("names", "").split(","))
    panels = {name: str(one) for name, one in drawn.items()}
    return Drawn(screen_of(look), wire.shown({"cursor": look.cursor, "panels": panels}))


def _drawn(
    request: Request[Any, Any, Any], table: str, named: Iterable[str] | None = None
) -> tuple[Looking, Mapping[str, Markup]]:
    """What somebody looks at, and the panels that were named of it, or those of the screen."""
    look = looking(request, table, RECENT)
    names = [name for _, names in places_of(look) for name in names] if named is None else named
    return look, {name: panel(name, look) for name in names if name in EVERY}


@get("/t/{table:str}/forms/{tag:str}")
async def form_fragment(request: Request[Any, Any, Any], table: FromPath[str], tag: FromPath[str]) -> Response[str]:
    """A command as a form."""
    look = await beside(looking, request, table)
    kind = command_named(tag)
    given = request.query_params.get("given")
    needed, further = command_controls(kind, look, read_object(given) if given else {})
    return fragment(
        "live/form.html", tag=tag, title=title_of(tag), summary=summary(kind), needed=needed, further=further
    )


@get("/t/{table:str}/commands")
async def palette_fragment(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[str]:
    """All that can be asked for, to search in."""
    look = await beside(looking, request, table)
    listed = [(tag, title_of(tag), what) for tag, what in commands_for(look)]
    offered = await beside(lambda: [one for one in most_useful(actions(look.known, look.seat)) if not one.refused])
    return fragment("live/palette.html", look=look, commands=listed, offered=offered)


@get("/t/{table:str}/stream")
async def table_stream(request: Request[Any, Any, Any], table: FromPath[str]) -> ASGIApp:
    """What changes, as it changes."""
    who = seat_at(request, table)
    lobby = lobby_of(request)
    since = request.headers.get("last-event-id", request.query_params.get("since"))
    return lobby.streams.join(lobby.open(table), who, since, request.scope)


@get("/t/{table:str}/players")
async def players_page(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[str]:
    """The seats of a table with their links, for its referee."""
    look = await beside(looking, request, table)
    if not look.referee:
        raise Unserved(HTTPStatus.FORBIDDEN, "referee_only", "that is for the referee", "go back to the table")
    lobby = lobby_of(request)
    keys, join = lobby.keys(table), joining(request, lobby, table)
    editions = lobby.editions(lobby.open(table))
    names = {seat: one.name for seat, one in look.known.seats.items()} | {SPECTATORS: "Whoever looks on"}
    links = [
        (seat, name, f"{join.address}/join/{table}/{keys.link(seat, editions[seat])}") for seat, name in names.items()
    ]
    return page(
        request,
        "live/players.html",
        look=look,
        bar=bar_of(request, look),
        links=links,
        join=join,
        claimed=lobby.claimed(table),
    )


PAGES = [
    table_page,
    panel_fragment,
    panels_together,
    form_fragment,
    palette_fragment,
    table_stream,
    players_page,
]
