"""Delve rounds: a free move and an Action each, and the secret hazard die."""

import pytest
from msgspec.structs import replace

from tests.table.happenings import givens, of, times
from tests.table.passage import (
    ANNE,
    BERT,
    BRICK,
    CANDLE,
    FIFTH,
    FIRST,
    LANTERN,
    ONE,
    PASSAGE,
    SECOND,
    THIRD,
    TO_SECOND,
    TO_THIRD,
    TORCHES,
    TWO,
    WIRE,
    begin,
    passage,
)
from tests.table.tabletop import Tabletop
from tests.table.taking_back import take_back
from undercroft.books.delving.hazard import Danger
from undercroft.books.delving.movement import Speed
from undercroft.books.sovereign.entry import Style
from undercroft.kernel.units import Seconds
from undercroft.table.body.activity import is_busy
from undercroft.table.body.condition import FpChanged, HpChanged
from undercroft.table.body.exertion import RunCounted
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.exploration.first_sight import CaughtOffGuard
from undercroft.table.exploration.recovery import Recover
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep, Hold
from undercroft.table.exploration.wandering import Place
from undercroft.table.site.battering import BatterDoor
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.listening import Listen
from undercroft.table.site.movement import Move
from undercroft.table.site.search import FollowClue, FoundNothing, Search
from undercroft.table.site.sprung_traps import TrapSprung
from undercroft.table.state.house_rules import Fatigue, HouseRules
from undercroft.table.state.ids import CreaturesId, DoorId, TimerId
from undercroft.table.state.lights import Light
from undercroft.table.state.people import Condition
from undercroft.table.state.scenes import DelveRound, DelverTurn, SovereignTurn
from undercroft.table.state.seen_sites import SeenCreatures, SeenTrap
from undercroft.table.state.sites import Clock, Door, DoorState, Site, TrapState, Trigger
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp, WentOut
from undercroft.table.world.sightings import CreaturesSeen, FeatureSeen, TrapSeen

QUIET = 20
"""A face of the hazard die that brings nobody."""


def inside(site: Site | None = None, **changes) -> Tabletop:
    """Two delvers in the first zone of the passage, by delve rounds."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(site or passage(Clock.DELVING, lit=False), **changes))
    table.do(EnterSite(MAIN, PASSAGE))
    return table


def scene(table: Tabletop) -> DelveRound:
    found = table.now.groups[MAIN].scene
    assert isinstance(found, DelveRound)
    return found


def test_the_book_of_delving_as_it_is_played():
    """The first trace of the book: search, breath, a trap seen and then sprung, an encounter behind, and exhaustion."""
    table = inside(passage(Clock.DELVING, lit=False, danger=Danger.RISKY))
    table.do(LightUp(BERT, TORCHES))

    table.do(Move(MAIN, TO_SECOND))
    found = table.do(Search(BERT))
    assert [FeatureSeen] == [type(event) for event in of(found, FeatureSeen)]
    breath = table.do(Recover(ANNE), 3, 9)
    assert [FpChanged(ANNE, 6, "recovering")] == of(breath, FpChanged)
    assert [{"danger": "risky"}] == givens(breath, "delving.hazard-die")
    assert [360] == times(breath)
    assert DelveRound(PASSAGE, round=2, begun=True, facing=90) == scene(table)

    noticed = table.do(Move(MAIN, TO_THIRD))
    wire = SeenTrap(WIRE, THIRD, "wire", "A wire pulls darts from the wall.", TrapState.ARMED)
    assert [TrapSeen(PASSAGE, wire)] == of(noticed, TrapSeen)
    assert [] == of(noticed, TrapSprung)
    back = table.do(Move(MAIN, TO_THIRD), 4)
    assert [720] == times(back)
    assert table.now.groups[MAIN].zone == SECOND

    walked = table.do(Move(MAIN, TO_THIRD, speed=Speed.WALK), 5, 1, 1, 2, 3)
    assert [TrapSprung(PASSAGE, replace(wire, state=TrapState.SPRUNG), (BERT,))] == of(walked, TrapSprung)
    assert [HpChanged(BERT, 1, "wire", 6)] == of(walked, HpChanged)
    rats = CreaturesId("rats-party-1080")
    assert (rats,) == scene(table).pending
    assert (BERT, ANNE) == scene(table).surprised
    placed = table.do(Place(MAIN, rats), 6)
    assert [CreaturesSeen(PASSAGE, SeenCreatures(rats, "rats", 5, THIRD, "", 30, "at 6 o'clock"))] == of(
        placed, CreaturesSeen
    )
    assert [CaughtOffGuard(MAIN, (BERT, ANNE))] == of(placed, CaughtOffGuard)
    table.do(EndEncounter(MAIN))

    ran = table.do(Move(MAIN, TO_THIRD, speed=Speed.RUN), 12)
    assert [RunCounted(BERT, 1), RunCounted(ANNE, 1)] == of(ran, RunCounted)
    again = table.do(Move(MAIN, TO_SECOND, speed=Speed.RUN), 12)
    assert [RunCounted(BERT, 2), RunCounted(ANNE, 2)] == of(again, RunCounted)
    bert = table.now.people[BERT]
    assert (0, (Condition("exhausted", Seconds(1440), "ran too long"),)) == (bert.fp, bert.conditions)
    assert [] == of(table.do(Recover(BERT)), FpChanged)


def test_darkness_makes_the_shadowcurse_deadly():
    """The book's second trace: ten rounds by torchlight throw a d20, the eleventh in the dark a d6."""
    table = inside(passage(Clock.DELVING, lit=False, shadowcursed=True))
    table.do(LightUp(BERT, TORCHES))
    for number in range(1, 10):
        events = table.do(EndStep(MAIN), QUIET)
        assert [{"danger": "normal"}] == givens(events, "delving.hazard-die"), number
    tenth = table.do(EndStep(MAIN), QUIET)
    assert [{"danger": "normal"}] == givens(tenth, "delving.hazard-die")
    assert [("torch", True)] == [(event.item, event.spent) for event in of(tenth, WentOut)]
    assert [3600] == [told.at for told in table.log if isinstance(told.event, WentOut)]

    eleventh = table.do(EndStep(MAIN), 6)

    assert [{"danger": "deadly"}] == givens(eleventh, "delving.hazard-die")
    assert 3960 == table.now.clock


