"""Evenings: who is there, who comes late or in another's stead, and what the next evening opens with."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.table.happenings import of
from tests.table.small_site import CELL, CRYPT, HALL, MAUD, OAK, ONE, TORCHES, TWO, ULF, begin, site
from tests.table.tabletop import Tabletop
from tests.table.taking_back import take_back
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.adjustable import Adjust, What
from undercroft.table.bulk import PassTime, Span
from undercroft.table.campaign import Evening
from undercroft.table.evenings import Arrive, BeginEvening, EndEvening, EveningBegan, Leave, last_time
from undercroft.table.groups import MAIN, Split
from undercroft.table.light import LightUp
from undercroft.table.names import GroupId, PersonId
from undercroft.table.notes import Declare, WriteNote
from undercroft.table.offers import offers
from undercroft.table.people import Person
from undercroft.table.procedures.exploring import EnterSite
from undercroft.table.procedures.moving import Move
from undercroft.table.rulings import MakeRuling, ProposeRuling
from undercroft.table.seats import REFEREE, Seat
from undercroft.table.sites import DoorState
from undercroft.table.table import WORDS
from undercroft.table.trials import Befalls, PlainDice, Trial

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


def test_an_evening_has_a_number_a_title_and_those_present():
    """Whoever is not named is away, whoever is named and was away is with them."""
    table = _table()
    events = table.do(BeginEvening("The door", (MAUD, WIDO)))
    table.do(EndEvening())
    table.do(BeginEvening("The stair", (MAUD, WIDO)))

    assert [EveningBegan(Evening(1, "The door", (MAUD, WIDO)))] == of(events, EveningBegan)
    assert (MAUD, WIDO) == table.now.present == table.now.groups[MAIN].members == table.known(THREE).present
    assert Evening(2, "The stair", (MAUD, WIDO)) == table.now.evening
    assert "Evening 1, The door: Maud, Wido." == WORDS[EveningBegan](table.now, of(events, EveningBegan)[0])


def test_whoever_was_there_is_there_again_if_nobody_is_named():
    """Those who were away stay away, and the dead do not come."""
    table = _table()
    table.do(BeginEvening("The door", (MAUD, WIDO)))
    table.do(EndEvening())
    table.do(BeginEvening("The stair"))
    assert Evening(2, "The stair", (MAUD, WIDO)) == table.now.evening
    table.do(EndEvening())
    table.do(Adjust(What.PERSON, WIDO, "alive", value=False, reason="The stair was long"))
    table.do(BeginEvening("The well"))
    assert Evening(3, "The well", (MAUD,)) == table.now.evening
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
    table.do(BeginEvening("Again", (ULF,)))

    assert ((ULF,), HALL) == (table.now.groups[MAIN].members, table.now.groups[MAIN].zone)


def test_who_leaves_leaves_what_is_at_stake():
    """A ruling goes on with the others."""
    table = _table()
    table.do(ProposeRuling(Trial(MAIN, "leap", PlainDice("1d6", 3))))
    table.do(Leave(MAUD))

    assert [(ULF,)] == [proposal.who for proposal in table.now.proposals.values()]


def test_the_next_evening_opens_with_how_things_stood():
    """Where they were, what runs and waits, loose ends and lights in the pack: by what each seat knows."""
    table = _table()
    table.do(BeginEvening("The door", (MAUD, ULF)))
    table.do(EnterSite(MAIN, CRYPT))
    table.do(MakeRuling(Trial(MAIN, "bless", None, (ULF,), success=(Befalls("blessed", Seconds(600)),))))
    table.do(MakeRuling(Trial(MAIN, "curse", None, (ULF,), success=(Befalls("cursed", Seconds(60)),)), secret=True))
    table.do(ProposeRuling(Trial(MAIN, "leap", None)))
    table.do(WriteNote("Ask the miller", seat=ONE), seat=ONE)
    table.do(Declare(ULF, "I listen"), seat=TWO)
    table.do(EndEvening())
    ours, theirs = last_time(table.known(ONE)), last_time(table.known(TWO))

    assert ("The door", [(MAIN, HALL)]) == (ours.title, [(group.id, group.zone) for group in ours.groups])
    assert ["Ulf: blessed"] == [timer.what for timer in ours.running]
    assert (("leap",), ("leap", "Ulf: I listen")) == (ours.waiting, theirs.waiting)
    assert (("Ask the miller",), ()) == (ours.loose_ends, theirs.loose_ends)
    assert [TORCHES] == [thing.id for thing in theirs.unlit]
    assert ["Ulf: cursed", "Ulf: blessed"] == [timer.what for timer in last_time(table.now).running]


def test_dice_that_wait_are_what_the_next_evening_opens_with():
    """For the seat that holds them, and the referee."""
    table = Tabletop(typed=True)
    table.sit(ONE, TWO)
    table.do(begin())
    table.do(MakeRuling(Trial(MAIN, "leap", PlainDice("1d6", 3), (MAUD,))))

    assert (("leap",), ()) == (last_time(table.known(ONE)).waiting, last_time(table.known(TWO)).waiting)


@pytest.mark.parametrize(
    "command, codes",
    [
        (BeginEvening("x", (PersonId("nobody"),)), ["not_here"]),
        (EndEvening(), ["no_evening"]),
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


def test_an_open_evening_is_ended_first():
    """And who is away is offered to join."""
    table = _table()
    table.do(BeginEvening("x", (MAUD,)))

    assert ["evening_open"] == [why.code for why in table.why_not(BeginEvening("y", (MAUD,)))]
    assert [EndEvening(), Arrive(ULF), Arrive(WIDO)] == [
        one.command for one in offers(table.now, REFEREE) if isinstance(one.command, EndEvening | Arrive)
    ]
