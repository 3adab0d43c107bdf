"""Who is let in: links, cookies, other people's pages, and how often one may try."""

import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from urllib.parse import urlsplit

import httpx
import pytest

from tests.http.hosting import TABLE as CRYPT
from tests.http.hosting import hosting
from tests.http.seating import DAN, PRIYA, SAM, TABLE, Room, give, room
from tests.serving import UNHURRIED
from undercroft.faces import website
from undercroft.faces.http.guard import Guard, Settings
from undercroft.faces.web.live.access.links import cookie_name
from undercroft.kernel.faults import NotPermitted
from undercroft.kernel.units import SeatId
from undercroft.table.engine.wanted_dice import LayTray
from undercroft.table.session.seating import RenewLink
from undercroft.table.session.whispers import Whisper
from undercroft.table.state.seats import REFEREE, SPECTATORS

PAGES = (
    "",
    "/log",
    "/report",
    "/commands",
    "/panels/log",
    "/forms/note",
    "/notes",
    "/players",
    "/export",
    "/exports",
    "/stream",
    "/house",
    "/dice",
    "/odds",
)
NOTE = {"kind": "note", "text": "Mind the third step.", "seat": "priya"}
HTML = {"accept": "text/html"}


@pytest.fixture(scope="module")
def hall() -> Iterator[Room]:
    """A table that the tests of this module share."""
    with room() as opened:
        yield opened


def masked(answer: httpx.Response) -> tuple[int, str, list[tuple[str, str]]]:
    """An answer without its number and its date."""
    number = answer.headers["x-request-id"]
    headers = [(name, value) for name, value in answer.headers.items() if name not in ("x-request-id", "date")]
    return answer.status_code, answer.text.replace(number, "-"), headers


def bad_links(hall: Room) -> list[str]:
    """Nobody's, a table's that is not, one cut short, one with another letter, one that was renewed."""
    old = hall.link(DAN)
    hall.act(RenewLink(DAN))
    good = hall.link(SAM)
    flipped = good[:-1] + ("A" if good[-1] != "A" else "B")
    return [f"/join/{TABLE}/{'x' * 22}", f"/join/nowhere/{'x' * 22}", good[:-1], flipped, old, f"/join/{TABLE}/ä"]


def test_a_link_that_opens_nothing_tells_nothing(hall: Room) -> None:
    """Whatever is wrong with it, the page is the same to the letter, and no cookie is set."""
    visitor = hall.visitor(headers=HTML)
    answers = [visitor.get(path) for path in bad_links(hall)]
    assert {404} == {answer.status_code for answer in answers}
    assert 1 == len({repr(masked(answer)) for answer in answers})
    assert {} == dict(visitor.cookies)


