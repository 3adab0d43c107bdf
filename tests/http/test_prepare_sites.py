"""Sites over HTTP: an outline is read while it is typed, kept in the draft, and put into play."""

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from tests.http.hosting import TABLE, Host, hosting
from tests.table.small_site import CRYPT, OAK, ONE
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.preparing.draft import ChangeNow, PlayIt
from undercroft.table.state.changes import DoorChange, FeatureChange
from undercroft.table.state.ids import FeatureId, SiteId, ZoneId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import DoorState, Shape
from undercroft.table.world.groups import MAIN

HTML = {"accept": "text/html"}
PAGE = f"/t/{TABLE}/prepare/sites"
SITE = SiteId("the-drowned-mill")
MILL = """\
# The Drowned Mill

1 Mill yard, lit
  > 2 plank door, stuck

2 Grinding floor
  6 rats HD 1/2 1d3
  ? a loose brick: 12 sp
"""


@pytest.fixture
def host() -> Iterator[Host]:
    """A server with one table."""
    with hosting() as running:
        yield running


class Screen:
    """The page of a site in one browser."""

    def __init__(self, client: httpx.Client, site: str = "") -> None:
        self.client = client
        page = client.get(f"{PAGE}?{f'site={site}' if site else 'new'}", headers=HTML).text
        self.site = site
        self.base: str = json.loads(_within(page, r'id="site-base">(.*?)</script>'))
        self.text = _unescaped(_within(page, r"<textarea id=\"outline\".*?>(.*?)</textarea>"))
        self.kept = self.text

    def write(self, text: str | None = None, **more: object) -> dict[str, Any]:
        """Type an outline, or change something beside it."""
        self.text = self.text if text is None else text
        body = {"site": self.site, "text": self.text, "base": self.base, "kept": self.kept, **more}
        answer = self.client.post(f"{PAGE}/write", content=json.dumps(body))
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        self.site = told["site"] or self.site
        self.text = told["text"] or self.text
        self.base = told["base"] or self.base
        if told["kept"] or told["text"]:
            self.kept = self.text
        return told


def _within(page: str, pattern: str) -> str:
    found = re.search(pattern, page, re.DOTALL)
    assert found is not None, pattern
    return found[1]


def _unescaped(text: str) -> str:
    return text.replace("&gt;", ">").replace("&#39;", "'").replace("&#34;", '"').replace("&amp;", "&")


def test_the_page_is_for_the_referee(host: Host) -> None:
    """A player is refused the page and the reading."""
    assert 200 == host.seated(REFEREE).get(PAGE, headers=HTML).status_code
    assert 403 == host.seated(ONE).get(PAGE, headers=HTML).status_code
    assert 403 == host.seated(ONE).post(f"{PAGE}/write", content=json.dumps({"text": MILL})).status_code


def test_an_outline_is_read_without_being_kept(host: Host) -> None:
    """The map and the card show what is typed; the draft does not have it."""
    told = Screen(host.seated()).write(MILL)
    assert "Grinding floor" in told["parts"]["map"]
    assert "Mill yard" in told["parts"]["card"]
    assert not host.table.now.draft
    assert {"room", "exit", "creatures"} <= {mark["sort"] for mark in told["marks"]}


def test_an_outline_is_kept_and_played_in(host: Host) -> None:
    """It waits in the draft until it is played in; then the site is there under the id of its name."""
    screen = Screen(host.seated())
    told = screen.write(MILL, keep=True)
    assert told["kept"]
    assert SITE == told["site"]
    assert "1 Mill yard added" in told["parts"]["draft"]
    assert SITE not in host.table.now.sites
    host.act(PlayIt())
    site = host.table.now.sites[SITE]
    assert ["Mill yard", "Grinding floor"] == [zone.name for zone in site.zones.values()]
    assert not screen.write(keep=True)["clashes"]
    assert "Everything is in play" in screen.write()["parts"]["draft"]


def test_ids_stay_while_the_same_outline_is_kept_again(host: Host) -> None:
    """Nothing that is in the draft already is taken for a thing elsewhere."""
    screen = Screen(host.seated())
    screen.write(MILL, keep=True)
    drafted = set(host.table.now.draft)
    told = screen.write(MILL + "\n3 Cellar\n  > 2 trapdoor\n", keep=True)
    assert told["base"] is None
    assert drafted < set(host.table.now.draft)


