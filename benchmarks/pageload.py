"""The table's page in the system's Chromium: how much it loads, and how soon it can be used."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

from playwright.sync_api import Browser, Response, sync_playwright

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
REPEATS = 15
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
)
USABLE = "() => performance.getEntriesByType('navigation')[0].loadEventEnd"
STREAM = "text/event-stream"
"""Requests that never end and so have no size."""
MAP = "() => new Blob([document.querySelector('[data-map]')?.innerHTML ?? '']).size"


@dataclass(frozen=True)
class Load:
    """One seat's page: its size with scripts, styles and icons but without the map, and when it was ready."""

    seat: str
    kilobytes: float
    """The size as sent."""
    unpacked: float
    milliseconds: float

    def rows(self) -> list[tuple[str, str]]:
        """The figures with their labels."""
        return [
            (f"page of the {self.seat} with all it loads, the map aside, kB as sent", f"{self.kilobytes:.0f}"),
            ("the same unpacked, kB", f"{self.unpacked:.0f}"),
            (f"page of the {self.seat} until it can be used, nothing cached, ms", f"{self.milliseconds:.0f}"),
        ]


def loads(address: str, table: str, seats: Mapping[str, str]) -> list[Load]:
    """The referee's page and a player's; nothing if there is no browser."""
    path = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    if path is None:
        return []
    shown = {"referee": seats["referee"], "player": next(cookie for seat, cookie in seats.items() if seat != "referee")}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=list(QUIET))
        try:
            return [_load(browser, address, table, *seat) for seat in shown.items()]
        finally:
            browser.close()


def _load(browser: Browser, address: str, table: str, seat: str, cookie: str) -> Load:
    measured = [_once(browser, address, table, cookie) for _ in range(REPEATS)]
    return Load(seat, *measured[0][:2], median(spent for _, _, spent in measured))


def _once(browser: Browser, address: str, table: str, cookie: str) -> tuple[float, float, float]:
    """The size without the map in kilobytes, as sent and unpacked, and the milliseconds, for a first visit."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_cookies([{"name": f"seat-{table}", "value": cookie, "url": address}])
    page = context.new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - Playwright marks what it is given
    page.goto(f"{address}/t/{table}", wait_until="load")
    page.wait_for_timeout(300)
    spent = float(page.evaluate(USABLE))
    loaded = [answer for answer in answers if answer.headers.get("content-type") != STREAM]
    sent = sum(answer.request.sizes()["responseBodySize"] for answer in loaded)
    unpacked = sum(len(answer.body()) for answer in loaded)
    drawn = int(page.evaluate(MAP))
    context.close()
    return (sent - drawn) / 1000, (unpacked - drawn) / 1000, spent
