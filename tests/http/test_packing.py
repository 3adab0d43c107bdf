"""Compressed answers: what an event costs a phone on the wire, and what is never compressed."""

import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.http.seating import room
from tests.serving import speaking
from undercroft.demo import campaign
from undercroft.demo.bookmark_scripts import bookmark
from undercroft.faces.http.packing import ENCODING
from undercroft.faces.terminal.demo_tables import begin_at
from undercroft.faces.web.live.access import recent_panels
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.faces.web.live.access.recent_panels import changes, mark
from undercroft.kernel.units import SeatId
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Acted
from undercroft.table.state.seats import REFEREE, SPECTATORS

MOST = 6000
"""Bytes on the wire for a phone and an event."""
ANSGARS = SeatId("seat-2")
EVENTS = {
    "torch": ("light", "end_step", "search"),
    "fight": ("pass_go", "attack", "light"),
    "road": ("set_course", "travel_to"),
    "town": ("sell", "stay_in_town", "leave_town"),
}
"""Scenes of the demo, and what happens in them."""


class Scenes:
    """The demo's scenes on one server, and clients at them."""

    def __init__(self, address: str, lobby: Lobby) -> None:
        self.address, self.lobby = address, lobby
        self.begun("torch", "torch")

    def begun(self, scene: str, id: str) -> OpenTable:
        """A table at which a scene of the demo begins."""
        begin_at(self.lobby.tables, bookmark(scene), id, scene)
        return self.lobby.open(id)

    @contextmanager
    def sit(self, scene: str, seat: SeatId) -> Generator[httpx.Client, None, None]:
        """A client that followed the link of a seat."""
        edition = self.lobby.editions(self.lobby.open(scene))[seat]
        with speaking(self.address) as client:
            assert 303 == client.get(f"/join/{scene}/{self.lobby.keys(scene).link(seat, edition)}").status_code
            yield client


@pytest.fixture(scope="module")
def scenes() -> Iterator[Scenes]:
    """A server for scenes of the demo."""
    with room(campaign()) as hall:
        yield Scenes(hall.address, hall.lobby)


def panels_of(client: httpx.Client, scene: str) -> str:
    """The address at which the page of a scene fetches all its panels."""
    page = client.get(f"/t/{scene}").text
    names = ",".join(re.findall('data-panel="([a-z-]+)"', page))
    return f"/t/{scene}/panels/all?names={names}"


def on_the_wire(client: httpx.Client, path: str) -> int:
    """The bytes of an answer as they came, head and body."""
    with client.stream("GET", path) as answer:
        body = sum(len(chunk) for chunk in answer.iter_raw())
    return body + sum(len(name) + len(value) + 4 for name, value in answer.headers.raw)


def whole(old: str, sent: Any) -> str:
    """A panel put together as the page does it, from the lines it has and those it was sent."""
    lines = old.split("\n")
    return (
        sent
        if isinstance(sent, str)
        else "\n".join(
            part if isinstance(part, str) else "\n".join(lines[part[0] : part[0] + part[1]]) for part in sent
        )
    )


def happens(table: OpenTable, kind: str) -> None:
    """The referee does the first thing of a kind that is possible."""
    for offer in table.offers(REFEREE):
        if kind == offer.command.__struct_config__.tag:
            done = table.act(REFEREE, offer.command, key=f"{kind}-{table.version}")
            if isinstance(done, Acted):
                return
    raise LookupError(kind)


@pytest.mark.parametrize("seat", [ANSGARS, SPECTATORS])
@pytest.mark.parametrize("scene", EVENTS)
def test_an_event_costs_a_phone_little(scenes: Scenes, scene: str, seat: SeatId) -> None:
    """What is new in its panels, with the head of the answer; put together, they are what a new page is sent."""
    table = scenes.begun(scene, f"{scene}-{seat}")
    with scenes.sit(table.id, seat) as client:
        path = panels_of(client, table.id)
        before = client.get(path).json()
        for kind in EVENTS[scene]:
            happens(table, kind)
            had = ",".join(f"{name}:{mark}*" for name, mark in before["marks"].items())
            news = f"/t/{table.id}/panels/all?names={had}"
            assert on_the_wire(client, news) <= MOST, kind
            told, now = client.get(news).json(), client.get(path).json()
            texts = {name: whole(before["panels"][name], sent) for name, sent in told["panels"].items()}
            assert now["panels"] == before["panels"] | texts
            before = now


def test_an_old_browser_is_sent_the_same_uncompressed(scenes: Scenes) -> None:
    """A client that takes nothing compressed has the same panels."""
    with scenes.sit("torch", ANSGARS) as client:
        path = panels_of(client, "torch")
        plain = client.get(path, headers={"accept-encoding": "gzip;q=0"})
        assert ENCODING not in plain.headers
        assert plain.json() == client.get(path).json()


LINES = ("a", "b", "ab", "")


@given(st.lists(st.sampled_from(LINES), max_size=12), st.lists(st.sampled_from((*LINES, "abc")), max_size=12))
def test_the_changes_of_a_text_make_it_whole(old: list[str], new: list[str]) -> None:
    """Whatever lines came, went, moved or are there twice."""
    before, after = "\n".join(old), "\n".join(new)
    assert after == whole(before, changes(before, after))


def test_a_panel_is_sent_whole_to_a_screen_with_a_forgotten_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was sent long ago is forgotten, and so is nothing that another seat was sent."""
    monkeypatch.setattr(recent_panels, "MOST", 10)
    recent = recent_panels.RecentPanels()
    recent.remember("priya", "a\nb", mark("a\nb"))
    assert [(0, 2), "c"] == recent.since("priya", mark("a\nb"), "a\nb\nc")
    assert "a\nb\nc" == recent.since("dan", mark("a\nb"), "a\nb\nc")
    recent.remember("sam", "something longer", "")
    assert "a\nb\nc" == recent.since("priya", mark("a\nb"), "a\nb\nc")


def test_the_last_drawings_of_a_panel_are_remembered() -> None:
    """The newest few of each, so that many tables have room; whichever was sent again is among the newest."""
    recent = recent_panels.RecentPanels()
    for text in ("a", "b", "c", "a", "d"):
        recent.remember("priya", text, mark(text))
    assert [True, False, True, True] == [[] != recent.since("priya", mark(text), "new") != "new" for text in "abcd"]


def test_links_codes_and_the_referees_screen_are_never_compressed(scenes: Scenes) -> None:
    """Players can add words to the referee's screen, and the length of what is compressed would tell of the rest."""
    table = scenes.lobby.open("torch")
    with scenes.sit("torch", REFEREE) as client:
        for path in ("/t/torch", panels_of(client, "torch"), "/t/torch/players", "/t/torch/log", "/rules"):
            answer = client.get(path)
            assert (200, False) == (answer.status_code, ENCODING in answer.headers), path
    code = scenes.lobby.code_of("torch")
    for seat in (ANSGARS, SPECTATORS):
        link = scenes.lobby.keys("torch").link(seat, scenes.lobby.editions(table)[seat])
        with scenes.sit("torch", seat) as client:
            for path in ("/t/torch", panels_of(client, "torch"), "/t/torch/log", "/t/torch/report"):
                answer = client.get(path)
                assert "gzip" == answer.headers[ENCODING], path
                cookies = [value for name, value in client.cookies.items() if name.startswith("seat-")]
                assert not [secret for secret in (code, link, *cookies) if secret in answer.text], path
