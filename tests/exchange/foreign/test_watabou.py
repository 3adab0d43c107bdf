"""A dungeon of One Page Dungeon: every kind of door, a round room, notes, water, and what belongs nowhere."""

from pathlib import Path

from msgspec.structs import replace

from undercroft.exchange.foreign import read_foreign, with_imported
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ZoneId
from undercroft.table.state.sites import DoorState, Grade, Hindrance, Shape, Site

FILE = Path(__file__).parent / "files" / "grey-hen.watabou.json"


def site() -> Site:
    """The site of the file."""
    return read_foreign(FILE.read_bytes()).sites[0].site


def test_rooms_are_the_rectangles_that_are_no_doors() -> None:
    """They begin at the top left; a small one without a note is a passage, and a note gives a room its number."""
    found = site()
    assert "Cellar of the Grey Hen" == found.name
    rooms = {zone.id: (zone.name, zone.label, zone.corridor) for zone in found.zones.values()}
    assert {
        "room-m1-m4": ("Round room 1", "1", False),
        "room-3-m3": ("Passage", "", True),
        "room-6-m5": ("Room 2", "2", False),
        "room-11-m5": ("Room 3", "3", False),
        "room-6-0": ("Room", "", False),
        "room-6-4": ("Room 5", "5", False),
        "room-10-0": ("Room", "", False),
        "room-12-0": ("Room", "", False),
        "room-2-4": ("Room", "", False),
        "room-15-0": ("Room", "", False),
        "room-10-4": ("Room", "", False),
    } == rooms
    assert Shape(0, 1, 3, 4) == found.zones[ZoneId("room-m1-m4")].shape
    assert (40, 30) == (found.zones[ZoneId("room-m1-m4")].length_ft, found.zones[ZoneId("room-m1-m4")].width_ft)
    assert "room-m1-m4" == found.entrance


def test_every_kind_of_door_becomes_ours() -> None:
    """Two doors in a row join the rooms behind both; a secret door is unseen until its feature is found."""
    found = site()
    doors = {door.id.removeprefix(f"{found.id}-door-"): door for door in found.doors.values()}
    assert {
        "2-m3": (("room-m1-m4", "room-3-m3"), "opening", DoorState.NO_DOOR),
        "5-m3": (("room-3-m3", "room-6-m5"), "door", DoorState.CLOSED),
        "10-m4": (("room-6-m5", "room-11-m5"), "secret door", DoorState.CLOSED),
        "7-m1": (("room-6-m5", "room-6-0"), "double door", DoorState.CLOSED),
        "7-3": (("room-6-0", "room-6-4"), "barred door", DoorState.BARRED),
        "9-1": (("room-6-0", "room-10-0"), "portcullis", DoorState.NO_DOOR),
        "12-m2": (("room-11-m5", "room-12-0"), "narrow opening", DoorState.NO_DOOR),
        "12-m1": (("room-11-m5", "room-12-0"), "steps", DoorState.NO_DOOR),
        "5-5": (("room-6-4", "room-2-4"), "narrow opening", DoorState.NO_DOOR),
        "14-1": (("room-12-0", "room-15-0"), "door", DoorState.CLOSED),
        "10-3": (("room-10-0", "room-10-4"), "steps", DoorState.NO_DOOR),
    } == {id: (door.between, door.name, door.state) for id, door in doors.items()}
    assert ["10-m4"] == [id for id, door in doors.items() if door.hidden]
    assert [(Grade.SECRET, doors["10-m4"].id)] == [(each.grade, each.door) for each in found.features.values()]
    assert "room-6-4" == doors["7-3"].barred_from
    (portcullis,) = found.obstacles.values()
    assert (Hindrance.PORTCULLIS, "room-6-0", "room-10-0") == (portcullis.kind, portcullis.zone, portcullis.to)


def test_notes_are_the_referees_and_everybody_sees_water_at_first_glance() -> None:
    """Notes may hold secrets; water, columns and ways out are plain to see."""
    zones = site().zones
    assert "A dry well under a rotten lid." in zones[ZoneId("room-m1-m4")].secret
    assert zones[ZoneId("room-m1-m4")].secret.startswith("Once an inn stood here.")
    assert "The way out is here." == zones[ZoneId("room-m1-m4")].glance
    assert ("Columns hold up the roof.", "Water stands here.") == (
        zones[ZoneId("room-6-m5")].glance,
        zones[ZoneId("room-6-0")].glance,
    )
    assert "Stairs lead down from here." == zones[ZoneId("room-2-4")].glance
    assert zones[ZoneId("room-6-4")].secret.endswith("The map marks this as the goal of the dungeon.")


def test_the_report_names_what_was_guessed_and_dropped() -> None:
    """Each with its path in the file."""
    report = read_foreign(FILE.read_bytes()).report
    assert {
        ("doors[14]", "a door without a place or a direction"),
        ("doors[13]", "a door that touches no room"),
        ("notes[3]", "a note outside every room: Nobody can stand here."),
        ("glyphs", "a part of the file that Undercroft does not know"),
    } == {(note.at, note.what) for note in report.dropped}
    guessed = {(note.at, note.what) for note in report.guessed}
    assert ("doors[10]", "a door of an unknown kind, 77, counts as a door") in guessed
    assert ("rects", "a square counts as 10 ft: the file does not say") in guessed


def test_read_again_it_changes_what_differs_and_doubles_nothing() -> None:
    """What play has done stays done, and what the referee added stays there."""
    first = with_imported(Campaign(), read_foreign(FILE.read_bytes()))
    (name,) = first.sites
    door = next(door for door in first.sites[name].doors.values() if door.name == "double door")
    opened = replace(door, state=DoorState.OPEN)
    played = replace(first.sites[name], doors={**first.sites[name].doors, door.id: opened})
    changed = FILE.read_bytes().replace(b"A bench with a missing leg.", b"A bench with four legs.")
    again = with_imported(replace(first, sites={name: played}), read_foreign(changed))
    assert opened == again.sites[name].doors[door.id]
    assert "A bench with four legs." in again.sites[name].zones[ZoneId("room-6-4")].secret
    assert first.sites[name].zones.keys() == again.sites[name].zones.keys()
    assert first == with_imported(first, read_foreign(FILE.read_bytes()))
