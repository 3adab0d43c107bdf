"""The store of tables, checked, copied and restored from the command line."""

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from tests.faces.commandline import CommandLine
from tests.faces.kept_stores import names, spoil
from tests.store.making import SECRET, batch
from tests.store.test_migrations import old
from tests.store.test_portable import exported
from undercroft.store import database
from undercroft.store.log import ListedTable
from undercroft.store.sqlite import SQLiteStore


def test_a_store_that_is_whole(undercroft: CommandLine, kept: Path) -> None:
    """Every table, or one; with the last link, for the person who keeps it elsewhere."""
    assert (0, "barrow: 5 lines, as written\nmill: 2 lines, as written\n", "") == undercroft("table", "verify")
    assert (0, "mill: 2 lines, as written\n", "") == undercroft("table", "verify", "mill")
    with closing(SQLiteStore(kept / "store.db", readonly=True)) as store:
        link = store.head("mill").link.hex()
    checked = {"table": "mill", "clean": True, "version": 2, "link": link}
    assert {"tables": [checked]} == undercroft("table", "verify", "mill", "--json").json
    with closing(SQLiteStore(kept / "store.db")) as store:
        store.create(ListedTable("well", "The Well", "2026-01-31T19:00:00Z"), SECRET)
    assert "well: no lines yet\n" == undercroft("table", "verify", "well").out


def test_a_store_that_is_not(undercroft: CommandLine, kept: Path) -> None:
    """Exit code 5 and the first bad line; the other tables are checked all the same."""
    spoil("DELETE FROM lines WHERE place >> 32 = 1 AND place & 15 > 2")
    why = "it is missing, and the log should go on to line 5"
    fix = "“undercroft table recover barrow” saves what can be read; or restore a backup"
    out = f"barrow: line 3: {why}\nmill: 2 lines, as written\n"
    assert (5, out, f"error: integrity: table “barrow”, line 3: {why} ({fix})\n") == undercroft("table", "verify")
    ran = undercroft("table", "verify", "--json")
    assert (5, "") == (ran.code, ran.err)
    assert {"table": "barrow", "clean": False, "seq": 3, "why": why} == ran.json["tables"][0]
    assert ran.json["tables"][1]["clean"] is True
    assert {"code": "integrity", "detail": f"table “barrow”, line 3: {why}", "fix": fix} == ran.json["error"]
    assert 0 == undercroft("table", "verify", "mill").code
    spoil("UPDATE heads SET streams = '{\"public\":9}' WHERE number = 2")
    assert "mill: its head was changed\n" == undercroft("table", "verify", "mill").out


def test_a_backup_and_back(undercroft: CommandLine, kept: Path) -> None:
    """Nothing is overwritten on the way; the backup is for its owner alone."""
    ran = undercroft("table", "backup", "friday.db")
    assert (0, f"Everything in {kept / 'store.db'} is in friday.db, checked; with every secret.\n", "") == ran
    assert 0o600 == stat.S_IMODE((kept / "friday.db").stat().st_mode)
    ran = undercroft("table", "backup", "friday.db")
    assert (4, f"error: conflict: {kept / 'friday.db'} is already there (choose another name)\n") == (ran.code, ran.err)
    assert 4 == undercroft("table", "restore", "friday.db").code
    before = undercroft("table", "verify", "--json").json
    ran = undercroft("table", "restore", "friday.db", "--data", "other.db", "--json")
    assert {"data": str(kept / "other.db"), "file": "friday.db"} == ran.json
    assert before == undercroft("table", "verify", "--json", "--data", "other.db").json


