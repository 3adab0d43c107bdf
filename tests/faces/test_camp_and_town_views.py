"""What screens show where no course is set, of a night in camp, and of a level that was earned."""

from fractions import Fraction

from msgspec.structs import replace

from tests.table.tabletop import Tabletop
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.books.violence.hirelings import Job
from undercroft.demo import campaign as demo
from undercroft.faces.terminal.closer_look import look_lines
from undercroft.faces.views.actions import actions
from undercroft.faces.views.log.lines import log_lines
from undercroft.faces.views.overview.overview import overview
from undercroft.faces.views.people.growth import growth_view
from undercroft.faces.views.people.shop import shop
from undercroft.faces.views.road.camp import NightPart, camp_view
from undercroft.faces.views.road.day_track import day_track
from undercroft.faces.views.road.destinations import destinations
from undercroft.faces.views.road.hike import hike_day
from undercroft.faces.views.road.town import town_view
from undercroft.faces.web.live.forms.command_form import command_controls
from undercroft.faces.web.live.forms.lists import NameList, Suggestions
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.body.condition import GiveCondition
from undercroft.table.engine.about import Section
from undercroft.table.engine.part import Command
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.referee.adjust import Adjust
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.referee.reveal_map import PlaceInHex
from undercroft.table.road.astray_by_hand import RuleLost
from undercroft.table.road.bearings import TakeBearings
from undercroft.table.road.camp import MakeCamp, SetWatches, Watch
from undercroft.table.road.hike import BeginHike, HikeOn, SitDown
from undercroft.table.road.night import camp_of
from undercroft.table.road.travel_day import ChangeCaravan, SetOut
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.state.house_rules import Wilderness
from undercroft.table.state.ids import GroupId, HexId, PersonId, SiteId
from undercroft.table.state.journeys import TravelDay
from undercroft.table.state.scenes import Town
from undercroft.table.state.seats import REFEREE
from undercroft.table.town.advancement import GainLevel
from undercroft.table.town.hiring import Hire
from undercroft.table.town.town import ComeToTown, Stayed, StayInTown
from undercroft.table.world.campaign_start import Begin

PARTY, SEAT = GroupId("party"), SeatId("seat-1")
MAUD, ANSGAR, CORVIN = PersonId("maud"), PersonId("ansgar"), PersonId("corvin")


def demo_table(opening: Begin | None = None) -> Tabletop:
    """The demo's table as it begins, in Orrin's Mouth at nine."""
    table = Tabletop()
    table.sit("seat-1", "seat-2", "seat-3", "seat-4")
    table.do(opening or demo())
    return table


def test_ways_from_here_are_priced() -> None:
    """Each hex around has its multipliers, its cost and what it leaves of the day; Carrow is told by its day."""
    table = demo_table()
    table.do(SetOut(PARTY))
    known = table.known(SEAT)
    found = destinations(known, known.groups[PARTY])
    assert found is not None
    times = "\N{MULTIPLICATION SIGN}"
    assert [
        ("0406", "north", "plains, trail", f"1 {times} 1½", "⅔", "leaves 2⅓", True),
        ("0507", "north-east", "plains", "1", "1", "leaves 2", True),
        ("0508", "south-east", "marsh", "½", "2", "leaves 1", True),
    ] == [
        (each.hex, each.way, each.ground, each.multiplier, each.cost, each.today, each.can) for each in found.near[:3]
    ]
    assert [("0206", "Carrow", 3, "1⅚", 2)] == [
        (each.hex, each.name, each.hexes, each.cost, each.arrives) for each in found.far
    ]


