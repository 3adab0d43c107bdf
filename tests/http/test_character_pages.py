"""The pages of characters: a new one, the shop, and the sheet to edit."""

import html
import json
import re
from collections.abc import Iterator, Mapping
from functools import partial

import httpx
import pytest
from msgspec.structs import replace

from tests import known_ids
from tests.http.hosting import TABLE, Host, hosting
from tests.known_ids import person
from tests.table.newcomers import purse
from tests.table.small_site import MAUD, ONE, TWO, ULF, begin
from undercroft.books.sovereign.saves import SaveKind
from undercroft.faces.views.command_names import about
from undercroft.kernel import wire
from undercroft.kernel.dice import Choice
from undercroft.kernel.units import SeatId
from undercroft.table.body.powers import WritePower
from undercroft.table.characters.characters import CreateCharacter
from undercroft.table.characters.creation_methods import WAYS, ByNeverwhere, BySovereign
from undercroft.table.engine.part import Command
from undercroft.table.engine.wanted_dice import Answer
from undercroft.table.fight.book_numbers import book_numbers
from undercroft.table.gear.money import coins
from undercroft.table.referee.placing import AddThing
from undercroft.table.state.house_rules import Combat, Reaction
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Duration, Power, Target
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.world.campaign_start import ChangeHouse

QUESTIONS = {"delving": 8, "violence": 1, "neverwhere": 0, "sovereign": 7}
"""What each book leaves to the player, where the last option is always taken: Violence asks for a swap alone."""
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
    assert "When this one is ready, the referee is told" in page
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


def test_the_way_back_from_ones_own_sheet_leads_to_that_character(host: Host) -> None:
    """A player of several sees the one whose sheet was open; from another's sheet the way back chooses nobody."""
    maud = person(host.table, ONE, MAUD)
    assert f'href="/t/{TABLE}?who={maud}"' in host.seated(ONE).get(f"/t/{TABLE}/people/{maud}", headers=HTML).text
    assert f"?who={maud}&amp;tab=" in host.seated(ONE).get(f"/t/{TABLE}/people/{maud}", headers=HTML).text
    theirs = person(host.table, TWO, MAUD)
    assert f'href="/t/{TABLE}"' in host.seated(TWO).get(f"/t/{TABLE}/people/{theirs}", headers=HTML).text


def test_the_shop_shows_prices_load_and_why_not(host: Host) -> None:
    """A word finds wares; what costs too much says by how much; another player's purse is closed."""
    edda = PersonId("edda-one")
    host.act(CreateCharacter(ONE, "Edda", ByNeverwhere()), ONE)
    host.act(AddThing(purse(edda, 25)))
    assert "Buy gear" in host.seated(ONE).get(NEW, headers=HTML).text

    known = person(host.table, ONE, edda)
    page = host.seated(ONE).get(f"/t/{TABLE}/people/{known}/shop?q=torch", headers=HTML).text
    assert "2s 5c" in page
    assert 1 == page.count("Stow: buy 2 torches")
    found = re.search(r"data-command='([^']+)' data-expected\s+aria-label=\"Stow: buy 2 torches", page)
    assert found is not None
    command = json.loads(html.unescape(found[1]))
    assert {"kind": "equip", "who": known} == {key: command[key] for key in ("kind", "who")}

    page = host.seated(ONE).get(f"/t/{TABLE}/people/{known}/shop?q=lantern", headers=HTML).text
    assert "That costs 10g: 9g 7s 5c too much." in page
    assert "Nothing on the list" in host.seated(ONE).get(f"/t/{TABLE}/people/{known}/shop?q=howdah", headers=HTML).text
    theirs = person(host.table, TWO, edda)
    assert 404 == host.seated(TWO).get(f"/t/{TABLE}/people/{theirs}/shop", headers=HTML).status_code
    assert 25 == coins(host.table.now, edda)


def test_the_house_rules_show_what_everybody_fights_with_by_either_book(host: Host) -> None:
    """Both books side by side, before the referee changes the book."""
    page = host.seated(REFEREE).get(f"/t/{TABLE}/house", headers=HTML).text
    table = page.partition("Fights by either book")[2]
    for fighter in book_numbers(host.table.now):
        assert f"<td>{fighter.sovereign}</td><td>{fighter.violence}</td>" in table
    for title in ("Delving", "Sovereign", "Play Procedures", "Neverwhere", "Violence"):
        assert f"Readings of {title} <span" in page


