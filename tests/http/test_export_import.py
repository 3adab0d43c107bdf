"""Tables out of the server and into it: logs and campaign files."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.http.hosting import TABLE, Host, hosting
from tests.store.making import BARROW, SECRET, entry
from tests.table.small_site import CRYPT, MAUD, ONE, TORCHES
from undercroft.exchange import campaignfile
from undercroft.faces.exports.exporter import subject_of
from undercroft.faces.exports.exporters import EXPORTERS
from undercroft.faces.http import lanes
from undercroft.faces.http.buckets import Buckets
from undercroft.faces.web.live.pages.exports import FACT, LINE
from undercroft.faces.web.live.printing.print_pages import SHEET
from undercroft.faces.web.live.start.table_files import BYTE
from undercroft.store.log import Batch
from undercroft.store.memory import MemoryStore
from undercroft.store.portable import export_table
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.session.next_session import PlanSession
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

MILL = Path(__file__).parents[1] / "pages" / "mill.toml"
FILE = {"content-type": "application/octet-stream"}


@pytest.fixture
def host() -> Iterator[Host]:
    """A server whose table has a party in its hall, by torchlight."""
    with hosting() as running:
        running.act(LightUp(MAUD, TORCHES))
        running.act(EnterSite(MAIN, CRYPT))
        running.act(PlanSession("2026-11-24 19:30"))
        yield running


@pytest.mark.parametrize("path", [f"/t/{TABLE}/export", f"/api/tables/{TABLE}/export"])
def test_a_campaign_goes_out_as_a_file_and_comes_in_again(host: Host, path: str) -> None:
    """The present state, under its own name, ready to be read: the torch that burns is out, and kept."""
    answer = host.seated().get(path, params={"as": "campaign"})
    assert (200, 'attachment; filename="crypt-secret.toml"') == (
        answer.status_code,
        answer.headers["content-disposition"],
    )
    assert campaignfile.as_it_stands(host.table.now).begin == campaignfile.read(answer.text, "crypt.toml")
    twice = host.owner().post("/api/tables/file", content=answer.content, headers=FILE)
    assert (409, "file_of_table", "crypt-2") == (twice.status_code, twice.json()["code"], twice.json()["free"])
    assert "Prepare, then File" in twice.json()["detail"]
    taken = host.owner().post("/api/tables/file?id=the-crypt", content=answer.content, headers=FILE)
    assert (201, {"table": "the-crypt"}) == (taken.status_code, taken.json())
    assert host.lobby.open("the-crypt").now.house == host.table.now.house


def test_a_log_goes_out_and_comes_in_elsewhere(host: Host) -> None:
    """With all its lines; where it is already, it is a conflict and nothing is taken in but under another id."""
    log = host.owner().get(f"/t/{TABLE}/export").content
    again = host.owner().post("/api/tables/file", content=log, headers=FILE)
    assert (409, "conflict", "crypt-2") == (again.status_code, again.json()["code"], again.json()["free"])
    beside = host.owner().post("/api/tables/file?id=crypt-2", content=log, headers=FILE)
    assert (201, {"table": "crypt-2"}) == (beside.status_code, beside.json())
    taken_in = host.lobby.open("crypt-2").now
    assert host.table.now == replace(taken_in, seals=taken_in.seals[:-1])
    refused = host.owner().post("/api/tables/file?id=Crypt%2F2", content=log, headers=FILE)
    assert (422, "bad_id") == (refused.status_code, refused.json()["code"])
    with hosting() as elsewhere:
        owner = elsewhere.owner()
        other = log.replace(b'"table":"crypt"', b'"table":"vault"')
        damaged = owner.post("/api/tables/file", content=other, headers=FILE)
        assert (422, "integrity") == (damaged.status_code, damaged.json()["code"])
        assert [TABLE] == [each.id for each in elsewhere.lobby.all()]


def test_a_log_of_a_later_version_is_not_taken_in(host: Host) -> None:
    """Though every link is right, as at the command line: no table could open it."""
    store, log = MemoryStore(), BytesIO()
    later = Batch(0, "later", b"later", (replace(entry(1), tag="table.from-tomorrow"),), b"{}")
    store.create(BARROW, SECRET, [later])
    export_table(store, BARROW.id, log)
    answer = host.owner().post("/api/tables/file", content=log.getvalue(), headers=FILE)
    assert (422, "newer_event") == (answer.status_code, answer.json()["code"])
    assert "update Undercroft" == answer.json()["fix"]
    assert [TABLE] == [each.id for each in host.lobby.all()]


@pytest.mark.parametrize("form", ["log", "campaign"])
def test_exports_are_for_the_referee(host: Host, form: str) -> None:
    """A player is told so, a stranger that there is no such table."""
    assert 403 == host.seated(ONE).get(f"/t/{TABLE}/export", params={"as": form}).status_code
    assert 404 == host.stranger().get(f"/t/{TABLE}/export", params={"as": form}).status_code
    assert 422 == host.seated().get(f"/t/{TABLE}/export", params={"as": "scroll"}).status_code


@pytest.mark.parametrize("name", sorted(EXPORTERS.keys() - {"text-mapper"}))
def test_every_format_is_a_file_for_the_referee(host: Host, name: str) -> None:
    """With secrets and for players, by the names that the command line gives; players are refused both."""
    ending, path = EXPORTERS[name].kind.ending, f"/t/{TABLE}/export?as={name}"
    plain = f"crypt-{name}.{ending}"
    files = {path: f"crypt-{name}-GM-SECRET.{ending}" if "ics" != name else plain, f"{path}&for=players": plain}
    for address, file in files.items():
        answer = host.seated().get(address)
        assert (200, f'attachment; filename="{file}"', "no-store") == (
            answer.status_code,
            answer.headers["content-disposition"],
            answer.headers["cache-control"],
        )
        assert (403, 404) == (host.seated(ONE).get(address).status_code, host.stranger().get(address).status_code)
        linked = f'href="{address.replace("&", "&amp;")}"' in host.seated().get(f"/t/{TABLE}/exports").text
        assert linked == ("ics" != name or "players" in address)
    subject = subject_of(host.lobby.store, TABLE, players=True)
    assert (
        EXPORTERS[name].write(subject) == host.seated().get(f"/api/tables/{TABLE}/export?as={name}&for=players").content
    )


def test_before_players_see_a_room_they_have_no_map() -> None:
    """The page has no link and says why; who asks nevertheless is refused with the same words."""
    with hosting() as host:
        page = host.seated().get(f"/t/{TABLE}/exports").text
        assert "Players have seen no room yet. Wait until they have, or export with every secret." in page
        assert 'export?as=svg"' in page
        assert "export?as=svg&amp;for=players" not in page
        for path in (f"/t/{TABLE}/export", f"/api/tables/{TABLE}/export"):
            refused = host.seated().get(f"{path}?as=svg&for=players")
            assert (422, "no_room_seen") == (refused.status_code, refused.json()["code"])
        assert "There is no land to draw. Prepare one first." in page
        assert "export?as=text-mapper" not in page


def test_a_file_with_every_secret_is_not_for_players(host: Host) -> None:
    """Nor is a file for readers that there are not; the page of all files is the referee's."""
    refused = [host.seated().get(f"/t/{TABLE}/export?{asked}") for asked in ("for=players", "as=report&for=all")]
    assert [(422, "has_secrets"), (422, "bad_readers")] == [
        (answer.status_code, answer.json()["code"]) for answer in refused
    ]
    assert 403 == host.seated(ONE).get(f"/t/{TABLE}/exports").status_code


