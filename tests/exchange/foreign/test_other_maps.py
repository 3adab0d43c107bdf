"""Maps of Worldographer, Universal VTT and donjon's grid."""

import gzip
import json
from pathlib import Path as File

import pytest

from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.hexcrawl.land import Terrain
from undercroft.exchange.foreign import Imported, UnreadableFile, read_foreign
from undercroft.table.state.ids import HexId
from undercroft.table.state.lands import Lands, Path
from undercroft.table.state.sites import DoorState, Shape

FILES = File(__file__).parent / "files"


def read(name: str) -> Imported:
    """A file."""
    return read_foreign((FILES / name).read_bytes(), name)


def lands_in(name: str) -> Lands:
    """The lands of a file."""
    lands = read(name).lands
    assert lands is not None
    return lands


def test_tiles_stand_column_by_column() -> None:
    """The ground by the name of its terrain, without its set; water is left out."""
    assert {
        "0101": Terrain.HILLS,
        "0102": Terrain.FOREST,
        "0201": Terrain.HIGH_MOUNTAINS,
        "0301": Terrain.PLAINS,
        "0302": Terrain.HILLS,
    } == {id: hex.terrain for id, hex in lands_in("teeth-2017.wxx").hexes.items()}


def test_features_labels_and_notes_stand_in_the_hex_under_them() -> None:
    """What is for the referee alone is hidden; notes lose their markup."""
    hexes = lands_in("teeth-2017.wxx").hexes
    (town,) = hexes[HexId("0101")].features.values()
    assert ("Oakwatch", True, Visibility.OVERT) == (town.name, town.town is not None, town.grade)
    (bell,) = hexes[HexId("0102")].features.values()
    assert ("Sunken Bell", Visibility.HIDDEN) == (bell.name, bell.grade)
    assert "The bell: It rings at low tide." == hexes[HexId("0102")].secret
    assert "The Teeth" == hexes[HexId("0201")].name


def test_roads_run_through_the_hexes_between_their_points() -> None:
    """Lines for the referee alone, and borders, are reported."""
    ways = [way for way in lands_in("teeth-2017.wxx").ways if way.path is Path.MAINTAINED]
    assert [("0101", "0201"), ("0201", "0301")] == [way.between for way in ways]
    assert {"shapes[1]", "shapes[2]"} <= {note.at for note in read("teeth-2017.wxx").report.dropped}
    assert "2 stretches of road" in {note.what for note in read("teeth-2017.wxx").report.kept}


def test_a_line_without_a_tag_is_told_by_its_colour() -> None:
    """A blue line is a river, a dashed brown one a trail, and the report says so."""
    ways = {way.path: way.between for way in lands_in("teeth-2017.wxx").ways}
    assert (("0101", "0102"), ("0102", "0201")) == (ways[Path.RIVER], ways[Path.TRAIL])
    assert ["shapes[3]", "shapes[4]"] == [note.at for note in read("teeth-2017.wxx").report.guessed]


def test_labels_that_number_hexes_name_nothing() -> None:
    """As programs that write such maps set them in every hex."""
    assert "labels: 1 label with nothing but the number of a hex" in {
        note.line for note in read("teeth-2017.wxx").report.dropped
    }


def test_a_map_in_rows_is_laid_on_its_side() -> None:
    """The newer family of files, in which tiles stand column by column as well."""
    assert {"0101", "0201", "0102", "0103", "0203"} == set(lands_in("teeth-2025.wxx").hexes)


@pytest.mark.parametrize(
    "xml",
    [
        '<!DOCTYPE map [<!ENTITY a "b">]><map x="1"></map>',
        "<map a='1'>" + "<x>" * 30,
        "<map a=",
    ],
)
def test_a_document_that_plays_tricks_is_refused(xml: str) -> None:
    """Entities, depth and damage."""
    with pytest.raises(UnreadableFile):
        read_foreign(gzip.compress(xml.encode("utf-16")))


def test_a_packed_file_is_counted_while_it_is_unpacked() -> None:
    """A small file that would become a large one is refused."""
    with pytest.raises(UnreadableFile, match="unpacked"):
        read_foreign(gzip.compress(b"<map " + b" " * 20_000_000))


def test_rooms_lie_between_walls() -> None:
    """A door for each portal between two of them; a portal to the outside is the entrance."""
    site = read("two-cellars.uvtt").sites[0].site
    shapes = [Shape(1, 1, 4, 4), Shape(5, 1, 4, 5), Shape(9, 1, 2, 3)]
    assert shapes == [zone.shape for zone in site.zones.values()]
    first, second, third = site.zones
    assert [((first, second), DoorState.CLOSED), ((second, third), DoorState.OPEN)] == [
        (door.between, door.state) for door in site.doors.values()
    ]
    assert first == site.entrance
    assert [False, True, False] == [zone.lit for zone in site.zones.values()]


def test_a_map_without_walls_is_one_room() -> None:
    """It can still be played."""
    file = {"format": 0.3, "resolution": {"map_size": {"x": 6, "y": 4}, "pixels_per_grid": 70}, "line_of_sight": []}
    (zone,) = read_foreign(json.dumps(file).encode()).sites[0].site.zones.values()
    assert Shape(0, 0, 6, 4) == zone.shape


def test_a_grid_of_letters_is_a_dungeon() -> None:
    """Stretches of floor between doors; a secret door is hidden, and the stairs up are the way in."""
    found = read("wet-cellar.donjon.tsv")
    site = found.sites[0].site
    assert [("Room 1", False), ("Room 2", False), ("Passage", True), ("Room 3", False)] == [
        (zone.name, zone.corridor) for zone in site.zones.values()
    ]
    assert [("door", False), ("secret door", True), ("portcullis", False), ("door", False)] == [
        (door.name, door.hidden) for door in site.doors.values()
    ]
    assert "room-1-1" == site.entrance
    assert ["row 10, column 1"] == [note.at for note in found.report.dropped]
    assert "“Q” counts as floor" in {note.what for note in found.report.guessed}
