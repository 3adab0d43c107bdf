"""A settlement: coming and going, rest, cures, wages, buying and selling."""

import pytest

from tests.table.hamlet import CROWN, ELM, HOARD, before_town, home_with_the_hoard, in_town
from tests.table.happenings import of
from tests.table.small_lands import CARROW, FORD, setting_out
from tests.table.small_site import CRYPT, MAUD, ONE, TWO, ULF
from tests.table.tabletop import Tabletop, codes
from undercroft.books.sovereign.poisons import TOWN_CURE_G
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.books.violence.hirelings import Job
from undercroft.kernel.units import HOUR, Seconds
from undercroft.table.body.condition import GiveCondition
from undercroft.table.body.wounds import Wound
from undercroft.table.characters.creation_methods import ChosenFeat
from undercroft.table.engine.record import TimePassed
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.gear.buying import Equip
from undercroft.table.gear.money import coins
from undercroft.table.gear.prices import Lot
from undercroft.table.offers import offers
from undercroft.table.referee.adjust import Adjust
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.referee.placing import Appraise
from undercroft.table.referee.reveal_map import PlaceInHex
from undercroft.table.sentences import says
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.people import Condition, Role, Sheet, Wages
from undercroft.table.state.scenes import Town
from undercroft.table.state.seats import REFEREE
from undercroft.table.town.advancement import GainLevel, Grew, RaiseAttribute, RaiseSkill, TakeFeat
from undercroft.table.town.cures import BuyCure, CureBought
from undercroft.table.town.experience import ShareExperience, XpGained, XpShared
from undercroft.table.town.hiring import Hire
from undercroft.table.town.selling import Sell, Sold
from undercroft.table.town.town import CameToTown, ComeToTown, LeaveTown, LeftTown, StayInTown
from undercroft.table.town.wages import PayWages, WagesPaid
from undercroft.table.treatment.frailty import BedRest, KeptBed
from undercroft.table.world.groups import MAIN

DAY = 24 * HOUR


def labels(at, seat):
    return [offer.label for offer in offers(at.known(seat), seat)]


# Coming and going


def test_a_group_comes_to_a_settlement_and_leaves_it():
    """Everybody of it knows where they are."""
    at = before_town()
    assert CameToTown(MAIN, ELM) in at.do(ComeToTown(MAIN, ELM))
    assert (Town(ELM),) == at.known(ONE).groups[MAIN].scenes
    assert LeftTown(MAIN, ELM) in at.do(LeaveTown(MAIN))
    assert () == at.known(ONE).groups[MAIN].scenes


@pytest.mark.parametrize(
    "act, seat, expected",
    [
        (ComeToTown(MAIN, ELM), ONE, ["referee_only"]),
        (ComeToTown(GroupId("x"), ELM), "referee", ["no_group"]),
        (LeaveTown(MAIN), "referee", ["not_in_town"]),
        (LeaveTown(GroupId("x")), "referee", ["no_group"]),
        (StayInTown(MAIN), "referee", ["not_in_town"]),
        (StayInTown(MAIN), ONE, ["referee_only", "not_in_town"]),
        (ShareExperience(MAIN), "referee", ["not_in_town"]),
        (ShareExperience(GroupId("x")), ONE, ["referee_only", "no_group"]),
        (GainLevel(MAUD), ONE, ["not_in_town"]),
        (RaiseSkill(MAUD, Skill.HEAL), ONE, ["not_in_town"]),
        (RaiseAttribute(MAUD, Attribute.INT), TWO, ["not_yours", "not_in_town"]),
        (TakeFeat(PersonId("x"), ChosenFeat("Lucky")), ONE, ["not_here"]),
        (Sell(ULF, CROWN.id), TWO, ["not_in_town", "not_carried"]),
        (BuyCure(ULF, MAUD), TWO, ["not_in_town", "not_so", "too_poor"]),
    ],
)
def test_on_the_road_nothing_of_that_is_done(act, seat, expected):
    """It takes a settlement."""
    assert expected == codes(before_town(), act, seat)


def test_nobody_comes_to_town_out_of_a_dungeon_or_twice():
    """First out of the one, and into the other once."""
    at = before_town()
    at.do(EnterSite(MAIN, CRYPT))
    assert ["in_a_site"] == codes(at, ComeToTown(MAIN, ELM))
    assert ["in_town"] == codes(in_town(), ComeToTown(MAIN, ELM))


