"""The start page and what it begins: campaigns from a preset, from nothing, from the demo."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from tests.http.hosting import TABLE, Host, hosting
from tests.table.small_site import CRYPT, MAUD, ONE
from undercroft import demo
from undercroft.faces.shared.campaign_text import campaign_text
from undercroft.faces.shared.table_names import checked_id
from undercroft.faces.web.live.access.join_code import drawn
from undercroft.faces.web.live.start.campaigns import campaign_cards
from undercroft.store.log import ListedTable
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.session.sessions import BeginSession
from undercroft.table.state.house_rules import Dying, SearchRule
from undercroft.table.state.ids import PersonId
from undercroft.table.state.seats import Throwing
from undercroft.table.world.groups import MAIN

HTML = {"accept": "text/html"}


@pytest.fixture
def host() -> Iterator[Host]:
    """A server with one table."""
    with hosting() as running:
        yield running


def test_the_owner_sees_everything(host: Host) -> None:
    """Where each campaign stands, the way for players to join it, and every way to start another."""
    host.act(EnterSite(MAIN, CRYPT))
    host.act(BeginSession("The first night", (MAUD,)))
    page = host.owner().get("/", headers=HTML).text
    for words in (
        "Turn 1 · Day 1, night · The Crypt",
        "Session 1: The first night",
        host.lobby.code_of(TABLE),
        "0 of 2 here",
    ):
        assert words in page
    assert f"/t/{TABLE}/export?as=campaign" in page
    new = host.owner().get("/new", headers=HTML).text
    for words in ("Play Procedures", "What happens at 0 hit points?", "alive after the first fall", "Turn tracker"):
        assert words in new


def test_a_new_campaign_is_for_the_owner(host: Host) -> None:
    """A stranger and a player are told which link to use."""
    for client in (host.stranger(), host.seated(ONE)):
        assert 403 == client.get("/new", headers=HTML).status_code


def test_a_stranger_sees_a_place_for_a_code(host: Host) -> None:
    """And nothing of any table; a player sees the way back to their own seat, too."""
    for client, seats in ((host.stranger(), 0), (host.seated(ONE), 1)):
        page = client.get("/", headers=HTML).text
        assert 'name="code"' in page
        assert [seats, seats] == [page.count("The Crypt"), page.count("Come back")]
        assert host.lobby.code_of(TABLE) not in page


def test_who_is_here_is_shown(host: Host) -> None:
    """A seat is here while someone listens for it."""
    forget = host.table.listen(ONE, lambda *_: None)
    assert "1 of 2 here" in host.owner().get("/", headers=HTML).text
    forget()
    assert "0 of 2 here" in host.owner().get("/", headers=HTML).text


def made(client: httpx.Client, **asked: Any) -> httpx.Response:
    """Ask for a new table."""
    return client.post("/api/tables", json={"name": "The Mill", **asked})


def test_a_campaign_is_begun_from_a_preset_with_changes(host: Host) -> None:
    """The preset's answers, save those that were given otherwise; seats with the dice that were asked for."""
    answer = made(host.owner(), preset="delving", house={"dying": "violence", "clock": None}, seats=2, dice="typed")
    assert (201, {"table": "the-mill"}) == (answer.status_code, answer.json())
    now = host.lobby.open("the-mill").now
    assert ("delving", SearchRule.DELVING, Dying.VIOLENCE, None) == (
        now.house.preset,
        now.house.search,
        now.house.dying,
        now.house.clock,
    )
    assert [("Seat 1", Throwing.TYPED), ("Seat 2", Throwing.TYPED)] == [
        (seat.name, seat.dice) for seat in now.seats.values()
    ]


def test_a_name_may_be_taken_twice(host: Host) -> None:
    """The second table has a number in its address."""
    owner = host.owner()
    assert ["the-mill", "the-mill-2"] == [made(owner).json()["table"] for _ in range(2)]


@pytest.mark.parametrize("name", ["Болото", "沼地の塔", "קבר", "🐉", "㎉" * 64])
def test_a_name_in_any_letters(host: Host, name: str) -> None:
    """The id is ours, and fits an address, a cookie and a file; the name stays as it was written."""
    owner = host.owner()
    tables = [made(owner, name=name).json()["table"] for _ in range(2)]
    assert (2, True) == (len(set(tables)), all(checked_id(table) == table for table in tables))
    for table in tables:
        assert 200 == owner.get(f"/t/{table}").status_code
        assert name == owner.get(f"/api/tables/{table}").json()["campaign"]["name"]


@pytest.mark.parametrize(
    "asked, code",
    [
        ({"name": " "}, "bad_name"),
        ({"preset": "chaos"}, "no_such_preset"),
        ({"house": {"weather": "wet"}}, "unknown_question"),
        ({"house": {"dying": "never"}}, "unknown_value"),
        ({"seats": 13}, "out_of_range"),
        ({"colour": "red"}, "unknown_field"),
    ],
)
def test_what_cannot_be_begun_leaves_nothing(host: Host, asked: dict[str, Any], code: str) -> None:
    """The message says what is wrong, and no table is there."""
    answer = made(host.owner(), **asked)
    assert code == answer.json()["code"]
    assert answer.status_code in (404, 422)
    assert [TABLE] == [each.id for each in host.lobby.all()]


