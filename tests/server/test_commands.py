"""Commands as someone sent them."""

from typing import Any

import pytest

from undercroft.kernel.faults import RuleInputError
from undercroft.server.commands import read_command


@pytest.mark.parametrize(
    "plain, field, fix",
    [
        ({"kind": "searchh", "who": "maud"}, "kind", "did you mean search?"),
        ({"kind": "use_dice", "seat": "one", "dice": "thrown"}, "dice", "give typed or rolled"),
        (
            {"kind": "overrule", "ruling": "3", "outcome": {}},
            "ruling",
            "give a whole number, 1 or more",
        ),
        ({"kind": "search"}, "who", "give text"),
        (
            {"kind": "make_ruling", "trial": {"group": "g", "what": "x", "by": {"type": "x_in_y", "x": 1, "y": 1}}},
            "trial.by.y",
            "give 2 to 100",
        ),
        ({"kind": "xyzzy"}, "kind", "give a value that fits"),
        ({"who": "maud"}, "kind", "give it"),
    ],
)
def test_a_fault_says_what_a_field_may_be(plain: dict[str, Any], field: str, fix: str) -> None:
    """By the command's own fields, however deep; a kind that is nearly one is guessed."""
    with pytest.raises(RuleInputError) as caught:
        read_command(plain)
    assert (field, fix) == (caught.value.field, caught.value.fix)
