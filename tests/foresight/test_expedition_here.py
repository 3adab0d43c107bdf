"""From here: runs that go on with an expedition at a live table agree with that table, from any moment of it."""

from functools import partial

import pytest
from msgspec.structs import replace

from tests.foresight.scenarios import ALL, FIGHTS, by_hand
from undercroft.demo.bookmark_scripts import bookmark
from undercroft.faces.terminal.demo_tables import begin_at
from undercroft.foresight.agreement import difference
from undercroft.foresight.expedition_here import TURNS, expedition_here, explore_on_here
from undercroft.foresight.explorer import at_table
from undercroft.foresight.formulas import NotSimulated
from undercroft.foresight.plans import Plan
from undercroft.foresight.scenario import EncounterStance
from undercroft.server.tables import Tables
from undercroft.store.memory import MemoryStore
from undercroft.table.decide import follow_up
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.world.groups import MAIN

NAMES = (
    "rooms by Sovereign", "rooms by Violence", "waiting by Sovereign", "the torch falls", "rooms by Delving",
    "waiting by Delving", "vaults in delve rounds", "shut doors by Delving",
    "vaults by the overloaded die", "shut doors by the overloaded die",
)  # fmt: skip
PLAN = Plan(stance=EncounterStance.TALK, retreat=30, turns=3)


def moments(name: str, run: int) -> list[Campaign]:
    """Every state of an expedition in which the table waits for a person."""
    found: list[Campaign] = []

    def seen(_tag: str, now: Campaign, _drawn: int) -> None:
        group = now.groups.get(MAIN)
        exploring = group is not None and isinstance(group.scene, TURNS)
        if exploring and follow_up(now) is None:
            found.append(now)

    at_table(ALL[name], 5, run, seen)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_run_from_any_moment_agrees_with_the_table(name: str) -> None:
    """Between turns and within one, with wounds, burning torches and rooms that were seen."""
    scenario, tried = replace(ALL[name], policy=PLAN.policy), 0
    for run in range(2):
        found_there = moments(name, run)
        for place, now in enumerate(found_there[:: max(1, len(found_there) // 6)]):
            try:
                numbers = expedition_here(now, MAIN, PLAN)
            except NotSimulated:
                continue
            found = difference(scenario, numbers, 9, place, here=partial(explore_on_here, by_hand(now), PLAN, 9, place))
            assert found is None, str(found)
            tried += 1
    assert tried > 3


def test_what_a_run_cannot_have_is_named() -> None:
    """Before the site, in a fight and for a player: each has its reason."""
    now = at_table(FIGHTS["orcs"], 5, 0).now
    with pytest.raises(NotSimulated, match="in a fight, on the road or in a site"):
        expedition_here(now, MAIN, PLAN)
    there = moments("rooms by Sovereign", 0)[0]
    met: list[Campaign] = []

    def seen(_tag: str, state: Campaign, _drawn: int) -> None:
        if MAIN in state.groups and isinstance(state.groups[MAIN].scene, EncounterScene):
            met.append(state)

    at_table(ALL["rooms by Sovereign"], 5, 0, seen)
    with pytest.raises(NotSimulated, match="an encounter"):
        expedition_here(met[0], MAIN, PLAN)
    with pytest.raises(NotSimulated, match="does not know"):
        expedition_here(replace(there, sites={}), MAIN, PLAN)


def test_the_expedition_of_the_demo_agrees_with_its_table() -> None:
    """A site with a name of its own, rooms that were seen, and a torch about to go out."""
    tables = Tables(MemoryStore())
    now = begin_at(tables, bookmark("torch"), "barrow", "Barrow").now
    tables.close()
    numbers = expedition_here(now, MAIN, PLAN)
    for run in range(20):
        here = partial(explore_on_here, by_hand(now), PLAN, 3, run)
        found = difference(ALL["waiting by Sovereign"], numbers, 3, run, here=here)
        assert found is None, str(found)
