"""Every page of the site as it is sent: small, whole, and with links that lead somewhere."""

import re
import sys
from fractions import Fraction
from html.parser import HTMLParser
from itertools import pairwise
from types import FrameType
from urllib.parse import urldefrag, urlsplit

import httpx
import pytest

from undercroft.books import RULES
from undercroft.faces.web.base.assets import assets, edition
from undercroft.faces.web.base.charts import MOST_BARS, chart
from undercroft.faces.web.base.markdown import marked_up
from undercroft.faces.web.base.odds_words import in_words
from undercroft.faces.web.base.prose import chipped
from undercroft.faces.web.base.rendering import environment
from undercroft.kernel.faults import BadInput
from undercroft.kernel.notation import parse
from undercroft.kernel.ways import ways

MOST_BYTES = 200_000
KINDS = {"text/css; charset=utf-8", "text/javascript; charset=utf-8", "image/svg+xml", "image/png"}
PAGE = {"accept": "text/html"}


class Read(HTMLParser):
    """The links of a page, the names in it, and whatever the content security policy would refuse."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.ids: list[str] = []
        self.refused: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of a tag."""
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src", "action", "data-post"):
                self.links.add(value or "")
            if name == "style" or name.startswith("on"):
                self.refused.append(f"{tag} {name}")
        if tag == "style" or (tag == "script" and "src" not in dict(attrs)):
            self.refused.append(tag)


def test_the_whole_site_hangs_together(client: httpx.Client) -> None:
    """What a page links to is there, down to the paragraph; none is heavy, names a thing twice or styles inline."""
    waiting, seen = ["/"], dict[str, Read]()
    while waiting:
        path = waiting.pop()
        answer = client.get(path, headers=PAGE)
        assert 200 == answer.status_code, path
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        assert len(answer.content) < MOST_BYTES, path
        seen[path] = read = Read(answer.text)
        assert [] == read.refused, path
        assert len(read.ids) == len(set(read.ids)), path
        linked = {urldefrag(link).url for link in read.links if link.startswith("/")}
        waiting += [link for link in linked if link not in seen and link not in waiting and not _is_posted(link)]
    for path, read in seen.items():
        for link in read.links:
            assert link.startswith(("/", "#")), f"{path}: {link}"
            target, fragment = urldefrag(link)
            if fragment and (target or path) in seen:
                assert fragment in seen[target or path].ids, f"{path}: {link}"
    assert len(RULES) == sum(bool(re.fullmatch(r"/rules/[a-z0-9.-]+", path)) for path in seen)


def _is_posted(link: str) -> bool:
    return (link.endswith(("/settle", "/odds")) and link.startswith("/rules/")) or link.startswith(
        ("/tables/", "/static/")
    )


def test_a_phone_may_keep_undercroft_on_its_home_screen(client: httpx.Client) -> None:
    """The page names what to install: icons that are there, and the table to open; it tells nothing of it."""
    assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get("/rules", headers=PAGE).text
    plain, table = (client.get(f"/manifest.webmanifest{at}") for at in ("", "?at=nobodys-table"))
    assert "application/manifest+json" == plain.headers["content-type"]
    assert ("/", "/t/nobodys-table", "standalone") == (
        plain.json()["start_url"],
        table.json()["start_url"],
        plain.json()["display"],
    )
    assert "/" == client.get("/manifest.webmanifest", params={"at": "../x?y"}).json()["start_url"]
    icons = [(icon["sizes"], client.get(icon["src"])) for icon in plain.json()["icons"]]
    assert ["192x192", "512x512", "any"] == [size for size, _ in icons]
    assert {200} == {answer.status_code for _, answer in icons}


def test_every_asset_is_served_for_good(client: httpx.Client) -> None:
    """With its kind, for a year; under another edition's name it is gone."""
    for name, content in assets().items():
        answer = client.get(f"/static/{edition()}/{name}")
        assert (200, content) == (answer.status_code, answer.content)
        assert "public, max-age=31536000, immutable" == answer.headers["cache-control"]
        assert answer.headers["content-type"] in KINDS
        assert 404 == client.get(f"/static/000000000000/{name}").status_code


