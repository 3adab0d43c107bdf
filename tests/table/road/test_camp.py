"""The night camp: its die, its watches, sleep, and what is carried into the next day."""

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from tests.table.happenings import of as told
from tests.table.infirmary import KIT
from tests.table.journeying import FOOD, TIRELESS, on_the_road, the_day
from tests.table.small_lands import DOWN, FORD, SCARP, WOOD, lands, setting_out
from tests.table.small_site import CRYPT, MAUD, ONE, TWO, ULF
from tests.table.tabletop import Tabletop
from undercroft.books.hexcrawl.land import Weather
from undercroft.books.hexcrawl.wilderness import Provision
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.kernel.units import HOUR, Seconds
from undercroft.table.body.wounds import Wound
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.encounter.surprise import OffGuard
from undercroft.table.engine.event import Event
from undercroft.table.engine.record import Settled
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.fight.chase import RunChase
from undercroft.table.offers import offers
from undercroft.table.referee.reveal_map import PlaceInHex
from undercroft.table.road.camp import BreakCamp, CampFled, CampMade, MakeCamp, PassNight, SetWatches, Watch
from undercroft.table.road.night import GotUp, MorningCame, Woken, camp_of
from undercroft.table.road.supplies import Provide, Provided
from undercroft.table.road.travel import TravelTo
from undercroft.table.road.travel_day import DayBegan, SetOut
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.campaign import with_person
from undercroft.table.state.house_rules import Fatigue, Sleep, Watchkeeping, Wilderness
from undercroft.table.state.journeys import Begun, Camp, Hour, TravelDay
from undercroft.table.state.people import Person, State
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.seats import REFEREE
from undercroft.table.treatment.healing import FirstAid
from undercroft.table.world.groups import MAIN

F = Fraction


def hours(number: int) -> Seconds:
    """So many hours."""
    return Seconds(number * HOUR)


def test_a_quiet_night() -> None:
    """Camp at noon, the die at midnight, and at six the next day begins with fresh points."""
    table = on_the_road(hex=DOWN)
    events = table.do(MakeCamp(MAIN))
    assert told(events, CampMade) == [CampMade(MAIN, DOWN)]
    events = table.do(PassNight(MAIN), 5)
    assert told(events, MorningCame) == [MorningCame(MAIN, {MAUD: hours(8), ULF: hours(8)})]
    assert table.now.groups[MAIN].time == 24 * HOUR
    die = [each.at for each in table.log if getattr(each.event, "rule", "") == "hexcrawl.encounter-die.wilderness"]
    assert die == [18 * HOUR]
    table.do(BreakCamp(MAIN))
    assert (the_day(table).day, the_day(table).spent, the_day(table).left) == (2, F(0), F(4))


def test_a_begun_move_is_finished_first_thing_the_next_day() -> None:
    """A point and a half of the wood's two were paid; half a point more brings them in."""
    table = on_the_road(hex=FORD)
    table.do(TravelTo(MAIN, DOWN), 5)
    table.do(TravelTo(MAIN, SCARP))
    table.do(TravelTo(MAIN, WOOD), 5)
    table.do(MakeCamp(MAIN))
    table.do(PassNight(MAIN), 5)
    table.do(BreakCamp(MAIN))
    assert the_day(table).begun == Begun(WOOD, F(3, 2), 1)
    table.do(TravelTo(MAIN, WOOD))
    assert (table.now.groups[MAIN].hex, the_day(table).spent) == (WOOD, F(1, 2))


def test_a_whole_day_elsewhere_loses_what_was_begun() -> None:
    """Two nights in the same camp, and the move must be begun again."""
    table = on_the_road(hex=FORD)
    table.do(TravelTo(MAIN, DOWN), 5)
    table.do(TravelTo(MAIN, SCARP))
    table.do(TravelTo(MAIN, WOOD), 5)
    for _ in range(2):
        table.do(MakeCamp(MAIN))
        table.do(PassNight(MAIN), 5)
        table.do(BreakCamp(MAIN))
    assert the_day(table).begun is None


