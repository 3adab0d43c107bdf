"""`undercroft read` and `undercroft lint`, through their front door."""

import io
import os
import re
import sys
from collections.abc import Generator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import pytest

from tests.faces.commandline import CommandLine
from undercroft.exchange import campaignfile
from undercroft.faces.cli.text_file import MOST_BYTES

PAGES = Path(__file__).parents[1] / "pages"
INN, WEATHER, TREASURE = (str(PAGES / name) for name in ("inn.md", "weather.md", "treasure.md"))


ROOT, NOBODY = 0, 65_534


def written(tmp_path: Path, text: str | bytes) -> str:
    """A file with that in it."""
    path = tmp_path / "page.md"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def test_a_page_in_the_terminal(undercroft: CommandLine) -> None:
    """Headings, text without its Markdown, rolls with their dice, tables in columns."""
    ran = undercroft("read", INN)
    assert (0, "") == (ran.code, ran.err)
    assert ran.out.startswith("The Drowned Bell\n================\n\nA low inn")
    assert "evening [2d6] guests" in ran.out
    assert "1d4+1 coppers, more on market days [1d4+1]" in ran.out
    assert "who is never wrong" in ran.out
    assert "  4--5    The ferryman has not been paid in 1d6+1 weeks" in ran.out
    assert "3-5  barley and fat          1 copper\n" in ran.out


def test_lists_code_and_factors(undercroft: CommandLine) -> None:
    """Items stand one below the other, code as it is, a title above."""
    assert "1. Roll once for each chamber.\n2. The last" in undercroft("read", TREASURE).out
    assert "    Not every smell is a clue.\n" in undercroft("read", TREASURE).out
    assert "a drift       x0 (Dig)\n" in undercroft("read", WEATHER).out


def test_rolling_the_text(undercroft: CommandLine) -> None:
    """Every roll in the text shows what fell; tables are left alone."""
    shown = re.findall(r"\[([^]]*) = ([0-9]+)\]", undercroft("read", INN, "--roll").out)
    assert ["2d6", "1d4+1"] == [dice for dice, _ in shown]
    assert 2 <= int(shown[0][1]) <= 12
    for roll in undercroft("read", INN, "--roll", "--json").json["rolls"]:
        assert roll["total"] == sum(roll["faces"]) + (roll["roll"] == "1d4+1")


def test_one_table(undercroft: CommandLine) -> None:
    """By the name of its heading, as people write it or as links do."""
    out = undercroft("read", WEATHER, "--table", "Winter").out
    assert out.startswith("winter (1d20)\n  1      A storm")
    assert out == undercroft("read", WEATHER, "--table", "winter").out


def test_typed_dice(undercroft: CommandLine) -> None:
    """The table's dice, then those it leads to."""
    ran = undercroft("read", INN, "--table", "rumours", "--dice", "3,4,2,2")
    assert (
        "2d6, rumours: 3 + 4 = 7\n1d4, strangers: 2\n1d3, strangers, row 2: 2\n"
        "Over the rim of a mug (7): Nobody talks tonight, but a stranger (two sisters with 2 mules) is listening.\n"
    ) == ran.out


def test_typed_dice_for_programs(undercroft: CommandLine) -> None:
    """Every throw with its faces and where they came from."""
    told = undercroft("read", TREASURE, "--table", "chambers", "--dice", "1,3,?", "--json").json
    assert "chambers" == told["table"]
    assert [("1d4", "typed"), ("2d6*10", "mixed")] == [(each["roll"], each["from"]) for each in told["throws"]]
    assert told["throws"][1]["answer"] == 10 * sum(told["throws"][1]["faces"])
    assert {"kind": "rolled", "key": "1", "total": 1} == {key: told["outcome"][key] for key in ("kind", "key", "total")}
    assert told["says"] == told["outcome"]["text"]


def test_rolling_a_table(undercroft: CommandLine) -> None:
    """All of it, or the rest of it; the only table of a page needs no name."""
    assert ", rolled\n" in undercroft("read", WEATHER, "--table", "spring", "--roll").out
    assert "partly rolled" in undercroft("read", WEATHER, "--table", "spring", "--roll", "--dice", "3").out


