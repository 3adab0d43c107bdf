"""Looking things up in the log: words are words, whatever signs are in them."""

from collections.abc import Iterator

import pytest

from tests.http.seating import TABLE, Room, room
from undercroft.table.session.notes import WriteNote

PLAIN = "Rope, fifty feet, half price"
ODD = "Rope 50% off_now; it's C:\\rope (a+)+$ <b>.*"


@pytest.fixture(scope="module")
def hall() -> Iterator[Room]:
    """A table with two notes in its log: one in words, one full of signs."""
    with room() as opened:
        opened.act(WriteNote(PLAIN))
        opened.act(WriteNote(ODD))
        yield opened


@pytest.mark.parametrize("words", ["%", "_", "'", "\\", "(a+)+$", "<b>", ".*", "50% OFF"])
def test_the_log_is_searched_for_words_as_they_are(hall: Room, words: str) -> None:
    """A sign finds the line that has it and not the one that it would match as a pattern."""
    found = hall.sit().get(f"/t/{TABLE}/log", params={"q": words}).text
    assert (True, False) == ("50% off_now" in found, PLAIN in found)


@pytest.mark.parametrize("words", ["a" * 10_000, "(a+)+$" * 1_600])
def test_a_search_without_end_is_cut(hall: Room, words: str) -> None:
    """The path is short enough to be read, and nothing holds so many words."""
    found = hall.sit().get(f"/t/{TABLE}/log", params={"q": words})
    assert (200, False, False) == (found.status_code, PLAIN in found.text, "50% off_now" in found.text)
