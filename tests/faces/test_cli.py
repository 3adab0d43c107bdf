"""The command line, through its front door."""

import io
import re
import subprocess
import sys
from fractions import Fraction
from functools import partial
from importlib import import_module
from inspect import getclosurevars, signature

import pytest
from typer.models import CommandInfo

from tests.conformance.shelf import TOO_WIDE, cases
from tests.faces.commandline import CommandLine
from tests.merged import try_each
from undercroft.books import RULES
from undercroft.faces.cli.app import app
from undercroft.faces.cli.table_verbs import verbs
from undercroft.kernel import wire
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.strict import checked

RISKY, DEADLY = '{"danger": "risky"}', '{"danger": "deadly"}'

_BAR = re.compile(r" +[█▏▎▍▌▋▊▉]")


def test_version(undercroft: CommandLine) -> None:
    """`--version` names the program and its version."""
    assert (0, "undercroft 0.1.0\n", "") == undercroft("--version")


def test_it_runs_as_a_module() -> None:
    """`python -m undercroft` is the same program, and leaves with the same codes."""
    command = [sys.executable, "-m", "undercroft"]
    told = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
    assert "undercroft 0.1.0\n" == told.stdout
    assert 3 == subprocess.run([*command, "rule", "delving.nothing"], capture_output=True, check=False).returncode


def test_roll_shows_every_die(undercroft: CommandLine) -> None:
    """The total is that of the dice shown."""
    ran = undercroft("roll", "3d6+2", "--json")
    faces = [die["face"] for die in ran.json["dice"]]
    assert 3 == len(faces)
    assert sum(faces) + 2 == ran.json["total"]
    assert "3d6+2" == ran.json["expression"]


def test_roll_times(undercroft: CommandLine) -> None:
    """As many rolls as asked for, one a line."""
    assert 5 == undercroft("roll", "2d6", "--times", "5").out.count("\n")
    assert 5 == len(undercroft("roll", "2d6", "--times", "5", "--json").json["rolls"])


@pytest.mark.parametrize("arguments", [("roll", "-1d6", "--json"), ("roll", "--json", "--", "-1d6")])
def test_an_expression_may_begin_with_a_minus(undercroft: CommandLine, arguments: tuple[str, ...]) -> None:
    """`-1d6` is dice, not an option; `--` is respected."""
    assert -6 <= undercroft(*arguments).json["total"] <= -1


def test_a_rule_by_its_id_says_what_it_wants_to_know(undercroft: CommandLine) -> None:
    """Its place, each input with what it may be and what it is if not given, and how it may end."""
    assert [
        "sovereign.check.skill",
        "  2d6, the attribute's modifier and the skill must reach the difficulty; no roll fails or succeeds by itself.",
        "  Sovereign, Skill Checks",
        "  When: You have called for a check.",
        "  How: 2d6, the attribute's modifier and the skill; the total must reach the difficulty. No roll",
        "    fails or succeeds by itself.",
        "  The referee decides: The difficulty, and what the circumstances add or take.",
        "  For example: Ansgar has +1 and skill 0 against DC 8. The dice show 4 and 3: with 1 that is 8.",
        "    Success with 8.",
        "  See also: sovereign.check.difficulty, sovereign.check.group, sovereign.check.opposed,",
        "    sovereign.check.failure",
        "  Given:",
        "    attr_mod     -2 to 2    required  attribute modifier, such as Strength's",
        "    skill        -1 to 4    required  skill level; −1 untrained",
        "    dc           -20 to 60  else 10   the difficulty; 10 when in doubt",
        "    situational  -20 to 20  else 0    what the circumstances add or take",
        "  Outcomes: success, failure",
    ] == undercroft("rules", "sovereign.check.skill").out.splitlines()


def test_rule_with_typed_dice(undercroft: CommandLine) -> None:
    """A 1 on the deadly die is a random encounter; the answer holds all that made it."""
    assert {
        "rule": "delving.hazard-die",
        "edition": 1,
        "given": {"danger": "deadly"},
        "throws": [
            {
                "purpose": "hazard die",
                "roll": "1d6",
                "answer": 1,
                "faces": [1],
                "from": "typed",
                "sources": ["typed"],
            }
        ],
        "outcome": {"kind": "random_encounter"},
        "says": "Something comes: a random encounter.",
    } == undercroft("rule", "delving.hazard-die", "--given", DEADLY, "--dice", "1", "--json").json


