"""Characters in one act, added whole, set by hand and retired; and nobody has to wait for them."""

import pytest
from msgspec.structs import replace

from tests.table.characters.test_creation import answer, joined
from tests.table.newcomers import EDDA, bought, purse, table, told
from tests.table.small_site import CRYPT, HALL, MAUD, ONE, TORCHES, TWO, ULF, begin
from tests.table.tabletop import Tabletop, codes
from undercroft.books.sovereign.classes import ClassId
from undercroft.books.sovereign.equipment import GEAR, Item
from undercroft.books.violence.hirelings import Job
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table import bridge
from undercroft.table.characters.characters import (
    AddPerson,
    CreateCharacter,
    QuickCharacter,
    SetSheet,
    SheetChanged,
)
from undercroft.table.characters.creation_methods import ByNeverwhere, ByViolence, ChosenFeat
from undercroft.table.characters.retiring import ComeBack, Retire, RosterChanged
from undercroft.table.decide import Decision
from undercroft.table.engine.answers import NO_ANSWERS
from undercroft.table.engine.audience import Told
from undercroft.table.engine.history import Retracted
from undercroft.table.engine.record import TimerSet
from undercroft.table.engine.wanted_dice import UseDice
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.gear import money
from undercroft.table.gear.buying import Equip, Equipped
from undercroft.table.gear.packs import PACKS, PackName
from undercroft.table.gear.prices import WARES, Lot
from undercroft.table.site.doors import OpenDoor
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.locks import PickLock
from undercroft.table.site.search import Search
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import Lapse, Timer
from undercroft.table.state.ids import DoorId, PersonId, ThingId, TimerId
from undercroft.table.state.people import Person, Role, Sheet
from undercroft.table.state.seats import REFEREE, Throwing
from undercroft.table.state.things import Carried, Lying, Thing, ThingKind, Worn
from undercroft.table.town.hiring import Hire, TakeOn, TermsAgreed
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

SCORES = (3, 3, 3, 4, 4, 4, 1, 2, 3, 6, 5, 4, 2, 2, 2)
OGRE = Person(PersonId("ogre"), "Ogre", REFEREE, Role.CREATURE, Sheet(strength=18), hp=20, hp_max=20)


# In one act


DELVERS_PACK = (
    bought("short_sword", "short sword", ThingKind.WEAPON, Carried(EDDA, Worn.READIED), 1, 1, 700),
    bought("torch", "torches", ThingKind.LIGHT, Carried(EDDA, Worn.STOWED), 4, 2, 20),
    bought("tinderbox", "tinderbox", ThingKind.GEAR, Carried(EDDA, Worn.STOWED), 1, 1, 80),
    bought("ration_day", "rations", ThingKind.FOOD, Carried(EDDA, Worn.STOWED), 2, 2, 40),
    bought("waterskin", "waterskin", ThingKind.WATER, Carried(EDDA, Worn.STOWED), 1, 1, 60),
    bought("rope_50ft", "rope, 50 feet", ThingKind.GEAR, Carried(EDDA, Worn.STOWED), 1, 2, 100),
    bought("iron_spikes_6", "six iron spikes", ThingKind.GEAR, Carried(EDDA, Worn.STOWED), 1, 1, 100),
    bought("leather", "leather", ThingKind.ARMOUR, Carried(EDDA, Worn.READIED), 1, 1, 2000),
)


@pytest.mark.parametrize("typed", [True, False])
def test_a_whole_delver_in_one_command(typed):
    """Constitution becomes 14, the pack says what is improved and bought: 31 of 130 gold are spent."""
    there = table(typed=typed)
    events = there.do(QuickCharacter(ONE, "Edda"), *SCORES, 5, 3, 4, 6, seat=ONE)

    edda = Person(
        EDDA,
        "Edda",
        ONE,
        sheet=Sheet(9, 12, 14, 15, 6, "expert", skills={"Notice": 1, "Exert": 0, "Stab": 0}),
        hp=6,
        hp_max=6,
        fp=14,
    )
    assert [edda] == joined(events)
    assert set(DELVERS_PACK) | {purse(EDDA, 13_000 - 3_100)} == set(there.now.carried_by(EDDA))
    assert there.now.carried_by(EDDA) == there.known(TWO).carried_by(EDDA)
    names = ("short sword", "4 torches", "tinderbox", "2 rations", "waterskin", "rope, 50 feet", "six iron spikes")
    assert Equipped(EDDA, (*names, "leather"), 3_100) in events
    assert (4, 9, 2, 9) == (*bridge.load_limits(edda), *_loads(there.now))


