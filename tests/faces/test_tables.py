"""`undercroft table`, through its front door: what is kept, carried, checked and copied."""

import io
import json
import os
import re
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.faces.commandline import CommandLine
from tests.faces.test_terminal import MAIN, UNDERCROFT
from tests.store.making import BARROW, MILL, SECRET, batch, entry, filled
from tests.store.test_migrations import old
from tests.store.test_portable import LINES, WRONG, exported
from undercroft import demo
from undercroft.exchange import campaignfile
from undercroft.faces.cli.secret_file import secret_name
from undercroft.store import database
from undercroft.store.log import Batch, Table
from undercroft.store.memory import MemoryStore
from undercroft.store.portable import export_table
from undercroft.store.sqlite import SQLiteStore
from undercroft.table.state.things import Carried
from undercroft.table.world.campaign_start import Begin


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in, whose `store.db` is the store."""
    monkeypatch.setenv("UNDERCROFT_DATA", str(tmp_path / "store.db"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def kept(folder: Path) -> Path:
    """A store with a barrow of five lines and a mill of two."""
    with closing(SQLiteStore(folder / "store.db")) as store:
        filled(store, LINES)
        filled(store, 2, MILL)
    return folder


def spoil(statement: str) -> None:
    """Change the store behind its back."""
    with closing(sqlite3.connect("store.db")) as db:
        db.execute(statement)
        db.commit()


def names(folder: Path) -> set[str]:
    """What is in a folder, save what SQLite keeps beside a store that is read."""
    return {file.name for file in folder.iterdir() if not file.name.endswith(("-wal", "-shm"))}


def test_no_store_has_no_tables(undercroft: CommandLine, folder: Path) -> None:
    """And looking for them makes none; a store that was named must be there."""
    assert (
        0,
        f"No tables yet in {folder / 'store.db'}. “undercroft table new NAME --demo” makes one.\n",
        "",
    ) == undercroft("table", "list")
    assert {"data": str(folder / "store.db"), "tables": []} == undercroft("table", "list", "--json").json
    assert (0, "There are no tables to check.\n", "") == undercroft("table", "verify")
    assert set() == names(folder)
    ran = undercroft("table", "list", "--data", "other.db")
    assert (3, f"error: not_found: there is no {folder / 'other.db'} (check the name)\n") == (ran.code, ran.err)


def test_tables_are_listed(undercroft: CommandLine, kept: Path) -> None:
    """With name, beginning and length; a damaged one, too; where an imported one came from."""
    out = undercroft("table", "list").out.splitlines()
    assert "barrow  The Barrow  begun 2026-01-31  5 lines" == out[0]
    assert "mill    Die Mühle   begun 2026-02-07  2 lines" == out[1]
    spoil("UPDATE heads SET version = 9 WHERE number = 1")
    assert "barrow  The Barrow  begun 2026-01-31  damaged" == undercroft("table", "list").out.splitlines()[0]
    listed = undercroft("table", "list", "--json").json["tables"]
    assert [("barrow", None), ("mill", 2)] == [(table["id"], table["version"]) for table in listed]
    Path("barrow.jsonl").write_bytes(exported())
    undercroft("table", "import", "barrow.jsonl", "--data", "other.db")
    ran = undercroft("table", "list", "--data", "other.db")
    assert "barrow  The Barrow  begun 2026-01-31  5 lines  5 of them from barrow.jsonl\n" == ran.out


def test_an_export_is_for_the_referee(undercroft: CommandLine, kept: Path) -> None:
    """Its name says so, only its owner may read it, and it is the log itself."""
    ran = undercroft("table", "export", "barrow")
    path = kept / "barrow-GM-SECRET.jsonl"
    said = "barrow: 5 lines written to barrow-GM-SECRET.jsonl, with every secret: keep it from players.\n"
    assert (0, said, "") == ran
    assert 0o600 == stat.S_IMODE(path.stat().st_mode)
    assert exported() == path.read_bytes()
    ran = undercroft("table", "export", "mill", "mill.jsonl", "--json")
    assert {"table": "mill", "file": "mill.jsonl", "lines": 2} == ran.json
    assert 0o600 == stat.S_IMODE((kept / "mill.jsonl").stat().st_mode)


@pytest.mark.parametrize("arguments", [(), ("--json",), ("--force",)])
def test_an_export_to_stdout(undercroft: CommandLine, kept: Path, arguments: tuple[str, ...]) -> None:
    """The log and nothing else."""
    before = names(kept)
    assert (0, exported().decode(), "") == undercroft("table", "export", "barrow", "-", *arguments)
    assert before == names(kept)


@pytest.mark.parametrize(
    "table, expected",
    [
        ("barrow", "barrow-GM-SECRET.jsonl"),
        ("../../etc/passwd", "etc-passwd-GM-SECRET.jsonl"),
        ("..", "table-GM-SECRET.jsonl"),
        ("-rf", "rf-GM-SECRET.jsonl"),
        ("C:\\mühle 1", "c-m-hle-1-GM-SECRET.jsonl"),
        ("x;y=z", "x-y-z-GM-SECRET.jsonl"),
        ("é" * 200, "table-GM-SECRET.jsonl"),
        ("a" * 200, "a" * 80 + "-GM-SECRET.jsonl"),
    ],
)
def test_the_name_of_an_export_stays_in_its_folder(table: str, expected: str) -> None:
    """Whatever the table is called."""
    assert expected == secret_name(table)


def test_a_file_is_replaced_only_when_asked(undercroft: CommandLine, kept: Path) -> None:
    """And then it, too, is for its owner alone."""
    target = kept / "log.jsonl"
    target.write_text("dear diary", encoding="utf-8")
    target.chmod(0o644)
    ran = undercroft("table", "export", "barrow", "log.jsonl")
    said = f"error: conflict: {target} is already there (choose another name, or add --force)\n"
    assert (4, "", said) == ran
    assert "dear diary" == target.read_text(encoding="utf-8")
    assert 0 == undercroft("table", "export", "barrow", "log.jsonl", "--force").code
    assert exported() == target.read_bytes()
    assert 0o600 == stat.S_IMODE(target.stat().st_mode)


def test_only_a_file_is_replaced(undercroft: CommandLine, kept: Path) -> None:
    """No folder, no pipe, no device; and never the store itself or what lies beside it."""
    (kept / "folder").mkdir()
    os.mkfifo(kept / "pipe")
    (kept / "null").symlink_to("/dev/null")
    for name in ("folder", "pipe", "null", "/dev/null"):
        assert 4 == undercroft("table", "export", "barrow", name, "--force").code
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    before = (kept / "store.db").read_bytes()
    for name in ("store.db", "./store.db-wal", str(kept / "store.db.lock"), "folder/../store.db"):
        ran = undercroft("table", "export", "barrow", name, "--force")
        assert (2, "error: not_there: ") == (ran.code, ran.err[:18])
    assert before == (kept / "store.db").read_bytes()


def test_an_export_that_fails_leaves_nothing(
    undercroft: CommandLine, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Damaged, interrupted or out of room: an older file stays as it was, and no half of a new one is left."""
    (kept / "log.jsonl").write_text("dear diary", encoding="utf-8")
    before = names(kept)
    arguments = ("table", "export", "barrow", "log.jsonl", "--force")
    for fault, code in ((KeyboardInterrupt(), 130), (OSError(28, "No space left on device"), 6)):
        with monkeypatch.context() as patch:
            patch.setattr("undercroft.faces.cli.table_export.export_table", raising(fault))
            assert code == undercroft(*arguments).code
    spoil("UPDATE lines SET at = 1 WHERE place & 15 = 3")
    ran = undercroft(*arguments)
    assert (5, "error: integrity: table “barrow”, line 3: ") == (ran.code, ran.err[:42])
    assert before == names(kept)
    assert "dear diary" == (kept / "log.jsonl").read_text(encoding="utf-8")


