"""A damaged table: saved as a new one that can be played, deleted without losing a row, and no harm to others."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.faces.commandline import CommandLine
from tests.server.tabling import Playing, created
from tests.table.small_site import begin
from undercroft.server.open_table import OpenTable
from undercroft.store.log import Clean
from undercroft.store.sqlite import SQLiteStore
from undercroft.table.session.notes import WriteNote
from undercroft.table.state.seats import REFEREE


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a store of two tables in play: `crypt`, whose last two acts are notes, and `mill`."""
    monkeypatch.setenv("UNDERCROFT_DATA", str(tmp_path / "store.db"))
    monkeypatch.chdir(tmp_path)
    with closing(SQLiteStore(tmp_path / "store.db")) as store:
        for id in ("crypt", "mill"):
            playing = Playing(created(store, id), id)
            playing.do(begin())
            playing.do(WriteNote("The tide turns."))
            playing.do(WriteNote("A bell rings."))
    return tmp_path


def spoil(statement: str) -> None:
    """Change the store behind its back."""
    with closing(sqlite3.connect("store.db")) as db, db:
        db.execute(statement)


def versions() -> dict[str, int]:
    """Every table that verifies, with the number of its events."""
    with closing(SQLiteStore("store.db", readonly=True)) as store:
        found = {table.id: store.verify(table.id) for table in store.tables()}
    return {id: state.version for id, state in found.items() if isinstance(state, Clean)}


def test_what_lies_before_the_damage_is_played_on_in_a_copy(undercroft: CommandLine, folder: Path) -> None:
    """It says which events are lost, since when, and what is the last that is kept; the damaged table stays.

    The last act has two events, and the second is damaged: no act is kept in part.
    """
    before = versions()
    last = before["crypt"]
    spoil(f"UPDATE lines SET body = CAST('{{}}' AS BLOB) WHERE place = (1 << 32) + {last}")
    assert 5 == undercroft("table", "log", "crypt").code
    ran = undercroft("table", "recover", "crypt")
    assert (0, "") == (ran.code, ran.err)
    assert [
        f"crypt-recovered: {last - 2} events of crypt saved. Play on there.",
        f"Lost: events {last - 1} to {last}, everything since 2026-01-31 19:00 UTC.",
        "The last event saved: “Note: The tide turns.”, day 1, 00:00.",
        "crypt stays as it is. “undercroft table delete crypt” removes it and keeps its files.",
    ] == ran.out.splitlines()
    assert {"mill": before["mill"], "crypt-recovered": last - 2} == versions()
    assert "The tide turns." in undercroft("table", "log", "crypt-recovered").out
    assert 0 == undercroft("table", "export", "crypt-recovered", "saved.jsonl").code
    with closing(SQLiteStore("store.db")) as store:
        OpenTable(store, "crypt-recovered").act(REFEREE, WriteNote("They go on."), key="on")
    assert "They go on." in undercroft("table", "log", "crypt-recovered").out
    assert last - 2 < versions()["crypt-recovered"]


def test_a_flipped_bit_costs_no_event(undercroft: CommandLine, folder: Path) -> None:
    """The chain proves what the line was."""
    before = versions()
    with closing(SQLiteStore("store.db", readonly=True)) as store:
        raw = next(line.body for line in store.read("crypt") if b"tide" in line.body)
    spoil(f"UPDATE lines SET body = x'{raw.replace(b'tide', b'tidd').hex()}' WHERE body = x'{raw.hex()}'")
    told = undercroft("table", "recover", "crypt", "--into", "again", "--json").json
    assert ("again", before["crypt"], 0, 1) == (told["table"], told["kept"], told["lost"], told["mended"])
    assert "No event is lost." in told["says"]
    assert "The tide turns." in undercroft("table", "log", "again").out


@pytest.mark.parametrize(
    "arguments, code, error",
    [
        (("mill",), 2, "not_damaged"),
        (("nowhere",), 3, "not_found"),
        (("crypt", "--into", "mill"), 4, "conflict"),
        (("crypt", "--into", "../x"), 2, "bad_id"),
    ],
)
def test_what_cannot_be_recovered(
    undercroft: CommandLine, folder: Path, arguments: tuple[str, ...], code: int, error: str
) -> None:
    """Nothing changes."""
    spoil("UPDATE heads SET version = 3 WHERE number = 1")
    ran = undercroft("table", "recover", *arguments, "--json")
    assert (code, error) == (ran.code, ran.json["error"]["code"])
    assert ["mill"] == [*versions()]


def test_a_damaged_store_is_backed_up_with_all_that_can_be_read(undercroft: CommandLine, folder: Path) -> None:
    """Exit code 5, and a line for each table."""
    before = versions()
    last = before["crypt"]
    spoil(f"UPDATE lines SET body = CAST('{{}}' AS BLOB) WHERE place = (1 << 32) + {last}")
    ran = undercroft("table", "backup", "friday.db")
    assert 5 == ran.code
    assert [
        f"crypt: {last - 2} events copied. Lost: events {last - 1} to {last}, everything since 2026-01-31 19:00 UTC.",
        f"mill: {before['mill']} events copied. No event is lost.",
    ] == ran.out.splitlines()
    assert ran.err.startswith(f"error: integrity: table “crypt”, line {last}: {folder / 'store.db'} is damaged: ")
    assert 0 == undercroft("table", "verify", "--data", "friday.db").code
    told = undercroft("table", "backup", "saturday.db", "--json")
    assert (5, [2, 0]) == (told.code, [table["lost"] for table in told.json["tables"]])


def test_a_damaged_table_is_deleted_and_all_of_it_kept(undercroft: CommandLine, folder: Path) -> None:
    """What can be read comes back by an import; the rows as they were found are in a second file."""
    last = versions()["crypt"]
    spoil(f"UPDATE lines SET body = CAST('{{\"lost\":1}}' AS BLOB) WHERE place = (1 << 32) + {last}")
    told = undercroft("table", "delete", "crypt", "--name", "The Crypt", "--json").json
    assert [folder / "removed" / name for name in ("crypt-secret.jsonl", "crypt-secret.rows")] == [
        Path(told["kept"]),
        Path(told["raw"]),
    ]
    rows = [json.loads(line) for line in Path(told["raw"]).read_text(encoding="utf-8").splitlines()]
    assert b'{"lost":1}'.hex() in [row["columns"][5] for row in rows if len(row["columns"]) > 8]
    assert 0 == undercroft("table", "import", told["kept"]).code
    assert last - 2 == versions()["crypt"]
