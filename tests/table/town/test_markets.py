"""A town with a market of its own: its wares and prices, its hirelings, its services, and who knows of them."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.table.happenings import of
from tests.table.small_lands import CARROW, FORD, lands
from tests.table.small_lands import features as by_id
from tests.table.small_site import MAUD, ONE, TWO, ULF, begin
from tests.table.tabletop import Tabletop, codes
from undercroft.books.violence.hirelings import Job
from undercroft.kernel.units import HOUR, Seconds
from undercroft.table.body.condition import GiveCondition
from undercroft.table.body.wounds import Wound
from undercroft.table.gear.buying import Equip, Equipped
from undercroft.table.gear.money import coins, purse
from undercroft.table.gear.prices import WARES, Lot
from undercroft.table.gear.stock import wares_in
from undercroft.table.offers import offers
from undercroft.table.referee.adjust import Adjust
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.referee.reveal_map import PlaceInHex
from undercroft.table.state.ids import FeatureId, TownId
from undercroft.table.state.lands import LandFeature
from undercroft.table.state.markets import BY_THE_BOOK, Goods, Market, Post, Service
from undercroft.table.state.people import State, Wages
from undercroft.table.state.seats import REFEREE
from undercroft.table.town.cures import BuyCure
from undercroft.table.town.hiring import Hire
from undercroft.table.town.services import BroughtBack, BuyService, ServiceBought
from undercroft.table.town.town import ComeToTown, LeaveTown
from undercroft.table.world.groups import MAIN
from undercroft.table.world.markets import MarketSeen, market_of

TOWN = FeatureId("carrow")
MARKET = Market(
    percent=150,
    dearest=1000,
    goods={
        "lantern": Goods(sold=False),
        "torches_2": Goods(price=30, left=2),
        "long_sword": Goods(),
        "holy-water": Goods(price=2500, left=1, name="holy water"),
    },
    hirelings={"sellsword": Post(offered=False), "guide": Post(wage=35, left=1)},
    healers=False,
    services={
        "bath": Service("A hot bath", 5, text="They smell of hop flowers"),
        "surgeon": Service("The surgeon", 4000, cures=("frail", "poisoned"), heals=True),
        "rite": Service("The rite of the ninth day", 9000, revives=True),
    },
)


def country(market: Market = MARKET, ford: Market | None = None) -> Any:
    """The marches with a market in Carrow, and perhaps a second town at the ford."""
    marches = lands()
    town = replace(marches.hexes[CARROW].features[TOWN], market=market)
    hexes = {**marches.hexes, CARROW: replace(marches.hexes[CARROW], features=by_id(town))}
    if ford is not None:
        second = LandFeature(FeatureId("ford"), "Fordham", "a few roofs", town=TownId("ford"), market=ford)
        hexes[FORD] = replace(hexes[FORD], features=by_id(second))
    return replace(marches, hexes=hexes)


def in_carrow(market: Market = MARKET, ford: Market | None = None, coppers: int = 20_000) -> Tabletop:
    """Maud and Ulf in Carrow, Ulf with a purse."""
    at = Tabletop()
    at.sit(ONE, TWO)
    at.do(
        replace(
            begin(),
            lands=country(market, ford),
            hex=CARROW,
            day_begins=Seconds(6 * HOUR),
            things=(*begin().things, purse(ULF, coppers)),
        )
    )
    at.do(ComeToTown(MAIN, "Carrow"))
    return at


def words(at: Tabletop, command: Any, seat: str) -> list[str]:
    return [reason.what for reason in at.why_not(command, seat)]


# What is sold


def test_a_town_without_a_market_of_its_own_sells_by_the_book():
    """All of the price list, at its prices; nobody is told anything about it."""
    at = in_carrow(BY_THE_BOOK)
    assert WARES == wares_in(market_of(at.now, at.now.groups[MAIN]).market)
    assert not [told for told in at.log if isinstance(told.event, MarketSeen)]


def test_a_market_has_its_own_prices():
    """A percentage of the book's, a part of a copper counting whole, or a price of its own."""
    wares = wares_in(MARKET)
    assert (30, 120, 2) == (wares["torches_2"].price_c, wares["tinderbox"].price_c, wares["pole_10ft"].price_c)


def test_a_market_leaves_out_what_is_too_dear_or_not_sold():
    """A chest at 33 gold is dearer than 10 gold; a named sword is sold all the same, at its price."""
    wares = wares_in(MARKET)
    assert (False, False, True) == tuple(name in wares for name in ("chest_holds_50", "lantern", "long_sword"))
    assert WARES["long_sword"].price_c * 3 // 2 == wares["long_sword"].price_c
    listed = wares_in(replace(MARKET, listed=True))
    assert ["torches_2", "long_sword", "holy-water"] == sorted(
        listed, key=["torches_2", "long_sword", "holy-water"].index
    )


