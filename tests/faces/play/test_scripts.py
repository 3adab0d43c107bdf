"""`undercroft play --script`: a file of commands, with its own dice."""

import io
import sys
from pathlib import Path

import pytest

from tests.faces.commandline import CommandLine
from tests.faces.play.scripting import IN, Scripted, made
from tests.table.small_site import begin


def test_someone_new_is_made_by_the_dice_of_a_line(script: Scripted) -> None:
    """Though the table would go on without them, the dice stand in the script like any others."""
    ran = script("quick_character seat=two name=Wat pack=warrior : 3 3 5 1 3 6 5 5 1 5 3 6 4 6 5 3 4 2 4\n")
    assert (0, "") == (ran.code, ran.err)
    assert "  Wat joins the campaign." in ran.out.splitlines()


def test_a_script_is_played_with_its_own_dice(script: Scripted) -> None:
    """Every line with what its seat is told, in the table's words; comments and empty lines are passed over."""
    ran = script(
        f"# an evening\n\n{IN}as maud\nopen maud oak\npick_lock maud oak : 6 5\nas referee\nsearch ulf : 1 2\n"
    )
    assert (0, "") == (ran.code, ran.err)
    assert ran.out.splitlines() == [
        "> light maud torch",
        "  Maud lights a torch.",
        "> enter_site crypt",
        "  The party enters the Crypt.",
        "  Hall. A long hall.",
        "> as maud",
        "> open maud oak",
        "  The oak door is locked.",
        "> pick_lock maud oak : 6 5",
        "  Maud, 2d6, pick the lock: 6 + 5 = 11, typed.",
        "  The oak door is unlocked.",
        "> as referee",
        "> search ulf : 1 2",
        "  Failure with 2. (Ulf, 2d6, skill check: 1 + 2 = 3, −1 = 2, against 10, typed)",
        "  Ulf searches the room and misses what is hidden here.",
        "  scratches on the floor",
        "  It is day 1, 00:10.",
    ]


def test_secret_dice_are_written_down_too(script: Scripted) -> None:
    """The check for wanderers in the third turn: someone comes, and who and how many are thrown for."""
    ran = script(f"{IN}end\nend : 1 1 2 3\nshow\n")
    assert 0 == ran.code
    assert "  Encounter: 5 rats." in ran.out.splitlines()


@pytest.mark.parametrize(
    "line, message",
    [
        ("search maud", "dice_missing: line 3: the roll is missing: 2d6, skill check"),
        ("search maud : 3", "dice_missing: line 3: the roll is missing: 2d6, skill check"),
        ("search maud : 3 4 5", "dice_left_over: line 3: nothing asks for 5"),
        ("quick_character seat=two name=Wat", "dice_missing: line 3: the roll is missing: 3d6, STR"),
        ("open maud oak : 3", "dice_left_over: line 3: nothing asks for 3"),
        ("search maud : 3 9", "dice_bad_face: line 3: skill check: 9 is not on a d6"),
        ("search maud : 3 up", "dice_bad_face: line 3: skill check: up is not on a d6"),
        ("end\nend", "dice_missing: line 4: the roll is missing: 1d6, wandering encounter"),
        ("as maud : 3", "dice_left_over: line 3: “as” rolls no dice"),
        ("as gandalf", "no_such_seat: line 3: nobody here is called “gandalf”"),
        ("snapshot", "bad_line: line 3: which one?"),
        ("same here", "no_such_snapshot: line 3: no snapshot “here” was taken"),
        ("expect", "bad_line: line 3: what is expected?"),
        ("expect refused not_yours", "not_as_expected: line 3: refused for not_yours? it was not refused"),
        ("dance", "no_such_command: line 3: there is no offer or command “dance”"),
        ("search gandalf : 3", "dice_left_over: line 3: it is refused: not_here"),
    ],
)
def test_a_script_that_goes_wrong_names_the_line(script: Scripted, line: str, message: str) -> None:
    """Nothing is left waiting behind it."""
    ran = script(f"{IN}{line}\n")
    assert ran.code in (2, 3)
    assert ran.err.startswith(f"error: {message}")
    assert 1 == ran.err.count("\n")
    assert 0 == script("undo\nredo\n").code


def test_a_refusal_ends_a_script_unless_it_is_expected(script: Scripted) -> None:
    """With exit code 1, and the line; expected for another reason, it is not as expected."""
    ran = script(f"{IN}as ulf\nsearch maud\nlisten ulf : 1 1\n")
    assert 1 == ran.code
    assert "error: refused: line 4: not_yours: Maud belongs to another player.\n" == ran.err
    assert "listen" not in ran.out
    assert 1 == script("as ulf\nsearch maud\n").code
    assert 0 == script("as ulf\nsearch maud\nexpect refused not_yours\nlisten ulf : 1 1\n").code
    other = script("as ulf\nsearch maud\nexpect refused not_here\n")
    assert 2 == other.code
    assert "line 3: refused for not_here? it was refused for not_yours" in other.err


def test_what_was_told_can_be_expected(script: Scripted) -> None:
    """By some of its words."""
    assert 0 == script(f"{IN}open maud oak\nexpect says oak door is locked\n").code
    ran = script("listen ulf : 1 1\nexpect says rats\n")
    assert (2, "error: not_as_expected: line 2: the line before did not say “rats” (see its output)\n") == (
        ran.code,
        ran.err,
    )