def test_only_the_owner_begins_and_lists(host: Host) -> None:
    """For everybody else there is neither."""
    assert 403 == made(host.seated()).status_code
    assert 403 == host.seated(ONE).get("/api/tables").status_code


def test_an_empty_campaign_can_be_played(host: Host) -> None:
    """Without any site someone is made, joins, and the referee rules on what they try."""
    owner = host.owner()
    made(owner, seats=1)

    def do(number: int, command: dict[str, Any]) -> httpx.Response:
        return owner.post("/api/tables/the-mill/commands", json={"command": command, "key": f"key-{number}-0000"})

    do(1, {"kind": "quick_character", "seat": "seat-1", "name": "Wren"})
    table = host.lobby.open("the-mill")
    number = 2
    while table.now.wanted:
        (wanted,) = table.now.wanted.values()
        do(number, {"kind": "roll_rest", "wanted": wanted.id})
        number += 1
    (wren,) = table.now.people
    do(20, {"kind": "arrive", "who": wren})
    trial = {"group": MAIN, "what": "climb the sails", "who": [wren], "by": None}
    assert "told" in do(21, {"kind": "make_ruling", "trial": trial}).json()
    assert (PersonId(wren),) == table.now.groups[MAIN].members
    assert 200 == owner.get("/t/the-mill", headers=HTML).status_code


def test_campaigns_are_listed_by_when_they_were_played(host: Host) -> None:
    """The one played last first, with what its log says of it; a table that was never begun has no events."""
    host.lobby.store.create(ListedTable("barn", "The Barn", "2026-02-01T10:00:00Z"), bytes(32))
    crypt, barn = campaign_cards(host.lobby, datetime(2126, 2, 7, 12, tzinfo=UTC))
    assert ("The Crypt", host.table.version, ("Maud", "Ulf")) == (crypt.name, crypt.events, crypt.present)
    assert "About to set out · Day 1, night" == crypt.where
    assert ("The Barn", 0, "2026-02-01", "not played yet") == (barn.name, barn.events, barn.saved, barn.where)
    listed = host.owner().get("/api/tables").json()["tables"]
    assert [TABLE, "barn"] == [each["id"] for each in listed]


def test_players_are_led_to_where_they_can_come(host: Host) -> None:
    """From this machine the address is that of the network, if others can reach it; the square holds the code too."""
    near = host.seated().get(f"/t/{TABLE}/players", headers=HTML).text
    assert "Only this machine can reach that address." in near
    host.lobby.reachable = "http://192.0.2.20:8041"
    far = host.seated().get(f"/t/{TABLE}/players", headers=HTML).text
    assert "<b>192.0.2.20:8041</b>" in far
    assert "Only this machine" not in far
    long = host.lobby.long_codes.long(host.lobby.code_of(TABLE))
    assert f"{long}</b>" in far
    squares, size = drawn(f"http://192.0.2.20:8041/join?code={long.replace(' ', '+')}")
    assert f'viewBox="-4 -4 {size + 8} {size + 8}"' in far
    assert squares in far
    assert re.fullmatch(r"(M\d+ \d+h1v1h-1z)+", squares)


def test_a_file_is_counted_before_a_campaign_starts_from_it(host: Host) -> None:
    """Rooms, doors, creatures and tables in words; nothing is started, and what cannot be read says why."""
    text = "1 Gatehouse\n  > 2 oak door, stuck\n  3 skeletons\nencounter: 2d4 rats\n2 Hall, lit\n"
    counted = host.owner().post("/api/tables/file/contents", content=text)
    assert 200 == counted.status_code
    told = counted.json()["contents"]
    assert ["1 site", "2 rooms", "1 door"] == told[:3]
    assert "1 table" in told
    whole = host.owner().post("/api/tables/file/contents", content=demo.text().encode()).json()["contents"]
    assert "21 rooms" in whole
    assert 422 == host.owner().post("/api/tables/file/contents", content=b"\xff\xfe").status_code
    assert [TABLE] == list(host.lobby.ids())


def test_the_demo_remembers_its_own_file_with_its_comments(host: Host) -> None:
    """Written back it has the comments of the file it came from."""
    answer = host.owner().post("/api/tables", json={"name": "The Barrow", "demo": True})
    assert 201 == answer.status_code
    text = campaign_text(host.lobby.open(answer.json()["table"]))
    comments = [line for line in demo.text().splitlines() if line.startswith("#")]
    assert comments
    assert set(comments) <= set(text.splitlines())


def test_a_campaign_from_an_outline(host: Host) -> None:
    """Numbered rooms in the body, the rest beside it: a site, the usual seats, and nine in the morning."""
    text = "1 Gatehouse\n  > 2 oak door, stuck\n  3 skeletons\n2 Hall, lit\n"
    new = {"name": "The Keep", "preset": "delving", "house": {}, "players": [], "dice": "typed"}
    answer = host.owner().post("/api/tables/file", params={"new": json.dumps(new)}, content=text)
    assert (201, {"table": "the-keep"}) == (answer.status_code, answer.json())
    now = host.lobby.open("the-keep").now
    (site,) = now.sites.values()
    assert ["Gatehouse", "Hall"] == [room.name for room in site.zones.values()]
    assert ["skeletons"] == [creatures.name.lower() for creatures in site.creatures.values()]
    assert ("delving", 4, 9 * 3600) == (now.house.preset, len(now.seats), now.day_begins)
