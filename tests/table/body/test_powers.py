"""Spells and powers on a sheet: written freely, counted by the day, ended by the clock."""

import pytest

from tests.table.infirmary import due, table
from tests.table.small_site import MAUD, ONE, TWO, ULF
from tests.table.tabletop import codes
from undercroft.kernel.units import Seconds
from undercroft.table.body.effects import EffectEnded, EffectStarted, effect
from undercroft.table.body.powers import CrossOutPower, PowerUsed, WritePower
from undercroft.table.fight.casting import UsePower
from undercroft.table.offers import offers
from undercroft.table.sentences import sentence
from undercroft.table.state.deadlines import NEVER
from undercroft.table.state.people import Duration, Power
from undercroft.table.treatment.sleep import RestNight
from undercroft.table.world.groups import MAIN

LIGHT = Power("Light", "bright as a torch", Duration.TURNS, 6, per_day=2)


def test_a_power_is_written_used_and_ended_by_the_clock():
    """Six turns are an hour; the log says how many uses are left today, and every seat knows the sheet."""
    at = table()
    at.do(WritePower(ULF, LIGHT), seat=TWO)
    assert (LIGHT,) == at.now.people[ULF].sheet.powers == at.known(ONE).people[ULF].sheet.powers

    events = at.do(UsePower(ULF, "light", on=MAUD), seat=TWO)
    assert PowerUsed(ULF, "Light", MAUD, 1, 1) in events
    assert EffectStarted(MAUD, "Light", "bright as a torch") in events
    assert "Ulf uses Light on Maud; 1 left today." in [sentence(at.now, event) for event in events]
    assert {"effect-maud-Light": 3600} == due(at.known(ONE))

    assert EffectEnded(MAUD, "Light", "over") in at.do(RestNight(MAIN, hours=2))
    assert {} == due(at.now)


def test_uses_are_counted_by_the_day():
    """A third use is refused with the reason, is not offered, and is there again the day after."""
    at = table()
    at.do(WritePower(ULF, LIGHT))
    use = UsePower(ULF, "Light")
    at.do(use)
    at.do(use)
    assert ["used_up"] == codes(at, use, TWO)
    assert use not in [offer.command for offer in offers(at.known(TWO), TWO)]

    at.do(RestNight(MAIN, hours=24))
    at.do(use)
    power = at.now.people[ULF].sheet.power("Light")
    assert power is not None
    assert (1, 2) == (power.used, power.day)


@pytest.mark.parametrize(
    "lasts, seconds, for_good",
    [
        (Duration.ROUNDS, 120, False),
        (Duration.HOURS, 7200, False),
        (Duration.UNTIL_ENDED, NEVER, False),
        (Duration.FOR_GOOD, NEVER, True),
    ],
)
def test_how_long_an_effect_lasts(lasts: Duration, seconds: Seconds, for_good: bool):
    """Rounds are those of the house's fights; waning ends what is until dispelled, never what is for good."""
    at = table()
    at.do(WritePower(ULF, Power("Ward", lasts=lasts, count=2)))
    at.do(UsePower(ULF, "Ward"))
    timer = effect(at.now, ULF, "Ward")
    assert timer is not None
    assert (seconds, for_good) == (timer.due, timer.lasting)


def test_a_power_at_once_leaves_no_effect():
    """Only its use is told."""
    at = table()
    at.do(WritePower(ULF, Power("Missile", lasts=Duration.INSTANT)))
    at.do(UsePower(ULF, "Missile"))
    assert {} == due(at.now)


def test_a_power_is_changed_and_crossed_out():
    """The same name changes the entry in its place; another player's sheet is not touched."""
    at = table()
    at.do(WritePower(ULF, LIGHT))
    at.do(WritePower(ULF, Power("Ward")))
    at.do(WritePower(ULF, Power("Light", "dim")))
    assert (Power("Light", "dim"), Power("Ward")) == at.now.people[ULF].sheet.powers

    assert ["not_yours"] == codes(at, WritePower(ULF, LIGHT), ONE)
    assert ["no_power"] == codes(at, UsePower(ULF, "Haste"), TWO)
    at.do(CrossOutPower(ULF, "LIGHT"), seat=TWO)
    assert (Power("Ward"),) == at.now.people[ULF].sheet.powers
