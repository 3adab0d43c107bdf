"""A free throw for a skill, from the sheet: its dice, its odds, and who hears of it."""

from msgspec.structs import replace

from tests.table.happenings import of
from tests.table.preparing.crypt import in_the_hall
from tests.table.small_site import MAUD, ONE, TWO
from tests.table.tabletop import codes
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.faces.views.people.skill_throws import difficulties, skill_throws
from undercroft.kernel.units import SeatId
from undercroft.table.engine.record import Settled
from undercroft.table.rulings.loose_dice import ThrowSkill
from undercroft.table.state.house_rules import Showing
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.world.campaign_start import ChangeHouse


def test_a_throw_for_a_skill_is_told_to_those_named() -> None:
    """Maud's Sneak is 1 and her Dexterity 14, +1: 2d6+2. Everybody hears it, or only she and the referee."""
    table = in_the_hall()
    before = [table.bytes_for(seat) for seat in (TWO, SPECTATORS)]
    quiet = table.do(ThrowSkill(MAUD, Skill.SNEAK, Attribute.DEX, ()), 3, 4, seat=ONE)
    assert before == [table.bytes_for(seat) for seat in (TWO, SPECTATORS)]
    assert [9] == [event.outcome["total"] for event in of(quiet, Settled)]
    table.do(ThrowSkill(MAUD, Skill.SNEAK, Attribute.DEX), 6, 6, seat=ONE)
    heard = of((told.event for told in table.heard[TWO]), Settled)
    assert [("Sneak with Dexterity", 14)] == [(told.given["purpose"], told.outcome["total"]) for told in heard]
    assert ["not_yours"] == codes(table, ThrowSkill(MAUD, Skill.SNEAK, Attribute.DEX), TWO)
    assert ["no_seat"] == codes(table, ThrowSkill(MAUD, Skill.SNEAK, Attribute.DEX, (SeatId("none"),)), ONE)


def test_its_odds_stand_beside_it() -> None:
    """2d6+2 reaches 6 with 4 or more, 33 of 36, and 14 with a 12; hidden where the house hides odds."""
    table = in_the_hall()
    maud = table.now.people[MAUD]
    best = skill_throws(table.known(ONE), ONE, maud, Skill.SNEAK)[0]
    assert ((6, 8, 10, 12, 14), Attribute.DEX, "2d6+2") == (difficulties(), best.attribute, best.dice)
    assert (("91.7 %", "11/12"), ("2.8 %", "1/36")) == (best.chances[0], best.chances[-1])
    table.do(ChangeHouse(replace(table.now.house, players_odds=Showing.HIDDEN)))
    assert () == skill_throws(table.known(ONE), ONE, maud, Skill.SNEAK)[0].chances
    assert () != skill_throws(table.now, REFEREE, maud, Skill.SNEAK)[0].chances
