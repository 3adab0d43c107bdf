"""The log says where a party went, where it ran, and who rested: nobody has to guess it from the next room's text."""

import pytest
from msgspec.structs import replace

from tests.table.field import MOUTH
from tests.table.happenings import of
from tests.table.lair import DEN, chased, lair, met
from tests.table.passage import ANNE, BERT, LANTERN, ONE, PASSAGE, TO_SECOND, TWO, begin, passage
from tests.table.tabletop import Tabletop
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.faces.views.log.lines import log_lines
from undercroft.kernel.units import HOUR
from undercroft.table.encounter.stance import OthersDid, TakeStance
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.exploration.inhabitants import CreaturesLeft
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import Hold, PersonRested
from undercroft.table.fight.chase import CallOffChase, RunChase
from undercroft.table.sentences import says
from undercroft.table.site.group_commands import RestTogether
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.movement import Move
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.house_rules import Fatigue, HouseRules
from undercroft.table.state.sites import Clock
from undercroft.table.world.darkness import LastLightOut
from undercroft.table.world.groups import MAIN, GroupMoved
from undercroft.table.world.light import LightUp


def moves(table: Tabletop, events) -> list[str]:
    """What the log says of the moves of groups."""
    return [said for moved in of(events, GroupMoved) if (said := says(table.now, moved))]


@pytest.mark.parametrize("command, dice", [(RunChase(MAIN), (1, 1)), (CallOffChase(MAIN), ())])
def test_the_log_names_the_room_that_a_party_ran_to(command, dice):
    """Whether the pursuers lost the race or gave it up."""
    table = chased()
    events = table.do(command, *dice)
    assert MOUTH == table.now.groups[MAIN].zone
    assert ["The party runs to the cave mouth."] == moves(table, events)


def test_the_referee_chooses_the_room_that_they_ran_to():
    """A room that the party knows is named."""
    table = chased()
    assert ["The party runs to the den."] == moves(table, table.do(RunChase(MAIN, to=DEN), 1, 1))


def test_a_party_that_runs_and_is_let_be_is_somewhere_else():
    """The orcs ignore the party: it has run all the same."""
    table = met(site=lair(4))
    events = table.do(TakeStance(MAIN, Choice.RUN, does=Response.IGNORE))
    assert MOUTH == table.now.groups[MAIN].zone
    assert ["The party runs to the cave mouth."] == moves(table, events)


def test_creatures_that_run_are_counted():
    """Four orcs run, and one orc runs."""
    for count, who in ((4, "the 4 orcs"), (1, "the orc")):
        table = met(site=lair(count))
        events = [*table.do(TakeStance(MAIN, Choice.FIGHT, does=Response.RUN)), *table.do(EndEncounter(MAIN))]
        assert [who] == [did.others for did in of(events, OthersDid)]
        assert [who] == [left.who for left in of(events, CreaturesLeft)]
    assert "The 4 orcs run away." == says(table.now, OthersDid(MAIN, Response.RUN, "the 4 orcs"))


def test_entering_and_leaving_a_site_are_told():
    """By the name of the site, before what is seen there."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(passage(Clock.SOVEREIGN)))
    assert ["The party enters the Passage."] == moves(table, table.do(EnterSite(MAIN, PASSAGE)))
    assert ["The party leaves the Passage."] == moves(table, table.do(LeaveSite(MAIN)))


def test_moving_on_says_nothing_beside_the_room():
    """The room itself is told."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(passage(Clock.SOVEREIGN)))
    table.do(EnterSite(MAIN, PASSAGE))
    assert [] == moves(table, table.do(Move(MAIN, TO_SECOND)))


def test_a_rest_has_a_line():
    """One for a single person, one for everybody together."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(passage(Clock.SOVEREIGN), house=HouseRules(fatigue=Fatigue.NONE)))
    table.do(EnterSite(MAIN, PASSAGE))
    events = table.do(Hold(BERT))
    assert [PersonRested(BERT)] == of(events, PersonRested)
    assert "Bert rests." == says(table.now, PersonRested(BERT))
    table.undo()
    table.do(RestTogether(MAIN))
    told = [line.text for line in log_lines(table.now, table.log)]
    assert "At rest: Bert, Anne." in told


def test_the_last_light_is_not_missed_by_day_under_the_sky():
    """It is told at night, and by day it has no line."""
    for start, said in ((0, "The last light is out."), (8 * HOUR, "")):
        table = Tabletop()
        table.sit(ONE, TWO)
        table.do(replace(begin(passage(Clock.SOVEREIGN)), day_begins=start))
        table.do(LightUp(ANNE, LANTERN))
        (out,) = of(table.do(PassTime(MAIN, Span.HOUR, 5)), LastLightOut)
        assert said == says(table.now, out)
