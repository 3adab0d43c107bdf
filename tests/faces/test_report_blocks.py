"""The blocks of a report, written as Markdown."""

from undercroft.faces.report.blocks import BlockKind, Item, ReportBlock, as_markdown


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
            ReportBlock(BlockKind.TITLE, "Carrow *Marches*"),
            ReportBlock(BlockKind.PARAGRAPH, "In short: 2 # dead."),
            ReportBlock(BlockKind.HEADING, "Lychgate [stair]"),
            ReportBlock(BlockKind.LEANING, "day 2, 09:00 to 09:30"),
            ReportBlock(BlockKind.LIST, items=(Item("Lychgate_stair."), Item("Two rats *squeak*.", "09:30"))),
        )
    )
