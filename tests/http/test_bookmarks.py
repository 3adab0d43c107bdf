"""The start page opens the demo in mid-play."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.demo.standing import STANDS, stand
from tests.http.hosting import TABLE, Host, hosting
from tests.table.small_site import ONE
from undercroft.demo.bookmark_scripts import BOOKMARKS, Bookmark

HTML = {"accept": "text/html"}


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    """A server with one table."""
    with hosting() as running:
        yield running


def test_nobody_else_opens_them(host: Host) -> None:
    """Neither a player nor a stranger, and nothing is made."""
    for client in (host.seated(ONE), host.stranger()):
        assert 403 == client.post("/api/demo/fight", json={}).status_code
    answer = host.owner().post("/api/demo/feast", json={})
    assert (422, "no_such_bookmark") == (answer.status_code, answer.json()["code"])
    assert [TABLE] == [table.id for table in host.lobby.all()]


def test_the_start_page_offers_each(host: Host) -> None:
    """With what waits there."""
    page = host.owner().get("/", headers=HTML).text
    for mark in BOOKMARKS:
        assert f'data-bookmark="{mark.id}" data-page="{mark.page}"' in page
    assert "Round four in the chandlery." in page
    assert "data-bookmark" not in host.stranger().get("/", headers=HTML).text


@pytest.mark.parametrize("mark", [pytest.param(bookmark, id=bookmark.id) for bookmark in BOOKMARKS])
def test_a_card_opens_its_table(host: Host, mark: Bookmark) -> None:
    """At that place, under its own name; opened twice, even at once, it is one table."""
    id = f"carrow-marches-the-{mark.id}"
    with ThreadPoolExecutor(2) as both:
        answers = both.map(lambda client: client.post(f"/api/demo/{mark.id}", json={}), (host.owner(), host.owner()))
        assert [(200, {"table": id})] * 2 == [(answer.status_code, answer.json()) for answer in answers]
    names = [table.name for table in host.lobby.all() if table.id.startswith(id)]
    assert [f"Carrow Marches: the {mark.id}"] == names
    assert STANDS[mark.id] == stand(mark.id, host.lobby.open(id).now)
    assert 200 == host.owner().get(f"/t/{id}", headers=HTML).status_code


def test_a_scene_is_continued_or_started_again(host: Host) -> None:
    """A card opened before offers both; starting again makes a new table at the bookmark and keeps the old one."""
    owner = host.owner()
    first = owner.post("/api/demo/road", json={}).json()["table"]
    command = {"command": {"kind": "make_camp", "group": "party"}, "key": "camp-on-the-road"}
    assert 200 == owner.post(f"/api/tables/{first}/commands", json=command).status_code
    page = owner.get("/", headers=HTML).text
    assert f'href="/t/{first}" aria-label="Continue: the road"' in page
    assert 'aria-label="Start again: the road"' in page
    second = owner.post("/api/demo/road", params={"again": "yes"}, json={}).json()["table"]
    assert ("carrow-marches-the-road", "carrow-marches-the-road-2") == (first, second)
    assert STANDS["road"] == stand("road", host.lobby.open(second).now)
    assert second == owner.post("/api/demo/road", json={}).json()["table"]
    assert {first, second} <= {table.id for table in host.lobby.all()}


def test_what_was_played_since_stays(host: Host) -> None:
    """The card opens the table as it was left."""
    owner = host.owner()
    table = owner.post("/api/demo/torch", json={}).json()["table"]
    command = {"command": {"kind": "note", "text": "Who has the lantern?"}, "key": "note-of-the-lantern"}
    owner.post(f"/api/tables/{table}/commands", json=command)
    version = host.lobby.open(table).version
    assert table == owner.post("/api/demo/torch", json={}).json()["table"]
    assert version == host.lobby.open(table).version