def test_a_room_in_play_keeps_its_id_under_another_name(host: Host) -> None:
    """On the screen that it was first typed on, too."""
    screen = Screen(host.seated())
    screen.write(MILL, keep=True)
    host.act(PlayIt())
    screen.write(keep=True)
    assert screen.text == MILL
    told = screen.write(MILL.replace("2 Grinding floor", "2 Millstone room"), keep=True)
    assert "name “Grinding floor”, now “Millstone room”" in told["parts"]["draft"]
    assert {"sites/the-drowned-mill/zones/grinding-floor"} == set(host.table.now.draft)


def test_a_field_of_the_card_changes_the_site_and_its_outline(host: Host) -> None:
    """What the outline shows is written there; what it does not show is kept beside it."""
    screen = Screen(host.seated())
    screen.write(MILL, keep=True)
    read_aloud = {"sort": "room", "id": "mill-yard", "field": "glance", "value": "Nettles to the waist."}
    told = screen.write(keep=True, edits=[read_aloud])
    assert told["text"] is None
    assert "Nettles to the waist." in told["parts"]["card"]
    door = next(mark["id"] for mark in told["marks"] if mark["sort"] == "exit")
    told = screen.write(keep=True, edits=[{"sort": "exit", "id": door, "field": "state", "value": "locked"}])
    assert "> 2 plank door, locked" in told["text"]
    host.act(PlayIt())
    site = host.table.now.sites[SITE]
    assert "Nettles to the waist." == site.zones[ZoneId("mill-yard")].glance
    assert "locked" == site.doors[door].state


def test_a_dragged_room_keeps_its_place(host: Host) -> None:
    """A place on the map is pinned, whatever is typed afterwards."""
    screen = Screen(host.seated())
    screen.write(MILL, keep=True)
    place = {"sort": "room", "id": "grinding-floor", "field": "shape", "value": "x 20, y 9, width 6, height 3"}
    screen.write(keep=True, edits=[place])
    screen.write(screen.text + "\n3 Cellar\n  > 2 trapdoor\n", keep=True)
    host.act(PlayIt())
    shape = host.table.now.sites[SITE].zones[ZoneId("grinding-floor")].shape
    assert (20, 9, 6, 3) == (shape.x, shape.y, shape.width, shape.height)


def test_the_encounter_table_is_typed(host: Host) -> None:
    """Rows with numbers make creatures, rows of the bestiary name theirs, and any other row is an event."""
    screen = Screen(host.seated())
    screen.write(MILL, keep=True)
    rows = "2d4 bats HD 1/4 1d2\n1d6 goblins\nthe wheel turns"
    told = screen.write(keep=True, edits=[{"sort": "site", "id": "", "field": "encounters", "value": rows}])
    assert "33.3\xa0%" in told["parts"]["head"]
    host.act(PlayIt())
    site = host.table.now.sites[SITE]
    assert [("bats", "2d4"), ("goblins", "1d6"), ("the wheel turns", "1")] == [
        (row.name, row.count) for row in site.encounters
    ]
    assert site.encounters[0].creatures in site.creatures
    assert "goblin" == site.encounters[1].creatures
    assert site.encounters[2].creatures is None


def test_the_numbers_of_a_printed_encounter_table_are_those_of_the_die(host: Host) -> None:
    """A table is typed as it is printed: a row with a range comes for each of its numbers, a plain count is a count."""
    screen = Screen(host.seated())
    screen.write(MILL, keep=True)
    rows = "1-2 2d4 goblins\n3. 2 bandits\n4) the wheel stops\n5 1 ghost"
    told = screen.write(keep=True, edits=[{"sort": "site", "id": "", "field": "encounters", "value": rows}])
    assert "1d5" in told["parts"]["head"]
    host.act(PlayIt())
    assert [
        ("goblins", "2d4", "goblin"),
        ("goblins", "2d4", "goblin"),
        ("bandits", "2", "bandit"),
        ("the wheel stops", "1", None),
        ("ghost", "1", "ghost"),
    ] == [(row.name, row.count, row.creatures) for row in host.table.now.sites[SITE].encounters]


def test_two_screens_lose_no_word(host: Host) -> None:
    """Other fields are put together; the same field is asked again, with both words at hand."""
    one = Screen(host.seated())
    one.write(MILL, keep=True)
    two = Screen(host.seated(), "the-drowned-mill")
    one.write(one.text.replace("plank door, stuck", "plank door, locked"), keep=True)
    told = two.write(two.text.replace("Grinding floor", "Grinding loft"), keep=True)
    assert "plank door, locked" in told["text"]
    assert "Grinding loft" in told["text"]
    told = one.write(one.text.replace("Grinding floor", "Millstone room"), keep=True)
    assert told["clashes"]
    assert "Grinding" in told["clashes"][0]
    assert "Millstone room" in one.text
    told = one.write(keep=True, mine=True)
    assert not told["clashes"]
    drafted = [change.after for change in host.table.now.draft.values()]
    assert "Millstone room" in {getattr(part, "name", "") for part in drafted}


