"""Parting and encounter: each group has its own time, place, map and ears; some moments belong to all."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from msgspec.structs import replace

from tests.table.small_site import CELL, CRYPT, HALL, MAUD, OAK, ONE, TORCHES, TWO, ULF, begin, site
from tests.table.tabletop import Tabletop
from tests.table.taking_back import take_back
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.engine.event import Event
from undercroft.table.engine.record import WAITING, StretchStopped, TimePassed, TimerDropped, TimerLapsed
from undercroft.table.exploration.bells import BellRang, RingBell, SetBell
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.splitting import Rejoin, Split
from undercroft.table.exploration.turns import EndStep
from undercroft.table.offers import offers
from undercroft.table.rulings.rulings import MakeRuling, ProposeRuling
from undercroft.table.sentences import says
from undercroft.table.site.doors import OpenDoor
from undercroft.table.site.movement import Move
from undercroft.table.site.search import Search
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.ids import GroupId, PersonId, TimerId, ZoneId
from undercroft.table.state.open_rulings import Befalls, Damage, Lasts, Trial
from undercroft.table.state.people import Condition, Person
from undercroft.table.state.scenes import SovereignTurn
from undercroft.table.state.seats import REFEREE, SPECTATORS, Seat
from undercroft.table.state.sites import DoorState
from undercroft.table.world.campaign_start import Begin
from undercroft.table.world.group_maps import MapShared
from undercroft.table.world.groups import MAIN, GroupMoved, March
from undercroft.table.world.light import LightUp, WentOut
from undercroft.table.world.sightings import CreaturesSeen

SCOUTS = GroupId("the-scouts")
WIDO, THREE = PersonId("wido"), SeatId("three")
SPLIT = Split(MAIN, (MAUD,), "The scouts")


def _open_crypt():
    crypt = site(features={})
    return replace(crypt, doors={OAK: replace(crypt.doors[OAK], state=DoorState.OPEN)}, creatures={}, encounters=())


def _table(*, inside: bool = False) -> Tabletop:
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(_open_crypt()))
    if inside:
        table.do(EnterSite(MAIN, CRYPT))
    return table


def _heard(table: Tabletop, seat: str, *kinds: type[Event]) -> list[tuple[int, Any]]:
    return [(told.at, told.event) for told in table.heard[seat] if isinstance(told.event, kinds)]


def test_a_split_group_has_the_same_place_time_and_turn():
    """Its id comes from its name; everybody there sees who goes."""
    table = _table(inside=True)
    table.do(EndStep(MAIN))
    table.do(SPLIT)
    main, scouts = table.now.groups[MAIN], table.now.groups[SCOUTS]

    assert ((ULF,), (MAUD,)) == (main.members, scouts.members)
    assert (main.time, main.site, main.zone) == (scouts.time, scouts.site, scouts.zone) == (600, CRYPT, HALL)
    assert SovereignTurn(CRYPT, turn=2, begun=True, since_check=2) == main.scene == scouts.scene
    assert table.known(TWO).groups[SCOUTS] == replace(scouts, scenes=tuple(scene.seen for scene in scouts.scenes))


def test_the_log_names_the_group_that_acts_and_sees():
    """While the party is split; before, and in a log without the group of a sighting, it is the party."""
    crypt = site(features={}, encounters=())
    table = Tabletop()
    table.do(begin(replace(crypt, doors={OAK: replace(crypt.doors[OAK], state=DoorState.OPEN)})))
    together = says(table.now, GroupMoved(MAIN, CRYPT, HALL, called="The Crypt"))
    table.do(SPLIT)
    lines = [says(table.now, event) for event in table.do(EnterSite(SCOUTS, CRYPT))]
    seen = [event for event in table.do(Move(SCOUTS, OAK)) if isinstance(event, CreaturesSeen)]

    assert "The party enters the Crypt." == together
    assert "The scouts enter the Crypt." in lines
    assert ["The scouts see 6 rats."] == [says(table.now, event) for event in seen]
    assert ["The party sees 6 rats."] == [says(table.now, replace(event, group=None)) for event in seen]


def test_time_and_news_are_a_groups_own():
    """The scouts' turn, the zone they see and their light are not heard by those who stay, nor by spectators."""
    table = _table(inside=True)
    table.do(SPLIT)
    before = {seat: table.bytes_for(seat) for seat in (TWO, SPECTATORS)}
    table.do(LightUp(MAUD, TORCHES))
    table.do(Move(SCOUTS, OAK))

    assert before == {seat: table.bytes_for(seat) for seat in (TWO, SPECTATORS)}
    assert (0, 600) == (table.now.groups[MAIN].time, table.now.groups[SCOUTS].time)
    assert [CELL, HALL] == sorted(table.known(ONE).seen[CRYPT].zones)
    assert [HALL] == sorted(table.known(TWO).seen[CRYPT].zones)
    assert 0 == table.now.clock


