"""What everybody does at once: one command, one act, one undo."""

import pytest
from msgspec.structs import replace

from tests.faces.test_rare_forms import best_dice
from tests.table.happenings import of
from tests.table.passage import ANNE, BERT, ONE, PASSAGE, SECOND, TO_SECOND, TORCHES, begin, passage
from tests.table.tabletop import Tabletop, codes
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.decide import Order, decide, follow_up
from undercroft.table.exploration.clocks import number_by_now
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.offers import offers
from undercroft.table.site.group_commands import RestTogether, SearchTogether
from undercroft.table.site.movement import Move
from undercroft.table.site.search import FoundNothing, Search
from undercroft.table.state.ids import ActId
from undercroft.table.state.people import Condition, State
from undercroft.table.state.scenes import SovereignTurn
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp


def in_the_second_zone(clock: Clock = Clock.SOVEREIGN) -> Tabletop:
    """Bert and Anne by torchlight, where a brick is loose."""
    table = Tabletop()
    table.sit(ONE)
    table.do(begin(passage(clock)))
    table.do(EnterSite(MAIN, PASSAGE, SECOND))
    table.do(LightUp(BERT, TORCHES))
    return table


def together(table: Tabletop, seat: SeatId) -> list[str]:
    """What a seat is offered to have done by everybody."""
    offered = (offer.command for offer in offers(table.known(seat), seat))
    return [command.tag for command in offered if isinstance(command, SearchTogether | RestTogether)]


def test_everybody_searches_in_one_act():
    """Each throws their own 2d6, in marching order; with everybody done, the turn is over."""
    table = in_the_second_zone()
    told = table.do(SearchTogether(MAIN), 1, 1, 6, 6)

    assert [BERT] == [nothing.who for nothing in of(told, FoundNothing) if nothing.missed is None]
    assert table.now.sites[PASSAGE].features[next(iter(table.now.sites[PASSAGE].features))].found
    scene = table.now.groups[MAIN].scene
    assert isinstance(scene, SovereignTurn)
    assert 2 == scene.number


def test_who_has_no_time_is_left_out():
    """Bert has searched already: only Anne throws."""
    table = in_the_second_zone()
    table.do(Search(BERT), 1, 1)
    told = table.do(SearchTogether(MAIN), 1, 1)

    assert [ANNE] == [nothing.who for nothing in of(told, FoundNothing) if nothing.missed is None]


def test_everybody_rests_for_a_turn():
    """Nobody throws anything, and the next turn begins."""
    table = in_the_second_zone()
    table.do(RestTogether(MAIN))
    scene = table.now.groups[MAIN].scene
    assert isinstance(scene, SovereignTurn)
    assert 2 == scene.number


def test_it_is_offered_to_the_referee_while_several_can():
    """One tap for all of them; for a single character left, their own button is enough."""
    table = in_the_second_zone()
    assert [SearchTogether.tag, RestTogether.tag] == together(table, REFEREE)
    assert [] == together(table, ONE)
    table.do(Search(BERT), 1, 1)
    assert [] == together(table, REFEREE)


@pytest.mark.parametrize(
    "clock, searches, rests",
    [
        (Clock.SOVEREIGN, "Everybody searches (ends turn)", "Everybody rests (ends turn)"),
        (Clock.VIOLENCE, "Everybody searches (ends turn)", "Everybody rests (ends turn)"),
    ],
)
def test_the_offer_says_beforehand_if_the_turn_ends_with_it(clock: Clock, searches: str, rests: str):
    """With everybody done a turn ends by itself. The only group is not named."""
    table = in_the_second_zone(clock)
    said = [offer.label for offer in offers(table.now, REFEREE) if offer.label.startswith("Everybody")]
    assert [searches, rests] == said


def test_why_not_together():
    """For the referee, in a site, while anybody can."""
    table = Tabletop()
    table.do(begin(passage(Clock.SOVEREIGN)))
    assert ["not_exploring"] == codes(table, SearchTogether(MAIN))
    assert "referee_only" in codes(in_the_second_zone(), RestTogether(MAIN), ONE)


@pytest.mark.parametrize("clock", [Clock.SOVEREIGN, Clock.VIOLENCE, Clock.DELVING])
@pytest.mark.parametrize("down", [False, True], ids=["both able", "Anne down"])
def test_an_exit_says_beforehand_if_the_turn_ends_with_it(clock: Clock, down: bool):
    """The turn ends by itself once all have acted who can, and going on is what everybody does in it."""
    table = in_the_second_zone(clock)
    if down:
        anne = replace(table.now.people[ANNE], conditions=(Condition(State.INCAPACITATED, Seconds(0)),))
        table.truth.now = replace(table.now, people={**table.now.people, ANNE: anne})
    (offer,) = (each for each in offers(table.now, REFEREE) if each.command == Move(MAIN, TO_SECOND))
    before = number_by_now(table.now.groups[MAIN])
    told = decide(table.now, Order(offer.command, REFEREE, ActId("sent")), best_dice).told
    now = table.now
    for each in told:
        now = each.event.fold(now)
    follows = follow_up(now)
    assert bool(offer.ends) is isinstance(follows, EndStep)
    assert ("" if clock is Clock.DELVING else "turn") == offer.ends
    assert before == number_by_now(now.groups[MAIN])
