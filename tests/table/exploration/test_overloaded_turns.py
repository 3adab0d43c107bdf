"""Turns under the overloaded die: every face of it, and what players learn of each."""

import pytest
from msgspec.structs import replace

from tests.table.happenings import givens, of, times
from tests.table.passage import (
    ANNE,
    BERT,
    CANDLE,
    FIRST,
    LANTERN,
    OIL,
    ONE,
    PASSAGE,
    RATIONS,
    SECOND,
    TO_SECOND,
    TORCHES,
    TWO,
    WATER,
    begin,
    passage,
)
from tests.table.tabletop import Tabletop, codes
from tests.table.taking_back import take_back
from undercroft.kernel.units import Seconds
from undercroft.table.body.condition import GiveCondition
from undercroft.table.body.effects import EffectEnded, StartEffect
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.exploration.inhabitants import CreaturesCame
from undercroft.table.exploration.overloaded_turns import A_SIGN, LuckHad, MealTaken, RestForced, SurroundingsActed
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep, Hold
from undercroft.table.exploration.wandering import Place
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.listening import Listen
from undercroft.table.site.movement import Move
from undercroft.table.site.search import FoundNothing, Search
from undercroft.table.state.ids import CreaturesId, DoorId, ThingId
from undercroft.table.state.lights import Light
from undercroft.table.state.scenes import OverloadedTurn
from undercroft.table.state.sites import Clock, Door, DoorState, Site
from undercroft.table.state.things import Carried, Gone, Lying, Thing, ThingKind
from undercroft.table.world.campaign_start import ThingPlaced
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp, LitUp, PutOut, WentOut
from undercroft.table.world.sightings import CreaturesSeen

ENCOUNTER, ENVIRONMENT, REST, WANING, FREE, GOOD = range(1, 7)


def inside(*faces: int, site: Site | None = None, lit: bool = False, **changes) -> Tabletop:
    """Two delvers who have come in, with what the die showed for their first turn."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(site or passage(Clock.HEXCRAWL), **changes))
    if lit:
        table.do(LightUp(BERT, TORCHES))
    table.do(EnterSite(MAIN, PASSAGE), *faces)
    return table


def scene(table: Tabletop) -> OverloadedTurn:
    found = table.now.groups[MAIN].scene
    assert isinstance(found, OverloadedTurn)
    return found


def test_a_free_turn_is_like_any_other():
    """Nothing happens, everybody has a turn, and ten minutes have passed when all have had it."""
    table = inside(FREE)
    assert OverloadedTurn(PASSAGE, 1, begun=True, free=True) == scene(table)
    table.do(Search(BERT), 1, 2)
    (reason,) = table.why_not(Search(BERT))
    assert ("done_this_turn", "hexcrawl.dungeon-crawl") == (reason.code, reason.rule)
    assert [600] == times(table.do(Hold(ANNE), FREE))
    assert 2 == scene(table).turn


def test_an_encounter_is_on_its_way_and_comes_when_the_referee_likes():
    """The site's table says who, dice how many; this book says nothing of where, so they come by a way in."""
    table = inside(ENCOUNTER, 1, 3, 4)
    rats = CreaturesId("rats-party-0")
    assert (rats,) == scene(table).pending
    placed = table.do(Place(MAIN, rats))
    (seen,) = of(placed, CreaturesSeen)
    assert (7, FIRST, "through the way") == (seen.creatures.count, seen.creatures.zone, seen.creatures.direction)
    table.do(EndEncounter(MAIN))
    assert () == scene(table).pending


def test_a_place_without_a_table_still_brings_someone():
    """The referee chooses the creatures; there is nothing to tell the players yet."""
    table = inside(ENCOUNTER, site=passage(Clock.HEXCRAWL, encounters=()))
    (pending,) = scene(table).pending
    assert "an encounter of your choice" == table.now.sites[PASSAGE].creatures[pending].name
    assert ["no_table"] == codes(table, Place(MAIN, pending))