def test_a_hidden_site_in_camp_is_an_encounter() -> None:
    """Nobody stumbles upon sites asleep: face 2 brings someone, and with nobody on watch all are caught."""
    table = on_the_road(hex=DOWN)
    table.do(MakeCamp(MAIN))
    events = table.do(PassNight(MAIN), 2, 1, 1, 1, 2, 3)
    assert told(events, Woken) == [Woken(MAIN, ())]
    assert told(events, OffGuard) == [OffGuard(MAIN, (MAUD, ULF))]
    scene = table.now.groups[MAIN].scene
    assert isinstance(scene, EncounterScene)
    assert (scene.met.count, scene.surprised) == (2, (MAUD, ULF))
    table.do(EndEncounter(MAIN))
    table.do(PassNight(MAIN))
    assert table.now.groups[MAIN].time == 24 * HOUR


def test_who_runs_from_their_camp_is_not_put_back_to_bed() -> None:
    """They get away at midnight: the camp is behind them, six hours are slept, and the night is still to spend."""
    table = on_the_road(hex=DOWN)
    table.do(MakeCamp(MAIN))
    table.do(PassNight(MAIN), 2, 1, 1, 1, 2, 3)
    table.do(TakeStance(MAIN, Choice.RUN, Response.CHASE))
    events = table.do(RunChase(MAIN, their_move=0))
    assert told(events, CampFled) == [CampFled(MAIN)]
    assert told(events, GotUp) == [GotUp(MAIN, {MAUD: hours(6), ULF: hours(6)})]
    assert isinstance(table.now.groups[MAIN].scene, TravelDay)
    assert () == table.why_not(MakeCamp(MAIN))


def test_a_watch_keeps_them_from_being_surprised() -> None:
    """Ulf has the first half of the night and Maud the second, in which midnight lies."""
    table = on_the_road(hex=DOWN)
    table.do(MakeCamp(MAIN))
    table.do(SetWatches(MAIN, (Watch((ULF,)), Watch((MAUD,)))))
    events = table.do(PassNight(MAIN), 1, 1, 1, 1, 2, 3)
    assert told(events, OffGuard) == []


def test_the_next_night_begins_with_the_same_watches() -> None:
    """Until others are set; who cannot keep a watch any more is left out."""
    table = on_the_road(hex=DOWN)
    table.do(MakeCamp(MAIN))
    table.do(SetWatches(MAIN, (Watch((ULF,)), Watch((MAUD,)))))
    table.do(PassNight(MAIN), 5)
    table.do(BreakCamp(MAIN))
    table.do(Wound(MAUD, 99))
    table.do(MakeCamp(MAIN))
    camp = camp_of(table.now.groups[MAIN])
    assert camp is not None
    assert ((ULF,),) == camp.watches
    table.do(SetWatches(MAIN, ()))
    assert () == table.now.groups[MAIN].watches


def test_watches_in_the_evening_cost_no_sleep() -> None:
    """Twelve hours in camp, six of them on watch: six of sleep each. Alone in three watches, nobody misses any."""
    table = on_the_road(hex=DOWN)
    table.do(MakeCamp(MAIN))
    table.do(SetWatches(MAIN, (Watch((ULF,)), Watch((MAUD,)))))
    events = table.do(PassNight(MAIN), 5)
    assert told(events, MorningCame) == [MorningCame(MAIN, {MAUD: hours(6), ULF: hours(6)})]
    table = on_the_road(hex=DOWN)
    table.do(MakeCamp(MAIN))
    table.do(SetWatches(MAIN, (Watch((ULF,)), Watch((ULF, MAUD)), Watch((MAUD,)))))
    events = table.do(PassNight(MAIN), 5)
    assert told(events, MorningCame) == [MorningCame(MAIN, {MAUD: hours(4), ULF: hours(4)})]


