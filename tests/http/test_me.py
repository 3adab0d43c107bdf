"""What a player holds in the hand."""

import json
import re
from importlib.resources import files

import pytest

from tests.http.seating import DAN, TABLE, give, room
from undercroft import demo
from undercroft.faces.web.live.panels.panel import Panel
from undercroft.faces.web.live.panels.screens import PANELS
from undercroft.faces.web.live.viewer.viewer import PanelReader
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.body.condition import GiveCondition
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.referee.adjust import Adjust
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.state.ids import PersonId, SiteId, ThingId
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp


def test_the_light_that_someone_else_carries() -> None:
    """Who has no light of their own reads by which one they see, and that there is none when there is none."""
    with room() as hall:
        hall.act(EnterSite(MAIN, SiteId("chapel")))
        dan = hall.sit(DAN)
        assert '<span class="detail">dark, no light</span>' in dan.get(f"/t/{TABLE}/panels/me").text
        hall.act(LightUp(PersonId("tam"), ThingId("torches")))
        assert (
            '<span class="detail">torch light 30\N{NO-BREAK SPACE}ft, 6 turns</span>'
            in dan.get(f"/t/{TABLE}/panels/me").text
        )


def test_a_player_whose_character_died_reads_how_to_make_another() -> None:
    """The card of the dead leads to a new character, on the page and when its panel is drawn again."""
    with room() as hall:
        hall.act(EnterSite(MAIN, SiteId("chapel")))
        mine = next(who for who, person in hall.table.now.people.items() if person.seat == DAN)
        hall.act(Adjust(Adjustable.PERSON, mine, "alive", value=False, reason="a fall"))
        dan = hall.sit(DAN)
        assert "Make another character" in dan.get(f"/t/{TABLE}/panels/me").text


def test_a_character_who_cannot_act_reads_so_in_every_place_and_how_long() -> None:
    """Not that there is no door to listen at, or nothing to take: others in the room have both."""
    with room() as hall:
        hall.act(EnterSite(MAIN, SiteId("chapel")))
        mine = next(who for who, person in hall.table.now.people.items() if person.seat == DAN)
        hall.act(GiveCondition(mine, "incapacitated", Seconds(600)))
        dan = hall.sit(DAN)
        actions = dan.get(f"/t/{TABLE}/panels/actions").text
        assert 8 == actions.count(" cannot act: incapacitated.")
        assert "no door to listen at" not in actions
        assert "Incapacitated, 10 min<" in dan.get(f"/t/{TABLE}/panels/me").text


def test_the_key_of_the_referees_map_has_every_sign() -> None:
    """Triangles, pairs of circles and crosses are explained too."""
    with room() as hall:
        hall.act(EnterSite(MAIN, SiteId("chapel")))
        drawn = hall.sit(REFEREE).get(f"/t/{TABLE}/panels/map").text
        signs = ("found", "hidden", "secret", "unseen", "trap", "creatures", "obstacle")
        assert [] == [sign for sign in signs if not re.search(rf"</svg>\s+{sign}\b", drawn)]


USED = re.compile(r"\bviewer\.(\w+)")
INCLUDED = re.compile(r'{%-? (?:include|extends|from) "([^"]+)"')


def _with_parts(template: str) -> set[str]:
    """A template and all that it includes."""
    loader = files("undercroft.faces.web") / "templates"
    parts, found = [template], set[str]()
    while parts:
        name = parts.pop()
        if name not in found:
            found.add(name)
            parts += INCLUDED.findall((loader / name).read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("panel", PANELS.values(), ids=lambda panel: panel.name)
def test_a_panel_uses_only_what_its_reader_has(panel: Panel) -> None:
    """A rare branch of a template that reads more would fail only when it is needed."""
    loader = files("undercroft.faces.web") / "templates"
    used = {
        name
        for part in _with_parts(panel.template)
        for name in USED.findall((loader / part).read_text(encoding="utf-8"))
    }
    assert set() == {name for name in used if not hasattr(PanelReader, name)}


ANSGARS = SeatId("seat-2")
CHAIN = re.compile(r'Chain\s+<span class="caption muted">(worn|not worn)</span>')
UNDO = '{"kind":"undo_own"}'


def test_armour_in_the_pack_is_not_worn_and_a_slip_is_undone_beside_the_gear() -> None:
    """The gear says it, where the button to undo stands while the last act was done with gear, and no longer."""
    with room(demo.campaign()) as hall:
        phone = hall.sit(ANSGARS)

        def gear() -> str:
            return phone.get(f"/t/{TABLE}/panels/gear").text

        page = gear()
        assert (["worn"], False) == (CHAIN.findall(page), UNDO in page)
        stow = re.findall(r"data-command='([^']*)'\s+aria-label=\"Stow Chain\"", page, re.IGNORECASE)
        give(phone, json.loads(stow[0]), "stow")
        page = gear()
        assert (["not worn"], True) == (CHAIN.findall(page), UNDO in page)
        give(phone, json.loads(UNDO), "undo")
        page = gear()
        assert (["worn"], False) == (CHAIN.findall(page), UNDO in page)
        give(phone, {"kind": "note", "text": "Home by six.", "seat": ANSGARS}, "note")
        assert UNDO not in gear()
        assert UNDO in phone.get(f"/t/{TABLE}/panels/actions").text


def test_a_player_is_asked_before_they_drop_what_nobody_finds_again() -> None:
    """Where there is no map, and only there."""
    gone = 'data-confirms="There is no map here: what is dropped is gone for good."'
    with room() as hall:
        dan, referee = hall.sit(DAN), hall.sit(REFEREE)
        assert gone in dan.get(f"/t/{TABLE}/panels/gear").text
        assert "gone for good" not in referee.get(f"/t/{TABLE}/panels/gear").text
        hall.act(EnterSite(MAIN, SiteId("chapel")))
        page = dan.get(f"/t/{TABLE}/panels/gear").text
        assert (True, False) == ("Drop" in page, "gone for good" in page)
