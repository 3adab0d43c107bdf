"""Wares and packs, bought or given."""

import pytest
from msgspec.structs import replace

from tests.table.characters.test_creation import placed
from tests.table.newcomers import EDDA, bought, purse, rich, table, told
from tests.table.small_site import CRYPT, HALL, MAUD, ONE, TORCHES, TWO, ULF, begin
from tests.table.tabletop import Tabletop, codes
from undercroft.books.violence.hirelings import Job
from undercroft.table.characters.characters import CreateCharacter
from undercroft.table.characters.creation_methods import ByViolence
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.gear import money
from undercroft.table.gear.buying import Equip, Equipped
from undercroft.table.gear.packs import PACKS, PackName
from undercroft.table.gear.prices import Lot
from undercroft.table.offers import offers
from undercroft.table.state.ids import ThingId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Carried, Gone, Lying, Thing, ThingKind, Worn
from undercroft.table.town.hiring import Hire
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp


def test_wares_are_bought_and_put_with_what_is_there() -> None:
    """Two torches go with three that are readied as well; two to be packed away, and oil, are new."""
    there = rich()
    events = there.do(Equip(MAUD, items=(Lot("torches_2", readied=True), Lot("oil_common_pint"))), seat=ONE)
    torches = Thing(TORCHES, "torches", ThingKind.LIGHT, Carried(MAUD, Worn.READIED), 5, 3, 10, item="torch")
    oil = bought("oil_common_pint", "lamp oil, a pint", ThingKind.OIL, Carried(MAUD, Worn.STOWED), 1, 1, 30)
    assert [purse(MAUD, 4_960), torches, oil] == placed(events)
    assert ["Maud buys 2 torches; lamp oil, a pint for 4s."] == told(there, events)
    stowed = there.do(Equip(MAUD, items=(Lot("torches_2"),)), seat=ONE)
    packed = bought("torch", "torches", ThingKind.LIGHT, Carried(MAUD, Worn.STOWED), 2, 1, 10)
    assert [purse(MAUD, 4_950), packed] == placed(stowed)
    again = there.do(Equip(MAUD, items=(Lot("torches_2", 3), Lot("torches_2", readied=True))), seat=ONE)
    assert [
        purse(MAUD, 4_910),
        replace(packed, count=8, points=4, worth=40),
        replace(torches, count=7, points=4, worth=20),
    ] == placed(again)


def test_what_was_left_behind_keeps_its_name() -> None:
    """Torches bought once lie in the crypt now; new ones are called something else."""
    opening = begin()
    left = replace(
        bought("torch", "torches", ThingKind.LIGHT, Carried(ULF, Worn.STOWED), 2, 1, 10), place=Lying(CRYPT, HALL)
    )
    there = Tabletop()
    there.sit(TWO)
    there.do(replace(opening, things=(*opening.things, left)))
    events = there.do(Equip(ULF, items=(Lot("torches_2"),), gift=True))
    assert [ThingId("ulf-torch-2")] == [event.id for event in placed(events)]


def test_nothing_is_put_with_a_light_that_burns() -> None:
    """Maud's last torch is in her hand and lit; two more are a heap of their own."""
    opening = begin()
    last = Thing(TORCHES, "torches", ThingKind.LIGHT, Carried(MAUD, Worn.READIED), 1, 1, 5, item="torch")
    there = Tabletop()
    there.sit(ONE)
    there.do(replace(opening, things=(last,)))
    there.do(LightUp(MAUD, TORCHES))
    events = there.do(Equip(MAUD, items=(Lot("torches_2", readied=True),), gift=True))
    assert [(ThingId("maud-torch"), 2)] == [(event.id, event.count) for event in placed(events)]
    assert 1 == there.now.things[TORCHES].count


def test_the_last_copper() -> None:
    """An empty purse is gone; several are emptied one after the other, and a heap of coins dwindles."""
    heap = Thing(ThingId("heap"), "gold", ThingKind.COINS, Carried(MAUD), count=10, worth=1_000, item="coins")
    opening = begin()
    there = Tabletop()
    there.sit(ONE, TWO)
    there.do(replace(opening, things=(*opening.things, purse(MAUD, 1_000), heap)))
    there.do(Equip(MAUD, items=(Lot("lantern"), Lot("oil_common_pint", 5))), seat=ONE)
    assert replace(purse(MAUD, 0), count=0, place=Gone()) == there.now.things[ThingId("maud-purse")]
    assert replace(heap, count=9, worth=850) == there.now.things[heap.id]
    assert 850 == money.coins(there.now, MAUD)


def test_a_gift_costs_nothing() -> None:
    """The referee hands out a pack."""
    there = table()
    events = there.do(Equip(ULF, PackName.TORCH_BEARER, gift=True))
    assert len(PACKS[PackName.TORCH_BEARER].lots) == len(placed(events))
    gear = ("club", "6 torches", "tinderbox", "2 rations", "waterskin", "blanket", "ten-foot pole")
    assert Equipped(ULF, (*gear, "2 pints of lamp oil", "lantern"), 0) == events[-1]


@pytest.mark.parametrize(
    "act, seat, expected",
    [
        (Equip(MAUD, PackName.DELVER), ONE, []),
        (Equip(MAUD, PackName.SCOUT), ONE, ["too_poor"]),
        (Equip(MAUD, items=(Lot("jetpack"),)), ONE, ["no_such_ware"]),
        (Equip(MAUD, items=(Lot("rope_50ft", 0),)), ONE, ["no_such_ware"]),
        (Equip(MAUD), ONE, ["nothing_bought"]),
        (Equip(MAUD, PackName.SCOUT, gift=True), ONE, ["referee_only"]),
        (Equip(MAUD, PackName.SCOUT, gift=True), REFEREE, []),
        (Equip(MAUD, PackName.DELVER), TWO, ["not_yours"]),
        (Equip(EDDA, PackName.DELVER), ONE, ["no_person", "too_poor"]),
    ],
)
def test_why_nothing_is_bought(act, seat, expected):
    """Each reason has its code."""
    assert expected == codes(rich(), act, seat)


def test_there_are_no_shops_in_a_crypt() -> None:
    """A player must be out of the site; the referee may know a pedlar."""
    there = rich()
    there.do(EnterSite(MAIN, CRYPT))
    assert ["in_a_site"] == codes(there, Equip(MAUD, PackName.DELVER), ONE)
    assert ["in_a_site"] == codes(there, Hire(MAUD, "Odd", Job.GUIDE), ONE)
    assert [] == codes(there, Equip(MAUD, PackName.DELVER))


def test_packs_are_offered_to_those_who_have_coins_and_nothing_else() -> None:
    """Edda with 130 gold may have any; the person who has gear already is not asked."""
    there = table()
    there.do(CreateCharacter(ONE, "Edda", ByViolence()), 3, 3, 4, 3, 4, 4, 4, 4, 4, "keep", 4, 6, 6, 7, 3, 3, seat=ONE)
    mine = [offer for offer in offers(there.known(ONE), ONE) if isinstance(offer.command, Equip)]
    assert [Equip(EDDA, pack) for pack in PackName] == [each.command for each in mine]
    assert ["too_poor"] == [reason.code for reason in mine[0].refused]
    assert "Edda: buy a delver's pack for 31g" == mine[0].label
    assert [] == [offer for offer in offers(there.known(TWO), TWO) if isinstance(offer.command, Equip)]
