"""Joining by a code: it ends with the session, and the referee sees and refuses a seat that was taken by it."""

import pytest

from tests.http.seating import DAN, PRIYA, TABLE, Room, room
from undercroft.faces.web.live.access.code_words import WORDS
from undercroft.faces.web.live.access.join_codes import CODES, JoinCodes, _written
from undercroft.kernel.faults import Unavailable
from undercroft.server.commands import Undo
from undercroft.table.session.sessions import BeginSession, EndSession


def claim(hall: Room, code: str, seat: str = DAN) -> int:
    """Someone takes a seat by a code."""
    return hall.visitor().get("/join/seat", params={"code": code, "seat": seat}).status_code


def test_a_code_ends_with_the_session() -> None:
    """From then on it opens nothing; there is a new one for the next session, before it begins and while it lasts."""
    with room() as hall:
        if hall.table.now.session is None or not hall.table.now.session.open:
            hall.act(BeginSession("The first", hall.table.now.present))
        code = hall.lobby.code_of(TABLE)
        assert (303, 200) == (claim(hall, code), hall.visitor().get("/join", params={"code": code.lower()}).status_code)
        hall.act(EndSession())
        assert (404, 404) == (claim(hall, code), hall.visitor().get("/join", params={"code": code}).status_code)
        later = hall.lobby.code_of(TABLE)
        assert code != later
        assert 303 == claim(hall, later)
        hall.act(BeginSession("The next", hall.table.now.present))
        assert later == hall.lobby.code_of(TABLE)
        assert 303 == claim(hall, later)


def test_codes_are_too_many_to_guess() -> None:
    """Two words and a number: at ten tries a minute, one address needs a year for all of them."""
    with room() as hall:
        first, second, number = hall.lobby.code_of(TABLE).split()
        assert ({first, second} <= set(WORDS), 10 <= int(number) <= 99) == (True, True)
        for typed in (f"{first}{second}{number}", f"{first}-{second}-{number}".lower(), f" {first} {second} {number} "):
            assert 200 == hall.visitor().get("/join", params={"code": typed}).status_code
    assert len(set(WORDS)) ** 2 * 90 == CODES > 10 * 60 * 24 * 365


def test_a_code_is_free_again_after_its_session() -> None:
    """However many sessions a table has, it holds this session's code and the last, which an undo brings back."""
    with room() as hall:
        codes = [hall.lobby.code_of(TABLE)]
        for number in range(5):
            if hall.table.now.session is None or not hall.table.now.session.open:
                hall.act(BeginSession(f"Number {number}", hall.table.now.present))
            hall.act(EndSession())
            codes.append(hall.lobby.code_of(TABLE))
        assert (6, 2) == (len(set(codes)), len(hall.lobby.codes))
        answers = [hall.visitor().get("/join", params={"code": code}).status_code for code in codes]
        assert [404] * 5 + [200] == answers


def test_the_search_for_a_code_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where chance always falls on a code that is taken, the next is given; where all are taken, the error says so."""
    codes = JoinCodes(lambda _: 0, pick=lambda _: CODES - 1)
    assert 3 == len({codes.code_of(table) for table in ("one", "two", "three")})
    monkeypatch.setattr("undercroft.faces.web.live.access.join_codes.CODES", 2)
    few = JoinCodes(lambda _: 0, pick=lambda _: 1)
    assert 2 == len({few.code_of("one"), few.code_of("two")})
    with pytest.raises(Unavailable):
        few.code_of("three")
    few.forget("one")
    assert few.code_of("three") in {_written(0), _written(1)}


def test_a_seat_taken_by_code_ends_with_the_code() -> None:
    """The browser is signed out and its stream ends; an undo brings both back, and a seat taken by link stays."""
    with room() as hall:
        if hall.table.now.session is None or not hall.table.now.session.open:
            hall.act(BeginSession("The first", hall.table.now.present))
        guest, member = hall.visitor(), hall.sit(PRIYA)
        guest.get("/join/seat", params={"code": hall.lobby.code_of(TABLE), "seat": DAN})
        with hall.stream(guest) as stream:
            hall.act(EndSession())
            assert "bye" == stream.until("bye")["event"]
        gone = guest.get(f"/api/tables/{TABLE}")
        assert (403, "signed_out") == (gone.status_code, gone.json()["code"])
        assert "ask the referee for the next code" in gone.json()["fix"]
        assert 200 == member.get(f"/api/tables/{TABLE}").status_code
        hall.act(Undo())
        assert 200 == guest.get(f"/api/tables/{TABLE}").status_code


def test_a_session_that_goes_on_after_all_keeps_its_code() -> None:
    """Where its end is undone, the code opens the table again."""
    with room() as hall:
        if hall.table.now.session is None or not hall.table.now.session.open:
            hall.act(BeginSession("The first", hall.table.now.present))
        code = hall.lobby.code_of(TABLE)
        hall.act(EndSession())
        hall.act(Undo())
        assert code == hall.lobby.code_of(TABLE)
        assert 303 == claim(hall, code)


def test_the_referee_sees_and_refuses_who_came_by_the_code() -> None:
    """The page says so; refused, they are signed out, the code opens that seat no more, and its link still does."""
    with room() as hall:
        referee, code = hall.sit(), hall.lobby.code_of(TABLE)
        assert "joined by the code" not in referee.get(f"/t/{TABLE}/players").text
        guest = hall.visitor()
        assert 303 == guest.get("/join/seat", params={"code": code, "seat": DAN}).status_code
        assert 200 == guest.get(f"/api/tables/{TABLE}").status_code
        seen = referee.get(f"/t/{TABLE}/players").text
        assert ("joined by the code</span>" in seen, 'aria-label="Refuse Dan"' in seen) == (True, True)
        assert 303 == claim(hall, code)
        assert "joined by the code, 2 times" in referee.get(f"/t/{TABLE}/players").text
        refusal = {"command": {"kind": "renew_link", "seat": DAN}, "key": "refuse"}
        assert 200 == referee.post(f"/api/tables/{TABLE}/commands", json=refusal).status_code
        assert 403 == guest.get(f"/api/tables/{TABLE}").status_code
        again = guest.get("/join/seat", params={"code": code, "seat": DAN})
        assert (403, "seat_refused") == (again.status_code, again.json()["code"])
        assert "Dan" not in guest.get("/join", params={"code": code}).text.replace("Dungeon", "")
        assert "joined by the code" not in referee.get(f"/t/{TABLE}/players").text
        assert 303 == claim(hall, code, PRIYA)
        assert 303 == hall.visitor().get(hall.link(DAN)).status_code
