"""`undercroft table new --demo --at`: the demo opens in mid-play."""

from contextlib import closing
from pathlib import Path

import pytest

from tests.demo.standing import CORVIN, STANDS, stand
from tests.faces.commandline import CommandLine
from undercroft.demo.bookmark_scripts import BOOKMARKS, Bookmark
from undercroft.faces.terminal.command_file import CommandFile
from undercroft.faces.terminal.console import Console
from undercroft.faces.terminal.typed_line import typed
from undercroft.faces.views.overview.overview import overview
from undercroft.kernel.faults import BadInput
from undercroft.server.tables import Tables
from undercroft.store.sqlite import SQLiteStore
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN

EACH = [pytest.param(bookmark, id=bookmark.id) for bookmark in BOOKMARKS]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty store."""
    monkeypatch.setenv("UNDERCROFT_DATA", str(tmp_path / "store.db"))
    return tmp_path / "store.db"


def played(store: Path, *lines: str) -> tuple[Campaign, list[str]]:
    """The state of the table after these lines, and what was said meanwhile."""
    said: list[str] = []
    with closing(SQLiteStore(store)) as opened:
        tables = Tables(opened)
        table = tables.open("marches")
        ended = CommandFile(Console(table), said.append).run(lines)
        assert "" == ended.refused
        now = table.now
        tables.close()
    return now, said


@pytest.mark.parametrize("mark", EACH)
def test_a_table_opens_at_each_bookmark(undercroft: CommandLine, store: Path, mark: Bookmark) -> None:
    """Just so, with nothing left to be thrown, and said in one line."""
    told = f"marches: Carrow Marches is open at {mark.title}. “undercroft play marches” plays it.\n"
    assert (0, told, "") == undercroft("table", "new", "Marches", "--demo", "--at", mark.id)
    now, _ = played(store)
    assert STANDS[mark.id] == stand(mark.id, now)
    assert not now.wanted


@pytest.mark.parametrize("mark", EACH)
def test_the_dice_of_a_bookmark_are_typed(mark: Bookmark) -> None:
    """None is left to chance, so that it is the same place each time."""
    lines = [typed(line) for line in mark.script.splitlines() if not line.startswith("#")]
    assert [] == [line.first for line in lines if line.rest or None in line.dice]


def test_the_torch_dies_when_the_turn_ends(undercroft: CommandLine, store: Path) -> None:
    """And nobody has another light."""
    undercroft("table", "new", "Marches", "--demo", "--at", "torch")
    now, said = played(store, "end_step group=party")
    assert "  Tam Reddish's torch has burnt out." in said
    assert {} == dict(now.lights)


def test_the_fight_has_morale_due(undercroft: CommandLine, store: Path) -> None:
    """One of the votaries died this round; Corvin can be saved still."""
    undercroft("table", "new", "Marches", "--demo", "--at", "fight")
    now, _ = played(store)
    lines = overview(now, REFEREE)
    assert any(line.startswith("  Morale due, Votaries (one died · 1d20 under 11)") for line in lines)
    assert any(line.startswith("  Corvin is dying: 6 rounds left") for line in lines)


def test_the_share_lifts_corvin(undercroft: CommandLine, store: Path) -> None:
    """The pool of 150 is 37 for each of four, and he lacks 30."""
    undercroft("table", "new", "Marches", "--demo", "--at", "town")
    now, _ = played(store, f"share_experience group={MAIN}", f"gain_level who={CORVIN} : 4 4 4")
    sheet = now.people[CORVIN].sheet
    assert (3, 3007) == (sheet.level, sheet.xp)


def test_the_report_is_there_to_read(undercroft: CommandLine, store: Path) -> None:
    """The first session's, with what it brought; the second has not begun."""
    undercroft("table", "new", "Marches", "--demo", "--at", "report")
    report = undercroft("table", "report", "marches", "--evening", "1")
    assert 0 == report.code
    assert "Home with the silver" in report.out
    assert "Corvin reaches level 3" in report.out
    assert 0 != undercroft("table", "report", "marches", "--evening", "2").code


def test_a_wrong_bookmark_lists_the_right_ones(undercroft: CommandLine, store: Path) -> None:
    """And makes no table; so does a bookmark of no demo, or under other house rules."""
    ran = undercroft("table", "new", "Marches", "--demo", "--at", "feast")
    assert 2 == ran.code
    assert "“feast”" in ran.err
    assert "torch, fight, road, town, report" in ran.err
    for wrong in (("--at", "fight"), ("--demo", "--preset", "delving", "--at", "fight")):
        assert 2 == undercroft("table", "new", "Marches", *wrong).code
    assert "marches" not in undercroft("table", "list").out


def test_a_line_of_fields_may_leave_out_who_acts(undercroft: CommandLine, store: Path) -> None:
    """Where one offer alone fits it; otherwise what is missing is named."""
    undercroft("table", "new", "Marches", "--demo", "--at", "torch")
    with pytest.raises(BadInput, match="does not say who"):
        played(store, "force_door helpers=[]")
    now, _ = played(store, "put_out thing=tam-torch-0-4")
    assert {} == dict(now.lights)
