"""`undercroft table seats` and `seat`: who plays where, who asks for a seat, links, and whom to let in or remove."""

from contextlib import closing
from typing import Any

from undercroft.faces.cli.output import print_json, tell
from undercroft.faces.shared import store_path
from undercroft.faces.shared.one_line import one_line
from undercroft.faces.views.seat_names import seat_named, title_of
from undercroft.faces.views.seats import SeatCard, seat_cards
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.interpret.text_charts import columns
from undercroft.kernel.faults import BadInput, NotFound
from undercroft.kernel.units import SeatId
from undercroft.server.new_ids import new_act
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Refused
from undercroft.store.store import Store
from undercroft.table.engine.part import Command
from undercroft.table.session.seat_asks import LetIn, TurnAway
from undercroft.table.session.seating import RenewLink
from undercroft.table.session.taken_seats import FreeSeat, NamePlayer, RemovePlayer, seat_words
from undercroft.table.state.ids import AskId
from undercroft.table.state.seats import REFEREE, SPECTATORS

_NO_KEY = bytes(32)
"""Stands for the key of the owner, which no seat needs."""


def seats(table: str, data: str | None, *, links: bool, as_json: bool) -> None:
    """List the seats, those who ask for one, and the second referees."""
    with closing(store_path.reading(store_path.place(data))) as store:
        lobby, opened = _opened(store, table)
        known = opened.now
        cards = seat_cards(known, lobby.life(table))
        paths = _paths(lobby, opened) if links else {}
        code = lobby.code_of(table)
    if as_json:
        print_json(
            {
                "table": table,
                "code": code,
                "seats": [{**_plain(card), **({"link": paths[card.id]} if links else {})} for card in cards],
                "asks": [{"name": ask.name, "seat": ask.seat} for ask in known.asks.values()],
                "referees": [referee.name for referee in known.referees.values() if not referee.removed],
                "spectators_by_code": known.spectators_by_code,
                **({"links": paths} if links else {}),
            }
        )
        return
    rows = [(card.id, card.name, card.plays or "-", "free" if card.free else card.taken) for card in cards]
    asked = (f"{ask.name} asks for {seat_words(known, ask.seat)}." for ask in known.asks.values())
    print(*map(one_line, (f"Code: {code}", *columns(rows), *asked)), sep="\n")
    if links:
        print(*(f"{one_line(name)}: {path}" for name, path in paths.items()), sep="\n")


def seat(  # noqa: PLR0913 - an option each
    table: str,
    seat: str,
    name: str | None,
    let_in: str | None,
    turn_away: str | None,
    data: str | None,
    *,
    new_link: bool,
    remove: bool,
    free: bool,
    as_json: bool,
) -> None:
    """Change one thing about a seat, and print its link."""
    asked = (new_link, remove, free, name is not None, let_in is not None, turn_away is not None)
    if sum(asked) > 1:
        raise BadInput("usage", "one thing at a time", "give one option")
    changing = store_path.changing if any(asked) else store_path.reading
    with closing(changing(store_path.place(data))) as store:
        lobby, opened = _opened(store, table)
        whose = seat_named(opened.now, seat)
        command = _command(opened, whose, name, let_in, turn_away, new_link=new_link, remove=remove, free=free)
        if command is not None:
            _give(opened, command)
        path = _paths(lobby, opened)[whose]
        lobby.tables.close()
    tell({"table": table, "seat": whose, "link": path}, f"{title_of(opened.now, whose)}: {path}", as_json=as_json)


def _opened(store: Store, table: str) -> tuple[Lobby, OpenTable]:
    lobby = Lobby(store, _NO_KEY)
    return lobby, lobby.open(table)


def _paths(lobby: Lobby, opened: OpenTable) -> dict[str, str]:
    """The end of each link's address, by seat or by the name of a second referee."""
    keys = lobby.keys(opened.id)
    paths = {seat: f"/join/{opened.id}/{keys.link(seat, edition)}" for seat, edition in lobby.editions(opened).items()}
    seconds = (second for second in opened.now.referees.values() if not second.removed)
    links = {second.name: lobby.referee_keys(opened.id).link(SeatId(second.id)) for second in seconds}
    return {str(seat): path for seat, path in paths.items()} | {
        name: f"/join/{opened.id}/{link}" for name, link in links.items()
    }


def _command(  # noqa: PLR0913 - an option each
    opened: OpenTable,
    whose: SeatId,
    name: str | None,
    let_in: str | None,
    turn_away: str | None,
    *,
    new_link: bool,
    remove: bool,
    free: bool,
) -> Command | None:
    """The command that an option stands for."""
    if whose in (REFEREE, SPECTATORS) and (remove or free or name is not None):
        raise BadInput("usage", "only a player's seat has a player", "give --new-link, or a player's seat")
    if let_in is not None:
        return LetIn(_asked(opened, whose, let_in))
    if turn_away is not None:
        return TurnAway(_asked(opened, whose, turn_away))
    if name is not None:
        return NamePlayer(whose, name)
    if new_link:
        return RenewLink(whose)
    if remove:
        return RemovePlayer(whose)
    return FreeSeat(whose) if free else None


def _asked(opened: OpenTable, whose: SeatId, name: str) -> AskId:
    """What a person asks for a seat by."""
    asks = [ask for ask in opened.now.asks.values() if ask.seat == whose]
    for ask in asks:
        if ask.name.casefold() == name.strip().casefold():
            return ask.id
    there = ", ".join(ask.name for ask in asks)
    raise NotFound(
        "not_asked",
        f"nobody called “{name[:60]}” asks for this seat",
        f"those who ask: {there}" if there else "nobody asks for it",
    )


def _give(opened: OpenTable, command: Command) -> None:
    done = opened.act(REFEREE, command, key=new_act())
    if isinstance(done, Refused):
        why = done.reasons[0]
        raise BadInput(why.code, why.what.removesuffix("."), "see undercroft table seats")


def _plain(card: SeatCard) -> dict[str, Any]:
    """A seat for programs."""
    return {
        "seat": card.id,
        "name": card.name,
        "plays": card.plays,
        "player": card.player,
        "taken": card.way.value if card.way is not None else None,
    }
