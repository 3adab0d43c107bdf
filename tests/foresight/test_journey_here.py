"""From here: runs that go on with a journey at a live table agree with that table, by day and in camp."""

from functools import partial

import pytest
from msgspec.structs import replace

from tests.foresight.scenarios import ALL, by_hand
from undercroft.demo.bookmark_scripts import bookmark
from undercroft.faces.terminal.demo_tables import begin_at
from undercroft.foresight import columns as c
from undercroft.foresight.agreement import difference
from undercroft.foresight.explorer import at_table
from undercroft.foresight.formulas import NotSimulated
from undercroft.foresight.journey_here import journey_here, travel_on_here, travels
from undercroft.foresight.opening import encoded_here, run_from
from undercroft.foresight.plans import Plan, plan_in
from undercroft.foresight.scenario import EncounterStance
from undercroft.server.tables import Tables
from undercroft.store.memory import MemoryStore
from undercroft.table.decide import follow_up
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.journeys import Camp
from undercroft.table.world.groups import MAIN

PLAN = Plan(stance=EncounterStance.FIGHT, flee=60)


def moments(name: str, run: int) -> list[Campaign]:
    """Every state of a journey in which the table waits for a person."""
    found: list[Campaign] = []

    def seen(_tag: str, now: Campaign, _drawn: int) -> None:
        if travels(now.groups.get(MAIN)) and follow_up(now) is None:
            found.append(now)

    at_table(ALL[name], 5, run, seen)
    return found


@pytest.mark.parametrize(
    "name", ["a march", "explorers without a watch", "a hireling with the supplies", "running from camp"]
)
def test_a_run_from_any_moment_agrees_with_the_table(name: str) -> None:
    """On the road, hungry, with a move begun, lost, and in camp before and after midnight."""
    scenario, camps, tried = replace(ALL[name], policy=PLAN.policy), 0, 0
    for run in range(2):
        there = moments(name, run)
        for place, now in enumerate(there[:: max(1, len(there) // 10)]):
            try:
                numbers = journey_here(now, MAIN, PLAN)
            except NotSimulated:
                continue
            found = difference(scenario, numbers, 9, place, here=partial(travel_on_here, by_hand(now), PLAN, 9, place))
            assert found is None, str(found)
            tried += 1
            camps += isinstance(now.groups[MAIN].scene, Camp)
    assert tried > 5
    assert camps > 0


def on_the_road() -> Campaign:
    """The demo on its third day out: no course is set, and a hireling carries supplies."""
    tables = Tables(MemoryStore())
    now = begin_at(tables, bookmark("road"), "barrow", "Barrow").now
    tables.close()
    return now


def test_the_journey_of_the_demo_agrees_with_its_table() -> None:
    """Over lands that the party has not seen, with weather by season, good encounters and hidden sites."""
    now, plan = on_the_road(), Plan(to="0407")
    numbers = encoded_here(now, MAIN, plan)
    assert 1 < len({numbers.setup[c.HEXES + hex * c.HEX + c.HEX_HIDDEN] for hex in range(len(numbers.hexes))})
    for run in range(20):
        here = partial(travel_on_here, by_hand(now), plan, 3, run)
        found = difference(ALL["a march"], numbers, 3, run, here=here)
        assert found is None, str(found)


def test_a_run_of_a_journey_opens_as_a_log() -> None:
    """It begins where the party is and tells what happens there."""
    now = on_the_road()
    opened = run_from(now, MAIN, Plan(to="0407"), 3, 0)
    assert opened.now.groups[MAIN].hex == "0407"
    assert any("The party travels" in line.says or "The party explores" in line.says for line in opened.lines)


def test_what_a_run_cannot_have_is_named() -> None:
    """No course, a hex of no map, and lands that a player does not know."""
    now = on_the_road()
    with pytest.raises(NotSimulated, match="without a course"):
        encoded_here(now, MAIN, PLAN)
    with pytest.raises(NotSimulated, match="no such hex"):
        encoded_here(now, MAIN, Plan(to="9999"))
    with pytest.raises(NotSimulated, match="does not know"):
        encoded_here(replace(now, lands=replace(now.lands, hexes={})), MAIN, Plan(to="0407"))


def test_a_hex_in_a_form_is_no_number() -> None:
    """Hexes are written with digits, and keep their zeros."""
    assert Plan(to="0407", turns=3) == plan_in({"to": "0407", "turns": "3"})