def test_watches_cost_sleep_where_the_house_says_so() -> None:
    """Eight hours of sleep from ten at night, less a watch of six from midnight."""
    table = on_the_road(hex=DOWN, house=replace(TIRELESS, watchkeeping=Watchkeeping.NIGHT))
    table.do(MakeCamp(MAIN))
    table.do(SetWatches(MAIN, (Watch((ULF,)), Watch((MAUD,)))))
    events = table.do(PassNight(MAIN), 5)
    assert told(events, MorningCame) == [MorningCame(MAIN, {MAUD: hours(2), ULF: hours(6)})]


def test_a_night_heals() -> None:
    """What a night's rest gives by the books is given."""
    table = on_the_road(hex=DOWN)
    hurt = replace(table.now.people[MAUD], hp=2)
    table = on_the_road(hex=DOWN, people=(hurt, table.now.people[ULF]))
    table.do(MakeCamp(MAIN))
    table.do(PassNight(MAIN), 5)
    assert table.now.people[MAUD].hp == 3


def test_resources_wane_in_camp() -> None:
    """They eat, or forage with a point that is left, or owe tomorrow's first."""
    table = on_the_road(hex=DOWN, things=FOOD)
    table.do(MakeCamp(MAIN))
    table.do(PassNight(MAIN), 4)
    assert [why.code for why in table.why_not(PassNight(MAIN))] == ["must_provision"]
    assert Provided(MAIN, "spend", 2, 2) in table.do(Provide(MAIN, Provision.SPEND))
    table.do(PassNight(MAIN))
    table.do(BreakCamp(MAIN))
    assert not the_day(table).must_provision


def test_foraging_in_camp_takes_a_point_that_was_left() -> None:
    """The day had all four; three are left for nothing."""
    table = on_the_road(hex=DOWN)
    table.do(MakeCamp(MAIN))
    table.do(PassNight(MAIN), 4)
    table.do(Provide(MAIN, Provision.FORAGE))
    camp = table.now.groups[MAIN].scene
    assert isinstance(camp, Camp)
    assert (camp.left, camp.must_provision, camp.owes_forage) == (F(3), False, False)


def test_foraging_owed_by_day_is_still_owed_after_the_night() -> None:
    """Half a point was left when supplies waned: they owe tomorrow's first point, whatever the night brings."""
    table = on_the_road(hex=FORD)
    table.do(TravelTo(MAIN, DOWN), 5)
    table.do(TravelTo(MAIN, SCARP))
    table.do(TravelTo(MAIN, WOOD), 4)
    table.do(Provide(MAIN, Provision.FORAGE))
    assert the_day(table).owes_forage
    table.do(MakeCamp(MAIN))
    table.do(PassNight(MAIN), 5)
    table.do(BreakCamp(MAIN))
    assert the_day(table).must_provision


def test_foraging_that_is_owed_comes_first_in_the_morning() -> None:
    """Without a point left, tomorrow's first goes into food, and no step is made before."""
    table = on_the_road(hex=FORD)
    table.do(TravelTo(MAIN, DOWN), 5)
    table.do(TravelTo(MAIN, SCARP))
    table.do(TravelTo(MAIN, WOOD), 5)
    table.do(MakeCamp(MAIN))
    table.do(PassNight(MAIN), 4)
    table.do(Provide(MAIN, Provision.FORAGE))
    table.do(PassNight(MAIN))
    table.do(BreakCamp(MAIN))
    assert the_day(table).must_provision
    assert [why.code for why in table.why_not(TravelTo(MAIN, WOOD))] == ["must_provision"]
    costs = {each.command: each.cost for each in offers(table.now, REFEREE) if isinstance(each.command, Provide)}
    assert "1 point" == costs[Provide(MAIN, Provision.FORAGE)]
    table.do(Provide(MAIN, Provision.FORAGE), 5)
    assert (the_day(table).spent, the_day(table).fired) == (F(1), (F(1),))


def test_weather_of_the_night_counts_from_dawn() -> None:
    """Face 3 in camp: the morning is wet."""
    table = on_the_road(hex=DOWN)
    table.do(MakeCamp(MAIN))
    table.do(PassNight(MAIN), 3)
    assert table.known(ONE).seen_lands.weather is Weather.RAIN


