"""Holding Your Breath: how long it lasts, and what follows."""

from enum import StrEnum
from fractions import Fraction
from math import floor
from typing import Annotated

from undercroft.books.neverwhere.bounds import above_nothing, not_below
from undercroft.books.neverwhere.checks import SN_TIE, Rolling, rolled, succeeded
from undercroft.books.neverwhere.fatigue import drained, spent, weary_sn, within
from undercroft.books.neverwhere.rounds import FOUR_MINUTES, ROUND, ROUND_SECONDS, RoundLength, round_is
from undercroft.books.neverwhere.units import Count, FatiguePoints, HitPoints, Modifier, Most, Points, Rounds, Score
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says

HOLDING_YOUR_BREATH = Cite("Neverwhere", "Holding Your Breath")


# How long


class Exertion(StrEnum):
    """How much air a character uses."""

    NONE = "none"
    MILD = "mild"
    HEAVY = "heavy"


class Activity(StrEnum):
    """The examples in the text for each exertion."""

    SITTING = "sitting"
    MEDITATING = "meditating"
    TREADING_WATER = "treading_water"
    WALKING = "walking"
    CLIMBING = "climbing"
    COMBAT = "combat"
    RUNNING = "running"


class Readiness(StrEnum):
    """How the character breathed before."""

    DEEP_BREATH = "deep_breath"
    HYPERVENTILATED = "hyperventilated"
    PURE_OXYGEN = "pure_oxygen"
    SURPRISED = "surprised"


ROUNDS_PER_VIT = {Exertion.NONE: Fraction(2), Exertion.MILD: Fraction(1), Exertion.HEAVY: Fraction(1, 4)}
EXERTION = {
    Activity.SITTING: Exertion.NONE,
    Activity.MEDITATING: Exertion.NONE,
    Activity.TREADING_WATER: Exertion.MILD,
    Activity.WALKING: Exertion.MILD,
    Activity.CLIMBING: Exertion.HEAVY,
    Activity.COMBAT: Exertion.HEAVY,
    Activity.RUNNING: Exertion.HEAVY,
}
READINESS_FACTOR = {
    Readiness.DEEP_BREATH: Fraction(1),
    Readiness.HYPERVENTILATED: Fraction(3, 2),
    Readiness.PURE_OXYGEN: Fraction(5, 2),
    Readiness.SURPRISED: Fraction(1, 2),
}


class Breath(Given, frozen=True, kw_only=True):
    """A character holds their breath."""

    vit: Annotated[Score, says("Vit, the score itself")]
    exertion: Annotated[Exertion | None, says("how much air it takes; or name the activity")] = None
    activity: Annotated[Activity | None, says("what they do meanwhile; or name the exertion")] = None
    readiness: Annotated[Readiness, says("how they breathed before; hyperventilating takes a full round")]

    def __post_init__(self) -> None:
        if (self.exertion is None) == (self.activity is None):
            raise ValueError("give either the exertion or the activity")


class Limit(Outcome, frozen=True, tag="limit"):
    """How long the breath lasts, and how many full rounds that is."""

    exact: Fraction
    full_rounds: Rounds


NO_LEAST_ROUND = Reading(
    id="neverwhere.breath-limit/least",
    question="Does a breath last at least one round?",
    choice="No; the product is kept exactly, and its full rounds may be none at all.",
    because="The text gives no minimum and no rounding.",
)
LONGER_THAN_THE_GUIDE = Reading(
    id="neverwhere.breath-limit/guide",
    question="The core guide gives everybody as many rounds as their Vit. Which counts?",
    choice="The times by exertion.",
    because="The source text goes before the guide, and is the more exact.",
)


@rule("neverwhere.breath-limit", HOLDING_YOUR_BREATH, readings=(NO_LEAST_ROUND, LONGER_THAN_THE_GUIDE))
def breath_limit(dice: Dice, given: Breath) -> Limit:
    """A breath lasts twice Vit in rounds at rest, Vit at ease, a quarter of it in a struggle; preparation helps."""
    exertion = EXERTION[given.activity] if given.activity else given.exertion
    exact = given.vit * ROUNDS_PER_VIT[exertion or Exertion.NONE] * READINESS_FACTOR[given.readiness]
    return Limit(exact, Rounds(floor(exact)))


