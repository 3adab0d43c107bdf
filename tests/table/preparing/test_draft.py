"""The draft: kept while the table plays on, shown to nobody, and put into play as one act."""

from msgspec.structs import replace

from tests.table.happenings import of
from tests.table.preparing.crypt import (
    A_LADDER,
    A_LOFT,
    LADDER,
    LOFT,
    NEW_LADDER,
    NEW_LOFT,
    door,
    in_the_hall,
    play_in,
    room,
)
from tests.table.small_site import CELL, CRYPT, HALL, MAUD, OAK, ONE, TWO, site
from tests.table.tabletop import codes
from undercroft.table.preparing.changes_in_play import PlayedIn
from undercroft.table.preparing.draft import ChangeNow, DropChange, PlayIt, Prepare
from undercroft.table.preparing.draft_lines import not_in_play_yet
from undercroft.table.preparing.parts import changes_to_site, with_draft
from undercroft.table.site.doors import OpenDoor
from undercroft.table.site.locks import PickLock
from undercroft.table.state.changes import (
    CreaturesChange,
    DoorChange,
    ThingChange,
    ZoneChange,
    part_of,
)
from undercroft.table.state.ids import CreaturesId, DoorId, ThingId, ZoneId
from undercroft.table.state.seats import SPECTATORS
from undercroft.table.state.sites import Door, DoorState, Zone
from undercroft.table.state.things import Lying, Thing, ThingKind

RATS = CreaturesId("rats")


def test_draft_changes_nothing_in_play_and_reaches_no_player():
    table = in_the_hall()
    heard = {seat: table.bytes_for(seat) for seat in (ONE, TWO, SPECTATORS)}
    before = table.now.sites

    table.do(Prepare((room(table, name="Nave"), NEW_LOFT, NEW_LADDER)))

    assert before == table.now.sites
    assert heard == {seat: table.bytes_for(seat) for seat in (ONE, TWO, SPECTATORS)}
    assert all(not table.known(seat).draft for seat in (ONE, TWO, SPECTATORS))


def test_play_it_puts_all_of_the_draft_in_as_one_act():
    table = in_the_hall()
    before = table.now
    table.do(Prepare((NEW_LOFT, NEW_LADDER)))
    table.do(Prepare((room(table, secret="The roof is rotten."),)))
    drafted = table.now

    (played,) = of(table.do(PlayIt()), PlayedIn)

    crypt = table.now.sites[CRYPT]
    assert {HALL, CELL, LOFT} == set(crypt.zones)
    assert "The roof is rotten." == crypt.zones[HALL].secret
    assert (HALL, LOFT) == crypt.doors[LADDER].between
    assert not table.now.draft
    assert 3 == len(played.changes)
    table.undo()
    assert (before.sites, drafted.draft) == (table.now.sites, table.now.draft)


def test_undo_passes_over_the_draft():
    """What is typed while the table plays is not undone with the last act, and does not stand before it."""
    table = in_the_hall()
    table.do(Prepare((NEW_LOFT,)))
    table.do(OpenDoor(MAUD, OAK))
    table.do(Prepare((NEW_LADDER,)))

    table.undo()

    assert {part_of(NEW_LOFT), part_of(NEW_LADDER)} == set(table.now.draft)
    assert DoorState.CLOSED is table.now.seen[CRYPT].doors[OAK].state
    table.redo()
    assert DoorState.LOCKED is table.now.seen[CRYPT].doors[OAK].state


def test_undone_play_it_keeps_what_was_typed_since():
    table = in_the_hall()
    play_in(table, room(table, name="Nave"))
    table.do(Prepare((room(table, senses="Dripping."),)))

    table.undo()

    (drafted,) = table.now.draft.values()
    assert isinstance(drafted.after, Zone)
    assert "Hall" == table.now.sites[CRYPT].zones[HALL].name
    assert drafted.before == site().zones[HALL]
    assert ("Nave", "Dripping.") == (drafted.after.name, drafted.after.senses)


def test_change_back_to_what_it_was_leaves_the_draft():
    table = in_the_hall()
    table.do(Prepare((room(table, name="Nave"),)))

    table.do(Prepare((room(table, name="Hall"),)))

    assert not table.now.draft


def test_new_part_that_is_removed_before_it_was_played_in_leaves_the_draft():
    table = in_the_hall()
    table.do(Prepare((NEW_LOFT, NEW_LADDER)))
    table.do(Prepare((DoorChange(CRYPT, A_LADDER),)))
    assert [part_of(NEW_LOFT)] == list(table.now.draft)
    table.do(Prepare((ZoneChange(CRYPT, A_LOFT),)))
    assert {} == table.now.draft


def test_dropped_change_is_not_played_in():
    table = in_the_hall()
    table.do(Prepare((NEW_LOFT, room(table, name="Nave"))))

    table.do(DropChange((part_of(NEW_LOFT),)))
    table.do(PlayIt())

    assert ("Nave", False) == (table.now.sites[CRYPT].zones[HALL].name, LOFT in table.now.sites[CRYPT].zones)
    assert ["not_drafted"] == codes(table, DropChange((part_of(NEW_LOFT),)))
    assert ["nothing_drafted"] == codes(table, PlayIt())


