"""Recovery: what rest restores."""

from typing import Annotated

from undercroft.books.neverwhere.units import Count, FatiguePoints, HitPoints
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says

MINUTES_A_POINT = 10


class Resting(Given, frozen=True, kw_only=True):
    """A character who rests, for minutes or for days in bed."""

    minutes: Annotated[Count, says("minutes of quiet rest")]
    restful: Annotated[bool, says("is the place very restful?")] = False
    general_pool: Annotated[Count, says("fatigue points lost, those to hunger, thirst and lack of sleep aside")]
    days: Annotated[Count, says("whole days that went by")] = 0
    hp_lost: Annotated[Count, says("hit points lost")] = 0


class Recovered(Outcome, frozen=True, tag="recovered"):
    """The points restored."""

    fp: FatiguePoints
    hp: HitPoints


RESTFUL_ONCE = Reading(
    id="neverwhere.rest-recovery/restful",
    question="How often does a very restful place give its extra point?",
    choice="Once a rest, if the rest gives a point at all.",
    because="The core guide adds one without saying to what; one for every ten minutes would double all recovery.",
)


@rule("neverwhere.rest-recovery", Cite("Neverwhere", "", beyond="Recovery"), readings=(RESTFUL_ONCE,))
def rest_recovery(dice: Dice, given: Resting) -> Recovered:
    """Ten quiet minutes restore a fatigue point, and a day a hit point."""
    fp = rested(given.minutes, given.restful, given.general_pool)
    return Recovered(FatiguePoints(fp), HitPoints(min(given.days, given.hp_lost)))


def rested(minutes: int, restful: bool, lost: int) -> int:
    """The fatigue points that a rest restores, never more than were lost."""
    points = minutes // MINUTES_A_POINT
    return min(lost, points + 1 if restful and points else points)
