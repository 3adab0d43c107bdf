"""Setting a value by hand: every value is chosen or typed in words that a referee knows."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.demo.test_demo import BEGIN
from tests.faces.forms_filled import viewers
from tests.table.tabletop import Tabletop
from undercroft.faces.web.live.forms.setting import setting
from undercroft.kernel.phrases import value_in_words
from undercroft.kernel.shape import Many, Maybe, OneOf, Shape, Text
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.referee.adjust import Adjusted
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.sentences import says
from undercroft.table.state.ids import SiteId
from undercroft.table.world.groups import MAIN

RAW = re.compile(r"[a-z]_[a-z]|^[a-z]+-[a-z0-9-]+$")
"""A name of the program."""


@pytest.fixture(scope="module")
def forms() -> list[Mapping[str, Any]]:
    """The form for the first of each kind of thing in the demo, with each of its values."""
    table = Tabletop()
    table.do(BEGIN)
    table.do(EnterSite(MAIN, SiteId("ossuary")))
    viewer = next(iter(viewers(table.now)))
    found: list[Mapping[str, Any]] = []
    for _, targets in setting(viewer, {}, {})["targets_by_kind"]:
        target = targets[0][0]
        for field, _ in setting(viewer, {}, target)["values"]:
            found.append(setting(viewer, {}, {**target, "field": field}))
    return found


def words_of(shape: Shape) -> Iterator[str]:
    """The choices as they are shown."""
    match shape:
        case Maybe(of=of) | Many(of=of):
            yield from words_of(of)
        case OneOf(words=words):
            shown = getattr(shape, "shown", {})
            yield from (shown.get(word) or value_in_words(str(word)) for word in words)
        case _:
            pass


def test_no_choice_is_a_name_of_the_program(forms: list[Mapping[str, Any]]) -> None:
    """Nor is what stands in a field to type into."""
    raw = [(form["what"], form["value_name"], word) for form in forms for word in words_of(form["shape"])]
    raw += [
        (form["what"], form["value_name"], form["present"])
        for form in forms
        if isinstance(form["shape"], Text) and isinstance(form["present"], str)
    ]
    assert len(raw) > 100
    assert [] == [each for each in raw if RAW.search(each[2])]


def test_no_two_values_have_one_name(forms: list[Mapping[str, Any]]) -> None:
    for form in forms:
        names = [shown for _, shown in form["values"]]
        assert len(set(names)) == len(names), names


@pytest.mark.parametrize(
    "adjusted, words",
    [
        (Adjusted(Adjustable.PERSON, "tam", "employer", "isolde", ""), "Tam Reddish, employer Isolde Fenn"),
        (Adjusted(Adjustable.PERSON, "tam", "seat", "referee", ""), "Tam Reddish, player the referee"),
        (Adjusted(Adjustable.THING, "maud-short_sword", "worth", 250, ""), "short sword, worth 2g 5s"),
        (Adjusted(Adjustable.GROUP, "party", "time", 3_600, ""), "The party, time day 2, 10:00"),
        (Adjusted(Adjustable.SITE, "ossuary", "danger", "deadly", ""), "Saint Orrin's Ossuary, danger deadly"),
        (
            Adjusted(Adjustable.DOOR, "bell-door", "state", "no_door", "", SiteId("ossuary")),
            "barred door, state no door",
        ),
    ],
)
def test_the_log_says_a_value_in_words(adjusted: Adjusted, words: str) -> None:
    table = Tabletop()
    table.do(BEGIN)
    assert f"Set by hand: {words}." == says(table.now, adjusted)