def test_second_editor_of_the_same_words_is_shown_the_first_ones():
    """Nobody loses a word: the second change is refused with what is there now."""
    table = in_the_hall()
    stale = room(table, glance="A hall of bones.")
    table.do(Prepare((room(table, glance="A hall of skulls."),)))

    (why,) = table.why_not(Prepare((stale,)))

    assert "changed_since" == why.code
    assert "A hall of skulls." in why.what


def test_second_editor_of_another_field_keeps_both_changes():
    table = in_the_hall()
    stale = room(table, senses="Dripping.")
    table.do(Prepare((room(table, glance="A hall of skulls."),)))

    table.do(Prepare((stale,)))
    table.do(PlayIt())

    hall = table.now.sites[CRYPT].zones[HALL]
    assert ("A hall of skulls.", "Dripping.") == (hall.glance, hall.senses)


def test_room_that_was_added_meanwhile_is_not_overwritten():
    table = in_the_hall()
    table.do(Prepare((NEW_LOFT,)))

    other = replace(NEW_LOFT, after=replace(A_LOFT, name="Wax loft"))

    assert ["changed_since"] == codes(table, Prepare((other,)))
    assert [] == codes(table, Prepare((NEW_LOFT,)))


def test_what_play_has_changed_stays_as_played():
    """The door stays unlocked, though the draft that began while it was locked makes its lock harder."""
    table = in_the_hall()
    table.do(Prepare((door(table, lock_dc=11),)))
    table.do(PickLock(MAUD, OAK), 6, 6)
    assert DoorState.CLOSED is table.now.door(CRYPT, OAK).state

    (line,) = not_in_play_yet(table.now)
    assert ("Hall to Cell, oak door: lock 9, now 11", "locked, now closed", "") == (
        line.says,
        line.stays,
        line.clash,
    )
    table.do(PlayIt())

    assert (DoorState.CLOSED, 11) == (table.now.door(CRYPT, OAK).state, table.now.door(CRYPT, OAK).lock_dc)


def test_where_play_changed_the_same_field_its_value_stays():
    table = in_the_hall()
    table.do(Prepare((door(table, state=DoorState.BARRED, barred_from=CELL),)))
    table.do(PickLock(MAUD, OAK), 6, 6)

    (line,) = not_in_play_yet(table.now)
    assert "in play, locked, now closed" == line.clash
    (line,) = not_in_play_yet(table.now, table.truth.done)
    assert "in play, locked, now closed since turn 1" == line.clash
    table.do(PlayIt())

    assert DoorState.CLOSED is table.now.door(CRYPT, OAK).state


def test_where_play_changed_the_same_field_the_referee_may_use_the_draft():
    table = in_the_hall()
    change = door(table, state=DoorState.BARRED, barred_from=CELL)
    table.do(Prepare((change,)))
    table.do(PickLock(MAUD, OAK), 6, 6)

    table.do(PlayIt(yours=(part_of(change),)))

    assert DoorState.BARRED is table.now.door(CRYPT, OAK).state


def test_door_to_a_room_that_does_not_exist_is_left_out_and_stays_in_the_draft():
    table = in_the_hall()
    table.do(Prepare((NEW_LADDER, room(table, name="Nave"))))

    (played,) = of(table.do(PlayIt()), PlayedIn)

    assert "Nave" == table.now.sites[CRYPT].zones[HALL].name
    assert LADDER not in table.now.sites[CRYPT].doors
    assert {part_of(NEW_LADDER)} == set(table.now.draft)
    assert "Left out: Nave to loft, ladder (there is no room “loft”)." in played.say(table.now)
    table.do(Prepare((NEW_LOFT,)))
    table.do(PlayIt())
    assert (HALL, LOFT) == table.now.door(CRYPT, LADDER).between


def test_key_that_does_not_exist_waits_in_the_draft_while_its_door_is_played_in():
    table = in_the_hall()
    key = ThingId("iron-key")
    locked = replace(NEW_LADDER, after=replace(A_LADDER, state=DoorState.LOCKED, key=key))
    table.do(Prepare((NEW_LOFT, locked)))

    table.do(PlayIt())

    assert (DoorState.LOCKED, None) == (table.now.door(CRYPT, LADDER).state, table.now.door(CRYPT, LADDER).key)
    (line,) = not_in_play_yet(table.now)
    assert ((part_of(NEW_LADDER),), "there is no thing “iron-key”") == (line.parts, line.left)
    thing = Thing(key, "an iron key", ThingKind.GEAR, Lying(CRYPT, HALL))
    play_in(table, ThingChange(after=thing))
    assert (key, {}) == (table.now.door(CRYPT, LADDER).key, table.now.draft)


