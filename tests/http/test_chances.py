"""The page of forecasts at a table, as it is sent."""

from collections.abc import Iterator

import pytest

from tests.http.seating import PRIYA, TABLE, Room, room
from undercroft.faces.http import lanes
from undercroft.table.state.seats import REFEREE


@pytest.fixture(scope="module")
def hall() -> Iterator[Room]:
    """A table that the tests of this module share."""
    with room() as opened:
        yield opened


def test_an_answer_has_a_sentence_a_picture_and_numbers(hall: Room) -> None:
    """Of 36 throws 10 let them get away; a plan changes it, and a mistake is named."""
    referee = hall.sit()
    page = referee.get(f"/t/{TABLE}/odds", params={"q": "chase"}).text
    assert "Those who flee get away 27.8\xa0% of the time." in page
    assert "<svg" in page
    assert "5/18" in page
    assert "41.7\xa0% of the time" in referee.get(f"/t/{TABLE}/odds", params={"q": "chase", "head_start": "1"}).text
    wrong = referee.get(f"/t/{TABLE}/odds", params={"q": "met", "turns": "many"})
    assert 200 == wrong.status_code
    assert 'role="alert"' in wrong.text
    assert 'name="turns" value="many"' in wrong.text


def test_every_seat_has_the_page(hall: Room) -> None:
    """Also a player, with any question and none."""
    for query in ("", "?q=light", "?q=route", "?q=nothing&n=999", "?q=met&n=0"):
        answer = hall.sit(PRIYA).get(f"/t/{TABLE}/odds{query}")
        assert 200 == answer.status_code
        assert "What are our chances?" in answer.text


def test_players_keep_the_referee_from_no_simulation(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a player reads beside play is exact: it does not wait where the runs of the referee are played."""
    monkeypatch.setattr(lanes, "SIMULATIONS", lanes.LaneLimits(0, 0))
    with room() as hall:
        line = f"/t/{TABLE}/odds/line"
        assert [200, 429] == [hall.sit(seat).get(line).status_code for seat in (PRIYA, REFEREE)]