def test_a_settlement_in_the_lands_is_offered_where_it_is_seen():
    """To the referee of a group in its hex, until they are in it."""
    at = Tabletop()
    at.sit(ONE, TWO)
    at.do(setting_out())
    assert "The party: go into Carrow" in labels(at, REFEREE)
    assert "The party: go into Carrow" not in labels(at, ONE)
    at.do(ComeToTown(MAIN, "Carrow"))
    seen = labels(at, REFEREE)
    assert "The party: go into Carrow" not in seen
    assert {"The party: leave Carrow", "The party: a week of rest in Carrow"} <= set(seen)


def test_reaching_a_town_is_told_once():
    """Going into the town that they have just reached adds no line; later, or after they left it, it does."""
    at = Tabletop()
    at.sit(ONE, TWO)
    at.do(setting_out(hex=FORD))
    reached = at.do(PlaceInHex(MAIN, CARROW)) + at.do(ComeToTown(MAIN, "Carrow"))
    assert [said for event in reached if "Carrow" in (said := says(at.now, event))] == [
        "The party reaches Carrow (0306)."
    ]
    at.do(LeaveTown(MAIN))
    (again,) = of(at.do(ComeToTown(MAIN, "Carrow")), CameToTown)
    assert says(at.now, again) == "The party goes into Carrow."


def test_going_into_a_town_after_a_wait_before_it_is_told():
    """They wait an hour in sight of the walls first."""
    at = Tabletop()
    at.sit(ONE, TWO)
    at.do(setting_out())
    at.do(PassTime(MAIN, Span.HOUR))
    (later,) = of(at.do(ComeToTown(MAIN, "Carrow")), CameToTown)
    assert says(at.now, later) == "The party goes into Carrow."


# Rest


def test_days_of_rest_heal_morning_by_morning():
    """A point a level and one of strain, each day; nobody asks after meals."""
    at = in_town(ulf={"hp": 5, "strain": 3, "fp": 2})
    at.do(StayInTown(MAIN, 2))

    assert (7, 1, 14, 2 * DAY) == (
        at.now.people[ULF].hp,
        at.now.people[ULF].strain,
        at.now.people[ULF].fp,
        at.now.groups[MAIN].time,
    )


def test_what_breaks_a_day_off_breaks_off_the_stay():
    """Someone who sinks is not slept past."""
    at = in_town(ulf={"hp": 5})
    at.do(GiveCondition(ULF, "cursed", Seconds(DAY)))
    at.do(StayInTown(MAIN, 3))

    assert ([], 3 * DAY) == ([person.name for person in at.now.people[ULF].conditions], at.now.groups[MAIN].time)


def test_who_has_nothing_to_mend_lets_the_days_go_by_at_once():
    """A month in one stretch."""
    at = in_town(ulf={"fp": 14})
    events = at.do(StayInTown(MAIN, 30))

    assert [30 * DAY] == [event.time for event in events if isinstance(event, TimePassed)]


def test_the_frail_are_nursed_in_a_settlement():
    """By the person who has the skill and a kit; it is the referee's to let the week pass."""
    at = in_town(ulf={"conditions": (Condition("frail", Seconds(0)),)})
    assert not any("nurse" in label for label in labels(at, REFEREE))
    at.do(Equip(MAUD, items=(Lot("healers_kit"),), gift=True))
    assert "Maud: nurse Ulf for 7 days" in labels(at, REFEREE)
    assert not any("nurse" in label for label in labels(at, ONE))
    at.do(BedRest(MAUD, ULF))
    assert ((), 7 * DAY) == (at.now.people[ULF].conditions, at.now.groups[MAIN].time)


def test_a_week_at_a_bedside_mends_others_too():
    """Maud nurses, hurt as she is, and sleeps in a bed every night; all hear how long it was."""
    at = in_town(ulf={"conditions": (Condition("frail", Seconds(0)),)})
    at.do(Equip(MAUD, items=(Lot("healers_kit"),), gift=True))
    at.do(Wound(MAUD, 2))
    hurt = at.now.people[MAUD].hp
    (kept,) = [event for event in at.do(BedRest(MAUD, ULF)) if isinstance(event, KeptBed)]
    assert "Ulf rests in bed for 7 days, nursed by Maud." == says(at.now, kept)
    assert (hurt + 2, 7 * DAY) == (at.now.people[MAUD].hp, at.now.groups[MAIN].time)


