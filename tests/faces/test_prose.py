"""A report as blocks for a page."""

from __future__ import annotations

from undercroft.faces.web.live.prose import Block, Item, blocks_of

REPORT = r"""# Carrow Marches

*day 2, 09:00 to 09:30*

- Lychgate stair.
- **09:30** Two rats \*squeak\*.
- *Nobody came, twice.*

**bold** is nothing here.
"""


def test_every_form_that_a_report_takes() -> None:
    """Headings, leaning lines, and lists whose lines may begin with a time; no stroke or star is left over."""
    assert (
        Block("h1", "Carrow Marches"),
        Block("leaning", "day 2, 09:00 to 09:30"),
        Block(
            "list",
            items=(
                Item("Lychgate stair."),
                Item("Two rats *squeak*.", when="09:30"),
                Item("Nobody came, twice.", folded=True),
            ),
        ),
        Block("p", "**bold** is nothing here."),
    ) == blocks_of(REPORT)
