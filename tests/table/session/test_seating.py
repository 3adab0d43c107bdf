"""Sitting down late: what a new seat is told, and what it is not."""

from tests.table.happenings import of
from tests.table.small_site import CRYPT, HALL, MAUD, OAK, ONE, TORCHES, TWO, ULF, begin, site
from tests.table.tabletop import Tabletop
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.exploration.bells import SetBell
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.splitting import Split
from undercroft.table.session.notes import WriteNote
from undercroft.table.session.seating import TakeSeat
from undercroft.table.session.sessions import BeginSession
from undercroft.table.site.doors import OpenDoor
from undercroft.table.state.ids import GroupId
from undercroft.table.state.seats import Seat
from undercroft.table.state.sites import Site
from undercroft.table.world.campaign_start import Begin, SeatTaken
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

LATE = SeatId("late")
SITS = TakeSeat(LATE, "Seat 3")


def in_the_hall(crypt: Site | None = None) -> Tabletop:
    """The crypt's hall, a torch lit, the oak door tried."""
    table = Tabletop()
    table.sit(ONE, TWO, LATE)
    table.do(begin(crypt))
    table.do(BeginSession("Tonight", (MAUD, ULF)))
    table.do(EnterSite(MAIN, CRYPT))
    table.do(LightUp(MAUD, TORCHES))
    table.do(OpenDoor(MAUD, OAK))
    return table


def test_a_late_player_knows_what_the_others_know():
    """Campaign, seats, people, where they are, the map, lights, deadlines and the session: all like an older seat's."""
    table = in_the_hall()
    events = table.do(SITS)
    assert Seat(LATE, "Seat 3") == of(events, SeatTaken)[-1].seat
    late, older = table.known(LATE), table.known(ONE)
    for part in (
        "name",
        "house",
        "day_begins",
        "seats",
        "people",
        "present",
        "groups",
        "seen",
        "lights",
        "session",
        "seen_lands",
    ):
        assert getattr(older, part) == getattr(late, part), part
    assert {id: timer.due for id, timer in older.timers.items()} == {id: timer.due for id, timer in late.timers.items()}
    assert set(older.things) == set(late.things)
    assert {ONE, TWO, LATE} == set(older.seats)


def test_a_late_player_is_told_no_secrets():
    """Nothing of what the hall hides, and no more rooms than the others have seen."""
    table = in_the_hall()
    table.do(SITS)
    late = table.known(LATE)
    assert ({}, {}, {}) == (late.sites, late.seen[CRYPT].features, late.seen[CRYPT].creatures)
    assert {HALL} == set(late.seen[CRYPT].zones)


def test_secrets_leave_no_trace_in_what_a_late_player_is_told():
    """Two worlds that differ in what is hidden, in a bell that only the referee waits for and in a note."""
    plain, secretive = in_the_hall(), in_the_hall(site(features={}, creatures={}))
    secretive.do(SetBell("the flood comes", Seconds(7200)))
    secretive.do(WriteNote("They do not know about the flood."))
    for table in (plain, secretive):
        table.do(SITS)
    told = [[(each.at, wire.encode(each.event)) for each in table.heard[LATE]] for table in (plain, secretive)]
    assert told[0] == told[1]


def test_while_the_others_are_apart_a_late_player_knows_neither_place():
    """Who goes with whom is plain, where they are is not."""
    table = in_the_hall()
    table.do(Split(MAIN, (ULF,), "Scouts"))
    table.do(SITS)
    groups = table.known(LATE).groups
    assert {MAIN: (MAUD,), GroupId("scouts"): (ULF,)} == {id: group.members for id, group in groups.items()}
    assert ({None}, {}) == ({group.zone for group in groups.values()}, table.known(LATE).seen)


def test_a_seat_is_given_once_and_by_the_referee():
    """Nobody sits down on someone."""
    table = in_the_hall()
    assert ["seat_taken"] == [reason.code for reason in table.why_not(TakeSeat(ONE, "Seat 1"))]
    assert ["referee_only"] == [reason.code for reason in table.why_not(SITS, ONE)]


def test_a_table_begins_once():
    """Another beginning would wipe out what there is."""
    table = in_the_hall()
    assert ["begun"] == [reason.code for reason in table.why_not(Begin("Another"))]
