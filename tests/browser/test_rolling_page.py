"""A page written by `undercroft read --html` rolls in a browser from a file, without a server."""

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.browsing import WIDE, overflow, windows_of
from undercroft.exchange.markup.page import read
from undercroft.faces.exports.rolling_page import as_html
from undercroft.kernel import wire
from undercroft.kernel.amounts import percent
from undercroft.kernel.dice import Roll
from undercroft.kernel.notation import parse
from undercroft.kernel.throwing import throw, total_of

BARROW = """---
title: The barrow
---

The stair is ![roll:2d6]() steps deep, and the *draught* carries ![roll:1d6x10](. "1d6 x 10 feet").

<script>document.title = "hostile"</script> [bad](javascript:document.title=1)
[good](https://example.org "![roll:1d4]()")

- first
- second with ![roll:1d20+5>=15]()

## Finds

```roll-table
roll: 1d1
result_text: "With a {{ roll }} you find {{ result }}."
results:
  1: a **clay** lamp, with oil for ![roll:1d1]() hours, 2d1 rats, and "[something that moves](#tenants)"
```

## Tenants

```roll-list
results:
  - a < b & badger
```

## Light

| d6  | The lamp |
|----:|:---------|
| 1   | goes out |
| 2-5 | burns    |
| 6   | burns blue |

| Door | Lock |
|---|---|
| oak | ![roll:1d4]() pins |
"""
FOUND = 'a clay lamp, with oil for 1 hours, 2 (2d1) rats, and "something that moves (a < b & badger)"'
FORMULAS = (
    *("2d6+3", "4d6kh3", "5d6kl2", "6d6dl1", "3d6!", "4d6!>=5", "5d10cs>=8", "4d6r1", "4d6ro<3", "3d6r1!kh2-1"),
    *(
        "2d6x10",
        "d66",
        "4dF",
        "d%",
        "2-in-6",
        "1d20+5>=15",
        "(1d4-2)*(1d6+1)",
        "-(2d4)",
        "3d4cs=2",
        "1d6[fire]+1d8[cold]",
    ),
)


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The page, opened from its file in a window that may load nothing else."""
    file = tmp_path / "barrow.html"
    file.write_text(as_html(read(BARROW), "barrow"), encoding="utf-8")
    windows = windows_of(browser)
    watched = windows.open(file.as_uri(), WIDE)
    asked: list[str] = []
    watched.page.on("request", lambda request: asked.append(request.url))
    watched.page.goto(file.as_uri())
    yield watched.page
    assert [file.as_uri()] == asked
    assert [] == windows.close(watched)


def test_rolls_and_tables_roll_without_a_server(opened: Page) -> None:
    """A button shows its total, a table the row that came up, with its dice and the tables it leads to."""
    expect(opened).to_have_title("The barrow")
    chip = opened.get_by_role("button", name="2d6", exact=False).first
    chip.click()
    expect(chip).to_have_text(re.compile(r"^2d6 = ([2-9]|1[0-2])$"))
    opened.get_by_role("button", name="1d20+5>=15").click()
    expect(opened.get_by_role("button", name="1d20+5>=15")).to_have_text(re.compile(r" = (yes|no)$"))
    finds = opened.locator("#table-finds")
    finds.get_by_role("button", name="Roll 1d1").click()
    expect(finds.locator("output")).to_have_text(f"1 With a 1 you find {FOUND}.")
    expect(finds.locator("output strong")).to_have_text("clay")
    expect(finds.locator("tr.is-rolled")).to_have_count(1)
    light = opened.locator("#table-light")
    light.get_by_role("button", name="Roll d6").click()
    expect(light.locator("output")).to_have_text(re.compile(r"^(1 goes out|[2-5] burns|6 burns blue)$"))
    expect(light.locator("td.chance").nth(1)).to_have_text(percent(Fraction(2, 3)))
    assert 0 == opened.locator("[href^=javascript]").count()


def test_the_page_fits_a_phone(opened: Page) -> None:
    """Nothing is cut off on a narrow screen."""
    opened.set_viewport_size({"width": 360, "height": 740})
    assert not overflow(opened)


def test_the_browser_throws_every_formula_as_the_engine_does(opened: Page) -> None:
    """With the same faces in the same order the total is the same, whatever explodes, is rerolled or kept."""
    drawn = random.Random(7)

    def draw(roll: Roll, count: int) -> list[int]:
        return [drawn.choice(roll.values) for _ in range(count)]

    throws = [throw(parse(written), draw) for written in FORMULAS for _ in range(40)]
    sent = [[wire.plain(thrown.formula), list(thrown.faces)] for thrown in throws]
    found = opened.evaluate(
        """(all) => all.map(([formula, faces]) => {
            const left = [...faces];
            const { total } = throwDice(formula, () => left.shift());
            return [total, left.length];
        })""",
        sent,
    )
    assert [[thrown.total, 0] for thrown in throws] == found
    formulas = [parse(written) for written in FORMULAS]
    own = opened.evaluate("(all) => all.map((formula) => throwDice(formula))", [wire.plain(each) for each in formulas])
    assert [total_of(each, thrown["faces"]) for each, thrown in zip(formulas, own, strict=True)] == [
        thrown["total"] for thrown in own
    ]
