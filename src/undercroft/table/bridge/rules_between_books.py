"""Rules that join books: clues by Sovereign's dice, getting lost by Neverwhere's, Violence's numbers for others."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.delving.encounters import Behaviour, Cordial, Neutral, Violent, Wary
from undercroft.books.neverwhere import units as neverwhere
from undercroft.books.neverwhere.checks import SN_TIE, Tie, rolled, succeeded
from undercroft.books.sovereign.checks import WHEN_IN_DOUBT, reaches
from undercroft.books.sovereign.reactions import Response
from undercroft.books.sovereign.units import ROUND, Difficulty, SkillModifier
from undercroft.books.violence.characters import START_SCARS, health_at_first
from undercroft.books.violence.units import MOST_GROWN
from undercroft.kernel.dice import D6, TWO_D6, Dice
from undercroft.kernel.rules import Cite, Given, Outcome, rule, says
from undercroft.kernel.units import Seconds

# Which clue


class ClueSearch(Given, frozen=True):
    """A search where several clues to a secret can be found."""

    n_clues: Annotated[int, Meta(ge=1, le=100), says("clues that could be found, the vaguest first")]
    mod: Annotated[SkillModifier, says("INT or WIS with Notice, whichever is better")]
    dc: Annotated[Difficulty, says("the difficulty; 10 when in doubt")] = WHEN_IN_DOUBT


class ClueChosen(Outcome, frozen=True, tag="clue_chosen"):
    """The clue found, counted from 0."""

    clue_index: int
    success: bool


@rule("bridge.clue-check", Cite("The table", "Clues by Sovereign's dice"))
def clue_check(dice: Dice, given: ClueSearch) -> ClueChosen:
    """A successful check finds the plainest clue, a failed check the vaguest."""
    success = reaches(dice.total("investigation", TWO_D6) + given.mod, given.dc)
    return ClueChosen(given.n_clues - 1 if success else 0, success)


# Losing the way


class Land(StrEnum):
    """A kind of land in which a party may get lost."""

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

    land: Annotated[Land, says("the terrain; on plains nobody gets lost in clear sight")]
    survival: Annotated[neverwhere.Modifier, says("Survival of the guide")]
    tools: Annotated[bool, says("are there tools to navigate by?")] = False
    poor_visibility: Annotated[bool, says("fog, night or driving snow?")] = False
    route: Annotated[bool, says("do they follow a road, a trail or a river?")] = False
    landmark: Annotated[bool, says("can they see a landmark?")] = False
    sn_tie: Annotated[Tie, says("what a total equal to the success number does")] = Tie.FAILS


class NotRolled(Outcome, frozen=True, tag="not_rolled"):
    """They cannot get lost."""


class OnCourse(Outcome, frozen=True, tag="on_course"):
    """They keep their course."""


class WentAstray(Outcome, frozen=True, tag="lost"):
    """They are lost, and do not know it."""


@rule("bridge.lost", Cite("The table", "Losing the way by Neverwhere's dice"), readings=(SN_TIE,))
def lost(dice: Dice, given: Pathfinding) -> NotRolled | OnCourse | WentAstray:
    """Every hour off the road, a Survival roll must beat the land's number."""
    clear_plains = given.land is Land.PLAINS and not given.poor_visibility
    if given.route or given.landmark or clear_plains:
        return NotRolled()
    skill = given.survival + (TOOLS if given.tools else 0) + (POOR_VISIBILITY if given.poor_visibility else 0)
    grade = rolled(dice, "keeping the way", skill, KEEPING_SN[given.land], given.sn_tie)
    return OnCourse() if succeeded(grade) else WentAstray()


# Neverwhere's characters in Violence's fights


class Wanderer(Given, frozen=True):
    """A person with Neverwhere's four scores."""

    str_: Annotated[neverwhere.Score, says("Str")]
    dex: Annotated[neverwhere.Score, says("Dex")]
    int_: Annotated[neverwhere.Score, says("Int")]
    vit: Annotated[neverwhere.Score, says("Vit, which has no part in it")]


class Adventurer(Outcome, frozen=True, tag="adventurer"):
    """The person by Violence's numbers."""

    agility: int
    brawn: int
    cunning: int
    health: int
    scars: int


@rule("bridge.stats-to-violence", Cite("The table", "Neverwhere's characters in Violence's fights"))
def stats_to_violence(dice: Dice, given: Wanderer) -> Adventurer:
    """Scores carry over up to 18, since both books centre on 10; health is rolled as for a new character."""
    agility, brawn, cunning = (min(MOST_GROWN, score) for score in (given.dex, given.str_, given.int_))
    health = health_at_first(dice.total("health", D6), brawn)
    return Adventurer(agility, brawn, cunning, health, START_SCARS)


class Reacts(Struct, frozen=True):
    """What creatures do, in Sovereign's terms, and the time until their reaction is rolled again, if it is."""

    response: Response
    again_in: Seconds | None = None


def reacts(outcome: Violent | Wary | Neutral | Cordial) -> Reacts:
    """Delving's reaction in Sovereign's terms: violent creatures fight or flee, cordial creatures talk."""
    match outcome:
        case Violent(behaviour=Behaviour.FLEE):
            return Reacts(Response.RUN)
        case Violent():
            return Reacts(Response.FIGHT)
        case Wary():
            return Reacts(Response.IGNORE, ROUND)
        case Neutral():
            return Reacts(Response.IGNORE)
        case Cordial():
            return Reacts(Response.TALK)