def test_an_omen_is_told_and_comes_true():
    """Players hear the sign and not what it is of; the next encounter is that one, without a die."""
    table = inside(ENVIRONMENT, 1)
    assert "rats" == scene(table).omen
    heard = [told.event for told in table.heard[ONE]]
    assert [SurroundingsActed(MAIN, "Something scratches in the walls.")] == of(heard, SurroundingsActed)
    assert OverloadedTurn(PASSAGE, 1, begun=True) == table.known(ONE).groups[MAIN].scene

    events = table.do(EndStep(MAIN), ENCOUNTER, 2, 2)

    assert [{"table": ["rats", "a cold wind"], "stored_omen": "rats"}] == givens(events, "hexcrawl.template.encounter")
    assert ["rats"] == [event.creatures.name for event in of(events, CreaturesCame)]
    assert ("", (CreaturesId("rats-party-600"),)) == (scene(table).omen, scene(table).pending)


def test_an_omen_nobody_wrote_is_a_sign_all_the_same():
    """Whether the referee had words ready does not show."""
    table = inside(ENVIRONMENT, 2)
    assert [SurroundingsActed(MAIN, A_SIGN)] == of([told.event for told in table.heard[TWO]], SurroundingsActed)


def test_a_place_with_effects_of_its_own_has_one():
    """Then no omen is stored, and what the place does is told."""
    table = inside(ENVIRONMENT, 2, site=passage(Clock.HEXCRAWL, effects=("Dust falls.", "The floor shakes.")))
    assert [SurroundingsActed(MAIN, "The floor shakes.")] == of(
        [told.event for told in table.heard[ONE]], SurroundingsActed
    )
    assert "" == scene(table).omen


def test_a_place_with_neither_table_nor_effects_stays_quiet():
    """Nothing to draw an omen from, so nothing is told."""
    table = inside(ENVIRONMENT, site=passage(Clock.HEXCRAWL, encounters=()))
    assert [] == of([told.event for told in table.log], SurroundingsActed)


def test_a_forced_rest_forbids_everything_else():
    """Until a turn of rest is over, moves, searches and doors are refused with the reason, once each."""
    oak = DoorId("oak")
    site = passage(Clock.HEXCRAWL)
    site = replace(site, doors={**site.doors, oak: Door(oak, (FIRST, SECOND), DoorState.CLOSED)})
    table = inside(REST, site=site)
    assert scene(table).must_rest
    assert table.known(ONE).groups[MAIN].scene == OverloadedTurn(PASSAGE, 1, begun=True, must_rest=True)
    for command in (Move(MAIN, TO_SECOND), Search(BERT), Listen(ANNE, oak)):
        (reason,) = table.why_not(command)
        assert ("must_rest", "hexcrawl.template.forced-rest") == (reason.code, reason.rule)
    assert ["must_rest"] == [reason.code for reason in table.why_not(Search(BERT), ONE)]
    assert () == table.why_not(Hold(BERT), ONE)

    table.do(Hold(BERT), seat=ONE)
    rested = table.do(Hold(ANNE), FREE, seat=TWO)

    assert [MealTaken(MAIN, 0, 0)] == of(rested, MealTaken)
    assert [600] == times(rested)
    assert (1, 0) == (table.now.things[RATIONS].count, table.now.things[WATER].count)
    assert not scene(table).must_rest
    assert () == table.why_not(Move(MAIN, TO_SECOND))


def test_the_referee_may_end_a_forced_rest_at_once():
    """The person who has done nothing has rested."""
    table = inside(REST)
    assert [MealTaken(MAIN, 0, 0)] == of(table.do(EndStep(MAIN), REST), MealTaken)
    assert scene(table).must_rest


def test_who_goes_without_is_told():
    """What there is gets eaten, and an empty skin stays with the person who carries it."""
    table = inside(REST)
    table.do(EndStep(MAIN), REST)
    short = table.do(EndStep(MAIN), FREE)
    assert [MealTaken(MAIN, 1, 2)] == of(short, MealTaken)
    assert Gone() == table.now.things[RATIONS].place
    assert (BERT, 0) == (getattr(table.now.things[WATER].place, "by", None), table.now.things[WATER].count)


