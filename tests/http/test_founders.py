"""Founders: who may start campaigns on another's server, how many, and what they see of the others."""

import json
from pathlib import Path
from threading import Barrier, Thread

import httpx
import pytest

from tests.faces.commandline import CommandLine
from tests.http.hosting import TABLE, Host, hosting
from undercroft.faces.http.faults import Unserved
from undercroft.faces.shared.server_keep import FileKeep, MemoryKeep
from undercroft.faces.web.live.access.founding import PENDING, Founding
from undercroft.store.faults import Storage

HTML = {"accept": "text/html"}


def founder(host: Host, name: str = "The club", most: int = 2) -> tuple[httpx.Client, str]:
    """A client that followed a founder's link, which the owner made; the founder's id."""
    made = host.owner().post("/api/founders", json={"name": name, "tables": most}).json()
    client = host.stranger()
    assert (303, "/") == ((answer := client.get(made["link"])).status_code, answer.headers["location"])
    return client, made["id"]


def start(client: httpx.Client, name: str = "The Barrow") -> httpx.Response:
    """Start a campaign."""
    return client.post("/api/tables", json={"name": name})


def test_a_founder_has_so_many_campaigns() -> None:
    """The third is one too many for two; a deleted one makes room. Each founder counts alone, and the owner not."""
    with hosting() as host:
        one, _ = founder(host)
        other, _ = founder(host, "Another club")
        made = [start(one) for _ in range(3)]
        assert [201, 201, 403] == [answer.status_code for answer in made]
        assert ("quota", 2) == (made[2].json()["code"], made[2].json()["limit"])
        assert 201 == start(other).status_code
        gone = one.post(f"/api/tables/{made[0].json()['table']}/delete", json={"name": "The Barrow"})
        assert (200, 201, 403) == (gone.status_code, _after_a_minute(host, one).status_code, start(one).status_code)
        assert [201] * 3 == [start(host.owner()).status_code for _ in range(3)]


def _after_a_minute(host: Host, client: httpx.Client) -> httpx.Response:
    """A campaign that is gone counts for a minute more: it may be one that is being made."""
    founding, now = host.lobby.founding, host.lobby.founding._wall()
    founding._wall = lambda: now + PENDING
    try:
        return start(client)
    finally:
        founding._wall = lambda: now


def test_a_founder_sees_no_campaign_of_another() -> None:
    """Neither in a list nor by its address, and the id of a new one tells nothing of one that has the same name."""
    with hosting() as host:
        one, _ = founder(host)
        other, _ = founder(host, "Another club")
        own, theirs = start(one, "Crypt").json()["table"], start(other, "Crypt").json()["table"]
        assert {own} == {card["id"] for card in one.get("/api/tables").json()["tables"]}
        assert {TABLE, own, theirs} == {card["id"] for card in host.owner().get("/api/tables").json()["tables"]}
        assert all(id.startswith("crypt-") and len(id) > len("crypt-2") for id in (own, theirs))
        for table in (theirs, TABLE, "nowhere"):
            assert 404 == one.get(f"/api/tables/{table}").status_code, table
            for path in (f"/api/tables/{table}/rename", f"/api/tables/{table}/delete"):
                assert 404 == one.post(path, json={"name": "Mine"}).status_code, path
        page = one.get("/", headers=HTML).text
        assert (own in page, theirs in page, TABLE in page.replace(own, "")) == (True, False, False)
        assert "Your link is for 2 campaigns; you have 1." in page
        assert 200 == one.post(f"/api/tables/{own}/rename", json={"name": "Ours"}).status_code


def test_a_founder_is_the_referee_of_their_own() -> None:
    """With the whole table; and nothing else of the server is theirs."""
    with hosting() as host:
        one, id = founder(host)
        own = start(one).json()["table"]
        assert "referee" == one.get(f"/api/tables/{own}").json()["seat"]
        note = {"command": {"kind": "note", "text": "Ours."}, "key": "one"}
        assert 200 == one.post(f"/api/tables/{own}/commands", json=note).status_code
        for path in (f"/api/founders/{id}/link", f"/api/founders/{id}/end", "/api/owner/link", "/api/demo/door"):
            refused = one.post(path, json={})
            assert (403, "owner_only") == (refused.status_code, refused.json()["code"]), path
        assert 403 == one.get("/api/founders").status_code
        assert 403 == host.stranger().post("/api/founders", json={"name": "Me"}).status_code


def test_a_founders_files_get_ids_of_their_own() -> None:
    """A campaign file and an exported log, whatever id they name; both count."""
    with hosting() as host:
        one, _ = founder(host)
        log = host.owner().get(f"/t/{TABLE}/export").content
        taken = one.post("/api/tables/file", content=log, params={"id": "mine"})
        assert (201, True) == (taken.status_code, taken.json()["table"].startswith("campaign-"))
        outline = b"1 Gatehouse\n  > 2 oak door\n2 Hall\n"
        drawn = one.post("/api/tables/file", content=outline, params={"new": json.dumps({"name": "Keep"})})
        assert (201, True) == (drawn.status_code, drawn.json()["table"].startswith("keep-"))
        for content, more in ((log, {}), (outline, {"new": json.dumps({"name": "Keep"})})):
            assert 403 == one.post("/api/tables/file", content=content, params=more).status_code
        assert 200 == one.get("/new", headers=HTML).status_code


