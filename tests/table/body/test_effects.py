"""Spells and other effects, deadlines by hand, lights adjusted, and checks that were missed."""

import pytest

from tests.table.infirmary import KIT, conditions, due, table
from tests.table.small_site import CRYPT, MAUD, ONE, TORCHES, TWO, ULF, begin
from tests.table.tabletop import Tabletop, codes
from undercroft.kernel.units import Seconds
from undercroft.table.body.condition import GiveCondition, StrainChanged
from undercroft.table.body.dying import Stabilise
from undercroft.table.body.effects import EffectEnded, EffectStarted, EffectUsed, EndEffect, StartEffect, UseEffect
from undercroft.table.body.wounds import Wound
from undercroft.table.exploration.missed_checks import MissedChecks
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.offers import offers
from undercroft.table.referee.adjust import Adjust
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.referee.timers import AdjustLight, DropTimer, MoveTimer
from undercroft.table.state.deadlines import NEVER
from undercroft.table.state.ids import PersonId, ThingId, TimerId
from undercroft.table.state.scenes import SovereignTurn
from undercroft.table.state.seats import REFEREE
from undercroft.table.treatment.sleep import RestNight
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp, PutOut, WentOut

HOUR = Seconds(3600)
TORCH = ThingId("torches-0-3")


def told(events):
    """Events about effects."""
    return [event for event in events if isinstance(event, EffectStarted | EffectUsed | EffectEnded | StrainChanged)]


# Effects


def test_a_spell_costs_its_strain_lasts_and_ends():
    """Its end is told at its own moment."""
    at = table()
    events = at.do(StartEffect(ULF, "Haste", HOUR, strain=1, note="+10 ft"), seat=TWO)
    assert [StrainChanged(ULF, 1), EffectStarted(ULF, "Haste", "+10 ft")] == told(events)
    assert {"effect-ulf-Haste": 3600} == due(at.known(ONE))

    assert [EffectEnded(ULF, "Haste", "over")] == told(at.do(RestNight(MAIN, hours=2)))[:1]
    assert {} == due(at.known(ONE))
    assert [3600] == [each.at for each in at.log if isinstance(each.event, EffectEnded) and REFEREE in each.to]


def test_uses_are_spent_one_by_one():
    """With the last one it is over."""
    at = table()
    at.do(StartEffect(ULF, "Mirror images", uses=2))
    assert {"effect-ulf-Mirror images": NEVER} == due(at.now)

    assert [EffectUsed(ULF, "Mirror images", 1)] == told(at.do(UseEffect(ULF, "Mirror images"), seat=TWO))
    assert [EffectUsed(ULF, "Mirror images", 0), EffectEnded(ULF, "Mirror images", "used up")] == told(
        at.do(UseEffect(ULF, "Mirror images"))
    )
    assert {} == due(at.now)


def test_what_lasts_until_it_is_ended():
    """No night ends it."""
    at = table()
    at.do(StartEffect(ULF, "A geas"))
    at.do(RestNight(MAIN))
    assert [EffectEnded(ULF, "A geas", "ended")] == told(at.do(EndEffect(ULF, "A geas")))


def test_begun_again_it_lasts_again():
    """The same effect twice is one effect, from the later beginning."""
    at = table()
    at.do(StartEffect(ULF, "Bless", HOUR))
    at.do(RestNight(MAIN, hours=1))
    at.do(StartEffect(ULF, "Bless", HOUR))

    assert {"effect-ulf-Bless": 7200} == due(at.now)


def test_a_secret_effect_is_the_referees():
    """Players hear neither of its beginning nor of its end."""
    at = table()
    before = len(at.heard[ONE]), len(at.heard[TWO])
    at.do(StartEffect(ULF, "A tracking rune", HOUR, uses=2, secret=True))
    at.do(UseEffect(ULF, "A tracking rune"))
    assert before == (len(at.heard[ONE]), len(at.heard[TWO]))

    at.do(RestNight(MAIN, hours=1))
    assert not [each for each in at.heard[TWO] if isinstance(each.event, EffectEnded)]
    assert ["no_effect"] == codes(at, EndEffect(ULF, "A tracking rune"), TWO)


