"""The numbers that the rolls of Delving are held against, in words."""

from operator import attrgetter

from undercroft.books.delving import actions, body, checks, fights
from undercroft.kernel.amounts import signed
from undercroft.kernel.dice import D20
from undercroft.kernel.rules import Targets
from undercroft.kernel.target_numbers import Number, apart, reach

_dc: Number = attrgetter("dc")


def _wisdom(given: fights.Nerve, rolled: int) -> str:
    """A Wisdom check by Delving; a natural 20 always succeeds, a natural 1 never does."""
    if rolled in (D20.sides, 1):
        return f"a natural {rolled}"
    wis, dc = given.wis, checks.Check(score=given.wis).dc
    return f"{f'{signed(wis)} = {rolled + wis}, ' if wis else ''}{apart(rolled + wis, dc)}"


TARGETS: Targets = (
    (checks.check_d20, "check", reach(_dc)),
    (actions.clue_check, "check", reach(_dc, lambda given: given.int_score)),
    (body.rest_long, "check", reach(lambda _: checks.NORMAL_DC, lambda given: given.con)),
    (fights.morale_check, "check", _wisdom),
)
"""By the rule and the purpose of the roll; any purpose of the rule if it is empty."""
