"""Turns that pass in a parley, a chase or a fight are counted by every clock, and the log says what took them."""

import pytest
from msgspec.structs import replace

from tests.table.bots import OLGA, RandomTable, opening
from tests.table.small_site import CRYPT, MAUD, ULF
from tests.table.wayfarers import chance
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.engine.record import CheckMade
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.encounter_turns import TurnsTaken, a_turn
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.fight.actions import PassGo
from undercroft.table.fight.chase import ChaseRun, RunChase
from undercroft.table.fight.foes import AddFoes
from undercroft.table.fight.rounds import OpenFight
from undercroft.table.fight.start import ActQuickly
from undercroft.table.referee.adjust import Adjust
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.session.sessions import BeginSession
from undercroft.table.state.campaign import with_group
from undercroft.table.state.fights import fight_of
from undercroft.table.state.scenes import (
    DelveRound,
    DelverTurn,
    EncounterScene,
    OverloadedTurn,
    Scene,
    SovereignTurn,
    ViolenceTurn,
)
from undercroft.table.state.sites import Clock
from undercroft.table.world.groups import MAIN


def exploring(clock: Clock) -> RandomTable:
    """In the crypt, by this clock."""
    table = RandomTable(chance("lost"))
    table.try_out(opening(clock))
    table.try_out(BeginSession("Tonight", (MAUD, ULF, OLGA)))
    table.try_out(EnterSite(MAIN, CRYPT))
    return table


def number(table: RandomTable) -> int:
    """The number of the turn or round."""
    scene = table.now.groups[MAIN].scene
    assert scene is not None
    return scene.number


def taken(table: RandomTable) -> list[str]:
    """What the log says of the turns that were taken."""
    return [told.event.say(table.now) for told in table.log if isinstance(told.event, TurnsTaken)]


TURNS = {
    Clock.SOVEREIGN: "1 turn",
    Clock.DELVING: "2 delve rounds",
    Clock.HEXCRAWL: "1 turn",
    Clock.VIOLENCE: "1 turn",
}
"""A turn of ten minutes on each clock; delve rounds are six minutes, and count whole."""


@pytest.mark.parametrize("clock", Clock)
def test_a_parley_is_counted_in_turns_of_the_site(clock: Clock) -> None:
    """The talk takes a turn, and the number of the turn or round goes on by as many as fit into it."""
    table = exploring(clock)
    before, first = table.now.groups[MAIN], number(table)
    kept = clock_of(before)
    assert kept is not None
    table.try_out(MeetStrangers(MAIN, "3 pilgrims HD 1"))
    table.try_out(TakeStance(MAIN, Choice.TALK, Response.TALK))
    scene = table.now.groups[MAIN].scene
    assert isinstance(scene, EncounterScene)
    assert scene.talked
    table.try_out(EndEncounter(MAIN))
    assert table.now.groups[MAIN].time - before.time == a_turn(clock)
    assert number(table) - first == a_turn(clock) // kept.step
    assert taken(table) == [f"The talk took {TURNS[clock]}."]


@pytest.mark.parametrize("clock", Clock)
def test_a_chase_is_counted_in_turns_of_the_site(clock: Clock) -> None:
    """It takes a turn too; creatures that cannot move are outrun without a die."""
    table = exploring(clock)
    before, first = table.now.groups[MAIN], number(table)
    kept = clock_of(before)
    assert kept is not None
    table.try_out(MeetStrangers(MAIN, "3 pilgrims HD 1"))
    table.try_out(TakeStance(MAIN, Choice.RUN, Response.CHASE))
    table.try_out(RunChase(MAIN, their_move=0, to=before.zone))
    assert [told.event.caught for told in table.log if isinstance(told.event, ChaseRun)] == [False]
    assert table.now.groups[MAIN].time - before.time == a_turn(clock)
    assert number(table) - first == a_turn(clock) // kept.step
    assert taken(table) == [f"The chase took {TURNS[clock]}."]