def test_what_players_saw_and_what_play_changed_are_asked(host: Host) -> None:
    """Players who saw it are told only if the referee says so, and where play went on, play's version comes first."""
    host.act(EnterSite(MAIN, CRYPT))
    screen = Screen(host.seated(), CRYPT)
    told = screen.write(screen.text.replace("oak door, locked 9", "oak door, stuck"), keep=True)
    assert "Tell them" in told["parts"]["draft"]
    assert "Keep play's" not in told["parts"]["draft"]
    door = host.table.now.sites[CRYPT].doors[OAK]
    host.act(ChangeNow((DoorChange(CRYPT, door, replace(door, state=DoorState.OPEN)),)))
    told = screen.write(keep=True)
    assert "Keep play's" in told["parts"]["draft"]
    assert "oak door, stuck" in screen.text
    host.act(PlayIt())
    assert DoorState.OPEN == host.table.now.sites[CRYPT].doors[OAK].state
    told = screen.write(keep=True)
    assert "oak door, open" in screen.text


def test_the_margin_says_what_play_has_changed(host: Host) -> None:
    """A found feature and an opened door are marked at their lines, which the draft has as they were."""
    host.act(EnterSite(MAIN, CRYPT))
    screen = Screen(host.seated(), CRYPT)
    screen.write(screen.text.replace("oak door, locked 9", "iron door, locked 9"), keep=True)
    site = host.table.now.sites[CRYPT]
    door, slide = site.doors[OAK], site.features[FeatureId("slide")]
    host.act(
        ChangeNow(
            (
                DoorChange(CRYPT, door, replace(door, state=DoorState.OPEN)),
                FeatureChange(CRYPT, slide, replace(slide, found=True)),
            )
        )
    )
    played = {mark["id"]: mark["played"] for mark in screen.write()["marks"] if mark["played"]}
    assert {OAK: "now open", "slide": "found"} == played


def test_the_map_tells_hidden_exits_from_secret_ones(host: Host) -> None:
    """Each has its own word beside its door."""
    told = Screen(host.seated()).write(MILL + "\n3 Race\n  ?> 2 loose boards\n\n4 Vault\n  *> 2 turning stone\n")
    assert ["hidden", "secret"] == re.findall(r'<text class="door-label[^>]*>(hidden|secret)<', told["parts"]["map"])


def test_a_drawn_room_gets_its_place_by_its_number(host: Host) -> None:
    """It has no id yet when it is drawn; a number that no room has is refused."""
    screen = Screen(host.seated())
    screen.write(MILL, keep=True)
    place = {"sort": "room", "id": "", "number": "3", "field": "shape", "value": "x 9, y 8, width 7, height 6"}
    screen.write(MILL + "\n3 Cellar\n", keep=True, edits=[place])
    host.act(PlayIt())
    assert Shape(9, 8, 7, 6) == host.table.now.sites[SITE].zones[ZoneId("cellar")].shape
    body = {"site": SITE, "text": MILL, "base": screen.base, "edits": [{**place, "number": "44"}], "keep": True}
    answer = host.seated().post(f"{PAGE}/write", content=json.dumps(body))
    assert "that is no longer in the site" in answer.text


def test_a_player_is_told_nothing_of_a_draft(host: Host) -> None:
    """No word of it is in anything that a seat knows."""
    host.act(EnterSite(MAIN, CRYPT))
    screen = Screen(host.seated(), CRYPT)
    screen.write(screen.text.replace("Cell", "Canary cage"), keep=True)
    assert "Canary cage" in str(host.table.now.draft)
    known = host.seated(ONE).get(f"/api/tables/{TABLE}").text
    assert "Canary cage" not in known


def test_a_line_that_cannot_be_used_has_a_note(host: Host) -> None:
    """With the change that mends it."""
    told = Screen(host.seated()).write(MILL.replace("2 plank door, stuck", "9 plank door"))
    assert any(note["line"] == 4 for note in told["notes"])
    assert "to mend" in told["parts"]["head"]


def test_a_broken_body_is_refused(host: Host) -> None:
    """With what to do."""
    answer = host.seated().post(f"{PAGE}/write", content=b"{")
    assert 400 <= answer.status_code < 500
    assert "load the page again" in answer.text
