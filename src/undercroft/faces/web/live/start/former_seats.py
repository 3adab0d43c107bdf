"""The seats that a browser has taken before: the way back for a player whose code no longer works."""

from collections.abc import Mapping
from contextlib import suppress

from msgspec import Struct

from undercroft.faces.views.seats import seat_cards
from undercroft.faces.web.live.access.links import SEAT_COOKIE
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.faces.web.live.access.seat_claims import held_by_browser
from undercroft.faces.web.live.access.sign_ins import lasts
from undercroft.kernel.faults import UndercroftError
from undercroft.table.state.seats import SPECTATORS

MOST_SHOWN = 3


class FormerSeat(Struct, frozen=True):
    """A seat that is still this browser's."""

    table: str
    campaign: str
    title: str
    lasts: bool
    """Whether the browser is still signed in; otherwise it needs the new code."""


def former_seats(lobby: Lobby, cookies: Mapping[str, str]) -> tuple[FormerSeat, ...]:
    """The seats of a browser that nobody else has taken since."""
    found: list[FormerSeat] = []
    for name in sorted(name for name in cookies if name.startswith(SEAT_COOKIE)):
        with suppress(UndercroftError):
            found += _former(lobby, name.removeprefix(SEAT_COOKIE), cookies)
    return tuple(found[:MOST_SHOWN])


def _former(lobby: Lobby, table: str, cookies: Mapping[str, str]) -> list[FormerSeat]:
    said = lobby.said(table, cookies)
    seat = held_by_browser(lobby, table, cookies) if said is not None else None
    if said is None or seat is None:
        return []
    opened = lobby.open(table)
    known = opened.known(SPECTATORS)
    title = next(card.title for card in seat_cards(known, lobby.life(table)) if card.id == seat)
    return [FormerSeat(table, lobby.name_of(table) or known.name, title, lasts(opened, said))]
