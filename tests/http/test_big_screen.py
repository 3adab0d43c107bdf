"""The big screen over HTTP: for the referee and spectators, with what spectators know and nothing else."""

import re
from collections.abc import Iterator

import pytest

from tests.http.seating import PRIYA, TABLE, Room, room
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.session.big_screen import ShowCode
from undercroft.table.session.notes import WriteNote
from undercroft.table.state.ids import PersonId, SiteId, ThingId
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

SCREEN = f"/t/{TABLE}/screen"
HTML = {"accept": "text/html"}


@pytest.fixture(scope="module")
def hall() -> Iterator[Room]:
    """The party in the chapel, with a note of the referee's."""
    with room() as opened:
        opened.act(LightUp(PersonId("tam"), ThingId("torches")))
        opened.act(EnterSite(MAIN, SiteId("chapel")))
        opened.act(WriteNote("The organ plays at midnight."))
        yield opened


def body(page: str) -> str:
    """What a page shows, without its cursor, the browser's seat and whether it is borrowed."""
    return re.sub(r'data-(?:cursor|sits)="[^"]*"| data-watching', "", page)


def test_the_referee_sees_there_what_spectators_see(hall: Room) -> None:
    """To the letter: no secret of the referee is on the screen."""
    pages = [hall.sit(seat).get(SCREEN, headers=HTML).text for seat in (REFEREE, SPECTATORS)]
    assert body(pages[0]) == body(pages[1])
    assert "Tide stair" in pages[0]
    assert "organ" not in pages[0]
    assert "data-watching" in pages[0]
    assert "data-watching" not in pages[1]


def test_players_and_strangers_do_not_open_it(hall: Room) -> None:
    """A player may know less than all spectators, or other things."""
    refused = hall.sit(PRIYA).get(SCREEN, headers=HTML)
    assert (403, True) == (refused.status_code, "The big screen shows what spectators see" in refused.text)
    assert 404 == hall.visitor().get(SCREEN, headers=HTML).status_code


def test_the_code_is_there_only_if_the_referee_allows_it(hall: Room) -> None:
    """And gone when it is hidden again."""
    client, code = hall.sit(SPECTATORS), hall.lobby.code_of(TABLE)
    assert code not in client.get(SCREEN, headers=HTML).text
    hall.act(ShowCode())
    assert code in client.get(SCREEN, headers=HTML).text
    seats = len(hall.table.now.seats)
    assert f"0 of {seats} phones here" in client.get(SCREEN, headers=HTML).text
    with hall.stream(hall.sit(PRIYA)):
        assert f"1 of {seats} phones here" in client.get(SCREEN, headers=HTML).text
    hall.act(ShowCode(shown=False))
    assert code not in client.get(SCREEN, headers=HTML).text


def test_a_players_view_can_be_framed_by_the_referees_own_page_alone(hall: Room) -> None:
    """The referee's pages may hold a frame of this server; only that view lets itself be framed, and only there."""
    client = hall.sit()
    policies = {
        path: client.get(f"/t/{TABLE}{path}", headers=HTML).headers["content-security-policy"]
        for path in (
            "",
            f"?as={PRIYA}",
            f"?as={PRIYA}&frame=yes",
            f"/log?as={PRIYA}&frame=yes",
            "?frame=yes",
            "/screen",
        )
    }
    framed = [path for path, policy in policies.items() if "frame-ancestors 'self'" in policy]
    framing = [path for path, policy in policies.items() if "frame-src 'self'" in policy]
    assert ([f"?as={PRIYA}&frame=yes", f"/log?as={PRIYA}&frame=yes"], ["", "?frame=yes"]) == (framed, framing)
    assert all(("frame-ancestors 'none'" in policy) is (path not in framed) for path, policy in policies.items())
    own = hall.sit(PRIYA).get(f"/t/{TABLE}?as={PRIYA}&frame=yes", headers=HTML)
    assert "frame-ancestors 'none'" in own.headers["content-security-policy"]


def test_only_a_map_with_exits_to_tap_names_the_buttons_below(hall: Room) -> None:
    """The referee's map has buttons for its exits; the big screen has none."""
    words = "The exits below are the same as buttons."
    assert words in hall.sit(REFEREE).get(f"/t/{TABLE}", headers=HTML).text
    assert words not in hall.sit(REFEREE).get(SCREEN, headers=HTML).text
