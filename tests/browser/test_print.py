"""Print: choosing sheets in the browser, and the pages that come out of the printer."""

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.browsing import overflow, violations
from tests.browser.tabling import TABLE, hall_in
from undercroft import demo

A4, LETTER = (595, 842), (612, 792)


def pages(page: Page) -> list[tuple[int, int]]:
    """The sizes of the printed pages, in points."""
    printed = page.pdf(prefer_css_page_size=True)
    count = len(re.findall(rb"/Type /Page\n", printed))
    sizes = re.findall(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", printed)
    assert sizes
    return [(round(float(wide)), round(float(high))) for wide, high in (sizes * count)[:count]]


def test_the_referee_prints_a_site(browser: Browser, tmp_path: Path) -> None:
    """Two levels: a page for each with the short key, and a second for the rest of the whole key, on either paper."""
    with hall_in(browser, tmp_path, demo.campaign()) as hall:
        page = hall.sit()
        for paper, size in (("A4", A4), ("Letter", LETTER)):
            page.goto(f"/t/{TABLE}/print")
            page.get_by_label(re.compile("Saint Orrin's Ossuary")).check()
            page.get_by_label(paper, exact=True).check()
            page.get_by_label(re.compile("Referee only")).check()
            assert [] == violations(page)
            page.get_by_role("button", name="Show the pages").click()
            expect(page.locator(".paper")).to_have_count(2)
            expect(page.locator(".paper-mark")).to_have_count(2)
            assert 0 == overflow(page)
            assert [size] * 4 == pages(page)
            page.go_back()
            page.get_by_label(re.compile("Short key")).check()
            page.get_by_role("button", name="Show the pages").click()
            expect(page.locator(".papers.is-short")).to_be_visible()
            assert [size] * 2 == pages(page)
