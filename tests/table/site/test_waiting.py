"""Time in bulk: step by step under the site's clock, until something interrupts."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.table import passage
from tests.table.small_site import CELL, CRYPT, HALL, MAUD, ONE, TORCHES, TWO, ULF, begin, site
from tests.table.tabletop import Tabletop, codes
from tests.table.taking_back import take_back
from undercroft.kernel.units import HOUR, Seconds
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.engine.record import StretchStopped, TimePassed
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.stretches import StretchBegan
from undercroft.table.exploration.turns import EndStep
from undercroft.table.exploration.wandering import Place
from undercroft.table.offers import offers
from undercroft.table.rulings.rulings import MakeRuling
from undercroft.table.site.forecast import Preview, preview
from undercroft.table.site.movement import Move
from undercroft.table.site.waiting import PassTime, Span, WalkBack
from undercroft.table.state.house_rules import HouseRules, Sleep
from undercroft.table.state.ids import CreaturesId, DoorId, GroupId, ThingId, ZoneId
from undercroft.table.state.open_rulings import Befalls, Trial
from undercroft.table.state.scenes import SovereignTurn
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.sites import Clock, Door, DoorState, Site, Zone
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp, WentOut

VAULT, ARCH, GRATE = ZoneId("vault"), DoorId("arch"), DoorId("grate")
TURN = 600


def _row() -> Site:
    """Hall, cell and vault in a row, with open ways between them, and rats that come in any number."""
    crypt = site(features={}, creatures={**site().creatures})
    rats = replace(crypt.creatures[CreaturesId("rats")], zone=None)
    return replace(
        crypt,
        zones={**crypt.zones, VAULT: Zone(VAULT, "Vault", "A vault.", lit=True)},
        doors={
            ARCH: Door(ARCH, (HALL, CELL), DoorState.NO_DOOR, "arch"),
            GRATE: Door(GRATE, (CELL, VAULT), DoorState.OPEN, "grate"),
        },
        creatures={rats.id: rats},
    )


def _inside(crypt: Site | None = None, **changes: Any) -> Tabletop:
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(replace(begin(crypt or _row()), **changes))
    table.do(EnterSite(MAIN, CRYPT))
    return table


def _stops(events) -> list[tuple[int, str]]:
    return [(event.left, event.why) for event in events if isinstance(event, StretchStopped)]


def test_turns_pass_with_every_check_made():
    """Seven turns from the first: checks begin the third and the sixth, and nothing comes of them."""
    table = _inside()
    events = table.do(PassTime(MAIN, Span.STEP, 7), 5, 6)

    assert [TURN * n for n in range(1, 8)] == [event.time for event in events if isinstance(event, TimePassed)]
    assert [] == _stops(events)
    assert {} == table.now.stretches
    assert SovereignTurn(CRYPT, turn=8, begun=True, since_check=2) == table.now.groups[MAIN].scene


def test_time_is_counted_in_whole_turns_where_a_clock_runs():
    """Half an hour and a bit is four turns."""
    table = _inside()
    table.do(PassTime(MAIN, Span.MINUTE, 31), 5)

    assert 4 * TURN == table.now.groups[MAIN].time


def test_a_light_that_goes_out_stops_it():
    """An hour's torch was lit a turn ago; of eight turns three are left, and everybody is told."""
    table = _inside()
    table.do(LightUp(MAUD, TORCHES))
    table.do(PassTime(MAIN, Span.STEP))
    events = table.do(PassTime(MAIN, Span.STEP, 8), 5, 6)

    assert 6 * TURN == table.now.groups[MAIN].time
    assert [(3 * TURN, "A light has gone out.")] == _stops(events)
    assert [(3 * TURN, "A light has gone out.")] == _stops(told.event for told in table.heard[TWO])
    assert [WentOut(ThingId("torches-0-3"), "torch", MAUD, spent=True)] == [
        event for event in events if isinstance(event, WentOut)
    ]


def test_an_encounter_on_its_way_stops_it_and_players_hear_nothing():
    """The check of the third turn brings rats; the players hear that two turns have passed, and nothing else."""
    table = _inside()
    events = table.do(PassTime(MAIN, Span.STEP, 5), 1, 1, 2, 3)

    assert 2 * TURN == table.now.groups[MAIN].time
    assert [(3 * TURN, "An encounter is on its way.")] == _stops(events)
    assert [] == _stops(told.event for seat in (ONE, TWO, SPECTATORS) for told in table.heard[seat])
    assert b"rats" not in table.bytes_for(ONE)
    assert b"stretch-began" not in table.bytes_for(ONE)
    assert not [told for told in table.heard[ONE] if isinstance(told.event, StretchBegan)]


