"""The last roll stays on the referee's screen: at the head of the log, and on the road above the map."""

import re

from msgspec.structs import replace

from tests.table.field import BLEND, field
from tests.table.journeying import on_the_road
from tests.table.road.test_lost import HERE, LOST, NORTH, wilds
from tests.table.tabletop import Tabletop
from undercroft.books.sovereign.reactions import Choice
from undercroft.faces.web.live.panels.log import LOG
from undercroft.faces.web.live.panels.panel import Panel
from undercroft.faces.web.live.panels.panel_drawing import drawn
from undercroft.faces.web.live.panels.road import LANDS
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.exploration.turns import EndStep
from undercroft.table.road.astray_by_hand import Bearing, RuleLost
from undercroft.table.road.travel import TravelTo
from undercroft.table.session.notes import WriteNote
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN

ROLLED = re.compile(r"log-rolled.*?</span>\s*(.*?)\s*</p>", re.DOTALL)
NEWS = re.compile(r"lands-news.*?</p>", re.DOTALL)
HIDDEN = re.compile(r"news-secret.*?</svg>\s*(.*?)</span>", re.DOTALL)


def shown(table: Tabletop, panel: Panel, seat: str = REFEREE) -> str:
    """A panel of a seat."""
    known, told = (table.now, table.log) if seat == REFEREE else (table.seen_by(seat), table.sent(seat))
    act = next((fact.act for fact in reversed(told) if fact.act is not None), None)
    return drawn(panel, Viewer("table", SeatId(seat), known, told, known.groups[MAIN], None, last=act))


def rolled(table: Tabletop) -> list[str]:
    """The last roll at the head of the log, if it is there."""
    return ROLLED.findall(shown(table, LOG))


def talked() -> Tabletop:
    """Pilgrims are met, and their reaction is rolled."""
    table = field(house=BLEND)
    table.do(MeetStrangers(MAIN, "4 pilgrims HD 1 AC 3 1d6 hp 5"), 1)
    table.do(TakeStance(MAIN, Choice.TALK), 4, 4)
    return table


def test_a_reaction_roll_stays_when_the_log_goes_on() -> None:
    """While it is among the first lines it is not said twice; then it stands above them, for the referee alone."""
    table = talked()
    assert [] == rolled(table)
    for number in range(3):
        table.do(WriteNote(f"Note {number}."))
    assert ["Reaction 2d6: 4 + 4 = 8: they are willing to talk."] == rolled(table)
    assert "log-rolled" not in shown(table, LOG, "one")


def test_a_roll_that_is_long_past_is_not_repeated() -> None:
    """An hour later something else matters."""
    table = talked()
    for number in range(3):
        table.do(WriteNote(f"Note {number}."))
    assert rolled(table)
    later = replace(table.now.groups[MAIN], time=Seconds(table.now.groups[MAIN].time + 3601))
    known = replace(table.now, groups={**table.now.groups, MAIN: later})
    assert not ROLLED.findall(drawn(LOG, Viewer("table", REFEREE, known, table.log, later, None)))


def test_an_encounter_check_that_brought_nothing_is_passed_over() -> None:
    """It comes with every turn; what was rolled before stays."""
    table = talked()
    table.do(EndEncounter(MAIN))
    table.do(EndStep(MAIN), 6)
    assert ["Reaction 2d6: 4 + 4 = 8: they are willing to talk."] == rolled(table)


def test_an_undone_roll_is_not_the_last() -> None:
    """What does not count any more is not said."""
    table = talked()
    table.undo()
    for number in range(3):
        table.do(WriteNote(f"Note {number}."))
    assert ["Distance 1d8: 1. The others are 10 feet away when first noticed."] == rolled(table)


def test_on_the_road_the_last_roll_follows_what_the_last_act_brought() -> None:
    """There is no log beside the map: once the last act brings the party nothing, its place has the last roll."""
    table = on_the_road(wilds(), HERE, LOST)
    table.do(TravelTo(MAIN, NORTH), 1, 4, 5)
    table.do(RuleLost(MAIN, Bearing.ON_ITS_WAY))
    (news,) = NEWS.findall(shown(table, LANDS))
    assert ["The party is on the way again, by the referee&#39;s ruling."] == HIDDEN.findall(news)
    assert "The party was lost, and now knows where it is: hex 0604." in news
    table.do(WriteNote("Nothing of theirs."))
    (news,) = NEWS.findall(shown(table, LANDS))
    assert ["Overloaded die 1d6: 5, nothing happens."] == HIDDEN.findall(news)
