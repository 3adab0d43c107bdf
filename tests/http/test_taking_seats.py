"""Taking seats over HTTP: a seat is taken once, and passed on only if its player or the referee agrees."""

import re
from collections.abc import Iterator
from urllib.parse import quote_plus

import httpx
import pytest
import segno

from tests.http.mining import routes_of_tables
from tests.http.seating import DAN, PLAYERS, PRIYA, SAM, SECRET, TABLE, Room, give, room
from undercroft.faces.web.live.access.links import ask_cookie_name, cookie_name
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.kernel.units import SeatId
from undercroft.server.new_ids import new_act
from undercroft.table.session.seat_asks import TurnAway
from undercroft.table.session.sessions import BeginSession, EndSession
from undercroft.table.session.taken_seats import FreeSeat
from undercroft.table.session.whispers import Whisper
from undercroft.table.state.seats import REFEREE, SPECTATORS, SeatWay

WHISPER = "The abbot is dead and sits in the third stall."
HTML = {"accept": "text/html"}


@pytest.fixture
def hall() -> Iterator[Room]:
    """A table at which Dan's seat was taken by code, by Jo, and the referee has whispered to it."""
    with room() as opened:
        opened.act(Whisper(REFEREE, DAN, WHISPER))
        yield opened


def sits(hall: Room, seat: SeatId = DAN, name: str = "Jo") -> httpx.Client:
    """Someone takes a seat by the code."""
    client = hall.visitor()
    assert 303 == join(hall, client, "seat", seat, name).status_code
    return client


def join(hall: Room, client: httpx.Client, how: str, seat: SeatId = DAN, name: str = "Mo") -> httpx.Response:
    """Someone takes a seat, or asks for it."""
    return client.get(f"/join/{how}", params={"code": hall.lobby.code_of(TABLE), "seat": seat, "name": name})


def asks(hall: Room, seat: SeatId = DAN, name: str = "Mo") -> httpx.Client:
    """Someone asks for a seat."""
    client = hall.visitor(headers=HTML)
    answer = join(hall, client, "ask", seat, name)
    assert (303, f"/join/wait?at={TABLE}") == (answer.status_code, answer.headers["location"])
    return client


def wish(hall: Room) -> str:
    """What the last person who asked asks by."""
    return list(hall.table.now.asks)[-1]


def standing(client: httpx.Client) -> str:
    """What has become of someone's wish."""
    return str(client.get(f"/join/standing?at={TABLE}").json()["standing"])


def status(client: httpx.Client) -> int:
    """Whether someone has a seat."""
    return client.get(f"/api/tables/{TABLE}").status_code


def test_a_taken_seat_shows_by_whom_and_is_not_taken_again(hall: Room) -> None:
    """Neither by the code nor under another name; it stands on the join page with its player and the time."""
    jo, other = sits(hall), hall.visitor()
    page = other.get("/join", params={"code": hall.lobby.code_of(TABLE)}).text
    assert "Taken by Jo just now" in page
    for name in ("Mo", "Jo", ""):
        refused = join(hall, other, "seat", DAN, name)
        assert (409, True) == (refused.status_code, "That seat is taken." in refused.text)
    assert {} == dict(other.cookies)
    assert (404, 200) == (status(other), status(jo))
    assert SeatWay.CODE is hall.table.now.holds[DAN].way


def test_two_phones_take_one_free_seat_at_once(hall: Room) -> None:
    """One of them gets it."""
    first, second = hall.visitor(), hall.visitor()
    answers = [join(hall, first, "seat", SAM, "Mo").status_code, join(hall, second, "seat", SAM, "Flo").status_code]
    assert [303, 409] == answers


