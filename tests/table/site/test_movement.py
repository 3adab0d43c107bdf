"""Moving on: what a group finds in its way, which way it heads, and the ways it is offered."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.table.happenings import of, times
from tests.table.passage import (
    ANNE,
    BERT,
    FIFTH,
    FIRST,
    FOURTH,
    ONE,
    PASSAGE,
    SECOND,
    THIRD,
    TO_FIFTH,
    TO_FOURTH,
    TO_SECOND,
    TO_THIRD,
    TWO,
    begin,
    passage,
)
from tests.table.tabletop import Tabletop
from undercroft.books.delving.movement import Speed
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep, Hold
from undercroft.table.offers import offers
from undercroft.table.site.doors import DoorChanged, OpenDoor
from undercroft.table.site.movement import Move, NoWayThrough, heading, paths
from undercroft.table.state.ids import DoorId, ObstacleId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.seen_sites import SeenObstacle
from undercroft.table.state.sites import Clock, Door, DoorState, Hindrance, Obstacle, Shape, Site, Zone
from undercroft.table.world.groups import MAIN, GroupMoved
from undercroft.table.world.sightings import ObstacleSeen

QUIET = 20
RUBBLE = ObstacleId("rubble")


def inside(site: Site) -> Tabletop:
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(site))
    table.do(EnterSite(MAIN, PASSAGE))
    return table


def door(**changes: Any) -> Site:
    """The passage with something else in the place of its first way."""
    site = passage(Clock.DELVING, traps={})
    return replace(site, doors={**site.doors, TO_SECOND: replace(site.doors[TO_SECOND], **changes)})


def where(table: Tabletop) -> tuple[str | None, int]:
    return table.now.groups[MAIN].zone, table.now.clock


@pytest.mark.parametrize("state", [DoorState.LOCKED, DoorState.STUCK, DoorState.BARRED])
def test_a_door_that_will_not_open_is_found_out(state):
    """Nobody has moved and nothing of the round is spent; from then on it is refused."""
    table = inside(door(state=state, name="gate"))
    events = table.do(Move(MAIN, TO_SECOND))
    assert [DoorChanged(PASSAGE, TO_SECOND, state, spiked=False)] == of(events, DoorChanged)
    assert (FIRST, 0) == where(table)
    assert {} == dict(getattr(table.now.groups[MAIN].scene, "going", {"": ""}))
    (reason,) = table.why_not(Move(MAIN, TO_SECOND))
    assert ("door_shut", f"The gate is {state}.") == (reason.code, reason.what)


def test_a_bar_is_lifted_from_its_own_side():
    """And the door is opened on the way."""
    table = inside(door(state=DoorState.BARRED, barred_from=FIRST))
    table.do(Move(MAIN, TO_SECOND))
    assert (SECOND, 0) == where(table)
    assert DoorState.OPEN == table.now.door(PASSAGE, TO_SECOND).state


def test_an_obstacle_that_is_seen_bars_the_way():
    """From either side, until it is cleared."""
    rubble = Obstacle(RUBBLE, FIRST, Hindrance.RUBBLE, "heap of rubble", to=SECOND)
    table = inside(passage(Clock.DELVING, obstacles={RUBBLE: rubble}))
    (reason,) = table.why_not(Move(MAIN, TO_SECOND))
    assert ("obstacle", "The heap of rubble is in the way.") == (reason.code, reason.what)

    other_side = inside(passage(Clock.DELVING, obstacles={RUBBLE: replace(rubble, zone=SECOND, to=FIRST)}))
    assert ["obstacle"] == [reason.code for reason in other_side.why_not(Move(MAIN, TO_SECOND))]

    cleared = inside(passage(Clock.DELVING, obstacles={RUBBLE: replace(rubble, cleared=True)}))
    assert () == cleared.why_not(Move(MAIN, TO_SECOND))

    in_place = inside(passage(Clock.DELVING, obstacles={RUBBLE: replace(rubble, to=None)}))
    assert () == in_place.why_not(Move(MAIN, TO_SECOND))


def test_what_came_down_behind_their_backs_is_found_out():
    """Nobody has moved, nothing is spent, and from then on it is known."""
    fall = Obstacle(RUBBLE, SECOND, Hindrance.RUBBLE, "heap of rubble", to=THIRD, cleared=True)
    table = inside(passage(Clock.DELVING, traps={}, obstacles={RUBBLE: fall}))
    for way in (TO_SECOND, TO_THIRD):
        table.do(Move(MAIN, way, speed=Speed.WALK), QUIET)
    site = table.now.sites[PASSAGE]
    table.truth.now = replace(
        table.now,
        sites={PASSAGE: replace(site, obstacles={RUBBLE: replace(fall, cleared=False)})},
    )
    assert (THIRD, 720) == where(table)
    events = table.do(Move(MAIN, TO_THIRD))
    assert [ObstacleSeen(PASSAGE, SeenObstacle(RUBBLE, SECOND, Hindrance.RUBBLE, "heap of rubble", THIRD))] == of(
        events, ObstacleSeen
    )
    assert (THIRD, 720) == where(table)
    assert ["obstacle"] == [reason.code for reason in table.why_not(Move(MAIN, TO_THIRD))]


def test_a_way_that_leads_one_way_only():
    """Down the chute and not up again; nothing is spent on finding that out."""
    table = inside(door(one_way=FIRST))
    table.do(Move(MAIN, TO_SECOND))
    assert [NoWayThrough(MAIN, TO_SECOND)] == of(table.do(Move(MAIN, TO_SECOND)), NoWayThrough)
    assert (SECOND, 0) == where(table)


@pytest.mark.parametrize("spiked, state", [(False, DoorState.CLOSED), (True, DoorState.OPEN)])
def test_a_door_may_close_itself_behind_them(spiked, state):
    """Unless a spike holds it."""
    table = inside(door(state=DoorState.OPEN, closes_itself=True, spiked=spiked))
    table.do(Move(MAIN, TO_SECOND))
    assert state == table.now.door(PASSAGE, TO_SECOND).state == table.known(ONE).seen[PASSAGE].doors[TO_SECOND].state


def test_a_closed_door_is_opened_on_the_way_and_closes_itself_again():
    """Both are seen."""
    table = inside(door(state=DoorState.CLOSED, closes_itself=True))
    events = table.do(Move(MAIN, TO_SECOND))
    assert [DoorState.OPEN, DoorState.CLOSED] == [event.state for event in of(events, DoorChanged)]


def test_only_the_referee_moves_a_group():
    """Players say what they want; a way nobody knows is no way."""
    table = inside(passage(Clock.DELVING))
    assert ["referee_only"] == [reason.code for reason in table.why_not(Move(MAIN, TO_SECOND), ONE)]
    assert ["no_door"] == [reason.code for reason in table.why_not(Move(MAIN, TO_FIFTH))]
    assert ["no_door"] == [reason.code for reason in table.why_not(Move(MAIN, DoorId("nowhere")))]
    assert ["no_door"] == [
        reason.code for reason in table.why_not(Move(MAIN, TO_SECOND, speed=Speed.WALK, then=(TO_FIFTH,)))
    ]


def test_a_hidden_way_is_refused_like_none():
    """What nobody has found answers like what is not there."""
    table = inside(door(hidden=True))
    assert table.why_not(Move(MAIN, TO_SECOND)) == table.why_not(Move(MAIN, DoorId("nowhere")))


@pytest.mark.parametrize(
    "x, y, degrees",
    [(4, 0, 90), (-4, 0, 270), (0, -4, 0), (0, 4, 180), (4, -4, 45)],
    ids=["east", "west", "north", "south", "north-east"],
)
def test_a_heading_is_read_off_the_map(x, y, degrees):
    """North is up, and degrees go with the clock."""
    here = Zone(FIRST, "First", "")
    assert degrees == heading(here, replace(here, shape=Shape(x, y, 4, 4)))


def test_paths_are_the_shortest_that_are_known():
    """Two ways round, one of them barred by what was seen."""
    site = passage(Clock.DELVING, traps={})
    short = DoorId("short")
    site = replace(site, doors={**site.doors, short: Door(short, (FIRST, FOURTH), DoorState.OPEN, "gap")})
    table = inside(site)
    for way in (TO_SECOND, TO_THIRD, TO_FOURTH, TO_FIFTH):
        table.do(Move(MAIN, way, speed=Speed.WALK), QUIET)
    seen = table.known(ONE).seen[PASSAGE]
    assert {
        FOURTH: (TO_FIFTH,),
        THIRD: (TO_FIFTH, TO_FOURTH),
        FIRST: (TO_FIFTH, short),
        SECOND: (TO_FIFTH, short, TO_SECOND),
    } == paths(seen, FIFTH)
    locked = replace(seen, doors={**seen.doors, short: replace(seen.doors[short], state=DoorState.LOCKED)})
    assert (TO_FIFTH, TO_FOURTH, TO_THIRD, TO_SECOND) == paths(locked, FIFTH)[FIRST]
    rubble = SeenObstacle(RUBBLE, SECOND, Hindrance.RUBBLE, "rubble", FIRST)
    assert FIRST not in paths(replace(locked, obstacles={RUBBLE: rubble}), FIFTH)


def test_ways_back_are_offered_at_a_walk_and_at_a_run():
    """Every offer that is not refused can be taken; the path is part of it."""
    table = inside(passage(Clock.DELVING, traps={}))
    for way in (TO_SECOND, TO_THIRD):
        table.do(Move(MAIN, way, speed=Speed.WALK), QUIET)
    moves = {
        offer.label: offer.command
        for offer in offers(table.now, REFEREE)
        if isinstance(offer.command, Move) and not offer.refused
    }
    assert {
        "The party: through the way to Second": Move(MAIN, TO_THIRD),
        "The party: through the way": Move(MAIN, TO_FOURTH),
        "The party: walk to Second": Move(MAIN, TO_THIRD, speed=Speed.WALK),
        "The party: run to Second": Move(MAIN, TO_THIRD, speed=Speed.RUN),
        "The party: walk to First": Move(MAIN, TO_THIRD, speed=Speed.WALK, then=(TO_SECOND,)),
        "The party: run to First": Move(MAIN, TO_THIRD, speed=Speed.RUN, then=(TO_SECOND,)),
    } == moves
    assert [] == [offer for offer in offers(table.known(ONE), ONE) if isinstance(offer.command, Move)]
    table.do(moves["The party: run to First"], QUIET)
    assert FIRST == table.now.groups[MAIN].zone


def test_a_move_is_everybodys_turn_where_turns_are_kept():
    """The person who has done something else keeps the group where it is."""
    table = inside(passage(Clock.SOVEREIGN, traps={}))
    table.do(Hold(ANNE))
    assert ["done_this_turn"] == [reason.code for reason in table.why_not(Move(MAIN, TO_SECOND))]
    table.do(EndStep(MAIN))
    events = table.do(Move(MAIN, TO_SECOND), 5)
    assert [1200] == times(events)
    assert [GroupMoved(MAIN, PASSAGE, SECOND)] == of(events, GroupMoved)


def test_a_tried_door_stays_known_for_what_it_is():
    """Opening it by hand finds out the same as walking into it."""
    table = inside(door(state=DoorState.STUCK))
    table.do(OpenDoor(BERT, TO_SECOND), seat=ONE)
    assert DoorState.STUCK == table.known(TWO).seen[PASSAGE].doors[TO_SECOND].state
