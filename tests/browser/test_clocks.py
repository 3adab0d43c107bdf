"""The screen under each of the four dungeon clocks: a site is entered, and three turns or rounds pass by typed dice."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, expect

from tests.browser.browsing import violations
from tests.browser.chapel import begin
from tests.browser.tabling import hall_in
from tests.browser.test_table import PARTY
from undercroft.table.state.ids import PersonId, ThingId
from undercroft.table.state.sites import Clock
from undercroft.table.world.light import LightUp


class Pace(NamedTuple):
    """How a clock shows: what a step is called, the dice typed for it, those that fall, and how likely someone is."""

    called: str
    dice: tuple[int, ...]
    checks: tuple[tuple[int, int], ...]
    time: str
    met: str


PACES = {
    Clock.SOVEREIGN: Pace("turn", (5, 4), ((3, 5),), "09:30", "Encounter by turn 10: 30.6 % 11/36"),
    Clock.DELVING: Pace(
        "delve round", (7, 8, 9), ((1, 7), (2, 8), (3, 9)), "09:18", "Encounter by delve round 10: 30.2 %"
    ),
    Clock.HEXCRAWL: Pace(
        "turn", (5, 5, 5, 5), ((1, 5), (2, 5), (3, 5), (4, 5)), "09:30", "Encounter by turn 10: 66.5 % 31031/46656"
    ),
    Clock.VIOLENCE: Pace("turn", (5, 5, 5), ((1, 5), (2, 5), (3, 5)), "09:30", "Encounter by turn 10:"),
}


@pytest.mark.parametrize("clock", list(Clock))
def test_three_steps_by_typed_dice(browser: Browser, tmp_path: Path, clock: Clock) -> None:
    """Dice are laid in the tray, the site is entered, N is pressed thrice; the strip shows every face that fell."""
    opening = begin()
    opening = replace(opening, sites=tuple(replace(site, clock=clock) for site in opening.sites))
    pace = PACES[clock]
    with hall_in(browser, tmp_path, opening) as hall:
        hall.act(LightUp(PersonId("tam"), ThingId("torches")))
        page = hall.sit()
        page.keyboard.press("/")
        page.locator("#sheet [data-form=lay_tray]").click()
        page.locator("#sheet [data-field=faces] input").fill(" ".join(map(str, pace.dice)))
        page.locator("#sheet form").get_by_role("button", name="Set secret dice").click()
        page.get_by_role("button", name=re.compile("Enter The Salt Chapel")).first.click()
        expect(page.locator(".strip-now .caps")).to_have_text(pace.called)
        for number in range(1, 4):
            expect(page.get_by_role("button", name=f"End {pace.called} {number}")).to_be_visible()
            page.keyboard.press("n")
            expect(page.locator(".strip-number")).to_have_text(str(number + 1))
        expect(page.locator(".strip-clock .serif")).to_have_text(pace.time)
        expect(page.locator(".strip-next")).to_contain_text(pace.met)
        faces = [text.text_content() for text in page.locator(".strip-drawing .strip-face").all()]
        assert [str(face) for _, face in pace.checks] == [face for face in faces if face != "?"]
        group = hall.table.now.groups[PARTY]
        assert pace.checks == tuple((check.number, check.face) for check in group.checks)
        assert [] == violations(page)