def raising(fault: BaseException) -> Callable[..., int]:
    """Writes a little, then fails."""

    def write(_store: object, _table: str, out: io.BufferedWriter) -> int:
        out.write(b'{"log":')
        raise fault

    return write


def test_there_and_back(undercroft: CommandLine, kept: Path) -> None:
    """What was exported can be imported elsewhere, and is the same."""
    undercroft("table", "export", "barrow")
    ran = undercroft("table", "import", "barrow-GM-SECRET.jsonl", "--data", "other.db")
    note = f"note: {kept / 'other.db'} is a new store\n"
    assert (0, "barrow: 5 lines imported, every link checked.\n", note) == ran
    there = undercroft("table", "export", "barrow", "-", "--data", "other.db").out
    assert exported().decode().splitlines()[1:] == there.splitlines()[1:]
    ran = undercroft("table", "import", "barrow-GM-SECRET.jsonl", "--data", "other.db")
    fix = "import it under another id with --id barrow-2, or delete that table first"
    assert (4, "", f"error: conflict: there is already a table “barrow” ({fix})\n") == ran


def test_under_another_id(undercroft: CommandLine, kept: Path) -> None:
    """The table stands beside the one that has its id; an id that cannot be one is refused."""
    undercroft("table", "export", "barrow")
    ran = undercroft("table", "import", "barrow-GM-SECRET.jsonl", "--id", "barrow-2")
    said = "barrow-2: 5 lines imported, every link checked; relinked, since its id was “barrow” before.\n"
    assert (0, said, "") == ran
    assert (0, "barrow-2: 5 lines, as written\n", "") == undercroft("table", "verify", "barrow-2")
    for id in ("Barrow", "a/b", "", "-", "a" * 81):
        ran = undercroft("table", "import", "barrow-GM-SECRET.jsonl", "--id", id)
        assert (2, f"error: bad_id: “{id[:60]}” cannot be the id of a table") == (ran.code, ran.err.partition(" (")[0])