def test_getting_up_in_the_night() -> None:
    """Breaking camp at midnight makes no morning: they have slept so far, and the new day's points come at dawn."""
    table = on_the_road(hex=DOWN)
    table.do(MakeCamp(MAIN))
    table.do(PassNight(MAIN), 1, 2)
    camp = table.now.groups[MAIN].scene
    assert isinstance(camp, Camp)
    assert (camp.hour, camp.slept) == (Hour.NIGHT, {MAUD: hours(6), ULF: hours(6)})
    events = table.do(BreakCamp(MAIN))
    assert (told(events, MorningCame), told(events, DayBegan)) == ([], [])
    assert told(events, GotUp) == [GotUp(MAIN, {MAUD: hours(6), ULF: hours(6)})]
    assert (table.now.groups[MAIN].time, the_day(table).day) == (18 * HOUR, 1)
    assert [why.code for why in table.why_not(TravelTo(MAIN, SCARP))] == ["day_spent"]
    assert [why.code for why in table.why_not(SetOut(MAIN))] == ["on_the_road"]

    table.do(PassTime(MAIN, Span.TILL_MORNING))
    table.do(SetOut(MAIN))
    assert (table.now.groups[MAIN].time, the_day(table).day, the_day(table).left) == (24 * HOUR, 2, F(4))


def test_after_an_encounter_at_midnight_the_night_goes_on() -> None:
    """They sleep on until dawn, and the hours are added up."""
    table = on_the_road(hex=DOWN)
    table.do(MakeCamp(MAIN))
    table.do(PassNight(MAIN), 1, 2)
    events = table.do(PassNight(MAIN))
    assert told(events, MorningCame) == [MorningCame(MAIN, {MAUD: hours(8), ULF: hours(8)})]
    events = table.do(BreakCamp(MAIN))
    assert [(event.day, event.points) for event in told(events, DayBegan)] == [(2, F(4))]


def strained(*watches: Watch) -> Tabletop:
    """In camp, fed, and Maud has two points of strain."""
    table = on_the_road(hex=DOWN)
    maud = replace(table.now.people[MAUD], strain=2)
    table = on_the_road(hex=DOWN, people=(maud, table.now.people[ULF]))
    table.do(MakeCamp(MAIN))
    table.do(SetWatches(MAIN, watches))
    return table


def test_strain_needs_eight_hours_without_a_break() -> None:
    """A quiet night takes off a point. An encounter at midnight breaks the night: six hours and six are no eight."""
    quiet = strained()
    quiet.do(PassNight(MAIN), 5)
    assert 1 == quiet.now.people[MAUD].strain

    broken = strained()
    broken.do(PassNight(MAIN), 2, 1, 1, 1, 2, 3)
    broken.do(EndEncounter(MAIN))
    broken.do(PassNight(MAIN))
    assert 2 == broken.now.people[MAUD].strain


def test_a_watch_in_the_middle_of_the_night_breaks_it_for_strain() -> None:
    """Of three watches of four hours Maud keeps the second, or the first and then sleeps eight hours at once."""
    for watches, strain in (((ULF, MAUD, ULF), 2), ((MAUD, ULF, ULF), 1)):
        table = strained(*(Watch((who,)) for who in watches))
        table.do(PassNight(MAIN), 5)
        assert strain == table.now.people[MAUD].strain


SLEEPLESS = replace(TIRELESS, wilderness=Wilderness.NEVERWHERE, fatigue=Fatigue.NEVERWHERE, sleep=Sleep.NEVERWHERE)


def robust(person: Person) -> Person:
    """A person with twelve fatigue points."""
    return replace(person, fp=12, sheet=replace(person.sheet, constitution=12))


def sleepless(*watches: Watch) -> Tabletop:
    """At six in the evening after thirty-six hours awake, six of twelve fatigue points lost: drowsy, and in camp."""
    begin = setting_out(lands(), DOWN)
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(replace(begin, house=SLEEPLESS, people=tuple(robust(person) for person in begin.people)))
    table.do(PassTime(MAIN, Span.HOUR, 36))
    table.do(MakeCamp(MAIN))
    table.do(SetWatches(MAIN, watches))
    return table


