"""Doors that are made to give way: the time and noise that takes, and what holds or stops the workers."""

import pytest
from msgspec.structs import replace

from tests.table import infirmary
from tests.table.happenings import givens, of
from tests.table.infirmary import OLGA
from tests.table.small_site import CELL, CRYPT, HALL, MAUD, OAK, TWO, ULF, site
from tests.table.tabletop import Tabletop, codes
from undercroft.books.sovereign.doors import TOO_HARD, Material
from undercroft.books.sovereign.reactions import Choice
from undercroft.table.body.wounds import Wound
from undercroft.table.encounter.parley import Parley
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.engine.event import Event
from undercroft.table.engine.time_words import time_of_day
from undercroft.table.exploration.clocks import step_of
from undercroft.table.exploration.jobs import JobBegan, JobResumed
from undercroft.table.exploration.splitting import Rejoin, Split
from undercroft.table.exploration.turns import EndStep
from undercroft.table.offers import offers
from undercroft.table.site.battering import BatterDoor, ForceDoor
from undercroft.table.site.doors import DoorChanged, OpenDoor
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.locks import PickLock, Unlock
from undercroft.table.site.movement import Move
from undercroft.table.site.search import Search
from undercroft.table.site.work import StopWork
from undercroft.table.state.deadlines import Lapse
from undercroft.table.state.ids import DoorId, GroupId, ThingId, TimerId, ZoneId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Door, DoorState, Zone
from undercroft.table.state.things import Carried, Thing, ThingKind
from undercroft.table.world.groups import MAIN

YARD, ARCH, SCOUTS = ZoneId("yard"), DoorId("arch"), GroupId("scouts")
QUIET = 6
FAILED, TWO_TURNS = (1, 1), 2


def before_a_door(state: DoorState, material: Material = Material.WOOD) -> Tabletop:
    """Ulf, who needs four turns for wood, Maud and Olga in the hall; an arch leads back to the yard."""
    crypt = site(
        zones={**site().zones, YARD: Zone(YARD, "Yard", "A yard.", lit=True)},
        doors={
            OAK: Door(OAK, (HALL, CELL), state, "oak door", material=material),
            ARCH: Door(ARCH, (YARD, HALL), DoorState.NO_DOOR, "arch"),
        },
    )
    table = infirmary.table(crypt=crypt, exploring=True)
    table.do(OpenDoor(ULF, OAK))
    return table


def stands(table: Tabletop) -> DoorState:
    return table.now.sites[CRYPT].doors[OAK].state


def checks(events: list[Event]) -> int:
    """How many encounter checks there were."""
    return len(givens(events, "sovereign.wandering.check"))


@pytest.mark.parametrize("state", [DoorState.STUCK, DoorState.LOCKED, DoorState.BARRED])
def test_battering_draws_a_check_for_the_noise_in_every_turn(state):
    """Ulf begins once; after four turns, each with its own check besides the one that is due, the door is broken."""
    table = before_a_door(state)
    table.do(BatterDoor(ULF, OAK))
    for faces in ((QUIET,), (QUIET, QUIET), (QUIET,)):
        assert len(faces) == checks(table.do(EndStep(MAIN), *faces))
        assert state is stands(table)
    last = table.do(EndStep(MAIN), QUIET)
    assert [DoorChanged(CRYPT, OAK, DoorState.BROKEN, spiked=False, by=ULF)] == of(last, DoorChanged)
    assert "The oak door is broken down." in (told := [event.say(table.now) for event in last])
    assert not [words for words in told if words.startswith("Battering")]
    assert 1 == checks(table.do(EndStep(MAIN), QUIET))
    assert 0 == checks(table.do(EndStep(MAIN)))


def test_the_noise_of_those_who_come_back_in_the_same_turn_draws_its_check():
    """Ulf batters apart from the others; when the turn ends, they are one group again."""
    table = before_a_door(DoorState.STUCK)
    table.do(Split(MAIN, (ULF,)))
    table.do(BatterDoor(ULF, OAK))
    table.do(Rejoin(MAIN, SCOUTS))
    assert 1 == checks(table.do(EndStep(MAIN), QUIET))


@pytest.mark.parametrize("goes, noisy", [(MAUD, MAIN), (ULF, SCOUTS)], ids=["maud", "ulf"])
def test_the_noise_stays_with_the_person_who_batters(goes, noisy):
    """One check and not two, where the party parts in a turn of battering."""
    table = before_a_door(DoorState.STUCK)
    table.do(BatterDoor(ULF, OAK))
    table.do(Split(MAIN, (goes,)))
    for group in (MAIN, SCOUTS):
        faces = (QUIET,) if group == noisy else ()
        assert len(faces) == checks(table.do(EndStep(group), *faces))