def test_waning_light_is_renewed_from_what_they_carry():
    """A torch for the torch, a pint for the lantern; the burning ones are spent."""
    table = inside(FREE, lit=True)
    table.do(LightUp(ANNE, LANTERN))
    assert (1, 1) == (table.now.things[TORCHES].count, table.now.things[OIL].count)

    events = table.do(EndStep(MAIN), WANING)

    assert [{"sources": ["torch", "lantern"], "torches": 1, "oil": 1, "spells": []}] == givens(
        events, "hexcrawl.template.waning-resources"
    )
    assert [("torch", True), ("lantern", True)] == [(event.item, event.spent) for event in of(events, WentOut)]
    assert [("torch", BERT, None), ("lantern", ANNE, None)] == [
        (event.light.item, event.light.holder, event.light.until) for event in of(events, LitUp)
    ]
    assert {
        TORCHES: Light(TORCHES, "torch", BERT, Seconds(600), None),
        LANTERN: Light(LANTERN, "lantern", ANNE, Seconds(600), None),
    } == dict(table.now.lights)
    assert 0 == table.now.things[OIL].count


def test_waning_resources_end_every_spell_but_lasting_enchantments():
    """A spell entered without a duration is over, as is one with an hour or with uses left; the enchantment stays."""
    table = inside(FREE)
    table.do(StartEffect(BERT, "Shield"))
    table.do(StartEffect(BERT, "Sleep", seconds=Seconds(3600)))
    table.do(StartEffect(ANNE, "Ward", uses=3))
    table.do(StartEffect(ANNE, "Glowing sword", lasting=True))
    assert ["lasting"] == codes(table, StartEffect(BERT, "Curse", uses=1, lasting=True))

    events = table.do(EndStep(MAIN), WANING)

    assert ["Shield", "Sleep", "Ward"] == sorted(event.name for event in of(events, EffectEnded))
    assert ["Glowing sword"] == [timer.about for timer in table.now.timers.values()]
    (given,) = givens(events, "hexcrawl.template.waning-resources")
    assert {"name": "Shield", "permanent": False} in given["spells"]
    assert {"name": "Glowing sword", "permanent": True} in given["spells"]


def test_waning_light_leaves_them_in_the_dark():
    """With no torch and no oil left every light stays out, for players too."""
    table = inside(FREE, lit=True)
    table.do(LightUp(BERT, TORCHES))
    events = table.do(EndStep(MAIN), WANING)
    assert [] == of(events, LitUp)
    assert {} == dict(table.now.lights) == dict(table.known(ONE).lights)


def test_oil_and_torches_are_shared():
    """The person who has a torch lights it, and anybody's oil fills the lantern; a candle is renewed by a candle."""
    plain = begin(passage(Clock.HEXCRAWL))
    things = {
        thing.id: replace(thing, place=Carried(BERT), count=1) if thing.id in (LANTERN, OIL) else thing
        for thing in plain.things
    }
    more = Thing(ThingId("more-oil"), "oil", ThingKind.OIL, Carried(ANNE), item="oil_common_pint")
    spare = Thing(ThingId("spare"), "torch", ThingKind.LIGHT, Carried(ANNE), item="torch")
    things |= {CANDLE: replace(things[CANDLE], count=2), TORCHES: replace(things[TORCHES], count=1)}
    table = inside(FREE, things=(*things.values(), more, spare))
    for who, thing in ((BERT, LANTERN), (ANNE, CANDLE), (BERT, TORCHES)):
        table.do(LightUp(who, thing))

    table.do(EndStep(MAIN), WANING)

    assert {"lantern": BERT, "candle": ANNE, "torch": ANNE} == {
        light.item: light.holder for light in table.now.lights.values()
    }
    assert (0, 0) == (table.now.things[OIL].count, table.now.things[more.id].count)
    assert Gone() == table.now.things[TORCHES].place