def test_changes_in_words():
    table = in_the_hall()
    rats = table.now.sites[CRYPT].creatures[RATS]
    table.do(
        Prepare(
            (
                NEW_LOFT,
                NEW_LADDER,
                door(table, lock_dc=11),
                room(table, glance="A long hall with a floor of skulls, set in rows of twelve, all facing east."),
                CreaturesChange(CRYPT, rats, None),
            )
        )
    )

    assert [
        "Tallow loft added, with a ladder from Hall",
        "Hall to Cell, oak door: lock 9, now 11",
        "Hall: new text",
        "rats in Cell removed",
    ] == [line.says for line in not_in_play_yet(table.now)]
    assert [False, True, True, False] == [line.known for line in not_in_play_yet(table.now)]
    assert [True, False, False, False] == [line.in_sight for line in not_in_play_yet(table.now)]
    assert (
        "New in play: Tallow loft, with a ladder from Hall. "
        "Changed: Hall to Cell, oak door: lock 9, now 11; Hall: new text. And 1 more change."
    ) == PlayedIn(tuple(table.now.draft.values())).say(table.now)


def test_room_with_someone_in_it_stays():
    table = in_the_hall()
    hall = table.now.sites[CRYPT].zones[HALL]
    table.do(Prepare((ZoneChange(CRYPT, hall, None),)))

    (line,) = not_in_play_yet(table.now)
    table.do(PlayIt())

    assert "The party is there" == line.left
    assert HALL in table.now.sites[CRYPT].zones
    assert table.now.draft


def test_room_goes_with_its_doors_and_all_that_is_in_it():
    cup = ThingId("cup")
    table = in_the_hall()
    play_in(table, ThingChange(after=Thing(cup, "a cup", ThingKind.TREASURE, Lying(CRYPT, CELL))))
    cell = table.now.sites[CRYPT].zones[CELL]

    play_in(table, ZoneChange(CRYPT, cell, None))

    crypt = table.now.sites[CRYPT]
    assert ({HALL}, {}, None) == (set(crypt.zones), crypt.doors, crypt.creatures[RATS].zone)
    assert cup not in table.now.things
    assert all(feature.door is None for feature in crypt.features.values())
    assert {} == table.known(ONE).seen[CRYPT].doors
    table.undo()
    assert (site(), True) == (table.now.sites[CRYPT], OAK in table.known(ONE).seen[CRYPT].doors)


def test_last_room_of_a_site_stays():
    table = in_the_hall()
    crypt = table.now.sites[CRYPT]
    table.do(Prepare(tuple(ZoneChange(CRYPT, zone, None) for zone in crypt.zones.values())))
    table.do(PlayIt())

    assert {HALL} == set(table.now.sites[CRYPT].zones)


def test_two_doors_of_one_id_and_bad_names_are_refused():
    table = in_the_hall()
    twice = (NEW_LOFT, replace(NEW_LOFT, after=replace(A_LOFT, name="Wax loft")))
    odd = DoorChange(CRYPT, after=Door(DoorId("Big Door!"), (HALL, CELL)))
    long = room(table, glance="x" * 4001)
    moved = replace(room(table), after=A_LOFT)

    assert ["twice"] == codes(table, Prepare(twice))
    assert ["bad_id"] == codes(table, Prepare((odd,)))
    assert ["too_long"] == codes(table, Prepare((long,)))
    assert ["other_part"] == codes(table, Prepare((moved,)))
    assert ["no_change"] == codes(table, Prepare((ZoneChange(CRYPT),)))


def test_site_that_is_given_whole_is_drafted_by_its_parts():
    """As an outline or a file gives it: only what differs from the draft is changed, and things go with it."""
    table = in_the_hall()
    table.do(Prepare((NEW_LOFT, NEW_LADDER)))
    crypt = with_draft(table.now).sites[CRYPT]
    hall = replace(crypt.zones[HALL], name="Nave")
    cup = Thing(ThingId("cup"), "a cup", ThingKind.TREASURE, Lying(CRYPT, LOFT))
    doors = {id: door for id, door in crypt.doors.items() if id != OAK}
    written = replace(crypt, zones={**crypt.zones, HALL: hall}, doors=doors)

    changes = changes_to_site(table.now, written, (cup,))

    assert {
        "sites/crypt/zones/hall",
        "sites/crypt/doors/oak",
        "things/cup",
    } == {part_of(change) for change in changes}
    table.do(Prepare(changes))
    assert (written, ()) == (with_draft(table.now).sites[CRYPT], changes_to_site(table.now, written, (cup,)))
    table.do(PlayIt())
    assert (written, Lying(CRYPT, LOFT)) == (table.now.sites[CRYPT], table.now.things[cup.id].place)


def test_only_the_referee_prepares():
    table = in_the_hall()
    for command in (Prepare((NEW_LOFT,)), PlayIt(), DropChange((part_of(NEW_LOFT),)), ChangeNow((NEW_LOFT,))):
        assert ["referee_only"] == codes(table, command, ONE)


def test_change_at_once_needs_no_draft():
    table = in_the_hall()
    table.do(ChangeNow((NEW_LOFT, NEW_LADDER), tell=(part_of(NEW_LADDER),)))

    assert LADDER in table.known(ONE).seen[CRYPT].doors
    assert LOFT not in table.known(ONE).seen[CRYPT].zones
    assert ["unusable"] == codes(
        table, ChangeNow((replace(NEW_LADDER, after=Door(DoorId("hatch"), (HALL, ZoneId("attic")))),))
    )
