"""How speed affects traps, surprise and the map."""

from typing import Annotated

from undercroft.books.delving.movement import DELVE_SPEED, PACES, WALKERS_MAP, Speed, does_map
from undercroft.kernel.dice import Dice
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.rules import Given, Outcome, Reading, rule, says
from undercroft.kernel.units import Name


class Entering(Given, frozen=True):
    """A delver enters a zone with a trap."""

    speed: Annotated[Speed, says("how fast they go")]
    disarmed: Annotated[bool, says("is the trap disarmed?")] = False
    spent: Annotated[bool, says("is the trap spent?")] = False


class NoTrap(Outcome, frozen=True, tag="none"):
    """Nothing happens."""


class Detected(Outcome, frozen=True, tag="detected"):
    """They notice the trap in time."""


class Sprung(Outcome, frozen=True, tag="sprung"):
    """The trap goes off."""


@rule("delving.trap.on-enter", DELVE_SPEED)
def trap_on_enter(dice: Dice, given: Entering) -> NoTrap | Detected | Sprung:
    """At delve speed a delver notices every trap; walking or running springs it."""
    if given.disarmed or given.spent:
        return NoTrap()
    return Sprung() if PACES[given.speed].springs_traps else Detected()


class Party(Given, frozen=True):
    """How fast each delver went this round."""

    speeds: Annotated[FrozenMap[Speed], says("speed this round, by name")]


class Surprised(Outcome, frozen=True, tag="surprised"):
    """The delvers who are surprised."""

    surprised: tuple[str, ...]


UNTIL_THEIR_NEXT_TURN = Reading(
    id="delving.surprise.by-speed/until",
    question="How long is a walker or runner open to surprise?",
    choice="From that turn to their next one, including the Dungeon Turn between them.",
    because="The encounters that could surprise them come in the Dungeon Turn.",
)


@rule("delving.surprise.by-speed", DELVE_SPEED, readings=(UNTIL_THEIR_NEXT_TURN,))
def surprise_by_speed(dice: Dice, given: Party) -> Surprised:
    """Delvers who walked or ran this round are surprised by any encounter."""
    return Surprised(tuple(pc for pc, speed in given.speeds.items() if PACES[speed].surprised))


class Explored(Given, frozen=True):
    """Zones entered, and how."""

    entered: Annotated[tuple[tuple[Name, Speed], ...], says("each zone entered with the speed")]
    walk_maps: Annotated[bool, says("does walking map the way?")] = True


class Mapped(Outcome, frozen=True, tag="mapped"):
    """The zones that are on the map now."""

    mapped: tuple[str, ...]


NO_MAP_IN_THE_DARK = Reading(
    id="delving.mapping/dark",
    question="What does total darkness take from the party?",
    choice="The map and the search on every clock: they see only the room they stand in, go on room by room, and take "
    "nothing that lies unseen.",
    because="The game takes the map from parties in the dark; the other books say nothing else.",
)


@rule("delving.mapping", DELVE_SPEED, readings=(WALKERS_MAP, NO_MAP_IN_THE_DARK))
def mapping(dice: Dice, given: Explored) -> Mapped:
    """The map grows by every zone entered, except at a run."""
    return Mapped(tuple(zone for zone, speed in given.entered if does_map(speed, given.walk_maps)))
