"""`undercroft table dice` and `table audit`, and dice after `table restore`, through their front door."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from tests.faces.commandline import CommandLine
from tests.server.tabling import ID, in_the_hall
from tests.table.small_site import ONE
from undercroft.store.sqlite import SQLiteStore
from undercroft.table.rulings.loose_dice import ThrowDice
from undercroft.table.session.sessions import BeginSession, EndSession

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose store has a table with a session of five open dice and two secret ones."""
    monkeypatch.setenv("UNDERCROFT_DATA", str(tmp_path / "store.db"))
    monkeypatch.chdir(tmp_path)
    with closing(SQLiteStore(tmp_path / "store.db")) as store:
        playing = in_the_hall(store)
        playing.do(BeginSession("The hall"))
        playing.do(ThrowDice("5d20"))
        playing.do(ThrowDice("2d6", secret=True))
        playing.do(EndSession())
    return tmp_path


def test_a_log_and_a_dice_file_are_checked(undercroft: CommandLine, folder: Path) -> None:
    """The referee's log has the secret dice, still sealed; a player's file does not say that there were any."""
    assert 0 == undercroft("table", "export", ID, "log.jsonl").code
    lines = "3 seals, 2 opened.\n5 dice checked, as they were sealed.\n2 dice sealed, with the key not shown yet.\n"
    assert (0, lines, "") == undercroft("table", "audit", "log.jsonl")
    assert "crypt: 6 entries written to crypt-one.dice.json.\n" == undercroft("table", "dice", ID, "--seat", ONE).out
    assert (0, "3 seals, 2 opened.\n5 dice checked, as they were sealed.\n", "") == undercroft(
        "table", "audit", "crypt-one.dice.json"
    )
    found = undercroft("table", "audit", "crypt-one.dice.json", "--json").json
    assert (5, 0, []) == (found["checked"], found["waiting"], found["differing"])


def test_a_changed_die_is_named(undercroft: CommandLine, folder: Path) -> None:
    """With its entry, and exit code 5."""
    assert 0 == undercroft("table", "dice", ID, "changed.json", "--seat", ONE).code
    file = json.loads((folder / "changed.json").read_text("utf-8"))
    throw = next(entry for entry in file["entries"] if entry["type"] == "throw")
    right = throw["faces"][0]
    throw["faces"][0] = right % 20 + 1
    (folder / "changed.json").write_text(json.dumps(file), "utf-8")
    ran = undercroft("table", "audit", "changed.json")
    rest = " ".join(map(str, throw["faces"][1:]))
    assert f"entry 4: shows {right % 20 + 1} {rest}, but the key gives {right} {rest}" == ran.out.splitlines()[2]
    assert (5, True) == (ran.code, ran.err.startswith("error: dice_differ: 1 thing in changed.json not as sealed"))
    assert "dice_differ" == undercroft("table", "audit", "changed.json", "--json").json["error"]["code"]


def test_an_old_log_is_not_sealed(undercroft: CommandLine, folder: Path) -> None:
    """It is read as ever, and says so."""
    ran = undercroft("table", "audit", str(GOLDEN / "fight.jsonl"))
    assert (0, "Not sealed: ") == (ran.code, ran.out[:12])


def test_a_golden_log_is_checked_by_every_later_version(undercroft: CommandLine, folder: Path) -> None:
    """Its seals, keys and dice are never written again."""
    ran = undercroft("table", "audit", str(GOLDEN / "fair-dice.jsonl"))
    assert (0, "4 seals, 3 opened.", "15 dice checked, as they were sealed.") == (ran.code, *ran.out.splitlines()[:2])


def test_what_is_no_dice_file_is_refused(undercroft: CommandLine, folder: Path) -> None:
    """Exit code 2, and what to do."""
    (folder / "odd.json").write_text("{}", "utf-8")
    ran = undercroft("table", "audit", "odd.json")
    assert (2, True) == (ran.code, "table export" in ran.err)


def test_dice_that_players_saw_do_not_fall_again_after_a_restore(undercroft: CommandLine, folder: Path) -> None:
    """By the commands that a referee gives: the log says that new dice are sealed, and they are others."""
    assert 0 == undercroft("table", "backup", "friday.db").code
    seen = _nine_dice(undercroft)
    (folder / "store.db").unlink()
    assert 0 == undercroft("table", "restore", "friday.db").code
    assert seen != _nine_dice(undercroft)
    log = undercroft("table", "log", ID, "--seat", ONE).out
    assert "This table was restored from a backup: new dice are sealed, and no earlier die falls again (seal 4: " in log


def _nine_dice(undercroft: CommandLine) -> str:
    """Nine dice at the prompt, as the log of a player tells them."""
    Path("nine.txt").write_text("throw_dice 9d20 : *\n", "utf-8")
    assert 0 == undercroft("play", ID, "--script", "nine.txt").code
    told = undercroft("table", "log", ID, "--seat", ONE).out
    return next(line for line in told.splitlines() if "9d20" in line)
