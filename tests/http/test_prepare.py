"""Preparing over HTTP: the bestiary and the random tables, for the referee alone."""

import html
import json
import re
from collections.abc import Iterator

import pytest

from tests.http.hosting import TABLE, Host, hosting
from tests.table.small_site import ONE
from undercroft.kernel import wire
from undercroft.table.preparing.draft import PlayIt, Prepare
from undercroft.table.state.changes import MonsterChange
from undercroft.table.state.seats import REFEREE

HTML = {"accept": "text/html"}
PAGES = (f"/t/{TABLE}/prepare/creatures", f"/t/{TABLE}/prepare/tables")


@pytest.fixture
def host() -> Iterator[Host]:
    """A server with one table."""
    with hosting() as running:
        yield running


def offered(page: str) -> dict[str, object]:
    """The command of the first button."""
    found = re.search(r'data-command="([^"]+)"', page)
    assert found is not None, page
    command: dict[str, object] = json.loads(html.unescape(found[1]))
    return command


def commands_in(page: str) -> list[dict[str, object]]:
    """The commands of all buttons."""
    return [json.loads(html.unescape(found)) for found in re.findall(r'data-command="([^"]+)"', page)]


def drafted(page: str) -> Prepare:
    """The change that the first button drafts."""
    command: Prepare = wire.from_plain(Prepare, offered(page))
    return command


def test_preparing_is_for_the_referee(host: Host) -> None:
    """A player is refused every page and every reading."""
    for page in PAGES:
        assert 200 == host.seated(REFEREE).get(page, headers=HTML).status_code
        assert 403 == host.seated(ONE).get(page, headers=HTML).status_code
        assert 403 == host.seated(ONE).post(f"{page}/read", content="x", headers=HTML).status_code


def test_a_line_becomes_a_monster(host: Host) -> None:
    """With its chances to hit, and a button that keeps it."""
    read = host.seated(REFEREE).post(f"{PAGES[0]}/read", content="4 votaries HD 2 AC 5 1d8 ML 7", headers=HTML).text
    for words in ("Votary", "13 or less, over AC", "65\xa0%", "13/20"):
        assert words in read
    host.act(drafted(read))
    page = host.seated(REFEREE).get(PAGES[0], params={"id": "votary"}, headers=HTML).text
    for words in ("yours", "Not in play yet", "Votary in the bestiary added", "Play it", "Keep Votary"):
        assert words in page
    assert {} == host.table.now.bestiary
    host.act(PlayIt())
    kept = next(iter(host.table.now.bestiary.values()))
    assert ("votary", "Votary", "Votaries", 5, "1d8") == (kept.id, kept.name, kept.plural, kept.ac, kept.damage)
    assert "Everything is in play." in host.seated(REFEREE).get(PAGES[0], headers=HTML).text


def test_a_line_that_is_kept_already_makes_no_second_monster(host: Host) -> None:
    """The same line again is in the bestiary; other numbers change the monster of that name."""
    read = f"/t/{TABLE}/prepare/creatures/read"
    page = host.seated(REFEREE).post(read, content="3 mill eels HD 1 1d4", headers=HTML).text
    host.act(drafted(page))
    again = host.seated(REFEREE).post(read, content="3 mill eels HD 1 1d4", headers=HTML).text
    assert "in the bestiary" in again
    assert "Keep in the bestiary" not in again
    other = host.seated(REFEREE).post(read, content="3 mill eels HD 2 1d4", headers=HTML).text
    assert "Change Mill eel" in other
    host.act(drafted(other))
    host.act(PlayIt())
    assert [("Mill eel", "2")] == [(kept.name, str(kept.hd)) for kept in host.table.now.bestiary.values()]


def test_the_first_creature_is_shown_before_one_is_chosen(host: Host) -> None:
    """The page is never empty, and every distance is in the unit of its field."""
    page = host.seated(REFEREE).get(PAGES[0], headers=HTML).text
    assert "Roll an encounter" in page
    assert "on average 210 feet" in page


def test_the_scale_of_ac_is_asked_once_for_a_paste(host: Host) -> None:
    """An impossible scale says why; the scale that is chosen counts for every line, and for the encounter."""
    paste = "4 votaries HD 2 AC 5 1d8 ML 7 XP 20\n2 wolves HD 2 AC 7\n\n3 knights HD 3 AC 3 [16]"
    asked = host.seated(REFEREE).post(f"{PAGES[0]}/read", content=paste, headers=HTML).text
    for words in ("Which AC scale is the 5 and 7 from?", "5 is under 10", "stays 5 and 7", "AC 5, which scale?"):
        assert words in asked
    assert 1 == asked.count("Which AC scale")
    answered = host.seated(REFEREE).post(
        f"{PAGES[0]}/read", params={"scale": "descending"}, content=paste, headers=HTML
    )
    changes = [change for command in commands_in(answered.text) for change in wire.from_plain(Prepare, command).changes]
    kept = [change.after for change in changes if isinstance(change, MonsterChange) and change.after is not None]
    assert [("Votary", 4), ("Wolf", 2), ("Knight", 6)] == [(each.name, each.armour) for each in kept]
    assert (7, 20, "") == (kept[0].morale, kept[0].xp, kept[0].notes)
    one = (
        host.seated(REFEREE)
        .post(f"{PAGES[0]}/read", params={"scale": "descending"}, content="4 votaries HD 2 AC 5", headers=HTML)
        .text
    )
    assert 'value="&#34;descending&#34;"' in one
    assert "Start encounter: 4 votaries" in one


