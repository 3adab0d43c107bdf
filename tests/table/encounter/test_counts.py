"""One count of creatures: the site, the encounter, the screens and the prompt agree on how many are left."""

from tests.table.field import CAVE, ONE
from tests.table.lair import ORCS, lair, meeting, met
from tests.table.tabletop import Tabletop
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.faces.terminal.closer_look import look_lines
from undercroft.faces.views.overview.overview import overview
from undercroft.kernel.units import SeatId
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.fight.end import EndFight
from undercroft.table.referee.adjust import Adjust
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.state.combatants import FoeState
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN


def counts(table: Tabletop, seat: SeatId = REFEREE) -> tuple[bool, bool, int | None]:
    """Whether the overview and the look show three orcs, and the number in the encounter."""
    known = table.known(seat)
    said, looked = "\n".join(overview(known, seat)), "\n".join(look_lines(known, seat))
    return "3 orcs: " in said, "3 orcs" in looked, meeting(table, seat).met.count


def fought(*states: FoeState) -> Tabletop:
    """Four orcs, of whom the first come to these ends before the two sides break off."""
    table = met(site=lair(4))
    table.do(TakeStance(MAIN, Choice.FIGHT, Response.FIGHT), 5, 5)
    for number, state in enumerate(states, 1):
        table.do(Adjust(Adjustable.FOE, f"orcs-{number}", "state", state.value, "because"))
    table.do(EndFight(MAIN, parted=True))
    return table


def test_an_encounter_after_a_fight_counts_those_who_are_left() -> None:
    """One of four orcs is dead: the referee and the players are told of three, wherever they look."""
    table = fought(FoeState.DEAD)
    assert (True, True, 3) == counts(table)
    assert (True, True, 3) == counts(table, ONE)
    others = meeting(table).others
    assert others is not None
    assert (3, (4, 4, 4)) == (others.count, others.hp)
    assert 3 == table.now.sites[CAVE].creatures[ORCS].count


def test_those_who_surrender_are_still_there() -> None:
    """Of four orcs one is dead and one has given up."""
    table = fought(FoeState.DEAD, FoeState.SURRENDERED)
    assert (3, Response.TALK) == (meeting(table).met.count, meeting(table).does)
    assert 3 == table.now.sites[CAVE].creatures[ORCS].count


def test_a_number_set_by_hand_counts_in_the_encounter_too() -> None:
    """The referee corrects the orcs of the room from four to three."""
    table = met(site=lair(4))
    table.do(Adjust(Adjustable.CREATURES, ORCS, "count", 3, "because", CAVE))
    assert (True, True, 3) == counts(table)
    assert (True, True, 3) == counts(table, ONE)