@pytest.mark.parametrize("thing, danger", [(CANDLE, "deadly"), (LANTERN, "normal")])
def test_a_candle_is_no_light_against_the_shadowcurse(thing, danger):
    """The least that helps is a torch."""
    table = inside(passage(Clock.DELVING, lit=False, shadowcursed=True))
    table.do(LightUp(ANNE, thing))

    events = table.do(EndStep(MAIN), 6)

    assert [{"danger": danger}] == givens(events, "delving.hazard-die")


def test_undo_brings_a_dead_torch_back_burning():
    """Taking back the round in which it died leaves it with its last six minutes, for every seat."""
    table = inside()
    table.do(LightUp(BERT, TORCHES))
    for _ in range(9):
        table.do(EndStep(MAIN), QUIET)
    torch = next(iter(table.now.lights))
    before, known = table.now, table.known(ONE)
    assert Light(torch, "torch", BERT, Seconds(0), Seconds(3600)) == before.lights[torch]

    table.do(EndStep(MAIN), QUIET)
    assert {} == dict(table.now.lights)
    assert "gone" == table.now.things[torch].place.__struct_config__.tag
    take_back(table)

    assert before == table.now
    assert known == table.known(ONE)
    assert [(f"light-{torch}", 3600)] == [(timer.id, timer.due) for timer in table.now.timers.values()]


def test_a_round_is_a_free_move_and_an_action():
    """In either order; what is more is refused by the book, everything at once."""
    table = inside()
    table.do(LightUp(BERT, TORCHES))
    table.do(Move(MAIN, TO_SECOND))
    assert DelverTurn(free_move=False) == scene(table).going[BERT]
    table.do(Search(BERT))
    assert DelverTurn(free_move=False, action=False, did="searched the room") == scene(table).going[BERT]

    for command in (Search(BERT), Recover(BERT), Hold(BERT)):
        (reason,) = table.why_not(command)
        assert ("one_action", "delving.turn.budget") == (reason.code, reason.rule)
        used = "Bert has used the Action of this delve round (searched the room) and can act again next delve round."
        assert used == reason.what
    assert ["one_action"] == [reason.code for reason in table.why_not(Move(MAIN, TO_THIRD))]
    assert {"one_action", "walk_run_replaces_move"} >= {
        reason.code for reason in table.why_not(Move(MAIN, TO_THIRD, speed=Speed.WALK))
    }


def test_a_walk_is_all_the_movement_of_a_round():
    """Unless the house reads the book otherwise."""
    table = inside()
    table.do(Move(MAIN, TO_SECOND))
    (one, two) = table.why_not(Move(MAIN, TO_THIRD, speed=Speed.WALK))
    assert ("walk_run_replaces_move", "walk_run_replaces_move") == (one.code, two.code)

    house = HouseRules(readings={"delving.turn.budget/fast": True})
    other = inside(passage(Clock.DELVING, traps={}), house=house)
    other.do(Move(MAIN, TO_SECOND))
    other.do(Move(MAIN, TO_THIRD, speed=Speed.WALK), QUIET)
    assert (THIRD, 360) == (other.now.groups[MAIN].zone, other.now.clock)


