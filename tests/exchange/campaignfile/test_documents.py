"""A text read as TOML, for campaign files and scenarios."""

import time

import pytest

from undercroft.exchange.campaignfile import documents
from undercroft.exchange.campaignfile.documents import NotToml, parsed
from undercroft.exchange.campaignfile.positions import MOST_DEPTH, Places, places_in
from undercroft.exchange.campaignfile.reading import findings

DEEPEST = MOST_DEPTH * "[" + MOST_DEPTH * "]"


def test_lines_are_looked_for_only_when_something_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """They take twice as long to find as the values."""
    looked: list[str] = []

    def counted(text: str) -> Places:
        looked.append(text)
        return places_in(text)

    monkeypatch.setattr(documents, "places_in", counted)
    assert () == findings('name = "The Mill"')
    assert [] == looked
    assert [2] == [problem.line for problem in findings("\nname = 3")]
    assert 1 == len(looked)


@pytest.mark.parametrize(
    "text",
    [
        f"x = [{DEEPEST}]",
        f"x = [{DEEPEST}",
        ".".join("a" * 100_000) + " = 1",
        f"[{'.'.join('a' * 12)}]\n{'b.' * 12}b=1",
    ],
)
def test_a_text_that_is_nested_too_deep_is_refused(text: str) -> None:
    """Whether or not it would be TOML, and before the standard library spends long on it."""
    begins = time.perf_counter()
    with pytest.raises(NotToml) as fault:
        parsed(text)
    assert ["too_deep"] == [problem.code for problem in fault.value.problems]
    assert time.perf_counter() - begins < 5


def test_the_deepest_text_is_read() -> None:
    """A list in a list is one deeper, and dots in a text are not keys."""
    assert parsed(f"x = {DEEPEST[1:-1]}").values
    assert {"about": "." * 100} == parsed(f'\ufeffabout = "{100 * "."}"').values