@pytest.mark.parametrize("agrees", ["player", "referee"])
def test_a_seat_is_passed_on_when_one_of_them_agrees(hall: Room, agrees: str) -> None:
    """Both are told at once; then the old phone is signed out, and the new one goes on by itself."""
    jo, referee = sits(hall), hall.sit()
    mo = asks(hall)
    for client in (jo, referee):
        assert "Mo asks for" in client.get(f"/t/{TABLE}").text
    assert "Mo asks for" in referee.get(f"/t/{TABLE}/players").text
    assert "Mo asks for" not in hall.sit(PRIYA).get(f"/t/{TABLE}").text
    assert "waits" == standing(mo)
    answer = give(jo if agrees == "player" else referee, {"kind": "let_in", "ask": wish(hall)})
    assert (200, False) == (answer.status_code, "refused" in answer.json())
    assert "let_in" == standing(mo)
    through = mo.get(f"/join/wait?at={TABLE}")
    assert (303, f"/t/{TABLE}") == (through.status_code, through.headers["location"])
    assert (200, 403) == (status(mo), status(jo))
    gone = jo.get(f"/api/tables/{TABLE}").json()
    assert ("this seat has a new link or another player", "join again by the code") == (
        gone["detail"],
        gone["fix"].partition(",")[0],
    )
    assert WHISPER in mo.get(f"/t/{TABLE}").text
    assert "Mo" == hall.table.now.players[DAN]


def test_a_player_may_ask_for_their_own_seat(hall: Room) -> None:
    """As after a browser lost its cookies: the referee reads that it is the other phone which goes."""
    sits(hall)
    referee = hall.sit()
    asks(hall, name="Jo")
    for page in ("", "/players"):
        assert "the other phone of Jo is signed out." in referee.get(f"/t/{TABLE}{page}").text


def test_a_seat_that_is_refused_stays_with_its_player(hall: Room) -> None:
    """The person is told, gets no cookie, and may ask again."""
    jo, mo = sits(hall), asks(hall)
    assert 200 == give(jo, {"kind": "turn_away", "ask": wish(hall)}).status_code
    assert "turned_away" == standing(mo)
    assert "You were not let in." in mo.get(f"/join/wait?at={TABLE}").text
    assert cookie_name(TABLE) not in mo.cookies
    assert (404, 200) == (status(mo), status(jo))
    assert 303 == join(hall, mo, "ask").status_code
    assert "waits" == standing(mo)


def test_a_wish_is_good_for_one_session(hall: Room) -> None:
    """A person who was let in comes back by the next code, not by what they asked with."""
    if hall.table.now.session is None or not hall.table.now.session.open:
        hall.act(BeginSession("The first", hall.table.now.present))
    sits(hall)
    mo = asks(hall)
    give(hall.sit(), {"kind": "let_in", "ask": wish(hall)})
    assert 303 == mo.get(f"/join/wait?at={TABLE}").status_code
    hall.act(EndSession())
    assert (403, "") == (status(mo), standing(mo))
    assert "/join" == mo.get(f"/join/wait?at={TABLE}").headers["location"]
    assert 403 == status(mo)
    assert 303 == join(hall, mo, "seat", DAN, "").status_code
    assert 200 == status(mo)


def test_nobody_else_lets_a_person_in(hall: Room) -> None:
    """Neither another player nor the person who asks, nor someone who found out what they ask by."""
    sits(hall)
    mo, priya = asks(hall), hall.sit(PRIYA)
    refused = give(priya, {"kind": "let_in", "ask": wish(hall)}).json()["refused"]
    assert ["not_asked"] == [reason["code"] for reason in refused]
    for client in (mo, hall.visitor()):
        assert 404 == give(client, {"kind": "let_in", "ask": wish(hall)}).status_code
    forged = hall.visitor()
    forged.cookies.set(ask_cookie_name(TABLE), f"{wish(hall)}.0.x.{'A' * 22}", domain="127.0.0.1")
    assert "" == standing(forged)
    assert "waits" == standing(mo)


def test_a_person_who_asks_reads_nothing_of_the_seat(hall: Room) -> None:
    """On no address of the table, and not a word of a whisper on the pages of those who join."""
    sits(hall)
    mo = asks(hall)
    paths = (
        "",
        "/log",
        "/report",
        "/panels/log",
        "/panels/all?names=log",
        "/players",
        "/export",
        "/stream",
        "/forms/note",
    )
    assert {404} == {mo.get(f"/t/{TABLE}{path}").status_code for path in paths}
    assert {404} == {mo.get(f"/api/tables/{TABLE}{path}").status_code for path in ("", "/events", "/offers")}
    code = hall.lobby.code_of(TABLE)
    for path in (f"/join/wait?at={TABLE}", f"/join?code={code}", f"/join/standing?at={TABLE}", "/join", "/"):
        answer = mo.get(path)
        assert (200, False) == (answer.status_code, "abbot" in answer.text), path
    assert [] == mo.get(f"/cursors?at={TABLE}").json()["at"]


