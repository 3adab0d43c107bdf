"""Random sessions with the demo under every preset: below ground, on the road and in town, the world holds."""

from collections import Counter

import pytest

from tests.figures import PRESET_EVENINGS, SEED, figure, soak
from tests.playthroughs.other_world import Hearsay, other
from tests.table.bots import honest, knows_what_it_was_told
from tests.table.invariants import holds_anywhere, knows_its_own
from tests.table.other_ids import ID_MARK, other_ids
from tests.table.tabletop import with_known_rooms
from tests.table.wayfarers import IN_FIGHTS, PLANS, Wayfarers, again, chance, opening
from undercroft.server.lines import entry
from undercroft.server.log_audit import audited
from undercroft.server.open_table import OpenTable
from undercroft.store.log import Batch, Clean, ListedTable
from undercroft.store.memory import MemoryStore
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import PRESETS, Advancement, Wilderness
from undercroft.table.state.seats import REFEREE, SPECTATORS

ACTS = 25
"""For each of the wishes of a session."""
MOST = 14
"""So many times the sessions are played at most until everything was done that is to be."""
ALIKE = figure("ALIKE", 2, 100)
"""Of the sessions of a preset, so many are played once more where other things are secret."""
WALL = "2026-01-31T19:00:00.000Z"
SECRET = bytes(range(32))

EVERYWHERE = frozenset(
    {"enter_site", "move", "search", "leave_site", "take_stance", "first_aid", "come_to_town", "leave_town"}
    | {"share_experience", "gain_level", "equip", "hire", "sell", "stay_in_town"}
)
"""What is done under every preset, whatever befalls them."""
WITH_LEVELS = {
    Advancement.SOVEREIGN: frozenset({"raise_skill", "raise_attribute"}),
    Advancement.VIOLENCE: frozenset[str](),
}
"""What a level gives to choose, by the book that characters advance by."""
ON_THE_ROAD = {
    Wilderness.HEXCRAWL: frozenset({"set_out", "set_course", "march_on", "travel_to", "cast_about", "comb"})
    | {"make_camp", "set_watches", "pass_night", "break_camp"},
    Wilderness.NEVERWHERE: frozenset({"begin_hike", "hike_on", "roll_hike", "lead_hike", "sit_down", "look_for_food"})
    | {"make_camp", "set_watches", "pass_night", "break_camp"},
    Wilderness.VIOLENCE: frozenset({"keep_watch"}),
    Wilderness.SOVEREIGN: frozenset({"tell_journey"}),
}
"""What is done on the road, by the book that the house travels by."""
CARED = frozenset({"counteract", "treat_disease", "buy_cure", "stabilise"})
CARE = "care for the poisoned, the sick or the dying"
SCENES = frozenset({"EncounterScene below", "EncounterScene above", "Fight below", "Fight above", "Town above"})


@soak(2 * PRESET_EVENINGS)
@pytest.mark.parametrize("preset", PRESETS)
def test_whatever_they_do_the_world_holds(preset: str) -> None:
    """No exception, nothing below nothing, no time that runs back, honest offers; undo and a restart change nothing."""
    did: Counter[str] = Counter()
    reached: Counter[str] = Counter()
    for number in range(MOST * PRESET_EVENINGS):
        if number >= PRESET_EVENINGS and not _left_undone(preset, did, reached):
            break
        hex, _ = PLANS[number % len(PLANS)]
        table = Wayfarers(chance(f"{SEED} {preset} {number}"), opening(PRESETS[preset], hex), did)
        try:
            _an_evening(table, number)
        except Exception as fault:
            fault.add_note(f"{preset}, evening {number} of seed {SEED}, after {table.acts[-1:]}")
            raise
        reached += table.reached
    assert set() == _left_undone(preset, did, reached)


def _left_undone(preset: str, did: Counter[str], reached: Counter[str]) -> set[str]:
    """What nobody has done yet under a preset, and where nobody was."""
    done = set(did) | set(reached) | ({CARE} if did.keys() & CARED else set())
    house = PRESETS[preset]
    must = {*EVERYWHERE, *WITH_LEVELS[house.advancement], *ON_THE_ROAD[house.wilderness]}
    return {*must, IN_FIGHTS[house.combat], *SCENES, CARE} - done


def _an_evening(table: Wayfarers, number: int) -> None:
    """Play it, looking at the world after every act; then back to its beginning and forth again, and from its log."""
    _, wishes = PLANS[number % len(PLANS)]
    states = [_states(table)]
    for wish in (wish for wish in wishes for _ in range(ACTS)):
        act = table.next_act(wish)
        if act is None:
            continue
        before = table.now
        table.try_out(*act)
        holds_anywhere(before, table.now)
        for seat in table.players:
            knows_its_own(table.now, table.known(seat), seat)
        states.append(_states(table))
    if number < ALIKE:
        _sounds_the_same_elsewhere(table)
    for seat in (REFEREE, *table.players):
        honest(table, seat)
    knows_what_it_was_told(table)
    _is_in_its_log(table)
    _walks_back_and_forth(table, states)


def _states(table: Wayfarers) -> tuple[Campaign, ...]:
    """The state for everybody."""
    return tuple(table.known(seat) for seat in (REFEREE, SPECTATORS, *table.players))


def _sounds_the_same_elsewhere(table: Wayfarers) -> None:
    """Where all is otherwise that players have not heard of, the same acts and dice are the same session to them."""
    seats = (SPECTATORS, *table.players)
    elsewhere = other(table.opening, Hearsay(b"".join(table.told_to(seat) for seat in seats)))
    with other_ids():
        there = Wayfarers(again(table.fell), elsewhere, Counter())
    for command, seat in table.acts[len(there.acts) :]:
        there.try_out(command, seat)
    for seat in seats:
        assert table.bytes_for(seat) == there.bytes_for(seat)
        assert table.offered(seat) == there.offered(seat)
        assert ID_MARK.encode() not in there.bytes_for(seat)
        table.commutes(seat)


def _walks_back_and_forth(table: Wayfarers, states: list[tuple[Campaign, ...]]) -> None:
    """Undone act by act, and done again, things stand for everybody as they stood then."""
    for state in reversed(states[:-1]):
        table.undo()
        assert state == _states(table)
    for state in states[1:]:
        table.redo()
        assert state == _states(table)


def _is_in_its_log(table: Wayfarers) -> None:
    """Written and read again things stand the same for everybody, and every ruling would go as it went."""
    store = MemoryStore()
    store.create(ListedTable("evening", "An evening", WALL), SECRET)
    store.append("evening", Batch(0, "evening", b"evening", tuple(entry(told, WALL) for told in table.log), b"{}"))
    assert isinstance(store.verify("evening"), Clean)
    assert () == audited(store, "evening").otherwise
    again = OpenTable(store, "evening", acts=lambda: "none", wall=lambda: WALL)
    for seat in (REFEREE, SPECTATORS, *table.players):
        known = again.known(seat)
        assert with_known_rooms(again.as_known(seat, table.known(seat)), known) == known
