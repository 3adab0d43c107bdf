"""Taking the last act back at a table for tests."""

from tests.table.tabletop import Tabletop
from undercroft.table.decide import Decision
from undercroft.table.engine.answers import NO_ANSWERS
from undercroft.table.engine.audience import Told
from undercroft.table.engine.history import Retracted


def take_back(table: Tabletop) -> None:
    """Retract the last act, with all that followed from it, for everybody who was told something of it."""
    act = table.truth.done[-1].id
    seats = {seat for told in table.log if told.act == act for seat in told.to}
    retracted = Told(Retracted(act), tuple(sorted(seats)), table.now.clock, None)
    table.take(Decision((retracted,), waits=False, answers=NO_ANSWERS))
