"""System Strain."""

from undercroft.books.sovereign.strain import after_night, overstrains


def test_the_maximum_is_borne():
    """Just as much as the maximum is fine, one more is not, and nothing never is too much."""
    assert [False, True, False] == [overstrains(10, 12, 2), overstrains(10, 12, 3), overstrains(13, 12, 0)]


def test_a_good_night_takes_one():
    """One point a good night, none a bad one, never below nothing."""
    assert [3, 4, 0] == [after_night(4, good=True), after_night(4, good=False), after_night(0, good=True)]
