"""An encounter and a chase in a browser: the odds of every stance, what they do, and the way back to the turn."""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import brawl
from tests.browser.brawl import PARTY
from tests.browser.browsing import unsound, violations
from tests.browser.tabling import TABLE, Hall, hall_in
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.demo import campaign as demo
from undercroft.kernel.units import SeatId
from undercroft.table.encounter.stance import OthersDid, TakeStance
from undercroft.table.engine.wanted_dice import LayTray
from undercroft.table.odds import until
from undercroft.table.state.scenes import Chase, EncounterScene
from undercroft.table.state.seats import REFEREE

PLAYER = brawl.ANSGARS


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The demo's party in its dungeon faces four pilgrims."""
    with hall_in(browser, tmp_path, demo()) as opened:
        brawl.met(opened, hp=4711)
        yield opened


def test_talk_is_chosen_by_its_odds(hall: Hall) -> None:
    """What stands on the cards is the engine's; N asks first; a die on the tray has them talk, and it ends."""
    chances = until(hall.table.now, TakeStance(PARTY, Choice.TALK), OthersDid)
    talks = (chance for did, chance in chances.items() if isinstance(did, OthersDid) and did.does is Response.TALK)
    talk = sum(talks, Fraction(0))
    page = hall.sit()
    expect(page.locator(".top nav [aria-current]")).to_have_text("Encounter")
    card = page.locator(".stance", has_text="Talk").first
    expect(card.locator(".is-talk .fraction")).to_have_text(f"{talk.numerator}/{talk.denominator}")
    page.keyboard.press("n")
    expect(page.locator("#sheet .asking-what")).to_have_text("Nobody has dealt with the pilgrims yet.")
    page.get_by_role("button", name="Go back").click()
    expect(page.locator("#sheet")).to_be_hidden()
    hall.act(LayTray((6, 6)))
    hall.settled(page)
    page.keyboard.press("2")
    expect(page.locator(".meeting-says")).to_have_text("They are willing to talk.")
    expect(page.get_by_role("button", name=re.compile("Parley"))).to_be_visible()
    page.get_by_role("button", name=re.compile("End encounter")).click()
    expect(page.locator("#panel-strip .strip-number")).to_be_visible()


def test_those_who_are_chased_see_who_comes(hall: Hall) -> None:
    """The referee has them give chase; the screen shows the odds; called off, the party is out by the entrance.

    A phone that was scrolled down sees the new scene from its top.
    """
    page, phone = hall.sit(), hall.sit(PLAYER, {"width": 390, "height": 844})
    phone.evaluate("scrollTo(0, 400)")
    assert phone.evaluate("scrollY") > 0
    hall.act(TakeStance(PARTY, Choice.RUN, Response.CHASE))
    assert isinstance(hall.table.now.groups[PARTY].scene, Chase)
    expect(phone.locator("main")).to_have_attribute("data-screen", "chase")
    assert 0 == phone.evaluate("scrollY")
    expect(page.locator("#panel-reaction h2")).to_have_text("4 pilgrims come after the party")
    expect(page.locator(".stance").first).to_contain_text("caught")
    expect(page.locator(".starts tbody th")).to_have_text(
        ["none +2 now", "1 round +1", "2 to 6 rounds +0", "more than 6 rounds −2"]
    )
    rolls = re.compile("^Roll the chase: Enraged pursuit, head start 1 round")
    expect(page.get_by_role("button", name=rolls)).to_be_visible()
    assert [] == violations(page)
    expect(phone.locator(".starts")).to_have_count(0)
    expect(phone.locator("#panel-reaction tbody tr")).to_have_count(6)
    expect(phone.locator("#panel-reaction h2")).to_have_text("4 pilgrims come after the party")
    expect(phone.locator(".stance")).to_have_count(0)
    page.get_by_role("button", name=re.compile("Call the chase off")).click()
    expect(page.locator("#panel-reaction")).to_have_count(0)
    assert hall.table.now.groups[PARTY].site is None


def test_players_know_of_others_what_they_see(hall: Hall) -> None:
    """No Hit Dice, no armour, no health, no odds."""
    assert isinstance(hall.table.now.groups[PARTY].scene, EncounterScene)
    page = hall.sit(PLAYER)
    expect(page.locator("#panel-reaction h2")).to_have_text("4 pilgrims")
    for name in ("encounter", "reaction", "room", "log"):
        text = page.request.get(f"/t/{TABLE}/panels/{name}", headers={"Accept": "text/html"}).text()
        assert "4711" not in text, name
        assert "HD 1" not in text, name


@pytest.mark.parametrize("seat", [REFEREE, PLAYER])
def test_an_encounter_for_every_eye_at_every_width(hall: Hall, seat: SeatId) -> None:
    """Axe finds nothing in the light and the dark, wide and on a phone, and nothing reaches beyond the edge."""
    page = hall.sit(seat)
    assert [] == unsound(page)


def test_a_line_becomes_an_encounter_in_one_act(browser: Browser, tmp_path: Path) -> None:
    """The scale is answered once, hit points and reaction are typed, the rest is rolled; one undo takes all of it."""
    with hall_in(browser, tmp_path, demo()) as hall:
        page = hall.sit()
        page.goto(f"{hall.address}/t/{TABLE}/prepare/creatures")
        page.locator("#creature-line").fill("2 votaries HD 2 AC 5 1d8 ML 7")
        ascending = page.get_by_role("button", name="Ascending, 10 is no armour")
        expect(ascending).to_be_disabled()
        expect(ascending).to_contain_text("5 is under 10")
        page.get_by_role("button", name="Old, 9 is no armour").click()
        expect(page.get_by_role("button", name="Old, 9 is no armour")).to_have_attribute("aria-pressed", "true")
        plan = page.locator("#line-read")
        plan.get_by_label("Hit points").fill("5 6")
        plan.get_by_label("Reaction").fill("9")
        assert [] == violations(page)
        page.get_by_role("button", name="Start encounter: 2 votaries").click()
        page.get_by_role("link", name="Go to the encounter").first.click()
        expect(page.locator("#panel-reaction h2")).to_have_text("2 votaries")
        scene = hall.table.now.groups[PARTY].scene
        assert isinstance(scene, EncounterScene)
        assert scene.others is not None
        assert (4, (5, 6), 9) == (scene.others.ac, scene.others.hp, scene.total)
        page.keyboard.press("Control+z")
        expect(page.locator("#panel-reaction")).to_have_count(0)
        assert hall.table.now.groups[PARTY].scene is None
