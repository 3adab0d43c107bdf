"""Print over HTTP: what is on each sheet, and that no secret is on a sheet that is not marked for the referee."""

import re
from collections.abc import Iterator

import httpx
import pytest
from msgspec.structs import replace

from tests import known_ids
from tests.http.canaries import MARK, with_marks
from tests.http.seating import TABLE, Room, room
from undercroft import demo
from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.kernel.units import SeatId
from undercroft.table.body.powers import WritePower
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.lore.tables import KeepTable
from undercroft.table.state.ids import PersonId, RegionId, SiteId, TableId
from undercroft.table.state.lands import LandHex, Region
from undercroft.table.state.lore import RandomTable, TableLine
from undercroft.table.state.people import Duration, Power
from undercroft.table.world.campaign_start import Begin
from undercroft.table.world.groups import MAIN

HTML = {"accept": "text/html"}
SITE = "site:ossuary"
ALL = ("turns", SITE, "land", "cards", "tables", "rules")
MAUD = SeatId("seat-3")


def secretive() -> Begin:
    """The demo with a mark on every secret, those of the country too."""
    opening = with_marks(demo.campaign())
    hexes = {id: _marked_hex(hex) for id, hex in opening.lands.hexes.items()}
    tables = {name: tuple(replace(row, name=MARK) for row in rows) for name, rows in opening.lands.tables.items()}
    return replace(opening, lands=replace(opening.lands, hexes=hexes, tables=tables))


def _marked_hex(hex: LandHex) -> LandHex:
    features = {
        id: replace(feature, secret=MARK, **({} if feature.grade is Visibility.OVERT else {"name": MARK, "what": MARK}))
        for id, feature in hex.features.items()
    }
    return replace(hex, secret=MARK, features=features)


@pytest.fixture(scope="module")
def hall() -> Iterator[Room]:
    """The demo as it is, the party in the first room, with a random table."""
    with room(demo.campaign()) as opened:
        opened.act(EnterSite(MAIN, SiteId("ossuary")))
        rows = (TableLine(2, 6, "wax"), TableLine(7, 12, "copper"))
        opened.act(KeepTable(RandomTable(TableId("finds"), "Finds", "2d6", rows)))
        power = Power("Witchlight", "a cold light", Duration.HOURS, 2, per_day=1)
        opened.act(WritePower(PersonId("isolde"), power))
        yield opened


def sheets(client: httpx.Client, *what: str, paper: str = "a4", secrets: bool = False) -> str:
    """The pages of these sheets."""
    asked = {"what": what, "paper": paper} | ({"secrets": "yes"} if secrets else {})
    answer = client.get(f"/t/{TABLE}/print/sheets", params=asked, headers=HTML)
    assert 200 == answer.status_code, answer.text
    return answer.text


def numbers(page: str) -> list[str]:
    """The numbers of the rooms that are drawn."""
    return re.findall(r'class="room-number"[^>]*>(\w+)<', page)


def test_no_secret_is_on_a_sheet_that_is_not_marked() -> None:
    """With “referee only” the marks are there, else this would prove nothing."""
    with room(secretive()) as opened:
        opened.act(EnterSite(MAIN, SiteId("ossuary")))
        opened.act(KeepTable(RandomTable(TableId("finds"), MARK, "1d2", (TableLine(1, 2, MARK),))))
        client = opened.sit()
        for what in (SITE, "land", "tables"):
            assert MARK in sheets(client, what, secrets=True)
        assert MARK not in sheets(client, "turns", SITE, "land", "cards", "rules")
        assert MARK not in client.get(f"/t/{TABLE}/print", headers=HTML).text


def test_what_is_for_the_referee_is_marked(hall: Room) -> None:
    """On every sheet, and by the page's own margin; nothing else is."""
    page = sheets(hall.sit(), *ALL, secrets=True)
    for section in page.split('<section class="paper')[1:]:
        assert "referee only" in section
    assert 'class="papers is-a4 is-secret"' in page
    assert "referee only" not in sheets(hall.sit(), SITE, "land", "cards", "rules")


def test_a_level_has_its_turns_its_map_and_its_key(hall: Room) -> None:
    """The outline's short lines, hit points, odds and the encounter table."""
    page = sheets(hall.sit(), SITE, secrets=True)
    assert [str(number) for number in range(1, 22)] == sorted(numbers(page), key=int)
    for words in (
        *("level 1", "level 2", "3 Pale sextons HD 1 AC 2 1d6, hp 4 3 5", "9 bronze door, locked 10, Bronze key"),
        *("A check every 2 turns", "<b>42.1\xa0%</b> 91/216", "Encounters, 1d8", "1d2 pale sextons, sorting"),
        *("to 6 plank hatch", "He obeys the signet.", "Wet steps go down between two stone biers"),
    ):
        assert words in page


