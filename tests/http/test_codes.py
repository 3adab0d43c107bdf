"""The code of a session: how it is typed, how long it is good, and that a restart keeps it."""

import pytest

from tests.http.seating import DAN, PRIYA, SECRET, TABLE, Room, room
from undercroft.faces.http.guard import Settings
from undercroft.faces.web.live.access.code_words import WORDS
from undercroft.faces.web.live.access.join_codes import CODES, JoinCodes, written_from
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.kernel.faults import Unavailable
from undercroft.kernel.units import SeatId
from undercroft.server.commands import Undo
from undercroft.store.memory import MemoryStore
from undercroft.table.session.notes import WriteNote
from undercroft.table.session.sessions import BeginSession, EndSession
from undercroft.table.session.taken_seats import FreeSeat
from undercroft.table.world.campaign_start import Begin

HTML = {"accept": "text/html"}


def claim(hall: Room, code: str, seat: str = DAN) -> int:
    """Someone takes a seat by a code; the seat is free again afterwards."""
    status = hall.visitor().get("/join/seat", params={"code": code, "seat": seat}).status_code
    if SeatId(seat) in hall.table.now.holds:
        hall.act(FreeSeat(SeatId(seat)))
    return status


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
        assert isinstance(hall.lobby.codes, JoinCodes)
        assert (6, 2) == (len(set(codes)), len(hall.lobby.codes))
        answers = [hall.visitor().get("/join", params={"code": code}).status_code for code in codes]
        assert [404] * 5 + [200] == answers


