"""Fatigue and System Strain, by the book the house counts."""

import pytest

from tests.table.infirmary import conditions, due, table
from tests.table.small_site import ONE, ULF
from tests.table.tabletop import codes
from undercroft.table.body.condition import FpChanged, HpChanged
from undercroft.table.body.fatigue import Tire
from undercroft.table.body.strain import Strain
from undercroft.table.state.house_rules import Fatigue, HouseRules
from undercroft.table.state.ids import PersonId
from undercroft.table.treatment.sleep import RestNight
from undercroft.table.world.groups import MAIN


def test_fatigue_goes_point_by_point():
    """Everybody around sees it."""
    at = table()
    events = at.do(Tire(ULF, 5, "a march"))

    assert FpChanged(ULF, 7, "a march") in events
    assert 7 == at.known(ONE).people[ULF].fp


def test_below_nothing_every_point_costs_blood():
    """Two points left of a loss of four: two below nothing, and two hit points."""
    at = table(victim={"fp": 2})
    events = at.do(Tire(ULF, 4))

    assert [FpChanged(ULF, -2, ""), HpChanged(ULF, 3, "overexertion", 5)] == [
        event for event in events if isinstance(event, FpChanged | HpChanged)
    ]


def test_at_the_bottom_someone_drops_and_wakes_with_a_point():
    """Twelve below nothing; ten minutes on the ground are a rest."""
    at = table(victim={"fp": -10, "hp": 5})
    at.do(Tire(ULF, 2))
    assert (-12, 3, ["spent"]) == (at.now.people[ULF].fp, at.now.people[ULF].hp, conditions(at.now))
    assert {"spent-ulf": 600} == due(at.now)

    at.do(RestNight(MAIN, hours=1))
    assert (-11 + 6, []) == (at.now.people[ULF].fp, conditions(at.now))


def test_delvings_pool_pays_and_then_the_body():
    """What stamina cannot pay is paid in blood."""
    at = table(house=HouseRules(fatigue=Fatigue.DELVING), victim={"fp": 2})
    at.do(Tire(ULF, 3, "digging"))

    assert (0, 4) == (at.now.people[ULF].fp, at.now.people[ULF].hp)


def test_where_none_are_counted_nothing_is_lost():
    """A house may do without."""
    at = table(house=HouseRules(fatigue=Fatigue.NONE))
    at.do(Tire(ULF, 3))

    assert (12, 5) == (at.now.people[ULF].fp, at.now.people[ULF].hp)


def test_only_the_referee_tires_people():
    """And only those there are."""
    assert ["referee_only"] == codes(table(), Tire(ULF, 1), ONE)
    assert ["no_person"] == codes(table(), Tire(PersonId("x"), 1))


def test_strain_is_borne_or_not_taken_at_all():
    """Up to the maximum and no further."""
    at = table(victim={"strain": 10})
    at.do(Strain(ULF, 2))
    assert 12 == at.now.people[ULF].strain
    assert ["too_much_strain"] == codes(at, Strain(ULF, 1))


def test_forced_strain_knocks_out_for_an_hour():
    """It stops at the maximum; the person it is forced upon wakes as they were."""
    at = table(victim={"strain": 11})
    at.do(Strain(ULF, 3, forced=True))
    assert (12, ["unconscious"], {"unconscious-ulf": 3600}) == (
        at.now.people[ULF].strain,
        conditions(at.now),
        due(at.now),
    )

    at.do(RestNight(MAIN, hours=1))
    assert (5, []) == (at.now.people[ULF].hp, conditions(at.now))


def test_forced_strain_that_is_borne():
    """Just more of it."""
    at = table()
    at.do(Strain(ULF, 3, forced=True))

    assert (3, []) == (at.now.people[ULF].strain, conditions(at.now))


@pytest.mark.parametrize("act", [Strain(PersonId("x"), 1), Strain(PersonId("x"), 1, forced=True)])
def test_strain_needs_a_body(act):
    """No one with that name."""
    assert ["no_person"] == codes(table(), act)