def test_what_guests_read_does_not_depend_on_secrets() -> None:
    """Two tables that differ in a whisper and in what the referee prepares look the same to those who join and ask."""
    pages = []
    for secret in ("", WHISPER):
        with room() as hall:
            for seat in PLAYERS if secret else ():
                hall.act(Whisper(REFEREE, seat, secret))
            sits(hall)
            mo, code = asks(hall), hall.lobby.code_of(TABLE)
            paths = (f"/join?code={code}", f"/join/wait?at={TABLE}", f"/join/standing?at={TABLE}", "/join?code=wrong")
            pages.append([mo.get(path).text for path in paths])
    assert pages[0] == pages[1]


def test_the_referees_link_always_opens_the_seat(hall: Room) -> None:
    """Also while it is taken by code; and a seat taken by link is closed to the code, before and after a restart."""
    jo = sits(hall)
    assert (200, 200) == (status(hall.sit(DAN)), status(jo))
    hall.sit(PRIYA)
    assert 409 == join(hall, hall.visitor(), "seat", PRIYA, "Flo").status_code
    hall.lobby.tables.forget(TABLE)
    again = Lobby(hall.lobby.store, SECRET)
    assert {DAN, PRIYA} == set(again.open(TABLE).now.holds)


def test_a_player_who_came_by_link_tells_their_name(hall: Room) -> None:
    """A button on the phone opens the form, which asks for nothing else; then everybody reads the name."""
    priya = hall.sit(PRIYA)
    assert "Enter your name" in priya.get(f"/t/{TABLE}/panels/actions").text
    form = priya.get(f"/t/{TABLE}/forms/name_player").text
    assert ('data-field="seat"\n hidden' in form, 'data-field="name"\n>' in form) == (True, True)
    give(priya, {"kind": "name_player", "seat": PRIYA, "name": "Lena"})
    assert "Your name: Lena" in priya.get(f"/t/{TABLE}/panels/actions").text
    assert "Lena" == hall.table.known(DAN).players[PRIYA]


def test_a_restart_keeps_names_and_wishes(hall: Room) -> None:
    """Who plays, since when, and who waits: the same cookies go on."""
    jo, mo = sits(hall), asks(hall)
    since = hall.table.taken()
    hall.lobby.tables.forget(TABLE)
    after = Lobby(hall.lobby.store, SECRET)
    table = after.open(TABLE)
    assert ({DAN: "Jo"}, since) == (dict(table.now.players), table.taken())
    assert ["Mo"] == [ask.name for ask in table.now.asks.values()]
    assert DAN == after.signed_in(TABLE, dict(jo.cookies)).seat  # type: ignore[union-attr]
    assert "waits" == standing(mo)


def test_a_phone_comes_back_by_the_next_code(hall: Room) -> None:
    """After the session its sign-in is over; with the new code its own seat opens without asking, by its own name."""
    if hall.table.now.session is None or not hall.table.now.session.open:
        hall.act(BeginSession("The first", hall.table.now.present))
    jo, stranger = sits(hall), hall.visitor()
    hall.act(EndSession())
    assert 403 == status(jo)
    lost = jo.get("/join", params={"code": "keld 41"}).text
    assert ("Did it work before?" in lost, "needs the new code" in lost) == (True, True)
    assert "Did it work before?" not in stranger.get("/join", params={"code": "keld 41"}).text
    start = jo.get("/").text
    assert ("Your seat" in start, "needs the new code" in start) == (True, True)
    assert "Your seat" not in stranger.get("/").text
    assert 409 == join(hall, stranger, "seat", DAN, "Flo").status_code
    assert "yours" in jo.get("/join", params={"code": hall.lobby.code_of(TABLE)}).text
    assert 303 == join(hall, jo, "seat", DAN, "").status_code
    assert (200, "Jo") == (status(jo), hall.table.now.players[DAN])
    assert "Come back" in jo.get("/join", params={"code": "keld 41"}).text


