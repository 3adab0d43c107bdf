"""Water and gas: a breath held, lost, and those who are pulled out."""

from typing import Any

from tests.table.hindrances import IT, facing, fp, truth
from tests.table.infirmary import OLGA, conditions, due
from tests.table.small_site import MAUD, ULF
from tests.table.tabletop import codes
from undercroft.books.neverwhere.breath import Readiness
from undercroft.table.body.condition import Died
from undercroft.table.body.dying import Stabilise
from undercroft.table.body.wounds import Wound
from undercroft.table.exploration.turns import EndStep
from undercroft.table.site.crossing import Cross, CrossingMethod, PullOut
from undercroft.table.state.house_rules import Fatigue, HouseRules
from undercroft.table.state.people import Sheet
from undercroft.table.state.sites import Hindrance
from undercroft.table.world.groups import MAIN


def water(**changes: Any):
    """A flooded passage of twelve rounds."""
    usual: dict[str, Any] = {"rounds": 12}
    return facing(Hindrance.FLOODED, **(usual | changes))


def test_a_breath_long_enough():
    """Vit 12 lasts twelve rounds at ease; hyperventilating lets ten do fifteen."""
    at = water()
    at.do(Cross(ULF, IT, CrossingMethod.SWIM))
    at.do(Cross(MAUD, IT, CrossingMethod.SWIM, readiness=Readiness.HYPERVENTILATED))

    assert ((ULF, MAUD), [12, 10]) == (truth(at).over, fp(at, ULF, MAUD))


def test_a_breath_too_short_costs_strength():
    """Vit 10 burns two points in two rounds too many."""
    at = water()
    at.do(Cross(OLGA, IT, CrossingMethod.SWIM))

    assert ((OLGA,), [8]) == (truth(at).over, fp(at, OLGA))


def test_out_of_air_and_strength_someone_drowns():
    """Thirteen rounds for a breath of six: six points, then Will each round; a 5 is not enough. Four minutes in all."""
    at = water(rounds=20, victim={"fp": 6, "hp": 8})
    at.do(Cross(ULF, IT, CrossingMethod.SWIM, readiness=Readiness.SURPRISED), 11, 5)

    ulf = at.now.people[ULF]
    assert (-2, 6, ["drowning"], (ULF,)) == (ulf.fp, ulf.hp, conditions(at.now), truth(at).down)
    assert {"drowning-ulf": 240 - 8 * 6} == due(at.now)
    assert 0 == at.now.clock


def drowned():
    """Ulf, drowning in a passage of three rounds."""
    at = water(rounds=3, victim={"fp": 0, "sheet": Sheet(constitution=3)})
    at.do(Cross(ULF, IT, CrossingMethod.SWIM, readiness=Readiness.SURPRISED), 11, 1)
    assert ["drowning"] == conditions(at.now)
    return at


def test_pulled_out_of_the_water():
    """Three rounds of six seconds; they come to after ten minutes."""
    at = drowned()
    at.do(PullOut(OLGA, ULF, IT))
    assert (18, ["unconscious"], ()) == (at.now.clock, conditions(at.now), truth(at).down)
    assert {"unconscious-ulf": 618} == due(at.now)


def test_too_late_for_the_drowned():
    """Four minutes without air are the end."""
    at = drowned()
    events = at.do(EndStep(MAIN, abandon=True))

    assert [Died(ULF, "suffocation")] == [event for event in events if isinstance(event, Died)]


def test_a_rescuer_may_drown_too():
    """The person who goes in needs breath of their own: four rounds are one too many for Vit 3."""
    frail = {"fp": 0, "sheet": Sheet(constitution=3)}
    at = water(rounds=4, victim=frail, healer=frail)
    at.do(Cross(ULF, IT, CrossingMethod.SWIM, readiness=Readiness.SURPRISED), 11, 1)
    at.do(PullOut(MAUD, ULF, IT), 20, 1)

    assert (["drowning"], ["drowning"]) == (conditions(at.now), conditions(at.now, MAUD))
    assert ((ULF, MAUD), 24) == (truth(at).down, at.now.clock)


NO_FATIGUE = HouseRules(fatigue=Fatigue.NONE)


def test_water_by_sovereign():
    """Twelve rounds of air for Constitution 12; in the thirteenth a save of 14 or a hit point."""
    at = water(rounds=13, house=NO_FATIGUE)
    at.do(Cross(ULF, IT, CrossingMethod.SWIM), 13)
    assert (4, (ULF,)) == (at.now.people[ULF].hp, truth(at).over)

    at = water(rounds=14, house=NO_FATIGUE, victim={"hp": 1})
    at.do(Cross(ULF, IT, CrossingMethod.SWIM), 14, 13)
    assert (["mortally_injured", "drowning"], (ULF,)) == (conditions(at.now), truth(at).down)
    assert ["no_air"] == codes(at, Stabilise(MAUD, ULF))

    at = water(rounds=12, house=NO_FATIGUE)
    at.do(Cross(ULF, IT, CrossingMethod.SWIM))
    assert (5, (ULF,)) == (at.now.people[ULF].hp, truth(at).over)


def test_pulled_out_by_sovereign_the_dying_can_be_saved():
    """Four rounds for a passage of four, and the death clock runs on: 8, and 4 for the rounds gone by."""
    at = water(rounds=4, house=NO_FATIGUE, victim={"hp": 1, "sheet": Sheet(constitution=3)})
    at.do(Cross(ULF, IT, CrossingMethod.SWIM), 2)
    assert {"mortally_injured-ulf": 70} == due(at.now)
    at.do(PullOut(OLGA, ULF, IT))
    assert (40, ["mortally_injured"]) == (at.now.clock, conditions(at.now))

    at.do(Stabilise(MAUD, ULF), 5, 6)
    assert ["incapacitated"] == conditions(at.now)


def test_nobody_is_pulled_out_who_is_not_in_it():
    """Lying at the edge is not lying in it."""
    at = water()
    at.do(Wound(ULF, 5))

    assert ["not_in_it"] == codes(at, PullOut(MAUD, ULF, IT))


def test_gas_is_held_out_or_breathed():
    """Six rounds are nothing to a breath of twelve; breathing it is a save of 14, one easier for the kit."""
    at = facing(Hindrance.GAS, rounds=6, potency=0)
    at.do(Cross(ULF, IT, CrossingMethod.HOLD_BREATH))
    assert ((ULF,), []) == (truth(at).over, conditions(at.now))

    at = facing(Hindrance.GAS, rounds=6, dc=12)
    at.do(Cross(ULF, IT, CrossingMethod.BREATHE), 12, 2)
    assert ((ULF,), ["poisoned"]) == (truth(at).over, conditions(at.now))
    assert {"dc": 12} == at.now.people[ULF].conditions[0].marks


def test_a_breath_that_does_not_last_is_taken_in_the_gas():
    """Thirteen rounds; by Sovereign thirteen rounds too."""
    at = facing(Hindrance.GAS, rounds=13, potency=4)
    at.do(Cross(ULF, IT, CrossingMethod.HOLD_BREATH), 9)
    assert ((ULF,), []) == (truth(at).over, conditions(at.now))

    at = facing(Hindrance.GAS, rounds=13, house=NO_FATIGUE)
    at.do(Cross(ULF, IT, CrossingMethod.HOLD_BREATH), 20)
    at = facing(Hindrance.GAS, rounds=12, house=NO_FATIGUE)
    at.do(Cross(ULF, IT, CrossingMethod.HOLD_BREATH))
    assert (ULF,) == truth(at).over