def test_every_problem_of_a_file_is_told(host: Host) -> None:
    """Each with its path and line; nothing of the file is taken in."""
    text = MILL.read_text(encoding="utf-8").replace('seat = "', 'seat = "nobody-').replace("hp = ", "hp = -")
    found = campaignfile.problems(text)
    answer = host.owner().post("/api/tables/file", content=text.encode(), headers=FILE)
    told = answer.json()
    assert 422 == answer.status_code
    assert [(each.path, each.line, each.what, each.fix) for each in found] == [
        (each["path"], each["line"], each["what"], each["fix"]) for each in told["problems"]
    ]
    assert 1 < len(found)
    assert [TABLE] == [each.id for each in host.lobby.all()]


@pytest.mark.parametrize(
    "content, code",
    [
        (b"\xff\xfe", "not_text"),
        (b'{"log":{}}', "not_a_log"),
        (b"", "missing"),
        (b"<html>", "foreign"),
        (b"[sites", "not_toml"),
    ],
)
def test_what_is_neither(host: Host, content: bytes, code: str) -> None:
    """The message says what is wrong, and nothing is taken in."""
    answer = host.owner().post("/api/tables/file", content=content, headers=FILE)
    assert (422, code) == (answer.status_code, answer.json()["code"])
    assert [TABLE] == [each.id for each in host.lobby.all()]


def test_only_the_owner_brings_files(host: Host) -> None:
    """A referee of one table does not."""
    answer = host.seated().post("/api/tables/file", content=MILL.read_bytes(), headers=FILE)
    assert (403, "owner_only") == (answer.status_code, answer.json()["code"])


@pytest.mark.parametrize("steps", [lanes.MOST_STEPS, 1])
def test_files_and_sheets_are_counted_before_they_are_made(monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    """By the lines of a log, the bytes of a file and the sheets; what is too much is refused, and nothing is begun."""
    paid: list[float] = []
    charge = Buckets.charge

    def counted(buckets: Buckets, who: str, tokens: float) -> None:
        paid.append(tokens - lanes.BEFORE)
        charge(buckets, who, tokens)

    with hosting() as host:
        owner, before = host.owner(), host.lobby.ids()
        log = owner.get("/api/tables/crypt/export").content
        monkeypatch.setattr(lanes, "MOST_STEPS", steps)
        monkeypatch.setattr(Buckets, "charge", counted)
        answers = [
            owner.get("/api/tables/crypt/export"),
            owner.get("/api/tables/crypt/export?as=campaign"),
            owner.post("/api/tables/file?id=again", content=log, headers=FILE),
            owner.post("/api/tables/file/contents", content=log, headers=FILE),
            owner.get("/t/crypt/print/sheets", params={"what": ["rooms", "tables"]}),
            owner.get("/api/tables/crypt/export?as=report"),
        ]
        lines = host.table.version * LINE
        if steps > 1:
            assert [lines, lines, len(log) * BYTE, len(log) * BYTE, 2 * SHEET, host.table.version * FACT] == paid
        else:
            assert [(422, "odds_too_wide")] * 6 == [(told.status_code, told.json()["code"]) for told in answers]
            assert before == host.lobby.ids()
