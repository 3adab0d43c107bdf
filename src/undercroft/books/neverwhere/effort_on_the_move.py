"""Extra Effort on the move, notes for specific tasks: hiking, jumping, running and swimming."""

from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from undercroft.books.neverwhere import effort
from undercroft.books.neverwhere.bounds import above_nothing, not_below
from undercroft.books.neverwhere.checks import DEFAULT_SN, rolled, succeeded
from undercroft.books.neverwhere.fatigue import SLOWED_AT_A_THIRD, slowed
from undercroft.books.neverwhere.hiking import MOVE_ROUNDING, Farther, Hiker, MoveRounding, hike_roll, marched
from undercroft.books.neverwhere.overexertion import Task
from undercroft.books.neverwhere.rounds import ROUND, ROUND_SECONDS, RoundLength, round_is
from undercroft.books.neverwhere.running import TIMES_MOVE, FootSpeed, Gait, minute_of_rounds, out_of_breath, tired_move
from undercroft.books.neverwhere.terrain import TERRAIN_FACTOR, Terrain
from undercroft.books.neverwhere.units import ONE, ZERO, FatiguePoints, Kilometres, Metres, Modifier, Move, Number
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Reading, rule, says

NOTES = Cite("Neverwhere", "Notes for specific Tasks")


# Hiking


class HarderMarch(effort.Pushing, frozen=True, kw_only=True):
    """A day's march."""

    task: Annotated[Task, says("marching, and nothing else")] = Task.HIKE
    base_fp: Annotated[
        effort.TaskCost | None,
        says("fatigue points of the march itself; leave it out, they are those missing at the stop"),
    ] = None
    survival: Annotated[Modifier, says("Survival")]
    normal_missing_fp: Annotated[int, Meta(ge=0, le=1_000), says("fatigue points they would miss when they stop")]
    move: Annotated[Fraction, says("Move on the march")]
    terrain_class: Annotated[Terrain, says("how good the going is")]
    weather_factor: Annotated[Fraction, says("what the weather multiplies the distance by; 1 is fine weather")] = ONE

    def __post_init__(self) -> None:
        super().__post_init__()
        effort.only(self.task, Task.HIKE)
        not_below(0, move=self.move, weather_factor=self.weather_factor)
        if self.base_fp not in (None, self.normal_missing_fp):
            raise ValueError("leave the cost of the march out: it is the fatigue points they would miss when they stop")


class Day(effort.Toll, frozen=True, tag="day"):
    """How far they get, and the fatigue at the end."""

    km: Kilometres
    missing_fp: FatiguePoints


NO_GAIN_NO_PENALTY = Reading(
    id="neverwhere.extra-effort.hike/penalty",
    question="Is Survival harder on a day when the effort failed?",
    choice="No: only mileage that is gained makes it harder.",
    because="A failure leaves just what there would have been without the effort.",
)
THE_ROAD_REMAINS = Reading(
    id="neverwhere.extra-effort.hike/critical",
    question="How far do they get on the day of a critical failure?",
    choice="The normal distance, without either bonus; the hit points are lost at the end of the day.",
    because="No hiking roll is made, but the injury waits for the day's end, so they walk till then.",
)
SPARED_THE_TWO = Reading(
    id="neverwhere.extra-effort.hike/free",
    question="What does a critical success spare a marcher?",
    choice="The two points that the effort adds.",
    because="These two are what extra effort costs on a march.",
)


@rule(
    "neverwhere.extra-effort.hike",
    NOTES,
    readings=(NO_GAIN_NO_PENALTY, THE_ROAD_REMAINS, SPARED_THE_TWO, *effort.READINGS),
)
def extra_effort_hike(dice: Dice, given: HarderMarch) -> Day | effort.EffortRefused:
    """One roll lengthens a day's march; it costs two more points, and the longer way makes Survival harder."""
    push = effort.tried(dice, given, given.normal_missing_fp)
    if isinstance(push, effort.EffortRefused):
        return push
    going = TERRAIN_FACTOR[given.terrain_class] * given.weather_factor
    km = marched(given.move, gained(dice, given, push), going)
    return Day(*effort.toll_of(push), km, FatiguePoints(given.normal_missing_fp + push.fp_cost))


def gained(dice: Dice, given: HarderMarch, push: effort.Push) -> Fraction:
    """The share by which effort and skill lengthen the march."""
    if isinstance(push, effort.Disaster):
        return ZERO
    share, penalty = ZERO, 0
    if isinstance(push, effort.Raised):
        share, penalty = Fraction(push.percent, 100), effort.steps_of(given)
    hike = hike_roll(dice, Hiker(given.survival, given.vit_mod, penalty, sn_tie=given.sn_tie))
    return share + (hike.bonus if isinstance(hike, Farther) else ZERO)


# Jumping


class HarderJump(effort.Effort, frozen=True, kw_only=True):
    """A jump."""

    task: Annotated[Task, says("jumping, and nothing else")] = Task.JUMP
    base_fp: Annotated[effort.TaskCost, says("fatigue points the jump costs without the effort")] = 0
    distance: Annotated[Fraction, says("metres without the effort")]
    skill: Annotated[Modifier, says("skill at jumping, for the Jump roll")]
    jump_sn: Annotated[Number, says("success number of the Jump roll")] = DEFAULT_SN

    def __post_init__(self) -> None:
        super().__post_init__()
        effort.only(self.task, Task.JUMP)
        above_nothing(distance=self.distance)