def test_assets_are_sent_packed_to_a_person_who_unpacks_them(client: httpx.Client) -> None:
    """A browser gets under a third of the bytes, a client without packing gets them plain; it is the same file."""
    address = f"/static/{edition()}/live.css"
    packed, plain = (client.get(address, headers={"accept-encoding": way}) for way in ("gzip, br", "identity"))
    assert plain.content == packed.content == assets()["live.css"]
    assert ("gzip", None) == (packed.headers.get("content-encoding"), plain.headers.get("content-encoding"))
    assert int(packed.headers["content-length"]) * 3 < int(plain.headers["content-length"])
    assert "accept-encoding" == packed.headers["vary"] == plain.headers["vary"]


def test_scripts_take_nothing_from_elsewhere() -> None:
    """No script, style or icon names another host."""
    for name, content in assets().items():
        hosts = set(re.findall(rb"https?://([^/\"')\s]+)", content)) - {b"www.w3.org"}
        assert set() == hosts, name


def test_both_themes_have_every_colour() -> None:
    """What is a colour in the light is one in the dark."""
    light, dark = (assets()[name].decode() for name in ("pages.css", "dark.css"))
    colour = re.compile(r"^  (--[a-z0-9-]+): #", re.MULTILINE)
    first_block = light[: light.index("\n}\n")]
    assert set(colour.findall(first_block)) == set(colour.findall(dark))


def test_a_fault_is_a_page_for_people(client: httpx.Client) -> None:
    """With the number to report it by, also where the guard turns someone away, in the colours they chose."""
    for path in ("/nowhere", "/rules/delving.nothing", "/books/nothing", "/books/delving/nothing", "/a//b"):
        answer = client.get(path, headers={**PAGE, "cookie": 'theme=dark; x="\x01'})
        assert (404, "text/html; charset=utf-8") == (answer.status_code, answer.headers["content-type"])
        assert answer.headers["x-request-id"] in answer.text
        assert 'media="screen"' in answer.text


@pytest.mark.parametrize(
    "given", ["{", "[]", '{"danger": 5}', '{"danger": "mild"}', '{"danger": "risky", "danger": "x"}']
)
def test_a_form_is_not_filled_with_nonsense(client: httpx.Client, given: str) -> None:
    """It says what is wrong instead."""
    assert client.get("/rules/delving.hazard-die", params={"given": given}, headers=PAGE).status_code in (400, 422)


@pytest.mark.parametrize(
    "body, code",
    [
        ({"laid": [{"answer": 7}]}, "dice_bad_face"),
        ({"laid": [{"answer": 5, "source": "magic"}]}, "out_of_range"),
        ({"laid": [{"answer": 5}] * 3}, "dice_left_over"),
        ({"dice": [5, 6, 1]}, "dice_left_over"),
        ({"dice": [None] * 1001}, "out_of_range"),
        ({"rolled": "twice"}, "out_of_range"),
        ({"seed": 1}, "unknown_field"),
    ],
)
def test_what_cannot_lie_on_the_table(client: httpx.Client, body: dict[str, object], code: str) -> None:
    """The pages' own requests are read as strictly as the API's."""
    answer = client.post("/rules/delving.encounter.reaction/settle", json=body)
    assert (422, code) == (answer.status_code, answer.json()["code"])


@pytest.mark.parametrize(
    "body, status, code",
    [
        ({"dice": [6]}, 422, "dice_missing"),
        ({"dice": [6, 7]}, 422, "dice_bad_face"),
        ({"dice": ["6", 3]}, 422, "type"),
    ],
)
def test_dice_that_do_not_fit_a_table(client: httpx.Client, body: dict[str, object], status: int, code: str) -> None:
    """A table takes its own dice."""
    answer = client.post("/tables/violence.reaction", json=body)
    assert (status, code) == (answer.status_code, answer.json()["code"])
    assert 404 == client.post("/tables/violence.nothing", json={}).status_code


@pytest.mark.parametrize(
    "roll", ["1d1", "5", "0d6", "1d20-1d20", "-2d6", "1000d6", "10d6!", "d66", "4dF", "2-in-6", "1d100000"]
)
def test_odd_dice_have_a_page(client: httpx.Client, roll: str) -> None:
    """Whatever can be counted can be shown, with and without something to reach."""
    for params in ({"roll": roll}, {"roll": roll, "least": "3"}, {"roll": roll, "least": "-999999999"}):
        answer = client.get("/odds", params=params, headers=PAGE)
        assert 200 == answer.status_code
        assert len(answer.content) < MOST_BYTES


