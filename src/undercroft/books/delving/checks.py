"""The game's standard check, and the scores behind it."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.delving.units import Score
from undercroft.kernel.dice import D4, D20, THREE_D6, Dice, Roll, highest, lowest
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.tables import Table, through

CHECK = Cite("Delving", "Secret Features", beyond="Check")

NORMAL_DC = 15
DifficultyClass = Annotated[int, Meta(ge=1, le=100)]


class Mode(StrEnum):
    """Whether two dice are thrown, and which one counts."""

    NORMAL = "normal"
    ADVANTAGE = "advantage"
    DISADVANTAGE = "disadvantage"


CHECK_DIE = {
    Mode.NORMAL: D20,
    Mode.ADVANTAGE: Roll(2, 20, highest(1)),
    Mode.DISADVANTAGE: Roll(2, 20, lowest(1)),
}


class Check(Given, frozen=True):
    """A person attempts something."""

    score: Annotated[Score, says("the ability that counts")]
    dc: Annotated[DifficultyClass, says("difficulty: 10 easy, 15 normal, 20 hard, 25 extreme")] = NORMAL_DC
    favored: Annotated[bool, says("is it the favored ability?")] = False
    mode: Annotated[Mode, says("normal, or two dice")] = Mode.NORMAL


class Success(Outcome, frozen=True, tag="success"):
    """The attempt works."""

    total: int
    critical: bool


class Failure(Outcome, frozen=True, tag="failure"):
    """The attempt fails."""

    total: int
    critical: bool


@rule("delving.check.d20", CHECK)
def check_d20(dice: Dice, given: Check) -> Success | Failure:
    """A d20 plus the score, plus a d4 for a favored ability, must reach the difficulty; 20 always does, 1 never."""
    face = dice.total("check", CHECK_DIE[given.mode])
    total = face + given.score + (dice.total("favored ability", D4) if given.favored else 0)
    if succeeds(face, total, given.dc):
        return Success(total, critical=face == 20)
    return Failure(total, critical=face == 1)


def succeeds(face: int, total: int, dc: int) -> bool:
    """Whether the check succeeds: a natural 20 always does, a natural 1 never does, else the total decides."""
    return face == 20 or (face != 1 and total >= dc)


class Rolling(Given, frozen=True):
    """A new delver, of whom nothing is known yet."""


class Generated(Outcome, frozen=True, tag="generated"):
    """Three scores, and their opposites."""

    rolled: tuple[int, int, int]
    mirrored: tuple[int, int, int]


ABILITY = Table("delving.ability.generate", THREE_D6, (
    (through(3),      -3),
    (through(4, 5),   -2),
    (through(6, 8),   -1),
    (through(9, 12),   0),
    (through(13, 15),  1),
    (through(16, 17),  2),
    (through(18),      3),
), gives="score")  # fmt: skip

THREE_STAYS = Reading(
    id="delving.ability.generate/three",
    question="A score of 3 can be rolled, but increases stop at 2. What then?",
    choice="A 3 stays, rolled or as an opposite; the three increases may not lift a score above 2.",
    because="The cap is set for increases only.",
)


@rule("delving.ability.generate", Cite("Delving", "", beyond="Ability Scores"), readings=(THREE_STAYS,))
def ability_generate(dice: Dice, given: Rolling) -> Generated:
    """Three rolls of 3d6 give three scores; the other three are their opposites."""
    first, second, third = (ABILITY.at(dice.total(f"{nth} score", THREE_D6)) for nth in ("first", "second", "third"))
    return Generated((first, second, third), (-first, -second, -third))


INCREASES = 3
"""How many increases of 1 a new delver may spend."""

INCREASED_TO = 2
"""The highest score that increases can reach."""