def test_import_from_stdin(undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` reads it; the table remembers the name of the file only."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(exported())))
    assert "stdin" == undercroft("table", "import", "-", "--json").json["table"]["origin"]["source"]
    odd = folder / os.fsdecode(b"a\x1b[2J\xff.jsonl")
    odd.write_bytes(exported())
    ran = undercroft("table", "import", str(odd), "--data", "other.db", "--json")
    assert "a\\x1b[2J\\udcff.jsonl" == ran.json["table"]["origin"]["source"]


def test_a_log_of_a_later_version_is_not_imported(undercroft: CommandLine, folder: Path) -> None:
    """Though every link is right: no table could open it. Nothing is taken in."""
    trial = MemoryStore()
    later = Batch(0, "later", b"later", (replace(entry(1), tag="table.from-tomorrow"),), b"{}")
    trial.create(BARROW, SECRET, [later])
    with Path("log.jsonl").open("wb") as out:
        export_table(trial, "barrow", out)
    ran = undercroft("table", "import", "log.jsonl")
    assert (5, "error: newer_event: table “barrow”, line 1: ") == (ran.code, ran.err[:44])
    assert "update Undercroft" in ran.err
    assert [] == undercroft("table", "list", "--json").json["tables"]


@pytest.mark.parametrize("id", ["../../../outside", "x;y=z", "Barrow", "a b", "сад", "a" * 81])
def test_the_id_of_an_imported_log_is_checked(undercroft: CommandLine, folder: Path, id: str) -> None:
    """It would be part of addresses, cookies and file names: it is refused, and another one is proposed."""
    with Path("log.jsonl").open("wb") as out:
        export_table(with_id(id), id, out)
    ran = undercroft("table", "import", "log.jsonl")
    assert (2, "bad_id") == (ran.code, ran.err.split(": ")[1])
    free = re.search(r"--id ([a-z0-9-]+)\)", ran.err)
    assert free
    assert 0 == undercroft("table", "import", "log.jsonl", "--id", free[1]).code
    assert [free[1]] == [table["id"] for table in undercroft("table", "list", "--json").json["tables"]]


def with_id(id: str) -> MemoryStore:
    """A store from a time when a table could have any id."""
    store = MemoryStore()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("undercroft.store.memory.check_id", lambda _: None)
        store.create(replace(BARROW, id=id), SECRET, [batch(0)])
    return store


def test_the_file_of_a_deleted_table_stays_in_its_folder(undercroft: CommandLine, tmp_path: Path) -> None:
    """Whatever id an older version let it have: the file is named by us, in the folder beside the store."""
    (tmp_path / "data").mkdir()
    for id in ("../../outside", "/etc/x", "x;y=z"):
        with closing(SQLiteStore(tmp_path / "data" / "store.db")) as store, pytest.MonkeyPatch.context() as patch:
            patch.setattr("undercroft.store.sqlite.check_id", lambda _: None)
            store.create(replace(BARROW, id=id), SECRET)
        data = str(tmp_path / "data" / "store.db")
        assert 0 == undercroft("table", "delete", id, "--name", "The Barrow", "--data", data).code
    assert {"data"} == {file.name for file in tmp_path.iterdir()}
    kept = {file.name for file in (tmp_path / "data" / "removed").iterdir()}
    assert {"outside-secret.jsonl", "etc-x-secret.jsonl", "x-y-z-secret.jsonl"} == kept


@pytest.mark.parametrize("seq, file", [pytest.param(*wrong, id=name) for name, wrong in WRONG.items()])
def test_a_wrong_log_is_not_imported(
    undercroft: CommandLine, folder: Path, seq: int, file: Callable[[], bytes]
) -> None:
    """Exit code 5, the first bad line by number, and nothing was taken in."""
    Path("log.jsonl").write_bytes(file())
    ran = undercroft("table", "import", "log.jsonl")
    table = "mound" if b'"table":"mound"' in file()[:300] else "barrow"
    where = f"table “{table}”, line {seq}: " if seq else f"table “{table}”: "
    assert (5, "") == (ran.code, ran.out)
    assert ran.err.startswith(f"error: integrity: {where}")
    assert 1 == ran.err.count("\n")
    told = undercroft("table", "import", "log.jsonl", "--json")
    assert (5, "", "integrity") == (told.code, told.err, told.json["error"]["code"])
    assert [] == undercroft("table", "list", "--json").json["tables"]


def test_a_truncated_log(undercroft: CommandLine, folder: Path) -> None:
    """Refused, unless asked for; then the message says how many lines are gone."""
    Path("log.jsonl").write_bytes(b"".join(exported().splitlines(keepends=True)[:4]) + b'{"line":{"ac')
    ran = undercroft("table", "import", "log.jsonl")
    assert (5, "import the complete lines with --allow-truncated-tail)\n") == (ran.code, ran.err.partition("(")[2])
    ran = undercroft("table", "import", "log.jsonl", "--allow-truncated-tail")
    said = "barrow: 3 lines imported, every link checked. 2 lines dropped: the end of the file is missing.\n"
    assert (0, said, "") == ran
    ran = undercroft("table", "import", "log.jsonl", "--allow-truncated-tail", "--data", "other.db", "--json")
    assert (3, 2) == (ran.json["version"], ran.json["dropped"])


def test_a_campaign_file_is_no_log(undercroft: CommandLine, folder: Path) -> None:
    """The message says what it is for."""
    Path("well.toml").write_text('name = "The Well"\n', encoding="utf-8")
    ran = undercroft("table", "import", "well.toml")
    fix = "“undercroft table new NAME --campaign FILE” starts from a campaign file"
    assert (2, f"error: not_a_log: well.toml: the file is not an exported log ({fix})\n") == (ran.code, ran.err)


NO_LOGS = {
    "missing": (3, "no_such_file"),
    "empty": (2, "not_a_log"),
    "page.html": (2, "not_a_log"),
    "zeros": (2, "not_a_log"),
    "folder": (2, "not_a_file"),
    "pipe": (2, "not_a_file"),
    "/dev/zero": (2, "not_a_file"),
    "store.db": (2, "not_a_log"),
}


@pytest.mark.parametrize("name, code, what", [(name, *expected) for name, expected in NO_LOGS.items()])
def test_what_is_no_log(undercroft: CommandLine, kept: Path, name: str, code: int, what: str) -> None:
    """The line names the file and what is wrong with it."""
    Path("empty").touch()
    Path("page.html").write_bytes(b"<!doctype html>\n")
    Path("zeros").write_bytes(bytes(2 << 20))
    Path("folder").mkdir()
    os.mkfifo("pipe")
    ran = undercroft("table", "import", name)
    assert (code, "") == (ran.code, ran.out)
    assert ran.err.startswith(f"error: {what}: ")
    assert name in ran.err
    assert 1 == ran.err.count("\n")
    assert 2 == len(undercroft("table", "list", "--json").json["tables"])


def test_a_store_that_is_whole(undercroft: CommandLine, kept: Path) -> None:
    """Every table, or one; with the last link, for the person who keeps it elsewhere."""
    assert (0, "barrow: 5 lines, as written\nmill: 2 lines, as written\n", "") == undercroft("table", "verify")
    assert (0, "mill: 2 lines, as written\n", "") == undercroft("table", "verify", "mill")
    with closing(SQLiteStore(kept / "store.db", readonly=True)) as store:
        link = store.head("mill").link.hex()
    checked = {"table": "mill", "clean": True, "version": 2, "link": link}
    assert {"tables": [checked]} == undercroft("table", "verify", "mill", "--json").json
    with closing(SQLiteStore(kept / "store.db")) as store:
        store.create(Table("well", "The Well", "2026-01-31T19:00:00Z"), SECRET)
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
    "postgresql://localhost/x": (2, "not_a_file"),
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


def test_every_import_has_a_secret_of_its_own(undercroft: CommandLine, folder: Path) -> None:
    """Drawn again each time, and shown by no verb."""
    Path("log.jsonl").write_bytes(exported())
    given: set[str] = set()
    for name in ("one.db", "two.db"):
        undercroft("table", "import", "log.jsonl", "--data", name)
        with closing(SQLiteStore(folder / name, readonly=True)) as store:
            secret = store.secret("barrow").hex()
        given.add(secret)
        for verb in (("list",), ("verify",), ("export", "barrow", "-")):
            for arguments in (verb, (*verb, "--json")):
                assert secret not in undercroft("table", *arguments, "--data", name).out.lower()
    assert [64, 64] == [len(secret) for secret in given]


VERBS = ("list", "export", "import", "verify", "backup", "restore")


@pytest.mark.parametrize("verb", VERBS)
def test_help_ends_with_an_example(undercroft: CommandLine, verb: str) -> None:
    """Every verb's help shows how it is called; every verb knows --data and --json."""
    out = undercroft("table", verb, "--help").out
    assert out.splitlines()[-1].startswith(f"  Example: undercroft table {verb}")
    assert "--data PATH" in out
    assert "--json" in out


@pytest.mark.parametrize("arguments", [(), ("--help",)])
def test_the_verbs_are_listed(undercroft: CommandLine, arguments: tuple[str, ...]) -> None:
    """For the person who types `undercroft table` alone, too."""
    ran = undercroft("table", *arguments)
    assert (0, "") == (ran.code, ran.err)
    assert [verb for verb in VERBS if f"\n  {verb} " not in ran.out] == []


@pytest.mark.parametrize("arguments", [("lst",), ("export",), ("import",), ("verify", "--fly"), ("backup", "a", "b")])
def test_usage(undercroft: CommandLine, arguments: tuple[str, ...]) -> None:
    """A wrong call is exit code 2 in one line."""
    ran = undercroft("table", *arguments)
    assert (2, "", 1) == (ran.code, ran.out, ran.err.count("\n"))
    assert ran.err.startswith("error: usage: ")


def test_names_cannot_move_the_cursor(undercroft: CommandLine, kept: Path) -> None:
    """Neither a table's in a tampered store, nor a file's."""
    spoil("UPDATE tables SET name = 'x' || char(27) || '[2J' WHERE number = 1")
    assert "x\\x1b[2J" in undercroft("table", "list").out
    assert "\x1b" not in undercroft("table", "import", "\x1b[2J").err


def ran(*arguments: str, shell: str = "") -> subprocess.CompletedProcess[bytes]:
    """A process of its own, its output sent somewhere."""
    command = ["bash", "-c", f'"$0" -c \'{MAIN}\' table "$@" {shell}', sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, check=False)


def test_where_stdout_goes(kept: Path) -> None:
    """A full disk is exit code 6, a reader who has gone is quiet, and a closed stdout is reported."""
    with closing(SQLiteStore(kept / "store.db")) as store:
        for version in range(2, 400):
            store.append("mill", batch(version))
    full = ran("export", "mill", "-", shell="> /dev/full")
    assert (6, True) == (full.returncode, full.stderr.startswith(b"error: storage: "))
    gone = ran("export", "mill", "-", shell="| head -1; exit ${PIPESTATUS[0]}")
    assert (141, b"") == (gone.returncode, gone.stderr)
    assert 400 == json.loads(gone.stdout)["log"]["lines"]
    closed = ran("export", "mill", "-", shell=">&-")
    assert (2, b"error: unwritable: stdout is closed (name a file)\n") == (closed.returncode, closed.stderr)
    deaf = ran("import", "-", shell="<&-")
    assert (2, b"error: unreadable: stdin is closed (name a file)\n") == (deaf.returncode, deaf.stderr)


def test_other_commands_start_without_the_store() -> None:
    """Neither SQLite nor the verbs of `table` are read to roll dice."""
    script = (
        "import sys; from undercroft.faces.cli.command_line import run; run(['roll', '2d6']);"
        "print([name for name in ('sqlite3', 'undercroft.faces.cli.table_verbs') if name in sys.modules])"
    )
    assert "[]" == subprocess.check_output([UNDERCROFT[0], "-c", script], text=True).splitlines()[1]


def test_a_shell_completes_tables(kept: Path) -> None:
    """From the store that is named, or the usual one; without one there is nothing to offer."""
    for words, offered in (
        ("table verify bar", "barrow"),
        ("table export mi", "mill"),
        ("table --data none verify bar", ""),
        ("table exp", "export"),
    ):
        line = f"undercroft {words}"
        asked = {"_UNDERCROFT_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
        script = "import sys; sys.argv = ['undercroft']; " + MAIN
        out = subprocess.check_output((sys.executable, "-c", script), env={**os.environ, **asked}, text=True)
        assert offered == out.strip()


def test_site_and_lands_are_copied_into_a_campaign_in_play(undercroft: CommandLine, tmp_path: Path) -> None:
    """And removed again; the campaign file of the table has them, and reads back equal."""
    data = ("--data", str(tmp_path / "store.db"))
    file = tmp_path / "demo.toml"
    file.write_text(demo.text(), encoding="utf-8")
    undercroft("table", "new", "Hole", *data)
    assert "nothing is chosen to add (write --site ossuary)" in undercroft("table", "add", "hole", str(file), *data).err

    added = undercroft("table", "add", "hole", str(file), "--site", "ossuary", "--lands", *data)
    assert (0, "hole: Saint Orrin's Ossuary, the lands added.\n") == (added.code, added.out)
    written = campaignfile.read(undercroft("table", "export", "hole", "-", "--as", "campaign", *data).out, "hole")
    wanted = demo.campaign()
    assert (wanted.sites, wanted.lands) == (written.sites, written.lands)
    assert "has_lands" in undercroft("table", "add", "hole", str(file), "--lands", *data).err

    gone = undercroft("table", "remove", "hole", "--site", "ossuary", "--lands", *data)
    assert (0, "hole: Saint Orrin's Ossuary, the lands removed.\n") == (gone.code, gone.out)
    assert "no_site" in undercroft("table", "remove", "hole", "--site", "ossuary", *data).err


def test_a_character_is_copied_into_a_campaign_in_play(undercroft: CommandLine, tmp_path: Path) -> None:
    """With sheet, gear and purse, under ids of their own; a name that is taken, or a person unknown, is refused."""
    data = ("--data", str(tmp_path / "store.db"))
    file = tmp_path / "demo.toml"
    file.write_text(demo.text(), encoding="utf-8")
    undercroft("table", "new", "Hole", *data)
    added = undercroft("table", "add", "hole", str(file), "--person", "maud", *data)
    assert (0, "hole: Maud Tarrow added.\n") == (added.code, added.out)

    written = campaignfile.read(undercroft("table", "export", "hole", "-", "--as", "campaign", *data).out, "hole")
    wanted = demo.campaign()
    old = next(person for person in wanted.people if person.id == "maud")
    new = next(person for person in written.people if person.name == old.name)
    assert (old.sheet, old.hp) == (new.sheet, new.hp)

    def names(begin: Begin, who: str) -> list[str]:
        return sorted(
            thing.name for thing in begin.things if isinstance(thing.place, Carried) and thing.place.by == who
        )

    assert names(wanted, old.id) == names(written, new.id)
    assert "name_taken" in undercroft("table", "add", "hole", str(file), "--person", "maud", *data).err
    assert "no_such_person" in undercroft("table", "add", "hole", str(file), "--person", "gandalf", *data).err
