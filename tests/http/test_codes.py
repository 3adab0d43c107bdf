"""Joining by a code: it ends with the session, and the referee sees and refuses a seat that was taken by it."""

from tests.http.seating import DAN, PRIYA, TABLE, Room, room
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
