"""Listening at a door: each person once, until they have been elsewhere or the door was open."""

import pytest

from tests.table.passage import ANNE, BERT, FIFTH, FIRST, ONE, PASSAGE, TO_SECOND, TWO, begin, passage
from tests.table.tabletop import Tabletop, codes
from tests.table.taking_back import take_back
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.site.doors import CloseDoor, OpenDoor
from undercroft.table.site.listening import Listen
from undercroft.table.site.movement import Move
from undercroft.table.state.ids import DoorId
from undercroft.table.state.sites import Clock, Door, DoorState
from undercroft.table.world.groups import MAIN

OAK = DoorId("oak")


def at_the_door(clock: Clock = Clock.DELVING, *faces: int) -> Tabletop:
    """Bert and Anne before a closed door; the dice fall as they come in."""
    doors = {**passage(clock).doors, OAK: Door(OAK, (FIRST, FIFTH), DoorState.CLOSED, "oak door")}
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(passage(clock, doors=doors)))
    table.do(EnterSite(MAIN, PASSAGE), *faces)
    return table


def test_nobody_listens_twice_at_the_same_door():
    """A second try would be a free one: it is refused, to the player as to the referee; Anne has a try of her own."""
    table = at_the_door()
    table.do(Listen(BERT, OAK), 1, 2, seat=ONE)
    assert ["listened_already"] == codes(table, Listen(BERT, OAK), ONE) == codes(table, Listen(BERT, OAK))
    table.do(Listen(ANNE, OAK), 1, 2)
    table.do(EndStep(MAIN), 20)
    assert ["listened_already"] == codes(table, Listen(BERT, OAK))
    take_back(table)
    take_back(table)
    assert [] == codes(table, Listen(ANNE, OAK))


def test_who_has_been_elsewhere_may_listen_again():
    """Two moves of the group, a round each."""
    table = at_the_door()
    table.do(Listen(BERT, OAK), 1, 2)
    table.do(Move(MAIN, TO_SECOND))
    table.do(EndStep(MAIN), 20)
    table.do(Move(MAIN, TO_SECOND))
    assert [] == codes(table, Listen(BERT, OAK), ONE)


def test_a_door_that_was_open_may_be_listened_at_again():
    """Opened and closed."""
    table = at_the_door()
    table.do(Listen(BERT, OAK), 1, 2)
    table.do(OpenDoor(ANNE, OAK))
    table.do(CloseDoor(ANNE, OAK))
    assert [] == codes(table, Listen(BERT, OAK), ONE)


@pytest.mark.parametrize("clock", Clock)
def test_on_every_clock(clock: Clock):
    """The door is Sovereign's on each of them."""
    table = at_the_door(clock) if clock is not Clock.HEXCRAWL else at_the_door(clock, 4)
    table.do(Listen(BERT, OAK), 1, 2)
    assert ["listened_already"] == codes(table, Listen(BERT, OAK))
