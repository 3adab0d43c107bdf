"""A player checks the dice of a session on the phone, and a page that needs no server checks the published vectors."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browsing import violations
from tests.browser.tabling import PHONE, TABLE, Hall, hall_in
from tests.server.tabling import ID, in_the_hall
from tests.server.test_dice_vectors import CASES
from undercroft.faces.web.live.pages.fair_dice import offline_checker
from undercroft.kernel.units import SeatId
from undercroft.server.commands import Undo
from undercroft.server.dice_check import Checked, checked
from undercroft.server.dice_file import dice_file
from undercroft.store.memory import MemoryStore
from undercroft.store.portable import export_table
from undercroft.table.rulings.loose_dice import ThrowDice
from undercroft.table.session.dice_seals import OpenSecretDice
from undercroft.table.session.sessions import BeginSession, EndSession

PRIYA = SeatId("priya")


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """The chapel, in a session."""
    with hall_in(browser, tmp_path) as opened:
        opened.act(BeginSession("The chapel"))
        yield opened


def test_a_player_checks_the_dice_of_a_session(hall: Hall) -> None:
    """The seal is on the phone, a word is added to it, and at the end every die is checked there."""
    hall.act(ThrowDice("3d20"))
    hall.act(ThrowDice("2d6", secret=True))
    page = hall.sit(PRIYA, PHONE)
    page.goto(f"/t/{TABLE}/dice")
    seal = hall.table.known(PRIYA).seals[-1]
    expect(page.locator("[data-seal]")).to_have_text(" ".join(seal.open[at : at + 4] for at in range(0, 64, 4)))
    page.get_by_role("button", name="Add your word to the dice").click()
    page.locator("#sheet input[name=word], #sheet [data-field=word] input").first.fill("tulip")
    page.locator("#sheet").get_by_role("button", name="Add your word to the dice").click()
    expect(page.locator("main")).to_contain_text("tulip (Priya)")
    hall.act(ThrowDice("4d6"))
    hall.act(EndSession())
    page.goto(f"/t/{TABLE}")
    page.get_by_role("link", name="check the dice of session 1").click()
    page.get_by_role("button", name="Check every die").click()
    found = page.locator("[data-dice-found]")
    expect(found).to_contain_text("7 dice checked: all as they were sealed.")
    expect(found).to_contain_text("This browser saw 2 of the seals before, and they are the same.")
    assert 7 == checked(dice_file(hall.lobby.store, TABLE, PRIYA)).checked
    page.evaluate(f"localStorage.setItem('undercroft-seals-{TABLE}', '{{\"2\":\"{seal.secret}\"}}')")
    page.get_by_role("button", name="Check every die").click()
    expect(found).to_contain_text("Seal 2 is not the one that this browser saw before.")
    assert [] == violations(page)


def _exported() -> tuple[bytes, Checked]:
    """A log with dice that explode and are thrown again, all opened, and what the other checker finds in it."""
    playing = in_the_hall(MemoryStore())
    for dice in ("4d6kh3", "2d6!+1d20r<10+2d8ro1", "1d66+4dF", "2-in-6", "6d6r1!>=5"):
        playing.do(ThrowDice(dice))
        playing.do(ThrowDice(dice, secret=True))
    playing.do(Undo())
    playing.do(OpenSecretDice())
    out = BytesIO()
    export_table(playing.store, ID, out)
    return out.getvalue(), checked(dice_file(playing.store, ID))


def test_the_page_without_a_server_finds_what_the_vectors_say(browser: Browser, tmp_path: Path) -> None:
    """Opened as a file, where browsers have no WebCrypto to lend."""
    (tmp_path / "checker.html").write_text(offline_checker(), "utf-8")
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto((tmp_path / "checker.html").as_uri())
    for case in CASES:
        assert case["found"] == page.evaluate("(file) => checkDice(file)", case["file"]), case["name"]
    hashed = page.evaluate("(lengths) => lengths.map((one) => inHex(sha256(new Uint8Array(one))))", [0, 55, 56, 64])
    assert "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" == hashed[0]
    assert "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b" == hashed[3]
    chosen, found = page.locator("input[type=file]"), page.locator("#found")
    chosen.set_input_files({"name": "dice.json", "mimeType": "application/json", "buffer": b"{}"})
    expect(found).to_contain_text("This is not a dice file.")
    log, table = _exported()
    chosen.set_input_files({"name": "log.jsonl", "mimeType": "text/plain", "buffer": log})
    expect(found).to_contain_text(f"{table.checked} dice checked: all as they were sealed.")
    expect(found).to_contain_text(f"{table.secret} of them were secret.")
    context.close()
