"""Time does not pass over the dying unless the referee leaves them to die."""

import pytest

from tests.table.passage import ANNE, BERT, ONE, PASSAGE, TO_SECOND, TWO, begin, passage
from tests.table.tabletop import Tabletop, codes
from undercroft.table.body.wounds import Wound
from undercroft.table.engine.part import Command
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.offers import offers
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.movement import Move
from undercroft.table.site.repeated_deeds import KeepSearching
from undercroft.table.site.waiting import PassTime, Span, WalkBack
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock
from undercroft.table.treatment.sleep import RestNight
from undercroft.table.world.groups import MAIN


def dying(*, inside: bool = True) -> Tabletop:
    """Bert is dying, with six rounds to live; Anne is beside him."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(passage(Clock.SOVEREIGN, encounters=())))
    if inside:
        table.do(EnterSite(MAIN, PASSAGE))
    table.do(Wound(BERT, 99, "a falling beam"))
    return table


@pytest.mark.parametrize(
    "command",
    [
        EndStep(MAIN),
        EndStep(MAIN, postpone=True),
        PassTime(MAIN, Span.HOUR),
        PassTime(MAIN, Span.ROUND, 7),
        PassTime(MAIN, Span.ROUND, "2d6"),
        LeaveSite(MAIN),
        KeepSearching(MAIN),
        RestNight(MAIN),
    ],
)
def test_time_in_a_site_does_not_pass_over_the_dying(command: Command):
    """By any command that lets it pass; the reason names who dies and when."""
    table = dying()
    (why,) = table.why_not(command)
    assert ("dying", "Bert dies in 7 rounds: stabilise them first, or leave them to die.") == (why.code, why.what)


def test_waiting_outside_a_site_does_not_pass_over_the_dying():
    """Bert would be dead within the hour."""
    table = dying(inside=False)
    assert ["dying"] == codes(table, PassTime(MAIN, Span.HOUR))
    table.do(PassTime(MAIN, Span.HOUR, abandon=True))
    assert not table.now.people[BERT].alive


@pytest.mark.parametrize("inside", [True, False])
def test_a_night_over_the_dying_must_be_said(inside: bool):
    """Then the group sleeps, and Bert is dead in the morning."""
    table = dying(inside=inside)
    assert ["dying"] == codes(table, RestNight(MAIN, hours=1))
    assert [] == codes(table, RestNight(MAIN, hours=1, abandon=True))
    table.do(RestNight(MAIN, hours=1, abandon=True))
    assert not table.now.people[BERT].alive


def test_a_walk_back_does_not_pass_over_the_dying():
    """A way takes turns."""
    table = dying()
    table.undo()
    table.do(Move(MAIN, TO_SECOND))
    table.do(Wound(BERT, 99, "a falling beam"))
    assert "dying" in codes(table, WalkBack(MAIN, table.now.sites[PASSAGE].entrance))


def test_time_in_which_nobody_dies_may_pass():
    """Bert has rounds left."""
    table = dying()
    assert [] == codes(table, PassTime(MAIN, Span.ROUND, 2))


def test_the_end_of_the_turn_is_offered_with_a_warning_over_the_dying():
    """To leave Bert to die must be said; then the turn ends and he is dead."""
    table = dying()
    (end,) = (offer for offer in offers(table.now, REFEREE) if isinstance(offer.command, EndStep))
    assert (EndStep(MAIN, abandon=True), "End the turn and leave the dying") == (end.command, end.deed)
    assert "Bert dies in 7 rounds. Ending the turn lets them die." == end.warns
    table.do(EndStep(MAIN, abandon=True))
    assert (False, True) == (table.now.people[BERT].alive, table.now.people[ANNE].alive)


def test_with_nobody_dying_the_turn_ends_without_a_warning():
    """Nothing is asked."""
    table = dying()
    table.undo()
    (end,) = (offer for offer in offers(table.now, REFEREE) if isinstance(offer.command, EndStep))
    assert (EndStep(MAIN), "") == (end.command, end.warns)