def test_lights_have_no_deadline_here_and_have_one_elsewhere():
    """A torch half burnt outside burns on here without end, and outside it has its half left."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(passage(Clock.HEXCRAWL)))
    table.do(LightUp(BERT, TORCHES, Seconds(1800)))
    (torch,) = table.now.lights
    assert Seconds(1800) == table.now.lights[torch].until
    table.do(EnterSite(MAIN, PASSAGE), FREE)
    assert (None, 1800, {}) == (table.now.lights[torch].until, table.now.things[torch].burnt, dict(table.now.timers))
    for _ in range(9):
        table.do(EndStep(MAIN), FREE)
    assert torch in table.now.lights
    table.do(LeaveSite(MAIN))
    assert (6000, 7800) == (table.now.clock, table.now.lights[torch].until)
    assert {7200, 7800} == {timer.due for timer in table.now.timers.values()}


def test_a_lantern_put_out_keeps_its_oil():
    """Lighting it again takes no other pint."""
    table = inside(FREE)
    table.do(LightUp(ANNE, LANTERN))
    table.do(PutOut(ANNE, LANTERN))
    table.do(LightUp(ANNE, LANTERN))
    assert 1 == table.now.things[OIL].count


@pytest.mark.parametrize(
    "face, name",
    [(1, None), (2, "a safe place"), (3, "things they can use")],
)
def test_luck_is_help_a_safe_place_or_supplies(face, name):
    """The person who helps is only on the way, so that nobody is told yet; supplies are a share for each."""
    table = inside(GOOD, face)
    told = [each.event for each in table.heard[ONE]]
    assert ([] if name is None else [LuckHad(MAIN, name)]) == of(told, LuckHad)
    found = [event.thing for event in of(told, ThingPlaced) if event.thing.place == Lying(PASSAGE, FIRST)]
    supplies = [(ThingKind.FOOD, 2, "ration_day"), (ThingKind.WATER, 2, "waterskin")] if face == 3 else []
    assert supplies == [(thing.kind, thing.count, thing.item) for thing in found]
    helpers = [table.now.sites[PASSAGE].creatures[id].name for id in scene(table).pending]
    assert (["Someone who helps"] if face == 1 else []) == helpers


def test_a_search_here_goes_by_sovereign():
    """Play Procedures says nothing of it: a check, and no word whether there was anything."""
    table = inside(FREE)
    table.do(Move(MAIN, TO_SECOND), FREE)
    nothing = table.do(Search(BERT), 4, 4)
    assert FoundNothing(BERT, none_left=False) in of(nothing, FoundNothing)
    assert 1 == len(givens(table.do(Search(ANNE), 6, 6, FREE), "sovereign.check.skill"))


@pytest.mark.parametrize("seat", [ONE, TWO])
def test_players_cannot_tell_an_encounter_from_a_free_turn(seat):
    """Nor from one that brings help, nor from surroundings that have nothing to show."""
    worlds = [
        inside(FREE),
        inside(ENCOUNTER, 1, 1, 1),
        inside(GOOD, 1),
        inside(ENCOUNTER, site=passage(Clock.HEXCRAWL, encounters=())),
        inside(ENVIRONMENT, site=passage(Clock.HEXCRAWL, encounters=())),
    ]
    assert 1 == len({world.bytes_for(seat) for world in worlds})


def test_undo_gives_the_torch_back_that_the_die_took():
    """Taking back the turn that put it out leaves it burning, and the other one in the pack."""
    table = inside(FREE, lit=True)
    before, known = table.now, table.known(TWO)
    table.do(EndStep(MAIN), WANING)
    assert before.lights != table.now.lights
    take_back(table)
    assert before == table.now
    assert known == table.known(TWO)
    assert [ThingId("torches-0-2")] == list(table.now.lights)


def test_nobody_able_means_no_turn_ends_by_itself():
    """The referee ends it."""
    table = inside(FREE)
    table.do(GiveCondition(BERT, "asleep"))
    table.do(GiveCondition(ANNE, "asleep"))
    assert 1 == scene(table).turn
    table.do(EndStep(MAIN), FREE)
    assert 2 == scene(table).turn


def test_a_rest_is_told_as_one():
    """The log has it in words of its own."""
    table = inside(REST)
    assert [RestForced(MAIN)] == of([told.event for told in table.heard[ONE]], RestForced)
