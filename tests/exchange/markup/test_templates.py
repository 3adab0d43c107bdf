"""The sentence about a result."""

import pytest

from undercroft.exchange.markup.placed_text import Located, TextPlace
from undercroft.exchange.markup.problems import BadMarkup
from undercroft.exchange.markup.templates import PLAIN, filled, template, written

ATTITUDE = "Rolled {{ roll }} - their attitude is {{ result }}."


def of(text: str) -> Located:
    """A template at the start of a page."""
    return Located(text, TextPlace(1, 1))


@pytest.mark.parametrize(
    "text, total, result, said",
    [
        (ATTITUDE, 8, "Hostile", "Rolled 8 - their attitude is Hostile."),
        (ATTITUDE, 7, "Uninterested", "Rolled 7 - their attitude is Uninterested."),
        ("{{roll}}{{  result  }}", 3, "x", "3x"),
        ("{{ result }}", 3, "{{ roll }}", "{{ roll }}"),
        ("{ roll } }", 3, "x", "{ roll } }"),
    ],
)
def test_slots_are_filled_once(text: str, total: int, result: str, said: str) -> None:
    """Blanks within the braces do not matter; what a result says is not looked into."""
    assert said == filled(template(of(text)), total, result)


def test_without_a_template() -> None:
    """The result is told plainly."""
    assert "Friendly" == filled(PLAIN, 2, "Friendly")


@pytest.mark.parametrize(
    "text, column, code",
    [
        ("{{ x }}", 1, "unknown-name"),
        ("a {{ result.sum }}", 3, "unknown-name"),
        ("a {{ roll", 3, "unclosed"),
        ("a }} b", 3, "unclosed"),
        ("{{}}", 1, "unknown-name"),
        ("{{ {{ roll }} }}", 1, "unknown-name"),
    ],
)
def test_what_is_refused(text: str, column: int, code: str) -> None:
    """Names that mean nothing, and braces without their fellows."""
    with pytest.raises(BadMarkup) as fault:
        template(of(text))
    assert (column, code) == (fault.value.column, fault.value.code)


def test_it_can_be_written_again() -> None:
    """With the blanks where they belong."""
    assert ATTITUDE == written(template(of(ATTITUDE.replace("{{ ", "{{"))))