def drowsy_throws(events: Iterable[Event]) -> list[tuple[str, Fraction]]:
    """Who threw against sleep, and how many hours they had been awake."""
    threw = (event for event in told(events, Settled) if event.rule == "neverwhere.drowsy-check")
    return [(each.about, F(each.given["awake_h"])) for each in threw]


def test_people_on_watch_fight_sleep() -> None:
    """Standing watch is idle time: a throw every two hours. Sleep before a watch ends the waking hours."""
    table = sleepless(Watch((ULF,)), Watch((MAUD,)))
    events = table.do(PassNight(MAIN), 20, 20, 20, 20, 20, 20)
    ulf, maud = [("Ulf", F(hour)) for hour in (38, 40, 42)], [("Maud", F(hour)) for hour in (2, 4, 6)]
    assert drowsy_throws(events) == [*ulf, *maud]
    assert told(events, MorningCame) == [MorningCame(MAIN, {MAUD: hours(6), ULF: hours(6)})]


def test_who_is_in_bed_does_not_fight_sleep() -> None:
    """Without a watch nobody throws."""
    table = sleepless()
    assert drowsy_throws(table.do(PassNight(MAIN))) == []


def test_hours_on_watch_are_hours_awake() -> None:
    """Maud slept six hours before her watch of six: her day of twelve hours began when she got up for it."""
    table = sleepless(Watch((ULF,)), Watch((MAUD,)))
    table.do(PassNight(MAIN), 20, 20, 20, 20, 20, 20)
    assert (table.now.needs[MAUD].woke, table.now.needs[MAUD].day_h) == (hours(42), F(12))
    assert (table.now.needs[ULF].woke, table.now.needs[ULF].day_h) == (hours(48), F(12))


def test_sleep_before_and_after_a_watch_adds_up() -> None:
    """Four hours, a watch of four, and four hours more are a whole night, and restore what a night restores."""
    table = sleepless(Watch((ULF,)), Watch((MAUD,)), Watch((ULF,)))
    events = table.do(PassNight(MAIN), *(20,) * 6)
    assert told(events, MorningCame)[0].slept[MAUD] == hours(8)
    needs = table.now.needs[MAUD]
    assert (needs.woke, needs.day_h, needs.sleep, table.now.nights[MAUD].slept) == (hours(48), F(16), 5, hours(8))


def test_a_keeper_who_falls_asleep_stops_the_night_and_is_woken_at_dawn() -> None:
    """Ulf fails after two hours of his watch. The night goes on without a watch, and his sleep counts once."""
    table = sleepless(Watch((ULF,)), Watch((MAUD,)))
    table.do(PassNight(MAIN), 1)
    assert table.now.people[ULF].is_in(State.ASLEEP)
    assert table.now.groups[MAIN].time == hours(38)
    events = table.do(PassNight(MAIN), 20, 20, 20)
    assert not table.now.people[ULF].is_in(State.ASLEEP)
    assert table.now.nights[ULF].slept == hours(8)
    assert told(events, MorningCame)[0].slept[MAUD] == hours(6)


def test_the_dead_do_not_sleep() -> None:
    """Ulf is dead: the morning counts Maud's sleep alone, and nothing is healed of him."""
    table = on_the_road(hex=DOWN)
    maud, ulf = (table.now.people[who] for who in (MAUD, ULF))
    table = on_the_road(hex=DOWN, people=(maud, replace(ulf, hp=0, alive=False)))
    table.do(MakeCamp(MAIN))
    events = table.do(PassNight(MAIN), 5)
    assert told(events, MorningCame) == [MorningCame(MAIN, {MAUD: hours(8)})]
    assert (0, False, {MAUD}) == (table.now.people[ULF].hp, ULF in table.now.needs, set(table.now.nights))


