"""Sessions: who is there, who comes late or in another's stead, and what the next session opens with."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.table.happenings import of
from tests.table.small_site import CELL, CRYPT, HALL, MAUD, OAK, ONE, TORCHES, TWO, ULF, begin, site
from tests.table.tabletop import Tabletop
from tests.table.taking_back import take_back
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.splitting import Split
from undercroft.table.offers import offers
from undercroft.table.referee.adjust import Adjust
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.rulings.rulings import MakeRuling, ProposeRuling
from undercroft.table.session.notes import Declare, WriteNote
from undercroft.table.session.sessions import Arrive, BeginSession, EndSession, Leave, SessionBegan, last_time
from undercroft.table.site.movement import Move
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.open_rulings import Befalls, PlainDice, Trial
from undercroft.table.state.people import Person
from undercroft.table.state.seats import REFEREE, Seat
from undercroft.table.state.sessions import GameSession
from undercroft.table.state.sites import DoorState
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

WIDO, THREE, SCOUTS = PersonId("wido"), SeatId("three"), GroupId("scouts")


def _table(**changes: Any) -> Tabletop:
    """Wido is on the roll and away; the door to the cell stands open."""
    crypt = site(features={}, creatures={}, encounters=())
    crypt = replace(crypt, doors={OAK: replace(crypt.doors[OAK], state=DoorState.OPEN)})
    opening = begin(crypt)
    table = Tabletop()
    table.sit(ONE, TWO, THREE)
    table.do(
        replace(
            opening,
            seats=(*opening.seats, Seat(THREE, "Seat 3")),
            people=(*opening.people, Person(WIDO, "Wido", THREE, hp=4, hp_max=4)),
            **changes,
        )
    )
    return table


def test_a_session_has_a_number_a_title_and_those_present():
    """The person who is not named is away, the person who is named and was away is with them."""
    table = _table()
    events = table.do(BeginSession("The door", (MAUD, WIDO)))
    table.do(EndSession())
    table.do(BeginSession("The stair", (MAUD, WIDO)))

    assert [SessionBegan(GameSession(1, "The door", (MAUD, WIDO)))] == of(events, SessionBegan)
    assert (MAUD, WIDO) == table.now.present == table.now.groups[MAIN].members == table.known(THREE).present
    assert GameSession(2, "The stair", (MAUD, WIDO)) == table.now.session
    assert "Session 1, The door: Maud, Wido." == of(events, SessionBegan)[0].say(table.now)


def test_a_person_who_was_there_is_there_again_if_nobody_is_named():
    """Those who were away stay away, and the dead do not come."""
    table = _table()
    table.do(BeginSession("The door", (MAUD, WIDO)))
    table.do(EndSession())
    table.do(BeginSession("The stair"))
    assert GameSession(2, "The stair", (MAUD, WIDO)) == table.now.session
    table.do(EndSession())
    table.do(Adjust(Adjustable.PERSON, WIDO, "alive", value=False, reason="The stair was long"))
    table.do(BeginSession("The well"))
    assert GameSession(3, "The well", (MAUD,)) == table.now.session
    assert (MAUD,) == table.now.present


def test_who_comes_late_knows_what_the_group_knows():
    """Place, time, map, lights and how everybody is; the others see the newcomer."""
    table = _table()
    table.do(EnterSite(MAIN, CRYPT))
    table.do(LightUp(MAUD, TORCHES))
    table.do(MakeRuling(Trial(MAIN, "bless", None, (ULF,), success=(Befalls("blessed", Seconds(9000)),))))
    table.do(Move(MAIN, OAK))
    table.do(Arrive(WIDO))
    known = table.known(THREE)

    assert (600, CELL, (MAUD, ULF, WIDO)) == (
        known.groups[MAIN].time,
        known.groups[MAIN].zone,
        known.groups[MAIN].members,
    )
    assert known.seen == table.known(ONE).seen
    assert {HALL, CELL} == set(known.seen[CRYPT].zones)
    assert known.people == table.known(ONE).people
    assert known.lights == table.known(ONE).lights
    assert known.timers == table.known(ONE).timers
    assert known.groups[MAIN].scenes == table.known(ONE).groups[MAIN].scenes


def test_who_leaves_puts_out_their_light_and_no_time_passes_for_them():
    """Maud's torch keeps what is left of it; her blessing waits, and ends when she is back and time passes."""
    table = _table()
    table.do(LightUp(MAUD, TORCHES))
    table.do(MakeRuling(Trial(MAIN, "bless", None, (MAUD,), success=(Befalls("blessed", Seconds(60)),))))
    table.do(PassTime(MAIN, Span.SECOND, 30))
    table.do(Leave(MAUD))
    away = table.now
    table.do(PassTime(MAIN, Span.HOUR))
    assert table.now.people[MAUD].is_in("blessed")
    table.do(Arrive(MAUD))
    table.do(PassTime(MAIN, Span.SECOND))

    assert ({}, (ULF,), (ULF,)) == (away.lights, away.present, away.groups[MAIN].members)
    assert not table.now.people[MAUD].is_in("blessed")
    assert 30 == sum(thing.burnt for thing in table.now.carried_by(MAUD))


