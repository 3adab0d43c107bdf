"""Who asks, at which table, what they look at, and what the bar above says."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, cast

from litestar import Request
from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.sovereign.entry import Style
from undercroft.faces.http.faults import Unserved
from undercroft.faces.views.logbook import Kept
from undercroft.faces.web.live.access import SignedIn, SignedOut, cookies_sent
from undercroft.faces.web.live.lobby import Lobby
from undercroft.faces.web.live.panels import Looking, chosen_group, chosen_person
from undercroft.faces.web.live.showing import Screen, screen_of
from undercroft.kernel.faults import NotPermitted
from undercroft.kernel.units import SeatId
from undercroft.table.hexes import is_hex
from undercroft.table.names import FoeId, HexId
from undercroft.table.seats import REFEREE, Seat

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
    return int(text) if text.isdecimal() and len(text) < 3 else None


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
