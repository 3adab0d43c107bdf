"""Sovereign's turns as the book plays them: the counter, the check, the lock, the door and the torch."""

from fractions import Fraction

from tests.table.happenings import givens, of, times
from tests.table.tabletop import Tabletop
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.encounter.stance import OthersDid, TakeStance
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.exploration.wandering import Place
from undercroft.table.site.battering import BatterDoor
from undercroft.table.site.doors import DoorChanged
from undercroft.table.site.locks import LockBeat, PickLock
from undercroft.table.site.movement import Move
from undercroft.table.site.search import Search
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import CreaturesId, DoorId, PersonId, SiteId, ThingId, TimerId, ZoneId
from undercroft.table.state.lights import Light
from undercroft.table.state.people import Person, Sheet
from undercroft.table.state.scenes import SovereignTurn
from undercroft.table.state.seats import Seat
from undercroft.table.state.sites import Door, DoorState, EncounterRow, Site, Zone
from undercroft.table.state.things import Carried, Thing, ThingKind
from undercroft.table.world.campaign_start import Begin
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp, WentOut
from undercroft.table.world.sightings import CreaturesSeen

KEEP, GATE, CORRIDOR, VAULT = SiteId("keep"), ZoneId("gate"), ZoneId("corridor"), ZoneId("vault")
ARCH, OAK = DoorId("arch"), DoorId("oak")
ODA, SEAT = PersonId("oda"), SeatId("one")
GUARDS, TORCH = CreaturesId("guards"), ThingId("torch")


def test_the_book_of_sovereign_as_it_is_played():
    """Its second trace: an encounter on turn 3, a lock that holds, four turns of battering, and dark before the end."""
    site = Site(
        KEEP,
        "The Keep",
        GATE,
        zones={
            GATE: Zone(GATE, "Gate", "A gate.", lit=True),
            CORRIDOR: Zone(CORRIDOR, "Corridor", "A corridor.", corridor=True, length_ft=100, lit=True),
            VAULT: Zone(VAULT, "Vault", "A vault.", lit=True),
        },
        doors={
            ARCH: Door(ARCH, (GATE, CORRIDOR), DoorState.NO_DOOR, "arch"),
            OAK: Door(OAK, (CORRIDOR, VAULT), DoorState.LOCKED, "oak door", lock_dc=10),
        },
        creatures={GUARDS: Creatures(GUARDS, "guards", 4, Fraction(1), None)},
        encounters=(EncounterRow("guards", GUARDS, "4"),),
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
                Thing(TORCH, "torch", ThingKind.LIGHT, Carried(ODA), item="torch"),
                Thing(ThingId("tools"), "tools", ThingKind.GEAR, Carried(ODA), item="thieves_tools"),
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
    assert [OthersDid(MAIN, Response.RUN, "the 4 guards")] == of(ran, OthersDid)
    table.do(EndEncounter(MAIN))

    picked = table.do(PickLock(ODA, OAK), 3, 4)
    assert [LockBeat(OAK, ODA, 1)] == of(picked, LockBeat)
    assert ["barred"] == [reason.code for reason in table.why_not(PickLock(ODA, OAK))]
    assert (1800, Light(TORCH, "torch", ODA, Seconds(0), Seconds(3600))) == (table.now.clock, table.now.lights[TORCH])

    assert [] == times(table.do(BatterDoor(ODA, OAK)))
    assert [2400] == times(table.do(EndStep(MAIN), 4))
    assert 4200 == table.now.timers[TimerId("door-oak")].due
    sixth = table.do(EndStep(MAIN), 2, 3)
    assert [3000] == times(sixth)
    assert 2 == len(givens(sixth, "sovereign.wandering.check"))
    dark = table.do(EndStep(MAIN), 6)
    assert [True] == [event.spent for event in of(dark, WentOut)]
    assert [3600] == [told.at for told in table.log if isinstance(told.event, WentOut)]
    last = table.do(EndStep(MAIN), 5)
    assert [DoorState.BROKEN] == [event.state for event in of(last, DoorChanged)]
    assert [4200] == times(last)


def test_a_person_who_does_nothing_has_rested():
    """The referee ends a turn for those who have done nothing in it."""
    table = Tabletop()
    table.sit(SEAT)
    site = Site(KEEP, "The Keep", GATE, zones={GATE: Zone(GATE, "Gate", "A gate.", lit=True)})
    people = (Person(ODA, "Oda", SEAT, hp=8, hp_max=8),)
    table.do(Begin("The Keep", seats=(Seat(SEAT, "Seat 1"),), people=people, sites=(site,), party=(ODA,)))
    table.do(EnterSite(MAIN, KEEP))
    table.do(EndStep(MAIN))
    assert SovereignTurn(KEEP, 2, begun=True, since_check=2) == table.now.groups[MAIN].scene