def test_a_way_that_the_day_is_too_short_for_says_what_it_lacks() -> None:
    """Half a point is left; the marsh takes two."""
    table = demo_table()
    table.do(SetOut(PARTY))
    known = table.known(SEAT)
    group = known.groups[PARTY]
    assert isinstance(group.scene, TravelDay)
    late = replace(group, scenes=(*group.scenes[:-1], replace(group.scene, spent=group.scene.tp_max - Fraction(1, 2))))
    found = destinations(replace(known, groups={**known.groups, PARTY: late}), late)
    assert found is not None
    assert {"0508": "lacks 1½ points", "0507": "lacks ½ point"} == {
        each.hex: each.today for each in found.near if each.hex in ("0507", "0508")
    }


def test_those_who_have_not_set_out_arrive_by_the_calendar() -> None:
    """It is the second day before they go as well as after."""
    known = demo_table().known(SEAT)
    found = destinations(known, known.groups[PARTY])
    assert found is not None
    assert [2] == [each.arrives for each in found.far]


def test_the_log_counts_no_turns_on_the_road() -> None:
    """A line of the site has the turn that its clock shows; one of the road has none. No line only tells the time."""
    table = demo_table()
    table.do(EnterSite(PARTY, SiteId("ossuary")))
    table.do(LeaveSite(PARTY))
    table.do(SetOut(PARTY))
    table.do(MakeCamp(PARTY))
    turns = {line.text: line.turn for line in log_lines(table.known(REFEREE), table.log)}
    assert 0 == turns["The party makes camp at Orrin's Mouth (0407)."]
    assert 2 == turns["The party leaves Saint Orrin's Ossuary."]
    assert [] == [text for text in turns if "09:10" in text]


def test_a_night_is_drawn_with_its_watches() -> None:
    """Two watches of half the night each; the person who has one is short of sleep by what the night lacks."""
    table = demo_table()
    table.do(MakeCamp(PARTY))
    table.do(SetWatches(PARTY, (Watch((MAUD,)), Watch((ANSGAR,)))))
    known = table.known(REFEREE)
    group = known.groups[PARTY]
    camp = camp_of(group)
    assert camp is not None
    night = camp_view(known, group, camp, actions(known, REFEREE))
    maud, ansgar, isolde = night.sleepers[:3]
    assert ((NightPart(0.0, 50.0),), (NightPart(50.0, 50.0),), ()) == (maud.watch, ansgar.watch, isolde.watch)
    assert ("0 h", "8 h", True) == (isolde.slept, isolde.by_dawn, isolde.enough)
    assert (0.0, 50.0) == (night.now, night.die)
    assert ("18:00", "06:00") == (night.hours[0][1], night.hours[-1][1])
    awhile = replace(camp, slept={**camp.slept, MAUD: Seconds(216 * 60)})
    assert "3 h 36 min" == camp_view(known, group, awhile, ()).sleepers[0].slept


def test_the_dead_have_no_place_in_the_night() -> None:
    """They neither sleep nor keep watch."""
    table = demo_table()
    table.do(MakeCamp(PARTY))
    known = table.known(REFEREE)
    maud = replace(known.people[MAUD], alive=False)
    known = replace(known, people={**known.people, MAUD: maud})
    camp = camp_of(known.groups[PARTY])
    assert camp is not None
    night = camp_view(known, known.groups[PARTY], camp, ())
    assert MAUD not in {sleeper.id for sleeper in night.sleepers}
    assert ANSGAR in {sleeper.id for sleeper in night.sleepers}


def in_carrow() -> Tabletop:
    """Corvin has earned his third level, in Carrow."""
    table = demo_table()
    table.do(Adjust(Adjustable.PERSON, CORVIN, "sheet.xp", 3000, "counted"))
    table.do(ComeToTown(PARTY, "Carrow"))
    return table


def test_a_level_shows_what_its_dice_may_bring() -> None:
    """Three dice for eleven hit points: at least one more, at best all the dice can show."""
    known = in_carrow().known(REFEREE)
    own = [action for action in actions(known, REFEREE) if action.who == CORVIN]
    found = growth_view(known, known.people[CORVIN], own)
    assert found is not None
    assert found.next is not None
    level = found.next
    assert (3, 11, 12, 24, "16.6", "90.7 %", "49/54") == (
        level.level,
        level.hp,
        level.least,
        level.most,
        level.mean,
        level.percent,
        level.fraction,
    )
    assert () == found.raises