@pytest.mark.parametrize("path", [f"/join/{TABLE}/{{}}", "/join?code=ACRE+BARK+{}", "/enter/{}"])
def test_wrong_links_that_come_at_once_are_counted_one_by_one(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    """Forty in one moment, each on a line of its own: ten are looked at, the others wait or prove a code."""
    monkeypatch.setattr(website, "Guard", partial(Guard, clock=lambda: 0.0))
    with room(settings=Settings(rate=10_000, burst=10_000)) as hall, ThreadPoolExecutor(40) as crowd:
        visitors = [hall.visitor() for _ in range(40)]
        tried = [crowd.submit(visitor.get, path.format(n + 10)) for n, visitor in enumerate(visitors)]
        statuses = Counter(each.result().status_code for each in tried)
        assert {404: 10, 200 if "code" in path else 429: 30} == statuses


def test_ten_wrong_links_in_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """The eleventh has to wait; a right one never has, since no link can be guessed. No time passes meanwhile."""
    monkeypatch.setattr(website, "Guard", partial(Guard, clock=lambda: 0.0))
    with room(settings=Settings(rate=10_000, burst=10_000)) as hall:
        visitor = hall.visitor()
        tried = [visitor.get(f"/join/{TABLE}/{number:022}").status_code for number in range(11)]
        assert [404] * 10 + [429] == tried
        late = visitor.get("/enter/x")
        assert (429, "too_many") == (late.status_code, late.json()["code"])
        assert "6" == late.headers["retry-after"]
        assert "The long code under the QR code" in visitor.get("/join?code=KELP+10").text
        assert 303 == visitor.get(hall.link(PRIYA)).status_code
        assert 200 == visitor.get("/").status_code


FORGED = [
    {"x-forwarded-for": "203.0.113.{}"},
    {"x-real-ip": "203.0.113.{}"},
    {"forwarded": "for=203.0.113.{};proto=https"},
    {"x-forwarded-for": "203.0.113.{}", "x-forwarded-proto": "https", "x-forwarded-host": "127.0.0.1"},
    {"cookie": "seat-other=priya.0.abc{}.def"},
    {"user-agent": "another {}"},
]


@pytest.mark.parametrize("forged", FORGED, ids="+".join)
def test_forged_headers_give_no_more_tries(monkeypatch: pytest.MonkeyPatch, forged: dict[str, str]) -> None:
    """Neither another address in a header nor an invented cookie; at every address that checks a code or a link."""
    monkeypatch.setattr(website, "Guard", partial(Guard, clock=lambda: 0.0))
    with room(settings=Settings(rate=10_000, burst=10_000)) as hall:
        visitor = hall.visitor()
        wrong = ("/join?code=KELP+10", f"/join/{TABLE}/x", "/enter/x", "/join/seat?code=KELP+10&seat=priya")

        def tried(number: int) -> int:
            said = {name: value.format(number) for name, value in forged.items()}
            method = "HEAD" if number % 3 == 2 else "GET"
            return visitor.request(method, wrong[number % len(wrong)], headers=said).status_code

        assert [404] * 10 + [429, 200, 200, 429] == [tried(number) for number in range(14)]


def test_right_links_are_not_counted() -> None:
    """Everybody at one table may come from one address."""
    with room(settings=Settings(rate=10_000, burst=10_000)) as hall:
        assert {303} == {hall.visitor().get(hall.link(SPECTATORS)).status_code for _ in range(12)}


def test_a_link_is_exchanged_for_a_cookie(hall: Room) -> None:
    """It leaves the address bar; scripts cannot read the cookie, and other sites' requests do not carry it."""
    answer = hall.visitor().get(hall.link(PRIYA))
    assert (303, f"/t/{TABLE}") == (answer.status_code, answer.headers["location"])
    kept = answer.headers["set-cookie"].lower()
    assert all(part in kept for part in ("httponly", "samesite=lax", "path=/"))
    assert "no-referrer" == answer.headers["referrer-policy"]
    assert hall.link(PRIYA).rpartition("/")[2] not in answer.headers["set-cookie"]


def test_every_sign_in_has_an_id_of_its_own(hall: Room) -> None:
    """Two who follow one link have two cookies; one who comes with a cookie of their own choosing gets another."""
    one, other = hall.sit(PRIYA), hall.visitor(cookies={cookie_name(TABLE): "priya.0.mine.mine"})
    assert 404 == other.get(f"/t/{TABLE}").status_code
    answer = other.get(hall.link(PRIYA))
    assert 3 == len({hall.cookie(one), answer.cookies[cookie_name(TABLE)], "priya.0.mine.mine"})


def test_a_cookie_cannot_be_made(hall: Room) -> None:
    """Another seat, another edition, another id or another proof: the table does not exist for it."""
    seat, edition, id, proof = hall.cookie(hall.sit(PRIYA)).rsplit(".", 3)
    forged = (
        f"referee.{edition}.{id}.{proof}",
        f"{seat}.1.{id}.{proof}",
        f"{seat}.{edition}.other.{proof}",
        f"{seat}.{edition}.{id}.{proof[:-1]}",
        f"{seat}.{edition}.{id}.",
        f"{seat}..{id}.{proof}",
        "...",
        "",
        proof,
    )
    absent = masked(hall.visitor().get("/t/nowhere"))
    for cookie in forged:
        assert absent == masked(hall.visitor(cookies={cookie_name(TABLE): cookie}).get(f"/t/{TABLE}"))


@pytest.mark.parametrize("path", PAGES)
def test_a_table_is_not_there_for_strangers(hall: Room, path: str) -> None:
    """A table that is and one that is not answer alike; so do their APIs."""
    visitor = hall.visitor(headers=HTML)
    assert masked(visitor.get(f"/t/nowhere{path}")) == masked(visitor.get(f"/t/{TABLE}{path}"))
    assert 404 == visitor.get(f"/t/{TABLE}{path}").status_code


@pytest.mark.parametrize("path", ["", "/events", "/offers"])
def test_the_api_of_a_table_is_not_there_for_strangers(hall: Room, path: str) -> None:
    """Nor for those who sit at no table of that name, in any spelling."""
    visitor = hall.visitor()
    assert masked(visitor.get(f"/api/tables/nowhere{path}")) == masked(visitor.get(f"/api/tables/{TABLE}{path}"))
    for spelled in ("CHAPEL", "chapel.", "chapel%20", "chapel;", "chapel%00"):
        assert 404 == hall.sit(PRIYA).get(f"/api/tables/{spelled}{path}").status_code


@pytest.mark.parametrize("path", ["/players", "/house", "/evening", "/export", "/exports"])
def test_what_is_the_referees(hall: Room, path: str) -> None:
    """A player's cookie opens none of it; the address is no secret, so it says why."""
    for seat in (PRIYA, SPECTATORS):
        answer = hall.sit(seat).get(f"/t/{TABLE}{path}")
        assert (403, "referee_only") == (answer.status_code, answer.json()["code"])
    assert 200 == hall.sit().get(f"/t/{TABLE}{path}").status_code


def test_what_is_for_the_owner_of_the_server(hall: Room) -> None:
    """Not even a referee begins tables."""
    for path in ("/api/tables", "/api/tables/file", "/api/tables/file/contents"):
        answer = hall.sit().post(path, json={"name": "Mine"})
        assert (403, "owner_only") == (answer.status_code, answer.json()["code"])


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "http://127.0.0.1:1"},
    ],
)
def test_other_pages_can_neither_act_nor_listen(hall: Room, headers: dict[str, str]) -> None:
    """Though the browser would send the cookie along."""
    client = hall.sit(PRIYA)
    before = hall.table.version
    acted = client.post(f"/api/tables/{TABLE}/commands", json={"command": NOTE, "key": "k"}, headers=headers)
    heard = client.get(f"/t/{TABLE}/stream", headers=headers)
    assert [(403, "bad_origin")] * 2 == [(told.status_code, told.json()["code"]) for told in (acted, heard)]
    assert before == hall.table.version


