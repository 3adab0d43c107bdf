"""A player's page: the map is on it in every scene, and the list of all commands holds the player's own alone."""

import re
from collections.abc import Iterator, Mapping

import httpx
import pytest
from msgspec.structs import replace

from tests.http.seating import TABLE, Room, room
from tests.http.test_roles import LISTED
from tests.known_ids import person
from undercroft import demo
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.kernel.units import SeatId
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.fight.foes import AddFoes
from undercroft.table.road.camp import MakeCamp
from undercroft.table.road.travel_day import SetOut
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.ids import SiteId
from undercroft.table.state.seats import REFEREE
from undercroft.table.town.town import ComeToTown
from undercroft.table.world.groups import MAIN

ISOLDES = SeatId("seat-1")
ENTERED = EnterSite(MAIN, SiteId("ossuary"))
MET = MeetStrangers(MAIN, "4 pilgrims HD 1 AC 13 1d6 hp 4711")
INSIDE = (
    {"dungeon": ENTERED, "encounter": MET, "chase": TakeStance(MAIN, Choice.RUN, Response.CHASE)},
    {"dungeon": ENTERED, "fight": AddFoes(MAIN, "2 votaries HD 2 AC 14 1d8 hp 5 9")},
)
OUTSIDE = ({"travel": SetOut(MAIN), "camp": MakeCamp(MAIN)}, {"town": ComeToTown(MAIN, "Carrow")})
"""What leads to each screen, one after the other."""


@pytest.fixture
def hall() -> Iterator[Room]:
    """The demo, with fights in which nobody is asked about Scars."""
    opening = demo.campaign()
    with room(replace(opening, house=replace(opening.house, combat=Combat.SOVEREIGN))) as opened:
        yield opened


def pages(hall: Room, scenes: Mapping[str, object]) -> Iterator[str]:
    """Isolde's page in each scene."""
    phone = hall.sit(ISOLDES)
    for scene, act in scenes.items():
        hall.act(act)
        shown = phone.get(f"/t/{TABLE}").text
        assert re.search(rf'<main[^>]*data-screen="{scene}"', shown)
        yield shown


@pytest.mark.parametrize("scenes", INSIDE, ids=["chased", "fought"])
def test_the_map_and_its_exits_are_there_in_every_scene_of_a_site(hall: Room, scenes: Mapping[str, object]) -> None:
    """The room they are in, with each exit they know and its direction."""
    for shown in pages(hall, scenes):
        assert 'id="panel-map"' in shown
        assert "Exits from Lychgate stair" in shown
        assert re.search(r'class="way-side serif"[^>]*>[←↑→↓]', shown)


@pytest.mark.parametrize("scenes", OUTSIDE, ids=["road", "town"])
def test_the_country_is_there_on_the_road_in_camp_and_in_town(hall: Room, scenes: Mapping[str, object]) -> None:
    """With the hex they are in."""
    for shown in pages(hall, scenes):
        assert 'id="panel-lands"' in shown
        assert "data-hexes" in shown


def forms(client: httpx.Client) -> set[str]:
    """The kinds of commands on the list of everything."""
    return set(re.findall(r'data-form="(\w+)"', client.get(f"/t/{TABLE}/commands").text))


def test_a_players_list_holds_what_players_may_do(hall: Room) -> None:
    """No command that is the referee's alone, in a site or out of it; the referee has them all."""
    player, referee = hall.sit(ISOLDES), hall.sit(REFEREE)
    for site in (False, True):
        if site:
            hall.act(ENTERED)
        assert {"note", "whisper", "declare"} <= forms(player)
        assert set() == {tag for tag in forms(player) if LISTED[tag] != "player"}
        assert {"note", "add_foes", "adjust"} <= forms(referee)


def test_a_purchase_in_play_asks_first_and_names_its_price(hall: Room) -> None:
    """A player is told what it costs of what there is, by a button that says what it does; the referee is not asked."""
    hall.act(ComeToTown(MAIN, "Carrow"))
    shop = f"/t/{TABLE}/people/{person(hall.table, ISOLDES, 'isolde')}/shop?q=torch"
    asks = r'data-confirms="([^"]*)" data-does="Buy"'
    assert ["2 torches for 1s, of 6g 2s in the purse."] * 2 == re.findall(asks, hall.sit(ISOLDES).get(shop).text)
    shop = f"/t/{TABLE}/people/isolde/shop?q=torch"
    assert "data-confirms" not in hall.sit(REFEREE).get(shop).text
