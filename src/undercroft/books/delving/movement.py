"""Move: three speeds, and what each one gives up."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.delving.units import Count, DelveRounds, Score, Zones
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says
from undercroft.kernel.units import Feet

MOVE, WALK, RUN = (Cite("Delving", heading) for heading in ("Move", "Walk", "Run"))
DELVE_SPEED = Cite("Delving", "Delve Speed (Default)")


class Speed(StrEnum):
    """How fast a delver goes."""

    DELVE = "delve"
    WALK = "walk"
    RUN = "run"


class FastSpeed(StrEnum):
    """A speed that the book also gives in feet."""

    WALK = "walk"
    RUN = "run"


class Allowance(Outcome, frozen=True, tag="allowance"):
    """What that speed allows and gives up."""

    zones: Zones
    needs_action: bool
    detects_traps: bool
    surprised: bool
    springs_traps: bool
    maps: bool


# fmt: off
PACES = {
    #                             zones       action  detects  surprised  springs  maps
    Speed.DELVE: Allowance(Zones(  1),        False,  True,    False,     False,   True),
    Speed.WALK:  Allowance(Zones( 20),        True,   False,   True,      True,    True),
    Speed.RUN:   Allowance(Zones(100),        True,   False,   True,      True,    False),
}
FEET = {FastSpeed.WALK: Feet(500), FastSpeed.RUN: Feet(3000)}
# fmt: on

WALKERS_MAP = Reading(
    id="delving.move.speeds/maps",
    question="Does a walking delver map the way?",
    choice="Yes.",
    because="The book rules it out only for running, and grants it only to delve speed.",
    switch="walk_maps",
    options=(Option(True, "walking maps"), Option(False, "only delve speed maps")),
)
EACH_CHOOSES = Reading(
    id="delving.move.speeds/who",
    question="Does the party choose one speed, or each delver?",
    choice="Each delver, each round; a delver who stays put counts as moving at delve speed.",
    because="One sentence speaks of the party, every later one of a single delver.",
)


# The three speeds


class Going(Given, frozen=True):
    """A speed."""

    speed: Annotated[Speed, says("how fast they go")]
    walk_maps: Annotated[bool, says("does walking map the way?")] = True


@rule("delving.move.speeds", MOVE, readings=(WALKERS_MAP, EACH_CHOOSES))
def move_speeds(dice: Dice, given: Going) -> Allowance:
    """A faster delver crosses more zones, but notices, maps and expects less."""
    return replace(PACES[given.speed], maps=does_map(given.speed, given.walk_maps))


def does_map(speed: Speed, walk_maps: bool) -> bool:
    """Whether the map grows at that speed."""
    return PACES[speed].maps and (walk_maps or speed is not Speed.WALK)


# Delve Speed


class Careful(Given, frozen=True):
    """A move at delve speed."""

    adjacent: Annotated[bool, says("does the zone border the one they are in?")]
    is_second_move: Annotated[bool, says("is it the second move of the turn?")]
    action_left: Annotated[bool, says("is their Action unspent?")]


class Moved(Outcome, frozen=True, tag="moved"):
    """The delver has moved."""

    action_spent: bool


class NoMove(StrEnum):
    """Why the move is refused."""

    NOT_ADJACENT = "not_adjacent"
    NO_ACTION = "no_action"


class MoveRefused(Outcome, frozen=True, tag="refused"):
    """The move is refused."""

    reason: NoMove


@rule("delving.move.delve-speed", DELVE_SPEED)
def move_delve_speed(dice: Dice, given: Careful) -> Moved | MoveRefused:
    """At delve speed a delver goes to an adjacent zone; another zone costs the Action."""
    if not given.adjacent:
        return MoveRefused(NoMove.NOT_ADJACENT)
    if given.is_second_move and not given.action_left:
        return MoveRefused(NoMove.NO_ACTION)
    return Moved(action_spent=given.is_second_move)


# Walk


class Path(Given, frozen=True):
    """A path through the zones."""

    path_len: Annotated[Count, says("zones to go")]
    trap_steps: Annotated[
        tuple[Annotated[int, Meta(ge=1)], ...], says("which steps enter a zone with an armed trap")
    ] = ()

    def __post_init__(self) -> None:
        if any(step > self.path_len for step in self.trap_steps):
            raise ValueError("trapped steps must be on the path")
        if list(self.trap_steps) != sorted(set(self.trap_steps)):
            raise ValueError("list trapped steps in the order of the path, each once")


class Walked(Outcome, frozen=True, tag="moved"):
    """The delver has walked, with the traps sprung on the way."""

    zones: Zones
    sprung_at: tuple[int, ...]


class NoWalk(StrEnum):
    """Why the walk is refused."""

    TOO_FAR = "too_far"
    EMPTY_PATH = "empty_path"


class WalkRefused(Outcome, frozen=True, tag="refused"):
    """The walk is refused."""

    reason: NoWalk


KNOWN_TRAPS_TOO = Reading(
    id="delving.move.walk/known",
    question="Does a walking delver spring a trap that is known but still armed?",
    choice="Yes; only disarmed or spent traps are safe. A delver stopped on the way loses the rest of the move.",
    because="All traps are sprung, and a known one is still a trap.",
)
ZONES_BEFORE_FEET = Reading(
    id="delving.move.walk/feet",
    question="Twenty zones are some 600 feet, but the page says about 500: which holds?",
    choice="Zones, wherever the map has zones; feet are for maps without them.",
    because="The zone count is the rule, the feet a rough conversion.",
)


@rule("delving.move.walk", WALK, readings=(KNOWN_TRAPS_TOO, ZONES_BEFORE_FEET))
def move_walk(dice: Dice, given: Path) -> Walked | WalkRefused:
    """An Action walks up to 20 zones, springs every live trap on the way and leaves the delver open to surprise."""
    if given.path_len == 0:
        return WalkRefused(NoWalk.EMPTY_PATH)
    if given.path_len > PACES[Speed.WALK].zones:
        return WalkRefused(NoWalk.TOO_FAR)
    return Walked(Zones(given.path_len), given.trap_steps)


# Run


class Fleeing(Path, frozen=True, kw_only=True):
    """A path to run, and the runner."""

    con: Annotated[Score, says("Constitution")]
    run_rounds_before: Annotated[Count, says("rounds run without a break before this one")]
    already_exhausted: Annotated[bool, says("Exhausted already?")] = False
    run_while_exhausted: Annotated[bool, says("may the Exhausted run?")] = False
    exhausted_at_limit: Annotated[bool, says("does the last round they can run exhaust them?")] = False


class Ran(Outcome, frozen=True, tag="moved"):
    """The delver has run, and may be Exhausted."""

    zones: Zones
    sprung_at: tuple[int, ...]
    run_rounds: DelveRounds
    exhausted: bool


class NoRun(StrEnum):
    """Why the run is refused."""

    TOO_FAR = "too_far"
    EMPTY_PATH = "empty_path"
    EXHAUSTED = "exhausted"


class RunRefused(Outcome, frozen=True, tag="refused"):
    """The run is refused."""

    reason: NoRun


EXHAUSTED_DO_NOT_RUN = Reading(
    id="delving.move.run/exhausted",
    question="May an Exhausted delver run?",
    choice="No; delve speed and walking remain.",
    because="Running is what exhausts, and nothing is worse than Exhausted.",
    switch="run_while_exhausted",
    options=(Option(False, "no running until a long rest"), Option(True, "they may")),
)
PAST_THE_LIMIT = Reading(
    id="delving.move.run-endurance/limit",
    question="Does the last of the 1 + CON rounds already exhaust the runner?",
    choice="No, the round after it does; a round without running resets the count.",
    because="Delvers can run that many rounds before becoming Exhausted.",
    switch="exhausted_at_limit",
    options=(Option(False, "the round after the last one does"), Option(True, "as soon as the last round is run")),
)


@rule("delving.move.run", RUN, readings=(EXHAUSTED_DO_NOT_RUN, PAST_THE_LIMIT))
def move_run(dice: Dice, given: Fleeing) -> Ran | RunRefused:
    """A delver runs up to 100 zones for an Action; traps go off, nothing is mapped, and too many rounds exhaust."""
    if given.already_exhausted and not given.run_while_exhausted:
        return RunRefused(NoRun.EXHAUSTED)
    if given.path_len == 0:
        return RunRefused(NoRun.EMPTY_PATH)
    if given.path_len > PACES[Speed.RUN].zones:
        return RunRefused(NoRun.TOO_FAR)
    rounds = given.run_rounds_before + 1
    exhausted = given.already_exhausted or is_run_out(rounds, given.con, given.exhausted_at_limit)
    return Ran(Zones(given.path_len), given.trap_steps, DelveRounds(rounds), exhausted)


class Runner(Given, frozen=True):
    """A delver who has been running."""

    con: Annotated[Score, says("Constitution")]
    run_rounds: Annotated[int, Meta(ge=1, le=10_000), says("rounds run without a break, including this one")]
    exhausted_at_limit: Annotated[bool, says("does the last round they can run exhaust them?")] = False


class Fit(Outcome, frozen=True, tag="ok"):
    """Still going."""

    limit: DelveRounds


class RunOut(Outcome, frozen=True, tag="exhausted"):
    """Exhausted."""

    limit: DelveRounds


@rule("delving.move.run-endurance", RUN, readings=(PAST_THE_LIMIT,))
def run_endurance(dice: Dice, given: Runner) -> Fit | RunOut:
    """A delver can run for 1 + Constitution rounds before becoming Exhausted."""
    limit = DelveRounds(run_limit(given.con))
    return RunOut(limit) if is_run_out(given.run_rounds, given.con, given.exhausted_at_limit) else Fit(limit)


def run_limit(con: int) -> int:
    """The number of rounds a delver can run."""
    return max(0, 1 + con)


def is_run_out(rounds: int, con: int, at_limit: bool) -> bool:
    """Whether a delver has run too long."""
    return rounds >= run_limit(con) if at_limit else rounds > run_limit(con)


# On a map with squares


class Squares(Given, frozen=True):
    """A map with squares instead of zones."""

    speed: Annotated[FastSpeed, says("walk or run")]
    square_ft: Annotated[Feet, Meta(ge=1, le=10_000), says("feet to a square")]


class Distance(Outcome, frozen=True, tag="distance"):
    """The distance in feet and squares."""

    feet: Feet
    squares: int


@rule("delving.distance.convert", WALK)
def distance_convert(dice: Dice, given: Squares) -> Distance:
    """Without zones, a walk is about 500 feet and a run about 3,000."""
    feet = FEET[given.speed]
    return Distance(feet, feet // given.square_ft)