def test_hidden_ways_are_solid_wall_on_a_handout(hall: Room) -> None:
    """Rooms behind them are not drawn, and unseen rooms have only a number; the encounter table is left out."""
    page = sheets(hall.sit(), SITE)
    drawn = numbers(page)
    assert "2" in drawn
    assert not {"6", "11"} & set(drawn)
    assert "Lychgate stair" in page
    assert "delve round" in page
    for words in ("Nave of skulls", "Reliquary", "is-hidden", "is-unseen", "Encounters, 1d8", "A check", "sextons"):
        assert words not in page


def test_the_turn_sheet_has_twenty_four_turns(hall: Room) -> None:
    """With the diamonds of the checks for the referee alone."""
    page = sheets(hall.sit(), "turns")
    assert [str(number) for number in range(1, 25)] == re.findall(r"<i>(\d+)</i>", page)
    assert "M8 1l7 7-7 7-7-7z" not in page
    assert 12 == sheets(hall.sit(), "turns", secrets=True).count("M8 1l7 7-7 7-7-7z")


def test_tables_have_their_odds(hall: Room) -> None:
    """Random tables and encounter tables, for the referee alone."""
    page = sheets(hall.sit(), "tables", secrets=True)
    for words in ("Finds", "2-6", "<b>41.7\xa0%</b> 5/12", "wandering monsters", "<b>12.5\xa0%</b> 1/8", "fen wolves"):
        assert words in page
    answer = hall.sit().get(f"/t/{TABLE}/print/sheets", params={"what": "tables"}, headers=HTML)
    assert 400 <= answer.status_code < 500
    assert "referee only" in answer.text


def test_cards_house_rules_and_country(hall: Room) -> None:
    """Four cards to a page; every question between the books; the hexes by number."""
    page = sheets(hall.sit(), "cards", "rules", "land")
    assert 2 == page.count("card-page")
    for words in (
        "Maud Tarrow",
        "Notice 1",
        "short sword",
        "<b>Witchlight</b> 2 hours; 1 a day; a cold light",
        "How does a party leave a site?",
        "0407",
    ):
        assert words in page
    assert "1001" not in page, "a hex beyond the edge of the map"


def test_the_paper_is_a4_or_letter(hall: Room) -> None:
    """Another is refused, and so are no sheet and an unknown one."""
    client = hall.sit()
    assert 'class="papers is-letter"' in sheets(client, "rules", paper="letter")
    for asked in ({"what": "rules", "paper": "a5"}, {}, {"what": "site:nowhere"}):
        assert 400 <= client.get(f"/t/{TABLE}/print/sheets", params=asked, headers=HTML).status_code < 500


def test_players_print_what_they_know(hall: Room) -> None:
    """Their own card and their own map; asking for secrets gives none."""
    client = hall.sit(MAUD)
    ossuary = f"site:{known_ids.site(hall.table, MAUD, 'ossuary')}"
    page = sheets(client, "turns", ossuary, "cards", "rules", secrets=True)
    assert "Maud Tarrow" in page
    assert "Lychgate stair" in page
    for words in ("Brother Ansgar", "Nave of skulls", "referee only", "A check every"):
        assert words not in page
    ansgar, maud = (known_ids.person(hall.table, MAUD, who) for who in ("ansgar", "maud"))
    for what in ("tables", f"card:{ansgar}", "card:ansgar"):
        answer = client.get(f"/t/{TABLE}/print/sheets", params={"what": what}, headers=HTML)
        assert 400 <= answer.status_code < 500
    chosen = client.get(f"/t/{TABLE}/print", headers=HTML).text
    assert "Referee only" not in chosen
    assert "Print card" in client.get(f"/t/{TABLE}/people/{maud}", headers=HTML).text


def test_one_card_alone(hall: Room) -> None:
    """By the link on the sheet."""
    page = sheets(hall.sit(), "card:maud")
    assert "Maud Tarrow" in page
    assert "Brother Ansgar" not in page


def test_the_hex_map_shows_regions_to_the_referee_alone() -> None:
    """Their borders, a letter in each hex, and what belongs to them; nothing of it is on a handout."""
    opening = demo.campaign()
    lands = opening.lands
    fen = Region(RegionId("fen"), "The Black Fen", encounters=next(iter(lands.tables)))
    first = next(iter(lands.hexes.values()))
    hexes = {**lands.hexes, first.id: replace(first, region=fen.id)}
    with room(replace(opening, lands=replace(lands, regions={fen.id: fen}, hexes=hexes))) as opened:
        page = sheets(opened.sit(), "land", secrets=True)
        assert 6 == page.split('class="region-border" d="')[1].split('"')[0].count("M")
        assert 1 == page.count('class="region-letter"')
        assert f"The Black Fen: 1 hex; encounters: {fen.encounters}" in page
        handed = sheets(opened.sit(), "land")
        assert "region-" not in handed
        assert "Black Fen" not in handed
