"""Encounters on their way: noticed when the referee likes, let pass, or never known of."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.table.happenings import of
from tests.table.passage import ANNE, BERT, FIRST, ONE, PASSAGE, TO_SECOND, TWO, begin, passage
from tests.table.tabletop import Tabletop
from undercroft.books.sovereign.reactions import Response
from undercroft.faces.views.dungeon.room import room_card
from undercroft.faces.views.dungeon.zone_map import zone_map
from undercroft.faces.views.encounter.encounter import encounter
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.engine.event import Event
from undercroft.table.exploration.alarm import AlarmRaised, RaiseAlarm
from undercroft.table.exploration.first_sight import CaughtOffGuard
from undercroft.table.exploration.inhabitants import CreaturesCame, CreaturesLeft
from undercroft.table.exploration.missed_checks import MissedChecks
from undercroft.table.exploration.overloaded_turns import LuckHad, MealTaken, RestForced, SurroundingsActed
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.splitting import Split
from undercroft.table.exploration.turns import EndStep
from undercroft.table.exploration.wandering import Dismiss, EventHappened, Place
from undercroft.table.offers import offers
from undercroft.table.sentences import says
from undercroft.table.site.movement import Move
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import CreaturesId, GroupId
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.seen_sites import SeenCreatures
from undercroft.table.state.sites import Clock, Site
from undercroft.table.world.groups import MAIN
from undercroft.table.world.sightings import CreaturesSeen

RATS = CreaturesId("rats-party-360")


def met(site: Site | None = None) -> Tabletop:
    """A delve round whose hazard die has brought four rats."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(site or passage(Clock.DELVING)))
    table.do(EnterSite(MAIN, PASSAGE))
    table.do(EndStep(MAIN), 1, 1, 2, 2)
    return table


def pending(table: Tabletop) -> tuple[CreaturesId, ...]:
    scene = table.now.groups[MAIN].scene
    return scene.pending if scene is not None else ()


@pytest.mark.parametrize(
    "kept",
    [{"ambush": True}, {"reaction": 12, "answer": Response.TALK}, {"distance_ft": 30, "direction": "at 3 o'clock"}],
    ids=["in ambush", "at peace", "somewhere"],
)
def test_a_wandering_monster_is_not_one_of_those_at_home(kept):
    """The rats of the site lie in wait or have made peace; the rats that wander in are met all the same."""
    site = passage(Clock.DELVING)
    (at_home,) = site.creatures.values()
    table = met(replace(site, creatures={at_home.id: replace(at_home, **kept)}))
    came = table.now.sites[PASSAGE].creatures[RATS]
    assert (False, None, None, None, "") == (came.ambush, came.reaction, came.answer, came.distance_ft, came.direction)
    table.do(Place(MAIN, RATS), 12)
    assert isinstance(table.now.groups[MAIN].scene, EncounterScene)


def test_a_single_monster_in_the_room_goes_without_a_number():
    """Neither its name on the room's card nor the line under the map counts to one."""
    novice = CreaturesId("novice")
    site = passage(Clock.DELVING)
    there = {**site.creatures, novice: Creatures(novice, "a drowned novice", 1, Fraction(2), FIRST)}
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(replace(site, creatures=there)))
    table.do(EnterSite(MAIN, PASSAGE))
    group = table.now.groups[MAIN]
    card, drawn = room_card(table.now, group), zone_map(table.now, group)
    assert card is not None
    assert drawn is not None
    assert ["a drowned novice"] == [fact.title for fact in card.facts if fact.kind == "creatures"]
    assert "here" == drawn.foe


def test_only_the_referee_knows_of_them_and_lets_them_be_noticed():
    """A player's seat is refused and offered nothing; nobody else of that name is on the way."""
    table = met()
    assert (RATS,) == pending(table)
    assert ["referee_only", "not_pending"] == [reason.code for reason in table.why_not(Place(MAIN, RATS), ONE)]
    assert ["not_pending"] == [reason.code for reason in table.why_not(Place(MAIN, CreaturesId("ogres")))]
    assert [Place(MAIN, RATS), Dismiss(MAIN, RATS, "never came")] == [
        offer.command for offer in offers(table.now, REFEREE) if isinstance(offer.command, Place | Dismiss)
    ]
    assert [] == [offer for offer in offers(table.known(ONE), ONE) if isinstance(offer.command, Place | Dismiss)]


