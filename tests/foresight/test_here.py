"""From here: runs that go on with a fight at a live table agree with that table, from any moment of the fight."""

from functools import partial

import pytest
from msgspec.structs import replace

from tests.foresight.scenarios import ALL, FIGHTS, by_hand
from undercroft.demo.bookmark_scripts import bookmark
from undercroft.faces.terminal.demo_tables import begin_at
from undercroft.foresight.agreement import difference
from undercroft.foresight.explorer import at_table
from undercroft.foresight.formulas import NotSimulated
from undercroft.foresight.here import fight_here, fight_on_here
from undercroft.server.tables import Tables
from undercroft.store.memory import MemoryStore
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Phase, Stance
from undercroft.table.state.fights import fight_of
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.scenes import Fight
from undercroft.table.world.groups import MAIN

NAMES = (
    "orcs", "dying by Sovereign", "one bent roll a round", "rooms by Sovereign", "rooms by Violence",
    "swords by Sovereign", "half dice by Sovereign", "knights by Delving",
)  # fmt: skip
RESTS = (Phase.QUICK, Phase.BEFORE, Phase.AFTER)


def moments(name: str, run: int) -> list[Campaign]:
    """Every state of a fight in a run in which the table waits for a person."""
    found: list[Campaign] = []

    def seen(_tag: str, now: Campaign, _drawn: int) -> None:
        fight = fight_of(now.groups.get(MAIN))
        if fight is not None and fight.phase in RESTS and all(each.wavers is None for each in fight.fighters):
            found.append(now)

    at_table(ALL[name], 5, run, seen)
    return found


FLEEING = ("orcs", "rooms by Sovereign", "swords by Sovereign", "knights by Delving")


@pytest.mark.parametrize("name, flee", [*((name, 0) for name in NAMES), *((name, 90) for name in FLEEING)])
def test_a_run_from_any_moment_agrees_with_the_table(name: str, flee: int) -> None:
    """Mid-round, with wounds, stuns, worn armour and people down; also where they run when they are hurt."""
    scenario, tried = replace(ALL[name], policy=replace(ALL[name].policy, flee=flee)), 0
    for run in range(3):
        for place, now in enumerate(moments(name, run)[::3]):
            numbers = fight_here(now, MAIN, scenario.policy)
            here = partial(fight_on_here, by_hand(now), MAIN, scenario.policy, 9, place)
            found = difference(scenario, numbers, 9, place, here=here)
            assert found is None, str(found)
            tried += 1
    assert tried > 3


def test_a_seat_that_does_not_know_the_foes_gets_no_answer() -> None:
    """A player's campaign has the foes as they are seen, without their numbers."""
    now = moments("orcs", 0)[0]
    fight = fight_of(now.groups[MAIN])
    assert fight is not None
    group = now.groups[MAIN]
    seen = replace(now, groups={**now.groups, MAIN: replace(group, scenes=(fight.seen,))})
    with pytest.raises(NotSimulated, match="does not know"):
        fight_here(seen, MAIN, FIGHTS["orcs"].policy)


def test_what_a_run_cannot_have_is_named() -> None:
    """A table without a fight has nothing to go on with."""
    with pytest.raises(NotSimulated, match="not in a fight"):
        fight_here(at_table(FIGHTS["orcs"], 5, 0).now, MAIN, FIGHTS["orcs"].policy)


def test_what_a_fighter_is_at_is_named() -> None:
    """A stance, a fall and a grapple are left out by name; half a turn and another book's fight are refused."""
    now = moments("swords by Sovereign", 0)[0]
    group = now.groups[MAIN]
    fight = fight_of(group)
    assert fight is not None

    def left_out(scene: Fight) -> tuple[str, ...]:
        changed = replace(now, groups={**now.groups, MAIN: replace(group, scenes=(*group.scenes[:-1], scene))})
        return fight_here(changed, MAIN, FIGHTS["orcs"].policy).left_out

    first, *others = fight.fighters
    busy = replace(first, stance=Stance.DEFENDING, prone=True, grapples=fight.foes[0].id)
    told = left_out(replace(fight, fighters=(busy, *others)))
    assert {"is on the defensive", "is prone", "grapples"} <= {line.partition("who ")[2] for line in told}
    with pytest.raises(NotSimulated, match="half over"):
        left_out(replace(fight, fighters=(replace(first, actions=1, done=False), *others)))
    with pytest.raises(NotSimulated, match="another book"):
        left_out(replace(fight, book=Combat.VIOLENCE))


def test_a_light_that_burns_in_a_fight_is_named() -> None:
    """No light goes out in the runs of a fight, so the torch in hand is left out by name."""
    tables = Tables(MemoryStore())
    now = begin_at(tables, bookmark("fight"), "barrow", "Barrow").now
    tables.close()
    policy = FIGHTS["orcs"].policy
    assert [light.item for light in now.lights.values()] == ["torch"]
    assert "the burning down of the torch" in fight_here(now, MAIN, policy).left_out
    unlit = replace(now, lights={})
    assert not any("burning" in line for line in fight_here(unlit, MAIN, policy).left_out)


def test_the_fight_of_the_demo_agrees_with_its_table() -> None:
    """A table with a history of its own: chosen targets, surprise, people hurt, a site's clock."""
    tables = Tables(MemoryStore())
    now = begin_at(tables, bookmark("fight"), "barrow", "Barrow").now
    tables.close()
    policy = FIGHTS["orcs"].policy
    numbers = fight_here(now, MAIN, policy)
    for run in range(10):
        here = partial(fight_on_here, by_hand(now), MAIN, policy, 3, run)
        found = difference(FIGHTS["orcs"], numbers, 3, run, here=here)
        assert found is None, str(found)
