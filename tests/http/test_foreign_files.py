"""Files of other programs over HTTP: looked at, corrected, and taken into a new campaign or a table."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.http.hosting import TABLE, Host, hosting
from tests.table.small_site import ONE
from undercroft.table.state.ids import SiteId, ZoneId
from undercroft.table.state.seats import SPECTATORS
from undercroft.table.state.sites import DoorState

FILES = Path(__file__).parents[1] / "exchange" / "foreign" / "files"
HEN, COAST, ROAD = (
    FILES / name for name in ("grey-hen.watabou.json", "grey-coast.text-mapper.txt", "salt-road.foundry.json")
)
MILL = Path(__file__).parents[1] / "pages" / "mill.toml"
SITE, WELL = SiteId("cellar-of-the-grey-hen"), ZoneId("room-m1-m4")
INTO = f"/api/tables/{TABLE}/import"


@pytest.fixture(scope="module")
def shared() -> Iterator[Host]:
    """A server for tests that keep nothing."""
    with hosting() as running:
        yield running


@pytest.fixture
def host() -> Iterator[Host]:
    """A server of its own."""
    with hosting() as running:
        yield running


def sent(client: httpx.Client, path: str, *files: Path, **asked: Any) -> httpx.Response:
    """The answer to files, with corrections and more in the address."""
    raw = [file.read_bytes() for file in files]
    several = {"sizes": ",".join(str(len(each)) for each in raw), "names": json.dumps([file.name for file in files])}
    asked = {name: json.dumps(value) if isinstance(value, dict) else value for name, value in asked.items()}
    return client.post(path, params={**(several if len(files) > 1 else {}), **asked}, content=b"".join(raw))


def test_a_campaign_starts_from_a_map_as_it_was_corrected(host: Host) -> None:
    """A dry run reports and keeps nothing; then the same file is a campaign with its site."""
    wanted = {"title": "The Grey Hen", "names": {f"sites/{SITE}/zones/{WELL}": "Dry well"}}
    looked = sent(host.owner(), "/api/tables/import", HEN, dry_run="yes", corrections=wanted)
    assert (200, None, "The Grey Hen") == (looked.status_code, looked.json()["table"], looked.json()["title"])
    assert any(part.endswith("rooms") for part in looked.json()["contents"])
    assert {"kept", "guessed", "dropped"} == looked.json()["report"].keys()
    assert {
        "what": "a note outside every room: Nobody can stand here.",
        "at": "notes[3]",
        "about": "",
    } in looked.json()["report"]["dropped"]
    assert [TABLE] == [each.id for each in host.lobby.all()]
    begun = sent(host.owner(), "/api/tables/import", HEN, corrections=wanted)
    assert (201, "the-grey-hen") == (begun.status_code, begun.json()["table"])
    now = host.lobby.open("the-grey-hen").now
    assert ("The Grey Hen", "Dry well", 4) == (now.name, now.sites[SITE].zones[WELL].name, len(now.seats))


def test_several_files_are_one_campaign(host: Host) -> None:
    """A dungeon and a hex map, sent one after the other."""
    begun = sent(host.owner(), "/api/tables/import", HEN, COAST)
    assert 201 == begun.status_code, begun.text
    now = host.lobby.open(begun.json()["table"]).now
    assert SITE in now.sites
    assert now.lands.hexes
    first = host.owner().get(f"/t/{begun.json()['table']}").text
    assert "14 hexes" in first
    assert "Begin in a hex" in first


def test_into_the_draft_then_into_play_and_again(host: Host) -> None:
    """The draft first, play as it was; what is there already changes nothing, what differs is told in words."""
    referee = host.seated()
    drafted = sent(referee, INTO, HEN, into="draft")
    assert (200, TABLE) == (drafted.status_code, drafted.json()["table"])
    told = drafted.json()["changes"]
    assert "Cellar of the Grey Hen added" in told
    assert "Room 2 added, with a secret door from Room 3 and a double door from Room 6" in told
    assert [] == [line for line in told if "and portcullis" in line or "with portcullis" in line]
    assert "a portcullis from" in " ".join(told)
    assert len(told) == len(set(told))
    assert not [line for line in told if "room-" in line]
    assert SITE not in host.table.now.sites
    assert host.table.now.draft
    assert [] == sent(referee, INTO, HEN, into="draft", dry_run="yes").json()["changes"]
    played = sent(referee, INTO, HEN, into="play")
    assert 200 == played.status_code, played.text
    assert SITE in host.table.now.sites
    before = host.table.version
    wanted = {"doors": {f"sites/{SITE}/doors/{SITE}-door-5-m3": "locked"}}
    (change,) = sent(referee, INTO, HEN, into="play", dry_run="yes", corrections=wanted).json()["changes"]
    assert "locked" in change
    assert before == host.table.version
    sent(referee, INTO, HEN, into="play", corrections=wanted)
    assert {DoorState.LOCKED} == {
        door.state for door in host.table.now.sites[SITE].doors.values() if door.id.endswith("door-5-m3")
    }


def test_what_the_page_shows_of_a_file(shared: Host) -> None:
    """The map, the room that is chosen, its doors, and every note with its place; tables row by row."""
    part = f"sites/{SITE}/zones/{WELL}"
    page = sent(shared.owner(), "/import/look", HEN, part=part).text
    for words in ("Start a campaign", "A dry well under a rotten lid.", 'data-zone="room-m1-m4"', "notes[3]", "5 ft"):
        assert words in page
    land = sent(shared.owner(), "/import/look", COAST, part="lands/hexes/0101").text
    assert 'data-hex-at="0101"' in land
    assert "Hex 0101" in land
    road = sent(shared.owner(), "/import/look", ROAD).text
    assert "Nobody comes this way" in road
    assert "Nothing to draw" not in road
    both = sent(shared.seated(), f"/t/{TABLE}/prepare/import/look", HEN, COAST).text
    for words in ("What changes", "Put in the draft", "Put into play now", "Hexes"):
        assert words in both


def test_the_page_says_what_is_still_to_mend(shared: Host) -> None:
    """Each thing leads to the part that it is about; a clue that is written is one thing less."""
    door = f"sites/{SITE}/doors/{SITE}-door-10-m4"
    before, after = (
        sent(shared.owner(), "/import/look", HEN, corrections=wanted).text.partition('id="import-mends"')[2]
        for wanted in ({}, {"clues": {door: "The plaster sounds hollow."}})
    )
    assert "<b>3 things to mend</b>" in before
    assert re.findall(r'data-import-part="([^"]+)">([^<]+)<', before) == [
        (door, "Secret door between 2 and 3 without a clue of your own"),
        (f"sites/{SITE}/zones/room-11-m5", "6 rooms without a text to read aloud"),
        (f"sites/{SITE}", "No encounter table"),
    ]
    assert "<b>2 things to mend</b>" in after


def upload_in(page: httpx.Response) -> str:
    """The id that a page knows its files by."""
    found = re.search(r'data-upload="([^"]+)"', page.text)
    assert found is not None
    return found[1]


def test_corrections_travel_without_the_files(host: Host) -> None:
    """The files are sent once; a small body corrects them, draws them as players see them, and takes them."""
    owner = host.owner()
    first = sent(owner, "/import/look", HEN)
    upload, door = upload_in(first), f"sites/{SITE}/doors/{SITE}-door-10-m4"
    assert f'data-door="{SITE}-door-10-m4"' in first.text
    wanted = {"title": "The Grey Hen", "small": "rooms", "clues": {door: "The plaster sounds hollow."}}
    asked = {"upload": upload, "corrections": wanted}
    again = owner.post("/import/look", json={**asked, "part": door})
    assert (upload, 200) == (upload_in(again), again.status_code)
    assert "The plaster sounds hollow." in again.text
    seen = owner.post("/import/look", json={**asked, "as_players": True}).text
    assert f'data-door="{SITE}-door-10-m4"' not in seen
    begun = owner.post("/api/tables/import", json=asked)
    assert (201, None) == (begun.status_code, begun.json()["upload"])
    site = host.lobby.open(begun.json()["table"]).now.sites[SITE]
    assert not [zone for zone in site.zones.values() if zone.corridor]
    assert "The plaster sounds hollow." in {clue for feature in site.features.values() for clue in feature.clues}
    gone = owner.post("/import/look", json=asked)
    assert (422, "upload_gone") == (gone.status_code, gone.json()["code"])


def test_an_upload_is_nothing_to_another_person(shared: Host) -> None:
    """The owner's files are not found at a table, nor a table's by the owner; the answer tells nothing of them."""
    owners = upload_in(sent(shared.owner(), "/import/look", HEN))
    referees = upload_in(sent(shared.seated(), f"/t/{TABLE}/prepare/import/look", HEN))
    for client, path, upload in (
        (shared.seated(), f"/t/{TABLE}/prepare/import/look", owners),
        (shared.seated(), INTO, owners),
        (shared.owner(), "/import/look", referees),
        (shared.owner(), "/api/tables/import", "none"),
    ):
        answer = client.post(path, json={"upload": upload})
        assert (422, "upload_gone") == (answer.status_code, answer.json()["code"])


def test_a_site_is_placed_in_a_hex_and_moves_to_another(host: Host) -> None:
    """With a land at the table: the way in is a feature of the hex, found as the referee says, and only there once."""
    referee = host.seated()
    sent(referee, INTO, COAST, into="play")
    upload = upload_in(sent(referee, f"/t/{TABLE}/prepare/import/look", HEN))
    page = referee.post(f"/t/{TABLE}/prepare/import/look", json={"upload": upload}).text
    assert "Place it in" in page
    one, other, *_ = sorted(host.table.now.lands.hexes)
    for hex, grade in ((one, "hidden"), (other, "overt")):
        upload = upload_in(sent(referee, f"/t/{TABLE}/prepare/import/look", HEN))
        places = {"places": {f"sites/{SITE}": {"hex": hex, "grade": grade}}}
        taken = referee.post(f"{INTO}?into=play", json={"upload": upload, "corrections": places})
        assert 200 == taken.status_code, taken.text
        found = [
            (each.id, feature.grade.value)
            for each in host.table.now.lands.hexes.values()
            for feature in each.features.values()
            if feature.site == SITE
        ]
        assert [(hex, grade)] == found
    bad = {"places": {f"sites/{SITE}": {"hex": "9999"}}}
    lost = sent(referee, INTO, HEN, into="play", corrections=bad)
    assert (422, "no_such_hex") == (lost.status_code, lost.json()["code"])


@pytest.mark.parametrize(
    "path, who, status, code",
    [
        ("/api/tables/import", "referee", 403, "owner_only"),
        ("/import/look", "referee", 403, "owner_only"),
        ("/api/tables/import", "stranger", 403, "owner_only"),
        (INTO, "player", 403, "referee_only"),
        (INTO, "spectators", 403, "referee_only"),
        (INTO, "stranger", 404, "not_found"),
        (f"/t/{TABLE}/prepare/import/look", "player", 403, "referee_only"),
        (f"/t/{TABLE}/prepare/import/look", "stranger", 404, "not_found"),
    ],
)
def test_who_may_import(shared: Host, path: str, who: str, status: int, code: str) -> None:
    """The owner starts campaigns, the referee changes a table, and nobody else learns what a file holds."""
    clients = {
        "referee": shared.seated,
        "player": lambda: shared.seated(ONE),
        "spectators": lambda: shared.seated(SPECTATORS),
        "stranger": shared.stranger,
    }
    client = clients[who]()
    before = shared.table.version
    answer = sent(client, path, HEN)
    assert (status, code) == (answer.status_code, answer.json()["code"])
    assert before == shared.table.version


@pytest.mark.parametrize(
    "raw, asked, code",
    [
        (MILL.read_bytes(), {}, "ours"),
        (b"1 Hall\n  > 2 door\n2 Crypt\n", {}, "ours"),
        (b'{"log": 1}\n', {}, "ours"),
        (b'{"hello": 1}', {}, "unreadable"),
        (b'{"hello": ' + b"[" * 3_000_000, {}, "unreadable"),
        (b"[" + b"[]," * 1_000_000 + b"[]]", {}, "unreadable"),
        (HEN.read_bytes(), {"sizes": "10"}, "bad_sizes"),
        (HEN.read_bytes(), {"sizes": "ten"}, "bad_sizes"),
        (HEN.read_bytes(), {"sizes": ",".join(["1"] * 21)}, "too_many_files"),
        (HEN.read_bytes(), {"names": "7"}, "bad_names"),
        (HEN.read_bytes(), {"corrections": '{"names": {"sites/none": "x"}}'}, "no_such_part"),
        (HEN.read_bytes(), {"corrections": '{"walls": 3}'}, "unknown_field"),
    ],
)
def test_what_cannot_be_read_is_told(shared: Host, raw: bytes, asked: dict[str, str], code: str) -> None:
    """A file of ours, an unknown one, and odd requests: a clear code, and nothing is kept."""
    answer = shared.owner().post("/api/tables/import", params=asked, content=raw)
    assert (422, code) == (answer.status_code, answer.json()["code"])
    assert [TABLE] == [each.id for each in shared.lobby.all()]


def test_a_bad_way_into_a_table_is_told(shared: Host) -> None:
    """Draft or play, nothing else."""
    answer = sent(shared.seated(), INTO, HEN, into="attic")
    assert (422, "bad_into") == (answer.status_code, answer.json()["code"])
