"""Delve rounds: who acts when, who has a move left, and the one Dungeon Turn after everybody."""

from msgspec.structs import replace

from tests.table.happenings import givens
from tests.table.passage import (
    ANNE,
    BERT,
    FIRST,
    FOURTH,
    ONE,
    PASSAGE,
    SECOND,
    TO_FOURTH,
    TO_SECOND,
    TO_THIRD,
    TORCHES,
    TWO,
    begin,
    passage,
)
from tests.table.tabletop import Tabletop, codes
from undercroft.books.delving.movement import Speed
from undercroft.table.engine.event import Event
from undercroft.table.exploration.delve_order import LetOthersFirst
from undercroft.table.exploration.recovery import Recover
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.splitting import Rejoin, Split
from undercroft.table.exploration.turns import EndStep, Hold
from undercroft.table.offers import offers
from undercroft.table.site.movement import Move
from undercroft.table.site.search import Search
from undercroft.table.state.house_rules import DelveOrder, Fatigue, HouseRules
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.scenes import DelveRound
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

SCOUTS, QUIET = GroupId("scouts"), 20


def inside(house: HouseRules | None = None, clock: Clock = Clock.DELVING, *, cursed: bool = False) -> Tabletop:
    """Bert goes first, Anne behind him, with a torch; under the Shadowcurse no zone is lit."""
    site = passage(clock, traps={}, features={}, shadowcursed=cursed)
    if cursed:
        site = replace(site, zones={id: replace(zone, lit=False) for id, zone in site.zones.items()})
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(site, house=house or HouseRules()))
    table.do(EnterSite(MAIN, PASSAGE))
    table.do(LightUp(BERT, TORCHES))
    return table


def hazards(events: list[Event]) -> int:
    """How many hazard dice were rolled."""
    return len(givens(events, "delving.hazard-die"))


def test_delvers_act_in_marching_order():
    """Anne comes after Bert; when he has acted or rested, it is her turn, and in the next round his again."""
    table = inside()
    assert ["marching_order"] == codes(table, Search(ANNE), TWO)
    assert ["marching_order"] == codes(table, Hold(ANNE))
    table.do(Search(BERT), seat=ONE)
    assert [] == codes(table, Search(ANNE), TWO)
    table.do(EndStep(MAIN), QUIET)
    assert ["marching_order"] == codes(table, Search(ANNE), TWO)
    table.do(Hold(BERT))
    assert [] == codes(table, Search(ANNE), TWO)


def test_the_referee_lets_others_go_first():
    """In this round only, and for one delver; a player cannot decide it."""
    table = inside()
    assert ["referee_only"] == codes(table, LetOthersFirst(BERT), ONE)
    (offer,) = [offer for offer in offers(table.now, REFEREE) if isinstance(offer.command, LetOthersFirst)]
    table.do(offer.command)
    assert [] == codes(table, Search(ANNE), TWO)
    table.do(Search(ANNE), seat=TWO)
    table.do(EndStep(MAIN), QUIET)
    assert ["marching_order"] == codes(table, Search(ANNE), TWO)


def test_the_house_may_let_them_act_in_any_order():
    """A house rule, and no clock but Delving's has the order at all."""
    assert [] == codes(inside(HouseRules(delve_order=DelveOrder.ANY)), Search(ANNE), TWO)
    assert [] == codes(inside(clock=Clock.SOVEREIGN), Search(ANNE), TWO)


def test_a_round_does_not_end_while_someone_has_a_move():
    """Both Actions are spent and the free move is left: they move on, and then the Dungeon Turn comes by itself."""
    table = inside(HouseRules(fatigue=Fatigue.NONE))
    table.do(Recover(BERT))
    assert 0 == hazards(table.do(Recover(ANNE)))
    moved = table.do(Move(MAIN, TO_SECOND), QUIET)
    assert (1, SECOND, 360) == (hazards(moved), table.now.groups[MAIN].zone, table.now.clock)


def test_resting_gives_up_the_move_too():
    """Bert rests for the round; Anne acts and then rests for what is left of hers."""
    table = inside()
    table.do(Hold(BERT))
    table.do(Search(ANNE))
    assert 0 == table.now.clock
    table.do(Hold(ANNE), QUIET)
    assert 360 == table.now.clock