def test_faces_are_summed_where_a_total_is_asked(undercroft: CommandLine) -> None:
    """2d6 takes two numbers."""
    ran = undercroft("rule", "delving.encounter.reaction", "--given", "{}", "--dice", "5,6", "--json").json
    assert {"kind": "neutral", "total": 11} == ran["outcome"]
    assert (11, [5, 6]) == (ran["throws"][0]["answer"], ran["throws"][0]["faces"])


def test_some_dice_typed_and_the_rest_rolled(undercroft: CommandLine) -> None:
    """`?` leaves a die to Undercroft, and each die says where it came from."""
    ran = undercroft("rule", "delving.encounter.reaction", "--given", "{}", "--dice", "5,?", "--json").json
    assert ("mixed", ["typed", "rolled"]) == (ran["throws"][0]["from"], ran["throws"][0]["sources"])
    assert 5 == ran["throws"][0]["faces"][0]


def test_roll_the_rest(undercroft: CommandLine) -> None:
    """`--roll` rolls whatever is not typed."""
    ran = undercroft("rule", "delving.hazard-die", "--given", DEADLY, "--roll")
    assert 0 == ran.code
    assert ", rolled" in ran.out


def test_a_refusal_of_the_rules_is_exit_code_1(undercroft: CommandLine) -> None:
    """It is printed like any outcome."""
    ran = undercroft("rule", "delving.move.walk", "--given", '{"path_len": 21}', "--json")
    assert 1 == ran.code
    assert {"kind": "refused", "reason": "too_far"} == ran.json["outcome"]


