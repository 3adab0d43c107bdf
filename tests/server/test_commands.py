"""Commands as someone sent them."""

import re
from typing import Any

import pytest

from undercroft.kernel.faults import RuleInputError
from undercroft.server.commands import BY_TAG, read_command


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
        ({"kind": "xyzzy"}, "kind", 'name a command as its kind, like {"kind": "search", "who": "maud"}'),
        ({"who": "maud"}, "kind", 'name a command as its kind, like {"kind": "search", "who": "maud"}'),
        ([], None, 'name a command as its kind, like {"kind": "search", "who": "maud"}'),
        ({"kind": "note", "text": "x" * 4001}, "text", "give text of at most 4,000 characters"),
        ({"kind": "split", "group": "g", "members": "x"}, "members", "give a list, in which each entry is text"),
        ({"kind": "split", "group": "g", "members": [1]}, "members[0]", "give text"),
        (
            {"kind": "make_ruling", "trial": {"group": "g", "what": "x", "by": {"type": "coin"}}},
            "trial.by.type",
            "give attribute, check, dice, opposed, percent, save or x_in_y",
        ),
    ],
)
def test_a_fault_says_what_a_field_may_be(plain: Any, field: str | None, fix: str) -> None:
    """By the command's own fields, however deep; a kind that is nearly one is guessed."""
    with pytest.raises(RuleInputError) as caught:
        read_command(plain)
    assert (field, fix) == (caught.value.field, caught.value.fix)


@pytest.mark.parametrize("tag", sorted(BY_TAG))
def test_every_field_of_every_command_says_what_fits_it(tag: str) -> None:
    """No remedy is general, and none is empty: a program's author reads what to send."""
    wrong = [{name: value} for name in BY_TAG[tag].__struct_encode_fields__ for value in (WRONG, [WRONG], {"odd": 1})]
    fixes = [fix for given in wrong if (fix := remedy_for({"kind": tag, **given})) is not None]
    assert [] == [fix for fix in fixes if re.search(r"fits|look up|\bit$|  | $|JSON", fix)]


def remedy_for(plain: Any) -> str | None:
    """What a refusal says to do; None for a command that can be read."""
    try:
        read_command(plain)
    except RuleInputError as fault:
        return fault.fix
    return None


WRONG = 2**40 + 1
"""Nearly nothing takes this."""