def test_delvers_of_different_speeds_need_no_split_and_share_the_dungeon_turn():
    """Bert walks ahead to the fourth zone, Anne follows at delve speed: one hazard die, after both."""
    table = inside()
    for there, back in ((TO_SECOND, TO_THIRD), (TO_FOURTH, TO_FOURTH), (TO_THIRD, TO_SECOND)):
        table.do(Move(MAIN, there))
        table.do(Move(MAIN, back), QUIET)
    gone = table.do(Move(MAIN, TO_SECOND, speed=Speed.WALK, then=(TO_THIRD, TO_FOURTH), who=(BERT,)))
    bert = table.now.group_of(BERT)
    assert bert is not None
    assert (FOURTH, FIRST, 0) == (bert.zone, table.now.groups[MAIN].zone, hazards(gone))
    table.do(Move(MAIN, TO_SECOND))
    ended = table.do(Move(MAIN, TO_THIRD), QUIET)
    assert (1, {4 * 360}) == (hazards(ended), {group.time for group in table.now.groups.values()})

    joined = table.do(Move(MAIN, TO_FOURTH))
    assert (0, [MAIN]) == (hazards(joined), list(table.now.groups))
    assert (BERT, ANNE) == table.now.groups[MAIN].members


def test_groups_in_one_site_share_one_hazard_die():
    """Split or not: the first group that is done waits for the other, and one die is rolled for both."""
    table = inside()
    table.do(Split(MAIN, (ANNE,), "scouts"))
    assert 0 == hazards(table.do(Hold(BERT)))
    assert 1 == hazards(table.do(Hold(ANNE), QUIET))
    assert (360, 360) == (table.now.groups[MAIN].time, table.now.groups[SCOUTS].time)


def test_a_group_that_lags_behind_rolls_no_second_die():
    """The referee ends the scouts' round twice; the others' two rounds have had their dice."""
    table = inside()
    table.do(Split(MAIN, (ANNE,), "scouts"))
    assert 1 == hazards(table.do(EndStep(SCOUTS), QUIET))
    assert 1 == hazards(table.do(EndStep(SCOUTS), QUIET))
    assert 0 == hazards(table.do(EndStep(MAIN)))
    assert 0 == hazards(table.do(EndStep(MAIN)))
    assert isinstance(table.now.groups[MAIN].scene, DelveRound)
    assert 1 == hazards(table.do(EndStep(MAIN), QUIET))


def test_the_die_threatens_the_group_in_the_greater_danger():
    """Anne has no light: the place is deadlier for her, and what comes, comes upon her."""
    table = inside(cursed=True)
    table.do(Split(MAIN, (ANNE,), "scouts"))
    table.do(Move(SCOUTS, TO_SECOND))
    table.do(Move(SCOUTS, TO_THIRD))
    events = table.do(Hold(BERT), 1, 1, 1, 1)
    (given,) = givens(events, "delving.hazard-die")
    assert "normal" != given["danger"]
    assert {MAIN: 0, SCOUTS: 1} == {
        id: sum(len(scene.pending) for scene in group.scenes) for id, group in table.now.groups.items()
    }


def test_who_has_acted_has_acted_when_the_others_come_back():
    """Both have moved when Anne goes apart; Bert acts, and still has acted when she is back in the same round."""
    table = inside()
    table.do(Move(MAIN, TO_SECOND))
    table.do(Split(MAIN, (ANNE,)))
    table.do(Search(BERT))
    table.do(Rejoin(SCOUTS, MAIN))
    assert "one_action" in codes(table, Search(BERT))
    assert [] == codes(table, Search(ANNE))


def test_only_delve_rounds_let_part_of_a_group_go():
    """In turns the party is split first."""
    table = inside(clock=Clock.SOVEREIGN)
    assert ["together"] == codes(table, Move(MAIN, TO_SECOND, who=(BERT,)))
    assert ["not_the_members"] == codes(inside(), Move(MAIN, TO_SECOND, who=(PersonId("x"),)))