def test_a_change_of_the_house_rules_is_shown_before_it_is_made(host: Host) -> None:
    """To the referee, with the button that makes it; nothing where nobody's numbers change, nothing for players."""
    house = host.table.now.house
    asked = partial(_previewed, host, REFEREE)
    text = asked(ChangeHouse(replace(house, combat=Combat.SOVEREIGN)))
    for fighter in book_numbers(host.table.now):
        assert f"<td>{fighter.violence}</td><td><b>{fighter.sovereign}</b></td>" in text
    assert '"combat":"sovereign"' in html.unescape(text)
    assert "Fight by Sovereign" in text
    assert house == host.table.now.house
    assert not asked(ChangeHouse(replace(house, reaction=Reaction.VIOLENCE))).strip()
    assert "Fight by Sovereign" not in _previewed(host, ONE, ChangeHouse(replace(house, combat=Combat.SOVEREIGN)))


def _previewed(host: Host, seat: SeatId, command: Command) -> str:
    asked = {"command": wire.encode(command).decode()}
    return host.seated(seat).get(f"/t/{TABLE}/preview", params=asked, headers=HTML).text


def test_the_sheet_has_powers_and_what_can_be_done_with_it(host: Host) -> None:
    """Its player writes and uses powers; another player reads them; the referee edits and copies."""
    host.act(WritePower(ULF, Power("Light", "as a torch", Duration.TURNS, 6, per_day=2)))
    host.act(WritePower(ULF, Power("Bolt", target=Target.FOE, save=SaveKind.EVASION, halves=True, damage="2d6", hp=1)))
    own = host.seated(TWO).get(f"/t/{TABLE}/people/{person(host.table, TWO, ULF)}", headers=HTML).text
    for words in (
        "Light",
        "6 turns",
        "2 of 2 today",
        "as a torch",
        "one foe; 2d6 damage; Evasion save for half",
        "costs 1 hit point",
        "write_power",
        "Buy gear",
    ):
        assert words in own
    assert "copy_character" not in own

    other = host.seated(ONE).get(f"/t/{TABLE}/people/{person(host.table, ONE, ULF)}", headers=HTML).text
    assert "6 turns" in other
    assert "write_power" not in other

    edit = host.seated(REFEREE).get(f"/t/{TABLE}/people/{ULF}/edit", headers=HTML)
    assert 200 == edit.status_code
    assert 'data-part="sheet.strength"' in edit.text
    assert "copy_character" in host.seated(REFEREE).get(f"/t/{TABLE}/people/{MAUD}", headers=HTML).text
    theirs = person(host.table, TWO, ULF)
    assert 403 == host.seated(TWO).get(f"/t/{TABLE}/people/{theirs}/edit", headers=HTML).status_code


def _form(client: httpx.Client, tag: str, given: Mapping[str, object] | None = None) -> str:
    answer = client.get(f"/t/{TABLE}/forms/{tag}", params={"given": json.dumps(given or {})}, headers=HTML)
    assert 200 == answer.status_code
    return answer.text


