"""A fight in a browser: every die typed, by the referee and on a player's phone, until the turn goes on."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import brawl
from tests.browser.brawl import ANSGAR, ANSGARS, ISOLDE, PARTY, WILD
from tests.browser.browsing import COVERED, overflow, unsound
from tests.browser.tabling import PHONE, TABLE, Hall, hall_in
from undercroft.demo import campaign as demo
from undercroft.kernel.units import SeatId
from undercroft.table.engine.wanted_dice import LayTray, UseDice
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.fight.actions import PassGo
from undercroft.table.fight.foes import AddFoes, AimFoe
from undercroft.table.state.combatants import FoeState
from undercroft.table.state.ids import FoeId
from undercroft.table.state.scenes import SovereignTurn
from undercroft.table.state.seats import REFEREE, Throwing

A, B = FoeId("votaries-1"), FoeId("votaries-2")
ISOLDES = SeatId("seat-1")


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The demo's table, with nobody at it."""
    with hall_in(browser, tmp_path, demo()) as opened:
        yield opened


def two_votaries(hall: Hall) -> None:
    """Two votaries of little health; Maud, Ansgar and Bettany act before them, and Ansgar's player types dice."""
    hall.act(EnterSite(PARTY, brawl.OSSUARY))
    hall.throw(AddFoes(PARTY, "2 votaries HD 1 AC 5 1d8 hp 5"), 9, 4, 17, 19)
    hall.act(UseDice(ANSGARS, Throwing.TYPED))


def wanted(page: Page, title: str) -> None:
    """The dice that are asked for now."""
    expect(page.locator("#panel-wanted .wanted-title").first).to_contain_text(title, ignore_case=True)


def face(page: Page, *faces: int) -> None:
    """Choose these faces for what is wanted; the last sends them."""
    for place, number in enumerate(faces):
        page.locator("#panel-wanted [data-die]").nth(place).locator(f"input[value='{number}']").click(force=True)


def struck(page: Page, d20: int) -> None:
    """The face of the d20 is typed outside of fields, and Enter sends it."""
    page.locator("#main").focus()
    for digit in str(d20):
        page.keyboard.press(digit)
    expect(page.locator("[data-pad-field]")).to_have_value(str(d20))
    page.keyboard.press("Enter")


def test_a_fight_from_the_first_blow_to_the_next_turn(hall: Hall) -> None:
    """A Scar makes a blow exact, a foe dies, nerve holds by a laid die, Isolde falls and is saved, the turn goes on."""
    two_votaries(hall)
    assert 18 == brawl.attribute(hall, ANSGAR)
    page = hall.sit()
    page.get_by_role("link", name="Brother Ansgar").click()
    expect(page.locator("#panel-attack h2")).to_have_text("Brother Ansgar strikes Votary A")
    struck(page, 17)
    wanted(page, "Use a Scar on the attack roll?")
    page.get_by_role("button", name="Make it 18").click()
    wanted(page, "damage")
    face(page, 1)
    wanted(page, "Use a Scar on the damage roll?")
    page.get_by_role("button", name="Keep 2").click()
    expect(page.locator("#panel-attack")).to_contain_text("it costs no action")
    expect(page.locator(".fighter.is-target")).to_contain_text("stunned")
    struck(page, 12)
    wanted(page, "damage")
    face(page, 6)
    expect(page.locator(".round.is-now")).to_contain_text("Votary A slain")
    _their_nerve_holds(hall, page)
    _isolde_is_saved(hall, page)
    _the_other_dies(hall, page)


def _their_nerve_holds(hall: Hall, page: Page) -> None:
    """The die that lies ready counts when the round ends; a blow of the foe brings Isolde down."""
    expect(page.locator(".nerve-words")).to_have_text(re.compile(r"hold 50\s%\s+11 rally 5\s%\s+12.20 flee 45\s%"))
    page.get_by_label("Votaries, d20 for morale").fill("5")
    page.keyboard.press("Enter")
    expect(page.locator(".nerve-card")).to_contain_text("5 is set")
    hall.act(AimFoe(PARTY, B, ISOLDE))
    hall.act(LayTray((10, 8)))
    hall.settled(page)
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    expect(page.locator("#sheet .asking-what")).to_contain_text("Ending round 1 skips Maud Tarrow")
    page.get_by_role("button", name="End round 1 anyway").click()
    expect(page.locator(".rounds-number")).to_have_text("2")
    foe = brawl.fight(hall).foe(B)
    assert foe is not None
    assert foe.fights
    assert () == hall.table.now.tray