def test_the_only_table_needs_no_name(undercroft: CommandLine, tmp_path: Path) -> None:
    """There is no other."""
    path = written(tmp_path, "```roll-list\nresults:\n  - heads\n  - tails\n```")
    assert "tails\n" in undercroft("read", path, "--dice", "2").out


def test_odds(undercroft: CommandLine) -> None:
    """Exact, by row: 1d20 in parts of 1, 7, 7 and 5."""
    (table,) = undercroft("read", WEATHER, "--table", "winter", "--odds", "--json").json["tables"]
    assert [("1", "1/20"), ("2--8", "7/20"), ("9--15", "7/20"), (">=16", "1/4")] == [
        (row["key"], row["chance"]) for row in table["rows"]
    ]
    assert "35 %  7/20" in undercroft("read", WEATHER, "--table", "winter", "--odds").out


def test_a_table_written_again(undercroft: CommandLine, tmp_path: Path) -> None:
    """With bars or as a fence, and read again it is the same table."""
    bars = undercroft("read", WEATHER, "--table", "winter", "--write", "bars").out
    assert bars.startswith("| 1d20 | Result |\n|--:|:--|\n| 1 | A storm")
    fence = undercroft("read", WEATHER, "--table", "winter", "--write", "fence").out
    assert fence.startswith('```roll-table\nroll: 1d20\nresults:\n  1: "A storm')
    keys = [
        [row["key"] for row in undercroft("read", written(tmp_path, text), "--json").json["tables"][0]["rows"]]
        for text in (bars, fence)
    ]
    assert [["1", "2\N{EN DASH}8", "9\N{EN DASH}15", "16\N{EN DASH}20"], ["1", "2--8", "9--15", ">=16"]] == keys


def test_a_page_is_written_again_with_its_tables_in_another_form(undercroft: CommandLine, tmp_path: Path) -> None:
    """Without the name of a table, the whole page: its headings and its prose stay, and lint finds no dangling link."""
    told = undercroft("read", INN, "--write", "bars", "--json").json["tables"]
    assert [table["name"] for table in undercroft("read", INN, "--json").json["tables"]] == [
        each["table"] for each in told
    ]
    page = undercroft("read", INN, "--write", "bars").out
    assert page == undercroft("read", INN, "--write", "bars", "--json").json["page"]
    assert all(each["markdown"] in page for each in told[:2])
    assert "## Strangers\n" in page
    assert 0 == undercroft("lint", written(tmp_path, page)).code


def test_tables_are_written_in_these_forms_alone(undercroft: CommandLine) -> None:
    """Another form is no form, and what is written is not rolled."""
    assert "bad_form: there is no form “csv” (say bars or fence)" in undercroft("read", INN, "--write", "csv").err
    assert "usage: --write works alone" in undercroft("read", INN, "--write", "bars", "--roll").err


def test_odds_follow_what_results_lead_to(undercroft: CommandLine) -> None:
    """Rows first, then every end if they are few: the glass eyes take 1/6, in 2 by 3 ways."""
    (table,) = undercroft("read", TREASURE, "--table", "oddities", "--odds", "--json").json["tables"]
    ends = {each["result"]: Fraction(each["chance"]) for each in table["results"]}
    assert 8 == len(ends)
    assert Fraction(1, 36) == ends["2 eyes of blue glass, and a smell (cloves)"]
    assert 1 == sum(ends.values())
    assert "with the dice within the results\n" in undercroft("read", TREASURE, "--table", "oddities", "--odds").out


def test_odds_of_every_table(undercroft: CommandLine) -> None:
    """Without a name, all of them."""
    tables = undercroft("read", TREASURE, "--odds", "--json").json["tables"]
    assert ["chambers", "oddities", "smells"] == [table["table"] for table in tables]
    for table in tables:
        assert 1 == sum(Fraction(row["chance"]) for row in table["rows"])