def test_who_has_come_already_does_not_stop_the_next_stretch():
    """An encounter that was rolled must be dealt with first; creatures in plain sight are no news."""
    table = _inside()
    table.do(PassTime(MAIN, Span.STEP, 5), 1, 1, 2, 3)
    (rats,) = (pending for scene in table.now.groups[MAIN].scenes for pending in scene.pending)
    assert ["encounter_pending"] == codes(table, PassTime(MAIN, Span.STEP))
    table.do(EndStep(MAIN, postpone=True))
    table.do(Place(MAIN, rats))
    table.do(EndEncounter(MAIN))
    table.do(PassTime(MAIN, Span.STEP))

    assert 4 * TURN == table.now.groups[MAIN].time


def test_what_ends_in_sight_stops_it_and_a_secret_does_not():
    """Maud's blessing is known and ends after two turns; Ulf's curse is nobody's business."""
    table = _inside()
    blessed = Trial(MAIN, "bless", None, (MAUD,), success=(Befalls("blessed", Seconds(2 * TURN)),))
    cursed = Trial(MAIN, "curse", None, (ULF,), success=(Befalls("cursed", Seconds(TURN)),))
    table.do(MakeRuling(blessed))
    table.do(MakeRuling(cursed, secret=True))
    events = table.do(PassTime(MAIN, Span.STEP, 4), 5)

    assert [(2 * TURN, "Maud's condition has changed.")] == _stops(events)
    assert () == table.now.people[ULF].conditions


def test_walking_back_takes_a_turn_a_room():
    """From the vault to the hall, two turns; each zone is seen again."""
    table = _inside()
    table.do(Move(MAIN, ARCH))
    table.do(Move(MAIN, GRATE), 5)
    table.do(WalkBack(MAIN, HALL))

    assert (HALL, 4 * TURN) == (table.now.groups[MAIN].zone, table.now.groups[MAIN].time)
    assert {} == table.now.stretches


def test_walking_stops_where_something_interrupts():
    """The check in the cell brings rats: they are still a room from the hall."""
    table = _inside()
    table.do(Move(MAIN, ARCH))
    table.do(Move(MAIN, GRATE), 5)
    table.do(PassTime(MAIN, Span.STEP, 2))
    events = table.do(WalkBack(MAIN, HALL), 1, 1, 2, 3)

    assert CELL == table.now.groups[MAIN].zone
    assert [(TURN, "An encounter is on its way.")] == _stops(events)


def test_a_way_that_has_been_shut_meanwhile_is_found_out():
    """Someone has locked the grate behind them: the turn is not spent on a door that does not open."""
    table = _inside()
    table.do(Move(MAIN, ARCH))
    table.do(Move(MAIN, GRATE), 5)
    shut = table.now.sites[CRYPT]
    grate = replace(shut.doors[GRATE], state=DoorState.LOCKED)
    table.truth.now = replace(table.now, sites={CRYPT: replace(shut, doors={**shut.doors, GRATE: grate})})
    events = table.do(WalkBack(MAIN, HALL))

    assert [(2 * TURN, "The way is blocked.")] == _stops(events)
    assert DoorState.LOCKED == table.known(ONE).seen[CRYPT].doors[GRATE].state
    assert ["no_way_known"] == [why.code for why in table.why_not(WalkBack(MAIN, HALL))]


def test_undo_takes_all_of_it_back():
    """Seven turns, the torch that burnt out and the wandering checks are one act."""
    table = _inside()
    table.do(LightUp(MAUD, TORCHES))
    before = (table.now, table.known(ONE))
    table.do(PassTime(MAIN, Span.STEP, 7), 5, 6)
    assert not table.now.lights
    take_back(table)

    assert before == (table.now, table.known(ONE))


@pytest.mark.parametrize(
    "span, amount, seconds",
    [
        (Span.SECOND, 90, 90),
        (Span.ROUND, 3, 30),
        (Span.DELVE_ROUND, 1, 360),
        (Span.TURN, 2, 1200),
        (Span.WATCH, 1, 6 * HOUR),
        (Span.DAY, 1, 24 * HOUR),
        (Span.TILL_MORNING, 1, 8 * HOUR),
        (Span.TILL_NOON, 1, 14 * HOUR),
        (Span.TILL_EVENING, 2, 44 * HOUR),
        (Span.TILL_MIDNIGHT, 1, 2 * HOUR),
    ],
)
def test_outside_time_passes_at_once(span, amount, seconds):
    """The campaign began at ten in the evening."""
    table = Tabletop()
    table.do(replace(begin(), day_begins=Seconds(22 * HOUR), house=HouseRules(sleep=Sleep.OFF)))
    table.do(PassTime(MAIN, span, amount))

    assert seconds == table.now.groups[MAIN].time


