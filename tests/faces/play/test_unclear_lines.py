"""Lines that mean nothing, or not enough: the answer says what is wrong and what to write."""

from collections.abc import Iterator

import pytest

from tests.faces.play.scripting import referee_at
from undercroft.faces.terminal.console import Console
from undercroft.faces.terminal.ruling_line import EXAMPLE
from undercroft.faces.terminal.typed_line import typed
from undercroft.kernel.faults import UndercroftError
from undercroft.table.rulings.loose_dice import ThrowDice
from undercroft.table.site.movement import Move
from undercroft.table.state.ids import DoorId
from undercroft.table.world.groups import MAIN

PEOPLE = "there are maud, ansgar, isolde, corvin, bettany, tam"
GIVE = "write it like give maud maud-short_sword ansgar; “help give” says more"
LIGHT = "write it like light ansgar ansgar-torch; “help light” says more"
FORCE = "write it like force_door maud lych-door; “help force_door” says more"
A_SPAN = "write 3 turns, 2 hours, 1 day or until morning"


@pytest.fixture(scope="module")
def nave() -> Iterator[Console]:
    """The referee in the demo's nave, who only asks what lines mean."""
    with referee_at("torch") as console:
        yield console


@pytest.mark.parametrize(
    "line, answer",
    [
        ("dance", "there is no offer or command “dance” (“offers” lists what can be done now, “help” every command)"),
        ("searchh maud", "there is no offer or command “searchh maud” (did you mean search?)"),
        ("camp", "there is no offer or command “camp” (did you mean make_camp or break_camp?)"),
        ("forage", "there is no offer or command “forage” (did you mean look_for_food or provide?)"),
        ("night", "there is no offer or command “night” (did you mean rest_night or pass_night?)"),
        ("who", "there is no offer or command “who” (“show” lists everybody, “show maud” has one sheet)"),
        ("rule maud", f"there is no offer or command “rule maud” (write it like: {EXAMPLE})"),
        ("attack rats", f"there is no character “rats” ({PEOPLE})"),
        ("light gandalf", f"there is no character “gandalf” ({PEOPLE})"),
        ("attack maud", "“Attack a foe” also needs the foe (write it like attack maud FOE; “help attack” says more)"),
        (
            "heal maud",
            "“Heal a person” also needs amount (how much) (write it like heal maud 1; “help heal” says more)",
        ),
        ("give maud", f"“Give a thing” also needs the thing ({GIVE})"),
        ("light maud", f"“Light a torch or lantern” also needs the thing ({LIGHT})"),
        ("search who=", "“Search the room” does not say who (write it like search maud; “help search” says more)"),
        ("force_door", f"“Force a door” does not say who ({FORCE})"),
        ("force_door maud", f"“Force a door” also needs the door ({FORCE})"),
        ("move lych speed=fly", "speed (pace) must be delve, walk or run, not “fly”"),
        ("pay maud 0", "coppers (how much money) must be a whole number, 1 or more, not 0"),
        ("rest maud for hours", "“for” is one word too many (write it like rest maud; “help rest” says more)"),
        ("undo 5", "“5” is one word too many (write it like undo; “help undo” says more)"),
        ("who=maud", "the line does not say what to do (write it first, such as search who=maud)"),
        ("pass_time soon", f"“soon” is not a length of time ({A_SPAN})"),
        ("pass_time -2 hours", f"“-2 hours” is not a length of time ({A_SPAN})"),
        ("roll 3d", "dice: “3d” is neither a number nor dice (enter dice such as 2d6+1)"),
        ("99999", "there is no offer 99999 (there are 97; “offers all” lists them)"),
    ],
)
def test_an_unclear_line_is_answered_with_what_to_write(nave: Console, line: str, answer: str) -> None:
    """Nothing is carried out; no name of a type, and no list of everything there is."""
    with pytest.raises(UndercroftError) as asked:
        nave.command(typed(line))
    assert answer == str(asked.value)


def test_dice_alone_are_thrown(nave: Console) -> None:
    """With the word for it or without."""
    assert ThrowDice("2d6") == nave.command(typed("2d6"))
    assert ThrowDice("1d20+3") == nave.command(typed("roll 1d20 + 3"))


def test_an_exit_goes_by_its_side(nave: Console) -> None:
    """There is one in the north wall; of the two in the west wall neither is taken."""
    assert Move(MAIN, DoorId("bone-arch")) == nave.command(typed("move north"))
    assert Move(MAIN, DoorId("west")) == nave.command(typed("move west"))


@pytest.mark.parametrize(
    "line, refusal",
    [
        ("search gandalf", "There is no such person here. People here: Maud Tarrow, Brother Ansgar, Isolde Fenn, "),
        (
            "move west",
            "The party knows no such exit here. Exits here: lych door, bone arch, low passage, swollen door.",
        ),
        ("light tam lantern", "Tam Reddish does not have that."),
    ],
)
def test_a_refusal_names_who_and_what_there_is(nave: Console, line: str, refusal: str) -> None:
    """The people who are here, the exits, and who lacks a thing."""
    (reason,) = nave.rehearsal().act(nave.command(typed(line)))
    assert reason.what.startswith(refusal)
