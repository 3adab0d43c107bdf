"""The next session: planned by the referee, told to everybody, gone once a session starts."""

import pytest

from tests.table.happenings import of
from tests.table.preparing.crypt import in_the_hall as crypt
from tests.table.small_site import ONE
from tests.table.tabletop import codes
from undercroft.faces.views.banner import BannerKind
from undercroft.faces.views.banners import banners
from undercroft.kernel.units import SeatId
from undercroft.table.session.next_session import PlanSession, SessionPlanned
from undercroft.table.session.seating import TakeSeat
from undercroft.table.session.sessions import BeginSession, EndSession
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.sessions import PlannedSession

TUESDAY = PlanSession("2026-11-24 19:30", 180, "the old  library")
SAID = "Next session: Tuesday 24 November, 19:30, at the old library"


@pytest.mark.parametrize("seat", [REFEREE, ONE, SPECTATORS])
def test_everybody_is_told_of_the_next_session(seat: SeatId) -> None:
    """In the log, and in a quiet banner until the next session starts."""
    table = crypt()
    told = table.do(TUESDAY)
    assert PlannedSession(1, "2026-11-24 19:30", 180, "the old library") == table.known(seat).next_session
    assert [SAID + "."] == [each.say(table.now) for each in of(told, SessionPlanned)]
    assert [SAID] == [each.title for each in banners(table.known(seat), seat, ()) if each.kind is BannerKind.SESSION]
    table.do(BeginSession("The long stair"))
    assert table.known(seat).next_session is None


def test_a_session_planned_during_another_has_the_next_number() -> None:
    """No banner about it stands in the way of play; it comes when the session ends."""
    table = crypt()
    table.do(BeginSession("The long stair"))
    table.do(PlanSession("2026-12-01T20:00"))
    assert PlannedSession(2, "2026-12-01 20:00", 240) == table.now.next_session
    assert BannerKind.SESSION not in {each.kind for each in banners(table.now, ONE, ())}
    table.do(EndSession())
    assert BannerKind.SESSION in {each.kind for each in banners(table.now, ONE, ())}


def test_a_planned_session_is_cancelled() -> None:
    """By a plan without a date; without a plan there is nothing to cancel."""
    table = crypt()
    assert ["not_planned"] == codes(table, PlanSession())
    table.do(TUESDAY)
    table.do(PlanSession())
    assert table.known(ONE).next_session is None


@pytest.mark.parametrize("when", ["tomorrow", "2026-11-31 19:30", "24.11.2026 19:30", "2026-11-24", "1926-11-24 19:30"])
def test_a_date_that_is_none_is_refused(when: str) -> None:
    """With an example of how to write it."""
    table = crypt()
    assert ["bad_date"] == codes(table, PlanSession(when))


def test_only_the_referee_plans() -> None:
    """A player is refused."""
    assert ["referee_only"] == codes(crypt(), TUESDAY, ONE)


def test_who_joins_later_is_told_too() -> None:
    """After the session that is open."""
    table = crypt()
    table.do(BeginSession("The long stair"))
    table.do(TUESDAY)
    table.sit("late")
    table.do(TakeSeat(SeatId("late"), "Late"))
    assert table.now.next_session == table.known(SeatId("late")).next_session
