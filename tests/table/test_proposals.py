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
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.offers import offers
from undercroft.table.road.camp import MakeCamp
from undercroft.table.road.travel_day import SetCourse, SetOut
from undercroft.table.rulings.rulings import ProposeRuling
from undercroft.table.session.notes import CarryOut, Declare, DropDeclaration, RefuseProposal
from undercroft.table.session.sessions import Leave
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.movement import Move
from undercroft.table.site.search import Search
from undercroft.table.site.waiting import WalkBack
from undercroft.table.state.ids import DoorId, GroupId, ZoneId
from undercroft.table.state.open_rulings import Trial, XInY
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.sites import Door, DoorState, Site, Zone
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
    return [offer.label for offer in offers(table.known(seat), seat) if isinstance(offer.command, Declare)]


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
    assert [ULF] == [declaration.who for declaration in table.now.declared]
    table.undo()
    assert [MAUD, ULF] == [declaration.who for declaration in table.now.declared]


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


def test_ways_out_of_a_room_are_no_longer_proposed_in_the_next() -> None:
    """Nor is leaving; what a player says in words stays, and an undo brings all back."""
    table = inside()
    table.do(proposal(LeaveSite(MAIN), "leave"), seat=ONE)
    table.do(Declare(ULF, "I hold the light."), seat=TWO)
    table.do(Move(MAIN, OAK))
    assert [["I hold the light."]] * 2 == [
        [said.text for said in known.declared] for known in (table.now, table.known(TWO))
    ]
    assert () == table.known(ONE).declared == table.known(SPECTATORS).declared
    table.undo()
    assert [MAUD, ULF] == [declaration.who for declaration in table.now.declared]


@pytest.mark.parametrize("ends", [TakeStance(MAIN, Choice.WAIT, Response.TALK), EndEncounter(MAIN)])
def test_what_was_proposed_in_an_encounter_ends_with_the_choice_or_the_encounter(ends: Any) -> None:
    """Maud wants to talk; something else is done. A way that was proposed is still there to be taken."""
    table = inside()
    table.do(Declare(ULF, THROUGH, wire.plain(Move(MAIN, OAK))), seat=TWO)
    table.do(MeetStrangers(MAIN, "4 pilgrims HD 1 AC 3 1d6 hp 5"))
    table.do(proposal(TakeStance(MAIN, Choice.TALK), "talk"), seat=ONE)
    table.do(ends)
    assert [ULF] == [declaration.who for declaration in table.now.declared]


def test_what_a_player_said_in_an_encounter_ends_with_it() -> None:
    """On the road the next day, nobody wants to read that Maud drops something in the pursuers' way."""
    table = inside()
    table.do(MeetStrangers(MAIN, "4 pilgrims HD 1 AC 3 1d6 hp 5"))
    table.do(Declare(MAUD, "Drop something in their way"), seat=ONE)
    table.do(EndEncounter(MAIN))
    assert () == table.now.declared == table.known(ONE).declared