def test_deadlines_go_with_those_they_belong_to():
    """Ulf knew when Maud's torch would burn out; once she is gone he does not, and does not hear it."""
    table = _table()
    table.do(LightUp(MAUD, TORCHES))
    table.do(SPLIT)
    table.do(PassTime(SCOUTS, Span.HOUR))

    assert [] == list(table.known(TWO).timers)
    assert [] == _heard(table, TWO, WentOut)
    assert [3600] == [at for at, _ in _heard(table, ONE, WentOut)]
    assert ["low-torches-0-3", "light-torches-0-3"] == [
        dropped.timer for _, dropped in _heard(table, TWO, TimerDropped)
    ]


def test_the_earlier_waits_and_then_they_are_one():
    """Ulf's blessing ends while he waits for the scouts' hour; the scouts were first to be named."""
    table = _table()
    table.do(MakeRuling(Trial(MAIN, "bless", None, (ULF,), success=(Befalls("blessed", Seconds(60)),))))
    table.do(SPLIT)
    table.do(PassTime(SCOUTS, Span.HOUR))
    events = table.do(Rejoin(SCOUTS, MAIN))

    assert TimePassed(MAIN, Seconds(3600), Seconds(0)) in events
    assert [MAIN] == list(table.now.groups) == list(table.known(ONE).groups)
    assert ((MAUD, ULF), 3600) == (table.now.groups[MAIN].members, table.now.groups[MAIN].time)
    assert () == table.known(ONE).people[ULF].conditions


def test_the_party_stays_the_party():
    """Whichever group joins the other, the main group's name survives."""
    table = _table()
    table.do(SPLIT)
    table.do(Rejoin(MAIN, SCOUTS))

    assert (MAIN, (MAUD, ULF)) == (table.now.groups[MAIN].id, table.now.groups[MAIN].members)
    assert {} == table.now.maps


A_TO_D = tuple(PersonId(letter) for letter in "abcd")


@given(some.lists(some.sampled_from(A_TO_D), min_size=1, max_size=6), some.permutations(range(6)))
def test_the_marching_order_outlasts_any_split(leave, order):
    """People leave whatever group they are in, one after the other, and any two groups join, in any order."""
    table = Tabletop()
    table.sit(ONE)
    people = tuple(Person(who, who.upper(), ONE) for who in A_TO_D)
    table.do(Begin("Four", seats=(Seat(ONE, "Seat 1"),), people=people, party=A_TO_D))
    for number, who in enumerate(leave):
        left = next(group for group in table.now.groups.values() if who in group.members)
        going = tuple({who, left.members[-1]}) if number % 2 else (who,)
        if len(going) < len(left.members):
            table.do(Split(left.id, going, f"apart {number}"))
    for turn in order:
        groups = sorted(table.now.groups)
        if len(groups) > 1:
            table.do(Rejoin(groups[turn % len(groups)], groups[(turn + 1) % len(groups)]))

    assert [(A_TO_D, ())] == [(group.members, group.order_before) for group in table.now.groups.values()]


def test_a_new_marching_order_counts_from_then_on():
    """The party changes its order, then one leaves and comes back into the new order."""
    table = _table()
    table.do(March(MAIN, (ULF, MAUD)))
    table.do(SPLIT)
    table.do(Rejoin(SCOUTS, MAIN))
    assert (ULF, MAUD) == table.now.groups[MAIN].members


def test_who_meets_again_sees_how_the_others_are():
    """Wounds, gear and lights of the others are known again; a secret about them is not."""
    table = _table()
    table.do(LightUp(MAUD, TORCHES))
    table.do(SPLIT)
    table.do(MakeRuling(Trial(SCOUTS, "fall", None, success=(Damage("1d4"),))), 2)
    curse = Trial(SCOUTS, "curse", None, success=(Befalls("cursed"),))
    table.do(MakeRuling(curse, secret=True))
    table.do(PassTime(SCOUTS, Span.HOUR))
    assert (5, 1) == (table.known(TWO).people[MAUD].hp, len(table.known(TWO).lights))
    table.do(Rejoin(SCOUTS, MAIN))
    known = table.known(TWO)

    assert (3, (), {}) == (known.people[MAUD].hp, known.people[MAUD].conditions, known.lights)
    assert (Condition("cursed", Seconds(0), secret=True),) == table.now.people[MAUD].conditions
    assert {thing.id for thing in table.now.carried_by(MAUD)} == {thing.id for thing in known.carried_by(MAUD)}