def test_a_round_ends_when_everybody_is_done():
    """The person who gives up the rest of the round has had it; the referee may also end it at once."""
    table = inside()
    assert [] == times(table.do(Hold(BERT)))
    assert [360] == times(table.do(Hold(ANNE), QUIET))
    assert [720] == times(table.do(EndStep(MAIN), QUIET))
    assert 3 == scene(table).round


def test_rest_after_an_action_is_no_round_of_rest():
    """The Action stays what the delver did, even a clue followed without a word of how."""
    table = inside()
    table.do(FollowClue(BERT, ""))
    assert DelverTurn(action=False, did="followed a clue") == scene(table).going[BERT]
    table.do(Hold(BERT))
    assert DelverTurn(free_move=False, action=False, did="followed a clue") == scene(table).going[BERT]
    assert is_busy(table.now.groups[MAIN], BERT, travels=False)


def test_a_player_may_only_hold_for_their_own():
    """Someone else's round is not theirs to give up."""
    table = inside()
    assert ["not_yours"] == [reason.code for reason in table.why_not(Hold(BERT), TWO)]
    assert () == table.why_not(Hold(BERT), ONE)


def test_listening_rides_along():
    """It costs neither move nor Action."""
    oak = DoorId("oak")
    doors = {**passage(Clock.DELVING).doors, oak: Door(oak, (FIRST, FIFTH), DoorState.CLOSED, "oak door")}
    table = inside(passage(Clock.DELVING, doors=doors))
    table.do(Listen(BERT, oak), 1, 2)
    assert {} == dict(scene(table).going)


def test_battering_converts_turns_and_is_noisy():
    """Six turns of a wooden door less -1 of Exert are 4200 seconds: twelve rounds, each with a second hazard die."""
    oak = DoorId("oak")
    doors = {**passage(Clock.DELVING).doors, oak: Door(oak, (FIRST, FIFTH), DoorState.LOCKED, "oak door")}
    table = inside(passage(Clock.DELVING, doors=doors))
    table.do(BatterDoor(BERT, oak))
    assert 4320 == table.now.timers[TimerId("door-oak")].due
    for number in range(1, 13):
        events = table.do(EndStep(MAIN), QUIET, 19)
        assert 2 == len(givens(events, "delving.hazard-die")), number
        if number < 12:
            assert DoorState.LOCKED == table.now.door(PASSAGE, oak).state
    assert DoorState.BROKEN == table.now.door(PASSAGE, oak).state


def test_both_dice_of_a_noisy_round_can_bring_someone():
    """Each of them comes, under a name of their own."""
    oak = DoorId("oak")
    doors = {**passage(Clock.DELVING).doors, oak: Door(oak, (FIRST, FIFTH), DoorState.LOCKED, "oak door")}
    table = inside(passage(Clock.DELVING, doors=doors))
    table.do(BatterDoor(BERT, oak))
    table.do(EndStep(MAIN), 1, 1, 1, 1, 1, 1, 2, 3)
    assert ("rats-party-360", "rats-party-360-noise") == scene(table).pending
    creatures = table.now.sites[PASSAGE].creatures
    assert (2, 5) == tuple(creatures[CreaturesId(id)].count for id in scene(table).pending)


def test_a_search_says_when_nothing_is_left():
    """One hidden thing for each search, then that none is left; the brick is told once."""
    table = inside()
    table.do(LightUp(BERT, TORCHES))
    table.do(Move(MAIN, TO_SECOND))
    found = table.do(Search(BERT))
    assert [BRICK] == [event.feature.id for event in of(found, FeatureSeen)]
    nothing = table.do(Search(ANNE), QUIET)
    assert [FoundNothing(ANNE, none_left=True)] == of(nothing, FoundNothing)


@pytest.mark.parametrize(
    "fatigue, faces, fp",
    [(Fatigue.NEVERWHERE, (4,), 7), (Fatigue.DELVING, (4,), 4), (Fatigue.NONE, (), 2)],
)
def test_recover_fills_the_pool_the_house_counts(fatigue, faces, fp):
    """Neverwhere's pool is Vitality, 14; Delving's the level and good modifiers, 4; the house may count none."""
    bert, anne = begin(passage(Clock.DELVING)).people
    anne = replace(anne, sheet=replace(anne.sheet, overrides={}, strength=14, dexterity=14))
    table = inside(people=(bert, anne), house=HouseRules(fatigue=fatigue))
    table.do(Hold(BERT))
    table.do(Recover(ANNE), *faces)
    assert fp == table.known(TWO).people[ANNE].fp


def test_recovering_is_for_delve_rounds():
    """No other clock has that Action."""
    table = inside(passage(Clock.SOVEREIGN))
    assert ["not_delving"] == [reason.code for reason in table.why_not(Recover(BERT))]