def test_the_search_for_a_code_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where chance always falls on a code that is taken, the next is given; where all are taken, the error says so."""
    codes = JoinCodes(lambda _: 0, lambda _: CODES - 1)
    assert 3 == len({codes.code_of(table) for table in ("one", "two", "three")})
    monkeypatch.setattr("undercroft.faces.web.live.access.join_codes.CODES", 2)
    few = JoinCodes(lambda _: 0, lambda _: 1)
    assert 2 == len({few.code_of("one"), few.code_of("two")})
    with pytest.raises(Unavailable):
        few.code_of("three")
    few.forget("one")
    assert few.code_of("three") in {written_from(0), written_from(1)}


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
        assert (403, "session_over") == (gone.status_code, gone.json()["code"])
        assert "ask the referee for the next code" in gone.json()["fix"]
        assert 200 == member.get(f"/api/tables/{TABLE}").status_code
        hall.act(Undo())
        assert 200 == guest.get(f"/api/tables/{TABLE}").status_code


def test_after_the_session_its_players_read_what_they_were_told() -> None:
    """The report and the log until its end, as pages; nothing that came later, and nothing once the seat is gone."""
    with room() as hall:
        if hall.table.now.session is None or not hall.table.now.session.open:
            hall.act(BeginSession("The first", hall.table.now.present))
        guest, pages = hall.visitor(), (f"/t/{TABLE}/report", f"/t/{TABLE}/log")
        guest.get("/join/seat", params={"code": hall.lobby.code_of(TABLE), "seat": DAN})
        hall.act(WriteNote("A bell rings", everybody=True))
        hall.act(EndSession())
        hall.act(WriteNote("The door falls shut", everybody=True))
        for path in pages:
            read = guest.get(path, headers=HTML)
            assert (200, True, False) == (read.status_code, "A bell rings" in read.text, "falls shut" in read.text)
            assert "The session is over" in read.text
            assert 404 == hall.visitor().get(path, headers=HTML).status_code
        closed = guest.get(f"/t/{TABLE}/notes", headers=HTML)
        assert (403, True) == (closed.status_code, all(f'href="{path}"' in closed.text for path in pages))
        assert not any(word in closed.text for word in ("403 Forbidden", "session_over", "request <code>"))
        hall.act(FreeSeat(SeatId(DAN)))
        assert [403, 403] == [guest.get(path, headers=HTML).status_code for path in pages]
        assert "signed_out" == guest.get(f"/api/tables/{TABLE}").json()["code"]


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


FORMS = (
    "{FIRST}{SECOND}{number}",
    "{first}-{second}-{number}",
    " {FIRST}  {SECOND} {number} ",
    "{First} {Second}-{number}",
    "{first}-{second}{number}",
    "{FIRST}\N{EN DASH}{SECOND}\N{NO-BREAK SPACE}{number}.",
    "{first} {second} {tens} {ones}",
)
"""How people type a code."""


def test_every_form_that_people_type_works() -> None:
    """Small letters, spaces, hyphens and dashes make no difference, nor does leaving them out."""
    with room() as hall:
        first, second, number = hall.lobby.code_of(TABLE).split()
        words = {"FIRST": first, "first": first.lower(), "First": first.title(), "number": number}
        words |= {"SECOND": second, "second": second.lower(), "Second": second.title()}
        visitor = hall.visitor()
        for form in FORMS:
            typed = form.format(**words, tens=number[0], ones=number[1])
            assert 200 == visitor.get("/join", params={"code": typed}).status_code, typed


def test_a_wrong_code_leads_back_to_the_field() -> None:
    """With what was typed, and a sentence; also where a seat is asked for by it."""
    with room() as hall:
        for path in ("/join?code=keld+41", "/join/seat?code=keld+41&seat=dan", "/join/ask?code=keld+41&seat=dan"):
            again = hall.visitor().get(path)
            assert (404, True) == (again.status_code, 'name="code" value="keld 41"' in again.text)
            assert "No table here uses KELD 41" in again.text
            assert "Spaces, hyphens and small letters do not matter." in again.text
        assert 200 == hall.visitor().get("/join").status_code


def test_a_wrong_code_says_how_many_tries_are_left() -> None:
    """And after the last, that only the long code helps."""
    with room(settings=Settings(rate=10_000, burst=10_000, attempts=3)) as hall:
        visitor = hall.visitor(headers={"accept": "text/html"})
        said = [visitor.get("/join", params={"code": "keld 41"}).text for _ in range(4)]
        assert ["2 tries left" in said[0], "1 try left" in said[1], "0 tries left" in said[2]] == [True, True, True]
        assert "Many wrong codes came from your network" in said[3]


def test_a_phone_whose_session_is_over_is_led_to_the_field() -> None:
    """Not to a page without a way on."""
    with room() as hall:
        if hall.table.now.session is None or not hall.table.now.session.open:
            hall.act(BeginSession("The first", hall.table.now.present))
        guest = hall.visitor(headers={"accept": "text/html"})
        guest.get("/join/seat", params={"code": hall.lobby.code_of(TABLE), "seat": DAN, "name": "Jo"})
        hall.act(EndSession())
        page = guest.get(f"/t/{TABLE}")
        assert (403, True) == (page.status_code, 'href="/join">Type the code</a>' in page.text)
        assert f'href="/t/{TABLE}/report"' in page.text
        beside = guest.get(f"/api/tables/{TABLE}/offers")
        assert (403, False) == (beside.status_code, "/t/tables" in beside.text)


def test_a_restart_keeps_the_code() -> None:
    """A player who types it may be the first who comes; a code of a damaged or unknown table is no obstacle."""
    store = MemoryStore()
    before = Lobby(store, SECRET)
    tables = ("crypt", "barrow", "tower")
    for table in tables:
        before.tables.begin(table, Begin(f"The {table}"))
    codes = {table: before.code_of(table) for table in tables}
    before.tables.close()
    after = Lobby(store, SECRET)
    for table, code in codes.items():
        opened = after.codes.opened(code.lower())
        assert opened is not None
        assert table == opened.table
        assert code == after.code_of(table)


def test_a_code_follows_from_nothing_that_players_know() -> None:
    """Two tables alike in everything but their secret have other codes."""
    codes = set()
    for number in range(4):
        lobby = Lobby(MemoryStore(), SECRET)
        lobby.tables.begin("crypt", Begin("The crypt"), secret=bytes([number] * 32).ljust)
        codes.add(lobby.code_of("crypt"))
    assert 4 == len(codes)


def test_a_wrong_code_takes_as_much_work_as_a_right_one() -> None:
    """Each typed code is compared with every code in use, to the end: nobody learns how near it was."""
    codes = JoinCodes(lambda _: 0, lambda code: int(code.table), lambda: ("1", "2", "3"))
    right, compared = codes.code_of("1"), list[bytes]()

    def compare(one: bytes, other: bytes) -> bool:
        compared.append(other)
        return one == other

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("undercroft.faces.web.live.access.join_codes.hmac.compare_digest", compare)
        for typed in (right, right[:-1], "X", ""):
            compared.clear()
            assert (typed == right) == (codes.opened(typed) is not None)
            assert 3 == len(compared)


def test_the_referees_bar_is_sent_the_code_of_now() -> None:
    """As a panel, like everything that changes; players are sent none."""
    with room() as hall:
        referee, player = hall.sit(), hall.sit(PRIYA)
        if hall.table.now.session is None or not hall.table.now.session.open:
            hall.act(BeginSession("The first", hall.table.now.present))
        for _ in range(2):
            code = hall.lobby.code_of(TABLE)
            assert f'data-panel="code" data-steady>{code}</b>' in referee.get(f"/t/{TABLE}").text
            assert {"code": f"{code}"} == referee.get(f"/t/{TABLE}/panels/all?names=code").json()["panels"]
            assert {"code": ""} == player.get(f"/t/{TABLE}/panels/all?names=code").json()["panels"]
            hall.act(EndSession())
