"""Party Turn: zones, the order of turns, and what fits in a turn."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from undercroft.books.delving.units import Zones, each_once
from undercroft.kernel.dice import Dice
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says
from undercroft.kernel.units import Feet, Name

PARTY_TURN = Cite("Delving", "Party Turn")

ZONE_SIDE = Feet(30)
LARGE_ROOM = Feet(60)

Side = Annotated[Feet, Meta(ge=1, le=100_000)]


# Zones


class Room(Given, frozen=True):
    """A room to divide into zones."""

    length_ft: Annotated[Side, says("length in feet")]
    width_ft: Annotated[Side, says("width in feet")]
    height_ft: Annotated[Side, says("height in feet")]
    gm_override: Annotated[Annotated[Zones, Meta(ge=1, le=10_000)] | None, says("zones, if the referee says so")] = None


class Partition(Outcome, frozen=True, tag="partition"):
    """The number of zones in the room."""

    zones: Zones


LARGE_MEANS_SIXTY_FEET = Reading(
    id="delving.zone.partition/large",
    question="When is a room large enough for several zones?",
    choice="When a side is longer than 60 feet; then every 30-foot cube of it, full or not, is a zone.",
    because="A zone is what one move covers, some thirty feet, and a room is usually one zone.",
)


@rule("delving.zone.partition", PARTY_TURN, readings=(LARGE_MEANS_SIXTY_FEET,))
def zone_partition(dice: Dice, given: Room) -> Partition:
    """A room is one zone; a particularly large one is several."""
    if given.gm_override is not None:
        return Partition(given.gm_override)
    if max(given.length_ft, given.width_ft, given.height_ft) <= LARGE_ROOM:
        return Partition(Zones(1))
    return Partition(Zones(_cubes(given.length_ft) * _cubes(given.width_ft) * _cubes(given.height_ft)))


def _cubes(side: Feet) -> int:
    return -(-side // ZONE_SIDE)


# One turn: a move and an Action


class Step(StrEnum):
    """Something to do in a turn."""

    MOVE = "move"
    MOVE_AGAIN = "move_again"
    RECOVER = "recover"
    SEARCH = "search"
    WALK = "walk"
    RUN = "run"
    OTHER = "other"


FAST = frozenset({Step.WALK, Step.RUN})
Steps = Annotated[tuple[Step, ...], Meta(max_length=100)]


class Turn(Given, frozen=True):
    """What a delver wants to do in a turn."""

    steps: Annotated[Steps, says("what the delver does, in order")]
    walk_run_adds_free_move: Annotated[bool, says("does a walk or run come on top of the free move?")] = False


class Within(Outcome, frozen=True, tag="accepted"):
    """It fits in the turn."""

    free_moves: int
    actions: int


class NoTurn(StrEnum):
    """Why it does not fit."""

    ONE_ACTION = "one_action"
    WALK_RUN_REPLACES_MOVE = "walk_run_replaces_move"


class TurnRefused(Outcome, frozen=True, tag="refused"):
    """It does not fit in the turn."""

    reason: NoTurn


WALK_AND_RUN_ARE_THE_WHOLE_MOVE = Reading(
    id="delving.turn.budget/fast",
    question="Does a walk or a run come on top of the free move?",
    choice="No: 20 and 100 zones are all the movement of the turn.",
    because="Walking and running are alternatives to delve speed.",
    switch="walk_run_adds_free_move",
    options=(Option(False, "20 or 100 zones in all"), Option(True, "the free move comes on top: 21 or 101")),
)
OTHER_ACTIONS = Reading(
    id="delving.turn.budget/other",
    question="May a delver do something the page does not list?",
    choice="Yes, one such thing is the Action; one act of a few seconds, such as lighting a torch, is free each turn.",
    because="Only the primary actions are listed, and combat actions may be used outside a fight.",
)


@rule("delving.turn.budget", PARTY_TURN, readings=(WALK_AND_RUN_ARE_THE_WHOLE_MOVE, OTHER_ACTIONS))
def turn_budget(dice: Dice, given: Turn) -> Within | TurnRefused:
    """A turn is one free move to an adjacent zone and one Action, in either order; a further move is the Action."""
    moves = given.steps.count(Step.MOVE)
    free_moves, actions = min(moves, 1), len(given.steps) - min(moves, 1)
    if free_moves and FAST & set(given.steps) and not given.walk_run_adds_free_move:
        return TurnRefused(NoTurn.WALK_RUN_REPLACES_MOVE)
    if actions > 1:
        return TurnRefused(NoTurn.ONE_ACTION)
    return Within(free_moves, actions)


# Everybody's turn, in marching order


class Party(Given, frozen=True):
    """The party at the start of its turn."""

    order: Annotated[tuple[Name, ...], says("the marching order, front to rear")]
    able: Annotated[tuple[Name, ...], says("who is present and conscious")]
    declarations: Annotated[FrozenMap[Steps], says("what each does, by name, in order")] = FrozenMap()
    walk_run_adds_free_move: Annotated[bool, says("does a walk or run come on top of the free move?")] = False

    def __post_init__(self) -> None:
        each_once(self.order, self.able)
        if not {*self.able, *self.declarations} <= set(self.order):
            raise ValueError("only delvers in the marching order can act or declare")


class PartyActed(Outcome, frozen=True, tag="party_acted"):
    """Who acted and who did nothing, in marching order, and who wanted more than a turn allows."""

    acted: tuple[str, ...]
    held: tuple[str, ...]
    refused: FrozenMap[NoTurn]


NO_DELAYING = Reading(
    id="delving.party-turn/delay",
    question="May a delver wait for another further back?",
    choice="No; a delver who declares nothing holds. A joint effort costs each of them their Action.",
    because="Delvers act in marching order, and the text mentions no delaying.",
)
TOO_MUCH_IS_NOTHING = Reading(
    id="delving.party-turn/too-much",
    question="What if a delver declares more than fits in a turn?",
    choice="None of it happens; they hear why, and everybody else takes their turn.",
    because="One move and one Action are allowed, and the referee does not choose for the player.",
)


@rule("delving.party-turn", PARTY_TURN, readings=(NO_DELAYING, TOO_MUCH_IS_NOTHING, WALK_AND_RUN_ARE_THE_WHOLE_MOVE))
def party_turn(dice: Dice, given: Party) -> PartyActed:
    """Every delver who can act gets one turn, from the front of the marching order to the rear."""
    turns = {pc: turn_budget(dice, _turn(given, pc)) for pc in given.order if pc in given.able}
    fits = [pc for pc, turn in turns.items() if isinstance(turn, Within)]
    return PartyActed(
        acted=tuple(pc for pc in fits if given.declarations.get(pc)),
        held=tuple(pc for pc in fits if not given.declarations.get(pc)),
        refused=FrozenMap({pc: turn.reason for pc, turn in turns.items() if isinstance(turn, TurnRefused)}),
    )


def _turn(party: Party, pc: str) -> Turn:
    return Turn(party.declarations.get(pc, ()), party.walk_run_adds_free_move)


# The table timer


class TableTimer(Given, frozen=True, kw_only=True):
    """A timer on the players' real table."""

    enabled: Annotated[bool, says("does the referee use a timer?")] = False
    limit_minutes: Annotated[Fraction, says("minutes a round may take at the table; 5 to 10 is usual")] = Fraction(10)
    elapsed_minutes: Annotated[Fraction, says("minutes gone by")]

    def __post_init__(self) -> None:
        if self.elapsed_minutes < 0 or self.limit_minutes <= 0:
            raise ValueError("minutes cannot be negative")


class TimerOff(Outcome, frozen=True, tag="off"):
    """The timer is off."""


class TimerRunning(Outcome, frozen=True, tag="running"):
    """There is time left."""


class TimerExpired(Outcome, frozen=True, tag="expired"):
    """Time is up."""


HOLD_ON_EXPIRY = Reading(
    id="delving.round.real-time/expiry",
    question="What happens when the timer runs out?",
    choice=(
        "Delvers who have not declared hold, and the Dungeon Turn follows. A limit outside 5 to 10 minutes is allowed."
    ),
    because="The timer is there for tension; no penalty is stated, and the range is only a guide.",
)


@rule("delving.round.real-time", PARTY_TURN, readings=(HOLD_ON_EXPIRY,))
def round_real_time(dice: Dice, given: TableTimer) -> TimerOff | TimerRunning | TimerExpired:
    """The referee may keep a round at the table to five or ten minutes."""
    if not given.enabled:
        return TimerOff()
    return TimerExpired() if given.elapsed_minutes >= given.limit_minutes else TimerRunning()
