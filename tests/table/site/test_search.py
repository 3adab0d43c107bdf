"""Searching: by luck, just there, or along the clues."""

import pytest
from msgspec.structs import replace

from tests.table.happenings import givens, of, times
from tests.table.passage import ANNE, BERT, BRICK, ONE, PASSAGE, SECOND, TO_SECOND, TWO, begin, passage
from tests.table.tabletop import Tabletop
from undercroft.faces.views.dungeon.room import room_card
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.offers import offers
from undercroft.table.site.movement import Move
from undercroft.table.site.search import FollowClue, FoundNothing, Search, SearchSpot
from undercroft.table.site.spots import MaybeMeant
from undercroft.table.state.ids import DoorId, FeatureId, PersonId, ThingId, TrapId
from undercroft.table.state.sites import Clock, Door, Feature, Grade, Site, Trap, Trigger
from undercroft.table.state.things import Lying, Thing, ThingKind
from undercroft.table.world.groups import MAIN
from undercroft.table.world.sightings import ClueHeard, FeatureSeen, TrapSeen

SLAB, GEM, SLIDE = FeatureId("slab"), ThingId("gem"), DoorId("slide")


def cellar(**brick: object) -> Site:
    """A brick with a gem behind it, and a slab that slides, in the second zone."""
    site = passage(Clock.SOVEREIGN, traps={})
    return replace(
        site,
        doors={**site.doors, SLIDE: Door(SLIDE, (SECOND, site.entrance), name="slide", hidden=True)},
        features={
            BRICK: replace(site.features[BRICK], things=(GEM,), **brick),
            SLAB: Feature(
                SLAB, SECOND, Grade.SECRET, "a slab that slides", clues=("scratches", "a draught"), door=SLIDE
            ),
        },
    )


def inside(site: Site) -> Tabletop:
    """In the second zone, one turn gone."""
    gem = Thing(GEM, "gem", ThingKind.TREASURE, Lying(PASSAGE, SECOND), worth=500, appraised=False)
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(site, things=(gem,)))
    table.do(EnterSite(MAIN, PASSAGE))
    table.do(Move(MAIN, TO_SECOND))
    return table


@pytest.mark.parametrize(
    "dc, faces, found",
    [(None, (5, 6), True), (None, (5, 5), False), (12, (6, 6), False), (11, (6, 6), True)],
    ids=["the usual difficulty reached", "missed by one", "better hidden", "just"],
)
def test_a_vague_search_needs_luck(dc, faces, found):
    """2d6, no Wisdom to speak of and no training: -1."""
    table = inside(cellar(dc=dc))
    events = table.do(Search(BERT), *faces, seat=ONE)
    assert found == (BRICK in [event.feature.id for event in of(events, FeatureSeen)])
    assert [True] * found == [event.say(table.now).startswith("Bert finds ") for event in of(events, FeatureSeen)]
    heard = [told.event for told in table.heard[ONE] if isinstance(told.event, FoundNothing)]
    assert [FoundNothing(BERT, none_left=False, well=sum(faces) > 10)] * (not found) == heard
    assert found == (GEM in table.known(ONE).things)
    if found:
        assert table.known(ONE).things[GEM].worth is None


@pytest.mark.parametrize(
    "dc, faces, emptied, said",
    [
        (None, (6, 6), True, "Bert searches the room: there is nothing left to find here."),
        (None, (1, 1), True, "Bert searches the room: there is nothing left to find here."),
        (None, (1, 1), False, "Bert searches the room and misses what is hidden here."),
        (12, (6, 6), False, "Bert searches the room well, but what is hidden here is harder to find."),
    ],
)
def test_the_referee_reads_why_nothing_is_found_and_players_only_how_well_they_searched(dc, faces, emptied, said):
    """A good roll in an empty room is no contradiction; players learn no more than the dice tell them."""
    site = cellar(dc=dc)
    table = inside(replace(site, features={}) if emptied else site)
    events = table.do(Search(BERT), *faces, seat=ONE)
    truth, told = of(events, FoundNothing)
    well = "searches well and " if faces == (6, 6) else ""
    assert (said, f"Bert {well}finds nothing hidden.") == (truth.say(table.now), told.say(table.known(ONE)))
    assert [told] == [each.event for each in table.heard[ONE] if isinstance(each.event, FoundNothing)]


