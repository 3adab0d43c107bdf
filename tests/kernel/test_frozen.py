"""A mapping that does not change."""

import pytest

from undercroft.kernel.frozen import FrozenMap


def test_order_does_not_matter() -> None:
    """Equal names and values make equal maps, whatever the order they came in."""
    assert FrozenMap({"a": 1, "b": 2}) == FrozenMap({"b": 2, "a": 1}) == {"b": 2, "a": 1}
    assert hash(FrozenMap({"a": 1, "b": 2})) == hash(FrozenMap({"b": 2, "a": 1}))
    assert ["a", "b"] == list(FrozenMap({"b": 2, "a": 1}))


def test_it_differs_from_other_things() -> None:
    """Other values, other names and things that are no mapping are unequal."""
    assert FrozenMap({"a": 1}) != FrozenMap({"a": 2})
    assert FrozenMap({"a": 1}) != [("a", 1)]
    assert 2 == len(FrozenMap({"a": 1, "b": 2}))


def test_names_are_not_empty() -> None:
    """A name is something that can be said."""
    with pytest.raises(ValueError, match="empty"):
        FrozenMap({"": 1})
