"""`undercroft simulate` as people type it."""

import json
import re
from pathlib import Path

import pytest

from undercroft.faces.cli.command_line import run

SCENARIO = """
name = "A test"
preset = "violence"
turns = 4
[[party]]
name = "Delver"
count = 3
hp = 4
armour = "light armour"
torches = 1
[[wanderers]]
name = "orcs"
foes = "1d6 orcs HD 1 AC 3 1d8"
"""


@pytest.fixture
def scenario(tmp_path: Path) -> str:
    """A scenario in a file."""
    file = tmp_path / "scenario.toml"
    file.write_text(SCENARIO, "utf-8")
    return str(file)


def test_it_says_what_comes_of_it(scenario: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The last line is a sentence, a chart is written, and the same seed gives the same answer."""
    chart = tmp_path / "chart.svg"
    given = ["simulate", scenario, "--runs", "150", "--plain", "--plot", str(chart)]
    assert 0 == run(given)
    first = capsys.readouterr().out
    assert 0 == run(given)
    assert first == capsys.readouterr().out
    assert first.splitlines()[-1].startswith("Nobody falls in ")
    assert "150 runs, seed 1, simulated" in first
    assert chart.read_text("utf-8").startswith("<svg ")


def test_the_worst_run_is_opened_and_kept(scenario: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """It is a real log, and a table like any other afterwards."""
    store = str(tmp_path / "store.db")
    assert 0 == run(
        ["simulate", scenario, "--runs", "60", "--plain", "--open", "worst", "--keep", "--data", store, "--json"]
    )
    told = json.loads(capsys.readouterr().out)
    assert told["opened"]["run"] == told["results"]["worst"][0]
    assert any("[" not in line["says"] and line["cite"] for line in told["opened"]["lines"])
    assert 0 == run(["table", "log", told["opened"]["kept"], "--data", store])
    log = capsys.readouterr().out
    assert told["opened"]["lines"][-1]["says"] in log
    assert 0 == run(["table", "list", "--data", store])
    assert "simulated run" in capsys.readouterr().out


def test_two_scenarios_and_several_values(scenario: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Comparing and varying, for people and for programs."""
    other = tmp_path / "other.toml"
    other.write_text(SCENARIO.replace("hp = 4", "hp = 12"), "utf-8")
    assert 0 == run(["simulate", scenario, "--runs", "120", "--plain", "--against", str(other)])
    assert "pairing saved" in capsys.readouterr().out
    assert 0 == run(["simulate", scenario, "--runs", "60", "--plain", "--vary", "turns=2..6:2", "--json"])
    assert ["2", "4", "6"] == [each["value"] for each in json.loads(capsys.readouterr().out)["found"]]
    assert 0 == run(["simulate", scenario, "--runs", "9", "--plain", "--vary", "policy.bend=true,false", "--json"])
    assert ["true", "false"] == [each["value"] for each in json.loads(capsys.readouterr().out)["found"]]
    assert 0 == run(["simulate", scenario, "--precision", "9", "--plain"])
    assert "Nobody falls" in capsys.readouterr().out


@pytest.mark.parametrize(
    "change, says",
    [
        (("violence", "neverwhere"), "is not simulated yet: its fights cost fatigue"),
        (("violence", "everywhere"), "there is no preset “everywhere”"),
        (("1d6 orcs", "60 orcs"), "more than 40 orcs"),
        (("hp = 4", "hp = 0"), "hp"),
        (("hp = 4", 'hp = "four"'), "“four” is not a whole number (give 1 to 1000)"),
        (("[[wanderers]]", "[[wanderer]]"), "wanderer"),
        (('name = "orcs"\nfoes = "1d6 orcs HD 1 AC 3 1d8"', 'name = "orcs"\nfoes = "blorks"'), "Hit Dice"),
    ],
)
def test_what_cannot_be_simulated_is_named(
    change: tuple[str, str], says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A scenario that is wrong, or beyond the simulator, is refused with the reason."""
    file = tmp_path / "scenario.toml"
    file.write_text(SCENARIO.replace(*change), "utf-8")
    assert 0 != run(["simulate", str(file), "--runs", "5", "--plain"])
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    "written, why",
    [
        ('preset = "violence"\nparty = [', "bad_scenario: line 2: the file ends before this does"),
        ("runs: 3", "bad_scenario: line 1: no “=” follows the key"),
        ("a = " + 60 * "[" + 60 * "]" + "\n]", "bad_scenario: line 1: tables are nested more than 20 deep"),
        ("seed = " + 5000 * "9", "bad_scenario: line 1: the number is too long to be read"),
    ],
)
def test_a_file_that_is_not_toml_is_refused_with_its_line(
    written: str, why: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """And with what to write instead, as a campaign file is."""
    file = tmp_path / "broken.toml"
    file.write_text(written, encoding="utf-8")
    assert 2 == run(["simulate", str(file)])
    assert capsys.readouterr().err.startswith(f"error: {why}")


def test_a_run_from_a_live_fight(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """What are our chances? From the fight that a table is in, without touching that table."""
    store = str(tmp_path / "store.db")
    assert 0 == run(["table", "new", "Barrow", "--demo", "--at", "fight", "--data", store])
    assert 0 == run(["table", "log", "barrow", "--data", store])
    before = capsys.readouterr().out
    given = ["simulate", "--from-table", "barrow", "--data", store, "--runs", "40", "--plain", "--open", "median"]
    assert 0 == run(given)
    told = capsys.readouterr().out
    assert "Nobody falls in " in told
    assert "simulated:" in told
    assert 0 == run(["table", "log", "barrow", "--data", store])
    assert before.splitlines()[1:] == capsys.readouterr().out.splitlines()
    few = ["simulate", "--from-table", "barrow", "--data", store, "--runs", "20", "--plain"]
    assert 0 == run([*few, "--plan", "target=wounded", "--against", "aid=no"])
    assert "pairing saved" in capsys.readouterr().out
    assert 0 != run([*few, "--as", "Maud Tarrow"])
    assert "does not know" in capsys.readouterr().err
    assert 0 != run([*few, "--plan", "target=nobody"])
    assert 0 != run([*few, "--plan", "luck=yes"])
    assert "parts: target" in capsys.readouterr().err
    assert 0 == run([*few, "--open", "3", "--keep"])
    kept = re.search(r"Kept as the table (\S+)\.", capsys.readouterr().out)
    assert kept is not None
    assert 0 == run(["table", "log", kept[1], "--data", store])
    assert len(before.splitlines()) < len(capsys.readouterr().out.splitlines())
    assert 0 != run(["simulate", "orcs", "--from-table", "barrow", "--data", store])
    assert 0 != run(["simulate"])


JOURNEY = """
name = "To the mill"
preset = "hexcrawl"
[[party]]
name = "Delver"
count = 3
rations = 1
water = 1
[journey]
start = "0101"
goal = "0103"
hexes = { 0101 = "plains", 0102 = "forest", 0103 = "hills" }
"""


def test_a_journey_says_when_it_arrives_and_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Three and a half points on the first day if the weather holds; a run is a real log of the road."""
    file = tmp_path / "journey.toml"
    file.write_text(JOURNEY, "utf-8")
    assert 0 == run(["simulate", str(file), "--runs", "60", "--plain", "--open", "median"])
    told = capsys.readouterr().out
    assert "the party arrives in time" in told
    assert "days on the road           typically 1;" in told
    assert "The player joins the table." in told
    assert "The party reaches hex 0103." in told
    assert told.splitlines()[-1].startswith("Nobody falls in over 95 % of the journeys")


@pytest.mark.parametrize(
    "change, says",
    [
        (('"hexcrawl"', '"violence"'), "journeys by Violence"),
        (('"hexcrawl"', '"sovereign"'), "journeys by Sovereign"),
        (('goal = "0103"', 'goal = "0104"'), "there is no hex 0104"),
        (('goal = "0103"', 'goal = "the mill"'), "is not the id of a hex"),
        (('0102 = "forest"', '0102 = "high_mountains"'), "to which no way leads"),
        (('start = "0101"', 'start = "0101"\nroute = ["0103"]'), "which do not border each other"),
        (('start = "0101"', 'start = "0101"\nways = [{ between = ["0101", "0103"] }]'), "do not border each other"),
        (('start = "0101"', 'start = "0101"\ndays = 30'), "days"),
    ],
)
def test_a_journey_that_cannot_be_is_refused_by_name(
    change: tuple[str, str], says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """With the reason, and before anything is played."""
    file = tmp_path / "journey.toml"
    file.write_text(JOURNEY.replace(*change), "utf-8")
    assert 0 != run(["simulate", str(file), "--runs", "5", "--plain"])
    assert says in capsys.readouterr().err
