"""What players learn of changes in mid-play: nothing, or what they would see; and undo takes each back."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tests.table.happenings import of
from tests.table.preparing.crypt import LADDER, LOFT, NEW_LADDER, NEW_LOFT, door, in_the_hall, play_in, room
from tests.table.small_site import CELL, CRYPT, HALL, MAUD, OAK, ONE, TORCHES, TWO, site
from tests.table.tabletop import Tabletop
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.exploration.inhabitants import SLAIN
from undercroft.table.exploration.wandering import Dismiss
from undercroft.table.gear.carrying import Take, ThingMissing
from undercroft.table.preparing.draft import PlayIt, Prepare
from undercroft.table.preparing.draft_lines import not_in_play_yet
from undercroft.table.preparing.removed_places import MapPartGone
from undercroft.table.session.notes import WriteNote
from undercroft.table.site.doors import OpenDoor
from undercroft.table.site.movement import Move
from undercroft.table.state.changes import (
    AnyChange,
    CreaturesChange,
    DoorChange,
    EncountersChange,
    FeatureChange,
    MonsterChange,
    ObstacleChange,
    PersonChange,
    RollTableChange,
    SeatChange,
    SiteChange,
    SiteHead,
    ThingChange,
    TrapChange,
    ZoneChange,
    part_of,
)
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import (
    CreaturesId,
    FeatureId,
    MonsterId,
    ObstacleId,
    PersonId,
    SiteId,
    TableId,
    ThingId,
    TrapId,
    ZoneId,
)
from undercroft.table.state.lore import Monster, RandomTable, TableLine
from undercroft.table.state.people import Condition, Person, Role
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.seats import REFEREE, SPECTATORS, Seat
from undercroft.table.state.sites import Door, DoorState, EncounterRow, Feature, Grade, Hindrance, Obstacle, Trap, Zone
from undercroft.table.state.things import Carried, Lying, Thing, ThingKind
from undercroft.table.world.groups import MAIN

RATS, IDOL = CreaturesId("rats"), ThingId("idol")
SEATS = (ONE, TWO, SPECTATORS)
CANARY = "sorrowful heron"
"""Words that no player may ever read."""

AN_IDOL = Thing(IDOL, CANARY, ThingKind.TREASURE, Lying(CRYPT, HALL), worth=900)
ADDED: dict[str, AnyChange] = {
    "room": ZoneChange(CRYPT, after=Zone(LOFT, CANARY, CANARY, secret=CANARY)),
    "exit": DoorChange(CRYPT, after=Door(LADDER, (HALL, CELL), name=CANARY)),
    "trap": TrapChange(CRYPT, after=Trap(TrapId("blade"), HALL, CANARY, CANARY, CANARY)),
    "feature": FeatureChange(CRYPT, after=Feature(FeatureId("crack"), HALL, Grade.HIDDEN, CANARY)),
    "obstacle": ObstacleChange(
        CRYPT, after=Obstacle(ObstacleId("slab"), HALL, Hindrance.LID, CANARY, kilograms=Fraction(90))
    ),
    "creatures": CreaturesChange(CRYPT, after=Creatures(CreaturesId("ghoul"), CANARY, 1, Fraction(2), HALL)),
    "thing": ThingChange(after=AN_IDOL),
    "creature with a name": PersonChange(after=Person(PersonId("ogre"), CANARY, REFEREE, Role.CREATURE)),
    "monster": MonsterChange(after=Monster(MonsterId("heron"), CANARY, Fraction(1), notes=CANARY)),
    "roll table": RollTableChange(after=RandomTable(TableId("birds"), CANARY, "1d4", (TableLine(1, 4, CANARY),))),
}
"""Something new of each kind, in the room where the party is if it has a place."""


def test_draft_and_quiet_changes_tell_players_nothing():
    """Not even that something changed: everything is told byte for byte as at a table where nothing was prepared."""
    quiet, busy = in_the_hall(), in_the_hall()
    hall, oak = busy.now.sites[CRYPT].zones[HALL], busy.now.door(CRYPT, OAK)
    changes = (
        *ADDED.values(),
        ZoneChange(CRYPT, hall, replace(hall, glance=CANARY, secret=CANARY)),
        DoorChange(CRYPT, oak, replace(oak, name=CANARY, lock_dc=12)),
        EncountersChange(CRYPT, site().encounters, (EncounterRow(CANARY),)),
        SiteChange(after=SiteHead(SiteId("barrow"), CANARY)),
        ZoneChange(SiteId("barrow"), after=Zone(ZoneId("door"), CANARY, CANARY)),
    )
    quiet.do(WriteNote("Wait."))
    quiet.do(WriteNote("Wait."))

    busy.do(Prepare(changes))
    busy.do(PlayIt())

    assert (set(busy.now.sites), not busy.now.draft) == ({CRYPT, "barrow"}, True)
    for seat in SEATS:
        assert quiet.bytes_for(seat) == busy.bytes_for(seat)
        assert quiet.known(seat) == busy.known(seat)


@pytest.mark.parametrize("kind", ["exit", "obstacle", "creatures", "thing"])
def test_players_are_told_of_something_new_that_they_can_see(kind):
    table = in_the_hall()
    before = table.known(ONE)

    play_in(table, ADDED[kind], tell=True)

    known = table.known(ONE)
    seen = known.seen[CRYPT]
    kinds: tuple[Mapping[Any, Any], ...] = (seen.doors, seen.obstacles, seen.creatures, known.things)
    found = {id: part for kind in kinds for id, part in kind.items()}
    (new,) = set(found) - {*before.seen[CRYPT].doors, *before.things}
    assert CANARY == found[new].name
    table.undo()
    assert before == table.known(ONE)


@pytest.mark.parametrize("kind", ["room", "trap", "feature"])
def test_players_are_not_told_of_something_new_that_they_cannot_see(kind):
    table = in_the_hall()
    before = table.known(ONE)

    play_in(table, ADDED[kind], tell=True)

    assert before == table.known(ONE)


def test_worth_of_a_thing_not_appraised_is_told_to_nobody():
    table = in_the_hall()
    idol = replace(AN_IDOL, appraised=False)

    play_in(table, ThingChange(after=idol), tell=True)

    assert (None, 900) == (table.known(ONE).things[IDOL].worth, table.now.things[IDOL].worth)


def test_players_keep_the_old_room_or_are_told_the_new_one():
    table = in_the_hall()
    play_in(table, room(table, glance="A hall of skulls."))
    assert ("A long hall.", "A hall of skulls.") == (
        table.known(ONE).seen[CRYPT].zones[HALL].glance,
        table.now.sites[CRYPT].zones[HALL].glance,
    )

    play_in(table, room(table, senses="Dripping."), tell=True)

    shown = table.known(ONE).seen[CRYPT].zones[HALL]
    assert ("A hall of skulls.", "Dripping.") == (shown.glance, shown.senses)
    table.undo()
    assert "A long hall." == table.known(ONE).seen[CRYPT].zones[HALL].glance


def test_players_who_are_told_of_a_door_learn_its_looks_and_not_its_lock():
    table = in_the_hall()

    play_in(table, door(table, name="iron door", lock_dc=12, state=DoorState.STUCK), tell=True)

    shown = table.known(ONE).seen[CRYPT].doors[OAK]
    assert ("iron door", DoorState.CLOSED) == (shown.name, shown.state)


@pytest.mark.parametrize("tell", [False, True])
def test_exit_that_is_taken_out_leaves_the_maps(tell):
    """With a word to those who are told, and without one to the others: nobody can go through it."""
    table = in_the_hall()
    table.do(OpenDoor(MAUD, OAK))
    before = table.now

    happened = play_in(table, DoorChange(CRYPT, table.now.door(CRYPT, OAK), None), tell=tell)

    assert all(OAK not in table.known(seat).seen[CRYPT].doors for seat in (REFEREE, *SEATS))
    assert ["No longer there: oak door." if tell else ""] == [gone.say(table.now) for gone in of(happened, MapPartGone)]
    table.undo()
    assert (before.sites, before.seen) == (table.now.sites, table.now.seen)
    assert OAK in table.known(ONE).seen[CRYPT].doors


def _of_each_kind(table: Tabletop) -> dict[str, tuple[AnyChange, AnyChange]]:
    """A change and a removal of each kind of part that was added before."""
    found: dict[str, tuple[AnyChange, AnyChange]] = {}
    for kind, new in ADDED.items():
        field = "what" if kind == "feature" else "name"
        part: Any = new.after
        changed = replace(new, before=part, after=replace(part, **{field: "plain words"}))
        found[kind] = changed, replace(changed, before=changed.after, after=None)
    return found


@pytest.mark.parametrize("kind", list(ADDED))
def test_each_kind_of_part_is_added_changed_taken_out_and_undone(kind):
    """Told as far as it can be seen; an encounter would begin with creatures that are told."""
    table = in_the_hall()
    changed, gone = _of_each_kind(table)[kind]
    states = [table.now]
    for change in (ADDED[kind], changed, gone):
        play_in(table, change, tell=kind != "creatures")
        states.append(table.now)

    first, last = states[0], states[-1]
    assert (first.sites, first.things, first.people) == (last.sites, last.things, last.people)
    for state in reversed(states[:-1]):
        table.undo()
        assert (state.sites, state.seen, state.things) == (table.now.sites, table.now.seen, table.now.things)
    assert all(in_the_hall().known(seat) == table.known(seat) for seat in SEATS)


def test_new_seat_hears_what_the_table_knows():
    table = in_the_hall()
    three = SeatId("three")
    table.sit(three)

    play_in(table, SeatChange(after=Seat(three, "Seat 3")))

    assert {ONE, TWO, three} == set(table.known(three).seats) == set(table.known(ONE).seats)
    assert "Hall" == table.known(three).seen[CRYPT].zones[HALL].name
    play_in(table, SeatChange(Seat(three, "Seat 3"), Seat(three, "Third")))
    assert "Third" == table.known(ONE).seats[three].name
    play_in(table, SeatChange(Seat(three, "Third"), None))
    assert {ONE, TWO} == set(table.known(ONE).seats)


def test_new_character_is_in_the_party_at_once_with_what_they_carry():
    table = in_the_hall()
    anne = Person(PersonId("anne"), "Anne", ONE, hp=4, hp_max=4)
    rope = Thing(ThingId("rope"), "rope", ThingKind.GEAR, Carried(anne.id), item="rope_50ft")

    play_in(table, PersonChange(after=anne), ThingChange(after=rope))

    for seat in (REFEREE, TWO):
        known = table.known(seat)
        assert anne.id in known.groups[MAIN].members
        assert "rope" == known.things[rope.id].name


def test_players_always_see_their_own_characters_but_nothing_secret_of_them():
    table = in_the_hall()
    maud = table.now.people[MAUD]
    cursed = replace(maud, hp=3, conditions=(Condition(CANARY, Seconds(0), secret=True),))
    torches = table.now.things[TORCHES]

    play_in(table, PersonChange(maud, cursed), ThingChange(torches, replace(torches, count=7)))

    known = table.known(TWO)
    assert (3, (), 7) == (known.people[MAUD].hp, known.people[MAUD].conditions, known.things[TORCHES].count)
    assert cursed == table.now.people[MAUD]


def test_character_in_the_party_cannot_be_taken_out():
    table = in_the_hall()
    table.do(Prepare((PersonChange(table.now.people[MAUD], None),)))
    table.do(PlayIt())

    assert MAUD in table.now.people
    assert {"characters/maud"} == set(table.now.draft)


def test_creatures_that_play_has_removed_stay_dead():
    """What is dead by play stays dead, unless the referee uses the draft."""
    table = in_the_hall()
    rats = table.now.sites[CRYPT].creatures[RATS]
    change = CreaturesChange(CRYPT, rats, replace(rats, count=8))
    table.do(Prepare((change,)))
    table.do(Dismiss(MAIN, RATS))

    (line,) = not_in_play_yet(table.now)
    assert "rats in Cell: gone in play" == line.clash
    (line,) = not_in_play_yet(table.now, table.truth.done)
    assert "rats in Cell: gone since turn 1" == line.clash
    table.do(PlayIt())
    assert RATS not in table.now.sites[CRYPT].creatures
    table.undo()
    table.do(PlayIt(yours=(part_of(change),)))
    assert 8 == table.now.sites[CRYPT].creatures[RATS].count


def test_thing_that_was_carried_away_stays_with_its_bearer():
    table = in_the_hall()
    idol = replace(AN_IDOL, name="idol")
    play_in(table, ThingChange(after=idol), tell=True)
    table.do(Prepare((ThingChange(idol, replace(idol, worth=1200)),)))
    table.do(Take(MAUD, IDOL))
    table.do(PlayIt())

    found = table.now.things[IDOL]
    assert (1200, Carried(MAUD)) == (found.worth, found.place)


def test_thing_that_was_removed_quietly_is_missed_when_a_player_reaches_for_it():
    """It lay in a room that they had left: they still believe that it is there."""
    table = in_the_hall()
    play_in(table, ThingChange(after=AN_IDOL), NEW_LOFT, NEW_LADDER, tell=True)
    table.do(Move(MAIN, LADDER))
    play_in(table, ThingChange(AN_IDOL, None))
    table.do(Move(MAIN, LADDER), 5)
    assert IDOL in table.known(ONE).things

    happened = table.do(Take(MAUD, IDOL), seat=ONE)

    assert ["The thing is not there any more."] == [event.say(table.now) for event in of(happened, ThingMissing)]
    assert IDOL not in table.known(ONE).things


@pytest.mark.parametrize("tell", [False, True])
def test_creatures_of_an_encounter_change_in_it(tell):
    """The referee's copy always; what players have counted only if they are told."""
    table = in_the_hall()
    ghouls = Creatures(CreaturesId("ghouls"), "ghouls", 2, Fraction(2), HALL)
    play_in(table, CreaturesChange(CRYPT, after=ghouls), tell=True)
    known = table.known(ONE)
    met = table.now.sites[CRYPT].creatures[ghouls.id]

    play_in(table, CreaturesChange(CRYPT, met, replace(met, count=5, ac=3)), tell=tell)

    scene = table.now.groups[MAIN].scene
    assert isinstance(scene, EncounterScene)
    assert scene.others is not None
    assert (5, 3) == (scene.others.count, scene.others.ac)
    assert (known == table.known(ONE)) is not tell


def test_a_conflict_names_the_turn_in_which_creatures_died():
    """Later acts change nothing about it."""
    table = in_the_hall()
    rats = table.now.sites[CRYPT].creatures[RATS]
    table.do(Prepare((CreaturesChange(CRYPT, rats, replace(rats, count=8)),)))
    table.do(Dismiss(MAIN, RATS, SLAIN))
    table.do(OpenDoor(MAUD, OAK))

    (line,) = not_in_play_yet(table.now, table.truth.done)
    assert "rats in Cell: dead since turn 1" == line.clash
