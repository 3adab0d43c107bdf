"""`undercroft play` at its prompt: offers and their odds, dice and choices, looking around, rulings."""

import io
import os
import sys
from pathlib import Path

import pytest

from tests.faces.commandline import CommandLine
from tests.faces.play.scripting import IN, Scripted, made, prompted
from tests.faces.test_terminal import terminal
from tests.requiring import need
from tests.table.small_site import begin, site
from undercroft.store.log import AppendResult, Batch
from undercroft.store.sqlite import SQLiteStore


def test_the_prompt_shows_offers_and_their_odds(
    undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numbered; a number takes one; the odds come before the roll, in percent and exactly; then what is told."""
    ran = prompted(undercroft, monkeypatch, "light maud torch", "enter crypt", "open maud", "offers", "quit")
    assert 0 == ran.code
    pick = "Maud: pick the lock of the oak door (10 min) [open 58.3 % (7/12), failed 41.7 % (5/12)]"
    (listed,) = [line for line in ran.out.splitlines() if line.endswith(pick)]
    ran = prompted(undercroft, monkeypatch, listed.split()[0], "why", "99", "quit")
    assert "  odds: open 58.3 % (7/12), failed 41.7 % (5/12)\n" in ran.out
    assert "1. sovereign.door.pick [Sovereign, Doors]" in ran.out
    assert "there is no offer 99 (there are " in ran.out


def test_the_prompt_asks_for_dice(undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the person who types them; a wrong face is asked again; Enter rolls the rest; withdraw calls it off."""
    prompted(undercroft, monkeypatch, "light maud torch", "enter crypt", "use_dice one typed", "quit")
    ran = prompted(undercroft, monkeypatch, "search maud", "3 9", "3 4", "quit")
    assert "2d6, skill check, Maud (Seat 1): " in ran.out
    assert "skill check: 9 is not on a d6" in ran.out
    assert "(Maud, 2d6, skill check: 3 + 4 = 7, against 10, typed)" in ran.out
    ran = prompted(undercroft, monkeypatch, "undo", "search maud", "", "undo", "search maud", "withdraw", "quit")
    assert ", rolled)" in ran.out
    assert "Called off: search the room (Maud).\n" in ran.out
    ran = prompted(undercroft, monkeypatch, "as maud", "search maud", "", "quit")
    assert "2d6, skill check: " in ran.out
    ran = prompted(undercroft, monkeypatch, "search ulf : 1 2", "quit")
    assert "(Ulf, 2d6, skill check: 1 + 2 = 3, −1 = 2, against 10, typed)" in ran.out


def test_a_player_is_answered_with_names(
    undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not with the ids that the seat was sent, which nobody could type."""
    prompted(undercroft, monkeypatch, "light maud torch", "enter crypt", "quit")
    ran = prompted(undercroft, monkeypatch, "as maud", "force_door maud", "light gandalf", "quit")
    assert "write it like force_door maud oak; “help force_door” says more" in ran.out
    assert "there is no character “gandalf” (there are maud, ulf)" in ran.out


def test_a_line_with_dice_is_one_append(
    undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch, script: Scripted
) -> None:
    """The command, its dice and what follows: at the prompt and in a file of commands; also up to a wrong face."""
    appends, append = list[int](), SQLiteStore.append

    def counted(store: SQLiteStore, table: str, batch: Batch) -> AppendResult:
        appends.append(len(batch.entries))
        return append(store, table, batch)

    prompted(undercroft, monkeypatch, "light maud torch", "enter crypt", "quit")
    monkeypatch.setattr(SQLiteStore, "append", counted)
    prompted(undercroft, monkeypatch, "search maud : 3 4", "search ulf : 3 4", "quit")
    assert 2 == len(appends)
    assert 0 == script("search maud : 3 4\nsearch ulf : 3 4 *\n").code
    assert 4 == len(appends)
    ran = prompted(undercroft, monkeypatch, "search maud : 3 9", "3 4", "quit")
    assert "skill check: 9 is not on a d6" in ran.out
    assert "(Maud, 2d6, skill check: 3 + 4 = 7, against 10, typed)" in ran.out
    assert 6 == len(appends)


def test_the_prompt_says_what_nobody_may_miss(
    undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Above the prompt until it is dealt with: a character who is dying, and dice that a player throws."""
    ran = prompted(undercroft, monkeypatch, "light maud torch", "enter crypt", "wound maud 5", "log", "quit")
    dying = "  ! Maud is dying: 7 rounds left (1 min 10 s). You can: Ulf: stabilise.\n"
    assert 2 == ran.out.count(dying), ran.out
    ran = prompted(undercroft, monkeypatch, "use_dice two typed", "search ulf", "", "quit")
    assert "  ! Dice wanted: skill check. The table waits for Ulf (Seat 2).\n" in ran.out


def test_the_prompt_goes_on_after_a_slip(
    undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is wrong is reported; refusals have their reasons; the end of what is typed is the end."""
    typed = ("dance", "help search", "help", "move oak", "log", "as maud", "undo", "show", '{"kind":"undo"}')
    ran = prompted(undercroft, monkeypatch, *typed)
    assert 0 == ran.code
    for said in (
        "there is no offer or command “dance”",
        "search: Search the room;",
        "Commands:",
        "refused: The party is not exploring a site: enter one first.",
        "The Crypt begins.",
        "as Seat 1",
        "refused: Only the referee can do that.",
    ):
        assert said in ran.out


def test_the_prompt_asks_before_people_fight_by_another_book(
    undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It shows everybody's numbers now and then; Enter changes nothing, yes does; another answer needs no asking."""
    change = "change_house combat=sovereign"
    asks = "Change the house rules? yes/no, Enter: no: "
    ran = prompted(undercroft, monkeypatch, change, "", "quit")
    assert "This changes what people fight with, from Violence to Sovereign:" in ran.out
    assert "  Maud: AC 0, bare hands 13, 1d2, Agility 14; then AC 11, bare hands +0, 1d2+1" in ran.out
    assert f"{asks}  Nothing was changed.\n" in ran.out
    ran = prompted(undercroft, monkeypatch, change, "yes", change, "as maud", change, "quit")
    assert "House rules: Which rules does a fight use? Now Sovereign's" in ran.out
    assert 1 == ran.out.count(asks)
    assert "refused: Only the referee can do that." in ran.out
    ran = prompted(undercroft, monkeypatch, "change_house reaction=violence", "change_house combat=chess", "quit")
    assert "House rules: Which reaction table? Now Violence's, where low is friendly." in ran.out
    assert "combat cannot be “chess” (choose one of violence, sovereign)" in ran.out
    ran = prompted(undercroft, monkeypatch, "change_house combatt=violence", "quit")
    assert "the house rules have no question “combatt” (did you mean combat=?)" in ran.out


def test_what_is_undone_is_named(undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the first thing that was told of it; in the log its lines are marked."""
    typed = ("light maud torch", "enter crypt", "search ulf : 1 2", "undo", "redo", "undo", "log", "quit")
    ran = prompted(undercroft, monkeypatch, *typed)
    lines = [line.removeprefix("referee> ").strip() for line in ran.out.splitlines()]
    assert 4 == lines.count("Undone: search the room, “Ulf searches the room and misses what is hidden here”.")
    assert 2 == lines.count("Redone: search the room, “Ulf searches the room and misses what is hidden here”.")
    assert 1 == lines.count("(undone) Ulf searches the room and misses what is hidden here.")


ATTACK = 'settle_rule party rule=violence.attack given={"attribute":12,"ac":4,"scars":1} by=maud'


def test_the_rest_is_rolled_and_what_may_be_chosen_is_declined(script: Scripted) -> None:
    """A star answers a choice with its first option; without one it is asked for like a die."""
    ran = script(f"{ATTACK} : 9 *\n")
    assert (0, "") == (ran.code, ran.err)
    assert "  9: a hit. (1d20, attack: 9, over AC 4 and under 12, typed)" in ran.out.splitlines()
    assert (
        "dice_missing: line 1: the choice is missing: use a Scar on the 9 (keep, down or up)"
        in script(f"{ATTACK} : 9").err
    )


@pytest.mark.parametrize(
    "typed, took",
    [
        ("", "over AC 4 and under 12, typed"),
        ("d", "typed; a Scar moves it down to 8, over AC 4 and under 12"),
        ("up", "typed; a Scar moves it up to 10, over AC 4 and under 12"),
    ],
)
def test_a_choice_is_made_by_as_little_as_says_it(
    undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch, typed: str, took: str
) -> None:
    """Enter declines, a letter is enough where only one option begins so, and the prompt says what Enter does."""
    ran = prompted(undercroft, monkeypatch, f"{ATTACK} : 9", typed, "quit")
    assert "use a Scar on the 9 (keep, down or up), Maud (Seat 1), Enter: keep: " in ran.out
    assert f"(1d20, attack: 9, {took})" in ran.out


def test_a_star_at_the_prompt_leaves_nothing_to_ask(
    undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For every seat's dice, also those that a player types."""
    ran = prompted(undercroft, monkeypatch, "use_dice one typed", f"{ATTACK} : *", "as maud", f"{ATTACK} : 4 *", "quit")
    assert 1 == ran.out.count("(1d20, attack: ")
    assert "Seat 1: " not in ran.out


def test_while_dice_are_wanted_one_may_say_something_else(
    undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Look, write a note, be someone else or leave: the dice are still wanted afterwards."""
    prompted(undercroft, monkeypatch, "light maud torch", "enter crypt", "use_dice one typed", "quit")
    ran = prompted(undercroft, monkeypatch, "search maud", "show", "note Cold here", "search ulf", "as ulf", "quit")
    assert 0 == ran.code
    for said in ("Dice wanted:", "Note: Cold here", "refused: The table waits for dice", "as Seat 2"):
        assert said in ran.out
    ran = prompted(undercroft, monkeypatch, "quit")
    assert ran.out.endswith("2d6, skill check, Maud (Seat 1): ")
    ran = prompted(undercroft, monkeypatch, "3 4", "quit")
    assert "(Maud, 2d6, skill check: 3 + 4 = 7, against 10, typed)" in ran.out


def test_dice_in_a_line_ask_nobody_else_for_theirs(
    undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind a player's own dice the server rolls the referee's secret ones, as it does without."""
    lines = ("light maud torch", "enter crypt", "end", "as maud", "search maud : 3 4", "as ulf", "search ulf : 3 4")
    ran = prompted(undercroft, monkeypatch, *lines, "as referee", "log", "quit")
    assert "Dice wanted" not in ran.out
    assert "wandering encounter: " in ran.out


def test_what_several_may_do_is_one_line(
    undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a number for each of them; what can be done at any time is only counted, until it is asked for."""
    ran = prompted(undercroft, monkeypatch, "begin_evening One", "light maud torch", "enter crypt", "offers", "quit")
    listed = [line.strip() for line in ran.out.splitlines()]
    assert [line for line in listed if line.endswith("  End session")]
    (search,) = [line for line in listed if line.startswith("search (10 min): ")]
    first, second = (part.split() for part in search.removeprefix("search (10 min): ").split(", "))
    assert (["maud", "16.7", "%"], ["ulf", "8.3", "%"]) == (first[1:], second[1:])
    *_, counted = [line for line in listed if line.startswith("At any time: pack (")]
    assert counted.endswith("“offers pack” lists them, “offers all” everything.")
    assert not [line for line in listed if "stow torches" in line]
    ran = prompted(undercroft, monkeypatch, "offers search ulf", "offers pack", "offers dance", second[0], "quit")
    assert f"{second[0]:>3}  Ulf: search (10 min) [success 8.3 % (1/12), failure 91.7 % (11/12)]" in ran.out
    assert "stow torches" in ran.out
    assert "No offer fits these words." in ran.out
    assert "  odds: success 8.3 % (1/12), failure 91.7 % (11/12)\n" in ran.out


def test_what_can_only_come_out_one_way_has_no_odds(
    undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How many turns it takes to batter a door down is no chance."""
    ran = prompted(
        undercroft, monkeypatch, "light maud torch", "enter crypt", "open maud", "offers batter maud", "quit"
    )
    assert "Maud: batter the oak door (1 h 10 min)\n" in ran.out


def test_a_closer_look_at_a_place(undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee reads all of it, with the line that reveals each thing; a player what was seen."""
    typed = ("look", "light maud torch", "enter crypt", "look", "as maud", "look", "quit")
    ran = prompted(undercroft, monkeypatch, *typed)
    assert "There is nothing to look at." in ran.out
    for said in (
        "    For the referee: The third flagstone is hollow. (reveal zone=hall)",
        "    secret, not known: a slab that slides. Scratches on the floor. A draught. Found by: push the slab.",
        "    hidden, not known: a niche. (reveal feature=niche)",
    ):
        assert 1 == sum(line.startswith(said) for line in ran.out.splitlines())
    assert "A long hall." in ran.out.partition("Seat 1> ")[2]


def test_a_sheet_at_the_prompt(undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers, and what is carried by the ids that commands take; by a name or how it begins."""
    ran = prompted(undercroft, monkeypatch, "sheet mau", "show gandalf", "quit")
    for said in (
        "  Maud, Expert 1, delver",
        "    STR 10, DEX 14, CON 10, INT 10, WIS 10, Notice 0, Sneak 1",
        "    Readied: 3 torches [torches]",
        "    Stowed: thieves' tools [tools]",
    ):
        assert said in ran.out.splitlines() or f"referee> {said}" in ran.out.splitlines()
    assert "there is no character “gandalf” (there are maud, ulf)" in ran.out


def test_help_finds_the_commands_that_speak_of_something(
    undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By their names and by what they do; a field that is missing leads there."""
    ran = prompted(undercroft, monkeypatch, "help evening", "help gandalf", "begin_evening", "quit")
    assert "  end_evening: End the session.\n" in ran.out
    assert "No command mentions “gandalf”; “help” lists them all." in ran.out
    assert (
        "“Start session” also needs the title (write it like begin_evening TITLE; “help begin_evening” says more)"
        in ran.out
    )


@pytest.mark.parametrize(
    "line, told",
    [
        ('"over the wall" maud check=dex/sneak dc=8 : 2 4', "over the wall. Maud: success."),
        (
            '"over the wall" maud ulf check=STR/Exert minutes=10 : 6 6 1 1',
            "over the wall. Maud: success, Ulf: failure.",
        ),
        ('"the roof" save=eva : 20 1 ', "the roof. Maud: success, Ulf: failure."),
        ("brute ulf attribute=brawn : 1", "brute. Ulf: success."),
        ("rung ulf chance=2-in-6 : 2", "rung. Ulf: success."),
        ("rung ulf chance=35% : 36", "rung. Ulf: failure."),
        ("sum maud dice=2d6 at_least=9 secret=true : 4 5", "sum. Maud: success (9)."),
        ("sum dice=1d6 group=party : 4 5", "sum. Maud: rolled (4), Ulf: rolled (5)."),
        ("dusk", "dusk. Maud: success, Ulf: success."),
        ('fall ulf chance=0-in-6 damage=1d4 else="a long way" : 6 3', "Ulf loses 3 hit points (fall), 5 left."),
        ('"a vow" maud save=mental else="she forgets" ask=true', "At stake: a vow. Maud 30 %. Failure: she forgets."),
    ],
)
def test_a_ruling_is_one_line(script: Scripted, line: str, told: str) -> None:
    """Who tries what, by which dice, and what comes of failing; everybody where nobody is named."""
    ran = script(f"{IN}ruling {line}\n")
    assert (0, "") == (ran.code, ran.err)
    assert f"  {told}" in ran.out.splitlines()


@pytest.mark.parametrize(
    "line, message",
    [
        ("", "bad_line: line 1: what is tried?"),
        ("x zog", "not_here: line 1: who is “zog”?"),
        ("x check=Exert", "bad_line: line 1: “Exert” is not an attribute and a skill (write it like check=STR/Exert)"),
        ("x check=s/Exert/x", "not_one_of: line 1: “Exert/x” is not known here"),
        ("x save=e dice=1d6", "bad_line: line 1: save and dice are two ways to roll"),
        ("x chance=often", "bad_line: line 1: “often” is not a chance"),
        ("x colour=red", "unknown_field: line 1: a ruling has no “colour”"),
        ("x minutes=soon", "type: line 1: minutes: “soon” is not a number"),
        ("x secret=perhaps", "type: line 1: secret cannot be “perhaps”"),
        ("x chance=9-in-1", "out_of_range: line 1: trial.by.y"),
    ],
)
def test_a_ruling_that_cannot_be_read(script: Scripted, line: str, message: str) -> None:
    """Says what is wrong with it and how to write it."""
    assert script(f"ruling {line}\n").err.startswith(f"error: {message}")


def test_the_odds_of_a_ruling_come_before_its_dice(
    undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For each who tries."""
    ran = prompted(undercroft, monkeypatch, "ruling rung maud ulf chance=2-in-6", "quit")
    assert "  odds: Maud 33.3 % (1/3), Ulf 33.3 % (1/3)\n" in ran.out


def test_what_belongs_here_is_meant_before_what_can_be_done_at_any_time(script: Scripted) -> None:
    """While a session is open, `end` still ends the turn; the session by one word more."""
    ran = script(f"begin_evening One\n{IN}end\nend evening\n")
    assert (0, "") == (ran.code, ran.err)
    assert ["  It is day 1, 00:10.", "  Session 1 ends."] == [
        line for line in ran.out.splitlines() if "00:10" in line or "ends" in line
    ]


def test_a_session_begins_with_a_title(script: Scripted) -> None:
    """In words; those who are there need not be named."""
    assert "  Session 1, The long stair: Maud, Ulf." in script("begin_evening The long stair\n").out.splitlines()


def test_blows_are_listed_by_who_strikes_with_what(
    undercroft: CommandLine, script: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A number for each foe; they stand before what is offered anywhere."""
    assert 0 == script('light maud torch\nadd_foes line="2 rats HD 1" : 3 3 1 1 *\n').code
    listed = [line.strip() for line in prompted(undercroft, monkeypatch, "quit").out.splitlines()]
    *_, blow = [place for place, line in enumerate(listed) if line.startswith("Maud with bare hands: ")]
    *_, light = [place for place, line in enumerate(listed) if line.endswith("put out the torch")]
    numbers = [part.split()[1:3] for part in listed[blow].removeprefix("Maud with bare hands: ").split(", ")]
    assert [["Rat", "A"], ["Rat", "B"]] == numbers
    assert blow < light


def test_words_are_completed_in_a_terminal(folder: Path) -> None:
    """The Tab key fills in what only one word can be."""
    need("unix", os.name == "posix")
    with terminal("play", "crypt") as seat:
        seat.until("referee> ")
        os.write(seat._screen, b"enter_s\tcry\t\n")
        assert "Hall. A long hall." in seat.until("hall.\nreferee> ")
        seat.type("quit")
        assert 0 == seat.process.wait()


def test_words_are_for_people_and_cannot_move_the_cursor(
    undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a site is called."""
    made(folder, begin(site(name="\x1b[2JThe Crypt")), "odd")
    monkeypatch.setattr(sys, "stdin", io.StringIO("enter_site crypt\nshow\nquit\n"))
    ran = undercroft("play", "odd")
    assert "\x1b" not in ran.out
    assert "\\x1b[2JThe Crypt" in ran.out


def test_a_die_too_many_at_the_prompt_does_nothing(
    undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same line without it is then carried out once."""
    typed = ("light maud torch", "enter crypt", "search ulf : 1 2 3", "search ulf : 1 2", "quit")
    ran = prompted(undercroft, monkeypatch, *typed)
    assert "nothing asks for 3, so nothing was done (leave it out)" in ran.out
    assert 1 == ran.out.count("Ulf searches the room and misses what is hidden here.")


def test_an_amount_in_dice_at_the_prompt(
    undercroft: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The dice are typed behind the colon; what is neither a number nor dice is refused, and nothing is read of it."""
    ran = prompted(undercroft, monkeypatch, "wound ulf 1d4 : 1", "wound ulf 2q6", "quit")
    assert "1d4, damage: 1, typed" in ran.out
    assert "“2q6” is neither a number nor dice" in ran.out
    assert 1 == ran.out.count("loses 1 hit point,")