def test_a_whole_day_until_the_same_hour():
    """At six in the morning, until morning is tomorrow."""
    table = Tabletop()
    table.do(replace(begin(), day_begins=Seconds(6 * HOUR)))
    table.do(PassTime(MAIN, Span.TILL_MORNING))

    assert 24 * HOUR == table.now.groups[MAIN].time


def test_timers_fall_due_outside_too():
    """A torch burns out at its own moment within the night, and the night goes on."""
    table = Tabletop()
    table.sit(ONE)
    table.do(begin())
    table.do(LightUp(MAUD, TORCHES))
    table.do(PassTime(MAIN, Span.HOUR, 8))
    (out,) = [told for told in table.heard[ONE] if isinstance(told.event, WentOut)]

    assert (HOUR, 8 * HOUR) == (out.at, table.now.groups[MAIN].time)


def test_what_is_due_is_known_before():
    """The referee sees the torch and the checks ahead; a player sees the torch alone."""
    table = _inside()
    table.do(LightUp(MAUD, TORCHES))
    command = PassTime(MAIN, Span.STEP, 6)
    referee, player = preview(table.now, command), preview(table.known(TWO), command)

    assert [(3000, "torch burns low"), (3600, "torch burns out")] == [(each.due, each.what) for each in referee.due]
    assert (3, 6) == referee.checks
    assert Preview(Seconds(3600), referee.due, ()) == player


def test_a_secret_deadline_is_not_in_a_players_preview():
    """The curse ends when it ends."""
    table = _inside()
    cursed = Trial(MAIN, "curse", None, (ULF,), success=(Befalls("cursed", Seconds(TURN)),))
    table.do(MakeRuling(cursed, secret=True))
    command = PassTime(MAIN, Span.STEP, 2)

    assert ["Ulf: cursed"] == [each.what for each in preview(table.now, command).due]
    assert () == preview(table.known(TWO), command).due


def test_the_way_back_can_be_looked_at_before():
    """Two rooms, two turns, by what the players know; nobody knows a way to where nobody was."""
    table = _inside()
    table.do(Move(MAIN, ARCH))
    assert ["no_way_known"] == [why.code for why in table.why_not(WalkBack(MAIN, VAULT))]
    table.do(Move(MAIN, GRATE), 5)

    assert 2 * TURN == preview(table.known(ONE), WalkBack(MAIN, HALL)).seconds
    assert [WalkBack(MAIN, HALL)] == [
        offer.command for offer in offers(table.now, REFEREE) if isinstance(offer.command, WalkBack)
    ]


@pytest.mark.parametrize(
    "command, code",
    [
        (PassTime(GroupId("nobody"), Span.HOUR), "no_group"),
        (PassTime(MAIN, Span.STEP), "no_clock"),
        (WalkBack(MAIN, HALL), "not_exploring"),
    ],
)
def test_refused_outside(command, code):
    """There are no turns and no rooms outside a site."""
    table = Tabletop()
    table.do(begin())

    assert [code] == [why.code for why in table.why_not(command)]


def test_refused_inside():
    """Walking to where one stands is no walk, and only the referee lets time pass."""
    table = _inside()

    assert ["there_already"] == [why.code for why in table.why_not(WalkBack(MAIN, HALL))]
    assert ["referee_only"] == [why.code for why in table.why_not(PassTime(MAIN, Span.HOUR), ONE)]


def test_the_log_says_what_was_left():
    """In minutes and seconds."""
    said = StretchStopped(MAIN, Seconds(750), "A light has gone out.").say(Tabletop().now)

    assert "A light has gone out. Interrupted with 12 min 30 s unspent." == said


def test_under_another_clock_the_same_steps_are_its_own():
    """In delve rounds they go two zones a round: two zones back are one round, ended by its hazard die."""
    table = Tabletop()
    table.do(passage.begin(passage.passage(Clock.DELVING, traps={}, features={})))
    table.do(EnterSite(MAIN, passage.PASSAGE))
    table.do(Move(MAIN, passage.TO_SECOND))
    table.do(Move(MAIN, passage.TO_THIRD), 20)
    before = table.now.groups[MAIN].time
    table.do(WalkBack(MAIN, passage.FIRST), 20)

    assert (360, 720) == (before, table.now.groups[MAIN].time)
    assert passage.FIRST == table.now.groups[MAIN].zone