def test_maps_are_shown_when_they_meet():
    """Ulf learns of the cell from Maud, and from nobody else; she has nothing to learn from him."""
    table = _table(inside=True)
    table.do(SPLIT)
    table.do(Move(SCOUTS, OAK))
    table.do(Move(SCOUTS, OAK), 5)
    table.do(EndStep(MAIN))
    table.do(EndStep(MAIN), 5)
    table.do(Rejoin(SCOUTS, MAIN))
    (shown,) = _heard(table, TWO, MapShared)

    assert [CELL] == list(shown[1].seen.zones)
    assert table.known(ONE).seen == table.known(TWO).seen
    assert [] == _heard(table, ONE, MapShared)
    assert table.known(SPECTATORS).seen == table.known(TWO).seen


def _three() -> Tabletop:
    """Wido is with them too."""
    table = Tabletop()
    table.sit(ONE, TWO, THREE)
    party = begin(_open_crypt())
    seats = (*party.seats, Seat(THREE, "Seat 3"))
    people = (*party.people, Person(WIDO, "Wido", THREE))
    table.do(replace(party, seats=seats, people=people, party=(*party.party, WIDO)))
    table.do(EnterSite(MAIN, CRYPT))
    return table


def test_a_person_who_goes_first_needs_no_name_for_it():
    """They are the scouts; the next who go are to be called something else."""
    table = _three()
    table.do(Split(MAIN, (MAUD,)))
    assert (MAUD,) == table.now.groups[GroupId("scouts")].members
    assert ["name_taken"] == [why.code for why in table.why_not(Split(MAIN, (WIDO,)))]


def test_a_third_groups_map_stays_its_own():
    """Only what those who meet have seen is shown."""
    table = _three()
    table.do(Split(MAIN, (MAUD,), "a"))
    table.do(Split(MAIN, (WIDO,), "b"))
    table.do(Move(GroupId("a"), OAK))
    table.do(Rejoin(GroupId("b"), MAIN))

    assert [HALL] == list(table.known(TWO).seen[CRYPT].zones) == list(table.known(THREE).seen[CRYPT].zones)
    assert ["a", MAIN] == sorted(table.now.maps)


def test_in_the_same_turn_what_is_done_is_done():
    """Parting and encounter at once gives nobody a second go."""
    table = _three()
    table.do(Search(ULF), 1, 1)
    table.do(Split(MAIN, (MAUD, ULF), "The scouts"))
    table.do(Rejoin(SCOUTS, MAIN))

    assert ["done_this_turn"] == [why.code for why in table.why_not(Search(ULF))]
    assert [] == [why.code for why in table.why_not(Search(MAUD))]


def test_company_on_the_way_comes_to_those_who_stay_and_then_to_all():
    """The referee's pending rats are in one group's scene only, and not lost when they meet."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin())
    table.do(EnterSite(MAIN, CRYPT))
    table.do(PassTime(MAIN, Span.STEP, 2), 1, 1, 2, 3)
    (rats,) = (pending for scene in table.now.groups[MAIN].scenes for pending in scene.pending)
    table.do(SPLIT)
    apart = [
        tuple(pending for scene in group.scenes for pending in scene.pending) for group in table.now.groups.values()
    ]
    table.do(Rejoin(SCOUTS, MAIN))

    assert [(rats,), ()] == apart
    assert [(rats,)] == [scene.pending for scene in table.now.groups[MAIN].scenes]


def test_nobody_passes_a_bell_before_the_others():
    """The scouts stop at the bell; it rings when the others have come, and both hear it at its moment."""
    table = _table()
    table.do(SetBell("midnight", Seconds(600), (ONE, TWO)))
    table.do(SPLIT)
    table.do(PassTime(SCOUTS, Span.HOUR))
    assert ["waiting"] == [why.code for why in table.why_not(PassTime(SCOUTS, Span.HOUR))]
    table.do(PassTime(MAIN, Span.HOUR))
    table.do(PassTime(SCOUTS, Span.MINUTE))

    for seat, group in ((ONE, SCOUTS), (TWO, MAIN)):
        assert [
            (600, TimePassed(group, Seconds(600), Seconds(0))),
            (600, StretchStopped(group, Seconds(3000), WAITING)),
            (600, BellRang("midnight")),
        ] == _heard(table, seat, TimePassed, StretchStopped, BellRang)[:3]
    assert (660, 600) == (table.now.groups[SCOUTS].time, table.now.groups[MAIN].time)
    assert {} == table.now.timers


def test_a_bell_rings_for_a_whole_party_on_its_way():
    """With nobody elsewhere there is nobody to wait for; what is Maud's own comes first at the same moment."""
    table = _table()
    table.do(SetBell("midnight", Seconds(600), (ONE,)))
    table.do(MakeRuling(Trial(MAIN, "glow", None, (MAUD,), success=(Lasts("glow", Seconds(600)),))))
    events = table.do(PassTime(MAIN, Span.HOUR))

    assert 3600 == table.now.groups[MAIN].time
    assert ["effect-maud-glow", "bell-midnight-600"] == [
        event.timer for event in events if isinstance(event, TimerLapsed)
    ]
    assert [(600, BellRang("midnight"))] == _heard(table, ONE, BellRang)
    assert [] == _heard(table, TWO, BellRang)


