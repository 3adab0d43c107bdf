"""What is written holds no float, wherever it might hide."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercroft.kernel import wire

exact = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
PLACES: tuple[Callable[[object, object], object], ...] = (
    lambda one, _: one,
    lambda one, other: [other, one],
    lambda one, other: {"a": other, "b": {"c": (one,)}},
)


@given(exact, st.floats(), st.sampled_from(PLACES))
def test_a_float_is_refused_wherever_it_is(beside: object, inexact: float, place: Callable[[object, object], object]):
    """Also one that is a whole number, infinite or no number; what has none is written and read back."""
    assert beside == wire.plain(beside)
    with pytest.raises(ValueError, match="a float is not exact"):
        wire.encode(place(inexact, beside))
