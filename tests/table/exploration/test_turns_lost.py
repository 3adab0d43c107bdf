"""Turns that pass in a parley are counted by every clock."""

import pytest

from tests.table.bots import OLGA, RandomTable, opening
from tests.table.small_site import CRYPT, MAUD, ULF
from tests.table.wayfarers import chance
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.exploration.encounter_turns import a_turn
from undercroft.table.exploration.turns import EnterSite
from undercroft.table.session.sessions import BeginSession
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.sites import Clock
from undercroft.table.world.groups import MAIN


@pytest.mark.parametrize("clock", Clock)
def test_a_parley_is_counted_in_turns_of_the_site(clock: Clock) -> None:
    """The talk takes a Turn, and the number of the turn or round goes on by as many as fit into it."""
    table = RandomTable(chance("lost"))
    table.try_out(opening(clock))
    table.try_out(BeginSession("Tonight", (MAUD, ULF, OLGA)))
    table.try_out(EnterSite(MAIN, CRYPT))
    before = table.now.groups[MAIN]
    kept = clock_of(before)
    assert kept is not None
    assert before.scene is not None
    number = before.scene.number
    table.try_out(MeetStrangers(MAIN, "3 pilgrims HD 1"))
    table.try_out(TakeStance(MAIN, Choice.TALK, Response.TALK))
    scene = table.now.groups[MAIN].scene
    assert isinstance(scene, EncounterScene)
    assert scene.talked
    table.try_out(EndEncounter(MAIN))
    after = table.now.groups[MAIN]
    assert after.scene is not None
    assert after.time - before.time == a_turn(clock)
    assert after.scene.number - number == a_turn(clock) // kept.step
