"""Taking a seat by the session's code: a free seat at once, a taken one when its player or the referee agrees."""

import secrets
from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from undercroft.faces.web.live.access.join_codes import TableCode
from undercroft.faces.web.live.access.links import ask_cookie_name
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.faces.web.live.access.sign_ins import is_of_now, sessions_ended
from undercroft.kernel.units import SeatId
from undercroft.server.new_ids import new_act
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Refused
from undercroft.store.faults import Integrity, NoSuchTable
from undercroft.table.engine.part import Command, Reason
from undercroft.table.session.seat_asks import AskForSeat, TurnAway
from undercroft.table.session.taken_seats import NO_SEAT, HoldSeat, NamePlayer
from undercroft.table.state.ids import AskId
from undercroft.table.state.seats import REFEREE, SPECTATORS, SeatAsk, SeatWay

_ASK_BYTES = 12
NO_SPECTATORS = Reason("no_spectators", "The referee lets spectators in only by their own link.")


class ClaimState(StrEnum):
    """What has become of a person who asked for a seat."""

    WAITS = "waits"
    LET_IN = "let_in"
    TURNED_AWAY = "turned_away"


class Asker(Struct, frozen=True):
    """A person who asked for a seat."""

    ask: AskId
    standing: ClaimState
    seat: SeatId | None = None
    name: str = ""


def held_by_browser(lobby: Lobby, table: str, cookies: Mapping[str, str]) -> SeatId | None:
    """The player's seat that a browser has taken and nobody else has since, also if the session of its code is over."""
    said = lobby.said(table, cookies)
    opened = lobby.open(table)
    mine = said is not None and said.seat in opened.now.seats and is_of_now(opened, said)
    return said.seat if said is not None and mine else None


def take_by_code(lobby: Lobby, code: TableCode, seat: SeatId, name: str, cookies: Mapping[str, str]) -> str | Reason:
    """Take a free seat, the spectators', or the seat that this browser has already; its cookie, or why not."""
    opened = lobby.open(code.table)
    if seat == SPECTATORS and not opened.now.spectators_by_code:
        return NO_SPECTATORS
    if seat not in (SPECTATORS, *opened.now.seats):
        return NO_SEAT
    if seat in opened.now.seats:
        mine = held_by_browser(lobby, code.table, cookies) == seat
        called = name.strip() or opened.now.players.get(seat, "") or opened.now.seats[seat].name
        renamed = not mine or called != opened.now.players.get(seat)
        command = NamePlayer(seat, called) if mine else HoldSeat(seat, SeatWay.CODE, called)
        if renamed and (why := _given(opened, command)):
            return why
    return lobby.keys(code.table).cookie(seat, lobby.editions(opened)[seat], code.ended)


def hold_by_link(opened: OpenTable, seat: SeatId) -> None:
    """Note that a free seat was taken by its link."""
    if seat in opened.now.seats and seat not in opened.now.holds:
        _given(opened, HoldSeat(seat, SeatWay.LINK))


def ask_for(lobby: Lobby, code: TableCode, seat: SeatId, name: str, cookies: Mapping[str, str]) -> str | Reason:
    """Ask for a taken seat; the cookie by which the person waits, or why not."""
    opened, before = lobby.open(code.table), asker(lobby, code.table, cookies)
    if before is not None and before.standing is ClaimState.WAITS and before.seat == seat:
        return cookies[ask_cookie_name(code.table)]
    id = AskId(secrets.token_urlsafe(_ASK_BYTES))
    if why := _given(opened, AskForSeat(seat, name.strip(), id)):
        return why
    if before is not None and before.standing is ClaimState.WAITS:
        _given(opened, TurnAway(before.ask))
    return lobby.ask_keys(code.table).cookie(SeatId(id), ended=code.ended)


def asker(lobby: Lobby, table: str, cookies: Mapping[str, str]) -> Asker | None:
    """The person who waits by this browser's cookie, if it is ours and of this session."""
    cookie = cookies.get(ask_cookie_name(table), "")
    try:
        said = lobby.ask_keys(table).signed(cookie) if cookie else None
        opened = lobby.open(table) if said is not None else None
    except (NoSuchTable, Integrity):
        return None
    if said is None or opened is None or said.ended != sessions_ended(opened):
        return None
    id, now = AskId(said.seat), opened.now
    if id in now.asks:
        ask: SeatAsk = now.asks[id]
        return Asker(id, ClaimState.WAITS, ask.seat, ask.name)
    won = next((seat for seat, hold in now.holds.items() if hold.ask == id), None)
    return Asker(id, ClaimState.LET_IN if won is not None else ClaimState.TURNED_AWAY, won)


def let_in(lobby: Lobby, table: str, won: SeatId) -> str:
    """The cookie for the seat that a person was let into."""
    opened = lobby.open(table)
    return lobby.keys(table).cookie(won, lobby.editions(opened)[won], sessions_ended(opened))


def stop_asking(lobby: Lobby, table: str, waiting: Asker) -> None:
    """Withdraw a wish for a seat that has no answer yet."""
    if waiting.standing is ClaimState.WAITS:
        _given(lobby.open(table), TurnAway(waiting.ask))


def _given(opened: OpenTable, command: Command) -> Reason | None:
    """Give a command of the server's own; the first reason if it is refused."""
    done = opened.act(REFEREE, command, key=new_act())
    return done.reasons[0] if isinstance(done, Refused) else None