def test_another_takes_their_place_where_they_were():
    """Wido comes to the scouts for Maud, in one act, and one undo takes both back."""
    table = _table()
    table.do(Split(MAIN, (MAUD,), "Scouts"))
    table.do(PassTime(SCOUTS, Span.HOUR))
    before = table.now
    table.do(Arrive(WIDO, instead_of=MAUD))
    after = table.now.groups[SCOUTS]
    take_back(table)

    assert ((WIDO,), 3600) == (after.members, after.time)
    assert before == table.now


def test_a_group_that_all_have_left_is_gone():
    """The scouts' only member leaves; the clock is that of those who are there."""
    table = _table()
    table.do(Split(MAIN, (MAUD,), "Scouts"))
    table.do(PassTime(MAIN, Span.HOUR))
    assert 0 == table.now.clock
    table.do(Leave(MAUD))

    assert ([MAIN], {}, 3600) == (list(table.now.groups), table.now.maps, table.now.clock)


def test_everybody_may_leave_and_come_back():
    """The party's place waits for them."""
    table = _table()
    table.do(EnterSite(MAIN, CRYPT))
    table.do(Leave(MAUD))
    table.do(Leave(ULF))
    table.do(BeginSession("Again", (ULF,)))

    assert ((ULF,), HALL) == (table.now.groups[MAIN].members, table.now.groups[MAIN].zone)


def test_who_leaves_leaves_what_is_at_stake():
    """A ruling goes on with the others."""
    table = _table()
    table.do(ProposeRuling(Trial(MAIN, "leap", PlainDice("1d6", 3))))
    table.do(Leave(MAUD))

    assert [(ULF,)] == [proposal.who for proposal in table.now.proposals.values()]


def test_the_next_session_opens_with_how_things_stood():
    """Where they were, what runs and waits, loose ends and lights in the pack: by what each seat knows."""
    table = _table()
    table.do(BeginSession("The door", (MAUD, ULF)))
    table.do(EnterSite(MAIN, CRYPT))
    table.do(MakeRuling(Trial(MAIN, "bless", None, (ULF,), success=(Befalls("blessed", Seconds(600)),))))
    table.do(MakeRuling(Trial(MAIN, "curse", None, (ULF,), success=(Befalls("cursed", Seconds(60)),)), secret=True))
    table.do(ProposeRuling(Trial(MAIN, "leap", None)))
    table.do(WriteNote("Ask the miller", seat=ONE), seat=ONE)
    table.do(Declare(ULF, "I listen"), seat=TWO)
    table.do(EndSession())
    ours, theirs = last_time(table.known(ONE)), last_time(table.known(TWO))

    assert ("The door", [(MAIN, HALL)]) == (ours.title, [(group.id, group.zone) for group in ours.groups])
    assert ["Ulf: blessed"] == [timer.what for timer in ours.running]
    assert (("leap",), ("leap", "Ulf: I listen")) == (ours.waiting, theirs.waiting)
    assert (("Ask the miller",), ()) == (ours.loose_ends, theirs.loose_ends)
    assert [TORCHES] == [thing.id for thing in theirs.unlit]
    assert ["Ulf: cursed", "Ulf: blessed"] == [timer.what for timer in last_time(table.now).running]


def test_dice_that_wait_are_what_the_next_session_opens_with():
    """For the seat that holds them, and the referee."""
    table = Tabletop(typed=True)
    table.sit(ONE, TWO)
    table.do(begin())
    table.do(MakeRuling(Trial(MAIN, "leap", PlainDice("1d6", 3), (MAUD,))))

    assert (("leap",), ()) == (last_time(table.known(ONE)).waiting, last_time(table.known(TWO)).waiting)


@pytest.mark.parametrize(
    "command, codes",
    [
        (BeginSession("x", (PersonId("nobody"),)), ["not_here"]),
        (EndSession(), ["no_evening"]),
        (Arrive(MAUD), ["present"]),
        (Arrive(PersonId("nobody")), ["not_here"]),
        (Arrive(WIDO, GroupId("x")), ["no_group"]),
        (Arrive(WIDO, instead_of=WIDO), ["not_present"]),
        (Leave(WIDO), ["not_here"]),
    ],
)
def test_refused(command, codes):
    """Each reason has its code, and all of it is the referee's to say."""
    table = _table()

    assert codes == [why.code for why in table.why_not(command)]
    assert "referee_only" == table.why_not(command, ONE)[0].code


def test_an_open_session_is_ended_first():
    """And who is away is offered to join."""
    table = _table()
    table.do(BeginSession("x", (MAUD,)))

    assert ["evening_open"] == [why.code for why in table.why_not(BeginSession("y", (MAUD,)))]
    assert [EndSession(), Arrive(ULF), Arrive(WIDO)] == [
        offer.command for offer in offers(table.now, REFEREE) if isinstance(offer.command, EndSession | Arrive)
    ]


@pytest.mark.parametrize("title,numbered", [("Session 3", "Session 3"), ("", "Session 3"), ("Mud", "Session 3: Mud")])
def test_a_session_is_named_once(title: str, numbered: str) -> None:
    """A title that only repeats the number says nothing more."""
    session = GameSession(3, title, ())
    assert numbered == session.numbered
    assert f"{numbered.replace(':', ',')}." == SessionBegan(session).say(Campaign())
