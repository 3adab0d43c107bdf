"""`undercroft table new`, `show`, `log` and `report`, through their front door."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from tests.faces.commandline import CommandLine
from tests.table.small_site import CRYPT, MAUD, OAK, ONE, TORCHES, TWO, ULF, begin
from undercroft.exchange.campaignfile import write
from undercroft.kernel.units import SeatId
from undercroft.server.commands import Undo
from undercroft.server.responses import Acted
from undercroft.server.tables import Tables
from undercroft.store.sqlite import SQLiteStore
from undercroft.table.engine.part import Command
from undercroft.table.engine.wanted_dice import Answer
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.site.doors import OpenDoor
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.locks import PickLock
from undercroft.table.site.search import Search
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in, whose `store.db` is the store."""
    monkeypatch.setenv("UNDERCROFT_DATA", str(tmp_path / "store.db"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Evening:
    """Someone who plays a session with dice thrown by hand."""

    def __init__(self, tables: Tables) -> None:
        self._table = tables.begin("crypt", begin())
        self._keys = 0

    def do(self, command: Command, *faces: int, seat: str = REFEREE) -> None:
        self._act(SeatId(seat), command)
        left = list(faces)
        while self._table.now.wanted:
            (wanted,) = self._table.now.wanted.values()
            asked = wanted.questions[0]
            count = asked.question.roll.count  # type: ignore[union-attr]
            self._act(REFEREE, Answer(wanted.id, asked.ruling, tuple(left[:count])))
            left = left[count:]
        assert not left

    def _act(self, seat: SeatId, command: Command) -> None:
        self._keys += 1
        assert isinstance(
            self._table.act(seat, self._table.as_known(seat, command), key=f"k{self._keys}", by_hand=True), Acted
        )


@pytest.fixture
def crypt(folder: Path) -> Path:
    """The crypt: a torch, a lock that held, a search undone and made again, a turn that passed."""
    with closing(SQLiteStore(folder / "store.db")) as store:
        tables = Tables(store)
        evening = Evening(tables)
        evening.do(LightUp(MAUD, TORCHES))
        evening.do(EnterSite(MAIN, CRYPT))
        evening.do(OpenDoor(MAUD, OAK), seat=ONE)
        evening.do(Search(ULF), 1, 2, seat=TWO)
        evening.do(Undo())
        evening.do(Search(ULF), 6, 6, seat=TWO)
        evening.do(PickLock(MAUD, OAK), 1, 1, seat=ONE)
        evening.do(LeaveSite(MAIN))
        tables.close()
    return folder


def test_a_table_is_made_and_begun(undercroft: CommandLine, folder: Path) -> None:
    """Its id is its name in small letters; a second of that id is a conflict."""
    made = "the-barrow: The Barrow begins. “undercroft play the-barrow” plays it.\n"
    assert (0, made, "") == undercroft("table", "new", "The Barrow")
    assert undercroft("table", "list").out.startswith("the-barrow  The Barrow  ")
    assert 4 == undercroft("table", "new", "the BARROW!").code
    told = {"campaign": "Zur Mühle", "lines": 3, "name": "Zur Mühle", "table": "zur-muhle"}
    assert told == undercroft("table", "new", "Zur Mu\u0308hle", "--json").json


def test_a_campaign_has_any_name(undercroft: CommandLine, folder: Path) -> None:
    """Names are anybody's, and ids are ours: where a name spells no id, the next free one is given."""
    names = ("Болото", "沼地の塔", "???", "Поход 2", "🐉")
    made = [undercroft("table", "new", name, "--json").json for name in names]
    assert ["campaign", "campaign-2", "campaign-3", "campaign-2-2", "campaign-4"] == [each["table"] for each in made]
    assert list(names) == [each["name"] for each in made]
    assert 0 == undercroft("table", "show", "campaign").code


@pytest.mark.parametrize(
    "arguments, code, said",
    [
        (("",), 2, "bad_name"),
        (("x" * 65,), 2, "bad_name"),
        (("a\nb",), 2, "bad_name"),
        (("Mill", "--preset", "chess"), 3, "no_such_preset"),
        (("Mill", "--campaign", "mill.toml", "--demo"), 2, "usage"),
        (("Mill", "--campaign", "nowhere.toml"), 3, "no_such_file"),
    ],
)
def test_a_table_that_cannot_be_made(
    undercroft: CommandLine, folder: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    """Says why, and makes nothing."""
    ran = undercroft("table", "new", *arguments)
    assert (code, "") == (ran.code, ran.out)
    assert ran.err.startswith(f"error: {said}: ")
    assert "No tables yet" in undercroft("table", "list").out


def test_house_rules_to_begin_with(undercroft: CommandLine, folder: Path) -> None:
    """A preset takes the place of the campaign's own."""
    undercroft("table", "new", "Mill", "--preset", "violence")
    house = undercroft("table", "show", "mill", "--json").json["campaign"]["house"]
    assert ("violence", "violence", "violence") == (house["preset"], house["clock"], house["dying"])


def test_a_campaign_from_a_file_or_the_demo(undercroft: CommandLine, folder: Path) -> None:
    """Each begins with its own people, on its own day."""
    (folder / "crypt.toml").write_text(write(begin()), encoding="utf-8")
    assert "friday: The Crypt begins." in undercroft("table", "new", "Friday", "--campaign", "crypt.toml").out
    assert "  Maud: 5/5 HP" in undercroft("table", "show", "friday").out.splitlines()
    assert "demo: Carrow Marches begins." in undercroft("table", "new", "Demo", "--demo").out
    shown = undercroft("table", "show", "demo").out.splitlines()
    assert "Carrow Marches · day 2, 09:00 · as referee" == shown[0]
    assert "  Maud Tarrow: 9/9 HP" in shown


def test_a_campaign_file_with_mistakes_makes_no_table(undercroft: CommandLine, folder: Path) -> None:
    """The first of them is named, how many more there are, and what lists them all."""
    (folder / "mill.toml").write_text("name = 'Mill'\nday = 0\nhour = 'noon'\n", encoding="utf-8")
    ran = undercroft("table", "new", "Mill", "--campaign", "mill.toml")
    assert (2, "") == (ran.code, ran.out)
    assert ran.err.startswith("error: out_of_range: mill.toml, line 2, day: 0 is out of range; 1 more (")
    assert ran.err.endswith("; “undercroft lint mill.toml” lists all 2)\n")
    assert "No tables yet" in undercroft("table", "list").out


def test_the_present_state(undercroft: CommandLine, crypt: Path) -> None:
    """For the referee, and for a seat by its own or its character's name, after any number of things told."""
    assert undercroft("table", "show", "crypt").out.splitlines() == [
        "The Crypt · day 1, 00:20 · as referee",
        "",
        "The party:",
        "  Maud: 5/5 HP, torch until day 1, 01:00",
        "  Ulf: 8/8 HP",
        "",
        "Deadlines:",
        "  torch burns low: day 1, 00:50 (in 30 min)",
        "  torch burns out: day 1, 01:00 (in 40 min)",
    ]
    earlier = undercroft("table", "show", "crypt", "--seat", "maud", "--at", "22")
    assert earlier.out.splitlines()[:6] == [
        "The Crypt · day 1, 00:00 · as Seat 1",
        "",
        "The party in The Crypt, Hall, turn 1:",
        "  Maud: 5/5 HP, torch until day 1, 01:00",
        "  Ulf: 8/8 HP",
        "  oak door (locked)",
    ]
    assert earlier == undercroft("table", "show", "crypt", "--seat", "Seat 1", "--at", "22")


@pytest.mark.parametrize("at", ["0", "-1", "x", "1_0", "1" * 10])
def test_no_such_place_in_a_log(undercroft: CommandLine, crypt: Path, at: str) -> None:
    """What was told is counted from 1; beyond the end is the end, and said so."""
    assert 2 == undercroft("table", "show", "crypt", f"--at={at}").code
    assert "is the last thing told.)" in undercroft("table", "show", "crypt", "--at", "999").out
    assert undercroft("table", "show", "crypt", "--at", "999", "--json").json["last"]


def test_a_log_in_words(undercroft: CommandLine, crypt: Path) -> None:
    """When, who was told, what and by which rule; what was undone is still there, and marked."""
    lines = undercroft("table", "log", "crypt").out.splitlines()
    assert "   2  day 1, 00:00  everybody  The Crypt begins." == lines[0]
    rolled = "Failure with 2. (Ulf, 2d6, skill check: 1 + 2 = 3, −1 = 2, against 10, typed) [Sovereign, Skill Checks]"
    assert 1 == sum(line.endswith(f"referee    (undone) {rolled}") for line in lines)
    assert any(line.endswith("everybody  Ulf finds a niche.") for line in lines)
    assert any(line.endswith("everybody  The lock defeats Maud.") for line in lines)
    assert any(line.endswith("everybody  It is day 1, 00:10.") for line in lines)


def test_a_player_reads_what_that_player_was_told(undercroft: CommandLine, crypt: Path) -> None:
    """Numbered without a gap; nothing of rulings, of who else was told, or of anything else."""
    out = undercroft("table", "log", "crypt", "--seat", "two").out
    assert "referee" not in out
    assert "clue" not in out.casefold()
    assert "2d6, skill check: 6 + 6 = 12, typed. [Sovereign, Skill Checks]" in out
    told = json.loads(undercroft("table", "log", "crypt", "--seat", "two", "--json").out)
    assert [*range(1, len(told) + 1)] == [line["number"] for line in told]
    assert {("two",)} == {tuple(line["to"]) for line in told}
    assert {"act", "at", "cite", "event", "number", "says", "stands", "to", "wall", "when"} == set(told[0])
    assert {True, False} == {line["stands"] for line in told}


def test_a_session_as_a_page(undercroft: CommandLine, crypt: Path) -> None:
    """Scene by scene, rulings and time folded, what was undone left out, then what is left to do."""
    page = undercroft("table", "report", "crypt", "--seat", "one").out
    scene, found = (
        page[page.index("## The Crypt\n") : page.index("## The dead")],
        ("Ulf finds a niche.", "Scratches on the floor."),
    )
    assert scene.splitlines() == [
        "## The Crypt",
        "",
        "*day 1, 00:00 to 00:20*",
        "",
        f"- Hall. A long hall. The oak door is locked. {' '.join(found)} The lock defeats Maud.",
        "",
    ]
    assert page.endswith(
        "## The dead\n\nNone.\n\n## Treasure\n\nNone.\n\n## Loose ends\n\n"
        "- The Crypt: the oak door is locked\n- The Crypt: scratches on the floor\n"
    )
    assert {"markdown", "seat", "table"} == set(undercroft("table", "report", "crypt", "--json").json)


@pytest.mark.parametrize("verb", ["show", "log", "report"])
def test_no_such_table_or_seat(undercroft: CommandLine, crypt: Path, verb: str) -> None:
    """Not found; the tables or seats that there are are named."""
    assert 3 == undercroft("table", verb, "nowhere").code
    nobody = undercroft("table", verb, "crypt", "--seat", "gandalf")
    assert (3, "") == (nobody.code, nobody.out)
    assert (
        "error: no_such_seat: nobody here is called “gandalf” (there are referee, one, two, spectators)\n" == nobody.err
    )


def test_reading_changes_nothing(undercroft: CommandLine, crypt: Path) -> None:
    """Nor does it keep others from writing."""
    with closing(SQLiteStore(crypt / "store.db")) as store:
        version = store.head("crypt").version
        for verb in ("show", "log", "report"):
            assert 0 == undercroft("table", verb, "crypt", "--seat", "one").code
        assert version == store.head("crypt").version


def test_a_campaign_goes_on_elsewhere(undercroft: CommandLine, crypt: Path) -> None:
    """As it stands, in a file of its own from which another table begins; other forms than two there are not."""
    ran = undercroft("table", "export", "crypt", "--as", "campaign")
    text = (crypt / "crypt-GM-SECRET.toml").read_text(encoding="utf-8")
    lines = text.count("\n")
    told = f"crypt: {lines} lines written to crypt-GM-SECRET.toml, with every secret: keep it from players.\n"
    assert (0, told, "") == ran
    assert (0, text, "") == undercroft("table", "export", "crypt", "-", "--as", "campaign")
    assert (0, "") == undercroft("lint", "crypt-GM-SECRET.toml")[::2]
    assert 0 == undercroft("table", "new", "Later", "--campaign", "crypt-GM-SECRET.toml").code
    assert "error: usage: --as cannot be scroll" in undercroft("table", "export", "crypt", "--as", "scroll").err
