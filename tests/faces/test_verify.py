"""`undercroft table verify --rules`, through its front door."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.faces.commandline import CommandLine
from tests.server.tabling import ID, created
from tests.server.test_audit import CHECK, SEVEN, better, doctored
from tests.server.test_audit_of_fights import ATTACKS, fought
from undercroft.kernel import wire
from undercroft.store.log import Batch, Entry
from undercroft.store.memory import MemoryStore
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
    lines = "crypt: 42 lines, as written\ncrypt: 3 rulings settled again, as they were\n"
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
        "and today comes to kind failure, margin −3, total 7"
    )
    lines = [
        "crypt: 42 lines, as written",
        "crypt: 3 rulings settled again; 1 would come out differently today",
        f"crypt: line 33: {why}",
    ]
    fix = "you need not do anything: the game stays as it was played"
    fault = f"error: ruled_otherwise: table “crypt”, line 33: {why} ({fix})\n"
    assert (5, lines, fault) == (ran.code, ran.out.splitlines(), ran.err)
    told = undercroft("table", "verify", "--rules", "--json")
    assert (5, "ruled_otherwise") == (told.code, told.json["error"]["code"])
    (found,) = told.json["tables"][0]["rules"]["otherwise"]
    assert (33, CHECK, "outcome", SEVEN) == (found["seq"], found["rule"], found["what"], found["now"])


def test_attacks_by_both_books_are_settled_again(undercroft: CommandLine, folder: Path) -> None:
    """They stand; where the log says something else of an attack by either book, its line is named."""
    with closing(SQLiteStore(folder / "store.db")) as store:
        fought(store)
    ran = undercroft("table", "verify", "--rules")
    assert (0, "") == (ran.code, ran.err)
    assert ran.out.splitlines()[-1].endswith("rulings settled again, as they were")


@pytest.mark.parametrize("rule", sorted(ATTACKS))
def test_an_attack_by_either_book_that_would_go_otherwise(undercroft: CommandLine, folder: Path, rule: str) -> None:
    """Its line is named, with what it comes to today."""
    with closing(SQLiteStore(folder / "store.db")) as store:
        lines = [*fought(MemoryStore()).store.read(ID)]
        created(store)
        for number, line in enumerate(lines):
            body = wire.decode(dict[str, Any], line.body)
            changed = body.get("rule") == rule and "outcome" in body
            told = wire.encode({**body, "throws": []}) if changed else line.body
            entry = Entry(line.act, line.at, line.audience, line.tag, told, line.wall)
            store.append(ID, Batch(number, f"key-{number}", b"fingerprint", (entry,), b"{}"))
    assert 0 == undercroft("table", "verify").code
    ran = undercroft("table", "verify", "--rules", "--json")
    assert 5 == ran.code
    assert {rule} == {found["rule"] for found in ran.json["tables"][0]["rules"]["otherwise"]}
