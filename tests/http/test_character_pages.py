"""The pages of characters: a new one, the shop, and the sheet to edit."""

import html
import json
import re
from collections.abc import Iterator

import pytest

from tests.http.hosting import TABLE, Host, hosting
from tests.table.newcomers import purse
from tests.table.small_site import MAUD, ONE, TWO, ULF
from undercroft.table.body.powers import WritePower
from undercroft.table.characters.characters import CreateCharacter
from undercroft.table.characters.creation import ByNeverwhere, BySovereign
from undercroft.table.engine.wanted_dice import Answer
from undercroft.table.gear.money import coins
from undercroft.table.referee.placing import AddThing
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Duration, Power
from undercroft.table.state.seats import REFEREE, SPECTATORS

HTML = {"accept": "text/html"}
NEW = f"/t/{TABLE}/people/new"


@pytest.fixture
def host() -> Iterator[Host]:
    """A server with one table."""
    with hosting() as running:
        yield running


def test_the_page_of_a_new_character_has_every_books_way(host: Host) -> None:
    """The campaign's own first; the steps in words; a player makes one for their own seat."""
    page = host.seated(ONE).get(NEW, headers=HTML).text
    assert ["sovereign", "delving", "violence", "neverwhere"] == re.findall(r'href="\?book=([a-z]+)', page)
    assert "Roll 3d6 for STR, DEX, CON, INT and WIS" in page
    assert "The referee is told of this one and lets them in" in page
    assert 'data-field="seat"' in page
    assert "newcomer-seat" not in page

    page = host.seated(REFEREE).get(f"{NEW}?book=neverwhere&seat=two", headers=HTML).text
    assert "44 points in all" in page or "40 points in all" in page
    assert re.search(r'value="&#34;two&#34;" selected', page)
    assert 404 == host.seated(SPECTATORS).get(NEW, headers=HTML).status_code


def test_the_question_of_a_class_says_what_each_means(host: Host) -> None:
    """The question stands on the page of the player it is put to, and on no other player's."""
    host.act(
        CreateCharacter(ONE, "Edda", BySovereign(improvements=("Heal", "Heal", "Stab", "Know"), ask_feats=True)), ONE
    )
    wanted = next(iter(host.table.now.wanted.values()))
    assert "data-answer" in host.seated(ONE).get(NEW, headers=HTML).text
    host.act(Answer(wanted.id, wanted.questions[0].ruling, ("keep",)), ONE)

    page = host.seated(ONE).get(NEW, headers=HTML).text
    assert re.search(r"Hit points 1d6\+?-?\d* with your CON, attack \+1, feats: 1 combat, 1 any\.", page)
    assert "data-answer" in host.seated(REFEREE).get(NEW, headers=HTML).text
    assert "data-answer" not in host.seated(TWO).get(NEW, headers=HTML).text


def test_the_shop_shows_prices_load_and_why_not(host: Host) -> None:
    """A word finds wares; what costs too much says by how much; another player's purse is closed."""
    edda = PersonId("edda-one")
    host.act(CreateCharacter(ONE, "Edda", ByNeverwhere()), ONE)
    host.act(AddThing(purse(edda, 25)))
    assert "Buy gear" in host.seated(ONE).get(NEW, headers=HTML).text

    page = host.seated(ONE).get(f"/t/{TABLE}/people/{edda}/shop?q=torch", headers=HTML).text
    assert "2s 5c" in page
    assert 1 == page.count("Pack: buy 2 torches")
    found = re.search(r"data-command='([^']+)' data-expected\s+aria-label=\"Pack: buy 2 torches", page)
    assert found is not None
    command = json.loads(html.unescape(found[1]))
    assert {"kind": "equip", "who": edda} == {key: command[key] for key in ("kind", "who")}

    page = host.seated(ONE).get(f"/t/{TABLE}/people/{edda}/shop?q=lantern", headers=HTML).text
    assert "That costs 10g: 9g 7s 5c too much." in page
    assert "Nothing on the list" in host.seated(ONE).get(f"/t/{TABLE}/people/{edda}/shop?q=howdah", headers=HTML).text
    assert 404 == host.seated(TWO).get(f"/t/{TABLE}/people/{edda}/shop", headers=HTML).status_code
    assert 25 == coins(host.table.now, edda)


def test_the_sheet_has_powers_and_what_can_be_done_with_it(host: Host) -> None:
    """Its player writes and uses powers; another player reads them; the referee edits and copies."""
    host.act(WritePower(ULF, Power("Light", "as a torch", Duration.TURNS, 6, per_day=2)))
    own = host.seated(TWO).get(f"/t/{TABLE}/people/{ULF}", headers=HTML).text
    for words in ("Light", "6 turns", "2 of 2 today", "as a torch", "write_power", "Buy gear"):
        assert words in own
    assert "copy_character" not in own

    other = host.seated(ONE).get(f"/t/{TABLE}/people/{ULF}", headers=HTML).text
    assert "6 turns" in other
    assert "write_power" not in other

    edit = host.seated(REFEREE).get(f"/t/{TABLE}/people/{ULF}/edit", headers=HTML)
    assert 200 == edit.status_code
    assert 'data-part="sheet.strength"' in edit.text
    assert "copy_character" in host.seated(REFEREE).get(f"/t/{TABLE}/people/{MAUD}", headers=HTML).text
    assert 403 == host.seated(TWO).get(f"/t/{TABLE}/people/{ULF}/edit", headers=HTML).status_code
