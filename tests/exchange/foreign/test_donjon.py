"""A dungeon of donjon with a margin around its grid: doors of every kind, a cave, a trap, treasure and wanderers."""

import json
from pathlib import Path

from undercroft.books.sovereign.doors import Material
from undercroft.exchange.foreign import Imported, read_foreign
from undercroft.table.state.ids import ZoneId
from undercroft.table.state.sites import DoorState, Grade, Shape, Trigger

FILE = Path(__file__).parent / "files" / "salt-vault.donjon.json"


def vault() -> Imported:
    """The file."""
    return read_foreign(FILE.read_bytes())


def test_rooms_and_passages_come_from_the_grid() -> None:
    """The margin is no part of the map; a corridor is cut at its corner; a cave is where its cells are."""
    zones = vault().sites[0].site.zones
    assert {
        "room-1": (Shape(0, 0, 3, 3), False),
        "room-2": (Shape(6, 0, 3, 3), False),
        "room-3": (Shape(0, 5, 3, 2), False),
        "room-4": (Shape(8, 5, 3, 2), False),
        "room-5": (Shape(8, 3, 3, 2), False),
        "passage-5-1": (Shape(4, 0, 1, 7), True),
        "passage-6-7": (Shape(5, 6, 2, 1), True),
        "passage-2-5": (Shape(1, 4, 1, 1), True),
    } == {id: (zone.shape, zone.corridor) for id, zone in zones.items()}


def test_a_grid_without_a_margin_is_the_same_map() -> None:
    """Places count from within the margin."""
    file = json.loads(FILE.read_bytes())
    margin = file["settings"].pop("bleed")
    file["cells"] = [row[margin:-margin] for row in file["cells"][margin:-margin]]
    assert vault().sites == read_foreign(json.dumps(file).encode()).sites


def test_a_door_is_what_its_description_says() -> None:
    """Locked and trapped though its kind says only trapped; a door that two rooms list is one door."""
    site = vault().sites[0].site
    doors = {id.removeprefix(f"{site.id}-"): door for id, door in site.doors.items()}
    assert {
        "door-4-2": (("room-1", "passage-5-1"), DoorState.LOCKED, "iron door", Material.METAL, False),
        "door-2-4": (("room-1", "room-3"), DoorState.STUCK, "stone door", Material.STONE, True),
        "door-6-2": (("room-2", "passage-5-1"), DoorState.NO_DOOR, "archway", Material.WOOD, False),
        "door-4-7": (("room-3", "passage-5-1"), DoorState.NO_DOOR, "iron portcullis", Material.METAL, False),
        "door-8-7": (("room-4", "passage-6-7"), DoorState.STUCK, "oak door", Material.REINFORCED, False),
        "opening-passage-5-1-passage-6-7": (
            ("passage-5-1", "passage-6-7"),
            DoorState.NO_DOOR,
            "opening",
            Material.WOOD,
            False,
        ),
        "opening-passage-2-5-room-3": (("passage-2-5", "room-3"), DoorState.NO_DOOR, "opening", Material.WOOD, False),
        "opening-room-4-room-5": (("room-4", "room-5"), DoorState.NO_DOOR, "opening", Material.WOOD, False),
    } == {id: (door.between, door.state, door.name, door.material, door.hidden) for id, door in doors.items()}
    assert ["passage-5-1"] == [obstacle.to for obstacle in site.obstacles.values()]


def test_traps_treasure_and_creatures_are_where_they_belong() -> None:
    """A trap takes the dice that its text names; treasure is found by a search, a secret door by its clue."""
    site = vault().sites[0].site
    traps = {trap.name: (trap.zone, trap.trigger, trap.damage) for trap in site.traps.values()}
    assert {
        "Falling Block": ("room-1", Trigger.ENTER, "2d6"),
        "Fire Trap": ("room-1", Trigger.THRESHOLD, "1d8"),
        "Poison Needles": ("room-3", Trigger.THRESHOLD, ""),
        "Loose Flagstone Trap": ("passage-6-7", Trigger.ENTER, "1d6"),
    } == traps
    assert [(Grade.HIDDEN, "A pewter flask worth 3 gp"), (Grade.SECRET, "a secret door")] == [
        (feature.grade, feature.what) for feature in site.features.values()
    ]
    living = [(each.name, each.count, str(each.hd), each.zone) for each in site.creatures.values() if each.zone]
    assert [("salt crab", 2, "1", "room-1")] == living


def test_wandering_monsters_are_a_table_and_the_encounters_of_the_site() -> None:
    """A row each, on the die that fits them."""
    found = vault()
    (table,) = found.tables
    assert ("1d6", "3 x Salt Crab") == (table.dice, table.rows[1].text)
    site = found.sites[0].site
    who = {id: (each.name, each.hd, each.zone) for id, each in site.creatures.items()}
    assert [
        (("lamp keeper", 2, None), "1"),
        (("salt crab", 2, None), "3"),
        (("pilgrims", 2, None), "1d4"),
        (("grey ooze", 2, None), "1"),
        (None, "1"),
        (("thief", 2, None), "2"),
    ] == [(row.creatures and who[row.creatures], row.count) for row in site.encounters]
    assert "Salt Crab" == site.encounters[1].name
    assert "A bishop kept his salt here." in found.texts[0].text


def test_the_way_in_is_the_way_out() -> None:
    """The passage from outside; everybody who enters it sees the stairs."""
    site = vault().sites[0].site
    assert "passage-5-1" == site.entrance
    assert "The way out is here." == site.zones[site.entrance].glance
    assert "Stairs lead down from here." == site.zones[ZoneId("passage-6-7")].glance


def test_what_belongs_nowhere_is_reported() -> None:
    """With its path."""
    assert {"rooms[3].contents.detail", "rooms[2].doors.east[0]", "corridor_features.b"} == {
        note.at for note in vault().report.dropped
    }


def test_the_letter_of_a_label_leaves_its_cell_a_corridor() -> None:
    """Donjon writes it in the highest bits, beyond what most programs count to."""
    site = vault().sites[0].site
    assert "A chalk arrow points to a blank wall." in site.zones[ZoneId("passage-5-1")].secret
    assert 70 == site.zones[ZoneId("passage-5-1")].length_ft


def test_a_mark_is_counted_from_where_its_letter_stands() -> None:
    """Donjon counts the marks of features from the edge of the grid, other places from within its margin."""
    file = json.loads(FILE.read_bytes())
    cells = [
        (row, col) for row, line in enumerate(file["cells"]) for col, bits in enumerate(line) if bits >> 24 == ord("a")
    ]
    file["corridor_features"]["a"]["marks"] = [{"row": row, "col": col} for row, col in cells]
    assert (1, vault().sites) == (len(cells), read_foreign(json.dumps(file).encode()).sites)