def test_nobody_counts_sleep_where_the_house_does_not() -> None:
    """Six hours are too little where sleep counts, and not a word where it is off."""
    short = {MAUD: hours(6), ULF: hours(8)}
    on, off = on_the_road(hex=DOWN).now, on_the_road(hex=DOWN, house=replace(TIRELESS, sleep=Sleep.OFF)).now
    assert MorningCame(MAIN, short).say(on) == "Morning comes. Maud slept too little."
    assert GotUp(MAIN, short).say(on) == "The party gets up before dawn. Maud slept too little."
    assert (MorningCame(MAIN, short).say(off), GotUp(MAIN, short).say(off)) == (
        "Morning comes.",
        "The party gets up before dawn.",
    )


def test_what_cannot_be_done_in_camp() -> None:
    """Each refusal by its code."""
    table = on_the_road(hex=WOOD)
    assert [why.code for why in table.why_not(PassNight(MAIN))] == ["no_camp"]
    assert [why.code for why in table.why_not(MakeCamp(MAIN), ONE)] == ["referee_only"]
    table.do(MakeCamp(MAIN))
    assert [why.code for why in table.why_not(MakeCamp(MAIN))] == ["in_a_scene"]
    assert [why.what for why in table.why_not(TravelTo(MAIN, SCARP))] == ["The party is in camp: break camp first."]
    assert [why.code for why in table.why_not(EnterSite(MAIN, CRYPT))] == ["in_a_scene"]
    assert [why.code for why in table.why_not(PlaceInHex(MAIN, DOWN))] == ["in_a_scene"]
    assert [why.code for why in table.why_not(SetWatches(MAIN, (Watch(()),)))] == ["nobody_awake"]
    assert [why.code for why in table.why_not(Provide(MAIN, Provision.FORAGE))] == ["not_due"]
    table.do(PassNight(MAIN), 5)
    assert [why.code for why in table.why_not(PassNight(MAIN))] == ["morning"]
    assert [why.code for why in table.why_not(SetWatches(MAIN, ()))] == ["too_late"]


def test_a_night_is_undone_whole() -> None:
    """Sleep, die and clock."""
    table = on_the_road(lands(), DOWN)
    table.do(MakeCamp(MAIN))
    table.do(PassNight(MAIN), 5)
    table.undo()
    camp = table.now.groups[MAIN].scene
    assert isinstance(camp, Camp)
    assert (camp.hour, camp.thrown, camp.slept, table.now.groups[MAIN].time) == (Hour.DUSK, False, {}, 0)


def test_a_night_in_camp_that_begins_by_day_is_asked_about() -> None:
    """Nobody sleeps away an afternoon by a slip; in the last hour before dusk, and after it, nothing is asked."""
    asked = []
    for late in (0, 10 * 60, 11 * 60 + 40, 14 * 60):
        table = on_the_road(hex=DOWN)
        if late:
            table.do(PassTime(MAIN, Span.MINUTE, late))
        table.do(MakeCamp(MAIN))
        (night,) = (offer for offer in offers(table.now, REFEREE) if isinstance(offer.command, PassNight))
        asked.append(night.warns)
    assert ["It is only 06:00. Wait", "It is only 16:00. Wait", "", ""] == [
        warning.partition(" in")[0] for warning in asked
    ]


def test_first_aid_in_camp_takes_the_time_its_button_says() -> None:
    """A minute on the button, and a minute on the clock."""
    table = on_the_road(hex=DOWN)
    hurt = with_person(table.now, replace(table.now.people[ULF], hp=1, hp_max=8))
    table.truth.now = replace(hurt, things={**hurt.things, KIT.id: KIT})
    table.do(MakeCamp(MAIN))
    before = table.now.groups[MAIN].time
    (offer,) = [each for each in offers(table.now, REFEREE) if each.command == FirstAid(MAUD, (ULF,))]
    table.do(offer.command, 3)
    assert (60, 60) == (offer.seconds, table.now.groups[MAIN].time - before)
    assert table.now.people[ULF].hp > 1
