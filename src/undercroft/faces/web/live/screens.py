"""The pages of the live table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any, cast

from litestar import Request, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect
from litestar.types import ASGIApp
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.sovereign.entry import Style
from undercroft.faces.http.bodies import body_as
from undercroft.faces.http.faults import Unserved
from undercroft.faces.http.replies import HTML, JSON, beside, in_turn, reply
from undercroft.faces.views.actions import actions, most_useful
from undercroft.faces.views.logbook import Kept
from undercroft.faces.web.live.access import OWNER, SignedIn, SignedOut, cookie_name, cookies_sent, kept_as
from undercroft.faces.web.live.drawing import RECENT, Drawn, panel
from undercroft.faces.web.live.forms import command_controls, command_named, commands_for, summary, title_of
from undercroft.faces.web.live.joining import joining
from undercroft.faces.web.live.lobby import OWNER_COOKIE, Lobby
from undercroft.faces.web.live.panels import Looking, chosen_group, chosen_person
from undercroft.faces.web.live.showing import EVERY, Screen, places_of, screen_of, tabs_of
from undercroft.faces.web.live.throwing import act_with
from undercroft.faces.web.rendering import fragment, page
from undercroft.kernel import wire
from undercroft.kernel.faults import NotPermitted
from undercroft.kernel.strict import read_object
from undercroft.kernel.units import SeatId
from undercroft.server.commands import read_command
from undercroft.server.responses import Refused, Replayed, Stale
from undercroft.store.faults import NoSuchTable
from undercroft.table.hexes import is_hex
from undercroft.table.names import FoeId, HexId
from undercroft.table.seats import REFEREE, SPECTATORS, Seat

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


EVERYBODY = "everybody"
AT = "at"
"""The cookie that says at which table a browser was last."""


def lobby_of(request: Request[Any, Any, Any]) -> Lobby:
    """The lobby of this server."""
    return cast("Lobby", request.app.state.lobby)


def seat_at(request: Request[Any, Any, Any], table: str) -> SignedIn:
    """Who asks, at which table; for everybody else there is no such table."""
    found = lobby_of(request).signed_in(table, cookies_sent(request))
    if isinstance(found, SignedOut):
        raise NotPermitted("signed_out", "the link to this seat was renewed", "ask the referee for it")
    if found is None:
        raise Unserved(
            HTTPStatus.NOT_FOUND, "not_found", "there is nothing at this address", "use the link you were given"
        )
    return found


def looking(request: Request[Any, Any, Any], table: str, most: int | None = None) -> Looking:
    """What somebody looks at, by their cookie and what they chose; with all that they were told, or the last of it."""
    who = seat_at(request, table)
    opened = lobby_of(request).open(table)
    chosen = request.query_params
    seen_by = SeatId(chosen.get("as", ""))
    watching = who.seat == REFEREE and seen_by in opened.now.seats
    who = replace(who, seat=seen_by) if watching else who
    stands = opened.standing(who.seat, most=most)
    known = stands.known
    group = chosen_group(known, who.seat, chosen.get("group"))
    everybody = chosen.get("who") == EVERYBODY
    show = chosen.get("show", "")
    return Looking(
        table,
        who.seat,
        known,
        stands.told,
        group,
        None if everybody else chosen_person(known, who.seat, group, chosen.get("who")),
        _small(chosen.get("level", "")),
        stands.cursor,
        everybody,
        FoeId(chosen["foe"]) if "foe" in chosen else None,
        _small(chosen.get("weapon", "")) or 0,
        Kept(show) if show in set(Kept) else Kept.ALL,
        stands.last,
        Style.HARD if chosen.get("entry") == Style.HARD else Style.SOFT,
        watching,
        HexId(chosen["goal"]) if is_hex(chosen.get("goal", "")) else None,
        chosen.get("hexes") == "list",
        stands.before,
    )


def _small(text: str) -> int | None:
    """A number of one or two digits."""
    return int(text) if text.isdigit() and len(text) < 3 else None


class Bar(Struct, frozen=True):
    """What the bar of every page of a table says: what is on, and for the referee who is here and how they join."""

    name: str
    """What the table is called now."""
    screen: Screen
    code: str = ""
    here: int = 0
    """Players' seats at which somebody listens."""
    seats: Mapping[SeatId, Seat] = {}


def bar_of(request: Request[Any, Any, Any], look: Looking) -> Bar:
    """The bar of a seat's pages."""
    lobby, screen = lobby_of(request), screen_of(look)
    name = lobby.name_of(look.table) or look.known.name
    if not look.referee:
        return Bar(name, screen)
    return Bar(name, screen, lobby.code_of(look.table), lobby.streams.present(look.table), look.known.seats)


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


@get("/join/{table:str}/{link:str}")
async def follow(request: Request[Any, Any, Any], table: FromPath[str], link: FromPath[str]) -> Response[Any]:
    """Exchange a secret link for a cookie, and drop it from the address."""
    lobby = lobby_of(request)
    try:
        opened = lobby.open(table)
    except NoSuchTable:
        opened = None
    editions: Mapping[SeatId, int] = lobby.editions(opened) if opened is not None else {}
    seat = lobby.keys(table).seat_of(link, editions) if opened is not None else None
    if seat is None:
        raise Unserved(
            HTTPStatus.NOT_FOUND, "not_found", "there is nothing at this address", "ask the referee for a new link"
        )
    return signed_in_at(request, f"/t/{table}", cookie_name(table), lobby.keys(table).cookie(seat, editions[seat]))


@get("/enter/{link:str}")
async def enter(request: Request[Any, Any, Any], link: FromPath[str]) -> Response[Any]:
    """Let whoever runs the server in."""
    lobby = lobby_of(request)
    if lobby.owner.seat_of(link, {OWNER: 0}) is None:
        raise Unserved(
            HTTPStatus.NOT_FOUND, "not_found", "there is nothing at this address", "use the link the server printed"
        )
    wanted = request.query_params.get("to", "")
    known = {table.id for table in lobby.all()}
    place = f"/t/{wanted}" if wanted in known else "/"
    return signed_in_at(request, place, OWNER_COOKIE, lobby.owner.cookie(OWNER))


def signed_in_at(request: Request[Any, Any, Any], place: str, name: str, value: str) -> Response[Any]:
    """Go there with a cookie; one that came over https goes back over https alone."""
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


PAGES = [
    table_page,
    panel_fragment,
    panels_together,
    form_fragment,
    palette_fragment,
    table_stream,
    players_page,
    follow,
    enter,
]
API = [give_command, table_state, table_events, table_offers]
