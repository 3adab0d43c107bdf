"""Extra Effort at work, notes for specific tasks: digging and lifting."""

from fractions import Fraction
from math import ceil
from typing import Annotated

from msgspec import Meta

from undercroft.books.neverwhere import effort
from undercroft.books.neverwhere.bounds import above_nothing, not_below
from undercroft.books.neverwhere.lifting import CannotCarry, Feat, limit_of, strain
from undercroft.books.neverwhere.overexertion import Task
from undercroft.books.neverwhere.rounds import ROUND, ROUND_SECONDS, RoundLength, round_is
from undercroft.books.neverwhere.running import minute_of_rounds
from undercroft.books.neverwhere.units import ZERO, FatiguePoints, Litres
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Reading, rule, says
from undercroft.kernel.units import Kilograms

NOTES = Cite("Neverwhere", "Notes for specific Tasks")


# Digging


class HarderDigging(effort.Pushing, frozen=True, kw_only=True):
    """An hour of digging."""

    task: Annotated[Task, says("digging, and nothing else")] = Task.DIG
    base_fp: Annotated[
        int, Meta(ge=1, le=4), says("fatigue points an hour of digging costs: 1 loose soil to 4 hard rock")
    ]
    rate: Annotated[Fraction, says("litres an hour without the effort")]

    def __post_init__(self) -> None:
        super().__post_init__()
        effort.only(self.task, Task.DIG)
        not_below(0, rate=self.rate)


class Hour(effort.Toll, frozen=True, tag="hour"):
    """The yield of the hour, and its total cost."""

    litres: Litres
    fp: FatiguePoints


RUINED_HOUR = Reading(
    id="neverwhere.extra-effort.dig/ruined",
    question="What does the hour of a critical failure yield?",
    choice="Nothing; what was dug before stays dug.",
    because="The task fails, and each hour has a roll of its own.",
)


@rule("neverwhere.extra-effort.dig", NOTES, readings=(RUINED_HOUR, effort.VIT_FOLLOWS_AT_ONCE, *effort.READINGS))
def extra_effort_dig(dice: Dice, given: HarderDigging) -> Hour | effort.EffortRefused:
    """Every hour of harder digging needs a roll and costs a point on top of the digging; it may ruin the back."""
    push = effort.tried(dice, given, given.base_fp)
    if isinstance(push, effort.EffortRefused):
        return push
    fp = FatiguePoints(given.base_fp + push.fp_cost)
    return Hour(*effort.toll_of(push), Litres(effort.boosted(given.rate, push)), fp)


# Lifting and moving things


class HarderLifting(effort.Pushing, frozen=True, kw_only=True):
    """A minute of lifting, carrying or pulling."""

    task: Annotated[Task, says("lifting, and nothing else")] = Task.LIFT
    load: Annotated[Fraction, says("kilograms on the back; 0 if nothing is")]
    bl: Annotated[Fraction, says("Basic Lift in kilograms")]
    round_seconds: Annotated[RoundLength, says("seconds to a round")] = ROUND

    def __post_init__(self) -> None:
        super().__post_init__()
        effort.only(self.task, Task.LIFT)
        not_below(0, load=self.load)
        above_nothing(bl=self.bl)
        round_is(self.round_seconds)


class LiftingMinute(effort.Toll, frozen=True, tag="minute"):
    """Basic Lift for this minute, the most it carries, whether it carries the load, and the total cost."""

    bl: Kilograms
    limit: Kilograms
    carried: bool
    fp: FatiguePoints


RAISED_LIFT_BEARS = Reading(
    id="neverwhere.extra-effort.lift/strain",
    question="By which Basic Lift is strain measured?",
    choice="By the raised one while it is raised; then every strained round of the minute costs its point too.",
    because="Basic Lift itself is what the effort raises.",
)
TOO_MUCH_EVEN_SO = Reading(
    id="neverwhere.extra-effort.lift/limit",
    question="How much can a character who makes the effort carry on the back?",
    choice="Fifteen raised Basic Lifts; for more, no effort helps. If the effort fails, everything over fifteen normal "
    "ones stays where it is, and does not strain.",
    because="The back bears fifteen times Basic Lift, and that is what the effort raises.",
)
ONE_ROUND_OF_STRAIN = Reading(
    id="neverwhere.extra-effort.lift/critical",
    question="How many hit points does a critical failure under a straining load cost?",
    choice="One for the effort, and one if the load is over ten normal Basic Lifts; nothing is lifted.",
    because="What the task would cost anyway is part of it, and failing at once it costs a single round.",
)


@rule(
    "neverwhere.extra-effort.lift",
    NOTES,
    readings=(
        RAISED_LIFT_BEARS,
        TOO_MUCH_EVEN_SO,
        ONE_ROUND_OF_STRAIN,
        effort.VIT_FOLLOWS_AT_ONCE,
        ROUND_SECONDS,
        *effort.READINGS,
    ),
)
def extra_effort_lift(dice: Dice, given: HarderLifting) -> LiftingMinute | CannotCarry | effort.EffortRefused:
    """Lifting more needs a roll and costs a point every minute, on top of any strain; it may ruin the back."""
    most = limit_of(Feat.CARRY, effort.raised(given.bl, given.percent))
    if given.load > most and not effort.cannot_try(given):
        return CannotCarry(most)
    push = effort.tried(dice, given, strain_of(given.load, given.bl, 1))
    if isinstance(push, effort.EffortRefused):
        return push
    bl = Kilograms(effort.boosted(given.bl, push))
    return LiftingMinute(*effort.toll_of(push), bl, *borne(given, push, bl))


def borne(given: HarderLifting, push: effort.Push, bl: Kilograms) -> tuple[Kilograms, bool, FatiguePoints]:
    """The most that can be carried, whether the load is carried, and the cost of effort and strain."""
    if isinstance(push, effort.Disaster):
        return Kilograms(ZERO), False, FatiguePoints(push.fp_cost + strain_of(given.load, given.bl, 1))
    limit = limit_of(Feat.CARRY, bl)
    carried = given.load <= limit
    rounds = minute_of_rounds(given.round_seconds) if carried else 0
    return limit, carried, FatiguePoints(push.fp_cost + strain_of(given.load, bl, rounds))


def strain_of(load: Fraction, bl: Fraction, rounds: int) -> int:
    """The fatigue of that many rounds under a load; a load too heavy to carry costs nothing."""
    return strain(ceil(load / bl), rounds) if load <= limit_of(Feat.CARRY, bl) else 0
