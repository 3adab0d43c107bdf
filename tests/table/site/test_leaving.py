"""Leaving a site: the way out takes its turns, at the chosen pace, unless the house or the referee changes that."""

import pytest
from msgspec.structs import replace

from tests.table.happenings import of
from tests.table.passage import (
    BERT,
    FIFTH,
    FOURTH,
    ONE,
    PASSAGE,
    TO_FIFTH,
    TO_FOURTH,
    TO_SECOND,
    TO_THIRD,
    TWO,
    begin,
    passage,
)
from tests.table.tabletop import Tabletop, codes
from undercroft.books.delving.movement import Speed
from undercroft.table.engine.record import StretchStopped
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.offers import offers
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.movement import Move
from undercroft.table.site.search import Search
from undercroft.table.state.house_rules import HouseRules, Leaving
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock, DoorState, Site
from undercroft.table.world.groups import MAIN

QUIET = {Clock.SOVEREIGN: 6, Clock.DELVING: 20}


def deep(clock: Clock, doors=(TO_SECOND, TO_THIRD, TO_FOURTH, TO_FIFTH), house: HouseRules | None = None) -> Tabletop:
    """At the far end of the passage, at the beginning of a turn."""
    site: Site = passage(clock, traps={}, features={})
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(site, house=house or HouseRules()))
    table.do(EnterSite(MAIN, PASSAGE))
    for number, door in enumerate(doors, 1):
        closes = number % 2 == 0 if clock is Clock.DELVING else (number + 1) % 3 == 0
        table.do(Move(MAIN, door), *([QUIET[clock]] if closes else []))
    return table


def test_the_way_out_takes_a_turn_for_every_room():
    """From the fifth room: four rooms back and the step outside are five turns, with the checks that fall in them."""
    table = deep(Clock.SOVEREIGN)
    assert (FIFTH, 2400) == (table.now.groups[MAIN].zone, table.now.clock)
    (offer,) = [offer for offer in offers(table.now, REFEREE) if isinstance(offer.command, LeaveSite)]
    assert 5 * 600 == offer.seconds
    table.do(LeaveSite(MAIN), 6, 6)
    assert (None, 2400 + 5 * 600, {}) == (table.now.groups[MAIN].site, table.now.clock, table.now.stretches)


def test_from_the_entrance_it_is_one_step():
    """The turn in which they go out."""
    table = deep(Clock.SOVEREIGN, ())
    table.do(LeaveSite(MAIN))
    assert (None, 600) == (table.now.groups[MAIN].site, table.now.clock)


@pytest.mark.parametrize("command", [LeaveSite(MAIN), LeaveSite(MAIN, at_once=True), Move(MAIN, TO_SECOND)])
def test_nobody_leaves_in_a_turn_in_which_another_has_acted(command):
    """Going out is a move like going through a door: in the next turn."""
    table = deep(Clock.SOVEREIGN, ())
    table.do(Search(BERT), 1, 1)
    assert ["done_this_turn"] == codes(table, command)
    table.do(EndStep(MAIN))
    assert [] == codes(table, command)


@pytest.mark.parametrize("by_house", [True, False])
def test_at_once_takes_one_turn_from_any_room(by_house):
    """Where the house rules say so, or where the referee does: magic, or a hole in the roof."""
    table = deep(Clock.SOVEREIGN, house=HouseRules(leaving=Leaving.AT_ONCE) if by_house else None)
    table.do(LeaveSite(MAIN, at_once=not by_house))
    assert (None, 3000) == (table.now.groups[MAIN].site, table.now.clock)


@pytest.mark.parametrize("speed, rounds", [(Speed.DELVE, 3), (Speed.WALK, 2), (Speed.RUN, 2)])
def test_delvers_leave_at_the_chosen_pace(speed, rounds):
    """Two rooms a round at delve speed, all of them in one round at a walk or a run, and the step outside."""
    table = deep(Clock.DELVING)
    before = table.now.clock
    (seconds,) = {
        offer.seconds
        for offer in offers(table.now, REFEREE)
        if isinstance(offer.command, LeaveSite) and offer.command.speed is speed
    }
    table.do(LeaveSite(MAIN, speed), *([20] * rounds))
    assert (None, before + rounds * 360) == (table.now.groups[MAIN].site, table.now.clock)
    assert rounds * 360 == seconds


def test_a_shut_way_keeps_them_in():
    """They are told why, and that the referee may say otherwise."""
    table = deep(Clock.SOVEREIGN)
    site = table.now.sites[PASSAGE]
    assert [] == codes(table, LeaveSite(MAIN))
    shut = replace(site.doors[TO_THIRD], state=DoorState.LOCKED)
    seen = replace(table.now.seen[PASSAGE].doors[TO_THIRD], state=DoorState.LOCKED)
    known = replace(
        table.now,
        sites={PASSAGE: replace(site, doors={**site.doors, TO_THIRD: shut})},
        seen={PASSAGE: replace(table.now.seen[PASSAGE], doors={**table.now.seen[PASSAGE].doors, TO_THIRD: seen})},
    )
    assert ["no_way_out"] == [reason.code for reason in LeaveSite(MAIN).why_not(known, REFEREE)]
    assert [] == list(LeaveSite(MAIN, at_once=True).why_not(known, REFEREE))


def test_an_encounter_on_the_way_out_stops_them():
    """The check of the sixth turn brings rats, in the fourth room: with three rooms to go, and the step outside."""
    table = deep(Clock.SOVEREIGN)
    events = table.do(LeaveSite(MAIN), 1, 1, 1, 1)
    assert [4 * 600] == [event.left for event in of(events, StretchStopped)]
    assert (FOURTH, {}) == (table.now.groups[MAIN].zone, table.now.stretches)


def test_only_delve_rounds_have_other_paces():
    """In turns they go from room to room."""
    assert ["one_pace"] == codes(deep(Clock.SOVEREIGN), LeaveSite(MAIN, Speed.RUN))