def _read(form: str) -> str:
    """The words of a form that a person reads."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", form)).split())


def test_forms_of_characters_ask_in_words(host: Host) -> None:
    """Numbers by book and name, classes as the book has them, and what it means to leave a choice open."""
    numbers = _form(host.seated(REFEREE), "set_sheet", {"who": MAUD})
    assert "Delving: CHA modifier" in _read(numbers)
    assert "Sovereign: evasion save" in _read(numbers)
    assert not re.findall(r"\b(?:delving_\w+|\w+_mod|str_|int_|fp_max|\w+_\w+)\b", _read(numbers))
    assert 'label="Die Hard: +2 hit points a level' in numbers
    assert "Delving: " not in _form(host.seated(ONE), "set_sheet", {"who": MAUD})

    sheet = _form(host.seated(REFEREE), "edit_sheet", {"who": MAUD})
    for part in ("sheet.strength", "sheet.character_class", "sheet.feats", "sheet.skills"):
        assert f'data-part="{part}"' in sheet
    assert not re.findall(r'<input class="input"[^>]*data-shape="json"', sheet)
    person = _form(host.seated(REFEREE), "add_person")
    assert "Warrior/Mage" in _read(person)
    assert 'data-when-kind="another"' in person

    quick = _read(_form(host.seated(ONE), "quick_character"))
    for words in ("The class of the pack", "Warrior/Expert"):
        assert words in quick
    assert "partial" not in quick.lower()
    made = _read(_form(host.seated(ONE), "create_character"))
    for words in ("Choose later", "Expert/Mage", "Notice"):
        assert words in made
    assert "the same player" in _read(_form(host.seated(REFEREE), "copy_character", {"who": MAUD}))
    power = _read(_form(host.seated(ONE), "write_power", {"who": MAUD}))
    assert "Uses per day" in power
    assert "last use" not in power


@pytest.mark.parametrize("book", WAYS)
def test_undercroft_rolls_a_character_of_each_book(book: str) -> None:
    """One tap sends the page's form and rolls every die; only what the book leaves to the player is asked."""
    with hosting(replace(begin(), people=(), things=(), party=())) as host:
        player = host.seated(ONE)
        assert "Roll my own dice" in player.get(f"{NEW}?book={book}", headers=HTML).text
        command = {"kind": "create_character", "seat": ONE, "name": "Edda", "way": wire.plain(WAYS[book])}
        answers = [_sent(player, command)]
        while wanted := next(iter(host.table.now.wanted.values()), None):
            question = wanted.questions[0]
            assert isinstance(question.question, Choice), "a die was left to the player"
            assert "data-answer" in player.get(NEW, headers=HTML).text
            answer = {"kind": "answer", "wanted": wanted.id, "ruling": question.ruling}
            answers.append(_sent(player, {**answer, "answers": [question.question.options[-1]]}))
        assert QUESTIONS[book] == len(answers) - 1
        person = host.table.now.people[PersonId("edda-one")]
        assert person.hp == person.hp_max > 0
        assert coins(host.table.now, person.id) > 0
        assert person.id not in host.table.now.present
        assert about("ask_to_join").on_button in player.get(NEW, headers=HTML).text
        _sent(player, {"kind": "ask_to_join", "who": known_ids.person(host.table, ONE, person.id)})
        assert host.table.now.people[person.id].waits
        assert "Buy gear" in player.get(NEW, headers=HTML).text


@pytest.mark.parametrize("book", WAYS)
def test_everything_at_random_is_one_tap_by_each_book(book: str) -> None:
    """Nothing is asked; each choice is shown with its options, and the form is closed."""
    with hosting(replace(begin(), people=(), things=(), party=())) as host:
        player = host.seated(ONE)
        page = player.get(f"{NEW}?book={book}", headers=HTML).text
        assert "Everything at random" in page
        assert re.search(r'id="new-after-0" open', page)
        name = json.loads(html.unescape(re.findall(r"data-if-empty='([^']+)'", page)[0]))["name"]
        way = wire.plain(WAYS[book])
        _sent(player, {"kind": "create_character", "seat": ONE, "name": name, "way": way, "random": True})
        assert {} == host.table.now.wanted
        (person,) = host.table.now.people.values()
        assert len(host.table.now.carried_by(person.id)) > 1

        page = player.get(NEW, headers=HTML).text
        assert re.search(r'id="new-after-1">', page)
        shown = re.findall(r'data-command-form="change_choice" aria-label="([^"]+) of', page)
        first = {
            "sovereign": "Raise one to 14",
            "violence": "Swap two attributes",
            "delving": "STR",
            "neverwhere": "Str",
        }
        assert first[book] == shown[0]
        assert re.search(r'<p class="detail">[^<]*(?:torch|lantern)', page)
        for seat in (ONE, TWO):
            at = f"/t/{TABLE}/people/{known_ids.person(host.table, seat, person.id)}"
            answer = host.seated(seat).get(at, headers=HTML)
            assert (200, seat == ONE) == (answer.status_code, "change_choice" in answer.text)


def test_a_quick_character_is_one_tap(host: Host) -> None:
    """Of Sovereign, with gear, and nothing is asked."""
    _sent(host.seated(ONE), {"kind": "quick_character", "seat": ONE, "name": "Edda"})
    assert {} == host.table.now.wanted
    assert [*host.table.now.carried_by(PersonId("edda-one"))]


def _sent(client: httpx.Client, command: Mapping[str, object]) -> httpx.Response:
    answer = client.post(f"/api/tables/{TABLE}/commands", json={"command": command, "key": json.dumps(command)[:60]})
    assert 200 == answer.status_code, answer.text
    assert not answer.json().get("refused"), answer.text
    return answer
