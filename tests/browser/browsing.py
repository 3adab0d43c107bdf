"""The system's Chromium, driven by Playwright: started once, watched for every error it reports."""

import shutil
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    FloatRect,
    Locator,
    Page,
    Route,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.browser.axe import FAINT, FAULTS, PLACE
from tests.figures import figure
from undercroft.faces.web.base.assets import place

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
    "--js-flags=--no-opt,--no-maglev",
)
"""The last: a test leaves its pages before it would pay to compile their scripts to the utmost, a sixth of the work."""
EXPECTED = (
    "Failed to load resource: the server responded with a status of 422",
    "Failed to load resource: net::ERR_",
    "Failed to load resource: the server responded with a status of 409",
    "Failed to load resource: the server responded with a status of 403",
    "Failed to load resource: the server responded with a status of 502",
    "Failed to load resource: the server responded with a status of 503",
)
"""What a browser also reports where a page deals with it."""

LASTING = (
    "add_init_script",
    "expose_binding",
    "expose_function",
    "grant_permissions",
    "install",
    "new_cdp_session",
    "pause_at",
    "set_extra_http_headers",
    "set_fixed_time",
    "set_geolocation",
    "set_offline",
    "set_system_time",
)
"""What is done to a window and its clock that no other address undoes."""
PATIENCE = 1000 * figure("PATIENCE", 240, 240)
"""Milliseconds to wait for something that must come: a busy machine takes its time."""
QUIET_PLACE = place("icon.svg")
"""A page of the site on which nothing happens."""
PROBE = f"**{QUIET_PLACE}?met"
MET = "met"
UNTIL_MET = """async ([place, met]) => {
  while ((await (await fetch(`${place}?met`, { cache: "no-store" })).text()) !== met);
}"""
"""Asks until a route answers."""
TOURED = """try {
  for (const seat of ["referee", "player"]) localStorage.setItem(`undercroft-tour-${seat}`, "done");
} catch {}"""
"""The mark that a browser keeps once the tour was left."""
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
        self.altered = False
        """Whether a test did something lasting to the window, so that no other test may have it."""
        context.set_default_timeout(PATIENCE)
        self.page: Page = context.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("dialog", lambda dialog: self.errors.append(f"a dialog: {dialog.message}"))
        for owner in (context, self.page, self.page.clock):
            for name in LASTING:
                if hasattr(owner, name):
                    setattr(owner, name, self._altering(getattr(owner, name)))
        self.page.route = self._meeting(self.page.route)  # type: ignore[method-assign]

    def _meeting(self, route: Callable[..., Any]) -> Callable[..., Any]:
        """A page that is open already hears of its first route a moment later: its requests go past it until then."""

        def met(*given: Any, **named: Any) -> Any:
            leaving = route(*given, **named)
            if self.page.url != "about:blank":
                route(PROBE, lambda probe: probe.fulfill(body=MET))
                self.page.evaluate(UNTIL_MET, [QUIET_PLACE, MET])
                self.page.unroute(PROBE)
            return leaving

        return met

    def _altering(self, does: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*given: Any, **named: Any) -> Any:
            self.altered = True
            return does(*given, **named)

        return noted

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(EXPECTED):
            self.errors.append(message.text)


@dataclass(frozen=True)
class Kind:
    """What cannot be changed about a window once it is open."""

    address: str
    toured: bool
    options: tuple[tuple[str, Any], ...]


class Windows:
    """The windows of a browser, each with cookies of its own.

    A window that was closed is emptied and opened again for the next test: a new one takes three times the work. One
    that was altered is not: where its clock stood still, nothing that waits for time would ever come.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._closed = dict[Kind, list[Watched]]()
        self._kinds = dict[Watched, Kind]()

    def open(self, address: str, viewport: ViewportSize, *, toured: bool = False, **options: Any) -> Watched:
        """An empty window; with `toured`, in a browser that has seen the tour of the table."""
        kind = Kind(address, toured, tuple(sorted(options.items())))
        watched = waiting.pop() if (waiting := self._closed.get(kind)) else self._new(kind)
        watched.page.set_viewport_size(viewport)
        return watched

    def _new(self, kind: Kind) -> Watched:
        context = self._browser.new_context(base_url=kind.address, reduced_motion="reduce", **dict(kind.options))
        if kind.toured:
            context.add_init_script(TOURED)
        watched = Watched(context)
        self._kinds[watched] = kind
        return watched

    def close(self, watched: Watched) -> list[str]:
        """Leave a window; what went wrong in it."""
        kind, page = self._kinds[watched], watched.page
        with suppress(Error):
            page.evaluate("0")  # what the page has to complain of comes before the answer
        errors = [*watched.errors]
        if watched.altered:
            page.context.close()
            return errors
        try:
            _emptied(page, dict(kind.options).get("color_scheme", "light"))
        except Error:  # the page was closed, or nobody listens at its address
            page.context.close()
        else:
            self._closed.setdefault(kind, []).append(watched)
        watched.errors.clear()  # what was cut short by leaving has nothing to do with the test
        return errors


def _emptied(page: Page, scheme: Any) -> None:
    """Leave nothing of what was done with a page."""
    for other in page.context.pages:
        if other is not page:
            other.close()
    page.unroute_all(behavior="ignoreErrors")
    page.goto(QUIET_PLACE)  # first of all: where there is little to draw, what follows takes little work
    page.emulate_media(media="null", color_scheme=scheme, reduced_motion="reduce")
    page.mouse.move(-1, -1)
    page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    page.context.clear_cookies()


@cache
def windows_of(browser: Browser) -> Windows:
    """The windows of a browser, those of earlier tests among them."""
    return Windows(browser)


@contextmanager
def noting(page: Page, event: Any, note: Callable[[Any], Any]) -> Generator[None, None, None]:
    """Note what happens to a page meanwhile; the next test has the same page and does not want to be noted."""
    page.on(event, note)
    try:
        yield
    finally:
        page.remove_listener(event, note)


def violations(page: Page) -> list[str]:
    """What axe finds wrong with a page."""
    return list(page.evaluate(FAULTS, [PLACE, PATIENCE]))


_CLEAR: set[str] = set()
"""The looks of texts that were found clear on any page."""


def faint(page: Page) -> list[str]:
    """Which texts axe finds too faint on a page that was found sound in other colours."""
    found, clear = page.evaluate(FAINT, [PLACE, PATIENCE, [*_CLEAR]])
    _CLEAR.update(clear)
    return list(found)


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
        found += [f"{width}, light: {fault}" for fault in faint(page)]
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