def test_where_to_go_is_no_longer_proposed_once_it_is_decided() -> None:
    """Maud would camp; the referee sets a course."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(setting_out())
    table.do(SetOut(MAIN))
    table.do(proposal(MakeCamp(MAIN), "make camp"), seat=ONE)
    table.do(SetCourse(MAIN, FORD))
    assert () == table.now.declared


def test_leaving_is_proposed() -> None:
    """And done."""
    table = inside()
    table.do(proposal(LeaveSite(MAIN), "leave"), seat=ONE)
    table.do(CarryOut(MAUD))
    assert table.now.groups[MAIN].site is None


def test_the_whole_group_hears_a_proposal() -> None:
    """The other players and the spectators read what Maud proposes, until it is done or withdrawn."""
    table = inside()
    said = table.do(proposal(Move(MAIN, OAK)), seat=ONE)
    assert "Maud proposes: go through the oak door." in [event.say(table.now) for event in said]
    everybody = (ONE, TWO, SPECTATORS)
    assert [[MAUD]] * 3 == [[declaration.who for declaration in table.known(seat).declared] for seat in everybody]
    assert [[], ["not_yours"]] == [codes(table, DropDeclaration(MAUD), seat) for seat in (ONE, TWO)]
    table.do(DropDeclaration(MAUD), seat=ONE)
    assert [()] * 3 == [table.known(seat).declared for seat in everybody]


def test_those_who_leave_the_party_forget_what_was_proposed_for_it() -> None:
    """Nobody tells them when it is withdrawn or rolled; the proposer and the referee keep it."""
    table = inside()
    table.do(proposal(Move(MAIN, OAK)), seat=ONE)
    heard = len(table.heard[TWO])
    table.do(Leave(ULF))
    assert [[MAUD], [MAUD], []] == [
        [declaration.who for declaration in table.known(seat).declared] for seat in (REFEREE, ONE, TWO)
    ]
    assert not any(word for told in table.heard[TWO][heard:] if (word := told.event.say(table.now)) and "oak" in word)


def test_those_who_leave_the_party_forget_an_open_ruling() -> None:
    """The others are still asked."""
    table = inside()
    table.do(ProposeRuling(Trial(MAIN, "leap the pit", XInY(1, 6), who=(MAUD,))))
    (ruling,) = table.now.proposals
    table.do(Leave(ULF))
    assert [{ruling}, {ruling}, set()] == [set(table.known(seat).proposals) for seat in (REFEREE, ONE, TWO)]


def test_what_one_character_does_stays_between_the_player_and_the_referee() -> None:
    """The group hears only what is proposed for all of it."""
    table = inside()
    table.do(Declare(MAUD, "I pocket the ring."), seat=ONE)
    table.do(Declare(ULF, "I look around.", wire.plain(Search(ULF))), seat=TWO)
    assert [MAUD] == [declaration.who for declaration in table.known(ONE).declared]
    assert [ULF] == [declaration.who for declaration in table.known(TWO).declared]
    assert () == table.known(SPECTATORS).declared


def test_the_referee_refuses_a_proposal_and_everybody_knows() -> None:
    """Players cannot, and there must be something to refuse."""
    table = inside()
    assert ["not_declared"] == codes(table, RefuseProposal(MAUD))
    table.do(proposal(Move(MAIN, OAK)), seat=ONE)
    assert ["referee_only"] == codes(table, RefuseProposal(MAUD), ONE)
    said = [event.say(table.now) for event in table.do(RefuseProposal(MAUD))]
    assert "The referee says no to Maud: go through the oak door." in said
    assert [()] * 4 == [known.declared for known in (table.now, *map(table.known, (ONE, TWO, SPECTATORS)))]
    assert HALL == table.now.groups[MAIN].zone


def test_a_way_back_to_a_known_room_is_proposed() -> None:
    """By its name, further off than the next room."""
    table = Tabletop()
    opening = begin(three_rooms())
    table.sit(ONE, TWO)
    table.do(opening)
    table.do(EnterSite(MAIN, CRYPT))
    table.do(Move(MAIN, OAK))
    table.do(EndStep(MAIN), 5)
    table.do(Move(MAIN, SLAB))
    table.do(EndStep(MAIN))
    assert "Maud: propose to walk back to Hall" in proposed(table, ONE)
    table.do(proposal(WalkBack(MAIN, HALL), "walk back to Hall"), seat=ONE)
    table.do(CarryOut(MAUD), 5)
    assert HALL == table.now.groups[MAIN].zone


def three_rooms() -> Site:
    """Hall, cell and vault in a row, with nobody in them."""
    vault = ZoneId("vault")
    doors = {
        OAK: Door(OAK, (HALL, CELL), DoorState.OPEN, "oak door"),
        SLAB: Door(SLAB, (CELL, vault), DoorState.OPEN, "slab"),
    }
    zones = {**site().zones, vault: Zone(vault, "Vault", lit=True)}
    return site(zones=zones, doors=doors, features={}, creatures={}, encounters=())
