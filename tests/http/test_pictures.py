"""Pictures over HTTP: sent by the referee within limits, and handed only to those who may see them."""

import zipfile
from collections.abc import Iterator
from io import BytesIO

import httpx
import pytest
from msgspec.structs import replace

from tests import known_ids
from tests.http.hosting import Host, hosting
from tests.http.seating import TABLE, Room, give, room
from tests.paper_maps import HOSTILE, picture
from tests.table.small_site import CRYPT, HALL, ONE
from tests.table.small_site import begin as small
from undercroft.exchange import campaign_bundle
from undercroft.exchange.pictures import MOST_UPLOAD
from undercroft.faces.views.dungeon.picture_map import picture_map, prepared_picture
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.preparing.draft import ChangeNow
from undercroft.table.preparing.parts import head_of, with_draft
from undercroft.table.state.changes import SiteChange, ZoneChange
from undercroft.table.state.ids import PictureId
from undercroft.table.state.pictures import MOST_PICTURE_BYTES, Pin
from undercroft.table.state.seats import SPECTATORS
from undercroft.table.world.groups import MAIN
from undercroft.table.world.pictures import HidePicture, ShowPicture

PATH = f"/t/{TABLE}/pictures"
SENDING = f"/api/tables/{TABLE}/pictures"


@pytest.fixture
def hall() -> Iterator[Room]:
    """A server with one table: two delvers in the hall of the crypt."""
    with room(small()) as opened:
        opened.act(EnterSite(MAIN, CRYPT))
        yield opened


def sent(client: httpx.Client, body: bytes = b"", name: str = "vault-of-the-lich.png") -> httpx.Response:
    """A picture on its way to the table."""
    return client.post(SENDING, params={"name": name}, content=body or picture())


def hung(hall: Room) -> PictureId:
    """A picture of the crypt's first level, with its hall pinned."""
    id = PictureId(sent(hall.sit()).json()["picture"]["id"])
    head = head_of(hall.table.now.sites[CRYPT])
    hall.act(ChangeNow((SiteChange(head, replace(head, pictures={1: id})),)))
    zone = hall.table.now.sites[CRYPT].zones[HALL]
    hall.act(ChangeNow((ZoneChange(CRYPT, zone, replace(zone, pin=Pin(1234, 4321))),)))
    return id


def test_a_picture_is_kept_and_handed_to_the_referee(hall: Room) -> None:
    """With a fixed kind, out of shared caches and without anything that could run; sent twice it is kept once."""
    referee = hall.sit()
    answer = sent(referee)
    assert 201 == answer.status_code, answer.text
    kept = answer.json()["picture"]
    assert (64, 48, "vault-of-the-lich") == (kept["width"], kept["height"], kept["name"])
    found = referee.get(f"{PATH}/{kept['id']}")
    assert (200, "image/webp", kept["size"]) == (found.status_code, found.headers["content-type"], len(found.content))
    assert "nosniff" == found.headers["x-content-type-options"]
    assert "private, max-age=3600" == found.headers["cache-control"]
    assert "cookie" in found.headers["vary"].lower()
    assert "default-src 'none'" in found.headers["content-security-policy"]
    before = hall.table.version
    assert kept["id"] == sent(referee).json()["picture"]["id"]
    assert before == hall.table.version


def test_only_the_referee_sends_pictures(hall: Room) -> None:
    """Nobody else, and nobody adds one by its name alone."""
    assert 404 == sent(hall.visitor()).status_code
    for seat in (ONE, SPECTATORS):
        assert 403 == sent(hall.sit(seat)).status_code
    named = {"id": "0" * 64, "width": 9, "height": 9, "size": 9}
    answer = give(hall.sit(), {"kind": "add_picture", "picture": named}).json()
    assert ["not_sent"] == [reason["code"] for reason in answer["refused"]]
    assert {} == hall.table.now.pictures


@pytest.mark.parametrize("name", [name for name in HOSTILE if HOSTILE[name]])
def test_what_is_no_picture_is_refused(hall: Room, name: str) -> None:
    """With what is wrong and what to do, and nothing is kept."""
    before = hall.table.version
    answer = sent(hall.sit(), HOSTILE[name])
    assert 422 == answer.status_code, answer.text
    assert answer.json()["fix"]
    assert before == hall.table.version


