"""`undercroft table verify --rules`, through its front door."""

from contextlib import closing
from pathlib import Path

import pytest

from tests.faces.commandline import CommandLine
from tests.server.test_audit import CHECK, SEVEN, better, doctored
from undercroft.store.sqlite import SQLiteStore


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in, whose `store.db` is the store."""
    monkeypatch.setenv("UNDERCROFT_DATA", str(tmp_path / "store.db"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_rulings_that_stand(undercroft: CommandLine, folder: Path) -> None:
    """They are counted, and the exit code is 0."""
    with closing(SQLiteStore(folder / "store.db")) as store:
        doctored(lambda body: body, store)
    lines = "crypt: 41 lines, as written\ncrypt: 3 rulings settled again, as they were\n"
    assert (0, lines, "") == undercroft("table", "verify", "--rules")
    told = undercroft("table", "verify", "crypt", "--rules", "--json").json
    assert {"rulings": 3, "overruled": 0, "otherwise": []} == told["tables"][0]["rules"]


def test_rulings_that_would_go_otherwise(undercroft: CommandLine, folder: Path) -> None:
    """The chain is whole, so only `--rules` finds it: exit code 5, the line, and what would be said today."""
    with closing(SQLiteStore(folder / "store.db")) as store:
        doctored(better, store)
    assert 0 == undercroft("table", "verify").code
    ran = undercroft("table", "verify", "--rules")
    why = (
        f"{CHECK} of edition 1 came to kind success, margin 0, total 10, "
        "and today comes to kind failure, margin -3, total 7"
    )
    lines = [
        "crypt: 41 lines, as written",
        "crypt: 3 rulings settled again; 1 would come out differently today",
        f"crypt: line 32: {why}",
    ]
    fix = "you need not do anything: the game stays as it was played"
    fault = f"error: ruled_otherwise: table “crypt”, line 32: {why} ({fix})\n"
    assert (5, lines, fault) == (ran.code, ran.out.splitlines(), ran.err)
    told = undercroft("table", "verify", "--rules", "--json")
    assert (5, "ruled_otherwise") == (told.code, told.json["error"]["code"])
    (found,) = told.json["tables"][0]["rules"]["otherwise"]
    assert (32, CHECK, "outcome", SEVEN) == (found["seq"], found["rule"], found["what"], found["now"])
