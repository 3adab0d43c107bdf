"""Forecasts against fractions worked out by hand, and against the table's own numbers."""

from fractions import Fraction
from math import prod
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from tests.table.small_site import CRYPT, MAUD, ONE, TORCHES, begin, site
from tests.table.tabletop import Tabletop
from undercroft.books.delving.dungeon_turn import Light
from undercroft.books.delving.hazard import Danger
from undercroft.books.hexcrawl.land import Terrain
from undercroft.books.hexcrawl.weather import Climate
from undercroft.books.neverwhere.sleep import AwakeGroggy, Nodding, drowsy_check
from undercroft.books.neverwhere.terrain import Terrain as GoingUnderfoot
from undercroft.books.sovereign.wandering import Location
from undercroft.books.violence.surprise import Side
from undercroft.foresight.forecasts.answers import ForecastAnswer
from undercroft.foresight.forecasts.armour import ArmourStruck
from undercroft.foresight.forecasts.awake import Vigil
from undercroft.foresight.forecasts.breath import BreathBook as Air
from undercroft.foresight.forecasts.breath import Underwater
from undercroft.foresight.forecasts.chase import Pursuit
from undercroft.foresight.forecasts.duel import Duel
from undercroft.foresight.forecasts.dying import Victim
from undercroft.foresight.forecasts.light import Lamps
from undercroft.foresight.forecasts.march import ForcedMarch
from undercroft.foresight.forecasts.met import Wandering
from undercroft.foresight.forecasts.needs import Larder
from undercroft.foresight.forecasts.needs import NeedsBook as Table
from undercroft.foresight.forecasts.questions import QUESTIONS, question_named, raised
from undercroft.foresight.forecasts.route import Ground, RouteTravel, _Way
from undercroft.foresight.forecasts.swim import Swimmer
from undercroft.interpret import odds
from undercroft.interpret.form import fields, taken
from undercroft.kernel import wire
from undercroft.kernel.amounts import roughly
from undercroft.kernel.rules import Given
from undercroft.kernel.strict import checked
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.exploration.clocks import met_by
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.fight.foes import AddFoes
from undercroft.table.road.hike_pace import Going
from undercroft.table.road.hike_throw import harder
from undercroft.table.state.house_rules import PRESETS, Dying, HouseRules
from undercroft.table.state.scenes import Exploring
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

ROUTE = RouteTravel(hexes=(Ground(Terrain.HILLS),) * 2, climate=Climate.WARM, eats=False)
HOUSE = HouseRules()


def ask(name: str, given: Given, house: HouseRules = HOUSE) -> Any:
    """The answer to a question."""
    return question_named(name).answer(given, house)


def chances(answer: ForecastAnswer) -> list[Any]:
    """The chance of each row."""
    return [row.chance for row in answer.rows]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda one: one.id)
def test_every_answer_has_a_sentence_rows_and_a_picture(question) -> None:
    """Chances are chances, the picture is SVG, and the answer can be sent."""
    short = {"route": ROUTE, "duel": Duel(health=2, foe_health=2, ac=1, foe_ac=1)}
    answer = question.answer(short.get(question.id) or question.given(), HOUSE)
    assert answer.sentence.endswith(".")
    assert answer.rows
    assert all(0 <= row.chance <= 1 for row in answer.rows)
    assert answer.exactness.startswith("exact")
    assert "svg" in ET.fromstring(answer.picture("a title")).tag
    assert wire.encode(answer.plain())


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda one: one.id)
def test_every_situation_can_be_typed(question) -> None:
    """As plain values, one by one and all at once."""
    given = ROUTE if question.id == "route" else question.given()
    plain = wire.plain(given)
    assert given == taken(question.given, plain)
    for field in fields(question):
        assert getattr(given, field.name) == checked(field.annotation, plain[field.name])


# Wandering monsters