def test_a_link_that_is_renewed_or_ended() -> None:
    """The old one and its browsers are out at once, and their streams end; the campaigns stay, for the owner."""
    with hosting() as host:
        one, id = founder(host)
        own, owner = start(one).json()["table"], host.owner()
        renewed = owner.post(f"/api/founders/{id}/link", json={}).json()["link"]
        assert (404, 403) == (one.get(f"/api/tables/{own}").status_code, start(one).status_code)
        with one.stream("GET", "/") as _:
            assert 303 == one.get(renewed).status_code
        with one.stream("GET", f"/t/{own}/stream") as stream:
            lines = stream.iter_lines()
            next(lines)
            ended = owner.post(f"/api/founders/{id}/end", json={}).json()
            assert ([own], True) == (ended["started"], any(line == "event: bye" for line in lines))
        assert (404, 404) == (one.get(f"/api/tables/{own}").status_code, one.get(renewed).status_code)
        assert 200 == owner.get(f"/api/tables/{own}").status_code
        assert [] == owner.get("/api/founders").json()["founders"]
        assert 404 == owner.post(f"/api/founders/{id}/end", json={}).status_code


def test_many_at_once_take_no_place_twice() -> None:
    """However many start a campaign at the same moment; a campaign that could not be made gives its place back."""
    founding = Founding(MemoryKeep(), tuple)
    club, begin, started = founding.add("The club", 3), Barrier(12), list[str]()

    def one(number: int) -> None:
        begin.wait()
        try:
            with founding.starting(founding.get(club.id), f"table-{number}"):
                started.append(f"table-{number}")
        except Unserved:
            pass

    threads = [Thread(target=one, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (3, sorted(started)) == (len(started), sorted(place.table for place in founding.get(club.id).tables))
    second = founding.add("Another", 1)
    for _ in range(3):
        with pytest.raises(OSError, match="full"), founding.starting(founding.get(second.id), "a"):
            raise OSError("full")
    assert () == founding.get(second.id).tables


def test_a_founder_who_starts_and_deletes_without_end_waits() -> None:
    """Twenty at once and ten an hour; and an address has a limit that a hall full of founders can live with."""
    now = [0.0]
    founding = Founding(MemoryKeep(), tuple, clock=lambda: now[0])
    clubs = [founding.add(f"Club {number}") for number in range(15)]
    for _ in range(20):
        founding.check(clubs[0], "192.0.2.1")
    with pytest.raises(Unserved) as fault:
        founding.check(clubs[0], "192.0.2.1")
    assert ("quota", "360") == (fault.value.code, fault.value.headers["retry-after"])
    for club in clubs[1:12]:
        for _ in range(20):
            founding.check(club, "192.0.2.1")
    for _ in range(9):
        founding.check(clubs[13], "192.0.2.1")
    with pytest.raises(Unserved):
        founding.check(clubs[14], "192.0.2.1")
    founding.check(clubs[14], "192.0.2.2")
    now[0] = 360.0
    founding.check(clubs[0], "192.0.2.1")


def test_founders_outlive_the_server(tmp_path: Path) -> None:
    """In a file that only its owner may read; one that is broken is named, and not overwritten."""
    first = Founding(FileKeep(tmp_path / "store.db"), tuple)
    link = first.link(first.add("The club"))
    again = Founding(FileKeep(tmp_path / "store.db"), tuple)
    assert again.by_link(link) == first.all()[0]
    assert 0o600 == (tmp_path / "store.founders").stat().st_mode & 0o777
    (tmp_path / "store.founders").write_text("{}")
    with pytest.raises(Storage, match="cannot be read"):
        FileKeep(tmp_path / "store.db").read()
    assert "{}" == (tmp_path / "store.founders").read_text()


def test_founders_on_the_command_line(undercroft: CommandLine, tmp_path: Path) -> None:
    """Added, listed, given another link, and ended."""
    data = ("--data", str(tmp_path / "store.db"))
    assert "No founders" in undercroft("founder", "list", *data).out
    made = undercroft("founder", "add", "The club", "--tables", "3", "--json", *data).json
    assert ("The club", 3, True) == (made["name"], made["tables"], made["link"].startswith("/enter/"))
    assert "The club  0 of 3 campaigns" in undercroft("founder", "list", *data).out
    assert made["link"] in undercroft("founder", "link", "The club", *data).out
    assert made["link"] not in undercroft("founder", "link", made["id"], "--new", *data).out
    for typed, code in ((("add", "x", "--tables", "0"), 2), (("add", "x", "--tables", "many"), 2), (("end", "x"), 3)):
        assert code == undercroft("founder", *typed, *data).code, typed
    assert 0 == undercroft("founder", "end", "The club", *data).code
    assert {"founders": []} == undercroft("founder", "list", "--json", *data).json