# Cures


def test_a_cure_for_a_disease_has_its_price():
    """Five hundred gold, and the person who pays need not be who is ill."""
    ill = (Condition("diseased", Seconds(0), "a red rash"),)
    poor = in_town(maud={"conditions": ill})
    assert ["too_poor"] == codes(poor, BuyCure(ULF, MAUD), TWO)
    rich = home_with_the_hoard(maud={"conditions": ill})
    rich.do(Sell(ULF, CROWN.id), seat=TWO)
    assert CureBought(ULF, MAUD, "diseased", TOWN_CURE_G * 100) in rich.do(BuyCure(ULF, MAUD), seat=TWO)
    assert ((), 6000 + 300_000 - 50_000) == (rich.now.people[MAUD].conditions, coins(rich.now, ULF))


def test_for_a_curse_the_referee_names_the_price():
    """No book has one."""
    at = in_town(maud={"conditions": (Condition("cursed", Seconds(0)),)})
    assert ["referee_only"] == codes(at, BuyCure(ULF, MAUD, "cursed", 100), TWO)
    assert ["no_price"] == codes(at, BuyCure(ULF, MAUD, "cursed"))
    assert ["not_so"] == codes(at, BuyCure(ULF, MAUD, "frail", 5))
    assert ["not_with_them"] == codes(at, BuyCure(ULF, PersonId("x"), "cursed", 5))
    at.do(BuyCure(ULF, MAUD, "cursed", 100))
    assert ((), 5900) == (at.now.people[MAUD].conditions, coins(at.now, ULF))


# Money


def test_treasure_is_sold_for_what_it_is_worth():
    """Before it is counted the coins are still to be counted; afterwards they are in the purse."""
    at = home_with_the_hoard()
    assert "Ulf: sell the crown" in labels(at, TWO)
    assert Sold(ULF, "crown", 300_000) in at.do(Sell(ULF, CROWN.id), seat=TWO)
    assert XpShared(MAIN, 3030, 1212, 606) in at.do(ShareExperience(MAIN))
    assert 306_000 == coins(at.known(TWO), ULF)

    later = home_with_the_hoard()
    later.do(ShareExperience(MAIN))
    assert "Ulf: sell the crown for 3000g" in labels(later, TWO)
    later.do(Sell(ULF, CROWN.id))
    assert [("purse", 306_000)] == [(thing.name, thing.worth) for thing in later.now.carried_by(ULF)]
    assert ["no_buyer"] == codes(later, Sell(MAUD, HOARD.id))


def test_other_things_are_sold_once_the_referee_said_what_they_are_worth():
    """A player sells treasure alone; the referee says what a rope without a price is worth, and sells it."""
    at = in_town()
    at.do(Equip(ULF, items=(Lot("rope_50ft"),)))
    rope = next(thing.id for thing in at.now.carried_by(ULF) if thing.item == "rope_50ft")
    at.do(Adjust(Adjustable.THING, rope, "worth", None, ""))
    assert ["no_buyer"] == codes(at, Sell(ULF, rope))
    at.do(Appraise(rope, 50))
    assert ["no_buyer"] == codes(at, Sell(ULF, rope), TWO)
    before = coins(at.now, ULF)
    at.do(Sell(ULF, rope))
    assert 50 == coins(at.now, ULF) - before


def test_no_hireling_hires():
    """Only those who lead their own lives pay others."""
    at = in_town()
    at.do(Hire(ULF, "Wat", Job.DIGGER), 1, 4, seat=TWO)
    assert ["no_employer"] == codes(at, Hire(PersonId("wat-two"), "Tib", Job.GUIDE))


def test_who_is_hired_comes_along():
    """With the group of the person who pays, at the end of its line; a player hears that they join."""
    at = in_town()
    at.do(Hire(ULF, "Wat", Job.DIGGER), 1, 4, seat=TWO)
    wat = PersonId("wat-two")
    assert wat == at.now.groups[MAIN].members[-1] == at.known(ONE).groups[MAIN].members[-1]
    assert wat in at.now.present


def test_servants_are_paid_what_they_are_owed():
    """A digger at five silver a day, three days and a bit: four days."""
    at = in_town()
    at.do(Hire(ULF, "Wat", Job.DIGGER), 1, 4, seat=TWO)
    wat = PersonId("wat-two")
    assert Wages(50, Seconds(DAY), Seconds(0)) == at.now.people[wat].pay
    assert ["nothing_owed"] == [each for each in codes(at, PayWages(ULF, wat)) if each != "not_with_them"]
    assert ["not_their_servant"] == codes(at, PayWages(MAUD, wat))


