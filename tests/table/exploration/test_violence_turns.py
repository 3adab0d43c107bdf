"""Violence's turns: one thing each, ten minutes, and a die when they are over."""

import pytest
from msgspec.structs import replace

from tests.table.happenings import givens, of, times
from tests.table.passage import (
    ANNE,
    BERT,
    BRICK,
    FIFTH,
    FIRST,
    ONE,
    PASSAGE,
    SECOND,
    TO_SECOND,
    TORCHES,
    TWO,
    begin,
    passage,
)
from tests.table.tabletop import Tabletop
from tests.table.taking_back import take_back
from undercroft.kernel.units import Seconds
from undercroft.table.engine.record import Thrown
from undercroft.table.exploration.missed_checks import MissedChecks
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep, Hold
from undercroft.table.exploration.wandering import Place
from undercroft.table.site.battering import BatterDoor
from undercroft.table.site.listening import Listen
from undercroft.table.site.locks import PickLock
from undercroft.table.site.movement import Move
from undercroft.table.site.search import FoundNothing, Search
from undercroft.table.state.ids import CreaturesId, DoorId, FeatureId
from undercroft.table.state.lights import Light
from undercroft.table.state.scenes import ViolenceTurn
from undercroft.table.state.seen_sites import SeenCreatures
from undercroft.table.state.sites import Clock, Door, DoorState, Feature, Grade, Site
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightLow, LightUp, WentOut
from undercroft.table.world.sightings import CreaturesSeen, FeatureSeen

QUIET = 2


