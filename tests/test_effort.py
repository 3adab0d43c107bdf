"""The counting of work."""

import pytest

from tests.effort import reads_steadily, steps


def once_over(text: str) -> int:
    """A reader that looks at each character once."""
    return sum(letter == "a" for letter in text)


def again_and_again(text: str) -> int:
    """A reader that begins again at each character."""
    return sum(each == other for each in text for other in text)


def test_the_same_work_is_the_same_number_of_steps() -> None:
    """Whatever else the machine does meanwhile."""
    assert steps(lambda: once_over("a" * 500)) == steps(lambda: once_over("a" * 500))


def test_a_reader_that_begins_again_at_each_character_is_found_out() -> None:
    """One that reads on passes."""
    reads_steadily(once_over, "a" * 500, "a" * 1000)
    with pytest.raises(AssertionError):
        reads_steadily(again_and_again, "a" * 20, "a" * 40)
    with pytest.raises(AssertionError):
        reads_steadily(again_and_again, "a" * 500, "a" * 1000)