def test_a_turn_that_ends_at_a_bell_is_over_before_it_rings():
    """And the next begins only when it has rung for all."""
    table = _table(inside=True)
    table.do(SetBell("the tide", Seconds(600), (ONE, TWO)))
    table.do(SPLIT)
    table.do(EndStep(SCOUTS))
    assert ["waiting"] == [why.code for why in table.why_not(Search(MAUD), ONE)]
    assert ["waiting"] == [why.code for why in table.why_not(EndStep(SCOUTS))]
    table.do(EndStep(MAIN))

    turns = [each.groups[SCOUTS].scene for each in (table.now, table.known(ONE))]
    assert [2, 2] == [scene.turn for scene in turns if isinstance(scene, SovereignTurn)]


def test_undo_takes_an_encounter_back():
    """Groups, maps and deadlines are apart again, for everybody."""
    table = _table(inside=True)
    table.do(LightUp(MAUD, TORCHES))
    table.do(SPLIT)
    table.do(EndStep(SCOUTS))
    before = (table.now, table.known(ONE), table.known(TWO))
    table.do(Rejoin(SCOUTS, MAIN))
    assert [MAIN] == list(table.now.groups)
    take_back(table)

    assert before == (table.now, table.known(ONE), table.known(TWO))


@pytest.mark.parametrize(
    "command, codes",
    [
        (Split(GroupId("x"), (MAUD,), "a"), ["no_group"]),
        (Split(MAIN, (), "a"), ["not_the_members"]),
        (Split(MAIN, (MAUD, ULF), "a"), ["nobody_left"]),
        (Split(MAIN, (MAUD,), "Party"), ["name_taken"]),
        (Rejoin(MAIN, MAIN), ["no_group"]),
        (SetBell("x", Seconds(0)), ["too_late"]),
        (SetBell("x", Seconds(9), (SeatId("nine"),)), ["no_seat"]),
        (RingBell(TimerId("x")), ["not_yet"]),
    ],
)
def test_refused(command, codes):
    """Each reason has its code."""
    assert codes == [why.code for why in _table().why_not(command)]


def test_only_those_in_one_place_meet():
    """And only they are offered to go on together; a ruling on the table is settled first."""
    table = _table(inside=True)
    table.do(SPLIT)
    table.do(ProposeRuling(Trial(SCOUTS, "leap", None)))
    assert ["ruling_open"] == [why.code for why in table.why_not(Rejoin(SCOUTS, MAIN))]
    take_back(table)
    assert [Rejoin(SCOUTS, MAIN)] == [
        offer.command for offer in offers(table.now, REFEREE) if isinstance(offer.command, Rejoin)
    ]
    table.do(Move(SCOUTS, OAK))

    assert ["not_together"] == [why.code for why in table.why_not(Rejoin(SCOUTS, MAIN))]
    assert ["referee_only"] == [why.code for why in table.why_not(SPLIT, ONE)][:1]
    assert not [offer for offer in offers(table.now, REFEREE) if isinstance(offer.command, Rejoin)]


def test_a_door_seen_by_both_is_as_the_last_saw_it():
    """The scouts open a door that the others know shut; when they meet, all know it open."""
    crypt = _open_crypt()
    shut = replace(crypt.doors[OAK], state=DoorState.CLOSED)
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(replace(crypt, doors={OAK: shut})))
    table.do(EnterSite(MAIN, CRYPT))
    table.do(SPLIT)
    table.do(OpenDoor(MAUD, OAK))
    assert DoorState.CLOSED == table.known(TWO).seen[CRYPT].doors[OAK].state
    table.do(Rejoin(SCOUTS, MAIN))

    assert DoorState.OPEN == table.known(TWO).seen[CRYPT].doors[OAK].state
    assert ZoneId("cell") not in table.known(TWO).seen[CRYPT].zones


def test_a_secret_bell_leaves_no_trace_while_the_party_is_whole():
    """The guard's round comes and goes within an hour that looks like any other."""

    def evening(*, bell: bool) -> Tabletop:
        table = _table()
        table.do(SetBell("the guard's round", Seconds(600)) if bell else SetBell("nothing", Seconds(9000)))
        table.do(PassTime(MAIN, Span.HOUR))
        return table

    quiet, busy = evening(bell=False), evening(bell=True)

    assert len(busy.log) > len(quiet.log)
    assert [quiet.bytes_for(seat) for seat in (ONE, TWO)] == [busy.bytes_for(seat) for seat in (ONE, TWO)]
