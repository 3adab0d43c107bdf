"""Taking the last act back at a table for tests."""

from __future__ import annotations

from tests.table.tabletop import Tabletop
from undercroft.table.answers import NO_ANSWERS
from undercroft.table.decide import Decision
from undercroft.table.history import Retracted
from undercroft.table.telling import Told


def take_back(table: Tabletop) -> None:
    """Retract the last act, with all that followed from it, for everybody who was told something of it."""
    act = table.truth.done[-1].id
    seats = {seat for told in table.log if told.act == act for seat in told.to}
    retracted = Told(Retracted(act), tuple(sorted(seats)), table.now.clock, None)
    table.take(Decision((retracted,), waits=False, answers=NO_ANSWERS))