def test_points_buy_raises_at_their_price() -> None:
    """An untrained skill is the cheapest, a skill at arms is marked, and an attribute's first raise costs one."""
    table = in_carrow()
    table.do(GainLevel(CORVIN), 4, 4, 4)
    known = table.known(REFEREE)
    found = growth_view(
        known, known.people[CORVIN], [action for action in actions(known, REFEREE) if action.who == CORVIN]
    )
    assert found is not None
    assert (None, 3, 1) == (found.next, found.person.sheet.points, found.person.sheet.quick_points)
    raises = {each.name: (each.now, each.then, each.cost, each.arms, each.attribute) for each in found.raises}
    assert ("1", "2", 3, True, False) == raises[Skill.STAB]
    assert ("untrained", "0", 1, False, False) == raises[Skill.HEAL]
    assert ("13", "14", 1, False, True) == raises[Attribute.STR]


def test_nobody_rises_without_cause() -> None:
    """No card for those who have nothing to gain here."""
    known = in_carrow().known(REFEREE)
    assert (
        growth_view(known, known.people[MAUD], [action for action in actions(known, REFEREE) if action.who == MAUD])
        is None
    )


def test_a_march_is_told_in_kilometres() -> None:
    """By the hour of the slowest: what is done, what the next hexes take, and how far each would get in a day."""
    begin = demo()
    table = demo_table(replace(begin, house=replace(begin.house, wilderness=Wilderness.NEVERWHERE)))
    table.do(BeginHike(PARTY, (HexId("0406"), HexId("0306"))))
    table.do(HikeOn(PARTY, 1))
    known = table.known(REFEREE)
    march = hike_day(known, known.groups[PARTY])
    assert march is not None
    assert ("1", "12", "10", "1", "10") == (march.hours, march.of, march.km, march.unrested, march.pace)
    times = "\N{MULTIPLICATION SIGN}"
    assert [("0306", "plains", f"average {times}1", "10 km", "1 h")] == [
        (stage.hex, stage.ground, stage.factor, stage.km, stage.hours) for stage in march.stages
    ]
    assert ("Maud Tarrow", "220 km", "11/11", 1) == (
        march.walkers[0].name,
        march.walkers[0].km,
        march.walkers[0].fp,
        march.walkers[0].an_hour,
    )
    assert destinations(known, known.groups[PARTY]) is None


def test_watches_are_built_up_by_taps() -> None:
    """Maud takes the first, Ansgar the next; a watch that nobody is left for falls away. One to be added has a plus."""
    table = demo_table()
    table.do(SetOut(PARTY))
    table.do(MakeCamp(PARTY))

    def tapped(who: PersonId, number: int) -> tuple[tuple[PersonId, ...], ...]:
        camp = camp_of(table.now.groups[PARTY])
        assert camp is not None
        night = camp_view(table.now, table.now.groups[PARTY], camp, ())
        turns = next(sleeper.turns for sleeper in night.sleepers if sleeper.id == who)
        table.do(wire.from_plain(SetWatches, turns[number - 1].command))
        after = camp_of(table.now.groups[PARTY])
        assert after is not None
        return after.watches

    def labels() -> list[str]:
        camp = camp_of(table.now.groups[PARTY])
        assert camp is not None
        return [turn.label for turn in camp_view(table.now, table.now.groups[PARTY], camp, ()).sleepers[0].turns]

    assert ["+ watch"] == labels()
    assert ((MAUD,),) == tapped(MAUD, 1)
    assert ((MAUD,), (ANSGAR,)) == tapped(ANSGAR, 2)
    assert ["1", "2", "+ 3"] == labels()
    assert ((MAUD, CORVIN), (ANSGAR,)) == tapped(CORVIN, 1)
    assert ((MAUD, CORVIN),) == tapped(ANSGAR, 2)