def test_a_person_who_says_just_where_needs_no_luck():
    """The referee judges what is there, and the turn is spent all the same."""
    table = inside(cellar())
    assert ["referee_only"] == [reason.code for reason in table.why_not(Search(BERT, "the wall", (BRICK,)), ONE)]
    assert () == table.why_not(Search(BERT, "the wall"), ONE)
    assert [FoundNothing(BERT, none_left=False)] == of(table.do(Search(BERT, "the floor")), FoundNothing)
    events = table.do(Search(ANNE, "the wall", (BRICK,)), 5)
    assert [BRICK] == [event.feature.id for event in of(events, FeatureSeen)]
    assert [1200] == times(events)


TAPESTRY = "behind the tapestry"


@pytest.mark.parametrize(
    "said", ["behind the tapestry", "Behind the Tapestry!", "the tapestry", "look behind tapestries"]
)
def test_the_player_who_names_the_spot_finds_it_without_a_roll(said):
    """The campaign file says where it is; case, articles, endings and word order do not matter."""
    table = inside(cellar(where=TAPESTRY))
    events = table.do(Search(BERT, said), seat=ONE)
    assert [BRICK] == [event.feature.id for event in of(events, FeatureSeen)]
    assert [{"method_would_find": True, "turn_cost": 1}] == givens(events, "sovereign.search.specified")


@pytest.mark.parametrize(
    "said, found, doubt",
    [
        ("the wall behind the heap of habits", True, False),
        ("the heap of habits", True, False),
        ("under the altar, then the habits heaped at the wall, the heap", True, False),
        ("the wall", False, True),
        ("the wall by the door", False, True),
        ("the altar", False, False),
        ("behind", False, False),
    ],
)
def test_in_doubt_the_referee_is_told_and_the_players_are_not(said, found, doubt):
    """A part of the spot, or other words with it, may mean it: the referee hears so, and can reveal it."""
    table = inside(cellar(where="the wall behind the heap of habits"))
    events = table.do(Search(BERT, said), seat=ONE)
    assert found == bool(of(events, FeatureSeen))
    assert doubt == bool(of(events, MaybeMeant))
    assert not [told for told in table.heard[ONE] if isinstance(told.event, MaybeMeant)]
    assert (not found) == bool(of(events, FoundNothing))


def test_the_way_that_finds_a_secret_finds_it():
    """By Sovereign a method that would find it does; the door comes with it."""
    site = cellar()
    slab = replace(site.features[SLAB], answer="push the slab to the left")
    table = inside(replace(site, features={**site.features, SLAB: slab}))
    events = table.do(Search(BERT, "we push the slab left"), seat=ONE)
    assert [SLAB] == [event.feature.id for event in of(events, FeatureSeen)]


def test_a_followed_clue_that_names_the_answer_finds_the_secret():
    """The player says what the clue points to, and the referee need not add it; without a clue it does not help."""
    site = cellar()
    slab = replace(site.features[SLAB], answer="push the slab to the left")
    table = inside(replace(site, features={**site.features, SLAB: slab}))
    assert [] == of(table.do(FollowClue(BERT, "I push the slab left"), seat=ONE), FeatureSeen)
    table.do(Search(ANNE), 1, 1, 5)
    found = table.do(FollowClue(BERT, "I push the slab left"), seat=ONE)
    assert [SLAB] == [event.feature.id for event in of(found, FeatureSeen)]


def test_a_delvers_search_of_the_wrong_spot_is_still_a_search():
    """By Delving every search finds something; secrets need their clues, whatever is named."""
    site = replace(cellar(where=TAPESTRY), clock=Clock.DELVING)
    tile = Feature(FeatureId("tile"), SECOND, Grade.HIDDEN, "a cracked tile", where="by the stairs")
    slab = replace(site.features[SLAB], answer="push the slab", clues=("a draught",))
    features = {BRICK: site.features[BRICK], tile.id: tile, SLAB: slab}
    zones = {id: replace(zone, lit=True) for id, zone in site.zones.items()}
    table = inside(replace(site, features=features, zones=zones))
    assert [tile.id] == [event.feature.id for event in of(table.do(Search(BERT, "the stairs")), FeatureSeen)]
    assert [BRICK] == [event.feature.id for event in of(table.do(SearchSpot(ANNE, "push the slab"), 20), FeatureSeen)]