def test_a_door_reinforced_with_metal_draws_twelve_checks_for_twelve_turns():
    """Three times four turns; the check that is due every third turn comes besides."""
    table = before_a_door(DoorState.LOCKED, material=Material.REINFORCED)
    table.do(BatterDoor(ULF, OAK))
    noise = 0
    for number in range(1, 13):
        due = (number + 1) % 3 == 0
        noise += checks(table.do(EndStep(MAIN), *([QUIET] * (1 + due)))) - due
    assert (12, DoorState.BROKEN) == (noise, stands(table))


def test_forcing_a_stuck_door_costs_its_turns_and_makes_no_noise():
    """A failed heave opens the door two turns later; only the check that is due anyway is made."""
    table = before_a_door(DoorState.STUCK)
    table.do(ForceDoor(ULF, OAK), *FAILED, TWO_TURNS)
    assert 0 == checks(table.do(EndStep(MAIN)))
    assert DoorState.STUCK is stands(table)
    assert 1 == checks(table.do(EndStep(MAIN), QUIET))
    assert DoorState.OPEN is stands(table)


@pytest.mark.parametrize(
    "work, dice", [(BatterDoor(ULF, OAK), ()), (ForceDoor(ULF, OAK, (MAUD,)), (*FAILED, TWO_TURNS))]
)
def test_work_at_a_door_fills_every_turn_of_its_workers(work, dice):
    """In the second turn Ulf cannot search, and the group cannot go on without stopping the work."""
    table = before_a_door(DoorState.STUCK)
    table.do(work, *dice)
    for _ in range(2):
        assert "at_work" in codes(table, Search(ULF))
        assert "at_work" in codes(table, Move(MAIN, ARCH))
        if DoorState.STUCK is stands(table) and table.now.clock == 0:
            table.do(EndStep(MAIN), *((QUIET,) if isinstance(work, BatterDoor) else ()))
    table.do(StopWork(ULF), seat=TWO)
    assert ({}, {}) == (table.now.jobs, table.now.timers)
    assert ["done_this_turn"] == codes(table, Search(ULF))


def test_others_join_the_battering():
    """Maud adds nothing to Ulf's figures, and has no time for anything else."""
    table = before_a_door(DoorState.LOCKED)
    table.do(BatterDoor(ULF, OAK))
    due = table.now.timers[TimerId("door-oak")].due
    table.do(BatterDoor(MAUD, OAK))
    assert (due, (ULF, MAUD)) == (
        table.now.timers[TimerId("door-oak")].due,
        table.now.jobs[TimerId("door-oak")].workers,
    )
    table.do(EndStep(MAIN), QUIET)
    assert "at_work" in codes(table, Search(MAUD))
    table.do(Wound(ULF, 20))
    assert (MAUD,) == table.now.jobs[TimerId("door-oak")].workers


def test_an_encounter_interrupts_the_work():
    """The turn of the encounter is no turn of battering; afterwards the work goes on with the time that was left."""
    table = before_a_door(DoorState.LOCKED)
    table.do(BatterDoor(ULF, OAK))
    table.do(EndStep(MAIN), QUIET)
    table.do(MeetStrangers(MAIN, "3 pilgrims HD 1"), 1)
    job = table.now.jobs[TimerId("door-oak")]
    assert job.interrupted is not None
    assert ({}, 600) == (table.now.timers, job.interrupted.since)
    table.do(TakeStance(MAIN, Choice.TALK, could_win=True), 5, 6)
    table.do(Parley(MAIN, "let us pass"))
    began = next(event for event in table.log if isinstance(event.event, JobBegan)).event
    resumed = next(event for event in table.do(EndEncounter(MAIN), QUIET) if isinstance(event, JobResumed))
    assert isinstance(began, JobBegan)
    assert ("00:40", "00:50") == tuple(event.say(table.now).rpartition(" until ")[2][:5] for event in (began, resumed))
    assert resumed.say(table.now).startswith(f"Ulf goes on {resumed.job.what} until ")
    assert (1800, 1200) == (
        table.now.timers[TimerId("door-oak")].due - table.now.groups[MAIN].time, table.now.groups[MAIN].time
    )  # fmt: skip


@pytest.mark.parametrize("material", [Material.METAL, Material.STONE])
def test_metal_and_stone_are_not_battered(material):
    """No turn is lost at a door that cannot give way: the seat knows what it is made of."""
    table = before_a_door(DoorState.LOCKED, material=material)
    assert ["too_hard"] == codes(table, BatterDoor(ULF, OAK))


def test_a_heave_after_another_activity_takes_its_turns_from_the_next_on():
    """Ulf has searched this turn: the turn of work comes after it."""
    table = before_a_door(DoorState.STUCK)
    table.do(Search(ULF), 1, 1)
    table.do(ForceDoor(ULF, OAK), *FAILED, 1)
    assert 1200 == table.now.timers[TimerId("door-oak")].due


@pytest.mark.parametrize("helper, why", [(ULF, "helper_not_here"), (MAUD, "helper_not_here"), (OLGA, "helper_busy")])
def test_only_people_who_are_there_able_and_free_can_help(helper, why):
    """Not Ulf himself, not the dead, not a person who has already acted this turn."""
    table = before_a_door(DoorState.STUCK)
    table.do(Wound(MAUD, 100))
    table.do(Search(OLGA), 1, 1)
    assert [why] == codes(table, ForceDoor(ULF, OAK, (helper,)))
    assert "helper_twice" in codes(table, ForceDoor(ULF, OAK, (helper, helper)))