def _loads(campaign: Campaign) -> tuple[int, int]:
    things = campaign.carried_by(EDDA)
    return tuple(sum(thing.points for thing in things if thing.place == Carried(EDDA, how)) for how in Worn)  # type: ignore[return-value]


def test_such_a_delver_can_play_at_once() -> None:
    """She lights one of her torches, goes in and searches."""
    made = table()
    made.do(QuickCharacter(ONE, "Edda"), *SCORES, 5, 3, 4, 6, seat=ONE)
    there = Tabletop()
    there.sit(ONE)
    opening = replace(begin(), people=(made.now.people[EDDA],), things=made.now.carried_by(EDDA), party=(EDDA,))
    there.do(opening)
    there.do(LightUp(EDDA, ThingId("edda-one-torch")), seat=ONE)
    there.do(EnterSite(MAIN, CRYPT))
    there.do(Search(EDDA), 5, 5, seat=ONE)
    assert 3 == there.now.things[ThingId("edda-one-torch")].count
    assert HALL == there.now.groups[MAIN].zone


def test_the_poor_and_the_weak_have_less() -> None:
    """With 30 gold there is no leather; with Strength 3 one point is readied and three are stowed."""
    there = table()
    there.do(QuickCharacter(ONE, "Edda"), 1, 1, 1, *SCORES[3:], 5, 1, 1, 1, seat=ONE)
    assert {
        DELVERS_PACK[0],
        DELVERS_PACK[1],
        DELVERS_PACK[2],
        purse(EDDA, 3_000 - 800),
    } == set(there.now.carried_by(EDDA))


@pytest.mark.parametrize(
    "pack, raised, character_class, skills, items",
    [
        ("delver", "constitution", "expert", {"Notice": 1, "Exert": 0, "Stab": 0}, None),
        ("scout", "dexterity", "expert", {"Sneak": 1, "Notice": 1}, {"thieves_tools", "dagger", "small_bow"}),
        ("healer", "intelligence", "expert", {"Heal": 1, "Notice": 0, "Know": 0}, {"healers_kit", "staff"}),
        ("scholar", "intelligence", "mage", {"Magic": 1, "Know": 1}, {"lantern", "oil_common_pint", "dagger"}),
        ("warrior", "strength", "warrior", {"Stab": 1, "Exert": 0, "Notice": 0}, {"long_sword", "shield", "leather"}),
        ("torch_bearer", "constitution", "expert", {"Exert": 1, "Notice": 0, "Stab": 0}, {"torch", "club"}),
    ],
)
def test_every_pack(pack, raised, character_class, skills, items):
    """All scores 12 but the one that is raised, and 110 gold: enough for all of it."""
    there = table()
    twelve = (4, 4, 4) * 5
    there.do(QuickCharacter(ONE, "Edda", PackName(pack)), *twelve, 3, 4, 4, 3, seat=ONE)
    edda = there.now.people[EDDA]
    others = dict.fromkeys(("strength", "dexterity", "constitution", "intelligence", "wisdom"), 12)
    assert replace(Sheet(), **{**others, raised: 14}, character_class=character_class, skills=skills) == edda.sheet
    lots = PACKS[PackName(pack)].lots
    carried = {thing.item for thing in there.now.carried_by(EDDA)}
    assert {WARES[lot.ware].item for lot in lots} | {"coins"} == carried
    assert items is None or items <= carried
    spent = sum(WARES[lot.ware].price_c * lot.count for lot in lots)
    assert 11_000 - spent == money.coins(there.now, EDDA)


def test_the_next_attribute_is_raised_where_the_first_is_high() -> None:
    """Constitution 15 stays; Strength is next."""
    there = table()
    high = (3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 5, 4, 2, 2, 2)
    there.do(QuickCharacter(ONE, "Edda", class_id=ClassId.WARRIOR), *high, 5, 1, 1, 1, seat=ONE)
    sheet = there.now.people[EDDA].sheet
    assert (14, 15, "warrior") == (sheet.strength, sheet.constitution, sheet.character_class)


