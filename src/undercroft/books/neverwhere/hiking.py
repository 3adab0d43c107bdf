"""Hiking: the distance of a day's march."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from undercroft.books.neverwhere.bounds import above_nothing, not_below
from undercroft.books.neverwhere.checks import DEFAULT_SN, SN_TIE, Rolling, rolled, succeeded
from undercroft.books.neverwhere.encumbrance import laden_move, move_factor
from undercroft.books.neverwhere.fatigue import SLOWED_AT_A_THIRD, slowed, within
from undercroft.books.neverwhere.terrain import TERRAIN_FACTOR, Terrain
from undercroft.books.neverwhere.units import ONE, ZERO, Kilometres, LoadIndex, Modifier, Most, Move, Points
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says

HIKING = Cite("Neverwhere", "Hiking")

KM_PER_MOVE = 20
HIKE_BONUS = Fraction(1, 5)
VIT_PENALTY = 2
"""The penalty to Vit when it replaces Survival."""


# Move on the march


class MoveRounding(StrEnum):
    """Whether Move is kept in whole metres."""

    GAME = "game"
    EXACT = "exact"


MOVE_ROUNDING = Reading(
    id="neverwhere.move/rounding",
    question="What becomes of fractions of Move?",
    choice="A load rounds down, every halving rounds up.",
    because="The source text does not say; the game's own guides and sheets do.",
    switch="move_rounding",
    options=(Option("game", "whole metres: loads round down, halves up"), Option("exact", "fractions are kept")),
)


class Marcher(Given, frozen=True):
    """A character sets out on a march."""

    basic_move: Annotated[Fraction, says("Basic Move")]
    level_index: Annotated[LoadIndex, says("encumbrance: 0 none, 1 light, 2 medium, 3 heavy, 4 extra-heavy")]
    fp: Annotated[Points, says("fatigue points now")]
    fp_max: Annotated[Most, says("fatigue points when fresh")]
    halvings: Annotated[int, Meta(ge=0, le=10), says("injuries that halve Move, such as a crippled leg")] = 0
    fatigue_third: Annotated[bool, says("slowed at a third of the fatigue points or less? If not, under a quarter")] = (
        True
    )
    move_rounding: Annotated[MoveRounding, says("are fractions of Move rounded?")] = MoveRounding.GAME

    def __post_init__(self) -> None:
        above_nothing(basic_move=self.basic_move)
        within(self.fp, self.fp_max)


class MarchingMove(Outcome, frozen=True, tag="move"):
    """Move on the march, and the distance of a day under ideal conditions."""

    move: Move
    ideal_km: Kilometres


ONE_METRE_IN_COMBAT = Reading(
    id="neverwhere.hike-move/nothing",
    question="A load leaves a slow walker no Move at all. Does the walker stand still?",
    choice="On the march, yes; in combat a full round always buys a metre.",
    because="The core guide grants the metre for combat only.",
)


@rule("neverwhere.hike-move", HIKING, readings=(MOVE_ROUNDING, SLOWED_AT_A_THIRD, ONE_METRE_IN_COMBAT))
def hike_move(dice: Dice, given: Marcher) -> MarchingMove:
    """The march uses Basic Move, less the load, halved by fatigue and by injuries; ideally 20 km for each point."""
    halvings = given.halvings + slowed(given.fp, given.fp_max, given.fatigue_third)
    if given.move_rounding is MoveRounding.EXACT:
        move = given.basic_move * move_factor(given.level_index) / 2**halvings
    else:
        basic = given.basic_move
        laden = laden_move(basic.numerator, basic.denominator, given.level_index)
        move = Fraction(halved(laden, halvings))
    return MarchingMove(Move(move), Kilometres(KM_PER_MOVE * move))


def halved(move: int, times: int) -> int:
    """Move halved that many times, each time rounded up."""
    for _ in range(times):
        move = -(-move // 2)
    return move


# The hiking roll


class Hiker(Rolling, frozen=True):
    """A hiker's skills."""

    survival: Annotated[Modifier, says("Survival, or a skier's or skater's own modifier on snow or ice")]
    vit_mod: Annotated[Modifier, says("Vit modifier")]
    penalty: Annotated[int, Meta(ge=0, le=1_000), says("what Survival loses, as by extra effort")] = 0


class Farther(Outcome, frozen=True, tag="bonus"):
    """The day's march is longer by this share."""

    bonus: Fraction


class NoFarther(Outcome, frozen=True, tag="no_bonus"):
    """The day's march is no longer than usual."""


THE_BETTER_OF_TWO = Reading(
    id="neverwhere.hike-roll/which",
    question="Survival, or Vit less two: which is rolled, how often, and by whom?",
    choice="Whichever is better after any penalty to Survival, once a day, by anybody; failure costs nothing.",
    because="The text offers both and calls nobody in particular seasoned.",
)


@rule("neverwhere.hike-roll", HIKING, readings=(THE_BETTER_OF_TWO, SN_TIE))
def hike_roll(dice: Dice, given: Hiker) -> Farther | NoFarther:
    """A daily roll on Survival, or on Vit minus two, makes the march a fifth longer."""
    skill = hiking_skill(given.survival, given.penalty, given.vit_mod)
    grade = rolled(dice, "hiking roll", skill, DEFAULT_SN, given.sn_tie)
    return Farther(HIKE_BONUS) if succeeded(grade) else NoFarther()