def _isolde_is_saved(hall: Hall, page: Page) -> None:
    """She has six rounds after that of her fall; Ansgar's kit and two dice save her."""
    expect(page.locator(".dying h2")).to_have_text("Isolde is dying")
    expect(page.locator(".dying tbody tr").first).to_have_text("2 8 8+ 5/12 41.7 %")
    expect(page.locator(".round.is-doom")).to_have_text(re.compile(r"^\s*7\s*Isolde dies at the end\s*$"))
    page.get_by_role("link", name="Brother Ansgar").click()
    page.get_by_role("button", name=re.compile("Stabilise Isolde Fenn")).click()
    wanted(page, "stabilising")
    face(page, 6, 5)
    expect(page.locator("[data-person=isolde]")).to_contain_text("Incapacitated")
    expect(page.locator(".dying")).to_have_count(0)
    hall.act(LayTray((WILD,)))
    hall.settled(page)
    page.get_by_role("button", name=re.compile("^End round 2")).click()
    page.get_by_role("button", name="End round 2 anyway").click()
    expect(page.locator(".rounds-number")).to_have_text("3")


def _the_other_dies(hall: Hall, page: Page) -> None:
    """With the last foe the fight is over, and the screen is the dungeon's again."""
    page.get_by_role("link", name="Brother Ansgar").click()
    struck(page, 12)
    wanted(page, "damage")
    face(page, 6)
    expect(page.locator("#panel-strip .strip-number")).to_be_visible()
    expect(page.locator(".top nav [aria-current]")).to_have_text("Dungeon")
    assert isinstance(hall.table.now.groups[PARTY].scene, SovereignTurn)


def test_the_table_of_odds_keeps_its_place_on_a_low_screen(hall: Hall) -> None:
    """The target's odds are in sight though Corvin is dying; the rarer actions are a click away, in one list.

    So are the last two lines of the log, and the die of the morale check.
    """
    brawl.fourth_round(hall)
    page = hall.sit()
    page.set_viewport_size({"width": 1280, "height": 800})
    assert [] == page.evaluate(COVERED, ".targets .is-target a")
    for shown in (page.locator(".nerve-form"), *page.locator(".log-live .log-what").all()[:2]):
        expect(shown).to_be_in_viewport(ratio=1)
    flee = page.locator(".or-row").get_by_role("button", name="Everybody flees")
    expect(flee).to_be_hidden()
    page.locator(".or-row").get_by_role("button", name="More actions").click()
    expect(flee).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(flee).to_be_hidden()
    page.locator(".or-row").get_by_role("button", name="More actions").click()
    page.locator("#further-goes").get_by_role("button", name="Light a torch").click()
    expect(flee).to_be_hidden()
    page.set_viewport_size({"width": 1920, "height": 1080})
    expect(flee).to_be_in_viewport(ratio=1)


def test_a_note_is_taken(hall: Hall) -> None:
    """The keys of forms open them in a fight too."""
    two_votaries(hall)
    page = hall.sit()
    expect(page.locator("#panel-attack h2")).to_be_visible()
    page.keyboard.press("y")
    expect(page.locator("#sheet [data-command-form=note]")).to_be_visible()


def test_a_blow_on_a_phone(hall: Hall) -> None:
    """A player taps the d20 and the damage; the foe is hurt, and the next of the block is to act."""
    two_votaries(hall)
    page = hall.sit(ANSGARS, PHONE)
    expect(page.locator("#panel-attack h2")).to_have_text("Brother Ansgar strikes Votary A")
    page.get_by_role("button", name="Votary B").click()
    expect(page.locator("#panel-attack h2")).to_have_text("Brother Ansgar strikes Votary B")
    page.locator("[data-face='12']").click()
    wanted(page, "damage")
    face(page, 6)
    page.locator("[data-tab-to=party]").click()
    expect(page.locator("#panel-order .fighter.is-out")).to_contain_text("Votary B")
    foe = brawl.fight(hall).foe(B)
    assert foe is not None
    assert FoeState.DEAD is foe.state
    page.locator("[data-tab-to=me]").click()
    expect(page.locator("#panel-attack h2")).to_have_text("Bettany Roake strikes Votary A")


def test_a_morale_check_ahead_fits_on_a_phone(hall: Hall) -> None:
    """Bettany is hurt: the line about her check wraps, and nothing is wider than the window."""
    brawl.begun(hall)
    hall.act(AimFoe(PARTY, brawl.VOTARIES[0], brawl.BETTANY))
    for who in (brawl.MAUD, ANSGAR):
        hall.act(PassGo(who))
    hall.throw(PassGo(brawl.BETTANY), 10, 2, WILD, WILD, WILD)
    page = hall.sit(SeatId("seat-3"), PHONE)
    expect(page.locator(".rounds-next")).to_contain_text("1 morale check at the end")
    assert 0 == overflow(page)
    box = page.locator(".rounds-next").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= PHONE["width"]


def test_a_line_of_foes_is_shown_as_understood_before_it_is_taken(hall: Hall) -> None:
    """While it is typed: what counts, what is not used, an AC of another scale, a word that is not understood."""
    two_votaries(hall)
    page = hall.sit()
    page.keyboard.press("a")
    line, preview = page.get_by_role("dialog").locator("[data-field=line] input"), page.locator("[data-foretold]")
    line.fill("3 goblins HD 1-1 AC 13 #A 2 1d4/1d6 ML 7")
    expect(preview.locator(".chip")).to_have_text(
        ["3 goblins", "HD 1-1", "AC 13", "2 attacks, damage 1d4/1d6", "hit points by the dice"]
    )
    expect(preview).to_contain_text("Not used in a fight: ML 7")
    expect(preview).to_contain_text("AC 13 is taken as it is. In a game where no armour is 10, it means AC 3 here.")
    line.fill("3 goblins HD 1-1 blue")
    expect(preview).to_contain_text("“blue” is not understood")
    assert 2 == len(brawl.fight(hall).foes)


