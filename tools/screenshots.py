"""Pictures of every screen, in docs/screens: `python -m tools.screenshots`."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser import brawl
from tests.browser.browsing import WIDE, browsing, chromium
from tests.browser.components import components
from tests.browser.tabling import TABLE, Hall, hall_in
from tests.serving import serving
from undercroft.demo import campaign as demo
from undercroft.demo.bookmark_scripts import bookmark
from undercroft.faces.terminal.demo_tables import begin_at
from undercroft.table.engine.wanted_dice import RollRest, UseDice
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.fight.rescue import HelpInFight
from undercroft.table.session.big_screen import ShowCode
from undercroft.table.state.seats import REFEREE, SPECTATORS, Throwing
from undercroft.table.world.light import LightUp

SCREENS = Path(__file__).parents[1] / "docs" / "screens"
PHONE: ViewportSize = {"width": 390, "height": 844}
ON_ITS_SIDE: ViewportSize = {"width": 844, "height": 390}
TELEVISION: ViewportSize = {"width": 1920, "height": 1080}


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


def _delved(hall: Hall) -> None:
    """Play the demo's party a few turns into its dungeon, as far as a screen needs."""
    now = hall.table.now
    group, site = next(iter(now.groups)), next(iter(now.sites))
    hall.act(EnterSite(group, site))
    lit = next(
        (offer for offer in hall.table.offers(REFEREE) if isinstance(offer.command, LightUp) and not offer.refused),
        None,
    )
    if lit is not None:
        hall.act(lit.command)
    for _ in range(3):
        hall.act(EndStep(group))
        for wanted in tuple(hall.table.now.wanted):
            hall.act(RollRest(wanted))


TABLE_SHOTS: Mapping[str, str] = {
    "table-log": "/log",
    "table-house": "/house",
    "table-report": "/report",
    "table-evening": "/evening",
    "table-players": "/players",
}


PREPARE_SHOTS: Mapping[str, str] = {
    "new-campaign": "/new?with=outline",
    "prepare-site": f"/t/{TABLE}/prepare/sites",
    "prepare-land": f"/t/{TABLE}/prepare/land",
    "prepare-tables": f"/t/{TABLE}/prepare/tables",
    "prepare-creatures": f"/t/{TABLE}/prepare/creatures",
    "print-site": f"/t/{TABLE}/print/sheets?what=site:ossuary&secrets=yes",
}


def _shoot_preparing(browser: Browser, names: list[str]) -> None:
    """A new campaign and the pages that prepare one, wide and on a phone; the tour of the table, wide."""
    chosen = {name: path for name, path in PREPARE_SHOTS.items() if not names or name in names}
    with TemporaryDirectory() as folder, hall_in(browser, Path(folder), demo()) as hall:
        for name, path in chosen.items():
            for look in LOOKS:
                page = hall.sit(REFEREE, look.viewport, color_scheme=look.scheme)
                page.goto(f"/enter/{hall.lobby.owner_link()}")
                page.goto(path)
                page.mouse.move(0, 0)
                page.screenshot(path=SCREENS / f"{name}-{look.name}.jpg", type="jpeg", quality=70)
        if not names or "tour" in names:
            _delved(hall)
            page = hall.sit(REFEREE, WIDE, toured=False, color_scheme="light")
            page.get_by_role("button", name="Next").click()
            page.screenshot(path=SCREENS / "tour-wide.jpg", type="jpeg", quality=70)


def _shoot_table(browser: Browser, names: list[str]) -> None:
    """The live table with the demo: every page wide and on a phone, and a player's own phone."""
    with TemporaryDirectory() as folder, hall_in(browser, Path(folder), demo()) as hall:
        _delved(hall)
        for name, path in TABLE_SHOTS.items():
            if names and name not in names:
                continue
            for look in (*LOOKS, _Look("dark", "dark", WIDE)):
                page = hall.sit(REFEREE, look.viewport, color_scheme=look.scheme)
                page.goto(f"/t/{TABLE}{path}")
                page.mouse.move(0, 0)
                page.screenshot(path=SCREENS / f"{name}-{look.name}.jpg", type="jpeg", quality=70)
        if not names or "start-referee" in names:
            for look in LOOKS:
                page = hall.sit(REFEREE, look.viewport, color_scheme=look.scheme)
                page.goto(f"/enter/{hall.lobby.owner_link()}")
                page.goto("/")
                page.screenshot(path=SCREENS / f"start-referee-{look.name}.jpg", type="jpeg", quality=70)
        seat = next(iter(hall.table.now.seats))
        page = hall.sit(seat, PHONE, color_scheme="dark")
        page.screenshot(path=SCREENS / "player-phone.jpg", type="jpeg", quality=70)
        person = next(someone.id for someone in hall.table.now.people.values() if someone.seat == seat)
        page = hall.sit(REFEREE, WIDE, color_scheme="light")
        page.goto(f"/t/{TABLE}/people/{person}")
        page.screenshot(path=SCREENS / "table-sheet-wide.jpg", type="jpeg", quality=70)


