"""What follows by itself is asked for by nobody."""

import pytest

from tests.server.tabling import in_the_hall
from undercroft.kernel.units import SeatId
from undercroft.server.commands import BY_TAG, OF_ITSELF, read_command
from undercroft.server.responses import Refused
from undercroft.store.memory import MemoryStore
from undercroft.table.engine.part import Command
from undercroft.table.registry import COMMANDS
from undercroft.table.state.seats import REFEREE

TURNS_AND_ROUNDS = {"begin_round", "begin_step", "close_round", "end_round", "foes_act", "second_block"}
FOLLOWING = sorted(OF_ITSELF)


def test_which_they_are() -> None:
    """The beginnings and ends of turns and rounds and the foes' go are among them."""
    assert TURNS_AND_ROUNDS < OF_ITSELF


@pytest.mark.parametrize("named", ["party", "nobody"])
@pytest.mark.parametrize("tag", FOLLOWING)
def test_they_are_refused(tag: str, named: str) -> None:
    """To the referee as to players, whatever they are about and whether or not it exists; nothing changes."""
    table = in_the_hall(MemoryStore()).table
    fields = dict.fromkeys(BY_TAG[tag].__struct_fields__, named)
    before, command = table.now, read_command({"kind": tag, **fields})
    refused = table.act(REFEREE, command, key="referee")
    assert isinstance(refused, Refused)
    assert ["of_itself"] == [reason.code for reason in refused.reasons]
    refused = table.act(SeatId("one"), command, key="player")
    assert isinstance(refused, Refused)
    assert ["referee_only"] == [reason.code for reason in refused.reasons]
    assert before == table.now


def test_the_alarm_of_no_place() -> None:
    """Nobody lives where nothing is."""
    refused = in_the_hall(MemoryStore()).table.act(
        REFEREE, read_command({"kind": "raise_alarm", "site": "moon"}), key="alarm"
    )
    assert isinstance(refused, Refused)
    assert ["no_such_site"] == [reason.code for reason in refused.reasons]


def test_nothing_is_done_without_a_look_at_what_is_known() -> None:
    """Every command that names someone or something can be refused; a row of dice and a seal name nobody."""
    assert ["open_dice", "open_secret_dice"] == [
        tag for tag, kind in BY_TAG.items() if kind in COMMANDS and kind.why_not is Command.why_not
    ]