def test_an_ac_of_sixteen_is_no_old_ac(host: Host) -> None:
    """The same question the other way round."""
    read = host.seated(REFEREE).post(f"{PAGES[0]}/read", content="2 knights HD 3 AC 16", headers=HTML).text
    assert "16 is over 9" in read
    assert "AC 6 here" in read


def test_a_monster_of_the_bestiary_shows_its_encounter(host: Host) -> None:
    """Its number and hit points as dice, and Hit Dice as people write them."""
    page = host.seated(REFEREE).get(PAGES[0], params={"id": "goblin"}, headers=HTML).text
    for words in ("Roll an encounter", "2d4 Goblins", "1d6-1 each", 'value="1"'):
        assert words in page
    assert "1/1" not in page


def test_a_line_that_is_not_understood_says_why(host: Host) -> None:
    """In place, and nothing is offered."""
    read = host.seated(REFEREE).post(f"{PAGES[0]}/read", content="4 gronks", headers=HTML).text
    assert "Their Hit Dice are missing" in read
    assert "data-command" not in read


def test_the_list_is_searched_by_name_and_kind(host: Host) -> None:
    """Undead finds the skeletons and not the goblins."""
    page = host.seated(REFEREE).get(PAGES[0], params={"q": "undead"}, headers=HTML).text
    assert "Skeleton" in page
    assert "Goblin" not in page
    assert "in its name" in host.seated(REFEREE).get(PAGES[0], params={"q": "gronk"}, headers=HTML).text


def test_a_pasted_table_is_read_with_its_hole_and_a_fix(host: Host) -> None:
    """8 has no row on 2d6; the fix widens a neighbour; kept, it can be changed again."""
    text = "2d6 Finds\n2-7 wax\n9-12 copper"
    read = host.seated(REFEREE).post(f"{PAGES[1]}/read", content=text, headers=HTML).text
    for words in ("13.9\xa0%", "No row", "Give it to 2-7", "2-8 wax"):
        assert words in read
    host.act(drafted(read))
    page = host.seated(REFEREE).get(PAGES[1], params={"id": "finds"}, headers=HTML).text
    for words in ("2d6 Finds", "once it is in play", "Keep the changes", "Roll table Finds added"):
        assert words in page
    assert "Roll in secret" not in page
    host.act(PlayIt())
    page = host.seated(REFEREE).get(PAGES[1], params={"id": "finds"}, headers=HTML).text
    assert "Roll in secret" in page
    again = host.seated(REFEREE).post(f"{PAGES[1]}/read", content=text.replace("copper", "gold"), headers=HTML).text
    assert "Keep the changes" in again
    host.act(drafted(again))
    assert (["tables/finds"], ["finds"]) == ([*host.table.now.draft], [*host.table.now.roll_tables])


def test_the_campaign_file_is_changed_and_kept_in_the_draft(host: Host) -> None:
    """Its changes are shown before they are kept; comments come back; a file with an error changes nothing."""
    page, referee = f"/t/{TABLE}/prepare/file", host.seated(REFEREE)
    text = referee.get(f"/t/{TABLE}/export", params={"as": "campaign", "draft": "yes"}).text
    assert html.escape(text.partition("\n")[0]) in referee.get(page, headers=HTML).text
    changed = text.replace("\n[seats", '\n# my own word\n[bestiary.ghoul]\nname = "Ghoul"\nhd = 2\n\n[seats', 1)
    read = referee.post(f"{page}/read", content=changed, headers=HTML).text
    for words in ("Ghoul in the bestiary added", "Keep in the draft"):
        assert words in read
    assert {} == host.table.now.draft
    kept = referee.post(f"{page}/keep", content=changed)
    assert (200, {"changes": 1}, ["bestiary/ghoul"]) == (kept.status_code, kept.json(), [*host.table.now.draft])
    assert "# my own word\n[bestiary.ghoul]" in referee.get(page, headers=HTML).text
    broken = changed.replace("hd = 2", "hd = 0")
    read = referee.post(f"{page}/read", content=broken, headers=HTML).text
    for words in ("1 thing to mend", "bestiary.ghoul.hd", "nothing has 0 Hit Dice"):
        assert words in read
    assert "Keep in the draft" not in read
    assert 422 == referee.post(f"{page}/keep", content=broken).status_code
    for address in (page, f"/t/{TABLE}/export?as=campaign&draft=yes"):
        assert 403 == host.seated(ONE).get(address, headers=HTML).status_code
    for address in ("read", "keep"):
        assert 403 == host.seated(ONE).post(f"{page}/{address}", content=changed).status_code