SCENES: Mapping[str, Callable[[Hall], None]] = {
    "fight": brawl.fourth_round,
    "meeting": brawl.met,
    "chase": brawl.chased,
}


def _shoot_scenes(browser: Browser, names: list[str]) -> None:
    """A fight, an encounter and a chase of the demo's party: wide in both schemes, on a phone, on a player's phone."""
    for name, prepare in SCENES.items():
        if names and name not in names:
            continue
        with TemporaryDirectory() as folder, hall_in(browser, Path(folder), demo()) as hall:
            prepare(hall)
            for look in (*LOOKS, _Look("dark", "dark", WIDE)):
                page = hall.sit(REFEREE, look.viewport, color_scheme=look.scheme)
                page.mouse.move(0, 0)
                page.screenshot(path=SCREENS / f"{name}-{look.name}.jpg", type="jpeg", quality=70)
            page = hall.sit(brawl.ANSGARS, PHONE, color_scheme="dark")
            page.screenshot(path=SCREENS / f"{name}-player.jpg", type="jpeg", quality=70)
            if name == "fight":
                _shoot_around(hall)


def _shoot_around(hall: Hall) -> None:
    """The television of a fight, and a phone on which dice are wanted, whole and on its side."""
    hall.act(ShowCode())
    page = hall.sit(SPECTATORS, TELEVISION)
    page.goto(f"/t/{TABLE}/screen")
    page.screenshot(path=SCREENS / "big-screen-wide.jpg", type="jpeg", quality=70)
    hall.act(UseDice(brawl.ANSGARS, Throwing.TYPED))
    hall.ask(HelpInFight(brawl.ANSGAR, brawl.CORVIN), brawl.ANSGARS)
    for name, viewport in (("phone", PHONE), ("side", ON_ITS_SIDE)):
        page = hall.sit(brawl.ANSGARS, viewport, color_scheme="dark")
        page.screenshot(path=SCREENS / f"phone-dice-{name}.jpg", type="jpeg", quality=70)


MARKS: Mapping[str, str] = {"table": "torch", "road": "road", "town": "town"}
"""The bookmark of the demo that each picture shows."""


def _shoot_marks(browser: Browser, names: list[str]) -> None:
    """The dungeon, the road and the town in mid-play: wide in both schemes, and on a phone."""
    for name, mark in MARKS.items():
        if names and name not in names:
            continue
        with TemporaryDirectory() as folder, hall_in(browser, Path(folder), demo()) as hall:
            begin_at(hall.lobby.tables, bookmark(mark), mark, "Carrow Marches")
            for look in (*LOOKS, _Look("dark", "dark", WIDE)):
                page = hall.sit(REFEREE, look.viewport, color_scheme=look.scheme)
                page.goto(f"/enter/{hall.lobby.owner_link()}?to={mark}")
                page.mouse.move(0, 0)
                page.screenshot(path=SCREENS / f"{name}-{look.name}.jpg", type="jpeg", quality=70)


def main(names: list[str]) -> None:
    """Take the named pictures, or all of them."""
    if chromium() is None:
        sys.exit("There is no Chromium here; install the system's package.")
    SCREENS.mkdir(parents=True, exist_ok=True)
    with serving(more=[components]) as address, browsing() as browser:
        for name in [name for name in names or SHOTS if name in SHOTS]:
            for look in LOOKS:
                _shoot(browser, address, name, look)
        if not names or any(name in (*TABLE_SHOTS, "start-referee") for name in names):
            _shoot_table(browser, names)
        if not names or any(name in (*PREPARE_SHOTS, "tour") for name in names):
            _shoot_preparing(browser, names)
        if not names or any(name in SCENES for name in names):
            _shoot_scenes(browser, names)
        if not names or any(name in MARKS for name in names):
            _shoot_marks(browser, names)
    print(f"Pictures in {SCREENS.relative_to(Path.cwd())}/")


class _Look(NamedTuple):
    """The device and colour scheme of a picture."""

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
