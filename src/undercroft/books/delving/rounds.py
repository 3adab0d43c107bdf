"""Tracking Delve Turns: one whole delve round."""

from enum import StrEnum
from typing import Annotated

from undercroft.books.delving.dungeon_turn import RoundsEnd, Timers, dungeon_turn
from undercroft.books.delving.hazard import Danger
from undercroft.books.delving.party_turn import (
    TOO_MUCH_IS_NOTHING,
    WALK_AND_RUN_ARE_THE_WHOLE_MOVE,
    NoTurn,
    Party,
    party_turn,
)
from undercroft.books.delving.units import DELVE_ROUND, Count
from undercroft.kernel.dice import Dice
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.rules import Cite, Outcome, Reading, rule, says
from undercroft.kernel.units import Name, Seconds


class WholeRound(Party, frozen=True):
    """A delve round as the players have declared it."""

    danger: Annotated[Danger, says("how dangerous the place is")] = Danger.NORMAL
    timers: Annotated[Timers, says("seconds left of each light, effect or event, by name")] = FrozenMap()
    real_time: Annotated[tuple[Name, ...], says("timers that run on the wall clock instead")] = ()
    clock: Annotated[Count, says("seconds since the delve began")] = 0
    in_combat: Annotated[bool, says("is a fight going on?")] = False


class Completed(Outcome, frozen=True, tag="completed"):
    """The round is over: what each delver did, whether there is an encounter, the timers, and the time."""

    acted: tuple[str, ...]
    held: tuple[str, ...]
    refused: FrozenMap[NoTurn]
    encounter: bool
    left: Timers
    expired: tuple[str, ...]
    clock: Seconds


class NoRound(StrEnum):
    """Why there is no delve round."""

    IN_COMBAT = "in_combat"
    NO_PARTY = "no_party"


class RoundRefused(Outcome, frozen=True, tag="refused"):
    """There is no delve round now."""

    reason: NoRound


CLOCK_MOVES_LAST = Reading(
    id="delving.round/clock",
    question="When do the six minutes pass?",
    choice=(
        "At the end of the round, after the Dungeon Turn, so a light that goes out this round still burns for the "
        "party's turns."
    ),
    because="The Dungeon Turn is where timers are adjusted.",
)
SEVERAL_ROUNDS = Reading(
    id="delving.round/long",
    question="How does work go that takes several rounds?",
    choice="Round after round, each with its hazard die and its six minutes of light; an encounter stops it.",
    because="The hazard die is rolled every round, no matter what the party does.",
)


@rule(
    "delving.round",
    Cite("Delving", "Tracking Delve Turns"),
    readings=(CLOCK_MOVES_LAST, SEVERAL_ROUNDS, TOO_MUCH_IS_NOTHING, WALK_AND_RUN_ARE_THE_WHOLE_MOVE),
)
def delve_round(dice: Dice, given: WholeRound) -> Completed | RoundRefused:
    """Every delver takes a turn in marching order, then the dungeon does, and six minutes have passed."""
    if given.in_combat:
        return RoundRefused(NoRound.IN_COMBAT)
    if not given.able:
        return RoundRefused(NoRound.NO_PARTY)
    party = party_turn(dice, Party(given.order, given.able, given.declarations, given.walk_run_adds_free_move))
    dungeon = dungeon_turn(dice, RoundsEnd(given.danger, given.timers, given.real_time))
    return Completed(
        party.acted,
        party.held,
        party.refused,
        dungeon.encounter,
        dungeon.left,
        dungeon.expired,
        Seconds(given.clock + DELVE_ROUND),
    )