def test_nobody_is_dismissed_who_is_not_there():
    """By a name that nobody bears, or by a player."""
    table = met()
    assert ["no_creatures"] == [reason.code for reason in table.why_not(Dismiss(MAIN, CreaturesId("ogres")))]
    assert ["no_creatures"] == [reason.code for reason in table.why_not(Dismiss(GroupId("nobody"), RATS))]
    assert ["referee_only", "no_creatures"] == [reason.code for reason in table.why_not(Dismiss(MAIN, RATS), ONE)]


def test_those_who_never_came_leave_no_trace():
    """Let pass before anybody saw them, they are gone, and players hear nothing of it."""
    table = met()
    before = table.bytes_for(ONE)
    table.do(Dismiss(MAIN, RATS, "never came"))
    assert ((), False) == (pending(table), RATS in table.now.sites[PASSAGE].creatures)
    assert before == table.bytes_for(ONE)


def test_those_who_are_gone_come_to_no_other_group():
    """Whichever group they are reported to be gone from."""
    table = met()
    table.do(Split(MAIN, (BERT,), "Scouts"))
    table.do(Dismiss(GroupId("scouts"), RATS, "never came"))

    assert () == pending(table)


def test_those_who_were_seen_are_seen_to_go():
    """What was known of them is known no longer."""
    table = met()
    table.do(Place(MAIN, RATS), 12)
    assert RATS in table.known(TWO).seen[PASSAGE].creatures
    table.do(Dismiss(MAIN, RATS, "fled"))
    assert [CreaturesLeft(PASSAGE, RATS, "fled", "the rats")] == of(
        [told.event for told in table.heard[TWO]], CreaturesLeft
    )
    assert RATS not in table.known(TWO).seen[PASSAGE].creatures


def test_an_alarm_is_the_referees():
    """It can be raised and calmed by hand."""
    table = met()
    before = table.bytes_for(ONE)
    table.do(RaiseAlarm(PASSAGE))
    assert table.now.sites[PASSAGE].alerted
    table.do(RaiseAlarm(PASSAGE, alerted=False))
    assert not table.now.sites[PASSAGE].alerted
    assert before == table.bytes_for(ONE)


@pytest.mark.parametrize(
    "zone, faces, distance, direction",
    [
        ({"corridor": True, "length_ft": 60}, (8,), 60, ""),
        ({"corridor": True, "length_ft": 60}, (3,), 30, ""),
        ({}, (), None, "through the way"),
    ],
    ids=["as far as the corridor goes", "in the corridor", "by the only way in"],
)
def test_sovereign_places_them_in_the_corridor_or_at_a_way_in(zone, faces, distance, direction):
    """So does the overloaded die, whose book is silent; the only way in takes no die."""
    site = passage(Clock.HEXCRAWL)
    site = replace(site, zones={**site.zones, FIRST: replace(site.zones[FIRST], **zone)})
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(site))
    table.do(EnterSite(MAIN, PASSAGE), 1, 1, 2, 2)
    (seen,) = of(table.do(Place(MAIN, CreaturesId("rats-party-0")), *faces), CreaturesSeen)
    assert (distance, direction) == (seen.creatures.distance_ft, seen.creatures.direction)