def hiking_skill(survival: int, penalty: int, vit_mod: int) -> int:
    """The better of Survival with its penalty and Vit minus two."""
    return max(survival - penalty, vit_mod - VIT_PENALTY)


class Band(Rolling, frozen=True):
    """A group whose leader rolls for all."""

    survival_levels: Annotated[
        tuple[Modifier, ...], Meta(min_length=1), says("Survival of each member, the leader's too")
    ]


class AllFarther(Outcome, frozen=True, tag="bonus"):
    """All of them march farther by this share, and stay together."""

    bonus: Fraction
    split_allowed: bool = False


class NoneFarther(Outcome, frozen=True, tag="no_bonus"):
    """None of them marches farther, and they stay together."""

    split_allowed: bool = False


EXACT_AVERAGE = Reading(
    id="neverwhere.hike-group-roll/average",
    question="Is a group's average Survival rounded?",
    choice="No.",
    because="Nothing says so; half a point only decides where a total would come within it.",
)


@rule("neverwhere.hike-group-roll", HIKING, readings=(EXACT_AVERAGE, SN_TIE))
def hike_group_roll(dice: Dice, given: Band) -> AllFarther | NoneFarther:
    """A leader may roll the group's average Survival for all: a fifth farther for everyone, or for no one."""
    average = Fraction(sum(given.survival_levels), len(given.survival_levels))
    grade = rolled(dice, "hiking roll of the group", average, DEFAULT_SN, given.sn_tie)
    return AllFarther(HIKE_BONUS) if succeeded(grade) else NoneFarther()


class Company(Given, frozen=True):
    """Walkers of different speeds."""

    distances: Annotated[
        tuple[Fraction, ...], Meta(min_length=1), says("how far each could go that day, in kilometres")
    ]
    together: Annotated[bool, says("do they stay together?")]
    group_rolled: Annotated[bool, says("did the leader roll for all?")]

    def __post_init__(self) -> None:
        for distance in self.distances:
            not_below(0, distances=distance)


class Together(Outcome, frozen=True, tag="km"):
    """They all go that far."""

    km: Kilometres


class Apart(Outcome, frozen=True, tag="split"):
    """Each walker goes their own distance."""

    distances: tuple[Kilometres, ...]


class SplitRefused(Outcome, frozen=True, tag="refused_split"):
    """They agreed to stay together when the leader rolled."""


@rule("neverwhere.hike-party-speed", HIKING)
def hike_party_speed(dice: Dice, given: Company) -> Together | Apart | SplitRefused:
    """Walkers who stay together go as far as the slowest; those who rolled as a group cannot split up."""
    if given.together:
        return Together(Kilometres(min(given.distances)))
    if given.group_rolled:
        return SplitRefused()
    return Apart(tuple(Kilometres(distance) for distance in given.distances))


# The day's march


class March(Given, frozen=True):
    """A whole day on foot."""

    move: Annotated[Fraction, says("Move on the march")]
    bonus: Annotated[Fraction, says("bonus of the hiking roll: ⅕ after a success, else 0")]
    extra_effort: Annotated[Fraction, says("share gained by extra effort: 1/10 is 10 %")]
    terrain_class: Annotated[Terrain, says("how good the going is")]
    weather_factor: Annotated[Fraction, says("what the weather multiplies the distance by; 1 is fine weather")]

    def __post_init__(self) -> None:
        not_below(0, move=self.move, extra_effort=self.extra_effort, weather_factor=self.weather_factor)
        if self.bonus not in (ZERO, HIKE_BONUS):
            raise ValueError("the bonus must be 0 or 1/5")
        if self.weather_factor > ONE:
            raise ValueError("the weather cannot make the distance longer")


class Marched(Outcome, frozen=True, tag="km"):
    """The distance of the day, which leaves no time for anything else."""

    km: Kilometres
    other_activity: bool = False


BONUSES_ADD = Reading(
    id="neverwhere.hike-distance/bonuses",
    question="Do the hiking bonus and extra effort multiply?",
    choice="They add up: a fifth and a tenth are three tenths more.",
    because="Both are given as shares of what the march would be without them.",
)


@rule("neverwhere.hike-distance", HIKING, readings=(BONUSES_ADD,))
def hike_distance(dice: Dice, given: March) -> Marched:
    """A day's march is 20 km for each point of Move, times bonuses, terrain and weather, and takes the whole day."""
    gain = given.bonus + given.extra_effort
    return Marched(marched(given.move, gain, TERRAIN_FACTOR[given.terrain_class] * given.weather_factor))


def marched(move: Fraction, gain: Fraction, going: Fraction) -> Kilometres:
    """The distance of a day's march, after the bonus and the effect of terrain and weather."""
    parts = (*move.as_integer_ratio(), *gain.as_integer_ratio(), *going.as_integer_ratio())
    return Kilometres(Fraction(*days_march(*parts)))


def days_march(move: int, move_parts: int, gain: int, gain_parts: int, going: int, going_parts: int) -> tuple[int, int]:
    """The kilometres in a day as numerator and denominator; every number is given in two parts."""
    return KM_PER_MOVE * move * (gain_parts + gain) * going, move_parts * gain_parts * going_parts
