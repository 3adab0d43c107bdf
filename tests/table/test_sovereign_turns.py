"""Sovereign's Turns as the book plays them: the counter, the check, the lock, the door and the torch."""

from __future__ import annotations

from fractions import Fraction

from tests.table.happenings import givens, of, times
from tests.table.tabletop import Tabletop
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.battering import BatterDoor
from undercroft.table.campaign import Light
from undercroft.table.doors import DoorChanged
from undercroft.table.encounters import Place
from undercroft.table.groups import MAIN
from undercroft.table.light import LightUp, WentOut
from undercroft.table.locks import LockBeat, PickLock
from undercroft.table.names import CreaturesId, DoorId, PersonId, SiteId, ThingId, TimerId, ZoneId
from undercroft.table.opening import Begin
from undercroft.table.people import Person, Sheet
from undercroft.table.procedures.clockwork import EndStep
from undercroft.table.procedures.exploring import EnterSite
from undercroft.table.procedures.meeting import EndMeeting
from undercroft.table.procedures.moving import Move
from undercroft.table.procedures.reacting import OthersDid, TakeStance
from undercroft.table.scenes import SovereignTurn
from undercroft.table.searching import Search
from undercroft.table.seats import Seat
from undercroft.table.sightings import CreaturesSeen
from undercroft.table.sites import Creatures, Door, DoorState, Row, Site, Zone
from undercroft.table.things import Carried, Kind, Thing

KEEP, GATE, CORRIDOR, VAULT = SiteId("keep"), ZoneId("gate"), ZoneId("corridor"), ZoneId("vault")
ARCH, OAK = DoorId("arch"), DoorId("oak")
ODA, SEAT = PersonId("oda"), SeatId("one")
GUARDS, TORCH = CreaturesId("guards"), ThingId("torch")


def test_the_book_of_sovereign_as_it_is_played():
    """Its second trace: an encounter on Turn 3, a lock that holds, four Turns of battering, and dark before the end."""
    site = Site(
        KEEP,
        "The Keep",
        GATE,
        zones={
            GATE: Zone(GATE, "Gate", "A gate."),
            CORRIDOR: Zone(CORRIDOR, "Corridor", "A corridor.", corridor=True, length_ft=100),
            VAULT: Zone(VAULT, "Vault", "A vault."),
        },
        doors={
            ARCH: Door(ARCH, (GATE, CORRIDOR), DoorState.NO_DOOR, "arch"),
            OAK: Door(OAK, (CORRIDOR, VAULT), DoorState.LOCKED, "oak door", lock_dc=10),
        },
        creatures={GUARDS: Creatures(GUARDS, "guards", 4, Fraction(1), None)},
        encounters=(Row("guards", GUARDS, "4"),),
    )
    sheet = Sheet(strength=14, dexterity=14, skills={"Sneak": 1, "Exert": 1})
    table = Tabletop()
    table.sit(SEAT)
    table.do(
        Begin(
            "The Keep",
            seats=(Seat(SEAT, "Seat 1"),),
            people=(Person(ODA, "Oda", SEAT, hp=8, hp_max=8, sheet=sheet),),
            things=(
                Thing(TORCH, "torch", Kind.LIGHT, Carried(ODA), item="torch"),
                Thing(ThingId("tools"), "tools", Kind.GEAR, Carried(ODA), item="thieves_tools"),
            ),
            sites=(site,),
            party=(ODA,),
        )
    )
    table.do(LightUp(ODA, TORCH))
    table.do(EnterSite(MAIN, KEEP))
    assert SovereignTurn(KEEP, 1, begun=True, since_check=1) == table.now.groups[MAIN].scene

    assert [600] == times(table.do(Move(MAIN, ARCH)))
    third = table.do(Search(ODA), 1, 2, 1, 1)
    assert [1200] == times(third)
    assert [{}] == givens(third, "sovereign.wandering.check")
    guards = CreaturesId("guards-party-1200")
    assert SovereignTurn(KEEP, 3, begun=True, pending=(guards,)) == table.now.groups[MAIN].scene
    (seen,) = of(table.do(Place(MAIN, guards), 5), CreaturesSeen)
    assert (50, CORRIDOR, 4) == (seen.creatures.distance_ft, seen.creatures.zone, seen.creatures.count)
    ran = table.do(TakeStance(MAIN, Choice.TALK, could_win=False), 2, 3)
    assert [OthersDid(MAIN, Response.RUN)] == of(ran, OthersDid)
    table.do(EndMeeting(MAIN))

    picked = table.do(PickLock(ODA, OAK), 3, 4)
    assert [LockBeat(OAK, ODA, 1)] == of(picked, LockBeat)
    assert ["barred"] == [reason.code for reason in table.why_not(PickLock(ODA, OAK))]
    assert (1800, Light(TORCH, "torch", ODA, Seconds(0), Seconds(3600))) == (table.now.clock, table.now.lights[TORCH])

    assert [2400] == times(table.do(BatterDoor(ODA, OAK), 4))
    assert 4200 == table.now.timers[TimerId("door-oak")].due
    sixth = table.do(BatterDoor(ODA, OAK), 2, 3)
    assert [3000] == times(sixth)
    assert 2 == len(givens(sixth, "sovereign.wandering.check"))
    dark = table.do(BatterDoor(ODA, OAK), 6)
    assert [True] == [event.spent for event in of(dark, WentOut)]
    assert [3600] == [told.at for told in table.log if isinstance(told.event, WentOut)]
    last = table.do(BatterDoor(ODA, OAK), 5)
    assert [DoorState.BROKEN] == [event.state for event in of(last, DoorChanged)]
    assert [4200] == times(last)


def test_whoever_does_nothing_has_rested():
    """The referee ends a Turn for those who have done nothing in it."""
    table = Tabletop()
    table.sit(SEAT)
    site = Site(KEEP, "The Keep", GATE, zones={GATE: Zone(GATE, "Gate", "A gate.")})
    people = (Person(ODA, "Oda", SEAT, hp=8, hp_max=8),)
    table.do(Begin("The Keep", seats=(Seat(SEAT, "Seat 1"),), people=people, sites=(site,), party=(ODA,)))
    table.do(EnterSite(MAIN, KEEP))
    table.do(EndStep(MAIN))
    assert SovereignTurn(KEEP, 2, begun=True, since_check=2) == table.now.groups[MAIN].scene
