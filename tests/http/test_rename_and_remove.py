"""Campaigns renamed and removed over HTTP: by the owner of the server alone, and never by mistake."""

from collections.abc import Iterator
from errno import ENOSPC
from pathlib import Path

import httpx
import pytest

from tests.http.hosting import TABLE, Host, hosting
from tests.serving import serving, speaking
from tests.table.small_site import begin
from undercroft.faces.shared.table_removal import removed
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.store.faults import Storage
from undercroft.store.log import ListedTable
from undercroft.store.sqlite import SQLiteStore
from undercroft.table.session.notes import WriteNote
from undercroft.table.state.seats import REFEREE


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    """A server with one table."""
    with hosting() as running:
        yield running


def test_a_table_is_called_otherwise(host: Host) -> None:
    """Its id and address stay; the bar of its pages has the new name."""
    owner = host.owner()
    answer = owner.post(f"/api/tables/{TABLE}/rename", json={"name": "  Friday night "})
    assert {"table": TABLE, "name": "Friday night"} == answer.json()
    assert "Friday night" in owner.get(f"/t/{TABLE}").text
    owner.post(f"/api/tables/{TABLE}/rename", json={"name": "The Crypt"})


def test_only_the_owner_renames_or_removes(host: Host) -> None:
    """A referee of the table may not."""
    for verb in ("rename", "delete"):
        answer = host.seated().post(f"/api/tables/{TABLE}/{verb}", json={"name": "The Crypt"})
        assert (403, "owner_only") == (answer.status_code, answer.json()["code"])


def test_a_table_is_removed_by_its_name_alone(host: Host) -> None:
    """Another name changes nothing; the right one removes it, and its address with it."""
    owner = host.owner()
    made = owner.post("/api/tables", json={"name": "Short lived"}).json()["table"]
    wrong = owner.post(f"/api/tables/{made}/delete", json={"name": "Long lived"})
    assert (422, "other_name") == (wrong.status_code, wrong.json()["code"])
    assert 200 == owner.get(f"/t/{made}").status_code
    assert {"table": made, "kept": None, "raw": None} == owner.post(
        f"/api/tables/{made}/delete", json={"name": "Short lived"}
    ).json()
    assert 404 == owner.get(f"/t/{made}").status_code
    assert 404 == owner.post(f"/api/tables/{made}/delete", json={"name": "Short lived"}).status_code


def test_a_file_is_kept_where_the_store_is_one(tmp_path: Path) -> None:
    """The log as it was exported, under a name that is free, for its owner's eyes only."""
    store = SQLiteStore(tmp_path / "tables.db")
    files = []
    for _ in range(2):
        store.create(ListedTable("barrow", "Barrow", "2026-01-01T00:00:00Z"), bytes(32))
        files.append(removed(store, "barrow", store.path).log)
    store.close()
    assert [tmp_path / "removed" / name for name in ("barrow-secret.jsonl", "barrow-2-secret.jsonl")] == files
    assert 0o600 == (tmp_path / "removed" / "barrow-secret.jsonl").stat().st_mode & 0o777


@pytest.fixture
def own(tmp_path: Path) -> Iterator[tuple[Lobby, httpx.Client]]:
    """A server whose store is a file, with one table, and its owner."""
    lobby = Lobby(SQLiteStore(tmp_path / "tables.db"), bytes(32))
    lobby.tables.begin(TABLE, begin(), name="The Crypt")
    with serving(lobby=lobby) as address, speaking(address) as owner:
        owner.get(f"/enter/{lobby.owner_link()}")
        yield lobby, owner
    lobby.close()


FULL = OSError(ENOSPC, "No space left on device")


@pytest.mark.parametrize("full", ["file", "folder", "store"])
def test_no_room_to_delete_a_table(
    own: tuple[Lobby, httpx.Client], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: str
) -> None:
    """Refused, whatever the disk has no room for: the table is there and goes on, and no file of it is."""
    lobby, owner = own

    def fails(*_: object, **__: object) -> None:
        raise FULL if full != "store" else Storage("storage_full", "no room left", "make room")

    with monkeypatch.context() as patch:
        match full:
            case "file":
                patch.setattr("undercroft.faces.shared.table_removal.export_table", fails)
            case "folder":
                patch.setattr("pathlib.Path.mkdir", fails)
            case _:
                patch.setattr(lobby.store, "remove", fails)
        answer = owner.post(f"/api/tables/{TABLE}/delete", json={"name": "The Crypt"})
        assert (507, "storage_full") == (answer.status_code, answer.json()["code"])
    assert [] == list((tmp_path / "removed").glob("*"))
    note = {"command": {"kind": "note", "text": "Still here."}, "key": "still"}
    assert 200 == owner.post(f"/api/tables/{TABLE}/commands", json=note).status_code
    assert 200 == owner.post(f"/api/tables/{TABLE}/delete", json={"name": "The Crypt"}).status_code
    assert ["crypt-secret.jsonl"] == [file.name for file in (tmp_path / "removed").iterdir()]


def test_what_is_played_while_a_table_is_deleted_is_in_its_file(
    own: tuple[Lobby, httpx.Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command between writing the file and removing the table: the file is written again."""
    lobby, owner = own
    remove, late = lobby.store.remove, [WriteNote("Too late?")]

    def slow(table: str, expected: int | None = None) -> None:
        while late:
            lobby.open(TABLE).act(REFEREE, late.pop(), key="late")
        remove(table, expected)

    monkeypatch.setattr(lobby.store, "remove", slow)
    kept = Path(owner.post(f"/api/tables/{TABLE}/delete", json={"name": "The Crypt"}).json()["kept"])
    assert "Too late?" in kept.read_text(encoding="utf-8")
    assert [kept] == list(kept.parent.iterdir())
