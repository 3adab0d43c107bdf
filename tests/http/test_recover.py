"""A damaged campaign over HTTP: its owner saves what can be read, strangers learn nothing, other campaigns go on."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.http.hosting import SECRET, TABLE, Host
from tests.serving import same_dice, serving
from tests.table.small_site import begin
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.server.tables import Tables
from undercroft.store.sqlite import SQLiteStore
from undercroft.table.session.notes import WriteNote
from undercroft.table.state.seats import REFEREE


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A server with two campaigns in a file; the last event of one was changed on the disk."""
    path = tmp_path / "store.db"
    with closing(SQLiteStore(path)) as store:
        tables = Tables(store)
        for id in (TABLE, "mill"):
            table = tables.begin(id, begin(), secret=same_dice)
            table.act(REFEREE, WriteNote("The tide turns."), key="note")
            table.act(REFEREE, WriteNote("A bell rings."), key="bell")
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE lines SET body = x'7b7d' WHERE place = (SELECT max(place) FROM lines WHERE place < 2 << 32)")
    lobby = Lobby(SQLiteStore(path), SECRET)
    with serving(lobby=lobby) as address, ExitStack() as clients:
        yield Host(lobby, address, clients)
    lobby.close()


def test_the_owner_saves_what_can_be_read(host: Host) -> None:
    """The start page offers it; the new campaign can be opened and played, and the answer says what is lost."""
    owner = host.owner()
    page = owner.get("/").text
    assert f'data-recover="{TABLE}"' in page
    assert 'data-recover="mill"' not in page
    assert (503, 200) == (owner.get(f"/t/{TABLE}").status_code, owner.get("/t/mill").status_code)
    saved = owner.post(f"/api/tables/{TABLE}/recover", json={})
    assert (201, f"{TABLE}-recovered", 2) == (saved.status_code, saved.json()["table"], saved.json()["lost"])
    assert "The last event saved: “Note: The tide turns.”" in " ".join(saved.json()["says"])
    assert "The tide turns." in owner.get(f"/api/tables/{TABLE}-recovered/events").text
    command = {"command": {"kind": "note", "text": "They go on."}, "key": "on"}
    assert 200 == owner.post(f"/api/tables/{TABLE}-recovered/commands", json=command).status_code


def test_only_the_owner_recovers_and_only_what_is_damaged(host: Host) -> None:
    """A stranger finds no table at all."""
    stranger = host.stranger()
    for path in (f"/t/{TABLE}", "/t/nowhere"):
        assert 404 == stranger.get(path).status_code
    assert (403, "owner_only") == (
        (refused := stranger.post(f"/api/tables/{TABLE}/recover", json={})).status_code,
        refused.json()["code"],
    )
    whole = host.owner().post("/api/tables/mill/recover", json={})
    assert (422, "not_damaged") == (whole.status_code, whole.json()["code"])


def test_a_damaged_campaign_is_deleted_and_kept(host: Host) -> None:
    """In two files beside the store."""
    gone = host.owner().post(f"/api/tables/{TABLE}/delete", json={"name": begin().name}).json()
    assert [True, True] == [Path(gone[name]).stat().st_size > 100 for name in ("kept", "raw")]
    assert frozenset({"mill"}) == host.lobby.ids()
