"""Names and marks on the map: within the walls where they fit, beside them where there is room, never on each other."""

from undercroft.faces.views.dungeon.lettering import Lettering, along, lettering, places
from undercroft.table.world.floor_plan import Box, Point

PAGE = Box(0, 0, 400, 400)


def test_a_name_that_fits_stands_within() -> None:
    """Two lines of twelve below a number of fifteen need 46 of a room."""
    assert Lettering(("Bell", "shaft")) == lettering("Bell shaft", Box(100, 100, 48, 48), 0, (), PAGE)


def test_a_name_that_would_be_cut_stands_below_the_room() -> None:
    """Its letters begin where the wall does."""
    box = Box(100, 100, 48, 48)
    assert Lettering(("Anchorite's cell",), Point(100, 161)) == lettering("Anchorite's cell", box, 1, (box,), PAGE)


def test_a_name_avoids_what_is_below_and_stands_above() -> None:
    """Another room three units further down takes its place."""
    box, other = Box(100, 100, 48, 48), Box(100, 151, 48, 48)
    assert Point(100, 93) == lettering("Anchorite's cell", box, 1, (box, other), PAGE).outside


def test_a_name_with_no_room_anywhere_is_cut() -> None:
    """Rooms above and below leave it within its walls."""
    box = Box(100, 100, 48, 48)
    taken = (box, Box(100, 151, 48, 48), Box(100, 49, 48, 48))
    assert Lettering(("Ancho…", "cell")) == lettering("Anchorite's cell", box, 1, taken, PAGE)


def test_marks_stand_beside_a_short_name_and_above_a_long_one() -> None:
    """Down the right wall while the name leaves room for it, else in a row above the name."""
    short, long = Lettering(("Nave",)), Lettering(("Sexton's", "closet"))
    assert (Point(186, 115), Point(186, 133)) == places(Box(100, 100, 100, 100), short, 2)
    assert (Point(150, 115), Point(132, 115)) == places(Box(100, 100, 64, 64), long, 2)


def test_a_way_takes_up_its_whole_width() -> None:
    """From wall to wall, and as far beyond its ends."""
    assert [Box(86, 36, 68, 28)] == along([(Point(100, 50), Point(140, 50))])
