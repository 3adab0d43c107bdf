"""The system's Chromium, driven by Playwright: started once, watched for every error it reports."""

import shutil
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    FloatRect,
    Locator,
    Page,
    Route,
    ViewportSize,
    expect,
    sync_playwright,
)

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The names it goes by; the first draws no window around its pages, at half the work."""
UNUSED = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "RenderDocument",
    "ThirdPartyStoragePartitioning",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
)
"""Features that are switched off: those that Playwright switches off, the two pages behind every address bar, and a
new frame for every page that is opened, which takes a fifth of the work."""
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    f"--disable-features={','.join(UNUSED)}",
)
EXPECTED = (
    "Failed to load resource: the server responded with a status of 422",
    "Failed to load resource: net::ERR_",
    "Failed to load resource: the server responded with a status of 409",
)
"""What a browser also reports where a page deals with it."""

PATIENCE = 240_000
"""Milliseconds to wait for something that must come: a busy machine takes its time."""
AXE = Path(__file__).parent / "vendor" / "axe.min.js"
WIDE: ViewportSize = {"width": 1440, "height": 900}
LAPTOPS: tuple[ViewportSize, ...] = ({"width": 1280, "height": 720}, {"width": 1280, "height": 800}, WIDE)
DICE_WANTED = "#panel-wanted :is([data-die] input, button)"
COVERED = """(controls) => [...document.querySelectorAll(controls)].filter((each) => {
  if (!each.checkVisibility()) return false;
  const { left, top, width, height } = each.getBoundingClientRect();
  return !each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((each) => each.value || each.innerText)"""
"""The controls that a click in their middle does not meet."""


def chromium() -> str | None:
    """Where the system's browser is, if there is one."""
    return next((found for name in CHROMIUM if (found := shutil.which(name))), None)


@contextmanager
def browsing() -> Generator[Browser, None, None]:
    """A browser that runs meanwhile."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), headless=True, args=list(QUIET))
        try:
            yield browser
        finally:
            browser.close()


class Watched:
    """A page whose errors are noted: of scripts, of the console, of the content security policy."""

    def __init__(self, context: BrowserContext) -> None:
        self.errors: list[str] = []
        context.set_default_timeout(PATIENCE)
        self.page: Page = context.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("dialog", lambda dialog: self.errors.append(f"a dialog: {dialog.message}"))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(EXPECTED):
            self.errors.append(message.text)


def violations(page: Page, *, colours: bool = False) -> list[str]:
    """What axe finds wrong with a page; with `colours` only what they decide, once the rest was checked."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    options = {"resultTypes": ["violations"], **({"runOnly": ["color-contrast"]} if colours else {})}
    found = page.evaluate("(options) => axe.run(document, options).then((result) => result.violations)", options)
    return [
        f"{each['id']}: {node['html'][:200]} ({node['failureSummary'][:300]})"
        for each in found
        for node in each["nodes"]
    ]


def box_of(what: Locator) -> FloatRect:
    """Where something is on the screen; what is drawn again while it is measured is measured again."""
    while (box := what.bounding_box()) is None:
        expect(what).to_be_visible()
    return box


def press_while_waiting(
    page: Page, address: str, begin: Callable[[], None], between: Sequence[str], after: Sequence[str]
) -> None:
    """Press keys while the answer to what was begun is on its way, and more keys while the next answer is."""
    held: list[Route] = []
    page.route(address, lambda route: held.append(route))  # noqa: PLW0108 - Playwright needs a function of Python
    with page.expect_request(address):
        begin()
    for key in between:
        page.keyboard.press(key)
    with page.expect_request(address):
        held.pop(0).continue_()
    for key in after:
        page.keyboard.press(key)
    page.unroute(address)


def unsound(page: Page) -> list[str]:
    """What is wrong with a page in the light or the dark, wide or on a phone, and at which widths it is too wide."""
    found: list[str] = []
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        found += [f"{width}, dark: {fault}" for fault in violations(page)]
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        found += [f"{width}, light: {fault}" for fault in violations(page, colours=True)]
    for width in (320, 430, 768, 1024, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 844})
        found += [f"{width}: {over} px too wide" for over in [overflow(page)] if over]
    return found


def out_of_reach(page: Page, controls: str) -> list[str]:
    """Which of these controls cannot be clicked without scrolling, in the windows of laptops."""
    found: list[str] = []
    for size in LAPTOPS:
        page.set_viewport_size(size)
        found += [f"{size['width']} by {size['height']}: {name}" for name in page.evaluate(COVERED, controls)]
    return found


def overflow(page: Page) -> int:
    """By how many pixels a page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
