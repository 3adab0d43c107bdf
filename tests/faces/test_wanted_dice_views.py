"""Dice wanted say who throws, at what and for what, and only the numbers that count."""

import pytest

from tests.table.tabletop import Tabletop
from undercroft.demo import campaign as demo
from undercroft.faces.views.dice.wanted import WantedView, wanted_views
from undercroft.table.body.wounds import KIT, Wound
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.referee.placing import AddThing
from undercroft.table.session.notes import WriteNote
from undercroft.table.site.battering import ForceDoor
from undercroft.table.site.doors import OpenDoor
from undercroft.table.site.movement import Move
from undercroft.table.site.search import Search
from undercroft.table.state.ids import DoorId, GroupId, PersonId, SiteId, ThingId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Carried, Thing, ThingKind
from undercroft.table.treatment.healing import FirstAid
from undercroft.table.world.light import LightUp

PARTY, MAUD, ANSGAR = GroupId("party"), PersonId("maud"), PersonId("ansgar")
CLOSET, LOW_PASSAGE = DoorId("closet-door"), DoorId("walk-mouth")


@pytest.fixture
def nave() -> Tabletop:
    """The demo's party in the nave of skulls; from here on people type their dice."""
    table = Tabletop()
    table.sit("seat-1", "seat-2", "seat-3", "seat-4")
    table.do(demo())
    table.do(EnterSite(PARTY, SiteId("ossuary")))
    table.do(LightUp(PersonId("isolde"), ThingId("isolde-lantern")))
    table.do(Move(PARTY, DoorId("lych-door")), 6)
    table.do(OpenDoor(ANSGAR, CLOSET))
    table.typed = True
    return table


def asked(table: Tabletop) -> WantedView:
    """The only question, as the referee reads it: a chance says of what."""
    (view,) = wanted_views(table.now, REFEREE)
    assert bool(view.percent) is bool(view.hoped_for)
    return view


def test_a_check_and_a_save_against_a_trap_say_who_and_against_what(nave: Tabletop) -> None:
    """The secret check names Maud and the trap; the save names the trap, for the referee and for her player."""
    nave.do(Move(PARTY, LOW_PASSAGE))
    assert "Maud Tarrow may notice tilting flags" == asked(nave).cause
    nave.do(WriteNote("go on"), 1, 1)
    for seat in (REFEREE, nave.now.people[MAUD].seat):
        (view,) = wanted_views(nave.known(seat), seat)
        assert "Maud Tarrow: evasion save against tilting flags" == view.cause


def test_only_numbers_stand_beside_the_rule(nave: Tabletop) -> None:
    """The skill counts into the roll; what could be heard or taken does not."""
    nave.do(Search(MAUD))
    assert "skill level: 1" == asked(nave).settled_on


def test_a_roll_that_decides_nothing_has_no_chance_in_large_figures(nave: Tabletop) -> None:
    """The heave has a chance; once it has failed, the die for its turns has none."""
    nave.do(ForceDoor(ANSGAR, CLOSET))
    heave = asked(nave)
    assert (bool(heave.percent), "the door flies open") == (True, heave.hoped_for)
    assert "next roll: turns until it opens" in {line.says for line in heave.lines}
    nave.do(WriteNote("go on"), 1, 1)
    assert ("turns until it opens", "", "") == (asked(nave).title, asked(nave).percent, asked(nave).fraction)


def test_first_aid_names_the_patient(nave: Tabletop) -> None:
    """Ansgar's player reads whom the die is for."""
    nave.do(AddThing(Thing(ThingId("kit"), KIT, ThingKind.GEAR, Carried(ANSGAR))))
    nave.do(Wound(MAUD, 3, "a stone"))
    nave.do(FirstAid(ANSGAR, (MAUD,)))
    (view,) = wanted_views(nave.known(nave.now.people[ANSGAR].seat), nave.now.people[ANSGAR].seat)
    assert "Brother Ansgar: for Maud Tarrow" == view.cause