def test_buying_costs_the_town_s_price_and_takes_from_its_stock():
    """Two pairs of torches were there at three silver each: then there are none."""
    at = in_carrow()
    events = at.do(Equip(ULF, items=(Lot("torch", 2),)), seat=TWO)
    assert [Equipped(ULF, ("4 torches",), 60)] == of(events, Equipped)
    assert 20_000 - 60 == coins(at.now, ULF)
    assert 0 == at.now.lands.hexes[CARROW].features[TOWN].market.goods["torches_2"].left
    assert ["Sold out in Carrow: torches."] == words(at, Equip(ULF, items=(Lot("torches_2"),)), TWO)


def test_undo_puts_the_stock_back():
    at = in_carrow()
    at.do(Equip(ULF, items=(Lot("torches_2"),)), seat=TWO)
    at.undo()
    assert MARKET == at.now.lands.hexes[CARROW].features[TOWN].market
    assert MARKET == market_of(at.known(TWO), at.known(TWO).groups[MAIN]).market


def test_a_town_sells_wares_of_its_own():
    """They are found by a word of their name, and are gear like any other."""
    at = in_carrow()
    at.do(Equip(ULF, items=(Lot("holy water"),)), seat=TWO)
    bought = next(thing for thing in at.now.carried_by(ULF) if thing.name == "holy water")
    assert (1, 1, 2500, "") == (bought.count, bought.points, bought.worth, bought.item)
    assert ["sold_out"] == codes(at, Equip(ULF, items=(Lot("holy-water"),)), TWO)


@pytest.mark.parametrize(
    "ware, expected",
    [
        ("lantern", "Not sold in Carrow: lantern."),
        ("torches_2", "Only 2 left in Carrow: torches."),
    ],
)
def test_a_refusal_names_the_town(ware, expected):
    assert [expected] == words(in_carrow(), Equip(ULF, items=(Lot(ware, 3),)), TWO)


def test_a_refusal_names_the_towns_that_a_player_has_seen():
    """The referee knows that Fordham has lanterns; the player only after a visit."""
    at = in_carrow(ford=Market(percent=200))
    lantern = Equip(ULF, items=(Lot("lantern"),))
    assert ["Not sold in Carrow: lantern. Sold in Fordham."] == words(at, lantern, REFEREE)
    assert ["Not sold in Carrow: lantern."] == words(at, lantern, TWO)
    at.do(LeaveTown(MAIN))
    at.do(PlaceInHex(MAIN, FORD))
    at.do(ComeToTown(MAIN, "fordham"))
    at.do(LeaveTown(MAIN))
    at.do(PlaceInHex(MAIN, CARROW))
    at.do(ComeToTown(MAIN, "Carrow"))
    assert ["Not sold in Carrow: lantern. Sold in Fordham."] == words(at, lantern, TWO)


def test_a_gift_of_the_referee_needs_no_market():
    """Neither a ware that is sold, nor its price, nor its stock."""
    at = in_carrow()
    at.do(Equip(ULF, items=(Lot("lantern"), Lot("torches_2", 5)), gift=True))
    assert (20_000, MARKET) == (coins(at.now, ULF), at.now.lands.hexes[CARROW].features[TOWN].market)


def test_outside_of_a_town_the_price_list_is_the_book_s():
    """New characters buy before the game begins, wherever the party is."""
    at = in_carrow()
    at.do(LeaveTown(MAIN))
    at.do(Equip(ULF, items=(Lot("lantern"),)), seat=TWO)
    assert 19_000 == coins(at.now, ULF)


def test_offers_in_town_have_the_town_s_prices():
    at = in_carrow()
    labels = [offer.label for offer in offers(at.known(TWO), TWO)]
    assert "Ulf: buy 2 torches for 3s" in labels
    assert "Ulf: buy holy water for 25g" in labels
    assert not any("lantern" in label for label in labels)
    assert "Ulf: hire a guide for 3s 5c a day" in labels
    assert not any("sellsword" in label for label in labels)


# Who knows of it


def test_players_see_a_market_when_they_come_to_town():
    """Not before, although the town is on their chart."""
    at = Tabletop()
    at.sit(ONE, TWO)
    at.do(replace(begin(), lands=country(), hex=CARROW, day_begins=Seconds(6 * HOUR)))
    assert at.known(ONE).seen_lands.hexes[CARROW].features[TOWN].market is None
    at.do(ComeToTown(MAIN, "Carrow"))
    assert MARKET == at.known(ONE).seen_lands.hexes[CARROW].features[TOWN].market
    at.do(LeaveTown(MAIN))
    at.do(PlaceInHex(MAIN, FORD))
    at.do(PlaceInHex(MAIN, CARROW))
    assert MARKET == at.known(ONE).seen_lands.hexes[CARROW].features[TOWN].market