def test_a_page_for_programs(undercroft: CommandLine) -> None:
    """What it holds, with lines and columns."""
    told = undercroft("read", INN, "--json").json
    assert ("The Drowned Bell", 10) == (told["title"], told["weight"])
    assert {"level": 2, "text": "Rumours", "line": 11} == told["headings"][1]
    assert [("2d6", None, 8), ("1d4+1", "1d4+1 coppers, more on market days", 9)] == [
        (roll["roll"], roll["title"], roll["line"]) for roll in told["rolls"]
    ]
    assert ["rumours", "strangers", "what-the-house-asks-for"] == [table["name"] for table in told["tables"]]
    assert {"key": "2--3", "text": "The bell in the river rings before a death. It rang last night."} == told["tables"][
        0
    ]["rows"][0]


def test_reading_stdin(undercroft: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a dash for a name."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Roll ![roll:1d6]().")))
    assert "Roll [1d6].\n" == undercroft("read", "-").out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"![roll:]()")))
    assert "stdin:1:8: error: empty: " in undercroft("lint", "-").out


def test_lint_of_a_clean_page(undercroft: CommandLine) -> None:
    """Says so, and leaves with 0."""
    ran = undercroft("lint", TREASURE)
    assert 0 == ran.code
    assert ran.out.endswith("treasure.md: a page with 3 tables to roll on; no problems\n")
    ran = undercroft("lint", TREASURE, "--json")
    assert (0, []) == (ran.code, ran.json["findings"])


def test_lint_finds_everything(undercroft: CommandLine, tmp_path: Path) -> None:
    """One line each, in the order of the page, with line and column; the exit code is 1."""
    page = (
        "At [!roll:2d6]() feet.\n\n# One\n\n```roll-table\nroll: 2d6\nresults:\n  2--6: a\n  6--11: '[b](#two)'\n```\n"
        "\n# Two\n\n```roll-list\nresults:\n  - '[c](#three)'\n```\n\n# Three\n\n```roll-list\nresults:\n"
        "  - '[d](#two) [e](#nowhere)'\n```\n"
    )
    path = written(tmp_path, page)
    ran = undercroft("lint", path)
    assert (1, "") == (ran.code, ran.err)
    assert [
        ":1:4: warning: opener-swapped",
        ":6:1: error: gap",
        ":9:3: error: overlap",
        ":23:6: error: cycle",
        ":23:16: error: unknown-reference",
    ] == [": ".join(line.partition("page.md")[2].split(": ")[:3]) for line in ran.out.splitlines()]
    assert "gap: no row for 12 (" in ran.out
    assert "overlap: 6 already has a row (" in ran.out
    assert "cycle: this link leads back to its own table: two to three to two (" in ran.out
    told = undercroft("lint", path, "--json")
    assert 1 == told.code
    assert {"code", "what", "fix", "line", "column", "grade"} == set(told.json["findings"][0])


def test_a_page_with_an_error_is_refused(undercroft: CommandLine, tmp_path: Path) -> None:
    """The first one, with the file, its line and column."""
    ran = undercroft("read", written(tmp_path, "fine\n\n  ![roll:2d6/2]() not"))
    assert (2, "") == (ran.code, ran.out)
    assert re.match(r"error: syntax: .*page\.md, line 3, column 13: .*\(there is no division\)\n$", ran.err)


@pytest.mark.parametrize("command", ["read", "lint"])
@pytest.mark.parametrize(
    "content, name",
    [
        (b"", "empty"),
        (b" \n\n", "empty"),
        (b"\x00\x01\x02", "not_text"),
        (b"na\xefve", "not_utf8"),
        (b"\xff\xfea\x00", "not_text"),
        (b"\xc0\xaf", "not_utf8"),
        (b"a" * (MOST_BYTES + 1), "too_big"),
    ],
)
def test_files_that_are_no_pages(
    undercroft: CommandLine, tmp_path: Path, command: str, content: bytes, name: str
) -> None:
    """Exit code 2, and a message that names the file and what is wrong with it."""
    ran = undercroft(command, written(tmp_path, content))
    assert (2, "") == (ran.code, ran.out)
    assert ran.err.startswith(f"error: {name}: ")
    assert "page.md is " in ran.err


