"""A hex map as text: every kind of line, ground by its words, lines through hexes that they do not name."""

from pathlib import Path as File

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercroft.books.hexcrawl.encounters import Tag
from undercroft.books.hexcrawl.land import Terrain
from undercroft.exchange.foreign import Imported, UnreadableFile, read_foreign
from undercroft.exchange.text_mapper_file import written
from undercroft.table.state.hexes import neighbours
from undercroft.table.state.ids import HexId
from undercroft.table.state.lands import LandHex, Lands, LandWay, Path

FILE = File(__file__).parent / "files" / "grey-coast.text-mapper.txt"


def coast() -> Imported:
    """The file."""
    return read_foreign(FILE.read_bytes(), "grey-coast.txt")


def lands_of(text: str) -> Lands:
    """The lands of a text."""
    lands = read_foreign(text.encode()).lands
    assert lands is not None
    return lands


def test_the_ground_is_what_its_words_say() -> None:
    """Of several words the one that is hardest to cross; water is no place to walk, and nothing said is plains."""
    lands = coast().lands
    assert lands is not None
    assert {
        "0101": (Terrain.MOUNTAINS, "High Tooth"),
        "0102": (Terrain.FOREST, "Oakwatch"),
        "0201": (Terrain.FOREST, ""),
        "0202": (Terrain.MARSH, "Sedge"),
        "0203": (Terrain.PLAINS, "Salt Haven"),
        "0301": (Terrain.PLAINS, "Oats"),
        "0302": (Terrain.HILLS, ""),
        "0303": (Terrain.PLAINS, ""),
        "0401": (Terrain.PLAINS, ""),
        "0402": (Terrain.PLAINS, ""),
        "0403": (Terrain.HIGH_MOUNTAINS, "Old Man"),
        "0502": (Terrain.PLAINS, ""),
        "0503": (Terrain.PLAINS, ""),
        "0602": (Terrain.PLAINS, "Regina"),
    } == {id: (hex.terrain, hex.name) for id, hex in lands.hexes.items()}
    assert frozenset({Tag.DESERT}) == lands.hexes[HexId("0401")].tags


def test_settlements_and_landmarks_stand_in_their_hexes() -> None:
    """The first has the name of the hex; a settlement can be entered as a town."""
    lands = coast().lands
    assert lands is not None
    features = {
        id: [(each.name, each.what, each.town is not None) for each in hex.features.values()]
        for id, hex in lands.hexes.items()
        if hex.features
    }
    assert {
        "0102": [("Oakwatch", "A keep.", False)],
        "0203": [("Salt Haven", "A city.", True)],
        "0302": [("Cave", "A cave.", False)],
        "0602": [("Regina", "A starport.", False)],
    } == features
    assert "uwp: D7A5579-8" == lands.hexes[HexId("0202")].secret
    assert "twice a year a fair" == lands.hexes[HexId("0203")].secret


def test_a_line_crosses_the_hexes_between_its_points() -> None:
    """Always to the neighbour nearest to the next point, so that it runs where it is drawn."""
    hexes = "\n".join(f"{x:02}{y:02} grass" for x in range(1, 6) for y in range(1, 4))
    lands = lands_of(f"{hexes}\n0101-0503 road")
    steps = [("0101", "0201"), ("0201", "0302"), ("0302", "0402"), ("0402", "0503")]
    assert steps == [way.between for way in lands.ways]
    assert all(there in neighbours(here) for here, there in (way.between for way in lands.ways))


def test_a_map_that_begins_before_its_first_column_is_moved_evenly() -> None:
    """Neighbours stay neighbours."""
    lands = lands_of('-0100 hill "North"\n0000 grass\n0101 swamp\n-0100-0000 trail')
    assert {"0101": "North", "0201": "", "0302": ""} == {id: hex.name for id, hex in lands.hexes.items()}
    assert [("0101", "0201")] == [way.between for way in lands.ways]


def test_large_maps_write_their_places_with_dots() -> None:
    """Two digits or more, with or without a level."""
    lands = lands_of('01.01 hill\n01.02.00 grass "South"\n01.120 swamp\n')
    assert {"0101", "0102"} == set(lands.hexes)


def test_the_report_names_every_line_that_was_not_taken() -> None:
    """Also those that Text Mapper passes over in silence."""
    report = coast().report
    dropped = {note.at: note.what for note in report.dropped}
    assert "not a line of a hex map: what is this doing here" == dropped["line 30"]
    assert "include gnomeyland.txt: nothing is fetched" == dropped["line 27"]
    assert "a line that crosses levels" == dropped["line 21"]
    assert dropped["line 19"].startswith("a line that is neither a road, a trail nor a river: cliff")
    assert "a hex of water, Mirror Lake: lands have no such hexes" == dropped["line 4"]
    assert {"line 23", "line 24", "line 25", "line 26", "line 28"} <= dropped.keys()
    assert "level 01" in dropped
    assert any("kept in the referee's notes: bramble" == note.what for note in report.guessed)


