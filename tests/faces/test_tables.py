"""`undercroft table`, through its front door: what is kept, how it is listed, and its verbs."""

import json
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.faces.commandline import CommandLine
from tests.faces.kept_stores import names, spoil
from tests.faces.test_terminal import MAIN, UNDERCROFT
from tests.store.making import batch
from tests.store.test_portable import exported
from undercroft import demo
from undercroft.exchange import campaignfile
from undercroft.store.sqlite import SQLiteStore
from undercroft.table.state.things import Carried
from undercroft.table.world.campaign_start import Begin


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