def test_a_chart_is_never_too_wide() -> None:
    """Neighbours stand together where there are too many, no bar leaves the picture, and no label runs into another."""
    for expression in ("2d6", "100d6", "1000d6", "1d1000"):
        bars = chart(ways(parse(expression)).counts, least=7).bars
        assert len(bars) <= MOST_BARS
        assert all(0 <= bar.x and bar.x + bar.width <= 520 and 0 <= bar.y <= 176 for bar in bars)
        labels = [bar for bar in bars if bar.labelled]
        assert all(11 * len(left.label) < right.middle - left.middle for left, right in pairwise(labels))


@pytest.mark.parametrize(
    "chance, words",
    [
        (Fraction(0), "never"),
        (Fraction(1), "always"),
        (Fraction(1, 2), "half the time"),
        (Fraction(2, 3), "twice in three"),
        (Fraction(35, 36), "all but once in 36"),
        (Fraction(671, 1296), "about half the time"),
        (Fraction(999_999, 10**12), "about once in 1,000,000"),
    ],
)
def test_chances_in_words(chance: Fraction, words: str) -> None:
    """As one would say them; what is rounded says “about”."""
    assert words == in_words(chance)


def test_only_dice_become_chips() -> None:
    """Words around them, and what merely looks like dice, stay text."""
    shown = str(chipped("Throw 2d6 or d20 <now>, not 2d or mid5 or 1d0."))
    assert 2 == shown.count("<button")
    assert "&lt;now&gt;, not 2d or mid5 or 1d0." in shown


@pytest.mark.parametrize(
    "written",
    [
        "<img src=x onerror=alert(1)>",
        "<svg onload=alert(1)>",
        '<iframe srcdoc="<script>alert(1)</script>">',
        "<style>@import 'https://evil'</style>",
        '<a href=" javascript:alert(1)">x</a>',
        "[a](JaVaScRiPt:alert(1))",
        "[a](data:text/html,x)",
        "![x](https://evil/t.png)",
        '![x](javascript:alert(1) "onload=alert(1)")',
        "<b>bold</b>",
    ],
)
def test_markdown_can_do_no_harm(written: str) -> None:
    """It is shown as text or as a link to the web; nothing loads and nothing runs."""
    shown = str(marked_up(written))
    assert set() == set(re.findall(r"<([a-z0-9]+)", shown)) - {"p", "a"}
    assert all(urlsplit(link).scheme == "https" for link in Read(shown).links)


def test_markdown_keeps_what_it_should() -> None:
    """Emphasis, lists, code and links."""
    shown = str(marked_up("**Torch** out\n\n- a `b`\n- [c](https://d.example)"))
    assert "<p><strong>Torch</strong> out</p>" in shown
    assert "<li>a <code>b</code></li>" in shown
    assert '<a href="https://d.example" rel="noopener noreferrer">c</a>' in shown


@pytest.mark.parametrize(
    "written", ["[" * 100, "![" * 100, "*a " * 1333, "*_" * 2000, "***a** " * 570, "`a" * 2000, "> " * 2000, "<" * 4000]
)
def test_the_worst_markdown_that_is_taken(written: str) -> None:
    """200,000 calls at most, so a tenth of a second on a machine that makes two million in one; no clock is asked."""
    made = 0

    def count(_frame: FrameType, happens: str, _of: object) -> None:
        nonlocal made
        made += happens in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        marked_up(written)
    finally:
        sys.setprofile(before)
    assert 100 < made <= 200_000


@pytest.mark.parametrize("written", ["a" * 4001, "[" * 101])
def test_markdown_that_takes_too_long(written: str) -> None:
    """It is refused before it is read."""
    with pytest.raises(BadInput):
        marked_up(written)


def test_a_comparison_on_the_odds_page_fills_in_the_total(client: httpx.Client) -> None:
    """The dice stay in one field and the total goes into the other, so that sending the form again asks the same."""
    first = client.get("/odds", params={"roll": "2d6>=9"}).text
    assert "2d6 comes to 9 or more" in first
    again = client.get("/odds", params={"roll": "2d6>=9", "least": "9"}).text
    assert "2d6 comes to 9 or more" in again
    for page in (first, again):
        assert 'name="roll" value="2d6"' in page
        assert 'type="number" value="9"' in page


def test_every_page_says_in_one_place_that_it_is_old() -> None:
    """The bar under the header belongs to every page; none has another of its own."""
    loader = environment().loader
    assert loader is not None
    sources = {name: loader.get_source(environment(), name)[0] for name in environment().list_templates()}
    assert ["base/line.html"] == [name for name, source in sources.items() if 'id="lost-line"' in source]