@pytest.mark.parametrize(
    "face, direction",
    [(12, "at 12 o'clock"), (3, "at 3 o'clock")],
)
def test_an_encounter_is_placed_at_the_edge_of_the_light(face, direction):
    """Thirty feet by torch; the zone itself is longer."""
    table = inside()
    table.do(LightUp(BERT, TORCHES))
    table.do(EndStep(MAIN), 1, 1, 2, 2)
    placed = table.do(Place(MAIN, CreaturesId("rats-party-360")), face)
    (seen,) = of(placed, CreaturesSeen)
    assert (30, direction, 4) == (seen.creatures.distance_ft, seen.creatures.direction, seen.creatures.count)
    assert [] == of(placed, CaughtOffGuard)


@pytest.mark.parametrize(
    "zone, thing, distance",
    [({}, None, 0), ({"lit": True}, None, 60), ({"length_ft": 20}, LANTERN, 30), ({}, LANTERN, 60)],
    ids=["in the dark", "in daylight", "by lantern in a small room", "by lantern"],
)
def test_the_edge_of_vision_is_light_or_wall(zone, thing, distance):
    """In the dark they are met at arm's length, and nobody sees through walls."""
    site = passage(Clock.DELVING, lit=False)
    site = replace(site, zones={**site.zones, FIRST: replace(site.zones[FIRST], **zone)})
    table = inside(site)
    if thing is not None:
        table.do(LightUp(ANNE, thing))
    table.do(EndStep(MAIN), 1, 1, 2, 2)
    (seen,) = of(table.do(Place(MAIN, CreaturesId("rats-party-360")), 6), CreaturesSeen)
    assert distance == seen.creatures.distance_ft


def test_going_down_to_another_clock_finishes_the_round():
    """The six minutes are spent and the die is thrown before turns are kept; the person who was on the way still is."""
    site = passage(Clock.DELVING, clocks={2: Clock.SOVEREIGN})
    site = replace(site, zones={**site.zones, SECOND: replace(site.zones[SECOND], level=2)})
    table = inside(site)
    events = table.do(Move(MAIN, TO_SECOND), 1, 2)
    assert [360] == times(events)
    assert SovereignTurn(PASSAGE, 1, begun=True, since_check=1, pending=(CreaturesId("event-party-360"),)) == (
        table.now.groups[MAIN].scene
    )
    assert SovereignTurn(PASSAGE, 1, begun=True) == table.known(ONE).groups[MAIN].scene


def test_leaving_finishes_the_round_too():
    """The last six minutes count."""
    table = inside()
    table.do(LeaveSite(MAIN), QUIET)
    assert (None, 360, ()) == (table.now.groups[MAIN].site, table.now.clock, table.now.groups[MAIN].scenes)


def test_the_hazard_die_stays_behind_the_screen():
    """Players hear that time passed and the next round began, whatever the die shows and whatever comes."""
    quiet, busy = inside(), inside(passage(Clock.DELVING, lit=False, danger=Danger.DEADLY))
    quiet.do(EndStep(MAIN), QUIET)
    busy.do(EndStep(MAIN), 1, 1, 4, 4)
    assert len(busy.log) > len(quiet.log)
    for seat in (ONE, TWO):
        assert quiet.bytes_for(seat) == busy.bytes_for(seat)


def test_a_charge_springs_the_threshold_even_at_delve_speed():
    """A hard entry sets off what lies on the threshold; a soft one notices it."""
    site = passage(Clock.DELVING)
    sill = replace(site.traps[WIRE], zone=SECOND, trigger=Trigger.THRESHOLD, door=TO_SECOND)
    hard, soft = inside(replace(site, traps={WIRE: sill})), inside(replace(site, traps={WIRE: sill}))
    sprung = hard.do(Move(MAIN, TO_SECOND, Style.HARD), 3)
    assert [(BERT,)] == [event.on for event in of(sprung, TrapSprung)]
    assert [WIRE] == [event.trap.id for event in of(soft.do(Move(MAIN, TO_SECOND)), TrapSeen)]


@pytest.mark.parametrize(
    "shadowcursed, thing, none_left", [(False, CANDLE, True), (True, CANDLE, False), (True, LANTERN, True)]
)
def test_a_search_needs_light_enough(shadowcursed, thing, none_left):
    """Nobody searches in the dark; by candle under the Shadowcurse one finds nothing, and not that nothing is left."""
    table = inside(passage(Clock.DELVING, lit=False, shadowcursed=shadowcursed))
    (reason,) = table.why_not(Search(BERT))
    assert ("too_dark", "delving.action.search") == (reason.code, reason.rule)
    table.do(LightUp(ANNE, thing))
    assert [FoundNothing(BERT, none_left)] == of(table.do(Search(BERT)), FoundNothing)