def test_a_script_may_look_around(script: Scripted) -> None:
    """What is offered and what was told, as at the prompt."""
    ran = script(f"{IN}offers search\nlog\n")
    assert (0, "") == (ran.code, ran.err)
    assert [line for line in ran.out.splitlines() if "Ulf: search (10 min) [success 8.3 % (1/12)" in line]
    assert 2 == ran.out.splitlines().count("  Maud lights a torch.")


def test_a_script_lists_the_draft(script: Scripted) -> None:
    """The word of the prompt is one of scripts too."""
    ran = script("draft\n")
    assert (0, True) == (ran.code, "Nothing is drafted." in ran.out)


def test_states_are_compared(script: Scripted) -> None:
    """For everybody at once; undone and done again they are the same."""
    same = f"{IN}snapshot a\nsearch maud : 6 6\nsnapshot b\nundo\nsame a\nredo\nsame b\nundo\nsame a\n"
    assert 0 == script(same).code
    ran = script("snapshot a\nsearch maud : 6 6\nsame a\n")
    assert 5 == ran.code
    assert "error: not_the_same: line 3: the state differs from snapshot “a”\n" == ran.err


def test_a_ruling_is_overruled_by_a_line(script: Scripted) -> None:
    """Fields that are not named stay as they were; the reason is in the log."""
    ran = script(f"{IN}search maud : 1 1\noverrule 1 success total=12 because the light is good\nwhy\n")
    assert 0 == ran.code
    assert "  Maud finds a niche." in ran.out.splitlines()
    assert "The referee's ruling: the light is good." in ran.out
    assert "1. sovereign.check.skill [Sovereign, Skill Checks]" in ran.out
    assert "dice: 2d6, skill check: 1 + 1 = 2, overruled" in ran.out
    for wrong, message in (
        ("overrule", "missing_field: line 1: “"),
        ("overrule 1 success", "bad_line: line 1: which ruling"),
        ("overrule 1 splendid because so", "bad_outcome: line 1: “splendid” is not one of its outcomes (there is "),
        ("overrule 1 success colour=blue because so", "unknown_field: line 1: that outcome has no “colour”"),
        ("overrule 9 success because so", ""),
    ):
        ran = script(f"{wrong}\n")
        assert ran.code in (1, 2)
        assert ran.err.startswith(f"error: {message or 'refused: line 1: no_ruling'}")


def test_some_dice_may_be_left_to_the_server(script: Scripted) -> None:
    """One with a question mark, all that are left with a star; they are marked as rolled."""
    ran = script(f"{IN}search maud : 3 ?\nsearch ulf : *\n")
    assert 0 == ran.code
    assert ", partly rolled)" in ran.out
    assert ", rolled)" in ran.out


def test_a_script_for_programs(script: Scripted, undercroft: CommandLine) -> None:
    """One object: how far it came and a digest of the state; the same script gives the same digest."""
    first = script(f"{IN}search maud : 6 6\n", "--json").json
    assert {"lines", "seat", "state", "table", "version"} == set(first)
    assert (3, "crypt", "referee") == (first["lines"], first["table"], first["seat"])
    assert 64 == len(first["state"])
    refused = script("search maud\n", "--json")
    assert (1, "refused") == (refused.code, refused.json["error"]["code"])
    wrong = script("dance\n", "--json")
    assert (3, "no_such_command") == (wrong.code, wrong.json["error"]["code"])
    assert 2 == undercroft("play", "crypt", "--json").code


def test_a_script_from_stdin_as_a_player(
    undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is named with --as acts and sees from the first line on."""
    typed = io.TextIOWrapper(io.BytesIO(b"undo\nexpect refused referee_only\nshow\n"))
    monkeypatch.setattr(sys, "stdin", typed)
    ran = undercroft("play", "--script", "-", "--as", "maud")
    assert 0 == ran.code
    assert "The Crypt · day 1, 00:00 · as Seat 1" in ran.out


def test_the_table_that_is_meant(undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The only one, if none is named; of several, one must be; none is not found."""
    (folder / "nothing.txt").write_text("# nothing\n", encoding="utf-8")
    assert 0 == undercroft("play", "--script", "nothing.txt").code
    made(folder, begin(), "other")
    several = undercroft("play", "--script", "nothing.txt")
    assert (2, "error: which_table: there are several tables (give one of these: crypt, other)\n") == (
        several.code,
        several.err,
    )
    assert 3 == undercroft("play", "nowhere", "--script", "nothing.txt").code
    assert 3 == undercroft("play", "crypt", "--script", "nowhere.txt").code
    monkeypatch.setenv("UNDERCROFT_DATA", str(folder / "empty.db"))
    assert 3 == undercroft("play", "--script", "nothing.txt").code


@pytest.mark.parametrize(
    "line",
    [
        "search maud",
        "search maud : 3",
        "search maud : 3 4 5",
        "search maud : 3 9",
        "open maud oak : 3",
        "search gandalf : 3",
    ],
)
def test_a_line_that_goes_wrong_leaves_nothing_behind(script: Scripted, line: str) -> None:
    """Not a line of the log: dice too many, too few or wrong are found before anything happens, so it can be mended."""
    script(IN)
    before = script("show\n", "--json").json
    assert 0 != script(f"{line}\n").code
    after = script("show\n", "--json").json
    assert (before["version"], before["state"]) == (after["version"], after["state"])


def test_dice_of_the_server_fall_as_they_were_tried(script: Scripted) -> None:
    """A line is tried before it is given, and its rolled dice are thrown once."""
    assert 0 == script(f"{IN}search ulf : ? ?\nsearch maud : *\n").code