@pytest.mark.parametrize(
    "pay, now, expected",
    [
        (Wages(50, Seconds(DAY), Seconds(0)), 0, 0),
        (Wages(50, Seconds(DAY), Seconds(0)), 3 * DAY + 1, 4),
        (Wages(50, Seconds(DAY), Seconds(5 * DAY)), 3 * DAY, 0),
        (Wages(2500, Seconds(30 * DAY), Seconds(30 * DAY), ahead=True), 29 * DAY, 0),
        (Wages(2500, Seconds(30 * DAY), Seconds(30 * DAY), ahead=True), 30 * DAY, 1),
        (Wages(2500, Seconds(30 * DAY), Seconds(30 * DAY), ahead=True), 61 * DAY, 2),
    ],
)
def test_how_often_a_wage_is_due(pay, now, expected):
    """By the day afterwards, a day begun counting; by the month in advance."""
    assert expected == pay.owed(Seconds(now))


def test_a_henchmans_month_is_paid_when_it_is_over():
    """Out of the employer's purse, into the servant's."""
    pay = Wages(2500, Seconds(30 * DAY), Seconds(DAY), ahead=True)
    at = in_town(ulf={"employer": MAUD, "role": Role.HENCHMAN, "pay": pay, "seat": ONE})
    at.do(StayInTown(MAIN))
    assert ["too_poor"] == codes(at, PayWages(MAUD, ULF), ONE)
    at.do(Equip(MAUD, items=(Lot("blanket"),), gift=True))
    rich = in_town(maud={"employer": ULF, "role": Role.HENCHMAN, "pay": pay, "seat": TWO})
    rich.do(StayInTown(MAIN))
    assert "Ulf: pay Maud 25g" in labels(rich, TWO)
    events = rich.do(PayWages(ULF, MAUD), seat=TWO)

    assert WagesPaid(ULF, MAUD, 2500, Seconds(31 * DAY)) in events
    assert (3500, 2500) == (coins(rich.now, ULF), coins(rich.now, MAUD))
    assert ["nothing_owed"] == codes(rich, PayWages(ULF, MAUD))


def test_a_settlement_has_people_for_hire_and_stores_to_buy():
    """The person who has the coins sees what they can get."""
    at = in_town()
    seen = labels(at, TWO)

    assert "Ulf: hire a torchbearer for 2 silver a day" in seen
    assert "Ulf: buy rations for 2s" in seen
    assert not any(label.startswith("Maud: buy") for label in labels(at, ONE))
    assert not any("hire" in label for label in labels(before_town(), TWO))


@pytest.mark.parametrize(
    "event, sentence",
    [
        (CameToTown(MAIN, ELM), "The party comes to Elmham."),
        (CameToTown(MAIN, ELM, reached=True), "The party goes into Elmham."),
        (LeftTown(MAIN, ELM), "The party leaves Elmham."),
        (
            XpShared(MAIN, 50, 20, 10, "thanks"),
            "The party shares 50 experience points (thanks): 20 for each Delver, 10 for each henchman.",
        ),
        (XpShared(MAIN, 50, 25, 0), "The party shares 50 experience points: 25 for each Delver."),
        (XpGained(ULF, 1), "Ulf has 1 experience point now."),
        (Grew(ULF, Sheet(), 1, 1, "has STR 16 now"), "Ulf has STR 16 now."),
        (Sold(ULF, "crown", 300), "Ulf sells the crown for 3g."),
        (WagesPaid(ULF, MAUD, 50, Seconds(0)), "Ulf pays Maud 5s in wages."),
        (CureBought(ULF, MAUD, "diseased", 50), "Ulf pays 5s for Maud's cure (diseased)."),
    ],
)
def test_in_words(event, sentence):
    """For the log."""
    assert sentence == event.say(before_town().now)


@pytest.mark.parametrize(
    "event",
    [XpGained(PersonId("x"), 1), Grew(PersonId("x"), Sheet(), 1, 1, ""), WagesPaid(ULF, PersonId("x"), 1, Seconds(0))],
)
def test_who_was_never_heard_of_changes_nothing(event):
    """A seat may hear of people it does not know."""
    now = before_town().now

    assert now == event.fold(now)
