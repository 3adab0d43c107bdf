"""What players propose for their group, a way, a stance or the road: kept for the referee, taken up by one command."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.table.small_lands import FORD, setting_out
from tests.table.small_site import CELL, CRYPT, HALL, MAUD, OAK, ONE, SLAB, TWO, ULF, begin, site
from tests.table.tabletop import Tabletop, codes
from undercroft.books.sovereign.entry import Style
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.exploration.turns import EndStep, EnterSite
from undercroft.table.offers import offers
from undercroft.table.road.travel_day import SetCourse, SetOut
from undercroft.table.session.notes import CarryOut, Declare
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.movement import Move
from undercroft.table.site.search import Search
from undercroft.table.state.ids import DoorId, GroupId
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.sites import Door, DoorState
from undercroft.table.world.groups import MAIN

THROUGH = "go through the oak door"


def inside(state: DoorState = DoorState.CLOSED) -> Tabletop:
    """Maud and Ulf in the hall, before the oak door; the slab is hidden."""
    doors = {
        OAK: Door(OAK, (HALL, CELL), state, "oak door"),
        SLAB: Door(SLAB, (HALL, CELL), name="slab", hidden=True),
    }
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(site(doors=doors, creatures={}, encounters=())))
    table.do(EnterSite(MAIN, CRYPT))
    return table


def proposal(command: Any, text: str = THROUGH) -> Declare:
    """Maud's player proposes it."""
    return Declare(MAUD, text, wire.plain(command))


def proposed(table: Tabletop, seat: SeatId) -> list[str]:
    """What is offered to a seat to propose."""
    return [one.label for one in offers(table.known(seat), seat) if isinstance(one.command, Declare)]


def test_a_way_is_proposed_and_taken_up() -> None:
    """Each player is offered the ways they know, and the referee none; taking one up deals with all who meant it."""
    table = inside()
    assert ["Maud: propose to go through the oak door", "Maud: propose to leave the site"] == proposed(table, ONE)
    assert ["Ulf: propose to go through the oak door", "Ulf: propose to leave the site"] == proposed(table, TWO)
    assert [] == proposed(table, REFEREE) == proposed(table, SPECTATORS)
    table.do(proposal(Move(MAIN, OAK)), seat=ONE)
    table.do(Declare(ULF, THROUGH, wire.plain(Move(MAIN, OAK))), seat=TWO)
    table.do(CarryOut(ULF))
    assert CELL == table.now.groups[MAIN].zone
    assert () == table.now.declared == table.known(ONE).declared == table.known(TWO).declared


def test_the_referee_may_do_it_without_saying_so() -> None:
    """The player who proposed just that is done; what others said stays."""
    table = inside()
    table.do(proposal(Move(MAIN, OAK)), seat=ONE)
    table.do(Declare(ULF, "I hold the light."), seat=TWO)
    table.do(Move(MAIN, OAK))
    assert [ULF] == [one.who for one in table.now.declared]
    table.undo()
    assert [MAUD, ULF] == [one.who for one in table.now.declared]


def test_what_must_wait_for_the_next_turn_is_proposed_now() -> None:
    """Maud has searched: the group goes nowhere this turn, but its players may say where to."""
    table = inside()
    table.do(Search(MAUD), 1, 1, seat=ONE)
    assert codes(table, Move(MAIN, OAK))
    assert THROUGH in proposed(table, TWO)[0]
    assert [] == codes(table, proposal(Move(MAIN, OAK)), ONE)


def test_a_door_known_to_be_shut_is_nothing_to_propose() -> None:
    """Not before it is open."""
    table = inside(DoorState.STUCK)
    assert THROUGH in proposed(table, ONE)[0]
    table.do(Move(MAIN, OAK))
    assert ["Maud: propose to leave the site"] == proposed(table, ONE)
    assert ["referee_only", "door_shut"] == codes(table, proposal(Move(MAIN, OAK)), ONE)


@pytest.mark.parametrize(
    "command",
    [
        Move(MAIN, SLAB),
        Move(MAIN, DoorId("nowhere")),
        Move(GroupId("others"), OAK),
        EndStep(MAIN),
        EnterSite(MAIN, CRYPT),
        TakeStance(MAIN, Choice.TALK),
    ],
    ids=["hidden", "nowhere", "of others", "the turn", "inside already", "nobody there"],
)
def test_what_cannot_be_proposed(command: Any) -> None:
    """What nobody found answers like what is not there; turns, and what is not at hand, are the referee's."""
    table = inside()
    assert "referee_only" == codes(table, proposal(command), ONE)[0]
    assert codes(table, proposal(Move(MAIN, SLAB)), ONE) == codes(table, proposal(Move(MAIN, DoorId("x"))), ONE)


def test_nobody_proposes_for_another() -> None:
    """Ulf is not Maud's player's; how one goes through a door may be said, too."""
    table = inside()
    assert "not_yours" in codes(table, Declare(ULF, THROUGH, wire.plain(Move(MAIN, OAK))), ONE)
    assert [] == codes(table, proposal(Move(MAIN, OAK, Style.HARD)), ONE)


def test_a_stance_is_proposed_without_the_answer() -> None:
    """How the others take it is not for players to say."""
    table = inside()
    table.do(MeetStrangers(MAIN, "4 pilgrims HD 1 AC 3 1d6 hp 5"))
    talk = TakeStance(MAIN, Choice.TALK)
    assert [f"Maud: propose to {word}" for word in ("fight", "talk", "run", "wait and see")] == proposed(table, ONE)[:4]
    assert "referee_only" in codes(table, proposal(replace(talk, does=Response.TALK)), ONE)
    table.do(proposal(talk, "talk"), seat=ONE)
    table.do(CarryOut(MAUD), 6, 6)
    scene: Any = table.now.groups[MAIN].scene
    assert (Choice.TALK, ()) == (scene.stance, table.now.declared)


def test_the_road_is_proposed() -> None:
    """The hexes around, the places they know and a camp; any place they know a way to will do."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(setting_out())
    table.do(SetOut(MAIN))
    said = proposed(table, ONE)
    assert "Maud: propose to make camp" in said
    assert [] == codes(table, proposal(SetCourse(MAIN, FORD), "to the ford"), ONE)
    table.do(proposal(SetCourse(MAIN, FORD), "to the ford"), seat=ONE)
    table.do(CarryOut(MAUD))
    scene: Any = table.now.groups[MAIN].scene
    assert FORD == scene.destination


def test_leaving_is_proposed() -> None:
    """And done."""
    table = inside()
    table.do(proposal(LeaveSite(MAIN), "leave"), seat=ONE)
    table.do(CarryOut(MAUD))
    assert table.now.groups[MAIN].site is None
