"""Pictures of every screen, in docs/screens: `python -m tools.screenshots`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.browsing import WIDE, browsing, chromium
from tests.browser.components import components
from tests.serving import serving

SCREENS = Path(__file__).parents[1] / "docs" / "screens"
PHONE: ViewportSize = {"width": 390, "height": 844}


def _settle(page: Page) -> None:
    page.get_by_role("button", name="Settle it").click()
    page.locator("form.wanted").wait_for()


def _ruled(page: Page) -> None:
    _settle(page)
    page.locator(".face", has_text="13").first.click()
    page.locator("[data-send]").click()
    page.get_by_role("button", name="Down").click()
    page.locator("[data-outcome]").wait_for()


def _odds(page: Page) -> None:
    page.get_by_role("button", name="Show the odds").click()
    page.locator("[data-odds]").wait_for()


def _table(page: Page) -> None:
    page.get_by_role("button", name="Type dice").click()
    page.locator("[name=die-0][value='6']").check(force=True)
    page.locator("[name=die-1][value='3']").check(force=True)
    page.locator("[data-send]").click()
    page.locator(".is-rolled").wait_for()


def _nothing(_: Page) -> None:
    pass


ATTACK = '/rules/violence.attack?given={"attribute":12,"ac":4,"scars":1}'

SHOTS: Mapping[str, tuple[str, Callable[[Page], None]]] = {
    "start": ("/", _nothing),
    "rules": ("/rules?q=encounter", _nothing),
    "book": ("/books/violence", _nothing),
    "rulebook": ("/books/violence/reactions", _table),
    "chapter": ("/books/hexcrawl/overloaded-encounter-die", _nothing),
    "rule": (ATTACK, _nothing),
    "dice-wanted": (ATTACK, _settle),
    "ruling": (ATTACK, _ruled),
    "rule-odds": ("/rules/delving.encounter.reaction", _odds),
    "odds": ("/odds?roll=2d6%2B3&least=10", _nothing),
    "components": ("/components", _nothing),
    "fault": ("/nowhere", _nothing),
}


def main(names: list[str]) -> None:
    """Take the pictures named, or all of them."""
    if chromium() is None:
        sys.exit("There is no Chromium here; install the system's package.")
    SCREENS.mkdir(parents=True, exist_ok=True)
    with serving(more=[components]) as address, browsing() as browser:
        for name in names or SHOTS:
            for look in LOOKS:
                _shoot(browser, address, name, look)
    print(f"Pictures in {SCREENS.relative_to(Path.cwd())}/")


class _Look(NamedTuple):
    """How a screen is looked at."""

    name: str
    scheme: Literal["light", "dark"]
    viewport: ViewportSize


LOOKS = (_Look("wide", "light", WIDE), _Look("phone", "dark", PHONE))


def _shoot(browser: Browser, address: str, name: str, look: _Look) -> None:
    path, prepare = SHOTS[name]
    context = browser.new_context(viewport=look.viewport, color_scheme=look.scheme, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{address}{path}")
    prepare(page)
    page.mouse.move(0, 0)
    page.screenshot(path=SCREENS / f"{name}-{look.name}.jpg", type="jpeg", quality=70)
    context.close()


if __name__ == "__main__":
    main(sys.argv[1:])