def test_a_foes_hit_points_by_keys(hall: Hall) -> None:
    """Minus and plus are the target's: one point less, two, one more again; the button beside it does the same."""
    two_votaries(hall)
    page = hall.sit()
    page.locator("#main").focus()
    target = page.locator(".fighter.is-target")
    for key, health in (("-", 4), ("-", 3), ("+", 4)):
        page.keyboard.press(key)
        expect(target.locator(".fighter-hp b")).to_have_text(str(health))
    foe = brawl.fight(hall).foe(A)
    assert foe is not None
    assert 4 == foe.health
    target.get_by_role("button", name="Votary A gains a hit point").click()
    expect(target.locator(".fighter-hp b")).to_have_text("5")


def test_a_foe_is_set_on_someone(hall: Hall) -> None:
    """The order says whom each attacks; another name there sets it on them, and their side has the odds."""
    two_votaries(hall)
    page = hall.sit()
    row = page.locator(".fighter", has_text="Votary B")
    row.locator("[popovertarget]").click()
    row.get_by_role("button", name="Isolde", exact=True).click()
    expect(row.locator("[popovertarget]")).to_have_text("Votary B attacks: at Isolde")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator("#theirs > summary").click()
    theirs = page.locator(".theirs tbody tr", has_text="Votary B")
    expect(theirs.locator("td").first).to_have_text("Isolde Fenn")
    expect(theirs).to_be_in_viewport(ratio=1)
    expect(page.locator("#theirs")).to_contain_text("divide along the front again")
    foe = brawl.fight(hall).foe(B)
    assert foe is not None
    assert ISOLDE == foe.aim


def test_a_player_who_waits_sees_the_blow_to_come(hall: Hall) -> None:
    """Isolde acts after the foe: those before her are named, her odds by what armour may be are there, no die is."""
    two_votaries(hall)
    page = hall.sit(ISOLDES)
    expect(page.locator("#panel-attack .strike-wait")).to_contain_text("Still to act: Maud Tarrow, Brother Ansgar")
    expect(page.locator("#panel-attack")).to_contain_text("When your turn comes, Isolde Fenn strikes Votary A")
    expect(page.locator("#panel-attack .guesses tbody tr").first).to_contain_text("AC 0")
    expect(page.locator("#panel-attack [data-pad]")).to_have_count(0)
    expect(page.locator("#panel-me .me-turn")).to_contain_text("Round 1")


def test_the_round_waits_for_dice(hall: Hall) -> None:
    """While a choice is wanted the round cannot be ended, and each option says what it brings."""
    two_votaries(hall)
    page = hall.sit()
    page.get_by_role("link", name="Brother Ansgar").click()
    expect(page.locator("#panel-attack h2")).to_have_text("Brother Ansgar strikes Votary A")
    struck(page, 17)
    wanted(page, "Use a Scar on the attack roll?")
    expect(page.locator("#panel-rounds .dice-first")).to_have_text("Roll or choose first.")
    expect(page.locator("#panel-rounds [data-shortcut=n]")).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".options-list li")).to_contain_text(["A hit", "A hit", "A hit. The target is stunned"])
    expect(page.locator(".wanted-odds")).to_have_count(0)


def test_players_see_no_armour_and_no_health_of_foes(hall: Hall) -> None:
    """Not in the page, not in any panel: only what blows have shown."""
    hall.act(EnterSite(PARTY, brawl.OSSUARY))
    hall.throw(AddFoes(PARTY, "2 votaries HD 7 AC 6 1d8 hp 4711"), 9, 4, 17, 19)
    page = hall.sit(ANSGARS)
    expect(page.locator(".fighter.is-foe .fighter-ac").first).to_have_text("AC ?")
    expect(page.locator(".fighter.is-foe .fighter-hp b")).to_have_count(0)
    expect(page.locator(".blow-cards")).to_have_count(0)
    assert "against AC ?" in page.locator("#panel-attack").inner_text()
    for name in ("rounds", "order", "attack", "peril", "log", "wanted", "actions"):
        text = page.request.get(f"/t/{TABLE}/panels/{name}", headers={"Accept": "text/html"}).text()
        assert "4711" not in text, name
        assert "HD 7" not in text, name
        assert "Attack 18" not in text, name


@pytest.mark.parametrize("seat", [REFEREE, ANSGARS])
def test_a_fight_for_every_eye_at_every_width(hall: Hall, seat: SeatId) -> None:
    """Axe finds nothing in the light and the dark, wide and on a phone, and nothing reaches beyond the edge."""
    brawl.fourth_round(hall)
    hall.act(UseDice(ANSGARS, Throwing.TYPED))
    page = hall.sit(seat)
    assert [] == unsound(page)