def inside(site: Site | None = None, **changes) -> Tabletop:
    """Two delvers in the first zone, by Violence's turns."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(site or passage(Clock.VIOLENCE, traps={}), **changes))
    table.do(EnterSite(MAIN, PASSAGE))
    return table


def scene(table: Tabletop) -> ViolenceTurn:
    found = table.now.groups[MAIN].scene
    assert isinstance(found, ViolenceTurn)
    return found


def test_the_die_falls_when_the_turn_is_over():
    """A search and a rest fill a turn of ten minutes; then the check, and the next turn begins."""
    table = inside()
    assert ViolenceTurn(PASSAGE, 1, begun=True) == scene(table)
    searched = table.do(Search(BERT))
    assert [{"activity": "search_room"}] == givens(searched, "violence.exploration-turn")
    (reason,) = table.why_not(Hold(BERT))
    assert ("done_this_turn", "violence.exploration-turn") == (reason.code, reason.rule)
    rested = table.do(Hold(ANNE), QUIET)
    assert [{"activity": "short_rest"}] == givens(rested, "violence.exploration-turn")
    assert [600] == times(rested)
    assert [{"turn_no": 1, "every": 1}] == givens(rested, "violence.turn-encounter")
    assert ViolenceTurn(PASSAGE, 2, begun=True) == scene(table)


@pytest.mark.parametrize(
    "act, activity", [(Move(MAIN, TO_SECOND), "corridor"), (PickLock(BERT, DoorId("oak")), "attribute_check")]
)
def test_what_fills_a_turn_goes_by_the_books_names(act, activity):
    """A corridor, a check."""
    oak = DoorId("oak")
    site = passage(Clock.VIOLENCE, traps={})
    site = replace(site, doors={**site.doors, oak: Door(oak, (FIRST, FIFTH), DoorState.LOCKED, "oak door")})
    tools = replace(begin(site).things[1], item="thieves_tools", place=begin(site).things[0].place)
    table = inside(site, things=(tools,))
    faces = (QUIET,) if isinstance(act, Move) else (1, 2)
    assert activity in [given["activity"] for given in givens(table.do(act, *faces), "violence.exploration-turn")]


def test_an_encounter_begins_so_many_feet_off():
    """2d6 times ten, thrown for all to see once they are noticed; the check itself nobody saw."""
    table = inside()
    table.do(EndStep(MAIN), 1, 1, 2, 2)
    rats = CreaturesId("rats-party-600")
    assert ((rats,), ()) == (scene(table).pending, getattr(table.known(ONE).groups[MAIN].scene, "pending", None))
    assert [] == of([told.event for told in table.heard[ONE]], Thrown)
    placed = table.do(Place(MAIN, rats), 3, 4)
    assert [CreaturesSeen(PASSAGE, SeenCreatures(rats, "rats", 4, FIRST, "", 70, ""))] == of(placed, CreaturesSeen)
    assert ["violence.encounter-distance"] == [
        each.rule for each in of([told.event for told in table.heard[ONE]], Thrown)
    ]


def test_a_search_finds_all_that_is_hidden():
    """A turn is time for a room: what is hidden is found, what is secret is not, and the next search says so."""
    site = passage(Clock.VIOLENCE, traps={})
    tile, letter = FeatureId("tile"), FeatureId("letter")
    more = {
        tile: Feature(tile, SECOND, Grade.HIDDEN, "a cracked tile"),
        letter: Feature(letter, SECOND, Grade.SECRET, "a letter", clues=("a lump in the mattress",)),
    }
    table = inside(replace(site, features={**site.features, **more}))
    table.do(Move(MAIN, TO_SECOND), QUIET)
    found = table.do(Search(BERT))
    assert [BRICK, tile] == [event.feature.id for event in of(found, FeatureSeen)]
    assert [FoundNothing(ANNE, none_left=True)] == of(table.do(Search(ANNE), QUIET), FoundNothing)
    assert ["a lump in the mattress"] == [clue.text for clue in table.known(ONE).seen[PASSAGE].clues]


def test_battering_draws_a_die_of_its_own():
    """Seven turns of noise for the person who is untrained, two dice each; listening costs nothing."""
    oak = DoorId("oak")
    site = passage(Clock.VIOLENCE, traps={})
    table = inside(replace(site, doors={**site.doors, oak: Door(oak, (FIRST, FIFTH), DoorState.LOCKED, "oak door")}))
    table.do(Listen(ANNE, oak), 1, 2)
    assert {} == dict(scene(table).done)
    table.do(BatterDoor(BERT, oak))
    for number in range(1, 8):
        events = table.do(EndStep(MAIN), 3, 4)
        assert 2 == len(givens(events, "violence.turn-encounter")), number
    assert (DoorState.BROKEN, 4200) == (table.now.door(PASSAGE, oak).state, table.now.clock)


def test_a_torch_dies_in_its_sixth_turn_and_undo_brings_it_back():
    """Ten minutes before, it warns; an hour after it was lit, it is out."""
    table = inside()
    table.do(LightUp(BERT, TORCHES))
    for number in range(1, 6):
        events = table.do(EndStep(MAIN), QUIET)
        assert [600] * (number == 5) == [event.left for event in of(events, LightLow)]
    before = table.now
    (torch,) = before.lights
    assert Light(torch, "torch", BERT, Seconds(0), Seconds(3600)) == before.lights[torch]
    assert [True] == [event.spent for event in of(table.do(EndStep(MAIN), QUIET), WentOut)]
    take_back(table)
    assert before == table.now


def test_turns_nobody_counted_have_their_dice_afterwards():
    """A die for each, and no time passes."""
    table = inside()
    table.do(LightUp(BERT, TORCHES, Seconds(1200)))
    table.do(MissedChecks(MAIN, 2), QUIET, 1, 2)
    assert (("event-party-0-missed-2",), 0) == (scene(table).pending, table.now.clock)


@pytest.mark.parametrize("seat", [ONE, TWO])
def test_the_die_stays_behind_the_screen(seat):
    """A turn that brings someone looks like one that does not."""
    quiet, busy = inside(), inside()
    quiet.do(EndStep(MAIN), 6)
    busy.do(EndStep(MAIN), 1, 1, 4, 4)
    assert len(busy.log) > len(quiet.log)
    assert quiet.bytes_for(seat) == busy.bytes_for(seat)
