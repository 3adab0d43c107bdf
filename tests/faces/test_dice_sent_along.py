"""Dice that are sent along with a command: they answer its throw, and never a choice that they do not name."""

from undercroft import demo
from undercroft.demo.bookmark_scripts import bookmark
from undercroft.faces.terminal.command_file import CommandFile
from undercroft.faces.terminal.console import Console
from undercroft.kernel.dice import Choice
from undercroft.kernel.units import SeatId
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Acted
from undercroft.server.tables import Tables
from undercroft.store.memory import MemoryStore
from undercroft.table.fight.attack import Attack
from undercroft.table.state.ids import FoeId, PersonId

ANSGARS = SeatId("seat-2")
BLOW = Attack(PersonId("ansgar"), FoeId("votaries-1"))


def fighting(secret: int) -> OpenTable:
    """The demo's fight in its fourth round, with dice that fall by this secret."""
    table = Tables(MemoryStore()).begin("fight", demo.campaign(), secret=lambda length: bytes([secret]) * length)
    CommandFile(Console(table), lambda _: None, proven=True).run(bookmark("fight").script.splitlines())
    return table


def test_a_scar_is_asked_for_after_the_server_rolled_the_blow() -> None:
    """The server rolls an 8, which a Scar could change: the player is asked, and nothing is refused."""
    table = fighting(2)
    response = table.act(ANSGARS, table.as_known(ANSGARS, BLOW), key="blow", dice=(None,))
    assert isinstance(response, Acted)
    (wanted,) = table.known(ANSGARS).wanted.values()
    assert ["use a Scar on the 8"] == [asked.question.purpose for asked in wanted.questions]
    assert all(isinstance(asked.question, Choice) for asked in wanted.questions)
