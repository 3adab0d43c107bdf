"""How new characters were made: the book's way, the dice, and the choices that can still be changed."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from undercroft.kernel.units import RuleId, Seconds


class Making(Struct, frozen=True):
    """How a character was made, so that a choice can be changed while the dice stay.

    `dice` has the faces of each throw by its rule, in the order they fell; `choices` the option taken at each step.
    """

    way: Mapping[str, Any]
    dice: Mapping[RuleId, tuple[tuple[int, ...], ...]] = {}
    choices: Mapping[str, str] = {}
    at: Seconds = Seconds(0)
    """The campaign's time when they were made."""