@pytest.mark.parametrize(
    "act, seat, expected",
    [
        (StartEffect(ULF, "Haste"), ONE, ["not_yours"]),
        (StartEffect(PersonId("x"), "Haste"), ONE, ["not_here"]),
        (StartEffect(ULF, "Haste", strain=13), TWO, ["too_much_strain"]),
        (StartEffect(ULF, "Haste", secret=True), TWO, ["referee_only"]),
        (UseEffect(ULF, "Bless"), TWO, ["no_uses"]),
        (UseEffect(ULF, "Haste"), TWO, ["no_effect"]),
        (EndEffect(ULF, "Haste"), TWO, ["no_effect"]),
    ],
)
def test_why_not(act, seat, expected):
    """By what the seat knows."""
    at = table()
    at.do(StartEffect(ULF, "Bless"))

    assert expected == codes(at, act, seat)


def test_effects_are_offered_to_be_used_and_ended():
    """To the person who plays the one they work on."""
    at = table()
    at.do(StartEffect(ULF, "Bless", uses=3))

    def labels(seat):
        return [offer.label for offer in offers(at.known(seat), seat) if "Bless" in offer.label]

    assert ["Ulf: use Bless", "Ulf: end Bless"] == labels(TWO) == labels(REFEREE)
    assert [] == labels(ONE)


# Deadlines by hand


def test_any_deadline_can_be_moved_and_called_off():
    """With a reason; a moment that is past has come at once."""
    at = table()
    at.do(GiveCondition(ULF, "cursed", HOUR))
    at.do(MoveTimer(TimerId("cursed-ulf"), Seconds(7200), "a strong curse"))
    assert {"cursed-ulf": 7200} == due(at.known(TWO))

    at.do(MoveTimer(TimerId("cursed-ulf"), Seconds(0)))
    assert ([], {}) == (conditions(at.now), due(at.now))

    at.do(GiveCondition(ULF, "cursed", HOUR))
    at.do(DropTimer(TimerId("cursed-ulf")))
    at.do(RestNight(MAIN, hours=2))
    assert ["cursed"] == conditions(at.now)


def test_a_recovery_moved_forward_comes_whole():
    """Up at once, if the referee says so."""
    at = table()
    at.do(Wound(ULF, 5))
    at.do(Stabilise(MAUD, ULF), 6, 6)
    at.do(MoveTimer(TimerId("incapacitated-ulf"), Seconds(10)))

    assert (1, ["frail"]) == (at.now.people[ULF].hp, conditions(at.now))


def test_only_the_referee_and_only_deadlines_there_are():
    """Others are refused."""
    at = table()

    assert ["referee_only", "no_timer"] == codes(at, MoveTimer(TimerId("x"), Seconds(1)), ONE)
    assert ["no_timer"] == codes(at, DropTimer(TimerId("x")))


# Lights


def lit(ago: int = 0) -> Tabletop:
    """Maud in the crypt with a torch, lit so long ago."""
    at = Tabletop()
    at.sit(ONE, TWO)
    at.do(begin())
    at.do(EnterSite(MAIN, CRYPT))
    at.do(LightUp(MAUD, TORCHES, ago=Seconds(ago)))
    return at


def test_a_light_adjusted_burns_so_long_from_now():
    """Its warning moves with it, and what it burnt unnoticed is on the group's account."""
    at = lit()
    at.do(AdjustLight(TORCH, Seconds(1800)))

    assert {"low-torches-0-3": 1200, "light-torches-0-3": 1800} == due(at.known(TWO))
    assert 1800 == at.now.lights[TORCH].until
    assert {MAIN: 1800} == at.now.missed
    assert {} == at.known(ONE).missed


def test_a_light_adjusted_to_nothing_is_out():
    """Burnt down, and gone."""
    at = lit()
    events = at.do(AdjustLight(TORCH, Seconds(0)))

    assert WentOut(TORCH, "torch", MAUD, spent=True) in events
    assert ({}, {}) == (at.now.lights, due(at.now))


