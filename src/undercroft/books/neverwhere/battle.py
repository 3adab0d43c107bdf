"""Fighting a Battle: the fatigue of a long fight."""

from typing import Annotated

from undercroft.books.neverwhere.rounds import FIVE_MINUTES, ROUND, ROUND_SECONDS, RoundLength, round_is
from undercroft.books.neverwhere.units import Count, FatiguePoints, LoadIndex
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says

FREE_ROUNDS = 5
HEAT_COST = 1
HEAT_COST_HEAVILY_CLAD = 2


class Battle(Given, frozen=True):
    """A fight that is over, and a character who was there."""

    rounds: Annotated[Count, says("how many rounds the fight lasted")]
    level_index: Annotated[LoadIndex, says("encumbrance: 0 none, 1 light, 2 medium, 3 heavy, 4 extra-heavy")]
    hot: Annotated[bool, says("a hot day?")]
    heavy_clothing: Annotated[bool, says("in plate, an overcoat or the like?")]
    attacked: Annotated[bool, says("made an attack?")]
    was_targeted: Annotated[bool, says("was attacked?")]
    extra: Annotated[Count, says("what the referee adds; counts once the fight has lasted five minutes")] = 0
    enabled: Annotated[bool, says("is this optional rule used?")] = True
    round_seconds: Annotated[RoundLength, says("seconds to a round")] = ROUND

    def __post_init__(self) -> None:
        round_is(self.round_seconds)


class Tiring(Outcome, frozen=True, tag="fp"):
    """The fatigue points that the fight costs."""

    fp: FatiguePoints


class TooShort(Outcome, frozen=True, tag="too_short"):
    """The fight was too short to tire anybody."""


class Exempt(Outcome, frozen=True, tag="exempt"):
    """The character neither attacked nor was attacked."""


class Disabled(Outcome, frozen=True, tag="disabled"):
    """Fights cost no fatigue at this table."""


USED = Reading(
    id="neverwhere.battle-fatigue/optional",
    question="Does a long fight cost fatigue by itself?",
    choice="Yes: the optional rule is used.",
    because="Marches take their costs from it, so the rest of the book depends on it.",
    switch="enabled",
    options=(Option(True, "by load and heat"), Option(False, "only what is done in the fight costs fatigue")),
)


@rule("neverwhere.battle-fatigue", Cite("Neverwhere", "Fighting a Battle"), readings=(USED, ROUND_SECONDS))
def battle_fatigue(dice: Dice, given: Battle) -> Tiring | TooShort | Exempt | Disabled:
    """A fight of more than five rounds costs a fatigue point when it is over, and more under a load or in the heat."""
    if not given.enabled:
        return Disabled()
    if not tires(given.rounds):
        return TooShort()
    if not (given.attacked or given.was_targeted):
        return Exempt()
    extra = given.extra if drags_on(given.rounds, given.round_seconds) else 0
    return Tiring(FatiguePoints(exertion(given.level_index, given.hot, given.heavy_clothing) + extra))


def tires(rounds: int) -> bool:
    """Whether a fight was long enough to cost fatigue."""
    return rounds > FREE_ROUNDS


def drags_on(rounds: int, round_seconds: int) -> bool:
    """Whether a fight was so long that the referee may ask for more."""
    return rounds * round_seconds >= FIVE_MINUTES


def exertion(level_index: int, hot: bool, heavy_clothing: bool) -> int:
    """The fatigue of a battle or an hour's march: a point, one more for each level of load, and the heat."""
    heat = HEAT_COST_HEAVILY_CLAD if heavy_clothing else HEAT_COST
    return 1 + level_index + (heat if hot else 0)