def test_a_picture_has_a_limit_of_its_own(hall: Room) -> None:
    """More than a command may have is fine, more than a picture may have is refused before it is read."""
    referee = hall.sit()
    assert 201 == sent(referee, picture("PNG", (900, 900), compress_level=0)).status_code
    answer = sent(referee, bytes(MOST_UPLOAD + 1))
    assert (413, "too_big", MOST_UPLOAD) == (
        answer.status_code,
        answer.json()["code"],
        answer.json()["limit"],
    )
    streamed = referee.post(SENDING, content=(bytes(1024 * 1024) for _ in range(11)))
    assert 413 == streamed.status_code


def test_a_picture_that_is_not_shown_is_not_there(hall: Room) -> None:
    """Its address answers a player like one that never was; shown it is handed out, hidden again it is gone."""
    id, phone, strangers = hung(hall), hall.sit(ONE), hall.sit(SPECTATORS)

    def seen(client: httpx.Client, picture: str = id) -> tuple[int, object]:
        answer = client.get(f"{PATH}/{picture}")
        body = {**answer.json(), "request_id": ""} if answer.status_code == 404 else len(answer.content)
        return answer.status_code, body

    assert 404 == hall.visitor().get(f"{PATH}/{id}").status_code
    for client in (phone, strangers):
        assert 404 == seen(client)[0]
        assert seen(client, "0" * 64) == seen(client)
    hall.act(ShowPicture(CRYPT))
    assert [200, 200] == [seen(client)[0] for client in (phone, strangers)]
    hall.act(HidePicture(id))
    assert [404, 404] == [seen(client)[0] for client in (phone, strangers)]
    referee = hall.sit()
    assert 200 == seen(referee)[0]
    referee.cookies.set("curtain", "drawn")
    assert 404 == seen(referee)[0]


def test_no_byte_of_it_on_a_phone_before_it_is_shown(hall: Room) -> None:
    """Neither its id, nor its name, nor a pin is in anything a player can ask for."""
    id, phone = hung(hall), hall.sit(ONE)
    for path in (f"/t/{TABLE}", f"/t/{TABLE}/panels/map", f"/t/{TABLE}/log", f"/api/tables/{TABLE}"):
        asked = phone.get(path)
        assert 200 == asked.status_code, path
        assert not [word for word in (id, "lich", "1234", "4321") if word in asked.text]
    events = phone.get(f"/api/tables/{TABLE}/events").text
    assert not [word for word in (id, "lich", "1234", "4321") if word in events]


@pytest.mark.parametrize("form, ending", [("log", "jsonl"), ("campaign", "zip")])
def test_pictures_travel_with_the_table(form: str, ending: str) -> None:
    """As a log and as a campaign file, out of one server and into another."""
    with hosting() as host:
        id, body = _pictured(host)
        file = host.seated().get(f"/t/{host.table.id}/export", params={"as": form})
        assert f'crypt-secret.{ending}"' in file.headers["content-disposition"]
    with hosting() as elsewhere:
        raw = {"content-type": "application/octet-stream"}
        taken = elsewhere.owner().post("/api/tables/file?id=crypt-2", content=file.content, headers=raw)
        assert 201 == taken.status_code, taken.text
        opened = elsewhere.lobby.open(taken.json()["table"])
        assert {1: id} == opened.now.sites[CRYPT].pictures
        assert Pin(5, 6) == opened.now.sites[CRYPT].zones[HALL].pin
        found = elsewhere.owner().get(f"/t/{opened.id}/pictures/{id}")
        assert (200, body) == (found.status_code, found.content)


def test_a_zip_file_is_read_into_the_draft_with_its_pictures() -> None:
    """Opened it shows its text and keeps nothing; kept, the table has the picture; only for the referee."""
    with hosting() as host:
        id, body = _pictured(host)
        file = host.seated().get(f"/t/{host.table.id}/export", params={"as": "campaign"}).content
    with hosting() as other:
        page, referee = f"/t/{other.table.id}/prepare/file", other.seated()
        opened = referee.post(f"{page}/open", content=file)
        assert (200, 1) == (opened.status_code, opened.json()["pictures"]), opened.text
        text = opened.json()["text"]
        assert (True, {}) == (id in text, other.table.now.pictures)
        assert 200 == referee.post(f"{page}/pictures", content=file).status_code
        assert 200 == referee.post(f"{page}/keep", content=text).status_code
        assert [id] == [*other.table.now.pictures]
        assert body == referee.get(f"/t/{other.table.id}/pictures/{id}").content
        assert {1: id} == with_draft(other.table.now).sites[CRYPT].pictures
        assert 0 == referee.post(f"{page}/open", content=file).json()["pictures"]
        cut = referee.post(f"{page}/open", content=file[:-40])
        assert (422, "bad_bundle") == (cut.status_code, cut.json()["code"])
        for what in ("open", "pictures"):
            assert 403 == other.seated(ONE).post(f"{page}/{what}", content=file).status_code


