"""Ways on the map: round the rooms in between, and where the referee slid them."""

from undercroft.table.world.floor_plan import DOOR_EDGE, Box, Point, Spot, between

LEFT, BELOW = Box(0, 0, 100, 100), Box(200, 200, 100, 100)


def test_a_corner_goes_round_a_room_that_is_in_the_way() -> None:
    """Of the two corners that join the rooms, the one that crosses no other room."""
    assert Point(250, 50) == between(LEFT, BELOW, Spot()).points[1]
    assert Point(50, 250) == between(LEFT, BELOW, Spot(), [Box(200, 0, 100, 100)]).points[1]


def test_a_way_is_where_it_was_put_but_not_in_the_corner() -> None:
    """In percent of the wall that both rooms share."""
    right = Box(200, 0, 100, 100)
    assert {50} == {point.y for point in between(LEFT, right, Spot()).points}
    assert {25} == {point.y for point in between(LEFT, right, Spot(along=25)).points}
    assert {100 - DOOR_EDGE} == {point.y for point in between(LEFT, right, Spot(along=100)).points}
    assert (0, 100) == between(LEFT, right, Spot()).down