# Hirelings


def test_a_hireling_gets_the_town_s_wage():
    """A guide for three silver and a half, and there was one."""
    at = in_carrow()
    at.do(Hire(ULF, "Wat", Job.GUIDE), 2, 3, 4, seat=TWO)
    wat = next(person for person in at.now.people.values() if person.name == "Wat")
    assert (Wages(35, Seconds(24 * HOUR), Seconds(0)), "3s 5c a day") == (wat.pay, wat.terms)
    assert ["There is no guide for hire in Carrow."] == words(at, Hire(ULF, "Hob", Job.GUIDE), TWO)


def test_a_town_need_not_have_every_hireling():
    at = in_carrow(ford=BY_THE_BOOK)
    expected = "There is no sellsword for hire in Carrow. There is one in Fordham."
    assert [expected] == words(at, Hire(ULF, "Hob", Job.SELLSWORD), REFEREE)


# Services


def test_a_town_without_healers_cures_no_disease():
    at = in_carrow(ford=BY_THE_BOOK)
    at.do(GiveCondition(ULF, State.DISEASED.value))
    assert ["no_healers"] == codes(at, BuyCure(ULF, ULF), TWO)
    assert ["Nobody in Carrow cures diseases. There are healers in Fordham."] == words(at, BuyCure(ULF, ULF), REFEREE)


def test_a_town_may_have_its_own_price_for_a_disease():
    """Then that is the price of the cure, and it is offered once."""
    fever = Service("Fever draught", 300, cures=("diseased",))
    at = in_carrow(Market(services={"fever": fever}))
    at.do(GiveCondition(ULF, State.DISEASED.value))
    assert ["Ulf: pay 3g for a fever draught"] == [
        offer.label for offer in offers(at.known(TWO), TWO) if "fever" in offer.label.lower() or "cured" in offer.label
    ]
    at.do(BuyCure(ULF, ULF), seat=TWO)
    assert (19_700, False) == (coins(at.now, ULF), at.now.people[ULF].is_in(State.DISEASED))


def test_a_service_ends_conditions_and_restores_hit_points():
    """The frail are no longer doomed either."""
    at = in_carrow()
    for condition in (State.FRAIL, State.DOOMED, State.POISONED):
        at.do(GiveCondition(MAUD, condition.value))
    at.do(Wound(MAUD, 2))
    events = at.do(BuyService(ULF, MAUD, "surgeon"), seat=TWO)
    maud = at.now.people[MAUD]
    assert ((), maud.hp_max, 16_000) == (maud.conditions, maud.hp, coins(at.now, ULF))
    assert ["Ulf pays 40g for Maud: The surgeon."] == [event.say(at.now) for event in of(events, ServiceBought)]


def test_a_service_may_bring_back_the_dead():
    """For a companion who pays: they live again, with one hit point. The living have no use for it."""
    at = in_carrow()
    at.do(Adjust(Adjustable.PERSON, MAUD, "alive", value=False, reason="a wound"))
    assert ["no_use"] == codes(at, BuyService(ULF, ULF, "rite"), TWO)
    assert ["dead"] == codes(at, BuyService(ULF, MAUD, "surgeon"), TWO)
    assert "Ulf: pay 90g for the rite of the ninth day, for Maud" in [
        offer.label for offer in offers(at.known(TWO), TWO)
    ]
    assert BroughtBack(MAUD) in at.do(BuyService(ULF, MAUD, "rite"), seat=TWO)
    assert (True, 1) == (at.known(ONE).people[MAUD].alive, at.known(ONE).people[MAUD].hp)


@pytest.mark.parametrize(
    "act, expected",
    [
        (BuyService(ULF, ULF, "surgeon"), ["no_use"]),
        (BuyService(ULF, ULF, "tattoo"), ["no_such_service"]),
        (BuyService(MAUD, MAUD, "bath"), ["not_yours", "too_poor"]),
        (BuyService(ULF, ULF, "bath"), []),
    ],
)
def test_a_service_is_refused_with_its_reason(act, expected):
    assert expected == codes(in_carrow(), act, TWO)


def test_what_a_service_does_in_words_is_in_the_log():
    at = in_carrow()
    events = at.do(BuyService(ULF, ULF, "bath"), seat=TWO)
    assert ["Ulf pays 5c: A hot bath. They smell of hop flowers."] == [
        event.say(at.now) for event in of(events, ServiceBought)
    ]
    assert BroughtBack(ULF) not in events
