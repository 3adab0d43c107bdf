"""Odds of whole actions: exact, over every outcome on the way."""

from fractions import Fraction

from tests.table.small_site import CRYPT, MAUD, OAK, ULF, begin
from tests.table.tabletop import Tabletop
from undercroft.table.exploration.inhabitants import CreaturesCame
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.odds import chance_of, foresee
from undercroft.table.offers import offers
from undercroft.table.site.doors import DoorChanged, OpenDoor
from undercroft.table.site.locks import PickLock
from undercroft.table.site.search import Search
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import DoorState
from undercroft.table.world.groups import MAIN


def _before_the_door() -> Tabletop:
    table = Tabletop()
    table.do(begin())
    table.do(EnterSite(MAIN, CRYPT))
    table.do(OpenDoor(MAUD, OAK))
    return table


def test_picking_a_lock_is_the_chance_of_its_rule():
    """DEX +1 and Sneak 1 against 9: 2d6 must show 7 or more, 21 ways in 36."""
    table = _before_the_door()

    opens = sum(
        way.chance
        for way in foresee(table.now, PickLock(MAUD, OAK))
        if any(isinstance(told.event, DoorChanged) and told.event.state == DoorState.CLOSED for told in way.told)
    )

    assert Fraction(21, 36) == opens


def test_the_offer_of_a_lock_shows_the_same_chance():
    """The referee, who knows the lock, sees the odds before anybody rolls."""
    table = _before_the_door()
    pick = next(offer for offer in offers(table.now, REFEREE) if offer.command == PickLock(MAUD, OAK))

    assert Fraction(21, 36) == chance_of(pick)


def test_a_player_who_does_not_know_the_lock_sees_no_odds():
    """Odds are never taken from the truth for a seat that does not know it."""
    table = Tabletop()
    table.sit("one")
    table.do(begin())
    table.do(EnterSite(MAIN, CRYPT))
    table.do(OpenDoor(MAUD, OAK))
    known = table.known("one")
    pick = next(offer for offer in offers(known, known.people[MAUD].seat) if offer.command == PickLock(MAUD, OAK))

    assert chance_of(pick) is None


def test_a_turn_that_ends_before_a_check_meets_someone_one_time_in_six():
    """The check of the third turn is made when the second has ended, by itself."""
    table = _before_the_door()
    table.do(EndStep(MAIN))

    comes = sum(
        way.chance
        for way in foresee(table.now, EndStep(MAIN))
        if any(isinstance(told.event, CreaturesCame) for told in way.told)
    )

    assert Fraction(1, 6) == comes


def test_all_ways_together_are_certain():
    """Nothing is lost on the way: the chances of a search that ends the turn sum to one."""
    table = _before_the_door()
    table.do(Search(ULF), 6, 6)

    assert Fraction(1) == sum(way.chance for way in foresee(table.now, Search(MAUD)))