def test_a_small_zip_file_that_unpacks_to_much_stays_packed(hall: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though each part may be as large as it is: all together they are more than a campaign has."""
    parts = [("campaign.toml", b""), *((f"pictures/{n:064x}.webp", bytes(MOST_PICTURE_BYTES)) for n in range(11))]
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, body in parts:
            bundle.writestr(name, body)
    unpacked: list[object] = []
    monkeypatch.setattr(campaign_bundle, "_part", lambda *given: unpacked.append(given))
    for path in (f"/t/{TABLE}/prepare/file/open", f"/t/{TABLE}/prepare/file/pictures"):
        answer = hall.sit().post(path, content=out.getvalue())
        assert (422, "bad_bundle") == (answer.status_code, answer.json()["code"])
    assert [] == unpacked


def _pictured(host: Host) -> tuple[PictureId, bytes]:
    """A picture of the crypt with a pin, and its bytes."""
    answer = host.seated().post(f"/api/tables/{host.table.id}/pictures", content=picture())
    id = PictureId(answer.json()["picture"]["id"])
    site = host.table.now.sites[CRYPT]
    zone, head = site.zones[HALL], head_of(site)
    pinned = ZoneChange(CRYPT, zone, replace(zone, pin=Pin(5, 6)))
    host.act(ChangeNow((SiteChange(head, replace(head, pictures={1: id})), pinned)))
    return id, host.seated().get(f"/t/{host.table.id}/pictures/{id}").content


def _printed(client: httpx.Client, site: str = CRYPT, **more: str) -> str:
    asked = {"what": f"site:{site}", "pictures": "yes", **more}
    answer = client.get(f"/t/{TABLE}/print/sheets", params=asked, headers={"accept": "text/html"})
    assert 200 == answer.status_code, answer.text
    return answer.text


def test_a_site_is_printed_on_its_picture_with_the_pins_that_may_be_seen(hall: Room) -> None:
    """With every pin for the referee; for players and handouts only once the picture is shown."""
    id, phone, referee = hung(hall), hall.sit(ONE), hall.sit()
    address, crypt = f'href="{PATH}/{id}"', known_ids.site(hall.table, ONE, CRYPT)
    assert address in _printed(referee, secrets="yes")
    assert 1 == _printed(referee, secrets="yes").count("paper-pin")
    assert address not in _printed(referee)
    assert address not in _printed(phone, crypt)
    hall.act(ShowPicture(CRYPT))
    assert address in _printed(referee)
    assert address in _printed(phone, crypt)
    assert "room-number" not in _printed(phone, crypt)
    assert "On the pictures" in phone.get(f"/t/{TABLE}/print", headers={"accept": "text/html"}).text


def test_one_picture_of_two_levels_takes_the_pins_of_both(hall: Room) -> None:
    """On the desk and at the table; a player sees the pins of rooms that they know, whichever level it is."""
    id = hung(hall)
    head, zones = head_of(hall.table.now.sites[CRYPT]), hall.table.now.sites[CRYPT].zones
    below = next(zone for zone in zones.values() if zone.id != HALL)
    hall.act(ChangeNow((SiteChange(head, replace(head, pictures={1: id, 2: id})),)))
    hall.act(ChangeNow((ZoneChange(CRYPT, below, replace(below, level=2, pin=Pin(5000, 6000))),)))
    for level in (1, 2):
        drawn = prepared_picture(hall.table.now, hall.table.now.sites[CRYPT], level)
        assert drawn is not None
        assert {HALL, below.id} == {pin.id for pin in drawn.pins}
    hall.act(ShowPicture(CRYPT))
    group = hall.table.known(ONE).groups[MAIN]
    for level in (1, 2):
        seen = picture_map(hall.table.known(ONE), group, level)
        assert seen is not None
        assert [known_ids.zone(hall.table, ONE, HALL)] == [pin.id for pin in seen.pins]
