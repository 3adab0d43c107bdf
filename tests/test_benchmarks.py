"""Benchmarks run seldom and beside peers that are not installed here; what they take from the project is there."""

import ast
import ssl
import time
from importlib import import_module
from pathlib import Path

import pytest

from benchmarks.club import faults_of
from benchmarks.phones import Hall, Seat
from benchmarks.table import TURNS, played
from tests.postgres.histories import Op, Outcome
from tests.server.tabling import ID, in_the_hall
from tests.table.small_site import ONE
from undercroft.kernel.units import SeatId
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Acted
from undercroft.server.tables import Tables
from undercroft.store.memory import MemoryStore
from undercroft.table.session.notes import WriteNote
from undercroft.table.session.whispers import Whisper
from undercroft.table.state.seats import REFEREE

FOLDER = Path(__file__).parents[1] / "benchmarks"
OURS = ("undercroft", "tests")


def taken(source: Path) -> list[tuple[str, str]]:
    """The modules of the project that a source imports from, each with the name it imports."""
    return [
        (node.module, name.name)
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] in OURS
        for name in node.names
    ]


def is_there(module: str, name: str) -> bool:
    """Whether a module has that name, or a module of that name below it."""
    try:
        return hasattr(import_module(module), name) or bool(import_module(f"{module}.{name}"))
    except ModuleNotFoundError:
        return False


@pytest.mark.parametrize("source", sorted(FOLDER.glob("*.py")), ids=lambda source: source.stem)
def test_what_a_benchmark_takes_is_there(source: Path) -> None:
    """Nothing was moved or renamed without it."""
    assert [] == [f"{module}.{name}" for module, name in taken(source) if not is_there(module, name)]


@pytest.mark.parametrize("attempt", range(8))
def test_the_session_of_the_table_is_played_to_its_end(attempt: int) -> None:
    """Whatever the dice say: encounters that come do not stop it, and nothing in it is refused."""
    table = played(Tables(MemoryStore()), f"session-{attempt}")
    assert table.now.clock == TURNS * 600


def test_the_checker_of_a_club_knows_what_was_written() -> None:
    """By the keys that the store has: what is missing, what nobody gave, what is out of order or not there once."""
    store = MemoryStore()
    table = OpenTable(in_the_hall(store).store, ID)
    hall = Hall(0, ssl.create_default_context())
    seat, referee = Seat(hall, ID, ONE, ""), Seat(hall, ID, REFEREE, "")
    said = (
        (seat, Whisper(ONE, REFEREE, "canary of one 0")),
        (seat, Whisper(ONE, REFEREE, "canary of one 1")),
        (referee, WriteNote("canary of referee 0")),
    )
    for by, command in said:
        began, key = time.monotonic_ns(), f"{by.seat} {len(by.ops)}"
        assert isinstance(table.act(SeatId(by.seat), command, key=key), Acted)
        by.ops.append(Op(began, time.monotonic_ns(), Outcome.KNOWN, 0, key))
        by.said.append(command.text)
    assert [] == list(faults_of(store, ID, [seat, referee]))
    given = seat.ops.pop()
    assert ["nobody sent"] == [fault[:11] for fault in faults_of(store, ID, [seat, referee])]
    lost = Op(given.asked, given.answered, Outcome.KNOWN, 0, "one lost")
    seat.ops += [given, lost]
    assert [True] == ["was answered and is not there" in fault for fault in faults_of(store, ID, [seat, referee])]
    seat.ops.remove(lost)
    seat.ops.reverse()
    late = Op(given.answered + 1, given.answered + 2, Outcome.KNOWN, 0, seat.ops.pop().key)
    seat.ops.append(late)
    assert [True] == ["was asked for after" in fault for fault in faults_of(store, ID, [seat, referee])]
    seat.said.append("canary of one 2")
    assert "canary of one 2 is not there once" in list(faults_of(store, ID, [seat, referee]))
