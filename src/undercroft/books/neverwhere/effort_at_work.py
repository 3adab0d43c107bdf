"""Extra Effort at work, notes for specific tasks: digging and lifting."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Annotated

from msgspec import Meta

from undercroft.books.neverwhere.checks import SN_TIE
from undercroft.books.neverwhere.effort import (
    STEPS,
    VIT_FOLLOWS_AT_ONCE,
    Disaster,
    Effort,
    EffortRefused,
    Toll,
    boosted,
    extra_effort,
    only,
    toll_of,
)
from undercroft.books.neverwhere.lifting import strain
from undercroft.books.neverwhere.overexertion import Task
from undercroft.books.neverwhere.running import (
    minute_of_rounds,
)
from undercroft.books.neverwhere.units import (
    ROUND,
    ROUND_SECONDS,
    ZERO,
    FatiguePoints,
    Litres,
    RoundLength,
    above_nothing,
    not_below,
)
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Reading, rule, says
from undercroft.kernel.units import Kilograms

NOTES = Cite("Neverwhere", "Notes for specific Tasks")


# Digging


class HarderDigging(Effort, frozen=True, kw_only=True):
    """An hour of digging."""

    base_fp: Annotated[int, Meta(ge=1, le=4), says("fatigue points an hour of it costs: 1 loose soil to 4 hard rock")]
    rate: Annotated[Fraction, says("litres an hour without the effort")]

    def __post_init__(self) -> None:
        super().__post_init__()
        only(self.task, Task.DIG)
        not_below(0, rate=self.rate)


class Hour(Toll, frozen=True, tag="hour"):
    """What the hour yields, and what it costs in all."""

    litres: Litres
    fp: FatiguePoints


RUINED_HOUR = Reading(
    id="neverwhere.extra-effort.dig/ruined",
    question="What does the hour of a critical failure yield?",
    choice="Nothing; what was dug before stays dug.",
    because="The task fails, and each hour has a roll of its own.",
)


@rule("neverwhere.extra-effort.dig", NOTES, readings=(RUINED_HOUR, VIT_FOLLOWS_AT_ONCE, STEPS, SN_TIE))
def extra_effort_dig(dice: Dice, given: HarderDigging) -> Hour | EffortRefused:
    """Every hour of digging harder needs its roll and costs a point on top of the digging; it may ruin the back."""
    push = extra_effort(dice, given)
    if isinstance(push, EffortRefused):
        return push
    return Hour(*toll_of(push), Litres(boosted(given.rate, push)), FatiguePoints(given.base_fp + push.fp_cost))


# Lifting and moving things


class HarderLifting(Effort, frozen=True, kw_only=True):
    """A minute of lifting, carrying or pulling."""

    base_fp: Annotated[int, Meta(ge=0, le=1), says("1 if a round of it would cost a point without the effort, else 0")]
    load: Annotated[Fraction, says("kilograms carried; 0 if nothing is")]
    bl: Annotated[Fraction, says("Basic Lift in kilograms")]
    round_seconds: Annotated[RoundLength, says("seconds to a round")] = ROUND

    def __post_init__(self) -> None:
        super().__post_init__()
        only(self.task, Task.LIFT)
        not_below(0, load=self.load)
        above_nothing(bl=self.bl)


class LiftingMinute(Toll, frozen=True, tag="minute"):
    """Basic Lift for this minute, and what the minute costs in all."""

    bl: Kilograms
    fp: FatiguePoints


RAISED_LIFT_BEARS = Reading(
    id="neverwhere.extra-effort.lift/strain",
    question="By which Basic Lift is strain measured?",
    choice="By the raised one while it is raised; then every strained round of the minute costs its point besides.",
    because="Basic Lift itself is what the effort raises.",
)
ONE_ROUND_OF_STRAIN = Reading(
    id="neverwhere.extra-effort.lift/critical",
    question="How many hit points does a critical failure under a straining load cost?",
    choice="One for the effort and one for the strain of that round; nothing is lifted.",
    because="The task fails at once, so no more than a round of strain has been paid.",
)


@rule(
    "neverwhere.extra-effort.lift",
    NOTES,
    readings=(RAISED_LIFT_BEARS, ONE_ROUND_OF_STRAIN, VIT_FOLLOWS_AT_ONCE, ROUND_SECONDS, STEPS, SN_TIE),
)
def extra_effort_lift(dice: Dice, given: HarderLifting) -> LiftingMinute | EffortRefused:
    """Every minute of lifting more needs its roll and costs a point beside any strain; it may ruin the back."""
    push = extra_effort(dice, given)
    if isinstance(push, EffortRefused):
        return push
    if isinstance(push, Disaster):
        return LiftingMinute(*toll_of(push), Kilograms(ZERO), FatiguePoints(given.base_fp + push.fp_cost))
    bl = Kilograms(boosted(given.bl, push))
    strained = strain(ceil(given.load / bl), minute_of_rounds(given.round_seconds))
    return LiftingMinute(*toll_of(push), bl, FatiguePoints(strained + push.fp_cost))
