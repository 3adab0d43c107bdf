"""Too heavy a load: the slowest of a group sets its pace, and a person who cannot move keeps the others there."""

import pytest

from tests.table.passage import (
    ANNE,
    BERT,
    ONE,
    PASSAGE,
    SECOND,
    TO_SECOND,
    TO_THIRD,
    TWO,
    begin,
    passage,
)
from tests.table.tabletop import Tabletop
from undercroft.books.delving.movement import Speed
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.offers import offers
from undercroft.table.referee.placing import AddThing
from undercroft.table.site.movement import Move
from undercroft.table.state.house_rules import PRESETS
from undercroft.table.state.ids import ThingId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock
from undercroft.table.state.things import Carried, Thing, ThingKind
from undercroft.table.world.groups import MAIN

LOAD = ThingId("load")
NOTHING = 5
"""The face of the overloaded die on which nothing happens."""


def laden(points: int, clock: Clock = Clock.DELVING, preset: str = "undercroft") -> Tabletop:
    """Anne, whose Strength is 10, has a sack of so many points besides what is weightless."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(passage(clock, traps={}), house=PRESETS[preset]))
    table.do(AddThing(Thing(LOAD, "sack", ThingKind.TREASURE, Carried(ANNE), points=points)))
    table.do(EnterSite(MAIN, PASSAGE), *((NOTHING,) if clock is Clock.HEXCRAWL else ()))
    return table


def why(table: Tabletop, act: Move) -> list[tuple[str, str, str | None]]:
    return [(reason.code, reason.what, reason.rule) for reason in table.why_not(act)]


RUNNING = Move(MAIN, TO_SECOND, speed=Speed.RUN)
WALKING = Move(MAIN, TO_SECOND, speed=Speed.WALK)
OVERLOAD = "sovereign.enc.overload"


def test_a_load_carried_with_ease_slows_nobody():
    """Ten points are what Strength 10 can stow: two zones at delve speed, a walk and a run are all there."""
    table = laden(10)
    assert [[], []] == [why(table, RUNNING), why(table, WALKING)]
    table.do(Move(MAIN, TO_SECOND))
    assert [] == why(table, Move(MAIN, TO_THIRD))


@pytest.mark.parametrize("points, feet", [(11, 20), (18, 10)])
def test_a_person_who_is_slower_than_thirty_feet_keeps_all_from_running(points, feet):
    """At 20 feet or less there is no run; a walk is as it was."""
    table = laden(points)
    assert [("overloaded", f"Anne is burdened (Move {feet} ft) and cannot run.", OVERLOAD)] == why(table, RUNNING)
    assert [] == why(table, WALKING)


def test_a_person_who_is_burdened_does_not_move_twice_in_a_delve_round():
    """The free move is there, the second is not, for the whole group."""
    table = laden(11)
    table.do(Move(MAIN, TO_SECOND))
    assert SECOND == table.now.groups[MAIN].zone
    said = "Anne is burdened (Move 20 ft) and cannot move on a second time."
    assert [("overloaded", said, OVERLOAD)] == why(table, Move(MAIN, TO_THIRD))


@pytest.mark.parametrize("clock", Clock)
def test_a_person_who_cannot_take_a_step_keeps_the_group_where_it_is(clock):
    """Nineteen points are more than Strength 10 can haul, whatever the clock; what lies down can be left."""
    table = laden(19, clock)
    assert [("too_heavy", "Anne cannot move under that load.", OVERLOAD)] == why(table, Move(MAIN, TO_SECOND))


@pytest.mark.parametrize("clock", [Clock.SOVEREIGN, Clock.HEXCRAWL, Clock.VIOLENCE])
def test_a_room_is_a_turn_for_the_burdened_too(clock):
    """Books that count rooms by the turn have no slower way from one to the next."""
    assert [] == why(laden(18, clock), Move(MAIN, TO_SECOND))


def test_by_neverwhere_the_weight_counts():
    """Six points are 30 lb, 13.6 kg: over a Basic Lift of 10 kg, Move 24 ft, and that still runs; 80 lb do not."""
    assert [] == why(laden(6, preset="neverwhere"), RUNNING)
    heavy = laden(16, preset="neverwhere")
    said = "Anne is burdened (Move 12 ft) and cannot run."
    assert [("overloaded", said, "neverwhere.encumbrance")] == why(heavy, RUNNING)


def test_the_ways_on_say_who_is_slow():
    """The slowest is named with every way that is offered, and nobody else."""
    table = laden(11)
    labels = [offer.label for offer in offers(table.now, REFEREE) if isinstance(offer.command, Move)]
    assert ["The party: through the way (Anne: burdened, Move 20 ft)"] == labels
    assert BERT in table.now.groups[MAIN].members
