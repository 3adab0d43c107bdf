"""Extra Effort: what it can raise for each task."""

from enum import StrEnum
from typing import Annotated

from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, rule, says


class Wish(StrEnum):
    """A task that a character may want extra effort for."""

    DIG = "dig"
    HIKE = "hike"
    JUMP = "jump"
    LIFT = "lift"
    RUN = "run"
    SWIM = "swim"
    THROW = "throw"
    STR_ROLL = "str_roll"
    BOW = "bow"
    BREATH = "breath"


class Raises(StrEnum):
    """What the effort raises."""

    BL = "bl"
    MILEAGE = "mileage"
    MOVE = "move"
    DISTANCE = "distance"
    STR = "str"


# fmt: off
RAISES = {
    Wish.DIG:      Raises.BL,
    Wish.HIKE:     Raises.MILEAGE,
    Wish.JUMP:     Raises.DISTANCE,
    Wish.LIFT:     Raises.BL,
    Wish.RUN:      Raises.MOVE,
    Wish.SWIM:     Raises.MOVE,
    Wish.THROW:    Raises.STR,
    Wish.STR_ROLL: Raises.STR,
    Wish.BOW:      Raises.STR,
    Wish.BREATH:   None,
}
# fmt: on


class Wished(Given, frozen=True):
    """A task to do better than usual."""

    task: Annotated[Wish, says("what the effort is for")]


class Target(Outcome, frozen=True, tag="target"):
    """What the effort raises, for this task alone."""

    target: Raises


class Forbidden(Outcome, frozen=True, tag="forbidden"):
    """No effort helps with this."""


@rule("neverwhere.extra-effort-targets", Cite("Neverwhere", "Extra Effort"))
def extra_effort_targets(dice: Dice, given: Wished) -> Target | Forbidden:
    """Extra effort raises one thing for each task, but never how long a breath lasts."""
    raises = RAISES[given.task]
    return Forbidden() if raises is None else Target(raises)