class Jump(effort.Toll, frozen=True, tag="jump"):
    """How far they leap; no distance if they fall short."""

    distance: Metres | None
    fp: FatiguePoints


HOW_SHORT = Reading(
    id="neverwhere.extra-effort.jump/short",
    question="The Jump roll fails: how far does the jumper get?",
    choice="Not far enough; the referee says where they land. The roll is against 10 as a rule.",
    because="Jumping was moved to a guide that is not at hand.",
)


@rule("neverwhere.extra-effort.jump", NOTES, readings=(HOW_SHORT, *effort.READINGS))
def extra_effort_jump(dice: Dice, given: HarderJump) -> Jump | effort.EffortRefused:
    """A jump may go farther, but still needs its own roll; a disaster hurts a foot or leg."""
    push = effort.extra_effort(dice, given)
    if isinstance(push, effort.EffortRefused):
        return push
    fp = FatiguePoints(given.base_fp + push.fp_cost)
    clears = not isinstance(push, effort.Disaster) and succeeded(
        rolled(dice, "Jump roll", given.skill, given.jump_sn, given.sn_tie)
    )
    return Jump(*effort.toll_of(push), Metres(effort.boosted(given.distance, push)) if clears else None, fp)


# Running


class HarderRun(effort.Pushing, frozen=True, kw_only=True):
    """A round of sprinting, or a minute of a paced run."""

    task: Annotated[Task, says("running, and nothing else")] = Task.RUN
    base_fp: Annotated[effort.NoCost, says("fatigue points of the running itself; leave it out, they are rolled")] = 0
    move: Annotated[FootSpeed, says("Move, after encumbrance")]
    kind: Annotated[Gait, says("a round of sprinting, or a minute of a run that can be kept up")]
    fatigue_third: Annotated[bool, says("slowed at a third or less? If not, under a quarter")] = True
    move_rounding: Annotated[MoveRounding, says("are fractions of Move rounded?")] = MoveRounding.GAME
    round_seconds: Annotated[RoundLength, says("seconds to a round")] = ROUND

    def __post_init__(self) -> None:
        super().__post_init__()
        effort.only(self.task, Task.RUN)
        round_is(self.round_seconds)


class Leg(effort.Toll, frozen=True, tag="leg"):
    """How far the stretch goes, and its total cost."""

    metres: Metres
    fp: FatiguePoints


VIT_IN_BETWEEN = Reading(
    id="neverwhere.extra-effort.run/order",
    question="In which order are the dice rolled?",
    choice="Will for the effort, Vit for the running, then what a critical failure brings.",
    because="What the running costs is part of what a critical failure takes in hit points.",
)
HALVED_THEN_RAISED = Reading(
    id="neverwhere.extra-effort.run/halved",
    question="Is a tired runner's Move raised before or after it is halved?",
    choice="After; the raised Move is not rounded, and a paced minute counts all of its rounds.",
    because="The effort raises the runner's current Move, and a tired runner has half.",
)


@rule(
    "neverwhere.extra-effort.run",
    NOTES,
    readings=(VIT_IN_BETWEEN, HALVED_THEN_RAISED, MOVE_ROUNDING, SLOWED_AT_A_THIRD, ROUND_SECONDS, *effort.READINGS),
)
def extra_effort_run(dice: Dice, given: HarderRun) -> Leg | effort.EffortRefused:
    """Every sprinted round or paced minute of faster running needs a roll and costs a point on top of the running."""
    if effort.cannot_try(given):
        return effort.EffortRefused(effort.NoEffort.UNCONSCIOUS)
    will = effort.by_will(dice, given)
    lost = out_of_breath(dice, 1, given.vit_mod, given.sn_tie)
    push = effort.pushed(dice, given, will, lost)
    return Leg(*effort.toll_of(push), leg_of(given, push), FatiguePoints(lost + push.fp_cost))


def leg_of(given: HarderRun, push: effort.Push) -> Metres:
    """The metres in a round of sprinting or a minute at a pace."""
    is_slowed = slowed(given.fp, given.fp_max, given.fatigue_third)
    move = effort.boosted(tired_move(given.move, is_slowed, given.move_rounding), push)
    rounds = 1 if given.kind is Gait.SPRINT else minute_of_rounds(given.round_seconds)
    return Metres(rounds * TIMES_MOVE[given.kind] * move)


# Swimming


class HarderSwim(effort.Effort, frozen=True, kw_only=True):
    """A minute of swimming."""

    task: Annotated[Task, says("swimming, and nothing else")] = Task.SWIM
    base_fp: Annotated[effort.TaskCost, says("fatigue points the minute costs without the effort")] = 0
    move: Annotated[Fraction, says("Move in the water")]

    def __post_init__(self) -> None:
        super().__post_init__()
        effort.only(self.task, Task.SWIM)
        not_below(0, move=self.move)


class SwimmingMinute(effort.Toll, frozen=True, tag="minute"):
    """Move for this minute, and the total cost."""

    move: Move
    fp: FatiguePoints


@rule("neverwhere.extra-effort.swim", NOTES, readings=effort.READINGS)
def extra_effort_swim(dice: Dice, given: HarderSwim) -> SwimmingMinute | effort.EffortRefused:
    """Every minute of faster swimming needs a roll and costs a point."""
    push = effort.extra_effort(dice, given)
    if isinstance(push, effort.EffortRefused):
        return push
    fp = FatiguePoints(given.base_fp + push.fp_cost)
    return SwimmingMinute(*effort.toll_of(push), Move(effort.boosted(given.move, push)), fp)
