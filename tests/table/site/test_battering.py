"""Doors that are made to give way: how they stand then, and what becomes of them when nobody stays at it."""

import pytest

from tests.table.happenings import of
from tests.table.small_site import CELL, CRYPT, HALL, MAUD, OAK, ONE, TWO, ULF, begin, site
from tests.table.tabletop import Tabletop
from undercroft.table.body.wounds import Wound
from undercroft.table.engine.record import TimerDropped
from undercroft.table.exploration.turns import EndStep, EnterSite, LeaveSite
from undercroft.table.site.battering import BatterDoor, ForceDoor
from undercroft.table.site.doors import DoorChanged, OpenDoor
from undercroft.table.site.movement import Move
from undercroft.table.state.ids import DoorId, TimerId, ZoneId
from undercroft.table.state.sites import Door, DoorState, Zone
from undercroft.table.world.groups import MAIN

YARD, ARCH = ZoneId("yard"), DoorId("arch")
QUIET = 6
FAILED, TWO_TURNS = (1, 1), 2


def before_a_door(state: DoorState) -> Tabletop:
    """Ulf, who needs four Turns for wood, and Maud in the hall; an arch leads back to the yard."""
    crypt = site(
        zones={**site().zones, YARD: Zone(YARD, "Yard", "A yard.")},
        doors={
            OAK: Door(OAK, (HALL, CELL), state, "oak door"),
            ARCH: Door(ARCH, (YARD, HALL), DoorState.NO_DOOR, "arch"),
        },
    )
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(crypt))
    table.do(EnterSite(MAIN, CRYPT))
    table.do(OpenDoor(ULF, OAK))
    return table


def stands(table: Tabletop) -> DoorState:
    return table.now.sites[CRYPT].doors[OAK].state


@pytest.mark.parametrize("state", [DoorState.STUCK, DoorState.LOCKED, DoorState.BARRED])
def test_what_is_battered_is_broken_whatever_held_it(state):
    """After four Turns, each with its check for the noise, it lies in splinters."""
    table = before_a_door(state)
    table.do(BatterDoor(ULF, OAK))
    for faces in ((QUIET,), (QUIET, QUIET), (QUIET,)):
        table.do(EndStep(MAIN), *faces)
        assert state is stands(table)
        table.do(BatterDoor(ULF, OAK))
    last = table.do(EndStep(MAIN), QUIET)
    assert [DoorChanged(CRYPT, OAK, DoorState.BROKEN, spiked=False, by=ULF)] == of(last, DoorChanged)


def test_what_is_forced_open_is_open():
    """A heave that fails opens it all the same, two Turns later."""
    table = before_a_door(DoorState.STUCK)
    table.do(ForceDoor(ULF, OAK), *FAILED, TWO_TURNS)
    table.do(EndStep(MAIN), QUIET)
    assert DoorState.STUCK is stands(table)
    table.do(EndStep(MAIN), QUIET)
    assert DoorState.OPEN is stands(table)


@pytest.mark.parametrize("away", [Move(MAIN, ARCH), LeaveSite(MAIN)])
def test_a_door_stands_as_it_stood_when_they_go_away(away):
    """Nothing gives way before people who are not there, and coming back they begin anew."""
    table = before_a_door(DoorState.STUCK)
    table.do(BatterDoor(ULF, OAK))
    table.do(EndStep(MAIN), QUIET)
    events = table.do(away, *((QUIET,) if isinstance(away, Move) else ()))
    assert [TimerDropped(TimerId("door-oak"), "the oak door gives way")] == of(events, TimerDropped)
    assert ({}, {}, DoorState.STUCK) == (table.now.timers, table.known(TWO).timers, stands(table))


def test_a_door_stands_as_it_stood_when_nobody_is_left_to_heave():
    """Both lie dying when its moment comes."""
    table = before_a_door(DoorState.STUCK)
    table.do(ForceDoor(ULF, OAK), *FAILED, 1)
    table.do(Wound(MAUD, 20))
    table.do(Wound(ULF, 20))
    assert [] == of(table.do(EndStep(MAIN), QUIET), DoorChanged)
