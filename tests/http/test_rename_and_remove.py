"""Campaigns renamed and removed over HTTP: by the owner of the server alone, and never by mistake."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.http.hosting import TABLE, Host, hosting
from undercroft.faces.shared.table_removal import removed
from undercroft.store.log import Table
from undercroft.store.sqlite import SQLiteStore


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
    assert {"table": made, "kept": None} == owner.post(
        f"/api/tables/{made}/delete", json={"name": "Short lived"}
    ).json()
    assert 404 == owner.get(f"/t/{made}").status_code
    assert 404 == owner.post(f"/api/tables/{made}/delete", json={"name": "Short lived"}).status_code


def test_a_file_is_kept_where_the_store_is_one(tmp_path: Path) -> None:
    """The log as it was exported, under a name that is free, for its owner's eyes only."""
    store = SQLiteStore(tmp_path / "tables.db")
    files = []
    for _ in range(2):
        store.create(Table("barrow", "Barrow", "2026-01-01T00:00:00Z"), bytes(32))
        files.append(removed(store, "barrow", store.path))
    store.close()
    assert [tmp_path / "removed" / name for name in ("barrow-secret.jsonl", "barrow-2-secret.jsonl")] == files
    assert 0o600 == (tmp_path / "removed" / "barrow-secret.jsonl").stat().st_mode & 0o777