def test_met_by_sovereign() -> None:
    """A check in every third turn, one in six each; with none, nothing comes."""
    assert [0, 0, Fraction(1, 6), Fraction(1, 6), Fraction(1, 6), Fraction(11, 36)] == chances(
        ask("met", Wandering(turns=6))
    )
    nook = ask("met", Wandering(location=Location.UNKNOWN_CHAMBER))
    assert (0, "never") == (nook.chance, nook.headline)
    first = HouseRules(readings={"sovereign.wandering.due/first": "first"})
    assert Fraction(1, 6) == ask("met", Wandering(turns=1), first).chance


@pytest.mark.parametrize(
    "given, each",
    [
        (Wandering(clock=Clock.VIOLENCE, turns=5), Fraction(1, 6)),
        (Wandering(clock=Clock.HEXCRAWL, turns=5), Fraction(1, 6)),
        (Wandering(clock=Clock.DELVING, danger=Danger.RISKY, turns=5), Fraction(1, 12)),
    ],
    ids=lambda one: str(getattr(one, "clock", "")),
)
def test_met_by_the_other_clocks(given: Wandering, each: Fraction) -> None:
    """A check in every turn."""
    assert [1 - (1 - each) ** turn for turn in range(1, 6)] == chances(ask("met", given))


def test_the_sentence_names_the_chance_of_an_encounter() -> None:
    """By the last turn, and when it is even."""
    said = [ask("met", Wandering(clock=Clock.VIOLENCE, turns=turns)).sentence for turns in (3, 6)]

    assert [
        "The chance that something comes by turn 3 is 42.1 %.",
        "The chance that something comes by turn 6 is 66.5 %; by turn 4 it is at least 50 %.",
    ] == said


def test_met_in_the_dark_under_the_shadowcurse() -> None:
    """Two rounds of light at one in twenty, then one in six."""
    cursed = Wandering(clock=Clock.DELVING, shadowcursed=True, light=Light.TORCH, light_rounds=3, turns=3)
    assert 1 - Fraction(19, 20) ** 2 * Fraction(5, 6) == ask("met", cursed).chance


@pytest.mark.parametrize("clock", Clock)
@pytest.mark.parametrize("begun", [False, True])
def test_met_is_what_the_table_says(clock: Clock, begun: bool) -> None:
    """Turn for turn, in the first turn and later, between two turns and within one."""
    table = Tabletop()
    table.sit(ONE)
    table.do(begin(site(clock=clock)))
    table.do(LightUp(MAUD, TORCHES))
    table.do(EnterSite(MAIN, CRYPT), *([5] if clock is Clock.HEXCRAWL else []))
    party = table.now.groups[MAIN]
    scene = party.scenes[-1]
    assert isinstance(scene, Exploring)
    later = replace(party, scenes=(replace(scene.numbered(5), begun=begun),))
    for group in (party, later):
        known = replace(table.now, groups={MAIN: group})
        (asked,) = raised(known, REFEREE, question_named("met"))
        rows = asked.answer().rows
        inside = group.scene
        assert isinstance(inside, Exploring)
        now = inside.number if inside.begun else inside.number + 1
        ahead = [row for row in rows if int(row.label) >= now]
        assert 24 <= len(ahead) <= 25
        assert [met_by(known, group, int(row.label)) or 0 for row in ahead] == [row.chance for row in ahead]


def test_players_hear_nothing_of_checks() -> None:
    """Their own light is theirs to know; wandering monsters are not."""
    table = Tabletop()
    table.sit(ONE)
    table.do(begin(site(zones={id: replace(zone, lit=False) for id, zone in site().zones.items()})))
    table.do(LightUp(MAUD, TORCHES))
    table.do(EnterSite(MAIN, CRYPT))
    assert {"light"} == {asked.question.id for asked in raised(table.known(ONE), SeatId(ONE))}
    assert {"light", "met"} == {asked.question.id for asked in raised(table.now, REFEREE)}


# Light


def test_two_torches_are_twelve_turns() -> None:
    """Six each; the way out is too long from the thirteenth turn on."""
    answer = ask("light", Lamps(torches=2, turns=14))
    assert ([1] * 12 + [0] * 2, "12 turns") == (chances(answer), answer.headline)
    assert (1, 0) == tuple(ask("light", Lamps(torches=2, way_out=way)).chance for way in (12, 13))
    assert "dark" == ask("light", Lamps()).headline