@pytest.mark.parametrize("away", [Move(MAIN, ARCH), LeaveSite(MAIN)])
def test_a_door_stands_as_it_stood_when_they_go_away(away):
    """Nothing gives way before people who are not there."""
    table = before_a_door(DoorState.STUCK)
    table.do(BatterDoor(ULF, OAK))
    table.do(EndStep(MAIN), QUIET)
    assert ["at_work", "done_this_turn"] == codes(table, away)
    table.do(StopWork(ULF))
    table.do(EndStep(MAIN), QUIET, QUIET)
    table.do(away)
    assert ({}, {}, {}, DoorState.STUCK) == (
        table.now.jobs, table.now.timers, table.known(TWO).timers, stands(table)
    )  # fmt: skip


def test_a_door_stands_as_it_stood_when_nobody_is_left_to_heave():
    """Both lie dying when its moment comes."""
    table = before_a_door(DoorState.STUCK)
    table.do(ForceDoor(ULF, OAK), *FAILED, 1)
    table.do(Wound(MAUD, 20))
    table.do(Wound(ULF, 20))
    assert {} == table.now.jobs
    assert [] == of(table.do(EndStep(MAIN, abandon=True)), DoorChanged)


def test_a_stuck_door_is_forced_or_battered_and_not_opened():
    """Once tried, it is known to give way only to strength."""
    table = before_a_door(DoorState.STUCK)
    at_it = [type(offer.command) for offer in offers(table.now, REFEREE) if getattr(offer.command, "door", None) == OAK]
    assert OpenDoor not in at_it
    assert {ForceDoor, BatterDoor} <= set(at_it)


def test_battering_says_when_it_ends():
    """Both in the log of the table and to the players."""
    table = before_a_door(DoorState.STUCK)
    (began,) = of(table.do(BatterDoor(ULF, OAK)), JobBegan)
    due = table.now.timers[began.job.id].due
    assert (due, f"Ulf is battering the oak door until {time_of_day(table.now, due)}.") == (
        began.until, began.say(table.now)
    )  # fmt: skip


def test_a_button_shows_what_a_door_costs_before_it_is_tried():
    """Forcing it opens it or takes turns; battering shows all its time, and the time of a turn for those who join."""
    table = before_a_door(DoorState.STUCK)
    shown = {type(offer.command): offer for offer in offers(table.now, REFEREE) if offer.who == ULF}
    assert "failure: 1d3 turns" == shown[ForceDoor].cost
    began = table.now.now_of(ULF)
    table.do(BatterDoor(ULF, OAK))
    (timer,) = (timer for timer in table.now.timers.values() if timer.lapse is Lapse.BATTERING)
    assert timer.due - began == shown[BatterDoor].seconds != step_of(table.now, ULF)


@pytest.mark.parametrize("material", Material)
def test_a_door_known_to_be_locked_is_offered_to_be_opened_by_what_helps(material: Material) -> None:
    """Its key, tools or battering, none of them a plain try; without tools the refusal names the rest."""
    table = before_a_door(DoorState.LOCKED, material)
    key = Thing(ThingId("key"), "Bronze key", ThingKind.GEAR, Carried(ULF))
    table.truth.now = replace(table.now, things={**table.now.things, key.id: key})
    hard = material in TOO_HARD
    offered = [each for each in offers(table.now, REFEREE) if getattr(each.command, "door", None) == OAK]
    assert OpenDoor not in {type(each.command) for each in offered}
    assert [ULF] == [each.command.who for each in offered if isinstance(each.command, Unlock)]
    (said,) = (reason.what for reason in table.why_not(PickLock(ULF, OAK)) if reason.code == "no_tools")
    assert f"Ulf has no thieves' tools. Its key opens the lock{'' if hard else ', or batter the door down'}." == said
    assert hard is ("too_hard" in codes(table, BatterDoor(ULF, OAK)))


def test_a_key_unlocks_the_door_that_is_offered() -> None:
    """The door is shut then, and can be opened."""
    crypt = site(doors={OAK: replace(site().doors[OAK], state=DoorState.LOCKED, key=ThingId("key"))})
    table = infirmary.table(crypt=crypt, exploring=True)
    key = Thing(ThingId("key"), "Bronze key", ThingKind.GEAR, Carried(ULF))
    table.truth.now = replace(table.now, things={**table.now.things, key.id: key})
    table.do(OpenDoor(ULF, OAK))
    (unlock,) = (each for each in offers(table.now, REFEREE) if isinstance(each.command, Unlock))
    assert unlock.object.endswith(" with the bronze key")
    table.do(unlock.command)
    assert DoorState.CLOSED == stands(table)
    assert OpenDoor(ULF, OAK) in [each.command for each in offers(table.now, REFEREE)]
