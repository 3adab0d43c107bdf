"""Logs of tables that go out and come in, from the command line."""

import io
import os
import re
import stat
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.faces.commandline import CommandLine
from tests.faces.kept_stores import names, spoil
from tests.store.making import BARROW, SECRET, batch, entry
from tests.store.test_portable import WRONG, exported
from undercroft.faces.shared.secret_names import secret_name
from undercroft.store.log import Batch
from undercroft.store.memory import MemoryStore
from undercroft.store.portable import export_table
from undercroft.store.sqlite import SQLiteStore


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
        patch.setattr("undercroft.store.checks.check_id", lambda _: None)
        store.create(replace(BARROW, id=id), SECRET, [batch(0)])
    return store


def test_the_file_of_a_deleted_table_stays_in_its_folder(undercroft: CommandLine, tmp_path: Path) -> None:
    """Whatever id an older version let it have: the file is named by us, in the folder beside the store."""
    (tmp_path / "data").mkdir()
    for id in ("../../outside", "/etc/x", "x;y=z"):
        with closing(SQLiteStore(tmp_path / "data" / "store.db")) as store, pytest.MonkeyPatch.context() as patch:
            patch.setattr("undercroft.store.checks.check_id", lambda _: None)
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
    "empty": (2, "unreadable"),
    "page.html": (2, "unreadable"),
    "zeros": (2, "unreadable"),
    "folder": (2, "not_a_file"),
    "pipe": (2, "not_a_file"),
    "/dev/zero": (2, "not_a_file"),
    "store.db": (2, "unreadable"),
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
