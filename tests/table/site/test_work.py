"""Work that takes longer than a turn: it holds its workers, whatever it is, until they stop or cannot go on."""

from fractions import Fraction

import pytest

from tests.table.hindrances import IT, facing, tool
from tests.table.infirmary import KIT, OLGA
from tests.table.small_site import CRYPT, MAUD, OAK, ULF
from tests.table.tabletop import Tabletop, codes
from undercroft.kernel.units import Seconds
from undercroft.table.body.wounds import Wound
from undercroft.table.engine.part import Command
from undercroft.table.exploration.turns import EndStep, Hold
from undercroft.table.offers import offers
from undercroft.table.site.battering import BatterDoor
from undercroft.table.site.crossing import Cross, CrossingMethod
from undercroft.table.site.digging import Dig
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.lifting import Heave
from undercroft.table.site.listening import Listen
from undercroft.table.site.locks import PickLock
from undercroft.table.site.search import FollowClue, Search
from undercroft.table.site.work import StopWork
from undercroft.table.state.deadlines import Hand
from undercroft.table.state.house_rules import DelveOrder, HouseRules
from undercroft.table.state.people import Condition, State
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock, Hindrance
from undercroft.table.treatment.frailty import TreatFrailty
from undercroft.table.treatment.healing import FirstAid, Rest
from undercroft.table.world.groups import MAIN

QUIET = {Clock.SOVEREIGN: 6, Clock.DELVING: 20, Clock.VIOLENCE: 6}
SIGNIFICANT = (
    Search(ULF),
    FollowClue(ULF, "pushes the slab"),
    PickLock(ULF, OAK),
    BatterDoor(ULF, OAK),
    Heave(ULF, IT),
    Dig(ULF, IT),
    Cross(ULF, IT, CrossingMethod.CLIMB),
    FirstAid(ULF, (MAUD,)),
    TreatFrailty(ULF, MAUD),
    Rest(ULF),
    Hold(ULF),
    Listen(ULF, OAK),
)


def before_rubble(clock: Clock = Clock.SOVEREIGN, **changes) -> Tabletop:
    """Ulf has a shovel and everything a healer needs; there is rubble, and a locked door."""
    things = (KIT, tool("shovel"), tool("healers_kit"), tool("thieves_tools"))
    table: Tabletop = facing(
        Hindrance.RUBBLE,
        cubic_metres=Fraction(2),
        things=things,
        to=None,
        house=HouseRules(clock=clock, delve_order=DelveOrder.ANY),
        healer={"conditions": (Condition(State.FRAIL, Seconds(0), "a wound"),)},
        **changes,
    )
    return table


WORK = (Dig(ULF, IT), BatterDoor(ULF, OAK))


@pytest.mark.parametrize("clock", QUIET)
@pytest.mark.parametrize("work", WORK)
@pytest.mark.parametrize("other", SIGNIFICANT)
def test_a_worker_does_nothing_else_in_any_turn_of_the_work(clock, work, other):
    """Neither in the turn in which it begins nor in the next."""
    table = before_rubble(clock)
    table.do(work)
    assert "at_work" in codes(table, other)
    table.do(EndStep(MAIN), *quiet(work, clock))
    assert "at_work" in codes(table, other)


@pytest.mark.parametrize("clock", QUIET)
@pytest.mark.parametrize("other", SIGNIFICANT)
def test_work_is_begun_only_by_a_person_with_a_turn_left(clock, other):
    """A person who has searched neither digs nor batters in the same turn, nor does anything else significant."""
    table = before_rubble(clock)
    table.do(Hold(ULF))
    if isinstance(other, Listen):
        assert not {"done_this_turn", "one_action"} & set(codes(table, other))
    else:
        assert {"done_this_turn", "one_action"} & set(codes(table, other)), codes(table, other)


@pytest.mark.parametrize("work", WORK)
def test_nothing_is_offered_to_a_worker_that_takes_time(work):
    """What is offered and not refused takes no turn."""
    table = before_rubble()
    table.do(work)
    for offer in offers(table.now, REFEREE):
        if offer.who == ULF and not offer.refused and offer.seconds:
            raise AssertionError(offer)


@pytest.mark.parametrize("work", [Dig(ULF, IT, helpers=(Hand(OLGA),)), BatterDoor(ULF, OAK)])
def test_work_goes_on_without_a_worker_who_falls_and_ends_without_any(work: Command):
    """Olga goes on alone; when she falls too, the work ends."""
    table = before_rubble()
    table.do(work)
    if isinstance(work, BatterDoor):
        table.do(BatterDoor(OLGA, OAK))
    table.do(Wound(ULF, 20))
    (job,) = table.now.jobs.values()
    assert ((OLGA,), OLGA) == (job.workers, table.now.timers[job.id].person)
    table.do(Wound(OLGA, 20))
    assert ({}, {}) == (table.now.jobs, {id: due for id, due in table.now.timers.items() if due.person is None})


def test_diggers_who_leave_keep_what_they_dug():
    """Ulf's turn with a shovel moves 112.5 litres; he stops, and the group leaves in the next turn."""
    table = before_rubble()
    table.do(Dig(ULF, IT))
    table.do(EndStep(MAIN))
    table.do(StopWork(ULF))
    assert ["done_this_turn"] == codes(table, LeaveSite(MAIN))
    table.do(EndStep(MAIN), 6)
    table.do(LeaveSite(MAIN))
    left = table.now.sites[CRYPT].obstacles[IT].cubic_metres
    assert (Fraction(2) - Fraction(1125, 10_000), {}) == (left, table.now.jobs)


def quiet(work: Command, clock: Clock) -> list[int]:
    """The dice of a turn's end in which nothing comes."""
    return [QUIET[clock]] * (isinstance(work, BatterDoor) + (clock is not Clock.SOVEREIGN))
