"""Gear that a new character bought goes back at its price, until the character is in play."""

from tests.table.characters.test_characters import SCORES
from tests.table.newcomers import EDDA, table, told
from tests.table.small_site import MAUD, ONE, TORCHES, TWO
from tests.table.tabletop import Tabletop, codes
from undercroft.table.characters.characters import CreateCharacter
from undercroft.table.characters.creation_methods import BySovereign
from undercroft.table.characters.returned_gear import HandBack
from undercroft.table.gear.buying import Equip
from undercroft.table.gear.money import coins
from undercroft.table.gear.prices import Lot
from undercroft.table.offers import offers
from undercroft.table.session.sessions import Arrive
from undercroft.table.state.ids import ThingId

TORCH, PURSE = ThingId("edda-one-torch"), ThingId("edda-one-purse")
GOLD = (3, 4, 6)


def made() -> Tabletop:
    """Edda, with 130 gold."""
    there = table()
    there.do(CreateCharacter(ONE, "Edda", BySovereign()), *SCORES, "CON", "STR", "Heal", "Heal", "Notice", "expert", 5,
             *GOLD, seat=ONE)  # fmt: skip
    return there


def test_a_lot_goes_back_at_its_price() -> None:
    """Two torches of four, then the others: the purse is full again and nothing is left to hand back."""
    there = made()
    there.do(Equip(EDDA, items=(Lot("torches_2", 2),)), seat=ONE)
    assert (12_980, 4, 2) == (coins(there.now, EDDA), there.now.things[TORCH].count, there.now.things[TORCH].points)
    happened = there.do(HandBack(EDDA, TORCH), seat=ONE)
    assert ["Edda hands back 2 torches for 1s."] == told(there, happened)
    left = there.known(ONE).things[TORCH]
    assert (12_990, 2, 1, 10) == (coins(there.known(ONE), EDDA), left.count, left.points, left.worth)
    assert [HandBack(EDDA, TORCH)] == handing_back(there)
    there.do(HandBack(EDDA, TORCH), seat=ONE)
    assert 13_000 == coins(there.now, EDDA)
    assert ["not_carried"] == codes(there, HandBack(EDDA, TORCH), ONE)
    assert [] == handing_back(there)


def test_only_what_was_bought_goes_back_and_only_before_play() -> None:
    """Not the purse, not a gift for more coins than were rolled, not another's gear, and nothing in play."""
    there = made()
    there.do(Equip(EDDA, items=(Lot("torches_2"),), gift=True))
    assert ["not_paid"] == codes(there, HandBack(EDDA, TORCH), ONE)
    assert ["not_bought"] == codes(there, HandBack(EDDA, PURSE), ONE)
    there.do(Equip(EDDA, items=(Lot("rope_50ft"),)), seat=ONE)
    rope = ThingId("edda-one-rope_50ft")
    assert [] == codes(there, HandBack(EDDA, rope), ONE)
    assert "not_yours" in codes(there, HandBack(EDDA, rope), TWO)
    assert ["in_play", "not_bought"] == codes(there, HandBack(MAUD, TORCHES), ONE)
    assert ["in_play", "not_carried"] == codes(there, HandBack(MAUD, rope), ONE)
    there.do(Arrive(EDDA))
    assert ["in_play"] == codes(there, HandBack(EDDA, rope), ONE)
    assert [] == handing_back(there)


def handing_back(there: Tabletop) -> list[HandBack]:
    """The gear that her player may hand back."""
    return [offer.command for offer in offers(there.known(ONE), ONE) if isinstance(offer.command, HandBack)]
