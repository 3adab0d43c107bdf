"""Banners on the pages beside the table: the same everywhere, with the way to the table."""

import re
from collections.abc import Iterator

import pytest

from tests.http.hosting import TABLE, Host, hosting
from tests.known_ids import person
from tests.table.small_site import CRYPT, MAUD, ONE, TORCHES, TWO
from undercroft.kernel.units import SeatId
from undercroft.table.engine.wanted_dice import UseDice
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.site.search import Search
from undercroft.table.state.seats import REFEREE, Throwing
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

HTML = {"accept": "text/html"}
BESIDE = (
    f"/t/{TABLE}/log",
    f"/t/{TABLE}/report",
    f"/t/{TABLE}/people/{MAUD}",
    "/rules",
    "/rules/violence.attack",
    "/odds",
    "/books/violence",
)
"""Pages that everybody at the table may open."""
WANTED = "Dice wanted: skill check"


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    """A table that waits for Maud's dice, typed by her player."""
    with hosting() as running:
        running.act(LightUp(MAUD, TORCHES))
        running.act(EnterSite(MAIN, CRYPT))
        running.act(UseDice(ONE, Throwing.TYPED))
        running.act(Search(MAUD), ONE)
        yield running


def banners(host: Host, seat: SeatId, path: str) -> str:
    """The banners of a page, opened from the table."""
    client = host.seated(seat)
    client.get(f"/t/{TABLE}", headers=HTML)
    page = client.get(path.replace(MAUD, person(host.table, seat, MAUD)), headers=HTML).text
    return page.partition('id="panel-banners"')[2].partition("<main")[0]


@pytest.mark.parametrize("path", [*BESIDE, f"/t/{TABLE}/evening", f"/t/{TABLE}/house", f"/t/{TABLE}/players"])
def test_the_referee_reads_them_on_every_page(host: Host, path: str) -> None:
    """Dice that a player throws, and the way back to the table."""
    shown = banners(host, REFEREE, path)
    assert WANTED in shown
    assert f'href="/t/{TABLE}"' in shown
    assert "data-command" not in shown


@pytest.mark.parametrize("path", BESIDE)
def test_a_player_reads_their_own_dice_and_no_others(host: Host, path: str) -> None:
    """The table waits for one of two: the other reads for whom, and nothing of the dice."""
    mine, others = banners(host, ONE, path), banners(host, TWO, path)
    assert "Dice wanted: 2d6" in mine
    assert f'href="/t/{TABLE}?tab=me"' in mine
    assert "Waiting for Maud" in others
    assert not any(word in others for word in ("Dice wanted", "kill check"))


@pytest.mark.parametrize("path", BESIDE)
def test_every_page_of_a_player_has_the_tabs_of_the_table(host: Host, path: str) -> None:
    """In one order, each leading to its part; the referee's pages have none."""
    client = host.seated(ONE)
    client.get(f"/t/{TABLE}", headers=HTML)
    page = client.get(path.replace(MAUD, person(host.table, ONE, MAUD)), headers=HTML).text
    tabs = re.findall(rf'href="/t/{TABLE}\?(?:who=[\w-]+&amp;)?tab=(\w+)" data-tab-to', page)
    assert ["me", "gear", "map", "party", "log"] == tabs
    assert 'class="tabs"' not in host.seated(REFEREE).get(path, headers=HTML).text


def test_a_stranger_reads_none(host: Host) -> None:
    """The rules are for everybody."""
    assert "panel-banners" not in host.stranger().get("/rules", headers=HTML).text
