"""What no book settles alone: clues by Sovereign's dice, the way by Neverwhere's, Violence's health for others."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.neverwhere import units as neverwhere
from undercroft.books.neverwhere.checks import SN_TIE, Tie, rolled, succeeded
from undercroft.books.sovereign.checks import WHEN_IN_DOUBT, reaches
from undercroft.books.sovereign.units import Difficulty, SkillModifier
from undercroft.books.violence.characters import START_SCARS, health_at_first
from undercroft.books.violence.units import MOST_GROWN
from undercroft.kernel.dice import D6, TWO_D6, Dice
from undercroft.kernel.rules import Cite, Given, Outcome, rule, says

# Which clue


class ClueSearch(Given, frozen=True):
    """Somebody searches where several clues to a secret could be found."""

    n_clues: Annotated[int, Meta(ge=1, le=100), says("clues that could be found, the vaguest first")]
    mod: Annotated[SkillModifier, says("INT or WIS with Notice, whichever is better")]
    dc: Annotated[Difficulty, says("the difficulty; 10 when in doubt")] = WHEN_IN_DOUBT


class ClueChosen(Outcome, frozen=True, tag="clue_chosen"):
    """Which clue it is, counted from 0."""

    clue_index: int
    success: bool


@rule("bridge.clue-check", Cite("The table", "Clues by Sovereign's dice"))
def clue_check(dice: Dice, given: ClueSearch) -> ClueChosen:
    """A check that reaches the difficulty finds the plainest clue, any other the vaguest."""
    success = reaches(dice.total("investigation", TWO_D6) + given.mod, given.dc)
    return ClueChosen(given.n_clues - 1 if success else 0, success)


# Losing the way


class Land(StrEnum):
    """What a party may lose its way in."""

    PLAINS = "plains"
    DESERT = "desert"
    FOREST = "forest"
    MOOR = "moor"
    HILL = "hill"
    MOUNTAIN = "mountain"
    OPEN_SEA = "open_sea"
    RUINS = "ruins"
    DUNGEON = "dungeon"


KEEPING_SN: Mapping[Land, int] = {
    Land.PLAINS:   12,
    Land.DESERT:   12,
    Land.FOREST:   15,
    Land.MOOR:     8,
    Land.HILL:     8,
    Land.MOUNTAIN: 10,
    Land.OPEN_SEA: 20,
    Land.RUINS:    5,
    Land.DUNGEON:  5,
}  # fmt: skip
TOOLS, POOR_VISIBILITY = 4, -4


class Pathfinding(Given, frozen=True):
    """An hour off the road."""

    land: Annotated[Land, says("what they go through; on plains nobody strays who can see")]
    survival: Annotated[neverwhere.Modifier, says("Survival of whoever leads")]
    tools: Annotated[bool, says("are there tools to navigate by?")] = False
    poor_visibility: Annotated[bool, says("fog, night or driving snow?")] = False
    route: Annotated[bool, says("do they follow a road, a trail or a river?")] = False
    landmark: Annotated[bool, says("can they see a landmark?")] = False
    sn_tie: Annotated[Tie, says("what a total equal to the success number does")] = Tie.FAILS


class NotRolled(Outcome, frozen=True, tag="not_rolled"):
    """They cannot miss the way."""


class OnCourse(Outcome, frozen=True, tag="on_course"):
    """They keep their course."""


class WentAstray(Outcome, frozen=True, tag="lost"):
    """They have lost the way, and do not know it."""


@rule("bridge.lost", Cite("The table", "Losing the way by Neverwhere's dice"), readings=(SN_TIE,))
def lost(dice: Dice, given: Pathfinding) -> NotRolled | OnCourse | WentAstray:
    """Every hour off any route, Survival must beat the land's number."""
    clear_plains = given.land is Land.PLAINS and not given.poor_visibility
    if given.route or given.landmark or clear_plains:
        return NotRolled()
    skill = given.survival + (TOOLS if given.tools else 0) + (POOR_VISIBILITY if given.poor_visibility else 0)
    grade = rolled(dice, "keeping the way", skill, KEEPING_SN[given.land], given.sn_tie)
    return OnCourse() if succeeded(grade) else WentAstray()


# Neverwhere's people in Violence


class Wanderer(Given, frozen=True):
    """Somebody with Neverwhere's four scores."""

    str_: Annotated[neverwhere.Score, says("Str")]
    dex: Annotated[neverwhere.Score, says("Dex")]
    int_: Annotated[neverwhere.Score, says("Int")]
    vit: Annotated[neverwhere.Score, says("Vit, which has no part in it")]


class Adventurer(Outcome, frozen=True, tag="adventurer"):
    """The same by Violence's numbers."""

    agility: int
    brawn: int
    cunning: int
    health: int
    scars: int


@rule("bridge.stats-to-violence", Cite("The table", "Neverwhere's people in Violence"))
def stats_to_violence(dice: Dice, given: Wanderer) -> Adventurer:
    """Both books centre on 10, so the scores stand as they are, up to 18; health is thrown as for anybody new."""
    agility, brawn, cunning = (min(MOST_GROWN, score) for score in (given.dex, given.str_, given.int_))
    health = health_at_first(dice.total("health", D6), brawn)
    return Adventurer(agility, brawn, cunning, health, START_SCARS)
