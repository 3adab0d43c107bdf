"""Creatures that come into a room: the log names the way in, since the screens number rooms and not exits."""

import pytest
from msgspec.structs import replace

from tests.table.happenings import of
from tests.table.passage import ONE, PASSAGE, TO_SECOND, TWO, begin, passage
from tests.table.tabletop import Tabletop
from undercroft.faces.views.log.lines import log_lines
from undercroft.table.engine.record import Settled
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.offers import offers
from undercroft.table.road.chance_encounters import MeetAtRandom
from undercroft.table.site.movement import Move
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock
from undercroft.table.world.groups import MAIN


@pytest.mark.parametrize("turned", [False, True])
def test_the_way_in_is_named(turned: bool) -> None:
    """Of the two ways into the second room the second leads from the third, in whatever order the file has them."""
    table = Tabletop()
    table.sit(ONE, TWO)
    site = passage(Clock.SOVEREIGN)
    table.do(begin(replace(site, doors=dict([*site.doors.items()][:: -1 if turned else 1]))))
    table.do(EnterSite(MAIN, PASSAGE))
    table.do(Move(MAIN, TO_SECOND))
    events = table.do(MeetAtRandom(MAIN), 1, 2, 2, 2, 4, 4)
    (arrived,) = [event for event in of(events, Settled) if event.rule == "sovereign.encounter.arrival"]
    assert "the way from the third" == arrived.outcome["name"]
    told = [line.text for line in log_lines(table.known(REFEREE), table.log)]
    assert "Which entrance 1d2: 2. The others come by the way from the third." in told
    assert not any("the third" in line.text for line in log_lines(table.known(ONE), table.heard[ONE]))


def test_an_event_is_dismissed_and_postponed_as_one() -> None:
    """It is no encounter, and no button calls it one."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(passage(Clock.SOVEREIGN)))
    table.do(EnterSite(MAIN, PASSAGE))
    table.do(MeetAtRandom(MAIN), 2)
    labels = [offer.label for offer in offers(table.now, REFEREE)]
    assert ["Dismiss event: A cold wind"] == [label for label in labels if label.startswith("Dismiss")]
    assert ["Postpone event (ends the turn)"] == [label for label in labels if label.startswith("Postpone")]
