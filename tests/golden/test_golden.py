"""Golden logs: what was written once is read for ever, to the same state, and is never written again.

Until the first release the log format may still change in a way that no upcaster mends. Then the files here are thrown
away and added again (`python -m tools.golden NAME`), and the changelog says so. From the first release on a golden log
stays: a change that it does not survive needs an upcaster, and another log beside it.
"""

from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest

from tests.golden.sources import FOLDER, SECRET, SOURCES, add, recorded, replayed
from tests.playthroughs.delves import CLOCKS
from tools.golden import main
from undercroft.store.memory import MemoryStore
from undercroft.store.portable import export_table, import_table
from undercroft.table.state.house_rules import PRESETS

KEPT = recorded()


def log(name: str) -> bytes:
    return (FOLDER / f"{name}.jsonl").read_bytes()


def test_every_file_is_on_record():
    """And nothing is on record that is not there; every clock and every preset has a log."""
    assert sorted(KEPT) == sorted(path.stem for path in FOLDER.glob("*.jsonl"))
    assert {*(f"delve-{clock}" for clock in CLOCKS), *(f"evening-{preset}" for preset in PRESETS)} <= set(KEPT)


@pytest.mark.parametrize("name", KEPT)
def test_its_bytes_are_as_they_were_written(name):
    """The digest of the file is on record beside it."""
    assert KEPT[name][0] == sha256(log(name)).hexdigest()


@pytest.mark.parametrize("name", KEPT)
def test_it_replays_to_the_state_on_record(name):
    """Every link of the chain is checked, every line folded, for the truth and for every seat."""
    assert KEPT[name][1] == replayed(log(name))


@pytest.mark.parametrize("name", KEPT)
def test_its_lines_go_out_as_they_came_in(name):
    """Byte for byte; only the heading says where it was in between."""
    store, out = MemoryStore(), BytesIO()
    export_table(store, import_table(store, BytesIO(log(name)), "golden", SECRET).table.id, out)
    assert log(name).splitlines()[1:] == out.getvalue().splitlines()[1:]


def test_a_log_is_added_and_never_overwritten(tmp_path: Path):
    """Neither its file nor its line on record."""
    log = SOURCES["fight"]()
    add("fight", log, tmp_path)
    assert {"fight": (sha256(log).hexdigest(), replayed(log))} == recorded(tmp_path)
    with pytest.raises(FileExistsError):
        add("fight", b"", tmp_path)
    assert log == (tmp_path / "fight.jsonl").read_bytes()


def test_the_tool_says_what_it_refuses(capsys: pytest.CaptureFixture[str]):
    """It lists, and refuses what is kept."""
    assert 0 == main(())
    assert "fight" in capsys.readouterr().out
    assert 1 == main(("fight",))
    assert "fight.jsonl is kept already, and is never written anew; give it another name: fight as fight-2\n" == (
        capsys.readouterr().err
    )
    assert 2 == main(("dance",))