def test_a_quick_character_may_have_feats() -> None:
    """Die Hard counts for hit points; more than the class begins with are refused."""
    there = table()
    act = QuickCharacter(ONE, "Edda", PackName.SCHOLAR, feats=(ChosenFeat("Die Hard"),))
    there.do(act, *SCORES, 3, 1, 1, 1, seat=ONE)
    assert (("Die Hard",), 5) == (there.now.people[EDDA].sheet.feats, there.now.people[EDDA].hp)
    two = replace(act, name="Other", feats=(ChosenFeat("A"), ChosenFeat("B")))
    assert ["too_many_feats"] == codes(there, two, ONE)
    assert ["not_yours"] == codes(there, QuickCharacter(TWO, "Other"), ONE)
    assert ["name_taken"] == codes(there, QuickCharacter(ONE, "Edda"), ONE)


def test_no_price_or_load_is_ours() -> None:
    """Every ware of the gear list has the book's price and load, a pair of torches counted as two."""
    assert {item.value: (ware.price_c, ware.points) for item, ware in GEAR.items()} == {
        item.value: (WARES[item].price_c, WARES[item].points) for item in Item
    }
    assert ("torch", 2) == (WARES["torches_2"].item, WARES["torches_2"].pieces)
    assert (2_000, 1) == (WARES["leather"].price_c, WARES["leather"].points)
    assert "unarmed" not in WARES


# Nobody waits


def test_a_person_who_makes_a_character_holds_nobody_up() -> None:
    """Edda's dice are wanted of one seat; the table plays on, someone else is made, and they are still wanted."""
    there = table()
    there.do(UseDice(ONE, Throwing.TYPED), seat=ONE)
    there.do(CreateCharacter(ONE, "Edda", ByViolence()), seat=ONE)
    wanted = next(iter(there.now.wanted))
    assert not there.now.wanted[wanted].blocks
    assert {} == there.known(TWO).wanted
    there.do(EnterSite(MAIN, CRYPT))
    there.do(OpenDoor(ULF, DoorId("oak")), seat=TWO)
    there.do(CreateCharacter(TWO, "Odd", ByNeverwhere()), seat=TWO)
    there.do(LeaveSite(MAIN))
    assert [wanted] == list(there.now.wanted)

    for faces in ((3, 3, 4), (3, 4, 4), (4, 4, 4), ("keep",), (4,), (3, 4), (7,), (3, 3)):
        answer(there, wanted, faces)
    assert {} == there.now.wanted
    assert 9 == there.now.people[EDDA].hp
    assert PersonId("odd-two") in there.now.people


def test_a_blocked_table_still_makes_characters() -> None:
    """While a lock waits for its dice, the referee's other commands are refused, but not these."""
    there = table(typed=True)
    there.do(EnterSite(MAIN, CRYPT))
    there.do(PickLock(MAUD, DoorId("oak")), seat=ONE)
    assert ["dice_wanted"] == codes(there, LeaveSite(MAIN))
    assert ["dice_wanted"] == codes(there, Retire(MAUD))
    for act in (
        CreateCharacter(ONE, "Edda"),
        QuickCharacter(ONE, "Edda"),
        AddPerson(OGRE),
        Equip(MAUD, gift=True, pack=PackName.SCOUT),
        SetSheet(MAUD, {"ac": 3}),
        Hire(MAUD, "Odd", Job.GUIDE),
    ):
        assert [] == codes(there, act), act


def test_making_is_undone_whole() -> None:
    """Person, purse and gear are gone again, for everybody."""
    there = table()
    before, seen = there.now, there.known(TWO)
    there.do(QuickCharacter(ONE, "Edda"), *SCORES, 5, 3, 4, 6, seat=ONE)
    act = there.truth.done[-1].id
    for history in (there.truth, there.seats[TWO]):
        history.take(Told(Retracted(act), (ONE,), Seconds(0), None))
    assert (before, seen) == (there.now, there.known(TWO))


# Added whole