def test_a_removed_player_does_not_come_back_by_the_code(hall: Room) -> None:
    """Not with the old cookie either; the new link opens the seat, and so does the code when the referee opens it."""
    jo, referee = sits(hall), hall.sit()
    assert 200 == give(referee, {"kind": "remove_player", "seat": DAN}).status_code
    assert 403 == status(jo)
    assert 409 == join(hall, jo, "seat", DAN, "Jo").status_code
    assert "Kept by the referee" in jo.get("/join", params={"code": hall.lobby.code_of(TABLE)}).text
    assert 200 == status(hall.sit(DAN))
    hall.act(FreeSeat(DAN))
    assert 303 == join(hall, jo, "seat", DAN, "Jo").status_code


def test_names_that_cannot_be_are_refused_beside_the_seat(hall: Room) -> None:
    """With what was typed still in the field."""
    visitor = hall.visitor()
    odd = join(hall, visitor, "seat", SAM, "Referee")
    assert (422, True) == (odd.status_code, 'value="Referee"' in odd.text)
    assert "would pass for the referee" in odd.text
    taken = join(hall, visitor, "seat", SAM, "Priya")
    assert (403, True) == (taken.status_code, "Another player here has that name" in taken.text)
    assert 404 == join(hall, visitor, "seat", SeatId("nobody"), "Mo").status_code


def test_spectators_come_by_the_code_if_the_referee_allows_it(hall: Room) -> None:
    """Off, the code opens no spectator's page, and those who came by it are out; their link is another matter."""
    referee, visitor, by_link = hall.sit(), hall.visitor(), hall.sit(SPECTATORS)
    code = hall.lobby.code_of(TABLE)
    assert 403 == join(hall, visitor, "seat", SPECTATORS).status_code
    assert "Watch only" not in visitor.get("/join", params={"code": code}).text
    give(referee, {"kind": "allow_spectators", "by_code": True}, "on")
    assert "Watch only" in visitor.get("/join", params={"code": code}).text
    assert 303 == join(hall, visitor, "seat", SPECTATORS).status_code
    assert 200 == status(visitor)
    with hall.stream(visitor) as stream:
        give(referee, {"kind": "allow_spectators", "by_code": False}, "off")
        assert "bye" == stream.until("bye")["event"]
    assert (403, 200) == (status(visitor), status(by_link))


def test_a_second_referee_acts_by_name_and_is_removed(hall: Room) -> None:
    """Their link gives the referee's rights, the log names them, and removed they are out at once."""
    referee = hall.sit()
    give(referee, {"kind": "invite_referee", "name": "Ada"}, "invite")
    link = f"/join/{TABLE}/{hall.lobby.referee_keys(TABLE).link(SeatId('1'))}"
    assert link in referee.get(f"/t/{TABLE}/players").text
    ada = hall.visitor()
    assert 303 == ada.get(link).status_code
    assert 200 == ada.get(f"/t/{TABLE}/players").status_code
    give(ada, {"kind": "note", "text": "Mind the step.", "seat": "referee"}, "note")
    assert "Ada acts as referee." in referee.get(f"/t/{TABLE}/log").text
    with hall.stream(ada) as stream:
        give(referee, {"kind": "remove_referee", "referee": "1"}, "remove")
        assert "bye" == stream.until("bye")["event"]
    assert 403 == give(ada, {"kind": "note", "text": "Still here.", "seat": "referee"}, "late").status_code
    assert 404 == hall.visitor().get(link).status_code
    assert 200 == status(referee)


def test_a_renewed_referees_link_leaves_the_second_referee(hall: Room) -> None:
    """Each has a link of their own."""
    referee = hall.sit()
    give(referee, {"kind": "invite_referee", "name": "Ada"}, "invite")
    ada = hall.visitor()
    ada.get(f"/join/{TABLE}/{hall.lobby.referee_keys(TABLE).link(SeatId('1'))}")
    give(ada, {"kind": "renew_link", "seat": "referee"}, "renew")
    assert (403, 200) == (status(referee), status(ada))
    assert 200 == give(ada, {"kind": "note", "text": "Mine now.", "seat": "referee"}, "note").status_code