def test_given_from_stdin(undercroft: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` reads the situation from standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(DEADLY.encode())))
    assert "random_encounter" in undercroft("rule", "delving.hazard-die", "--given", "-", "--dice", "1", "--json").out


def test_odds_of_a_rule(undercroft: CommandLine) -> None:
    """One face in twelve."""
    ran = undercroft("odds", "delving.hazard-die", "--given", RISKY, "--json").json
    assert ran["exact"] is True
    assert [("random_encounter", "1/12", 8.333333), ("nothing", "11/12", 91.666667)] == [
        (row["outcome"]["kind"], row["chance"], row["percent"]) for row in ran["outcomes"]
    ]
    assert "0" == ran["unexplored"]


def test_odds_of_a_hundred_dice_are_exact(undercroft: CommandLine) -> None:
    """They sum to 1."""
    ran = undercroft("odds", "100d6", "--json").json
    assert 501 == len(ran["outcomes"])
    assert 1 == sum(Fraction(row["chance"]) for row in ran["outcomes"])
    assert f"1/{6**100}" == ran["outcomes"][0]["chance"]


@pytest.mark.parametrize(
    "by, expected",
    [
        ("kind", {"violent": "5/12", "wary": "5/12", "neutral": "5/36", "cordial": "1/36"}),
        ("total>=9", {"false": "13/18", "true": "5/18"}),
        ("total=7", {"false": "5/6", "true": "1/6"}),
    ],
)
def test_odds_grouped(undercroft: CommandLine, by: str, expected: dict[str, str]) -> None:
    """By a field, or by whether a field meets a condition."""
    ran = undercroft("odds", "delving.encounter.reaction", "--given", "{}", "--by", by, "--json").json
    assert expected == {str(row["outcome"]).lower(): row["chance"] for row in ran["outcomes"]}


def test_odds_of_dice_grouped(undercroft: CommandLine) -> None:
    """The total of dice can be compared too."""
    ran = undercroft("odds", "2d6", "--by", "total>=10", "--json").json
    assert {"False": "5/6", "True": "1/6"} == {str(row["outcome"]): row["chance"] for row in ran["outcomes"]}


def test_odds_chart_reads_without_colour(undercroft: CommandLine) -> None:
    """Bars, percentages and fractions, and no escape codes."""
    out = undercroft("odds", "2d6").out
    assert "16.7 %  1/6" in out
    assert out.endswith("mean 7, standard deviation 2.415\n")
    assert "\x1b" not in out


def test_explosions_say_what_is_left(undercroft: CommandLine) -> None:
    """What is not followed to its end is stated."""
    assert "not followed to its end" in undercroft("odds", "1d6!").out
    ran = undercroft("odds", "1d6!", "--json").json
    assert ran["exact"] is False
    assert sum(Fraction(row["chance"]) for row in ran["outcomes"]) + Fraction(ran["unexplored"]) == 1


def test_rules_lists_every_rule(undercroft: CommandLine) -> None:
    """With its input as JSON Schema and its outcomes."""
    listed = undercroft("rules", "--json").json
    assert sorted(RULES) == sorted(rule["id"] for rule in listed)
    hazard = next(rule for rule in listed if rule["id"] == "delving.hazard-die")
    assert {"book": "Delving", "heading": "Delving Hazard Die", "beyond": ""} == hazard["cite"]
    assert {"enum": ["normal", "risky", "deadly"], "description": "how dangerous the place is"} == hazard["given"][
        "properties"
    ]["danger"]
    assert ["random_encounter", "nothing"] == [outcome["kind"] for outcome in hazard["outcomes"]]


def test_rules_are_searched(undercroft: CommandLine) -> None:
    """All words must be in a rule's id, title, sentence or heading."""
    out = undercroft("rules", "hazard", "die", "--book", "delving").out
    assert "delving.hazard-die" in out
    assert "delving.move.walk" not in out
    assert "No rule mentions xyzzy." in undercroft("rules", "xyzzy").out
    assert "No rule mentions \\x1b[2J." in undercroft("rules", "\x1b[2J").out
    slip = undercroft("rules", "violence.morale-chek").out
    assert "No rule mentions violence.morale-chek. Did you mean violence.morale-check?\n" == slip


@pytest.mark.parametrize("line", [(), ("table",), ("campaign",), ("store",), ("founder",)], ids=" ".join)
def test_a_list_of_commands_has_whole_sentences(undercroft: CommandLine, line: tuple[str, ...]) -> None:
    """None is cut off where it does not fit into a line."""
    listed = undercroft(*line, "--help").out.partition("\nCommands:\n")[2].partition("\n\n")[0]
    assert "..." not in listed
    sentences = re.split(r"\n  (?=\S)", f"\n{listed}")[1:]
    assert sentences
    assert all(sentence.rstrip().endswith(".") for sentence in sentences)


@pytest.mark.parametrize(
    "line, told",
    [
        (("odds", "2d6", "--atleast", "9"), "there is no option --atleast; did you mean --at-least?"),
        (("odds", "2d6", "--sides", "3"), "there is no option --sides"),
        (("roll", "--tims=3", "2d6"), "there is no option --tims; did you mean --times?"),
        (("odds", "-n", "2d6"), "there is no option -n"),
    ],
)
def test_an_option_that_there_is_not_is_no_dice(undercroft: CommandLine, line: tuple[str, ...], told: str) -> None:
    """Also where dice may begin with a minus."""
    done = undercroft(*line)
    assert (2, f"error: usage: {told} (“undercroft {line[0]} --help” shows how)\n") == (done.code, done.err)
    assert undercroft("odds", "-1d6+10", "--at-least", "9").out.startswith("-1d6+10, 9 or more\n")


def test_readings_are_listed(undercroft: CommandLine) -> None:
    """With the question, the choice and what else may be chosen."""
    out = undercroft("rules", "--readings", "--book", "delving", "exhausted", "limit").out
    assert "delving.move.run-endurance/limit" in out
    assert "exhausted_at_limit = true: as soon as the last round is run" in out
    listed = undercroft("rules", "--readings", "--book", "delving", "--json").json
    assert {"readings", "gaps"} == set(listed)


def test_the_tour_shows_real_answers(undercroft: CommandLine) -> None:
    """Every step of the tour prints something after its command."""
    ran = undercroft("tour")
    assert 0 == ran.code
    assert 7 == ran.out.count("$ undercroft ")
    assert "Nothing comes." in ran.out
    listed = undercroft("tour", "--json").json
    assert "undercroft odds 2d6" in [step["command"] for step in listed]


def test_help_ends_with_an_example(undercroft: CommandLine) -> None:
    """Every command's help shows how it is called."""
    for command in ("roll", "rules", "rule", "odds", "read", "lint", "doctor", "tour", "table"):
        assert f"Example: undercroft {command}" in undercroft(command, "--help").out


def test_an_option_may_look_like_a_number(undercroft: CommandLine) -> None:
    """Scars that may bend a roll by any amount offer signed numbers."""
    given = '{"face": 16, "mode": "up_to", "scars": 2}'
    for typed, total in (("-2", 14), ("+1", 17), ("keep", 16)):
        ran = undercroft("rule", "violence.scar-modifier", "--given", given, f"--dice={typed}", "--json")
        assert total == ran.json["outcome"]["total"]


def test_one_die_left_open_leaves_no_other_open(undercroft: CommandLine) -> None:
    """`?` stands for one die; the second one is missing."""
    ran = undercroft("rule", "delving.encounter.reaction", "--given", "{}", "--dice", "?")
    assert (2, "error: dice_missing: ") == (ran.code, ran.err[:21])


@pytest.mark.parametrize("by", ["total>=9", " total>=9 ", "total >= 9"])
def test_blanks_in_a_condition_do_not_matter(undercroft: CommandLine, by: str) -> None:
    """The same condition is the same condition."""
    ran = undercroft("odds", "delving.encounter.reaction", "--given", "{}", "--by", by, "--json").json
    assert {"False": "13/18", "True": "5/18"} == {str(row["outcome"]): row["chance"] for row in ran["outcomes"]}


def test_dice_grouped_by_their_total_are_themselves(undercroft: CommandLine) -> None:
    """The one field that dice have."""
    assert undercroft("odds", "2d6", "--json").json == undercroft("odds", "2d6", "--by", "total", "--json").json


def test_no_arguments_show_the_help(undercroft: CommandLine) -> None:
    """What a stranger types first."""
    ran = undercroft()
    assert 0 == ran.code
    assert "roll" in ran.out
    assert "\n" in ran.out


def test_what_stands_behind_two_dashes_is_left_alone(undercroft: CommandLine) -> None:
    """`--debug` and `--json` are options before `--` only."""
    ran = undercroft("roll", "--", "--json")
    assert (2, "") == (ran.code, ran.out)
    assert ran.err.startswith("error: syntax: ")
    assert undercroft("roll", "--", "--debug").err.startswith("error: usage: there is no option --debug")


def test_tiny_chances_are_not_shown_as_none(undercroft: CommandLine) -> None:
    """A thousand ones in a row are unlikely, not impossible."""
    first = undercroft("odds", "1000d6").out.splitlines()[1]
    assert "under 0.1 %  about 1 in 1.4e+778" in first


@pytest.mark.parametrize("command", [*app.registered_commands, *verbs.registered_commands], ids=lambda of: of.epilog)
def test_a_command_has_the_options_of_its_work(command: CommandInfo) -> None:
    """By name, since they are handed on by name."""
    declared = command.callback
    assert declared is not None
    module = getclosurevars(declared).nonlocals["module"]
    work = getattr(import_module(f"undercroft.faces.cli.{module}"), declared.__name__)
    assert set(signature(work).parameters) == set(signature(declared).parameters)


def test_a_comparison_asks_about_the_total(undercroft: CommandLine) -> None:
    """The chance of nine or more on two dice, and of an attack that hits."""
    assert "yes  ████████████▎                     27.8 %  5/18" in undercroft("odds", "2d6>=9").out
    assert "yes  ████████████████████████████████  55 %  11/20" in undercroft("odds", "1d20+5>=15").out
    rolled = undercroft("roll", "1d20+5>=0")
    assert (True, "") == (rolled.out.endswith(", yes\n"), rolled.err)


def test_a_comparison_that_once_counted_dice_is_noted(undercroft: CommandLine) -> None:
    """Beside the answer, in words and for programs."""
    note = "5d10>=8 compares the total; to count the dice that show 8 or more, write 5d10cs>=8"
    assert f"note: {note}\n" == undercroft("odds", "5d10>=8").err == undercroft("roll", "5d10>=8").err
    assert [note] == undercroft("odds", "5d10>=8", "--json").json["notes"]
    assert "notes" not in undercroft("roll", "2d6>=9", "--json").json


def test_no_two_lines_of_odds_read_the_same(undercroft: CommandLine, subtests: pytest.Subtests) -> None:
    """Outcomes that differ only in what their sentence leaves out are one line."""
    rules = [(rule.id, rule) for rule in RULES.values() if rule.id not in TOO_WIDE]
    try_each(subtests, rules, partial(_reads_otherwise, undercroft))


def _reads_otherwise(undercroft: CommandLine, rule: AnyRule) -> None:
    for case in [case for case in cases(rule) if case.expect is not None][:3]:
        given = wire.shown(wire.plain(checked(rule.given, case.given))).decode()
        ran = undercroft("odds", rule.id, "--given", given, "--policy", "never")
        assert (0, "") == (ran.code, ran.err)
        lines = [_BAR.split(line)[0].strip() for line in ran.out.splitlines() if _BAR.search(line)]
        assert len(set(lines)) == len(lines)
