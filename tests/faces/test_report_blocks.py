"""The blocks of a report, written as Markdown."""

from undercroft.faces.report.blocks import Block, Item, Kind, as_markdown


def test_every_form_that_a_report_takes() -> None:
    """Headings, leaning lines, and lists whose lines may begin with a time; no text is taken for markup."""
    assert (
        r"""# Carrow \*Marches\*

In short: 2 \# dead.

## Lychgate \[stair\]

*day 2, 09:00 to 09:30*

- Lychgate\_stair.
- **09:30** Two rats \*squeak\*.
"""
    ) == as_markdown(
        (
            Block(Kind.TITLE, "Carrow *Marches*"),
            Block(Kind.PARAGRAPH, "In short: 2 # dead."),
            Block(Kind.HEADING, "Lychgate [stair]"),
            Block(Kind.LEANING, "day 2, 09:00 to 09:30"),
            Block(Kind.LIST, items=(Item("Lychgate_stair."), Item("Two rats *squeak*.", "09:30"))),
        )
    )