def test_a_fight_takes_its_turn_of_light_first() -> None:
    """From its first round on, for the referee and the players: the torch of six turns has five left after it."""
    table = Tabletop()
    table.sit(ONE)
    table.do(begin(site(zones={id: replace(zone, lit=False) for id, zone in site().zones.items()})))
    table.do(LightUp(MAUD, TORCHES))
    table.do(EnterSite(MAIN, CRYPT))
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 60", surprised=(Side.ENEMIES,)), 5, 5)
    for known, seat in ((table.now, REFEREE), (table.known(ONE), SeatId(ONE))):
        lamps = next(asked.given for asked in raised(known, seat) if asked.question.id == "light")
        assert isinstance(lamps, Lamps)
        assert (50, 2) == (lamps.torch_minutes, lamps.torches)


def test_light_under_the_overloaded_die() -> None:
    """One face in six puts it out, another makes the way longer: four in five get home, with a spare torch all."""
    lit = Lamps(clock=Clock.HEXCRAWL, torch_minutes=1, turns=3, way_out=1)
    answer = ask("light", lit)
    assert [Fraction(5, 6) ** turn for turn in (1, 2, 3)] == chances(answer)
    assert Fraction(4, 5) == answer.chance
    spare = ask("light", replace(lit, torches=1))
    assert 1 == spare.chance
    assert 1 - Fraction(1, 36) == chances(spare)[1]


# Dying, air


def test_the_dying_are_saved_in_time() -> None:
    """2d6 against 8, and one more in each round: 15, 10, 6, 3, 1 and 0 of 36 fail to save; then it is too late."""
    misses = [Fraction(36 - ways, 36) for ways in (15, 10, 6, 3, 1)]
    assert 1 - prod(misses) == ask("dying", Victim()).chance
    assert 1 - prod(misses[2:]) == ask("dying", Victim(lain=2)).chance == ask("dying", Victim(wait=2)).chance
    assert 0 == ask("dying", Victim(mod=None)).chance
    assert 1 - prod(misses[2:]) == ask("dying", Victim(has_kit=False)).chance


def test_dying_by_violence() -> None:
    """With the second Scar a 2 kills; the time out is 2d6 rounds."""
    answer = ask("dying", Victim(book=Dying.VIOLENCE, scars=1))
    assert Fraction(35, 36) == answer.chance
    assert Fraction(35, 36) * Fraction(1, 36) == chances(answer)[1]


def test_breath_by_sovereign() -> None:
    """Ten rounds of air, then a save on 15 or more in each round, at one hit point."""
    held = Underwater(book=Air.SOVEREIGN, constitution=10, save=15, hp=1, rounds=12)
    saved = Fraction(6, 20)
    assert [*[1] * 10, saved, saved**2] == chances(ask("breath", held))


def test_breath_by_neverwhere() -> None:
    """Vit 4 at ease is four rounds; then a fatigue point a round, and below nothing Will and hit points, too."""
    held = Underwater(vit=4, fp=2, fp_max=10, hp=9, will=0, rounds=7)
    awake = chances(ask("breath", held))
    assert [1] * 6 == awake[:6]
    assert 0 < awake[6] < 1


def test_a_swimmer_pushes_on() -> None:
    """Over 9, and over 10 once a point is paid: 11 and 10 faces of twenty; a 1 gets nowhere, a 20 costs nothing."""
    push = Swimmer(metres=Fraction(44), minutes=2, percent=20, move=Fraction(2))
    assert [0, Fraction(11 * 19 + 8 * 10, 400)] == chances(ask("swim", push))
    assert Fraction(11, 20) == ask("swim", replace(push, metres=Fraction(24), minutes=1)).chance
    plain = replace(push, percent=0, metres=Fraction(40))
    assert [0, 1] == chances(ask("swim", plain))
    assert [0, 0] == chances(ask("swim", replace(plain, fp=1, fp_max=1, minute_fp=2)))


