"""`undercroft campaign`: campaign files written, added to, edited and checked in a terminal, and those of tables."""

import shlex
import sys
from pathlib import Path

import pytest

from tests.exchange.campaignfile.test_amending import MILL
from tests.faces.commandline import CommandLine, Ran
from undercroft.books.hexcrawl.land import Terrain
from undercroft.books.hexcrawl.weather import Climate
from undercroft.exchange import campaignfile
from undercroft.table.state.ids import HexId, RegionId
from undercroft.table.state.markets import Goods

FILE = "mill.toml"


@pytest.fixture
def undercroft(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """A command line in a folder with the file of the mill."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UNDERCROFT_DATA", str(tmp_path / "undercroft.db"))
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)
    Path(FILE).write_text(MILL, encoding="utf-8")
    return CommandLine(capsys)


def editing(monkeypatch: pytest.MonkeyPatch, *pairs: tuple[str, str]) -> None:
    """An editor that replaces some words."""
    script = Path("editor.py")
    changes = "".join(f"text = text.replace({old!r}, {new!r})\n" for old, new in pairs)
    read = "import sys, pathlib\npath = pathlib.Path(sys.argv[1])\ntext = path.read_text()\n"
    script.write_text(f"{read}{changes}path.write_text(text)\n", encoding="utf-8")
    monkeypatch.setenv("EDITOR", shlex.join((sys.executable, str(script.resolve()))))


def now() -> str:
    return Path(FILE).read_text(encoding="utf-8")


def done(ran: Ran) -> str:
    assert (0, "") == (ran.code, ran.err)
    return ran.out


def test_a_new_file_is_a_campaign(undercroft: CommandLine) -> None:
    """With its name, its house rules and a seat for each player; a file that is there stays."""
    ran = undercroft(
        "campaign", "new", "hollow.toml", "--name", "Sorrel Hollow", "--player", "Anna", "--preset", "delving"
    )
    assert "hollow.toml: Sorrel Hollow. “undercroft campaign add hollow.toml site NAME” adds a site.\n" == done(ran)
    begin = campaignfile.read(Path("hollow.toml").read_text(encoding="utf-8"), "")
    assert ("Sorrel Hollow", "delving", ["Anna"]) == (
        begin.name,
        begin.house.preset,
        [seat.name for seat in begin.seats],
    )
    assert 4 == undercroft("campaign", "new", FILE, "--name", "Other").code
    assert 3 == undercroft("campaign", "new", "x.toml", "--name", "Other", "--preset", "chess").code
    assert (MILL, False) == (now(), Path("x.toml").exists())


@pytest.mark.parametrize(
    "line, lines",
    [
        (
            "room 'Hay loft' --from yard --set lit=true",
            '\n[sites.mill.zones.hay-loft]\nname = "Hay loft"\nlit = true\n',
        ),
        ("exit ladder --from floor --to 'Mill yard'", 'from = "floor"\nto = "yard"\nname = "ladder"\n'),
        ("creature '3 skeletons' --in mill/floor", 'monster = "skeleton"\ncount = 3\nzone = "floor"\n'),
        (
            "creature '2 wax men HD 2 AC 4 1d8' --in mill/yard",
            'name = "Wax men"\ncount = 2\nzone = "yard"\nhd = 2\nac = 4\n',
        ),
        ("creature 'tallow man HD 2+1 1d6'", '[bestiary.tallow-man]\nname = "Tallow man"\nhd = 2\nhp_bonus = 1\n'),
        ("table '2d6 Omens' --row '2-7 a raven' --row '8-12 rain'", 'name = "Omens"\ndice = "2d6"\nrows = ['),
        ("person Maud --seat one --set hp=4", '[characters.maud]\nname = "Maud"\nseat = "one"\nhp = 4\n'),
        ("person Tam --hireling", '[hirelings.tam]\nname = "Tam"\nhp = 1\n'),
        ("site 'Old Barrow'", '[sites.old-barrow]\nname = "Old Barrow"\n\n[sites.old-barrow.zones.entrance]\n'),
        ("land 'The Marches' --in 0203 --terrain hills", '[lands]\nname = "The Marches"\n'),
    ],
)
def test_a_part_is_added_and_the_rest_stays(undercroft: CommandLine, line: str, lines: str) -> None:
    """Every line of the file before is still there, in its order; the file before is kept beside it."""
    ran = undercroft("campaign", "add", FILE, *shlex.split(line))
    assert "added; the old file is mill.toml.bak." in done(ran)
    assert lines in now()
    left = iter(now().splitlines())
    assert all(old in left for old in MILL.splitlines())
    assert () == campaignfile.problems(now())
    assert MILL == Path("mill.toml.bak").read_text(encoding="utf-8")


def test_hexes_are_added_to_lands(undercroft: CommandLine) -> None:
    """Once there are lands."""
    assert "the file has no lands yet" in undercroft("campaign", "add", FILE, "hex", "0204").err
    undercroft("campaign", "add", FILE, "land", "The Marches", "--in", "0203")
    done(undercroft("campaign", "add", FILE, "hex", "0204", "--terrain", "marsh", "--set", "name=Reed end"))
    assert ["0203", "0204"] == [*campaignfile.read(now(), "").lands.hexes]


def test_regions_towns_and_wares_are_added_checked_and_edited(
    undercroft: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A region with its terrain and climate, a town in a hex, its wares by one line; lint names what is wrong."""

    def add(*words: str) -> str:
        return done(undercroft("campaign", "add", FILE, *words))

    assert "the file has no lands yet" in undercroft("campaign", "add", FILE, "region", "Fens").err
    add("land", "The Marches", "--in", "0203", "--terrain", "marsh")
    add("region", "The Fens", "--terrain", "marsh", "--set", "climate=cold")
    add("region", "The Down", "--in", "0203")
    add("town", "Sorrel", "--in", "0203")
    add("ware", "eel pie, 5c, 6 left", "--in", "sorrel")
    add("ware", "lantern, not sold")
    lands = campaignfile.read(now(), "").lands
    assert (Climate.COLD, "the-fens") == (lands.regions[RegionId("the-fens")].climate, lands.terrains[Terrain.MARSH])
    assert "the-down" == lands.hexes[HexId("0203")].region
    (town,) = lands.hexes[HexId("0203")].features.values()
    assert {"eel-pie": Goods(5, 6, name="eel pie"), "lantern": Goods(sold=False)} == dict(town.market.goods)
    editing(monkeypatch, ("The Fens", "The Black Fens"))
    assert "kept; the old file is" in done(undercroft("campaign", "edit", FILE, "lands/regions/the-fens"))
    assert "The Black Fens" in now()
    for line, said in (
        (("ware", "moon cheese"), "moon cheese is not on the price list"),
        (("ware", "eel pie, 5c", "--in", "carrow"), "there is no town carrow"),
        (("town", "Carrow", "--in", "0909"), "there is no hex 0909"),
    ):
        assert said in undercroft("campaign", "add", FILE, *line).err
    Path(FILE).write_text(now().replace("price = 5", 'price = "five"'), encoding="utf-8")
    checked = undercroft("campaign", "lint", FILE)
    assert "market.goods.eel-pie.price" in checked.out + checked.err


@pytest.mark.parametrize(
    "line, code, said",
    [
        ("room 'Hay loft' --in barrow", 3, "there is no site barrow"),
        ("room 'Hay loft' --from cellar", 3, "has no room cellar"),
        ("room 'Hay loft' --set colour=red", 2, "sites.mill.zones.hay-loft.colour"),
        ("exit ladder --from yard", 2, "an exit leads from one room to another"),
        ("creature '2d4 skeletons' --in mill/yard", 2, "2d4 is not a number"),
        ("person Maud", 2, "write --seat SEAT; seats: one"),
        ("person Maud --seat two", 2, "there is no seat “two”"),
        ("table Omens", 2, "a table has rows"),
        ("dragon Smaug", 2, "a file has no dragon to add"),
        ("room", 2, "write a kind and a name"),
    ],
)
def test_what_cannot_be_added_changes_nothing(undercroft: CommandLine, line: str, code: int, said: str) -> None:
    """The error names what to write instead."""
    ran = undercroft("campaign", "add", FILE, *shlex.split(line))
    assert (code, MILL) == (ran.code, now())
    assert said in ran.err


def test_a_part_is_edited_with_its_comments(undercroft: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The editor shows the part alone; what comes back is in its place."""
    editing(monkeypatch, ("Nettles to", "Brambles to"), ("# nettles!", "# brambles!"))
    assert "mill.toml: kept; the old file is mill.toml.bak.\n" == done(
        undercroft("campaign", "edit", FILE, "sites/mill/zones/yard")
    )
    assert MILL.replace("Nettles to", "Brambles to").replace("# nettles!", "# brambles!") == now()
    editing(monkeypatch, ("Grinding", "Milling"))
    assert "nothing changed" in done(undercroft("campaign", "edit", FILE, "sites/mill/zones/yard"))
    done(undercroft("campaign", "edit", FILE))
    assert "Milling floor" in now()


def test_an_outline_is_edited_and_the_file_keeps_its_comments(
    undercroft: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A room is renamed in the outline of its site."""
    editing(monkeypatch, ("Grinding floor", "Milling floor"))
    done(undercroft("campaign", "edit", FILE, "sites/mill", "--outline"))
    site = campaignfile.read(now(), "").sites[0]
    assert "Milling floor" == site.zones[next(id for id in site.zones if id == "floor")].name
    for comment in ("# My mill", "# read slowly", "# swollen", "# the floor: ask Anna", "# the good one"):
        assert comment in now()


def test_a_fault_is_named_by_its_line_in_the_editor(undercroft: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept; without a person to ask it ends with an error."""
    editing(monkeypatch, ('name = "Mill yard"', "name = 3"))
    ran = undercroft("campaign", "edit", FILE, "sites/mill/zones/yard")
    assert (2, MILL) == (ran.code, now())
    assert "line 3, sites.mill.zones.yard.name: this is a whole number" in ran.err
    assert 3 == undercroft("campaign", "edit", FILE, "sites/mill/zones/attic").code
    monkeypatch.setenv("EDITOR", "")
    assert "no_editor" in undercroft("campaign", "edit", FILE).err


def test_a_person_is_asked_again_until_nothing_is_left_to_mend(
    undercroft: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The editor opens again with the errors above the text; they are taken out before it is kept."""
    marked = "#! line 3, sites.mill.zones.yard.name: this is a whole number (write text in quotation marks)"
    editing(monkeypatch, ("name = 3", 'name = "Court"'), ('name = "Mill yard"', "name = 3"), (marked, f"{marked} seen"))
    asked: list[str] = []

    def answered(prompt: str) -> str:
        asked.append(prompt)
        return "y"

    monkeypatch.setattr("builtins.input", answered)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    ran = undercroft("campaign", "edit", FILE, "sites/mill/zones/yard")
    assert (0, ["Edit again? [Y/n] "]) == (ran.code, asked)
    assert MILL.replace('"Mill yard"', '"Court"') == now()
    monkeypatch.setattr("builtins.input", lambda _: "n")
    editing(monkeypatch, ('name = "Court"', "name = 3"))
    assert (2, True) == (undercroft("campaign", "edit", FILE).code, '"Court"' in now())


def test_a_file_that_changed_meanwhile_is_left_alone(undercroft: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The editor was open while another program wrote the file."""
    editing(monkeypatch, ("Nettles to", "Brambles to"))
    script = Path("editor.py")
    script.write_text(script.read_text() + f"open({str(Path(FILE).resolve())!r}, 'a').write('# late')\n")
    ran = undercroft("campaign", "edit", FILE)
    assert (4, f"{MILL}# late") == (ran.code, now())
    assert "mill.toml has changed meanwhile" in ran.err


def test_lint_is_that_of_campaign_files(undercroft: CommandLine) -> None:
    """By line and path, with the exit code of a file with problems."""
    assert "mill.toml:19: sites.mill.zones.floor.glance: warning: no_text" in done(undercroft("campaign", "lint", FILE))
    Path(FILE).write_text(MILL.replace('"floor"', '"roof"'), encoding="utf-8")
    ran = undercroft("campaign", "lint", FILE)
    assert 1 == ran.code
    assert ran.out.startswith("mill.toml:15: sites.mill.zones.yard.doors[0].to: ")


def test_a_table_and_its_file_go_back_and_forth(undercroft: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Out of play into the file, changed there, and into the draft; a file that the table does not know stays."""
    done(undercroft("table", "new", "Mill", "--campaign", FILE))
    assert "mill: written to mill.toml, with every secret; the old one is mill.toml.bak.\n" == done(
        undercroft("campaign", "export", "mill", FILE)
    )
    assert MILL == campaignfile.without_notes(now())
    Path(FILE).write_text(now().replace("Nettles to", "Weeds to"), encoding="utf-8")
    refused = undercroft("campaign", "export", "mill", FILE)
    assert (4, True) == (refused.code, "undercroft campaign merge mill mill.toml" in refused.err)
    said = "  Mill yard: text “Nettles to the waist.”, now “Weeds to the waist.”\n"
    assert f"mill: 1 change would be drafted:\n{said}" == done(
        undercroft("campaign", "merge", "mill", FILE, "--dry-run")
    )
    assert f"mill: 1 change drafted:\n{said}" in done(undercroft("campaign", "merge", "mill", FILE))
    loft = undercroft("campaign", "add", "--table", "mill", "room", "Hay loft", "--from", "yard")
    assert "Hay loft added, with a door from Mill yard" in done(loft)
    editing(monkeypatch, ("Rats", "Fat rats"))
    assert "“Fat rats”" in done(undercroft("campaign", "edit", "--table", "mill", "sites/mill/zones/floor"))
    monkeypatch.setattr(sys, "stdin", None)
    Path("play.txt").write_text("play_it\n", encoding="utf-8")
    assert 0 == undercroft("play", "mill", "--script", "play.txt").code
    done(undercroft("campaign", "export", "mill", FILE))
    for words in ("Weeds to the waist.", "Hay loft", "Fat rats", "# nettles!", "# read slowly", "# the good one"):
        assert words in now()
