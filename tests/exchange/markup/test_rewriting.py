"""Pages written again with their tables in another form."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.exchange.markup.test_writing import tables
from undercroft.exchange.markup.page import lint, read
from undercroft.exchange.markup.rewriting import losses, rewritten
from undercroft.exchange.markup.rolltables import RollTable
from undercroft.exchange.markup.templates import PLAIN
from undercroft.exchange.markup.writing import Form, as_fence, as_grid, source

PAGES = sorted(path for path in (Path(__file__).parents[2] / "pages").glob("*.md"))
PROSE = st.sampled_from(
    [
        "Some *text* with ![roll:2d6]() in it.",
        "1. one\n2. two",
        "> said the [cook](#cook)",
        "| a | b |\n|--|--|\n| c | d |",
    ]
)


@st.composite
def pages(draw: st.DrawFn) -> str:
    """A page of headings, prose and tables in both forms."""
    parts = ["# Cook", ""]
    for number in range(draw(st.integers(1, 4))):
        form = draw(st.sampled_from([as_fence, as_grid]))
        parts += [f"## Part {number}", "", draw(PROSE), "", form(draw(tables())), "", draw(PROSE), ""]
    return "\n".join(parts)


def meaning(table: RollTable) -> object:
    """What a table means, without its wording."""
    return table.name, table.expression.formula, [" ".join(source(row).split()) for row in table.rows]


@given(pages(), st.sampled_from(Form))
def test_nothing_but_the_form_of_tables_changes(text: str, form: Form) -> None:
    """Headings, prose and links stay; the tables mean the same; lint finds nothing that it did not find before."""
    before = read(text)
    after = read(rewritten(text, before, form))
    assert [meaning(table) for table in before.tables] == [meaning(table) for table in after.tables]
    assert [heading.text for heading in before.headings] == [heading.text for heading in after.headings]
    found = {problem.code for problem in lint(rewritten(text, before, form))}
    assert found <= {problem.code for problem in lint(text)}
    assert rewritten(text, before, form) == rewritten(rewritten(text, before, form), after, form)


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize("path", [pytest.param(path, id=path.name) for path in PAGES])
def test_every_page_stays_clean(path: Path, form: Form) -> None:
    """No link dangles, since every heading is still there."""
    text = path.read_text(encoding="utf-8")
    after = rewritten(text, read(text), form)
    assert [problem.code for problem in lint(text)] == [problem.code for problem in lint(after)]
    assert [heading.text for heading in read(text).headings] == [heading.text for heading in read(after).headings]


def test_what_is_lost_is_reported() -> None:
    """A wording of its own, which bars do not have; a table within a quotation stays as it is."""
    fence = "```roll-list\nresult_text: so {{ result }}\nresults:\n  - x\n  - y\n```"
    text = f"# A\n\n{fence}\n\n> | d2 | b |\n> |--|--|\n> | 1 | x |\n> | 2 | y |\n"
    page = read(text)
    assert ["“a” loses its result_text, which bars do not have"] == [*losses(text, page, Form.BARS)]
    assert PLAIN == read(rewritten(text, page, Form.BARS)).tables[0].template
    assert ["“a-2” stays as it is, since it is inside a list or a quotation"] == [*losses(text, page, Form.FENCE)]