def test_the_referee_adds_someone_as_they_are() -> None:
    """With what they carry; everybody knows them, but not what a strange ring is worth."""
    there = table()
    odd = Person(PersonId("odd"), "Odd", TWO, hp=3, hp_max=3)
    ring = Thing(ThingId("ring"), "ring", ThingKind.TREASURE, Carried(PersonId("odd")), worth=5_000, appraised=False)
    there.do(AddPerson(odd, (ring,)))
    assert odd == there.known(ONE).people[odd.id]
    assert (5_000, None) == (there.now.things[ring.id].worth, there.known(ONE).things[ring.id].worth)


def test_hit_points_without_a_maximum_are_the_maximum() -> None:
    """Three hit points and no more said: 3 of 3."""
    there = table()
    there.do(AddPerson(Person(PersonId("odd"), "Odd", TWO, hp=3)))
    assert (3, 3) == (there.now.people[PersonId("odd")].hp, there.now.people[PersonId("odd")].hp_max)


def test_a_creature_with_a_name_is_the_referees_secret() -> None:
    """No seat hears of it, of its club, nor of what is changed about it."""
    there = table()
    club = Thing(ThingId("ogre-club"), "club", ThingKind.WEAPON, Carried(OGRE.id), item="club")
    heard = {seat: list(there.heard[seat]) for seat in (ONE, TWO, "spectators")}
    there.do(AddPerson(OGRE, (club,)))
    there.do(SetSheet(OGRE.id, {"ac": 5}))
    there.do(Equip(OGRE.id, items=(Lot("torches_2"),), gift=True))
    there.do(Retire(OGRE.id))
    there.do(ComeBack(OGRE.id))
    assert heard == {seat: there.heard[seat] for seat in heard}
    assert 5 == there.now.people[OGRE.id].sheet.overrides["ac"]
    for act in (SetSheet(OGRE.id, feats=()), Equip(OGRE.id, PackName.SCOUT), Retire(OGRE.id), TakeOn(MAUD, OGRE.id)):
        assert "no_person" in codes(there, act, ONE)


@pytest.mark.parametrize(
    "act, seat, expected",
    [
        (AddPerson(Person(MAUD, "Other", ONE)), REFEREE, ["person_taken"]),
        (AddPerson(replace(OGRE, seat=SeatId("three"))), REFEREE, ["no_seat"]),
        (AddPerson(replace(OGRE, sheet=Sheet(overrides={"luck": 1}))), REFEREE, ["out_of_bounds"]),
        (AddPerson(OGRE, (Thing(TORCHES, "x", ThingKind.GEAR, Carried(OGRE.id)),)), REFEREE, ["thing_taken"]),
        (AddPerson(OGRE, (Thing(ThingId("x"), "x", ThingKind.GEAR, Carried(MAUD)),)), REFEREE, ["not_carried"]),
        (AddPerson(OGRE, (Thing(ThingId("x"), "x", ThingKind.GEAR, Lying(CRYPT, HALL)),)), REFEREE, ["not_carried"]),
        (AddPerson(OGRE), ONE, ["referee_only"]),
        (AddPerson(OGRE), REFEREE, []),
    ],
)
def test_why_nobody_is_added(act, seat, expected):
    """Each reason has its code."""
    assert expected == codes(table(), act, seat)


# By hand


def test_numbers_are_set_and_given_back_to_the_books() -> None:
    """Set, shown as set, and derived again once it is none."""
    there = table()
    events = there.do(SetSheet(MAUD, {"ac": 4, "hd": 2}))
    maud = there.known(TWO).people[MAUD]
    assert SheetChanged(MAUD, maud.sheet) == events[-1]
    assert {"ac": 4, "hd": 2} == maud.sheet.overrides
    shown = {each.name: (each.value, each.source) for each in bridge.derived(maud, there.now.house)}
    assert ((4, "set"), (2, "set"), (14, "derived")) == (shown["ac"], shown["hd"], shown["agility"])
    there.do(SetSheet(MAUD, {"ac": None}))
    assert {"hd": 2} == there.now.people[MAUD].sheet.overrides
    assert ["Maud's sheet has changed."] == told(there, events)