def test_a_region_holds_what_its_line_crosses_and_encloses() -> None:
    """A line that ends where it began encloses hexes; a hex of two regions belongs to the first."""
    hexes = "\n".join(f"{x:02}{y:02} hill" for x in range(1, 6) for y in range(1, 6))
    lands = lands_of(f'{hexes}\n0202-0402-0404-0204-0202 realm "The Reach"\n0301-0303 region "Row"')
    inside = {id for id, hex in lands.hexes.items() if hex.region == "the-reach"}
    assert {f"{x:02}{y:02}" for x in (2, 3, 4) for y in (2, 3, 4)} == inside
    assert {"0301"} == {id for id, hex in lands.hexes.items() if hex.region == "row"}
    assert ["The Reach", "Row"] == [region.name for region in lands.regions.values()]


def test_a_line_of_ground_is_its_hexes() -> None:
    """Except where a hex has a line of its own."""
    lands = lands_of('0101-0103 dark-green forest\n0102 hill "Top"\n')
    assert {"0101": Terrain.FOREST, "0102": Terrain.HILLS, "0103": Terrain.FOREST} == {
        id: hex.terrain for id, hex in lands.hexes.items()
    }


@pytest.mark.parametrize("line", ["0101-9999 road", "10.10-9999.9999-10.10 region", "10.10-9999.9999 forest"])
def test_lines_without_end_are_refused(line: str) -> None:
    """Before they are followed hex by hex."""
    with pytest.raises(UnreadableFile, match="cross"):
        lands_of("0101 hill\n" + f"{line}\n" * 10_001)


def test_quotes_behind_a_backslash_belong_to_the_label() -> None:
    """In names, in ways, and however many stand there."""
    lands = lands_of('0101 hill "The \\"Old\\" Mill" "a \\\\ mark"\n0102 hill\n0101-0102 road "The \\"Way\\""\n')
    hex = lands.hexes[HexId("0101")]
    assert ('The "Old" Mill', "a \\ mark") == (hex.name, hex.secret)
    assert ['The "Way"'] == [way.name for way in lands.ways]
    assert {"0101"} == lands_of('0101 hill "' + "\\" * 50_000).hexes.keys()


def test_a_line_without_end_is_read_to_a_point() -> None:
    """No word of it is looked at again and again."""
    assert {"0101"} == lands_of("0101 hill " + "x" * 2_000_000).hexes.keys()


def test_the_first_line_names_the_map() -> None:
    """Words alone, or as a comment; our own files are written so."""
    assert "The Low Fen" == lands_of("The Low Fen\n0101 hill\n0102 hill").name
    assert "The Low Fen" == lands_of(written(Lands("The Low Fen", hexes=lands_of("0101 hill").hexes))).name
    assert "" == lands_of("0101 hill\n# a comment\n0102 hill").name


def test_a_map_in_indented_code_is_read_with_its_page() -> None:
    """And a file that is indented altogether."""
    page = '# Land of Mud\n\nSome words.\n\n    0101 hill "Top"\n    0102 forest\n    0101-0102 road\n\nMore words.\n'
    lands = lands_of(page)
    assert {"0101": "Top", "0102": ""} == {id: hex.name for id, hex in lands.hexes.items()}
    assert 1 == len(lands.ways)
    assert {"0101", "0102"} == lands_of("    0101 hill\n    0102 forest\n").hexes.keys()


NAMES = (
    st.text("abcdefghijklmnopqrstuvwxyz AEIOU\u00e9", max_size=12).map(str.strip).filter(lambda name: "  " not in name)
)
HEXES = st.dictionaries(
    st.tuples(st.integers(1, 12), st.integers(1, 12)).map(lambda at: HexId(f"{at[0]:02}{at[1]:02}")),
    st.tuples(st.sampled_from(Terrain), NAMES, st.booleans()),
    min_size=1,
    max_size=30,
)


@given(HEXES, st.data())
def test_what_is_written_reads_back_equal(drawn: dict[HexId, tuple[Terrain, str, bool]], data: st.DataObject) -> None:
    """Hexes, their names and ground, roads, trails and rivers."""
    hexes = {
        id: LandHex(id, terrain, name, tags=frozenset({Tag.DESERT} if desert and terrain is Terrain.PLAINS else ()))
        for id, (terrain, name, desert) in drawn.items()
    }
    sides = [(hex, other) for hex in hexes for other in neighbours(hex) if other in hexes and hex < other]
    chosen = data.draw(st.lists(st.sampled_from(sides), unique=True, max_size=10)) if sides else []
    ways = tuple(LandWay(pair, data.draw(st.sampled_from(Path)), data.draw(NAMES)) for pair in chosen)
    again = lands_of(written(Lands(hexes=hexes, ways=ways)))
    assert hexes == again.hexes
    assert {(frozenset(way.between), way.path, way.name) for way in ways} == {
        (frozenset(way.between), way.path, way.name) for way in again.ways
    }