def test_what_is_no_file(undercroft: CommandLine, tmp_path: Path) -> None:
    """A directory, a pipe that nobody writes to, a device without end: refused at once."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (str(tmp_path), str(pipe), "/dev/zero"):
        ran = undercroft("lint", path)
        assert 2 == ran.code
        assert ran.err.startswith("error: not_a_file: ")


def test_absent_files(undercroft: CommandLine, tmp_path: Path) -> None:
    """Exit code 3, also where the way there is no directory."""
    for path in (str(tmp_path / "none.md"), f"{INN}/none.md", "", "a\0b"):
        ran = undercroft("read", path)
        assert 3 == ran.code
        assert ran.err.startswith("error: no_such_file: ")


@contextmanager
def as_anybody() -> Generator[None]:
    """Without the rights of root, who may read anything."""
    who = os.geteuid()
    if who == ROOT:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(who)


def test_unreadable_files(undercroft: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 2."""
    path = Path(written(tmp_path, "text"))
    tmp_path.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    assert 0 == undercroft("read", path.name).code
    path.chmod(0)
    with as_anybody():
        ran = undercroft("read", path.name)
    assert 2 == ran.code
    assert ran.err.startswith("error: unreadable: page.md cannot be read: permission denied")


def test_a_name_too_long(undercroft: CommandLine) -> None:
    """No traceback, no exit code of ours."""
    ran = undercroft("read", "x" * 5000)
    assert 2 == ran.code
    assert ran.err.startswith("error: unreadable: ...")


@pytest.mark.parametrize(
    "arguments, code, name",
    [
        (("--table", "nowhere"), 3, "no_such_table"),
        (("--dice", "1"), 2, "which_table"),
        (("--table", "strangers", "--dice", "5"), 2, "dice_bad_face"),
        (("--table", "strangers", "--dice", "1,1"), 2, "dice_left_over"),
        (("--table", "rumours", "--dice", "1"), 2, "dice_missing"),
        (("--table", "rumours", "--dice", "1,"), 2, "bad_dice"),
        (("--table", "rumours", "--odds", "--dice", "1,1"), 2, "usage"),
        (("--odds", "--roll"), 2, "usage"),
    ],
)
def test_what_cannot_be_done(undercroft: CommandLine, arguments: tuple[str, ...], code: int, name: str) -> None:
    """One line on stderr, or one object with --json."""
    ran = undercroft("read", INN, *arguments)
    assert (code, "") == (ran.code, ran.out)
    assert ran.err.startswith(f"error: {name}: ")
    assert name == undercroft("read", INN, *arguments, "--json").json["error"]["code"]


def test_a_page_without_tables(undercroft: CommandLine, tmp_path: Path) -> None:
    """There is nothing to roll on."""
    path = written(tmp_path, "Only words.")
    for arguments in (("--odds",), ("--table", "x"), ("--dice", "1")):
        assert 3 == undercroft("read", path, *arguments).code