@pytest.mark.parametrize(
    "cookie",
    [
        "seat-chapel=a; seat-chapel=b",
        "theme=dark; seat-chapel=a;seat-chapel=a",
        f"seat-chapel={'a' * 5000}",
        f"other={'a' * 5000}",
    ],
)
def test_cookies_that_no_browser_sends(hall: Room, cookie: str) -> None:
    """One name twice, or five kilobytes."""
    answer = hall.visitor().get("/", headers={"cookie": cookie})
    assert (400, "bad_cookie") == (answer.status_code, answer.json()["code"])


def test_two_lines_of_cookies(hall: Room) -> None:
    """Which of them would count?"""
    answer = hall.visitor().get("/", headers=[("cookie", "seat-chapel=a"), ("cookie", "seat-chapel=b")])
    assert (400, "bad_cookie") == (answer.status_code, answer.json()["code"])


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_other_pages_take_no_seat_and_stop_nobody_who_asks(hall: Room, site: str) -> None:
    """Neither by a link nor by a form; a code that was sent opens its page, as it is meant to."""
    client, code = hall.visitor(), hall.lobby.code_of(TABLE)
    before, headers = hall.table.version, {"sec-fetch-site": site, "sec-fetch-dest": "document"}
    for path in ("/join/seat", "/join/ask", "/join/stop"):
        asked = {"code": code, "seat": PRIYA, "name": "Mallory", "at": TABLE}
        answer = client.get(path, params=asked, headers=headers)
        assert (403, "bad_origin") == (answer.status_code, answer.json()["code"])
    assert before == hall.table.version
    assert 200 == client.get("/join", params={"code": code}, headers=headers).status_code


def test_who_had_a_seat_uses_up_nothing_of_it() -> None:
    """They are no strangers where codes are typed, and count apart from the seat's player now."""
    with room(settings=Settings(rate=0.001, burst=30)) as hall:
        former = hall.sit(PRIYA)
        hall.act(RenewLink(PRIYA))
        now = hall.sit(PRIYA)
        assert 429 in {former.get("/join").status_code for _ in range(40)}
        assert 200 == now.get(f"/api/tables/{TABLE}").status_code