def test_rounds_nobody_counted_have_their_hazard_dice():
    """Each of those who come has a name of their own."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(passage(Clock.DELVING)))
    table.do(EnterSite(MAIN, PASSAGE))
    table.do(MissedChecks(MAIN, 2), 1, 2, 1, 2)
    assert ("event-party-0-missed-1", "event-party-0-missed-2") == pending(table)


@pytest.mark.parametrize(
    "event, words",
    [
        (CaughtOffGuard(MAIN, (BERT, ANNE)), "Bert and Anne are caught off guard."),
        (CreaturesCame(PASSAGE, Creatures(RATS, "rats", 4, Fraction(1), None)), "Encounter: 4 rats."),
        (CreaturesCame(PASSAGE, Creatures(RATS, "rats", 4, Fraction(1), FIRST)), "Unseen by the party: 4 rats."),
        (
            CreaturesCame(PASSAGE, Creatures(RATS, "the bell tolls below", 1, Fraction(0), None, kind="event")),
            "Event: the bell tolls below.",
        ),
        (CreaturesCame(PASSAGE, Creatures(RATS, "rats", 4, Fraction(1), FIRST, met=True)), ""),
        (CreaturesSeen(PASSAGE, SeenCreatures(RATS, "rats", 4, FIRST, "gnawing")), "The party sees 4 rats, gnawing."),
        (EventHappened(MAIN, "the bell tolls"), "The bell tolls."),
        (CreaturesLeft(PASSAGE, RATS, "fled"), "They flee."),
        (CreaturesLeft(PASSAGE, RATS, "fled", "the rats"), "The rats flee."),
        (CreaturesLeft(PASSAGE, RATS, "", "the pale sexton"), "The pale sexton leaves."),
        (AlarmRaised(PASSAGE, alerted=True), "The alarm is raised."),
        (AlarmRaised(PASSAGE, alerted=False), "The alarm dies down."),
        (SurroundingsActed(MAIN, "Dust falls."), "Dust falls."),
        (RestForced(MAIN), "The party must rest before going on."),
        (MealTaken(MAIN, 0, 0), "The party rests, eats and drinks."),
        (MealTaken(MAIN, 1, 2), "The party rests, 1 without food and 2 without water."),
        (LuckHad(MAIN, "a safe place"), "The party comes upon a safe place."),
    ],
)
def test_what_happened_in_words(event: Event, words: str) -> None:
    """As the log has it."""
    table = Tabletop()
    table.do(begin(passage(Clock.HEXCRAWL)))
    assert words == says(table.now, event)


def _came_in(*, known: bool) -> Tabletop:
    """Four rats came in from the second zone, which the party has seen or not."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(passage(Clock.SOVEREIGN)))
    table.do(EnterSite(MAIN, PASSAGE))
    if known:
        table.do(Move(MAIN, TO_SECOND))
        table.do(Move(MAIN, TO_SECOND), 5)
    table.do(MeetStrangers(MAIN, "4 rats HD 0"))
    return table


@pytest.mark.parametrize("known, words", [(True, "from the second"), (False, "through the way")])
def test_the_room_creatures_come_from_is_named_only_if_the_players_know_it(known, words):
    """Players are told the door they see; the referee is told the room."""
    table = _came_in(known=known)
    for seat in (ONE, TWO, REFEREE, SPECTATORS):
        group = table.known(seat).groups[MAIN]
        assert isinstance(group.scene, EncounterScene)
        facts = {fact.title: fact.text for fact in encounter(table.known(seat), seat, group, group.scene, ()).facts}
        assert (words, f"close by, {words}") == (group.scene.met.direction, facts["How far"])
    assert all(known == (b"Second" in table.bytes_for(seat)) for seat in (ONE, TWO, SPECTATORS))
    (rats,) = (creature for creature in table.now.sites[PASSAGE].creatures.values() if creature.zone == FIRST)
    assert "from the second" == rats.direction


def test_a_group_that_did_not_see_creatures_come_is_not_told_from_where():
    """Rats come upon Bert; Anne's group in the same zone meets them too, and knows of no way they came."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(passage(Clock.SOVEREIGN)))
    table.do(EnterSite(MAIN, PASSAGE))
    table.do(Split(MAIN, (ANNE,), "Rear guard"))
    rear = GroupId("rear-guard")
    table.do(Move(MAIN, TO_SECOND))
    table.do(Move(rear, TO_SECOND))
    table.do(MeetStrangers(MAIN, "4 rats HD 0"), 1)
    scenes = table.known(ONE).groups[MAIN].scene, table.known(TWO).groups[rear].scene
    assert ["through the way", ""] == [scene.met.direction for scene in scenes if isinstance(scene, EncounterScene)]


def test_others_like_the_dead_still_come():
    """The rats of the site are dead; the row of the encounter table that names them brings others like them."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(passage(Clock.DELVING)))
    table.do(EnterSite(MAIN, PASSAGE))
    (at_home,) = table.now.sites[PASSAGE].creatures.values()
    table.do(Dismiss(MAIN, at_home.id, "dead"))
    table.do(EndStep(MAIN), 1, 1, 2, 2)
    came = table.now.sites[PASSAGE].creatures[RATS]
    assert (False, at_home.hd, 4) == (came.is_event, came.hd, came.count)
    table.do(Place(MAIN, RATS), 12)
    assert isinstance(table.now.groups[MAIN].scene, EncounterScene)


def test_an_event_is_dismissed_as_an_event():
    """In the banner's words and in the log's."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(passage(Clock.DELVING)))
    table.do(EnterSite(MAIN, PASSAGE))
    table.do(EndStep(MAIN), 1, 2)
    (event,) = pending(table)
    (dismiss,) = (offer.command for offer in offers(table.now, REFEREE) if isinstance(offer.command, Dismiss))
    (gone,) = of(table.do(dismiss), CreaturesLeft)
    assert event == gone.creatures
    assert "The event is dismissed." == says(table.now, gone)