@pytest.mark.parametrize("columns", ["1", "40", "70", "200"])
def test_any_width(undercroft: CommandLine, monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    """Lines keep to the terminal's width, between forty and a hundred characters."""
    monkeypatch.setenv("COLUMNS", columns)
    lines = undercroft("read", INN).out.splitlines()
    assert max(len(line) for line in lines) <= max(40, min(100, int(columns)))


def test_pictures_links_and_code(undercroft: CommandLine, tmp_path: Path) -> None:
    """Shown by what they say; nothing in code is taken for anything."""
    path = written(
        tmp_path, "![map](a.png) [site](http://x.example) [up](#top) `![roll:*x*]()` 2 * 3 snake_case\n\n> so\n\n***\n"
    )
    assert (
        "[picture: map] site (http://x.example) up ![roll:*x*]() 2 * 3 snake_case\n\n| so\n\n--------------------\n"
    ) == undercroft("read", path).out


def test_a_roll_is_never_taken_for_emphasis(undercroft: CommandLine, tmp_path: Path) -> None:
    """Its stars stay, within emphasis, links and tables; those around it go, and so do strokes."""
    page = (
        "*![roll:2d6*10]()* or __![roll:1d4*2]()__, [![roll:1d6*3]()](x) \\*so\\*\n\n"
        "```roll-list\nresults:\n  - '*![roll:1d2*5]()* and ![roll:1d2*7](. \"so many\")'\n```\n"
    )
    assert ("[2d6*10] or [1d4*2], [1d6*3] (x) *so*\n\ntable (1d1)\n  1  1d2*5 and so many [1d2*7]\n") == undercroft(
        "read", written(tmp_path, page)
    ).out


def test_help_ends_with_an_example(undercroft: CommandLine) -> None:
    """Both commands show how they are called."""
    for command in ("read", "lint"):
        assert f"Example: undercroft {command}" in undercroft(command, "--help").out


# Campaign files

MILL = str(PAGES / "mill.toml")
MENDED = 'name = "Sorrel Ford"\n'


def test_lint_of_a_campaign_file(undercroft: CommandLine) -> None:
    """By its ending: every problem with its line and path, from the top to the bottom."""
    ran = undercroft("lint", MILL)
    assert (1, "") == (ran.code, ran.err)
    assert [
        ":1: colour: unknown_key",
        ":6: characters.isolde.seat: unknown_reference",
        ":7: characters.isolde.gear.readied[0].item: unknown_item",
        ":13: sites.mill.zones.yard.doors[0].to: unknown_reference",
        ":14: sites.mill.zones.yard.doors[0].state: not_one_of",
        ":16: sites.mill.zones.yard.glance: warning",
        ":19: sites.mill.zones.floor: warning",
        ":23: sites.mill.zones.floor.features.flap.clues: warning",
    ] == [": ".join(line.partition("mill.toml")[2].split(": ")[:3]) for line in ran.out.splitlines()]
    assert "there is no zone “flooor” (did you mean floor?)" in ran.out


def test_lint_of_a_campaign_file_for_programs(undercroft: CommandLine) -> None:
    """Code, path, line, what is wrong and how to mend it."""
    ran = undercroft("lint", MILL, "--json")
    assert (1, 8) == (ran.code, len(ran.json["findings"]))
    assert {
        "code": "unknown_item",
        "path": "characters.isolde.gear.readied[0].item",
        "line": 7,
        "what": "there is no item “staf” in the lists",
        "fix": "did you mean staff?",
        "grade": "error",
    } == ran.json["findings"][2]


def test_lint_warns_of_what_may_not_be_meant(undercroft: CommandLine, tmp_path: Path) -> None:
    """A row without creatures is an event, an AC of 15 is of another scale; the file is good all the same."""
    path = tmp_path / "mill.toml"
    zone = '[sites.mill.zones.yard]\nname = "Yard"\nglance = "Mud."\n'
    rats = '[sites.mill.zones.yard.creatures.rats]\nname = "rats"\ncount = 5\nhd = "1/2"\nac = 15\n'
    rows = '[[sites.mill.encounters]]\nname = "mist"\n[[sites.mill.encounters]]\nname = "rats"\ncreatures = "rats"\n'
    crows = (
        '[lands]\nhexes.0505.terrain = "hills"\n[lands.creatures.crows]\nname = "crows"\ncount = 3\nhd = 1\nac = 7\n'
    )
    tables = '[[lands.tables.moor]]\nname = "rain"\n[[lands.tables.moor]]\nname = "crows"\ncreatures = "crows"\n'
    text = f'name = "Ford"\n[sites.mill]\nname = "Mill"\n{zone}{rats}{rows}{crows}{tables}'
    path.write_text(text, encoding="utf-8")
    ran = undercroft("lint", str(path))
    assert (0, "") == (ran.code, ran.err)
    assert [
        ":11: sites.mill.zones.yard.creatures.rats.ac: warning: ac_scale",
        ":12: sites.mill.encounters[0]: warning: event_row",
        ":24: lands.tables.moor[0]: warning: event_row",
    ] == [": ".join(line.partition("mill.toml")[2].split(": ")[:4]) for line in ran.out.splitlines()]
    assert "In a game where no armour is 10, it means AC 5 here." in ran.out
    assert "the row “mist” has no creatures, so it is an event" in ran.out
    assert "Ford" == campaignfile.read(text, "mill.toml").name


def test_lint_of_a_good_campaign_file(undercroft: CommandLine, tmp_path: Path) -> None:
    """Says so, and leaves with 0; the ending may be in capitals."""
    path = tmp_path / "ford.TOML"
    path.write_text(MENDED, encoding="utf-8")
    ran = undercroft("lint", str(path))
    assert (0, True) == (ran.code, ran.out.endswith("ford.TOML: a campaign file; no problems\n"))
    assert (0, []) == ((told := undercroft("lint", str(path), "--json")).code, told.json["findings"])


def test_lint_of_a_file_that_is_not_toml(undercroft: CommandLine, tmp_path: Path) -> None:
    """One problem, on its line."""
    path = tmp_path / "ford.toml"
    path.write_text("name = 'x'\n[sites\n", encoding="utf-8")
    ran = undercroft("lint", str(path))
    assert (1, 1) == (ran.code, len(ran.out.splitlines()))
    told = "ford.toml:2: not_toml: the heading is not closed (write [heading], or [[heading]] for one of a list)\n"
    assert ran.out.endswith(told)


def test_lint_of_keys_that_stand_twice(
    undercroft: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them, with its path and where it stood first."""
    monkeypatch.chdir(tmp_path)
    path = Path("ford.toml")
    path.write_text("name = 'x'\nday = 1\nname = 'y'\n[seats.one]\nname = 'a'\n[seats.one]\n", encoding="utf-8")
    ran = undercroft("lint", str(path))
    fix = "keep one of them, with all that belongs to it"
    assert [
        f"{path}:3: name: twice: “name” is there already, on line 1 ({fix})",
        f"{path}:6: seats.one: twice: “one” is there already, on line 4 ({fix})",
    ] == ran.out.splitlines()


def piped(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_lint_of_a_campaign_from_stdin(undercroft: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first line that says anything tells it from a page."""
    piped(monkeypatch, Path(MILL).read_text(encoding="utf-8"))
    ran = undercroft("lint", "-", "--json")
    assert (1, "stdin", 8) == (ran.code, ran.json["file"], len(ran.json["findings"]))
    piped(monkeypatch, f"# A ford.\n\n{MENDED}")
    assert (0, "stdin: a campaign file; no problems\n") == ((ran := undercroft("lint", "-")).code, ran.out)
    piped(monkeypatch, "[sites.mill]\nname = 'x\n")
    assert "stdin:2: sites.mill.name: not_toml: the file ends before this does (" in undercroft("lint", "-").out


def test_lint_is_told_what_a_text_is(undercroft: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whatever it looks like, and whatever its name."""
    piped(monkeypatch, "![roll:]()")
    assert "stdin:1: not_toml: " in undercroft("lint", "-", "--as", "campaign").out
    path = tmp_path / "ford.txt"
    path.write_text(MENDED, encoding="utf-8")
    assert 0 == undercroft("lint", str(path), "--as", "campaign").code
    ran = undercroft("lint", str(path), "--as", "poem")
    assert (2, "error: bad_form: there is no form “poem” (say campaign, outline or page)\n") == (ran.code, ran.err)


@pytest.mark.parametrize(
    "text, what, fix",
    [
        ('{"title": "x", "rects": [], "doors": []}', "a dungeon from Watabou's One Page Dungeon", "table import"),
        ('{"settings": {}, "cells": [[0]],\n "rooms": []}', "a dungeon of donjon", "table import"),
        ('{"name": "x", "formula": "2d6", "results": []}', "a roll table of Foundry VTT", "table import"),
        ('[{"name": "x", "formula": "2d6", "results": []}]', "a roll table of Foundry VTT", "table import"),
        ('{"log": {"format": 1}}\n{"seq": 1}\n', "a table exported by Undercroft", "table import"),
        ('{"a": 1}', "a JSON file that Undercroft does not know", "campaigns are TOML"),
        ('0101 hill "Tooth"\n0102 sea\n0101-0102 road\n# x\n', "a hex map of Text Mapper", "table import"),
        ("F\tF\tDT\n\tF\t\nF\t\tF\n", "a dungeon of donjon as a grid", "table import"),
        ("<html><table></table></html>", "HTML or XML", "markup.md"),
    ],
)
def test_a_file_of_another_tool_is_told_for_what_it_is(
    undercroft: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, what: str, fix: str
) -> None:
    """By lint, which says what reads it, by reading it as a page, and by beginning a campaign with it."""
    monkeypatch.chdir(tmp_path)
    path = Path("file.txt")
    path.write_text(text, encoding="utf-8")
    ran = undercroft("lint", str(path))
    assert (1, f"{path}:1: error: foreign: this is {what}") == (
        ran.code,
        ran.out.partition(" (")[0].partition(", as")[0],
    )
    assert fix in ran.out
    assert undercroft("read", str(path)).err.startswith(f"error: foreign: {path} is {what}")
    data = ("--data", str(tmp_path / "store.db"))
    assert what in undercroft("table", "new", "X", "--campaign", str(path), *data).err or "grid" in what
    assert 0 == undercroft("lint", str(path), "--as", "page").code


@pytest.mark.parametrize(
    "name, what, fix",
    [
        ("teeth-2017.wxx", "a hex map of Worldographer", "table import"),
        ("raeuber.windows.csv", "a table with commas, semicolons or tabs", "table import"),
        ("", "a PDF file", "a page of plain text"),
    ],
)
def test_a_file_that_is_no_text_is_told_for_what_it_is(
    undercroft: CommandLine, tmp_path: Path, name: str, what: str, fix: str
) -> None:
    """By its content; what nobody knows is no text."""
    files = Path(__file__).parents[1] / "exchange" / "foreign" / "files"
    path = tmp_path / "file.bin"
    path.write_bytes((files / name).read_bytes() if name else b"%PDF-1.7\x00")
    ran = undercroft("lint", str(path))
    assert 1 == ran.code
    assert f"foreign: this is {what}" in ran.out
    assert fix in ran.out
    path.write_bytes(b"a\x00b")
    assert "is not text" in undercroft("lint", str(path)).err


def test_a_page_is_reported_to_have_what_can_be_rolled(undercroft: CommandLine, tmp_path: Path) -> None:
    """Also where that is nothing, so that nobody takes silence for a table that was understood."""
    other = written(tmp_path, "| Name | Price |\n|--|--|\n| eel | 1 |\n")
    assert undercroft("lint", other).out.endswith(": a page with 1 table without rolls; no problems\n")
    assert undercroft("lint", written(tmp_path, "Prose.")).out.endswith(
        ": a page without rolls and tables; no problems\n"
    )


def test_a_page_as_one_html_file(undercroft: CommandLine, tmp_path: Path) -> None:
    """It holds its tables and rolls, loads nothing, and is not joined with other options."""
    ran = undercroft("read", INN, "--html")
    assert (0, "") == (ran.code, ran.err)
    assert ran.out.startswith("<!doctype html>\n")
    assert "<title>The Drowned Bell</title>" in ran.out
    assert 'data-roll-table="' in ran.out
    assert not re.search(r"(?:src|href)=\"(?!#|https?://|mailto:)", ran.out)
    assert "<link" not in ran.out
    assert 2 == undercroft("read", INN, "--html", "--odds").code
    named_after_its_file = undercroft("read", written(tmp_path, "Only text, and ![roll:2d6]()."), "--html").out
    assert "<title>page</title>" in named_after_its_file