def test_a_short_round_is_a_longer_minute() -> None:
    """By the other reading a minute has sixty rounds, six times as many."""
    assert 1 == ask("swim", Swimmer(metres=Fraction(120), minutes=1, percent=0, round_seconds=Seconds(1))).chance
    assert 0 == ask("swim", Swimmer(metres=Fraction(120), minutes=5, percent=0)).chance


# Chases, armour, duels


def test_a_chase() -> None:
    """2d6 and 2 for no head start against 8: 26 of 36 are caught; the faster side needs no dice."""
    assert Fraction(10, 36) == ask("chase", Pursuit()).chance
    assert Fraction(15, 36) == ask("chase", Pursuit(head_start=1)).chance
    assert (1, 0) == (ask("chase", Pursuit(fleer_move=50)).chance, ask("chase", Pursuit(fleer_move=30)).chance)


def test_armour_breaks() -> None:
    """Armour of 1 breaks on one face in twenty; armour of 2 needs two such faces."""
    one, two = ask("armour", ArmourStruck(ac=1, attacks=3)), ask("armour", ArmourStruck(ac=2, attacks=3))
    assert [1 - Fraction(19, 20) ** blow for blow in (1, 2, 3)] == chances(one)
    assert (("attacks until it breaks, on average", "20"),) == one.numbers
    assert [0, Fraction(1, 400), 3 * Fraction(1, 400) * Fraction(19, 20) + Fraction(1, 8000)] == chances(two)


def test_a_duel() -> None:
    """One blow decides: the adventurer's ten faces of twenty, then the foe's eleven, and so on."""
    glass = Duel(
        health=1, ac=0, agility=20, attribute=10, weapon="1d4",
        foe_hd=0, foe_health=1, foe_ac=0, foe_weapon="1d4", fearless=True,
    )  # fmt: skip
    answer = ask("duel", glass)
    assert (Fraction(20, 31), "exact") == (answer.chance, answer.exactness)
    late = Fraction(9, 20) * Fraction(1, 2) / (1 - Fraction(9, 20) * Fraction(1, 2))
    assert late == ask("duel", replace(glass, agility=0)).chance


def test_a_long_duel_says_what_it_left_out() -> None:
    """Chances and the rest are exactly 1, and a great rest asks for a simulation."""
    long = ask("duel", Duel(health=3, foe_health=3, ac=2, foe_ac=2))
    assert 1 == sum(chances(long)) + long.unexplored
    assert long.exactness.startswith("exact")


# The road, hunger, sleep


def test_rain_on_the_way_costs_a_day() -> None:
    """Two hexes of hills take 3 of 4 points; rain from the die at 2 points makes the second cost more."""
    dry = ask("route", replace(ROUTE, climate=None))
    assert [1, 1] == chances(dry)[:2]
    assert "The weather holds, because the climate is not known." in dry.assumes
    far = replace(ROUTE, hexes=(Ground(Terrain.HILLS), Ground(Terrain.HILLS), Ground(Terrain.PLAINS)))
    assert [1] == chances(ask("route", replace(far, climate=None)))[:1]
    wet = chances(ask("route", far))
    assert Fraction(5, 6) == wet[0]
    assert 1 == wet[1]


def test_a_forced_march() -> None:
    """A fifth more on 11 faces of twenty, then the hiking roll: on 8 faces after the effort worked, else on 10."""
    push = ForcedMarch(km=Fraction(140), days=1)
    assert Fraction(11 * 8, 400) == ask("march", push).chance
    assert Fraction(11 * 20 + 8 * 10, 400) == ask("march", replace(push, km=Fraction(120))).chance
    assert Fraction(1, 2) == ask("march", replace(push, km=Fraction(120), percent=0)).chance
    mean = Fraction(140 * 88 + 120 * (132 + 80) + 100 * (80 + 20), 400)
    assert roughly(mean) == dict(ask("march", push).numbers)["kilometres in a day, on average"]


