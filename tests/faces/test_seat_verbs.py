"""`undercroft table seats` and `seat`: the same as on the players' page, from the command line."""

from pathlib import Path

import pytest

from tests.faces.commandline import CommandLine
from undercroft.faces.shared import store_path
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.server.new_ids import new_act
from undercroft.table.session.seat_asks import AskForSeat
from undercroft.table.session.second_referees import InviteReferee
from undercroft.table.session.taken_seats import HoldSeat
from undercroft.table.state.ids import AskId
from undercroft.table.state.seats import REFEREE, SeatWay


@pytest.fixture
def data(undercroft: CommandLine, tmp_path: Path) -> tuple[str, str]:
    """The demo, at which Jo has taken the first seat and Mo asks for it."""
    place = ("--data", str(tmp_path / "store.db"))
    assert 0 == undercroft("table", "new", "Marches", "--demo", *place).code
    store = store_path.changing(store_path.place(place[1]))
    lobby = Lobby(store, bytes(32))
    one, *_ = lobby.open("marches").now.seats
    for command in (
        HoldSeat(one, SeatWay.CODE, "Jo"),
        AskForSeat(one, "Mo", AskId("a-wish")),
        InviteReferee("Ada"),
    ):
        lobby.open("marches").act(REFEREE, command, key=new_act())
    lobby.close()
    return place


def seats(undercroft: CommandLine, data: tuple[str, str]) -> list[tuple[str, str, str | None]]:
    """Each seat with its player and how it was taken."""
    told = undercroft("table", "seats", "marches", "--json", *data).json
    return [(seat["seat"], seat["player"], seat["taken"]) for seat in told["seats"]]


def test_the_seats_are_listed(undercroft: CommandLine, data: tuple[str, str]) -> None:
    """With players, code and wishes; links only if they are asked for."""
    shown = undercroft("table", "seats", "marches", *data)
    assert (0, True) == (shown.code, "Taken by Jo" in shown.out)
    assert "Mo asks for" in shown.out
    assert "/join/marches/" not in shown.out
    told = undercroft("table", "seats", "marches", "--links", "--json", *data).json
    assert (["Ada"], [{"name": "Mo", "seat": told["seats"][0]["seat"]}]) == (told["referees"], told["asks"])
    assert {"referee", "spectators", "Ada"} <= set(told["links"])


def test_a_person_is_let_in(undercroft: CommandLine, data: tuple[str, str]) -> None:
    """By name; nobody else is, and the seat has a new link."""
    (one, *_), *_ = seats(undercroft, data)
    before = undercroft("table", "seat", "marches", one, "--json", *data).json["link"]
    wrong = undercroft("table", "seat", "marches", one, "--let-in", "Flo", *data)
    assert (3, True) == (wrong.code, "those who ask: Mo" in wrong.err)
    assert 0 == undercroft("table", "seat", "marches", one, "--let-in", "mo", *data).code
    assert (one, "Mo", "code") == seats(undercroft, data)[0]
    assert before != undercroft("table", "seat", "marches", one, "--json", *data).json["link"]


def test_a_seat_is_closed_named_and_opened(undercroft: CommandLine, data: tuple[str, str]) -> None:
    """One thing at a time."""
    (one, *_), *_ = seats(undercroft, data)
    assert 2 == undercroft("table", "seat", "marches", one, "--open", "--remove", *data).code
    assert 2 == undercroft("table", "seat", "marches", "referee", "--remove", *data).code
    assert 0 == undercroft("table", "seat", "marches", one, "--turn-away", "Mo", *data).code
    assert 0 == undercroft("table", "seat", "marches", one, "--remove", *data).code
    assert (one, "", "kept") == seats(undercroft, data)[0]
    assert 0 == undercroft("table", "seat", "marches", one, "--name", "Flo", *data).code
    assert (one, "Flo", "kept") == seats(undercroft, data)[0]
    assert 0 == undercroft("table", "seat", "marches", one, "--open", *data).code
    assert (one, "", None) == seats(undercroft, data)[0]
    assert 2 == undercroft("table", "seat", "marches", one, "--open", *data).code