def test_players_name_their_own_occupation() -> None:
    """Feats and numbers are for the referee, and pools are no numbers of a sheet."""
    there = table()
    there.do(SetSheet(MAUD, occupation="ratcatcher"), seat=ONE)
    there.do(SetSheet(MAUD, feats=("Alert",)))
    assert ["referee_only"] == codes(there, SetSheet(MAUD, feats=("Tough",)), ONE)
    assert (("Alert",), "ratcatcher") == (
        there.now.people[MAUD].sheet.feats,
        there.now.people[MAUD].sheet.occupation,
    )
    assert ["referee_only"] == codes(there, SetSheet(MAUD, {"ac": 4}), ONE)
    assert ["not_yours"] == codes(there, SetSheet(ULF, occupation="cook"), ONE)
    assert ["no_person"] == codes(there, SetSheet(EDDA, occupation="cook"), ONE)
    assert ["out_of_bounds", "out_of_bounds"] == codes(there, SetSheet(MAUD, {"luck": 4, "health": 9}))


def test_who_retires_leaves_the_party_and_may_come_back() -> None:
    """Her torch goes out with its deadlines; she is on the roll, in no group, and nobody's to command."""
    there = table()
    there.do(LightUp(MAUD, TORCHES), seat=ONE)
    assert TimerId("light-torches-0-3") in there.now.timers
    events = there.do(Retire(MAUD), seat=ONE)
    assert RosterChanged(MAUD, retired=True) == events[-1]
    for known in (there.now, there.known(TWO)):
        assert known.people[MAUD].retired
        assert ((ULF,), (ULF,)) == (known.present, known.groups[MAIN].members)
        assert ({}, {}) == (known.lights, known.timers)
    assert ["retired"] == codes(there, Retire(MAUD), ONE)
    assert ["not_here"] == codes(there, LightUp(MAUD, TORCHES), ONE)
    back = there.do(ComeBack(MAUD), seat=ONE)
    assert not there.known(TWO).people[MAUD].retired
    assert (ULF,) == there.now.present
    assert ["Maud retires."] == [line for line in told(there, events) if "retires" in line or "back" in line]
    assert ["Maud is back in play."] == told(there, back)


def test_what_was_due_for_who_retires_is_due_no_more() -> None:
    """Deadlines of hers are called off; those of others stay."""
    there = table()
    for who in (MAUD, ULF):
        timer = Timer(
            TimerId(f"venom-{who}"), Lapse.EFFECT, "venom", Seconds(0), Seconds(600), (REFEREE, ONE, TWO), who
        )
        there.take(Decision((Told(TimerSet(timer), timer.to, Seconds(0), None),), waits=False, answers=NO_ANSWERS))
    there.do(Retire(MAUD))
    assert [TimerId("venom-ulf")] == list(there.now.timers) == list(there.known(TWO).timers)


def test_nobody_retires_in_the_middle_of_a_throw() -> None:
    """A player whose dice are wanted throws them first."""
    there = table(typed=True)
    there.do(CreateCharacter(ONE, "Edda"), seat=ONE)
    assert ["dice_wanted"] == codes(there, Retire(MAUD), ONE)
    assert [] == codes(there, Retire(ULF), TWO)


@pytest.mark.parametrize(
    "event",
    [
        SheetChanged(EDDA, Sheet()),
        RosterChanged(EDDA, retired=True),
        TermsAgreed(EDDA, MAUD, ONE, "a song"),
        Equipped(EDDA, ("rope",), 100),
    ],
)
def test_who_was_never_told_of_someone_learns_nothing(event):
    """News of a stranger changes nothing, and can be told all the same."""
    assert Campaign() == event.fold(Campaign())
    assert event.say(Campaign())


@pytest.mark.parametrize(
    "act, seat, expected",
    [
        (Retire(ULF), ONE, ["not_yours"]),
        (Retire(EDDA), ONE, ["no_person"]),
        (ComeBack(MAUD), ONE, ["not_retired"]),
        (Retire(MAUD), REFEREE, []),
    ],
)
def test_why_nobody_retires(act, seat, expected):
    """Each reason has its code."""
    assert expected == codes(table(), act, seat)


def test_neither_the_dead_nor_those_in_a_site_retire() -> None:
    """By Sovereign's roster, and because they are not home."""
    there = table()
    there.do(EnterSite(MAIN, CRYPT))
    assert ["in_a_site"] == codes(there, Retire(MAUD), ONE)
    dead = Person(PersonId("odd"), "Odd", ONE, alive=False)
    there.do(AddPerson(dead))
    assert ["dead"] == codes(there, Retire(dead.id), ONE)
    assert ["dead"] == codes(there, ComeBack(dead.id), ONE)
