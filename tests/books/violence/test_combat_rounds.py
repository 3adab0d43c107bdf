from fractions import Fraction

import pytest

from undercroft.books.violence.combat_rounds import (
    After,
    Before,
    BeforeWithQuickAction,
    Fighter,
    Forgone,
    Found,
    FoundNow,
    Pack,
    Searching,
    initiative,
    pack_access,
)
from undercroft.interpret.odds import of_rule
from undercroft.interpret.policy import NEVER, always


@pytest.mark.parametrize(
    "weapon_mod, before, after",
    [
        (0, Fraction(11, 20), Fraction(8, 20)),
        (2, Fraction(13, 20), Fraction(6, 20)),
        (-2, Fraction(9, 20), Fraction(1, 2)),
    ],
)
def test_odds_of_going_first(weapon_mod, before, after):
    """Agility 12: eleven faces are under it and eight over; a weapon moves both by two."""
    odds = of_rule(initiative, Fighter(agility=12, weapon_mod=weapon_mod, scars=0))

    assert {Before(): before, BeforeWithQuickAction(): Fraction(1, 20), After(): after} == dict(odds)


def test_odds_of_finding_an_item():
    """Cunning 11: ten faces find it, one at once, nine do not; the search then takes each of 1d3 as often."""
    pack = Pack(cunning=11, round_no=2, scars=0)

    assert Fraction(9, 20) == of_rule(pack_access, pack, NEVER)[Forgone()]
    searched = of_rule(pack_access, pack, always("search"))
    assert Fraction(10, 20) == searched.by(type)[Found]
    assert Fraction(1, 20) == searched.by(type)[FoundNow]
    assert [Fraction(3, 20)] * 3 == [chance for it, chance in searched.items() if isinstance(it, Searching)]
