"""Our templates are drawn with less work, and show the same as Jinja's own."""

from enum import StrEnum
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment
from markupsafe import Markup, escape

from undercroft.faces.web.base.page_templates import PageTemplates, written

TEMPLATE = """
{% macro bold(text) -%}<b title="{{ text }}">{{ text }}</b>{%- endmacro %}
{% macro around(text) -%}{{ bold(text) }}{{ caller() }}{{ "!" if not text }}{%- endmacro %}
{% set kept %}<i>{{ value }}</i>{% endset %}
{{ value }}{{ value ~ "<" }}{{ bold(value) }}{{ kept }}{% for each in (value, kept) %}{{ each }}{% endfor %}{{ called }}
{% for each in (value, kept) %}{{ bold(text=each) }}{% endfor %}
{% call around(value) %}{{ "<" if value }}{% endcall %}
"""


class Sign(StrEnum):
    """A word that is no plain text."""

    LESS = "<"


@given(st.text())
def test_text_is_written_as_it_is_escaped(text: str) -> None:
    """Whatever is in it."""
    assert str(escape(text)) == str(written(text))


@pytest.mark.parametrize("value", [0, -3, True, None, 2.5, Fraction(1, 2), Sign.LESS, Markup("<b>"), ["<"], b"<"])
def test_other_values_are_too(value: object) -> None:
    """HTML stays as it is."""
    assert str(escape(value)) == str(written(value))


@given(st.one_of(st.text(), st.builds(Markup, st.sampled_from(["<b>", "&amp;", ""])), st.integers(), st.booleans()))
def test_a_template_draws_the_same_as_before(value: object) -> None:
    """In macros, kept parts, loops and joined text."""
    drawn = [
        made.from_string(TEMPLATE).render(value=value)
        for made in (_with_called(PageTemplates(autoescape=True)), _with_called(Environment(autoescape=True)))
    ]
    assert drawn[0] == drawn[1]


def _with_called(made: Environment) -> Environment:
    made.globals["called"] = "<all>"
    return made


def test_a_template_may_have_more_to_call_than_the_others() -> None:
    """And the others know nothing of it."""
    made = PageTemplates(autoescape=True)
    assert "more" == made.from_string("{{ own }}", globals={"own": "more"}).render()
    assert "" == made.from_string("{{ own }}").render()
