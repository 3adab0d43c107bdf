"""Searching: by luck, just there, or along the clues."""

import pytest
from msgspec.structs import replace

from tests.table.happenings import of, times
from tests.table.passage import ANNE, BERT, BRICK, ONE, PASSAGE, SECOND, TO_SECOND, TWO, begin, passage
from tests.table.tabletop import Tabletop
from undercroft.table.exploration.turns import EnterSite
from undercroft.table.offers import offers
from undercroft.table.site.movement import Move
from undercroft.table.site.search import FollowClue, FoundNothing, Search
from undercroft.table.state.ids import DoorId, FeatureId, ThingId
from undercroft.table.state.sites import Clock, Door, Feature, Grade, Site
from undercroft.table.state.things import Kind, Lying, Thing
from undercroft.table.world.groups import MAIN
from undercroft.table.world.sight import ClueHeard, FeatureSeen

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
    """In the second zone, one Turn gone."""
    gem = Thing(GEM, "gem", Kind.TREASURE, Lying(PASSAGE, SECOND), worth=500, appraised=False)
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
    assert [FoundNothing(BERT, none_left=False)] * (not found) == of(events, FoundNothing)
    assert found == (GEM in table.known(ONE).things)
    if found:
        assert table.known(ONE).things[GEM].worth is None


def test_whoever_says_just_where_needs_no_luck():
    """What lies there is the referee's to judge, and the Turn is spent all the same."""
    table = inside(cellar())
    assert ["referee_only"] == [reason.code for reason in table.why_not(Search(BERT, "the wall", (BRICK,)), ONE)]
    assert () == table.why_not(Search(BERT, "the wall"), ONE)
    assert [FoundNothing(BERT, none_left=False)] == of(table.do(Search(BERT, "the floor")), FoundNothing)
    events = table.do(Search(ANNE, "the wall", (BRICK,)), 5)
    assert [BRICK] == [event.feature.id for event in of(events, FeatureSeen)]
    assert [1200] == times(events)


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
    (own,) = [offer for offer in offers(table.known(ONE), ONE) if isinstance(offer.command, Search)]
    assert ("sovereign.check.skill", 600) == (own.rule.id if own.rule else "", own.seconds)
    sure = Tabletop()
    sure.sit(ONE, TWO)
    sure.do(begin(passage(Clock.VIOLENCE)))
    sure.do(EnterSite(MAIN, PASSAGE))
    (certain,) = [offer for offer in offers(sure.known(ONE), ONE) if isinstance(offer.command, Search)]
    assert (None, 600, ()) == (certain.rule, certain.seconds, certain.refused)