def test_in_town_the_strip_counts_the_days_of_the_calendar() -> None:
    """A week after they came on the second day it is the ninth, and the log says where it went."""
    table = demo_table()
    table.do(SetOut(PARTY))
    table.do(ComeToTown(PARTY, "Carrow"))
    assert 2 == day_track(table.now, table.now.groups[PARTY], None).day
    told = table.do(StayInTown(PARTY, 7))
    assert Stayed(PARTY, "Carrow", 7) in told
    assert 9 == day_track(table.now, table.now.groups[PARTY], None).day


def test_a_cure_that_nobody_can_pay_is_told_once() -> None:
    """One line for the person who is ill, and not one for every purse that is too light."""
    table = demo_table()
    table.do(ComeToTown(PARTY, "Carrow"))
    table.do(GiveCondition(MAUD, "diseased"))
    group = table.now.groups[PARTY]
    scene = group.scene
    assert isinstance(scene, Town)
    shown = town_view(table.now, REFEREE, group, scene, actions(table.now, REFEREE))
    cures = [each for each in shown.care if each.kind == "buy_cure"]
    assert [("maud", ("That costs 500g.",))] == [(cure.command["patient"], cure.refused) for cure in cures]


def test_the_dead_are_not_hired_in_town() -> None:
    """Tam died on the way: the table of levels says so, and says nothing else of him."""
    table = demo_table()
    table.do(ComeToTown(PARTY, "Carrow"))
    table.do(Adjust(Adjustable.PERSON, "tam", "alive", False, "by hand"))
    group = table.now.groups[PARTY]
    assert isinstance(group.scene, Town)
    rows = town_view(table.now, REFEREE, group, group.scene, actions(table.now, REFEREE)).people
    assert {"maud": "", "tam": "dead", "bettany": "hired"} == {
        row.person.id: row.note for row in rows if row.person.id in ("maud", "tam", "bettany")
    }


def at_the_market() -> Tabletop:
    """The demo's party in Carrow, which has a market of its own."""
    table = demo_table()
    table.do(PlaceInHex(PARTY, HexId("0206")))
    table.do(ComeToTown(PARTY, "Carrow"))
    return table


def test_the_town_screen_has_the_market_of_the_town() -> None:
    """The wares in a line, wages and numbers of hirelings, services with price and effect, and a shop for each."""
    table = at_the_market()
    for seat in (SEAT, REFEREE):
        known = table.known(seat)
        group, scene = known.groups[PARTY], known.groups[PARTY].scene
        assert isinstance(scene, Town)
        view = town_view(known, seat, group, scene, actions(known, seat))
        assert "50 wares at the listed prices; any hireling; a disease cured for 500g; 2 services." == view.market
        assert ("guide 3 silver a day, 1 left", "sellsword 12 silver a day, 2 left") == (view.wages[0], view.wages[-1])
        assert ("A week with the beguines", "25g") == (view.services[0].name, view.services[0].price)
        assert "Cures the frail. A bed, broth, and no questions until the seventh day" == view.services[0].does
        assert ["Maud Tarrow", "Brother Ansgar", "Isolde Fenn", "Corvin Hale"] == [
            shopper.name for shopper in view.shoppers
        ]


def test_only_the_referee_is_shown_sums_of_experience() -> None:
    """Players do not know what the monsters are worth: no sum of theirs would be true."""
    table = at_the_market()
    for seat, told in ((REFEREE, True), (SEAT, False)):
        known = table.known(seat)
        group = known.groups[PARTY]
        assert isinstance(group.scene, Town)
        view = town_view(known, seat, group, group.scene, ())
        assert told is (view.sums is not None)