def test_the_players_page_says_who_is_here_and_who_is_waited_for(hall: Room) -> None:
    """Connected, away, free; with the link of each seat as a QR code."""
    jo, referee = sits(hall), hall.sit()
    with hall.stream(jo):
        here = referee.get(f"/t/{TABLE}/players").text
        assert "1 of 3 here" in here
    hall.sit(PRIYA)
    page = referee.get(f"/t/{TABLE}/players").text
    assert "waiting for" in page
    assert ("Open to everybody who has the code" in page, page.count('aria-label="QR code of the link for')) == (
        True,
        4,
    )


def test_a_scanned_code_leads_to_the_seats_and_a_tap_into_one(hall: Room) -> None:
    """The squares on the players' page and the big screen are those of the address that other machines can reach."""
    hall.lobby.reachable = "http://192.0.2.20:8041"
    referee = hall.sit()
    give(referee, {"kind": "show_code", "shown": True}, "show")
    long = hall.lobby.long_codes.long(hall.lobby.code_of(TABLE))
    address = f"http://192.0.2.20:8041/join?code={quote_plus(long)}"
    rows = segno.make(address, error="m", micro=False).matrix
    dark = {(x, y) for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark}
    for page in ("players", "screen"):
        shown = re.search(r'QR code that leads to.*?d="([^"]+)"', referee.get(f"/t/{TABLE}/{page}").text, re.DOTALL)
        assert shown is not None
        assert dark == {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", shown[1])}, page
    scanner = hall.visitor(headers=HTML)
    seats = scanner.get(address.removeprefix("http://192.0.2.20:8041"))
    forms = re.findall(r'<form[^>]*action="(/join/seat)".*?</form>', seats.text, re.DOTALL)
    assert (200, len(PLAYERS)) == (seats.status_code, len(forms))
    assert 303 == join(hall, scanner, "seat", DAN, "").status_code
    assert 200 == scanner.get(f"/t/{TABLE}").status_code


def test_asking_is_limited(hall: Room) -> None:
    """Those at one address cannot keep a table busy."""
    sits(hall)
    visitor = hall.visitor()
    answers = set()
    for number in range(14):
        answers.add(join(hall, visitor, "ask", DAN, f"Mo {number}").status_code)
        for ask in list(hall.table.now.asks):
            hall.table.act(REFEREE, TurnAway(ask), key=new_act())
    assert {303, 429} == answers


def _addresses() -> list[str]:
    """Every address of a table, from the routes of the server itself."""
    fill = re.compile(r"\{(\w+)(?::\w+)?\}")
    return sorted(fill.sub(lambda part: TABLE if part[1] == "table" else "1", path) for path in routes_of_tables())


def test_no_address_of_a_table_opens_to_those_without_a_seat(hall: Room) -> None:
    """Whatever the server serves: not to strangers, not to a person who asks, not to a removed player."""
    stranger, removed = hall.visitor(), sits(hall)
    give(hall.sit(), {"kind": "remove_player", "seat": DAN})
    mo = asks(hall)
    for path in _addresses():
        for method in ("GET", "POST"):
            answers = {
                name: client.request(method, path, json={} if method == "POST" else None).status_code
                for name, client in (("stranger", stranger), ("asks", mo), ("removed", removed))
            }
            assert answers["stranger"] == answers["asks"], (method, path)
            assert {403, 404, 405} >= set(answers.values()), (method, path, answers)


def test_a_report_tells_the_story_and_not_who_took_which_seat(hall: Room) -> None:
    """The log does; the report has neither seats nor wishes nor second referees in it."""
    sits(hall)
    asks(hall)
    referee = hall.sit()
    give(referee, {"kind": "invite_referee", "name": "Ada"}, "invite")
    log, report = (referee.get(f"/t/{TABLE}/{page}").text for page in ("log", "report"))
    for words in ("Jo takes", "Mo asks for", "Ada is a second referee"):
        assert words in log
        assert words not in report.partition("<main")[2]
