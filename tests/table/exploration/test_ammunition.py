"""Missiles that were shot are gathered up again, by Delving with a Recover and elsewhere for a turn."""

from tests.table.happenings import givens, of
from tests.table.passage import ANNE, BERT, ONE, PASSAGE, TWO, begin, passage
from tests.table.tabletop import Tabletop, codes
from undercroft.table.exploration.ammunition import AmmunitionGathered, GatherAmmunition, left_in
from undercroft.table.exploration.recovery import Recover
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.state.ids import ThingId
from undercroft.table.state.sites import Clock
from undercroft.table.state.things import Carried, Thing, ThingKind
from undercroft.table.world.groups import MAIN

QUIVER = ThingId("quiver")


def inside(clock: Clock) -> Tabletop:
    """Bert has shot five of his twenty arrows."""
    quiver = Thing(QUIVER, "quiver of arrows", ThingKind.GEAR, Carried(BERT), item="quiver_arrows", shot=5)
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(passage(clock), things=(quiver,)))
    table.do(EnterSite(MAIN, PASSAGE))
    return table


def test_a_recover_gathers_what_is_neither_destroyed_nor_lost():
    """Of five, two are gone: three come back, and seventeen and no more are in the quiver for good."""
    table = inside(Clock.DELVING)
    assert 15 == left_in(table.now.things[QUIVER])
    assert "too_many_gone" in codes(table, Recover(BERT, destroyed=4, lost=2))
    events = table.do(Recover(BERT, destroyed=1, lost=1), 2)
    (given,) = givens(events, "delving.action.recover")
    assert (5, 1, 1) == (given["spent"], given["destroyed"], given["lost"])
    assert [AmmunitionGathered(BERT, 3, 2)] == of(events, AmmunitionGathered)
    said = [AmmunitionGathered(BERT, *counts).say(table.now) for counts in ((3, 2), (1, 1))]
    assert [
        "Bert gathers up 3 missiles; 2 are broken or lost.",
        "Bert gathers up 1 missile; 1 is broken or lost.",
    ] == said
    quiver = table.known(ONE).things[QUIVER]
    assert (0, 2, 18) == (quiver.shot, quiver.spent, left_in(quiver))


def test_under_another_clock_gathering_takes_a_turn():
    """And there must be something to gather."""
    table = inside(Clock.SOVEREIGN)
    assert "nothing_shot" in codes(table, GatherAmmunition(ANNE))
    table.do(GatherAmmunition(BERT), seat=ONE)
    assert (20, ["done_this_turn", "nothing_shot"]) == (
        left_in(table.now.things[QUIVER]),
        codes(table, GatherAmmunition(BERT)),
    )
