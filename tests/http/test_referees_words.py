"""What the referee reads over the watches of a camp, on the button that forages, and in the lists of deeds."""

import re
from collections.abc import Iterator

import pytest

from tests.http.seating import TABLE, Room, room
from undercroft.books.hexcrawl.wilderness import Provision
from undercroft.demo import campaign
from undercroft.server.responses import Acted
from undercroft.table.engine.part import Command
from undercroft.table.engine.wanted_dice import LayTray, UseDice
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.road.camp import BreakCamp, MakeCamp, PassNight
from undercroft.table.road.supplies import Provide
from undercroft.table.road.travel import TravelTo
from undercroft.table.road.travel_day import SetOut
from undercroft.table.site.movement import Move
from undercroft.table.state.ids import DoorId, HexId, SiteId
from undercroft.table.state.seats import REFEREE, Throwing
from undercroft.table.world.groups import MAIN


@pytest.fixture
def hall() -> Iterator[Room]:
    with room(campaign()) as opened:
        yield opened


def words(hall: Room, *commands: Command) -> str:
    """The words of the referee's page after these commands."""
    table = hall.lobby.open(TABLE)
    for command in (*(UseDice(seat, Throwing.TYPED) for seat in table.now.seats), *commands):
        assert isinstance(table.act(REFEREE, command, key=f"done-{table.version}"), Acted), command
    page = hall.sit(REFEREE).get(f"/t/{TABLE}", headers={"accept": "text/html"}).text
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def test_watches_have_a_head(hall: Room) -> None:
    """The numbers beside the sleepers are those of watches."""
    assert "slept · by dawn watch" in words(hall, SetOut(MAIN), MakeCamp(MAIN))


def test_foraging_tells_its_time_on_the_hex_too(hall: Room) -> None:
    """As the great button does."""
    nothing, supplies_run_low = LayTray((5,)), LayTray((4,))
    late = (SetOut(MAIN), TravelTo(MAIN, HexId("0508")), nothing, TravelTo(MAIN, HexId("0507")), MakeCamp(MAIN))
    later = (supplies_run_low, PassNight(MAIN), Provide(MAIN, Provision.FORAGE), PassNight(MAIN), BreakCamp(MAIN))
    assert 2 == words(hall, *late, *later).count("Forage 3 h")


def test_deeds_in_a_list_tell_their_time(hall: Room) -> None:
    """As they do alone on their tile: what takes no time of its own is done in a moment."""
    nave = (EnterSite(MAIN, SiteId("ossuary")), LayTray((6, 6, 6)), Move(MAIN, DoorId("lych-door")))
    text = words(hall, *nave)
    assert "Doors 3 2 to choose from" in text
    assert "Open the swollen door a moment" in text
    assert "Close the lych door a moment" in text