def test_a_spot_names_a_trapped_thing():
    """A player who looks the gem over before touching it sees the needle."""
    needle = Trap(
        TrapId("needle"), SECOND, "needle", "a tiny hole", "A needle shoots out.", trigger=Trigger.MEDDLE, thing=GEM
    )
    table = inside(replace(cellar(), traps={needle.id: needle}))
    events = table.do(Search(BERT, "look the gem over"), seat=ONE)
    assert [needle.id] == [event.trap.id for event in of(events, TrapSeen)]


def test_the_referees_card_says_where_things_are_hidden():
    """The spot, the clues and the way."""
    table = inside(cellar(where=TAPESTRY))
    card = room_card(table.now, table.now.groups[MAIN])
    assert card is not None
    assert ["Where: behind the tapestry."] == [fact.text for fact in card.facts if fact.title == "a loose brick"]


def test_the_referees_card_says_what_was_found():
    """What was hidden is called found from then on."""
    table = inside(cellar(where=TAPESTRY))

    def kinds() -> list[str]:
        card = room_card(table.now, table.now.groups[MAIN])
        return [fact.kind for fact in card.facts if fact.title == "a loose brick"] if card is not None else []

    assert ["hidden"] == kinds()
    table.do(SearchSpot(BERT, "the tapestry"))
    assert ["found"] == kinds()


def test_a_secret_yields_to_its_clues_alone():
    """Each search gives the next clue; doing what they point to finds it, and the door with it."""
    table = inside(cellar())
    assert [FoundNothing(BERT, none_left=False)] == of(table.do(FollowClue(BERT, "push", SLAB)), FoundNothing)
    heard = table.do(Search(ANNE), 1, 1, 5)
    assert ["scratches"] == [event.clue.text for event in of(heard, ClueHeard)]
    assert ["a draught"] == [event.clue.text for event in of(table.do(Search(BERT), 1, 1), ClueHeard)]
    assert ["referee_only"] == [reason.code for reason in table.why_not(FollowClue(ANNE, "push", SLAB), TWO)]
    assert ["scratches", "a draught"] == [clue.text for clue in table.known(TWO).seen[PASSAGE].riddles]
    found = table.do(FollowClue(ANNE, "push", SLAB))
    assert [SLAB] == [event.feature.id for event in of(found, FeatureSeen)]
    assert SLIDE in table.known(TWO).seen[PASSAGE].doors
    seen = table.known(TWO).seen[PASSAGE]
    assert (("scratches", "a draught"), ()) == (seen.features[SLAB].clues, seen.riddles)
    assert [] == of(table.do(Search(BERT), 1, 1), ClueHeard)


def test_odds_are_offered_where_luck_decides():
    """A search by check shows its check; one that is certain has none."""
    table = inside(cellar())
    (own,) = [offer for offer in offers(table.known(ONE), ONE) if type(offer.command) is Search]
    assert ("sovereign.check.skill", 600) == (own.rule.id if own.rule else "", own.seconds)
    sure = Tabletop()
    sure.sit(ONE, TWO)
    sure.do(begin(passage(Clock.VIOLENCE)))
    sure.do(EnterSite(MAIN, PASSAGE))
    (certain,) = [offer for offer in offers(sure.known(ONE), ONE) if type(offer.command) is Search]
    assert (None, 600, ()) == (certain.rule, certain.seconds, certain.refused)


def test_a_person_who_does_not_exist_is_not_told_to_enter_a_site():
    """The name is wrong, and nothing else."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(passage(Clock.SOVEREIGN)))
    table.do(EnterSite(MAIN, PASSAGE))
    assert ["There is no such person here. People here: Bert, Anne."] == [
        reason.what for reason in table.why_not(Search(PersonId("nobody-of-that-name")))
    ]
