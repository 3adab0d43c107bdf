"""Levels by Violence: silver and Hit Dice, even shares, health rolled again, and a bonus in melee."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.table.field import ANSGAR, BLEND
from tests.table.fight.test_actions import ORC, against
from tests.table.hamlet import ARM, TAM, home_with_the_hoard, in_town
from tests.table.happenings import givens, of
from tests.table.small_site import MAUD, ONE, TWO, ULF
from tests.table.tabletop import Tabletop, codes
from undercroft.books.violence.advancement import Experience, advancement
from undercroft.books.violence.wounds import BlowName
from undercroft.faces.views.actions import actions
from undercroft.faces.views.people.growth import GrowthNote, growth_note, growth_view
from undercroft.table.bridge import experience
from undercroft.table.engine.record import Settled
from undercroft.table.fight.attack import Attack, Struck
from undercroft.table.offers import offers
from undercroft.table.sentences import says
from undercroft.table.state.house_rules import PRESETS, Advancement, Deciding, HouseRules, Prowess, Sleep
from undercroft.table.state.people import Sheet
from undercroft.table.town.advancement import GainLevel, Grew
from undercroft.table.town.experience import ShareExperience, XpGained, XpShared
from undercroft.table.world.groups import MAIN

HOUSE = HouseRules(sleep=Sleep.OFF, advancement=Advancement.VIOLENCE)
RICH = replace(ARM.sheet, xp=5000, character_class="")


def test_silver_and_hit_dice_are_shared_evenly():
    """300 silver and a crown of 30,000, for three alike; a Hit Die overcome is 100 points, half of one 50."""
    at = home_with_the_hoard(house=HOUSE)
    events = at.do(ShareExperience(MAIN, more_xp=1))

    assert XpShared(MAIN, 30_301, 10_100, 10_100) in events
    assert [XpGained(who, 10_100) for who in (MAUD, ULF, TAM)] == of(events, XpGained)
    assert [750, 300] == [experience.worth(HOUSE, Fraction(hd), 3) for hd in ("5/2", "1")]
    assert "violence" == PRESETS["violence"].advancement


def test_a_level_rolls_health_and_keeps_the_better():
    """The second level's 2d6 beat a maximum of 8 with 9; the third's 2d6+1 do not, and add 1. There is no point."""
    at = in_town(house=HOUSE, ulf={"sheet": RICH})
    events = at.do(GainLevel(ULF), 4, 5, seat=TWO)

    assert ["violence.advancement"] == [event.rule for event in of(events, Settled)]
    grown = Grew(ULF, replace(RICH, level=2), 9, 9, "reaches level 2, with recovery 1d3+1")
    assert [grown] == of(events, Grew)
    assert "Ulf reaches level 2, with recovery 1d3+1." == says(at.now, grown)
    at.do(GainLevel(ULF), 1, 1, seat=TWO)
    assert (3, 10, 10, 0) == (*level_and_health(at), at.now.people[ULF].sheet.points)
    assert ["not_yet"] == codes(at, GainLevel(ULF), TWO)
    at.undo()
    assert (2, 9, 9) == level_and_health(at)


def level_and_health(at: Tabletop) -> tuple[int, int, int]:
    ulf = at.now.people[ULF]
    return ulf.sheet.level, ulf.hp, ulf.hp_max


def test_the_phone_says_what_the_level_may_bring():
    """From 8: at least 9, at most 12, with the exact chance of more; and the recovery that is certain."""
    at = in_town(house=HOUSE, ulf={"sheet": RICH})
    known = at.known(TWO)
    note = GrowthNote("Earned: level 2", "Choose now, in the settlement.", "Choose", chooses=True)
    assert note == growth_note(known, known.people[ULF], TWO)
    view = growth_view(known, known.people[ULF], [action for action in actions(known, TWO) if action.who == ULF])
    assert view is not None
    assert view.next is not None
    found = view.next
    assert (2, 8, 9, 12, "1/6", "recovery 1d3+1") == (
        found.level, found.hp, found.least, found.most, found.fraction, found.brings,
    )  # fmt: skip
    assert () == view.raises
    (offer,) = [each for each in offers(known, TWO) if isinstance(each.command, GainLevel)]
    assert (advancement, Experience(2500, 8)) == (offer.rule, offer.given)


def test_who_may_not_take_a_level():
    """Not another player, not before it is earned, not after the tenth, and not where the referee decides."""
    at = in_town(house=HOUSE, ulf={"sheet": RICH}, maud={"sheet": Sheet(level=10, xp=999_999)})
    assert ["not_yours"] == codes(at, GainLevel(ULF), ONE)
    assert ["not_yet"] == codes(at, GainLevel(MAUD), ONE)
    strict = in_town(house=replace(HOUSE, growth_by=Deciding.REFEREE), ulf={"sheet": RICH})
    assert ["referee_decides"] == codes(strict, GainLevel(ULF), TWO)
    strict.do(GainLevel(ULF), 4, 5)
    assert 2 == strict.now.people[ULF].sheet.level


@pytest.mark.parametrize("prowess", [Prowess.OFF, Prowess.SOVEREIGN])
def test_levels_help_in_melee(prowess):
    """The seventh level adds 2 to Brawn 15, so a 16 hits; the sixth adds 1, and the first nothing."""
    table = against(ANSGAR, house=replace(BLEND, advancement=Advancement.VIOLENCE, prowess=prowess))
    own = Sheet(strength=15, dexterity=10, character_class="", level=7)
    table.truth.now = replace(table.now, people={ANSGAR: replace(table.now.people[ANSGAR], sheet=own)})
    events = table.do(Attack(ANSGAR, ORC), 16, "keep", 3, "keep", 18)

    assert [BlowName.HIT] == [event.blow for event in of(events, Struck)]
    (given,) = givens(events, "house.attack")
    assert (15, 2, 0) == (given["attribute"], given["attack_bonus"], given["skill"])
    person = table.now.people[ANSGAR]
    assert [1, 0] == [experience.melee(table.now.house, replace(person, sheet=Sheet(level=n))) for n in (6, 1)]
