"""The rulebook and the odds as the table has them that a browser was last at."""

import re
from collections.abc import Iterator

import httpx
import pytest

from tests.http.seating import DAN, PRIYA, TABLE, Room, room
from tests.http.test_streams import listens
from undercroft.table.state.seats import REFEREE

REACTIONS = "/books/violence/reactions"
STUCK = "/rules/sovereign.injury.damage"


@pytest.fixture(scope="module")
def hall() -> Iterator[Room]:
    """A table that the tests of this module share."""
    with room() as opened:
        yield opened


def words(page: httpx.Response) -> str:
    """What a page says, without its tags."""
    assert 200 == page.status_code
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page.text))


def come(hall: Room, client: httpx.Client) -> httpx.Client:
    """They have looked at the table."""
    assert 200 == client.get(f"/t/{TABLE}").status_code
    return client


def test_the_rulebook_says_what_the_house_has_replaced(hall: Room) -> None:
    """Violence's reactions are not played by in Undercroft's blend; Sovereign's are."""
    referee = come(hall, hall.sit(REFEREE))
    said = words(referee.get(REACTIONS))
    assert "Reactions at this table replaced" in said
    assert f'href="/t/{TABLE}/house#reaction"' in referee.get(REACTIONS).text
    assert "Reactions at this table in force" in words(referee.get("/books/sovereign/reaction-rolls"))


def test_the_bar_of_the_rulebook_leads_back_to_the_table(hall: Room) -> None:
    """A reader who comes from a table has its screens in the bar; other readers have not."""
    assert f'href="/t/{TABLE}/log"' in come(hall, hall.sit(REFEREE)).get("/rules").text
    assert f'href="/t/{TABLE}' not in hall.visitor().get("/rules").text


def test_a_cookie_alone_opens_nothing(hall: Room) -> None:
    """Which table one was at is no seat at it."""
    stranger = hall.visitor()
    stranger.cookies.set("at", TABLE)
    assert f'href="/t/{TABLE}' not in stranger.get(REACTIONS).text


def test_a_rule_is_filled_in_from_a_sheet(hall: Room) -> None:
    """Hit points are the character's; what no sheet says stays open."""
    referee = come(hall, hall.sit(REFEREE))
    who, person = next(iter(hall.table.now.people.items()))
    page = referee.get(STUCK, params={"for": who}).text
    hp = re.search(r'data-field="hp".*?value="(\d*)"', page, re.DOTALL)
    assert hp is not None
    assert str(person.hp) == hp[1]


def test_the_referee_hears_how_many_seats_listen(hall: Room) -> None:
    """Two windows of one seat are one; those who watch are not counted."""
    with hall.stream(hall.sit(REFEREE)) as heard:
        listens(hall, 1)
        with hall.stream(hall.sit(PRIYA)):
            assert "1" == heard.until("present")["data"]
            with hall.stream(hall.sit(DAN)):
                assert "2" == heard.until("present")["data"]
                assert "2 of 3 phones" in words(hall.sit(REFEREE).get(f"/t/{TABLE}"))
            assert "1" == heard.until("present")["data"]