def test_restoring_into_the_usual_folder(undercroft: CommandLine, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made where nobody named a place."""
    undercroft("table", "backup", "friday.db")
    monkeypatch.setenv("UNDERCROFT_DATA", str(kept / "new" / "store.db"))
    ran = undercroft("table", "restore", "friday.db")
    assert (0, f"Everything in friday.db is in {kept / 'new' / 'store.db'}, checked.\n", "") == ran
    assert 0 == undercroft("table", "verify").code


STORES: dict[str, tuple[int, str]] = {
    "missing.db": (3, "not_found"),
    "no/store.db": (3, "not_found"),
    "text": (6, "not_a_store"),
    "foreign.db": (6, "not_a_store"),
    "newer.db": (6, "newer_schema"),
    "torn.db": (5, "integrity"),
    "": (2, "not_a_file"),
}

READING = [("list",), ("verify",), ("export", "barrow", "-"), ("backup", "copy.db")]


@pytest.mark.parametrize("verb", READING, ids=lambda verb: verb[0])
@pytest.mark.parametrize("name, code, what", [(name, *expected) for name, expected in STORES.items()])
def test_what_is_no_store(
    undercroft: CommandLine, kept: Path, verb: tuple[str, ...], name: str, code: int, what: str
) -> None:
    """Whatever is asked of it: one line and its exit code, in words and in JSON."""
    Path("text").write_bytes(b"hello")
    whole = Path("store.db").read_bytes()
    Path("torn.db").write_bytes(whole[:2048] + b"\xff" * 6000)
    for foreign, mark in (("foreign.db", 0), ("newer.db", database.APPLICATION)):
        with closing(sqlite3.connect(foreign)) as db:
            db.execute("CREATE TABLE bookmarks (url TEXT)")
            db.execute(f"PRAGMA application_id = {mark}")
            db.execute("PRAGMA user_version = 99")
    ran = undercroft("table", *verb, "--data", name)
    assert (code, "") == (ran.code, ran.out)
    assert ran.err.startswith(f"error: {what}: ")
    assert 1 == ran.err.count("\n")
    told = undercroft("table", *verb, "--data", name, "--json")
    assert (code, "", what) == (told.code, told.err, told.json["error"]["code"])
    assert not Path("copy.db").exists()


@pytest.mark.parametrize("verb", READING, ids=lambda verb: verb[0])
def test_a_database_that_nobody_serves(undercroft: CommandLine, kept: Path, verb: tuple[str, ...]) -> None:
    """What reads says that it is not reached; a backup of a database is refused before that, as PostgreSQL's own."""
    code, what = (2, "not_a_file") if verb[0] == "backup" else (6, "unreachable")
    ran = undercroft("table", *verb, "--data", "postgresql://127.0.0.1:1/x", "--json")
    assert (code, "", what) == (ran.code, ran.err, ran.json["error"]["code"])
    assert not Path("copy.db").exists()


@pytest.mark.parametrize("verb", ["export", "verify"])
def test_there_is_no_such_table(undercroft: CommandLine, kept: Path, verb: str) -> None:
    """Exit code 3; nothing is written."""
    before = names(kept)
    ran = undercroft("table", verb, "mound")
    assert (3, "error: not_found: there is no table “mound” (“undercroft table list” shows them)\n") == (
        ran.code,
        ran.err,
    )
    assert before == names(kept)


def test_while_others_play(undercroft: CommandLine, kept: Path) -> None:
    """What only reads works beside a process that writes; what writes is told that the store is open."""
    with closing(SQLiteStore(kept / "store.db")) as store:
        store.append("mill", batch(2))
        for verb in READING:
            assert 0 == undercroft("table", *verb).code
        assert "mill: 3 lines, as written\n" == undercroft("table", "verify", "mill").out
        Path("log.jsonl").write_bytes(exported())
        for verb in (("import", "log.jsonl"), ("restore", "copy.db")):
            ran = undercroft("table", *verb)
            assert (6, "error: already_open: ") == (ran.code, ran.err[:21])


def test_an_old_store(undercroft: CommandLine, folder: Path) -> None:
    """What only reads leaves it as it is; what writes renews it, and keeps the old one beside."""
    old(folder / "store.db")
    for verb in READING:
        assert 0 == undercroft("table", *verb).code
    assert {"store.db", "copy.db"} == names(folder)
    Path("log.jsonl").write_bytes(exported().replace(b"barrow", b"mound0"))
    assert 5 == undercroft("table", "import", "log.jsonl").code
    assert {"store.db", "store.db.lock", "store.db.schema-1", "copy.db", "log.jsonl"} == names(folder)
    assert "barrow: 3 lines, as written\nmill: 1 line, as written\n" == undercroft("table", "verify").out
