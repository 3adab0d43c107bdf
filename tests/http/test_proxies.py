"""Behind a proxy: what it says of others is believed of one that is trusted, and of nobody else."""

from pathlib import Path

import pytest

from tests.faces.commandline import CommandLine
from tests.http.seating import DAN, TABLE, room
from undercroft.faces.http.guard import Settings
from undercroft.faces.web.live.access.links import cookie_name
from undercroft.faces.web.live.access.lobby import Lobby

FORWARDED = {"x-forwarded-for": "192.0.2.7", "x-forwarded-proto": "https", "x-forwarded-host": "table.example"}
BEHIND = Settings(frozenset({"table.example"}), frozenset({"127.0.0.1"}), rate=10_000, burst=10_000)


def test_without_a_trusted_proxy_nothing_of_it_is_believed() -> None:
    """Addresses, https and names are as they came."""
    with room(settings=Settings(rate=10_000, burst=10_000)) as hall:
        visitor = hall.visitor(headers=FORWARDED)
        assert [404] * 10 + [429] == [visitor.get("/enter/x").status_code for _ in range(11)]
        other = hall.visitor(headers={**FORWARDED, "x-forwarded-for": "192.0.2.8"})
        assert 429 == other.get("/enter/x").status_code
    with room() as hall:
        cookie = hall.visitor(headers=FORWARDED).get(hall.link(DAN)).headers["set-cookie"]
        assert (cookie_name(TABLE), False) == (cookie.partition("=")[0], "Secure" in cookie)


def test_a_trusted_proxy_says_who_asks() -> None:
    """Each address has its own number of tries; what someone put before the proxy's word counts for nothing."""
    with room(settings=BEHIND) as hall:
        visitor = hall.visitor(headers=FORWARDED)
        assert [404] * 10 + [429] == [visitor.get("/enter/x").status_code for _ in range(11)]
        assert 404 == hall.visitor(headers={**FORWARDED, "x-forwarded-for": "192.0.2.8"}).get("/enter/x").status_code
        feigned = {**FORWARDED, "x-forwarded-for": "192.0.2.9, 192.0.2.7, 127.0.0.1"}
        assert 429 == hall.visitor(headers=feigned).get("/enter/x").status_code


def test_over_https_cookies_are_for_https_and_this_host() -> None:
    """They are Secure and begin with __Host-, and only such cookies are taken for a seat."""
    with room(settings=BEHIND) as hall:
        visitor = hall.visitor(headers=FORWARDED)
        name, _, rest = visitor.get(hall.link(DAN)).headers["set-cookie"].partition("=")
        value = rest.partition(";")[0]
        assert f"__Host-{cookie_name(TABLE)}" == name
        assert {"secure", "httponly", "path=/"} <= {part.strip().lower() for part in rest.split(";")}
        asked = f"/api/tables/{TABLE}"
        assert 200 == hall.visitor(headers={**FORWARDED, "cookie": f"{name}={value}"}).get(asked).status_code
        bare = {**FORWARDED, "cookie": f"{cookie_name(TABLE)}={value}"}
        assert 404 == hall.visitor(headers=bare).get(asked).status_code


def test_names_through_a_proxy_are_those_that_were_given() -> None:
    """Others are 400, and a page of that name may act."""
    with room(settings=BEHIND) as hall:
        other = hall.visitor(headers={**FORWARDED, "x-forwarded-host": "evil.example"}).get("/healthz")
        assert (400, "bad_host") == (other.status_code, other.json()["code"])
        for origin, code in (("https://table.example", "not_found"), ("http://table.example", "bad_origin")):
            sent = hall.visitor(headers={**FORWARDED, "origin": origin}).post(f"/api/tables/{TABLE}/commands", json={})
            assert code == sent.json()["code"]


@pytest.mark.parametrize("option", ["--spectators", "--wrong-codes", "--requests"])
@pytest.mark.parametrize("typed", ["0", "-1", "many", "10001", "1e3", "٤", ""])
def test_what_is_no_limit_for_an_address(undercroft: CommandLine, option: str, typed: str) -> None:
    """It is reported before anything listens."""
    ran = undercroft("serve", "--port", "0", f"{option}={typed}")
    assert (2, True) == (ran.code, ran.err.startswith(f"error: bad_limit: {option} cannot be ")), ran.err


def test_a_hall_behind_one_address(undercroft: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The limits that are typed are those of the server."""
    served: list[tuple[float, int, int, int]] = []

    def site(settings: Settings, lobby: Lobby, watches: object) -> None:
        served.append((settings.rate, settings.burst, settings.attempts, lobby.streams.most_of_an_address))

    monkeypatch.setattr("undercroft.faces.website.site", site)
    monkeypatch.setattr("undercroft.faces.http.runner.run", lambda *_: None)
    start = ("serve", "--port", "0", "--data", str(tmp_path / "store.db"))
    for options in ((), ("--spectators", "500"), ("--wrong-codes", "100"), ("--requests", "2000")):
        assert 0 == undercroft(*start, *options).code
    assert [(40.0, 200, 10, 40), (40.0, 200, 10, 500), (40.0, 200, 100, 40), (2000.0, 10_000, 10, 40)] == served


@pytest.mark.parametrize(
    "options, named",
    [
        (("--demo",), "--demo means"),
        (("--data", "x.db", "--requests", "50"), "--data and --requests mean"),
        (("--new-link", "--log-requests", "--metrics", "127.0.0.1:9"), "--metrics and --log-requests and --new-link"),
        (("--spectators", "5", "--wrong-codes", "5", "--trusted-proxy", "127.0.0.1"), "--trusted-proxy and "),
    ],
)
def test_pages_alone_have_no_options_of_tables(
    undercroft: CommandLine, tmp_path: Path, options: tuple[str, ...], named: str
) -> None:
    """What would mean nothing is refused, by name, before anything listens."""
    ran = undercroft("serve", "--pages", str(tmp_path), "--port", "0", *options)
    assert (2, True) == (ran.code, named in ran.err), ran.err


@pytest.mark.parametrize("typed", ["proxy", "127.0.0.1:80", "10.0.0.0/8", ""])
def test_what_is_no_address_of_a_proxy(undercroft: CommandLine, typed: str) -> None:
    """It is reported before anything listens."""
    ran = undercroft("serve", "--port", "0", "--trusted-proxy", typed)
    assert (2, True) == (ran.code, ran.err.startswith("error: bad_address: "))