def test_more_light_than_thought_is_no_time_missed():
    """Adjusting upward owes nobody anything."""
    at = lit(ago=1800)
    at.do(MissedChecks(MAIN, 0))
    at.do(AdjustLight(TORCH, Seconds(3600)))

    assert ({}, 3600) == (at.now.missed, at.now.lights[TORCH].until)


def test_a_light_that_does_not_burn_is_adjusted_too():
    """So that it burns no longer than that when it is lit."""
    at = lit()
    at.do(PutOut(MAUD, TORCH))
    at.do(AdjustLight(TORCH, Seconds(600)))
    at.do(LightUp(MAUD, TORCH))

    assert 600 == at.now.lights[TORCH].until


def test_a_lights_own_deadline_moves_the_light():
    """Moved, it burns so long; called off, it burns on."""
    at = lit()
    at.do(MoveTimer(TimerId("light-torches-0-3"), Seconds(900)))
    assert 900 == at.now.lights[TORCH].until

    at.do(DropTimer(TimerId("light-torches-0-3")))
    assert (None, {}) == (at.now.lights[TORCH].until, due(at.now))


@pytest.mark.parametrize(
    "act, seat, expected",
    [
        (AdjustLight(TORCH, Seconds(1)), ONE, ["referee_only"]),
        (AdjustLight(ThingId("tools"), Seconds(1)), REFEREE, ["does_not_burn"]),
        (AdjustLight(TORCH, Seconds(3601)), REFEREE, ["too_long"]),
        (MoveTimer(TimerId("light-torches-0-3"), Seconds(3601)), REFEREE, ["too_long"]),
        (Adjust(Adjustable.LIGHT, TORCH, "until", 3601, "because"), REFEREE, ["too_long"]),
        (Adjust(Adjustable.LIGHT, TORCH, "until", 3600, "because"), REFEREE, []),
        (AdjustLight(TORCHES, Seconds(1)), REFEREE, ["which_one"]),
    ],
)
def test_what_cannot_be_adjusted(act, seat, expected):
    """By what the seat knows."""
    assert expected == codes(lit(), act, seat)


# Missed checks


def test_lit_three_turns_ago():
    """The torch has half an hour left, and three turns want their checks: of three, the third has one."""
    at = lit(ago=1800)
    assert 1800 == at.now.lights[TORCH].until
    labels = [offer.label for offer in offers(at.now, REFEREE)]
    assert "Roll the checks of 3 missed turns" in labels
    assert "Skip the missed checks" in labels

    at.do(MissedChecks(MAIN, 3), 5)
    assert ({}, 0) == (at.now.missed, at.now.clock)
    assert SovereignTurn(CRYPT, turn=1, begun=True, since_check=1) == at.now.groups[MAIN].scene


def test_missed_checks_may_bring_several():
    """Each of them comes, and nobody but the referee knows."""
    at = lit(ago=3600)
    before = {seat: at.bytes_for(seat) for seat in (ONE, TWO)}
    at.do(MissedChecks(MAIN, 6), 1, 1, 2, 2, 1, 2)

    scene = at.now.groups[MAIN].scene
    assert scene is not None
    assert ("rats-party-0-missed-2", "event-party-0-missed-5") == scene.pending
    assert before == {seat: at.bytes_for(seat) for seat in (ONE, TWO)}


def test_missed_checks_are_for_those_who_explore():
    """And the referee's."""
    at = table(things=(KIT,))

    assert ["referee_only", "not_exploring"] == codes(at, MissedChecks(MAIN, 1), ONE)
    at.do(RestNight(MAIN))
    assert {} == at.now.missed


def test_an_effect_ends_within_a_turn():
    """Under a clock, too."""
    at = table(exploring=True)
    at.do(StartEffect(ULF, "Light", Seconds(300)))

    assert [EffectEnded(ULF, "Light", "over")] == told(at.do(EndStep(MAIN)))