def test_who_was_sent_away_can_do_nothing_more() -> None:
    """The cookie of a link that was renewed is answered 403, and nothing is written; the new link opens the seat."""
    with room() as hall:
        client = hall.sit(PRIYA)
        assert "cursor" in give(client, NOTE).json()
        hall.act(RenewLink(PRIYA))
        before = hall.table.version
        answer = give(client, NOTE, "two")
        assert (403, "signed_out") == (answer.status_code, answer.json()["code"])
        assert before == hall.table.version
        assert 403 == client.get(f"/t/{TABLE}").status_code
        assert "cursor" in give(hall.sit(PRIYA), NOTE, "three").json()


def test_a_command_that_crosses_with_the_renewal_is_not_carried_out() -> None:
    """It was let in while the cookie was still good; the table itself looks again."""
    with room() as hall:
        hall.act(RenewLink(PRIYA))
        before = hall.table.version
        with pytest.raises(NotPermitted, match="new link"):
            hall.table.act(PRIYA, Whisper(PRIYA, DAN, "now"), key="late", edition=0)
        assert before == hall.table.version


def test_a_renewed_link_is_not_undone() -> None:
    """Undo takes back what was done; the old link stays worthless, and the new one opens the seat."""
    with room() as hall:
        old = hall.link(PRIYA)
        hall.act(LayTray((4,)))
        hall.act(RenewLink(PRIYA))
        assert "cursor" in give(hall.sit(), {"kind": "undo"}).json()
        assert () == hall.table.now.tray
        assert [404, 303] == [hall.visitor().get(path).status_code for path in (old, hall.link(PRIYA))]


@pytest.mark.parametrize("seat", [REFEREE, SPECTATORS])
def test_every_seat_can_have_a_new_link(seat: SeatId) -> None:
    """The referee's and that of those who watch as well."""
    with room() as hall:
        old = hall.link(seat)
        hall.act(RenewLink(seat))
        assert [404, 303] == [hall.visitor().get(path).status_code for path in (old, hall.link(seat))]


def test_a_seat_has_a_bucket_of_its_own() -> None:
    """A client who asks too often waits; another at the same address does not."""
    with room(settings=Settings(rate=0.001, burst=20, attempts=100)) as hall:
        busy, other = hall.sit(PRIYA), hall.sit(DAN)
        asked = [busy.get(f"/api/tables/{TABLE}").status_code for _ in range(22)]
        assert [200] * 20 + [429] * 2 == asked
        again = hall.sit(PRIYA)
        assert 429 == again.get(f"/api/tables/{TABLE}").status_code
        assert 200 == other.get(f"/api/tables/{TABLE}").status_code


def test_the_settings_of_the_tests_are_not_those_of_the_server() -> None:
    """Ten wrong links a minute, and forty requests a second after the first two hundred."""
    assert (10, 40.0, 200) == (Settings().attempts, Settings().rate, Settings().burst)
    assert UNHURRIED != Settings()


def test_links_are_long_and_hide_what_they_open(hall: Room) -> None:
    """More than 128 bits each, and no two alike."""
    secret = [hall.link(seat).rpartition("/")[2] for seat in (REFEREE, PRIYA, DAN, SAM, SPECTATORS)]
    assert 5 == len(set(secret))
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", each) for each in secret)


def test_the_owner_renews_their_link() -> None:
    """The old link opens nothing, other browsers of the owner are out and their streams end; this one stays."""
    with hosting() as host:
        owner, other, player = host.owner(), host.owner(), host.seated(SeatId("one"))
        old = f"/enter/{host.lobby.owner_link()}"
        with other.stream("GET", f"/t/{CRYPT}/stream") as listening:
            renewed = owner.post("/api/owner/link")
            assert "event: bye" in "\n".join(listening.iter_lines())
        new = urlsplit(renewed.json()["link"]).path
        assert (200, 404) == (renewed.status_code, host.stranger().get(old).status_code)
        assert [200, 403] == [client.get("/api/tables").status_code for client in (owner, other)]
        assert [200, 404] == [client.get(f"/api/tables/{CRYPT}").status_code for client in (owner, other)]
        assert (303, 200) == (host.stranger().get(new).status_code, player.get(f"/api/tables/{CRYPT}").status_code)


def test_only_the_owner_renews_it() -> None:
    """403 for everybody else, and the link stays as it was."""
    with hosting() as host:
        before = host.lobby.owner_link()
        for client in (host.stranger(), host.seated()):
            assert 403 == client.post("/api/owner/link").status_code
        assert before == host.lobby.owner_link()