# A round without air


class Airless(Rolling, frozen=True):
    """Another round without breathing."""

    used: Annotated[Fraction, says("share of the breath used up so far; 1 is all of it")]
    limit: Annotated[Fraction, says("rounds a whole breath would last at this round's exertion")]
    fp: Annotated[Points, says("fatigue points now")]
    fp_max: Annotated[Most, says("fatigue points when fresh")]
    hp: Annotated[Points, says("hit points now")]
    will_mod: Annotated[Modifier, says("Will")]
    airless_rounds: Annotated[Count, says("rounds since the breath ran out")]
    round_seconds: Annotated[RoundLength, says("seconds to a round")] = ROUND

    def __post_init__(self) -> None:
        not_below(0, used=self.used)
        above_nothing(limit=self.limit)
        within(self.fp, self.fp_max)
        round_is(self.round_seconds)


class Holding(Outcome, frozen=True, tag="holding"):
    """The breath lasts, with that much of it used up."""

    used: Fraction


class Burning(Outcome, frozen=True, tag="burning"):
    """The breath is gone, and fatigue points go too."""

    fp: FatiguePoints
    hp: HitPoints


class PassedOut(Outcome, frozen=True, tag="unconscious"):
    """Unconscious, and likely to die without rescue."""

    fp: FatiguePoints
    hp: HitPoints


class Suffocated(Outcome, frozen=True, tag="dead"):
    """Too long without air."""


SHARES_ADD_UP = Reading(
    id="neverwhere.breath-round/shares",
    question="Exertion changes while the breath is held: how long does it last?",
    choice="Each round uses its share of the limit of its own exertion, and the shares add up to one breath.",
    because="Limits are given for one exertion throughout; shares agree with them and follow any change.",
)
FOUR_MINUTES_WITHOUT_AIR = Reading(
    id="neverwhere.breath-round/death",
    question="From when do the core guide's four minutes to death count?",
    choice="From the end of the breath.",
    because="A breath may be longer than four minutes by the source text.",
)
ONE_POINT_A_ROUND = Reading(
    id="neverwhere.breath-round/cost",
    question="Does a round without air cost 1 fatigue point, or the core guide's 1d6?",
    choice="1 point, after the Will roll if there is one; the roll is harder by 1 for each point below 0.",
    because="The source text names the 1; the number of the roll it leaves to the guide.",
)


@rule(
    "neverwhere.breath-round",
    HOLDING_YOUR_BREATH,
    readings=(SHARES_ADD_UP, FOUR_MINUTES_WITHOUT_AIR, ONE_POINT_A_ROUND, ROUND_SECONDS, SN_TIE),
)
def breath_round(dice: Dice, given: Airless) -> Holding | Burning | PassedOut | Suffocated:
    """Once the breath is gone, every round costs a fatigue point; with none left, Will keeps the character awake."""
    if lasts(given.used.numerator, given.used.denominator, given.limit.numerator, given.limit.denominator):
        return Holding(given.used + 1 / given.limit)
    if suffocates(given.airless_rounds + 1, given.round_seconds):
        return Suffocated()
    awake = given.fp > 0 or succeeded(
        rolled(dice, "Will to stay conscious", given.will_mod, weary_sn(given.fp), given.sn_tie)
    )
    fp, hp = drained(given.fp, given.fp_max, given.hp, 1)
    conscious = awake and not spent(fp, given.fp_max)
    return (Burning if conscious else PassedOut)(FatiguePoints(fp), HitPoints(hp))


def lasts(used: int, used_parts: int, limit: int, limit_parts: int) -> bool:
    """Whether there is breath for one more round. Both the share used and the limit are fractions in two parts."""
    return used * limit + limit_parts * used_parts <= used_parts * limit


def suffocates(airless_rounds: int, round_seconds: int) -> bool:
    """Whether there has been no air for four minutes."""
    return airless_rounds * round_seconds >= FOUR_MINUTES
