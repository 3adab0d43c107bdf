"""How likely someone comes in the turns ahead, exactly, under every clock."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.table.small_site import CRYPT, MAUD, ONE, TORCHES, TWO, begin, site
from tests.table.tabletop import Tabletop
from undercroft.table.exploration.clocks import met_by
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.state.sites import Clock
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp


def _table(clock: Clock, *, cursed: bool = False, lit: bool = True) -> Tabletop:
    """The party has just come into a site that goes by this clock."""
    table = Tabletop()
    table.sit(ONE, TWO)
    zones = {id: replace(zone, lit=lit) for id, zone in site().zones.items()}
    table.do(begin(site(clock=clock, shadowcursed=cursed, zones=zones)))
    table.do(EnterSite(MAIN, CRYPT), *([5] if clock is Clock.HEXCRAWL else []))
    return table


def _met(table: Tabletop, until: int) -> Fraction | None:
    return met_by(table.now, table.now.groups[MAIN], until)


def test_by_sovereign_every_check_is_one_face_in_six():
    """With a check every third turn, turns 3 and 6 have one each."""
    table = _table(Clock.SOVEREIGN)

    assert [None, Fraction(1, 6), Fraction(11, 36)] == [_met(table, until) for until in (2, 5, 6)]


def test_by_violence_every_turn_ends_with_a_die():
    """The turn that is now counts already."""
    table = _table(Clock.VIOLENCE)
    one = _met(table, 1)

    assert one is not None
    assert 1 - (1 - one) ** 3 == _met(table, 3)


def test_under_the_overloaded_die_one_face_of_six_brings_someone():
    """The die of this turn has fallen; that of the next has not."""
    table = _table(Clock.HEXCRAWL)

    assert [None, Fraction(1, 6), Fraction(11, 36)] == [_met(table, until) for until in (1, 2, 3)]


def test_delve_rounds_are_worse_when_the_light_is_out():
    """Under the Shadowcurse the first hazard die after the torch has burnt out is a deadly one."""
    table = _table(Clock.DELVING, cursed=True, lit=False)
    table.do(LightUp(MAUD, TORCHES))
    group = table.now.groups[MAIN]
    until = next(iter(table.now.lights.values())).until
    assert until is not None
    lit = (until - group.time) // 360
    quiet = [1 - (_met(table, number) or 0) for number in range(1, lit + 2)]

    steps = [after / before for before, after in zip([Fraction(1), *quiet], quiet, strict=False)]

    assert 1 == len(set(steps[:lit]))
    assert (Fraction(19, 20), Fraction(5, 6)) == (steps[0], steps[lit])


@pytest.mark.parametrize("seat", [ONE, TWO])
def test_players_know_of_no_check(seat: str):
    """What they do not know of has no odds for them."""
    table = _table(Clock.SOVEREIGN)

    assert None is met_by(table.known(seat), table.known(seat).groups[MAIN], 6)


def test_noise_draws_a_check_of_its_own():
    """The person who batters a door is checked for once more at the end of this turn."""
    table = _table(Clock.SOVEREIGN)
    group = table.now.groups[MAIN]
    noisy = replace(group, scenes=(replace(group.scenes[-1], battering=True),))

    assert Fraction(1, 6) == met_by(table.now, noisy, 2)