@pytest.mark.parametrize(
    "clock, seconds, turns, said",
    [
        (Clock.SOVEREIGN, 600, 1, ["The fight took 1 turn."]),
        (Clock.DELVING, 360, 1, ["The fight took 1 delve round."]),
        (Clock.HEXCRAWL, 600, 1, ["The fight took 1 turn."]),
        (Clock.VIOLENCE, 60, 0, []),
    ],
)
def test_a_fight_is_counted_in_turns_of_the_site(clock: Clock, seconds: int, turns: int, said: list[str]) -> None:
    """One round of a minute: a whole turn, a whole delve round, or by Violence just that minute."""
    table = exploring(clock)
    before, first = table.now.groups[MAIN], number(table)
    table.try_out(AddFoes(MAIN, "rat HD 1 AC 0 dmg 1 hp 9"))
    for act in (OpenFight(MAIN), *(ActQuickly(who, use=False) for who in (MAUD, ULF, OLGA))):
        if not table.why_not(act):
            table.try_out(act)
    table.try_out(PassGo(next(who for who in (MAUD, ULF, OLGA) if not table.why_not(PassGo(who)))))
    table.try_out(Adjust(Adjustable.FOE, "rat-1", "health", 0, "by hand"))
    assert fight_of(table.now.groups[MAIN]) is None
    assert table.now.groups[MAIN].time - before.time == seconds
    assert number(table) - first == turns
    assert taken(table) == said


@pytest.mark.parametrize("clock", Clock)
def test_after_an_encounter_that_took_turns_everybody_can_act(clock: Clock) -> None:
    """What they did before was done in a turn that is over."""
    table = exploring(clock)
    table.try_out(MeetStrangers(MAIN, "3 pilgrims HD 1"))
    before = table.now.groups[MAIN]
    spent = tuple(_used_up(scene) for scene in before.scenes)
    table.truth.now = with_group(table.now, replace(before, scenes=spent))
    table.try_out(TakeStance(MAIN, Choice.TALK, Response.TALK))
    table.try_out(EndEncounter(MAIN))
    group = table.now.groups[MAIN]
    kept = clock_of(group)
    assert kept is not None
    assert number(table) > before.scenes[0].number
    assert [] == [
        reason.code
        for person in table.now.able_in(MAIN)
        for reason in kept.hindrances(table.now, group, person.id, Activity.SEARCH)
        if reason.code != "marching_order"
    ]


def _used_up(scene: Scene) -> Scene:
    """The turn or round with everybody's time used up."""
    everybody = (MAUD, ULF, OLGA)
    if isinstance(scene, DelveRound):
        return replace(scene, going=dict.fromkeys(everybody, DelverTurn(free_move=False, action=False, did="searched")))
    if isinstance(scene, SovereignTurn | OverloadedTurn | ViolenceTurn):
        return replace(scene, done=dict.fromkeys(everybody, "moved"))
    return scene


@pytest.mark.parametrize("clock", [Clock.SOVEREIGN, Clock.VIOLENCE])
def test_checks_are_made_in_the_turns_that_the_strip_announced(clock: Clock) -> None:
    """By talk after talk and turn by turn: each check is noted under its own number."""
    table = exploring(clock)
    kept = clock_of(table.now.groups[MAIN])
    assert kept is not None
    announced = kept.checks_ahead(table.now, table.now.groups[MAIN], 40)
    for _ in range(3):
        table.try_out(MeetStrangers(MAIN, "3 pilgrims HD 1"))
        table.try_out(TakeStance(MAIN, Choice.TALK, Response.TALK))
        table.try_out(EndEncounter(MAIN))
    for _ in range(4):
        table.try_out(EndStep(MAIN, postpone=True))
    until = number(table) - kept.checks_at_end
    assert until >= 7
    made = [entry.event.check.number for entry in table.log if isinstance(entry.event, CheckMade)]
    assert made == sorted(turn for turn in announced if turn <= until)