def test_a_marcher_who_overdoes_it() -> None:
    """A 1 costs the fourteen points of the day as hit points, at its end: six are not enough for another day."""
    far = ForcedMarch(km=Fraction(300), days=3)
    assert [0, 0, Fraction(19, 20) ** 2] == chances(ask("march", far))
    assert 1 - Fraction(1, 20) ** 2 == ask("march", replace(far, hp=15)).chance


def test_marches_and_swimmers_of_a_table() -> None:
    """From the sheet and the load as the march itself takes them, and only where the house plays so."""
    table = Tabletop()
    table.sit(ONE)
    table.do(begin())
    known = replace(table.now, house=PRESETS["neverwhere"])
    maud, on = known.people[MAUD], Going(GoingUnderfoot.AVERAGE, Fraction(1))
    asked = {each.about: each.given for each in raised(known, SeatId(ONE), question_named("march"))}
    march = asked[maud.name]
    assert isinstance(march, ForcedMarch)
    push = harder(known, maud, march.percent, on)
    assert (push.survival, push.will_mod, push.vit_mod) == (march.survival, march.will, march.vit_mod)
    assert (push.fp, push.fp_max) == (march.fp, march.fp_max)
    swimmers = [each.given for each in raised(known, SeatId(ONE), question_named("swim"))]
    assert [(push.fp, push.fp_max, push.will_mod)] == [
        (given.fp, given.fp_max, given.will) for given in swimmers if isinstance(given, Swimmer)
    ]
    short = replace(known, house=replace(known.house, readings={"neverwhere.round/seconds": 1}))
    (swimmer,) = [each.given for each in raised(short, SeatId(ONE), question_named("swim"))]
    assert isinstance(swimmer, Swimmer)
    assert 1 == swimmer.round_seconds
    other = replace(known, house=PRESETS["sovereign"])
    for name in ("march", "swim"):
        assert not [*raised(other, REFEREE, question_named(name))]


def test_foraging_costs_points() -> None:
    """Without supplies a 4 on the die takes a point, so that four points of road take two days one time in six."""
    hungry = RouteTravel(hexes=(Ground(Terrain.PLAINS),) * 4, climate=None)
    fed = replace(hungry, rations=40, water=40)
    assert (Fraction(5, 6), 1) == (chances(ask("route", hungry))[0], chances(ask("route", fed))[0])


def test_days_without_food_and_water() -> None:
    """Three points a day, of ten and then of six hit points: the sixth day is too much. Thirst kills sooner."""
    assert [1, 1, 1, 1, 1, 0] == chances(ask("hunger", Larder(days=6)))
    assert [1, 1, 1, 1, 1, 1, 1, 0] == chances(ask("hunger", Larder(days=8, rations=2)))
    strained = Larder(book=Table.SOVEREIGN, days=4, plentiful=False, strain_max=10)
    assert [1, 1, 0, 0] == chances(ask("hunger", strained))


def test_staying_awake() -> None:
    """Nothing is due for sixteen hours; then one roll half an hour later, and four in two hours."""
    tired = Vigil(hours=18, fp_max=1)
    nodding = Nodding(pool=1, fp_max=1, awake_h=Fraction(33, 2), effective_day_h=Fraction(16), will_mod=0, groggy=False)
    once = odds.of_rule(drowsy_check, nodding).chance(lambda end: isinstance(end, AwakeGroggy))
    rows = chances(ask("sleep", tired))
    assert [1] * 16 == rows[:16]
    assert 0 < rows[17] < rows[16] < once < 1


def test_a_move_that_nobody_goes_on_with_for_a_day_is_lost() -> None:
    """As at the table: what was paid today counts tomorrow, and no longer."""
    way = _Way(RouteTravel(hexes=(Ground(Terrain.MARSH),)), PRESETS["hexcrawl"])
    tomorrow = way._dawn(replace(way.start, invested=1, begun=True))
    assert (1, False) == (tomorrow.invested, tomorrow.begun)
    assert 0 == way._dawn(tomorrow).invested
