"""A rolled encounter happens in its turn: time does not go on over it unless the referee says so."""

import pytest

from tests.table.happenings import of, times
from tests.table.passage import ANNE, BERT, ONE, PASSAGE, TO_SECOND, TWO, begin, passage
from tests.table.tabletop import Tabletop, codes
from undercroft.faces.terminal.typed_command import command_of
from undercroft.faces.terminal.typed_line import typed
from undercroft.faces.views.actions import actions
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.exploration.pending_encounters import PendingEncounter, pending_encounters
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep, Hold
from undercroft.table.exploration.wandering import Dismiss, EventHappened, Place
from undercroft.table.offers import offers
from undercroft.table.road.chance_encounters import MeetAtRandom
from undercroft.table.sentences import says
from undercroft.table.site.group_commands import SearchTogether
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.movement import Move
from undercroft.table.site.waiting import PassTime, Span, WalkBack
from undercroft.table.state.ids import CreaturesId
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock
from undercroft.table.world.groups import MAIN

TURN_3 = 1200
RATS = CreaturesId(f"rats-party-{TURN_3}")


def in_turn_3(*faces: int) -> Tabletop:
    """By Sovereign's clock, with the faces of the check that turn 3 begins with."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(passage(Clock.SOVEREIGN)))
    table.do(EnterSite(MAIN, PASSAGE))
    table.do(Move(MAIN, TO_SECOND))
    table.do(EndStep(MAIN), *faces)
    return table


def rats_due() -> Tabletop:
    return in_turn_3(1, 1, 2, 2)


def test_the_referee_is_told_what_is_due_and_players_are_not():
    """With its number, for one group or for all."""
    table = rats_due()
    due = (PendingEncounter(MAIN, RATS, "Rats (4)", event=False),)
    assert due == pending_encounters(table.now)
    assert due == pending_encounters(table.now, table.now.groups[MAIN])
    assert () == pending_encounters(table.known(ONE))


@pytest.mark.parametrize(
    "command",
    [EndStep(MAIN), LeaveSite(MAIN), PassTime(MAIN, Span.HOUR), WalkBack(MAIN, passage(Clock.SOVEREIGN).entrance)],
    ids=["end the turn", "leave", "wait", "walk back"],
)
def test_time_does_not_pass_over_an_encounter(command):
    """Each way of letting time pass names the encounter and what can be done about it."""
    table = rats_due()
    assert "encounter_pending" in codes(table, command)
    (why,) = [reason.what for reason in table.why_not(command) if reason.code == "encounter_pending"]
    assert "An encounter is due: Rats (4). Start it, postpone it or dismiss it." == why


@pytest.mark.parametrize("line", ["end", "end turn", "end_step"])
def test_words_that_end_the_turn_do_not_postpone_an_encounter(line):
    """The end of the turn is refused with the reason; to postpone the encounter the referee says so."""
    now = rats_due().now
    shown = tuple(offers(now, REFEREE))
    assert EndStep(MAIN) == command_of(now, shown, typed(line))
    assert EndStep(MAIN, postpone=True) == command_of(now, shown, typed("postpone encounter"))


def test_a_turn_does_not_end_by_itself_over_an_encounter():
    """All declared actions are done first; then the turn waits for the encounter, and ends at the referee's word."""
    table = rats_due()
    table.do(Hold(BERT))
    assert [] == times(table.do(Hold(ANNE)))
    table.do(Place(MAIN, RATS), 1)
    assert isinstance(table.now.groups[MAIN].scene, EncounterScene)
    assert [] == times(table.do(EndEncounter(MAIN)))
    assert [TURN_3 + 600] == times(table.do(EndStep(MAIN)))


def test_dismissing_an_encounter_does_not_end_the_turn():
    """The turn waited for it: the referee ends it, and is asked first what else is open. The next ends by itself."""
    table = rats_due()
    table.do(Hold(BERT))
    table.do(Hold(ANNE))
    heard = len(table.heard[ONE])
    assert [] == times(table.do(Dismiss(MAIN, RATS)))
    assert [] == table.heard[ONE][heard:]
    assert [TURN_3 + 600] == times(table.do(EndStep(MAIN)))
    table.do(Hold(BERT))
    assert [TURN_3 + 1200] == times(table.do(Hold(ANNE)))


def test_the_referee_may_postpone_an_encounter():
    """The turn ends, and the encounter is due in the next."""
    table = rats_due()
    assert EndStep(MAIN, postpone=True) in [offer.command for offer in offers(table.now, REFEREE)]
    assert [TURN_3 + 600] == times(table.do(EndStep(MAIN, postpone=True)))
    assert (RATS,) == tuple(encounter.creatures for encounter in pending_encounters(table.now))
    assert ["encounter_pending"] == codes(table, EndStep(MAIN))


def test_after_dismissing_it_time_goes_on():
    """Nobody but the referee hears of it."""
    table = rats_due()
    table.do(Dismiss(MAIN, RATS))
    assert [] == codes(table, EndStep(MAIN))
    assert EndStep(MAIN, postpone=True) not in [offer.command for offer in offers(table.now, REFEREE)]


def test_a_row_without_creatures_is_an_event_that_is_told():
    """It opens no encounter, has no numbers, and is over when it was told."""
    table = in_turn_3(1, 2)
    wind = CreaturesId(f"event-party-{TURN_3}")
    assert (PendingEncounter(MAIN, wind, "A cold wind", event=True),) == pending_encounters(table.now)
    (offer,) = [offer for offer in offers(table.now, REFEREE) if isinstance(offer.command, Place)]
    assert "Tell the players: A cold wind" == offer.deed
    told = table.do(Place(MAIN, wind))
    assert [EventHappened(MAIN, "a cold wind")] == of([each.event for each in table.heard[ONE]], EventHappened)
    assert "A cold wind." in [says(table.now, event) for event in told]
    assert ((), False) == (pending_encounters(table.now), wind in table.now.sites[PASSAGE].creatures)
    assert not isinstance(table.now.groups[MAIN].scene, EncounterScene)


def test_two_encounters_of_one_moment_are_two_groups_of_creatures() -> None:
    """Neither takes the place of the other, also where the same row comes twice."""
    table = in_turn_3(6)
    table.do(MeetAtRandom(MAIN), 1, 2, 2, 1, 1, 1)
    table.do(EndEncounter(MAIN))
    table.do(MeetAtRandom(MAIN), 1, 1, 2, 1, 1, 1)
    counts = [each.count for id, each in table.now.sites[PASSAGE].creatures.items() if id.startswith(RATS)]
    assert [4, 3] == counts


def test_what_everybody_does_costs_the_same_while_an_encounter_is_due():
    """The name and the time stay; only that the turn ends with it is not so then, since the encounter comes first."""
    told = []
    for table in (in_turn_3(6), rats_due()):
        (search,) = (each for each in actions(table.now, REFEREE) if each.kind == SearchTogether.tag)
        told.append((bool(pending_encounters(table.now)), search.short, search.cost, search.ends))
    assert [(False, "Everybody searches", "10 min", "turn"), (True, "Everybody searches", "10 min", "")] == told
