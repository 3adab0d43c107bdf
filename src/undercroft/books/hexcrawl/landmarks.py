"""Discovery: overt features that show the way from afar."""

from enum import IntEnum
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.hexcrawl.discovery import DISCOVERY, Visibility
from undercroft.books.hexcrawl.land import Terrain
from undercroft.books.hexcrawl.units import Hex
from undercroft.kernel.dice import D6, Dice
from undercroft.kernel.rules import Given, Outcome, Reading, rule, says

USUALLY_IN_SIX = 1
SEEN_FROM = 2
"""A distance in hexes."""


# Which features are landmarks


class Candidate(Given, frozen=True):
    """A feature that may be a landmark."""

    visibility: Annotated[Visibility, says("it must be in plain sight")]
    in_six: Annotated[int, Meta(ge=0, le=D6.sides), says("faces of a d6 that make it one")] = USUALLY_IN_SIX

    def __post_init__(self) -> None:
        if self.visibility is not Visibility.OVERT:
            raise ValueError("only a feature in plain sight can be a landmark")


class Landmark(Outcome, frozen=True, tag="landmark"):
    """The party can steer by it."""


class Ordinary(Outcome, frozen=True, tag="ordinary"):
    """It can be seen only within its own hex."""


WHEN_IT_IS_PLACED = Reading(
    id="hexcrawl.landmark-roll/once",
    question="When is it settled whether a feature is a landmark?",
    choice="Once, when the referee places it; the referee may also just say so, and tells the players.",
    because="A tower does not grow and shrink from day to day.",
)


@rule("hexcrawl.landmark-roll", DISCOVERY, readings=(WHEN_IT_IS_PLACED,))
def landmark_roll(dice: Dice, given: Candidate) -> Landmark | Ordinary:
    """One overt feature in six is a landmark."""
    return Landmark() if stands_out(dice.total("landmark", D6), given.in_six) else Ordinary()


def stands_out(face: int, in_six: int) -> bool:
    """Whether the face makes the feature a landmark."""
    return face <= in_six


# Sighting a landmark


class MappedHex(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex of the map, as far as the line of sight matters."""

    coord: Hex
    terrain: Terrain
    deep_canopy: bool = False

    @property
    def blocks_view(self) -> bool:
        """Whether it is too high or too dense to see across."""
        return self.deep_canopy or self.terrain is Terrain.HIGH_MOUNTAINS


class Lookout(Given, frozen=True):
    """Where the party is, and the landmark it looks for."""

    viewer: Annotated[Hex, says("the hex they are in")]
    landmark: Annotated[Hex, says("the hex of the landmark")]
    hex_map: Annotated[tuple[MappedHex, ...], says("the hexes around, each once; what is not listed is open")]

    def __post_init__(self) -> None:
        if len({mapped.coord for mapped in self.hex_map}) < len(self.hex_map):
            raise ValueError("list each hex of the map only once")


class Visible(Outcome, frozen=True, tag="visible"):
    """They see it."""


class Blocked(Outcome, frozen=True, tag="blocked"):
    """Something is in the way."""


class TooFar(Outcome, frozen=True, tag="too_far"):
    """It is out of sight."""


class Look(IntEnum):
    """The result of a look, as a number."""

    CLEAR = 0
    BLOCKED = 1
    TOO_FAR = 2


LINE_OF_SIGHT = Reading(
    id="hexcrawl.landmark-sighting/line",
    question="Which hexes can block the view of a landmark?",
    choice="At two hexes, those that border both; one that does not block is enough. The next hex is always seen, "
    "but from under a deep canopy the party sees only its own hex.",
    because="Two hexes apart there are one or two between, and a view past either of them is a view.",
)
BLOCKERS = Reading(
    id="hexcrawl.landmark-sighting/blockers",
    question="What blocks the view?",
    choice="High mountains and deep canopy; the referee may mark more hexes so.",
    because="These are the text's examples; its list is open.",
)


@rule("hexcrawl.landmark-sighting", DISCOVERY, readings=(LINE_OF_SIGHT, BLOCKERS))
def landmark_sighting(dice: Dice, given: Lookout) -> Visible | Blocked | TooFar:
    """The party can steer by a landmark two hexes away, unless high mountains or a deep canopy block it."""
    canopy = {mapped.coord for mapped in given.hex_map if mapped.deep_canopy}
    blocking = {mapped.coord for mapped in given.hex_map if mapped.blocks_view}
    between = neighbours(given.viewer) & neighbours(given.landmark)
    look = sight(hexes_apart(*given.viewer, *given.landmark), given.viewer in canopy, bool(between - blocking))
    if look is Look.TOO_FAR:
        return TooFar()
    return Blocked() if look is Look.BLOCKED else Visible()


def neighbours(of: Hex) -> frozenset[Hex]:
    """The six hexes around a hex."""
    q, r = of
    return frozenset({(q + 1, r), (q, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)})


def hexes_apart(q: int, r: int, other_q: int, other_r: int) -> int:
    """The distance between two hexes."""
    across, down = other_q - q, other_r - r
    return (abs(across) + abs(down) + abs(across + down)) // 2


def sight(distance: int, under_canopy: bool, open_between: bool) -> Look:
    """The result of a look at that distance."""
    if distance > SEEN_FROM:
        return Look.TOO_FAR
    if distance >= 1 and under_canopy:
        return Look.BLOCKED
    return Look.BLOCKED if distance == SEEN_FROM and not open_between else Look.CLEAR