def test_a_town_without_the_cure_that_is_needed_does_not_say_that_nobody_needs_one() -> None:
    """Maud is frail and has not the 25 gold."""
    table = at_the_market()
    known = table.known(SEAT)
    scene = known.groups[PARTY].scene
    assert isinstance(scene, Town)
    assert "Nobody needs a cure that this town sells." == town_view(known, SEAT, known.groups[PARTY], scene, ()).no_care
    table.do(GiveCondition(MAUD, "frail"))
    known = table.known(SEAT)
    assert "Nobody can pay for the cure they need." == town_view(known, SEAT, known.groups[PARTY], scene, ()).no_care


def test_the_shop_has_the_prices_and_the_stock_of_the_town() -> None:
    """What the town does not sell is listed apart, with the reason; its own wares come first."""
    table = at_the_market()
    seat = table.now.people[MAUD].seat
    known = table.known(seat)
    found = shop(known, seat, known.people[MAUD], "")
    assert ("Carrow", ("hop beer, a jug", "4c")) == (found.town, (found.wares[0].name, found.wares[0].price))
    oil = next(row for row in found.wares if row.name == "military oil, a pint")
    assert ("3g", "2g", 4) == (oil.price, oil.listed, oil.left)
    assert [("plate", "Not sold in Carrow: plate."), ("crossbow", "Not sold in Carrow: crossbow.")] == [
        (row.name, row.refused) for row in found.unsold
    ]
    scout = next(pack for pack in found.packs if pack.name == "Scout")
    assert scout.holds.startswith("dagger · 4 torches · tinderbox · 2 rations · waterskin · thieves' tools")
    outside = demo_table().known(SEAT)
    plain = shop(outside, SEAT, outside.people[MAUD], "")
    assert ("", (), {""}) == (plain.town, plain.unsold, {row.listed for row in plain.wares})


def test_the_terminal_shows_the_market() -> None:
    """`show` in a line, `look` in full, with the ids that buy_service takes."""
    table = at_the_market()
    known = table.known(SEAT)
    assert any("Carrow: 50 wares at the listed prices" in line for line in overview(known, SEAT))
    lines = look_lines(known, SEAT)
    assert any(
        line.startswith("  For sale: hop beer, a jug 4c; smoked eel 8c, 12 left; healer's kit") for line in lines
    )
    assert "  The leech on the bridge, 4g: Cures the poisoned [leech]" in lines
    assert "  A disease is cured for 500g." in lines


def test_the_people_for_hire_stay_listed_while_wages_are_due() -> None:
    """A day after Wat was hired he is owed his pay; hirelings hire nobody, and a form suggests a name."""
    table = in_carrow()
    table.do(Hire(MAUD, "Wat", Job.TORCHBEARER), 1, 4)
    table.do(StayInTown(PARTY, 1))
    group = table.now.groups[PARTY]
    town = town_view(table.now, REFEREE, group, Town("Carrow"), actions(table.now, REFEREE))
    assert ["pay_wages"] == [action.kind for action in town.hire]
    assert town.for_hire.startswith("guide 2 silver a day; torchbearer")
    viewer = Viewer("a-table", REFEREE, table.now, (), group, MAUD)
    fields = {each.field.name: each.field.shape for each in command_controls(Hire, viewer, {})[0]}
    assert isinstance(fields["who"], NameList)
    assert ("maud", "ansgar", "isolde", "corvin") == fields["who"].words
    assert isinstance(fields["name"], Suggestions)
    assert "Maud Tarrow's torchbearer" in fields["name"].words
    assert "Hireling" == next(row.what for row in town.people if row.person.name == "Wat")


def test_what_the_card_of_the_hex_offers_is_on_the_page_once() -> None:
    """Bearings, rests and rulings on getting lost have their buttons there, and not among everyday actions too."""
    kinds: tuple[type[Command], ...] = (TakeBearings, RuleLost, ChangeCaravan, SitDown)
    assert {(True, False)} == {
        (kind.ABOUT.shown_in(Section.WAYSIDE), kind.ABOUT.shown_in(Section.ACTIONS)) for kind in kinds
    }
