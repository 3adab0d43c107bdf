"""The Big Picture: one module after another, who comes along, and what this game leaves out."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.units import WEEK
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.units import Name, Seconds

THE_BIG_PICTURE = Cite("Sovereign", "The Big Picture")


# One module after another


class Offer(Given, frozen=True):
    """The modules on offer, and the players' pick."""

    offered: Annotated[tuple[Name, ...], says("modules the referee offers, in vague strokes")]
    pick: Annotated[Name, says("the one the players want to play next")]
    gap_weeks: Annotated[int, Meta(ge=1, le=1_000), says("weeks that pass before it begins")] = 4


class Prepared(Outcome, frozen=True, tag="prepared"):
    """The next adventure, and how much later it begins."""

    module: str
    clock_add_s: Seconds


class NoModule(StrEnum):
    """Why there is no adventure yet."""

    NOT_OFFERED = "not_offered"
    NOTHING_OFFERED = "nothing_offered"


class PickRefused(Outcome, frozen=True, tag="refused"):
    """That module cannot be played next."""

    reason: NoModule


A_FEW_MODULES = Reading(
    id="sovereign.campaign.module-loop/few",
    question="How many modules are a few?",
    choice="Two to five by custom; any number is accepted.",
    because="No number is given, and one good offer is better than none.",
)
FOUR_WEEKS_LATER = Reading(
    id="sovereign.campaign.module-loop/gap",
    question="How long is it from one adventure to the next?",
    choice="Four weeks before the module begins, unless the referee decides differently; the journey is skipped.",
    because="Weeks or months may go by, and Delvers are placed on the doorstep.",
)


@rule("sovereign.campaign.module-loop", THE_BIG_PICTURE, readings=(A_FEW_MODULES, FOUR_WEEKS_LATER))
def module_loop(dice: Dice, given: Offer) -> Prepared | PickRefused:
    """The referee offers a few modules, the players pick one, and some weeks later it begins at the dungeon's door."""
    if not given.offered:
        return PickRefused(NoModule.NOTHING_OFFERED)
    if given.pick not in given.offered:
        return PickRefused(NoModule.NOT_OFFERED)
    return Prepared(given.pick, Seconds(given.gap_weeks * WEEK))


# Who comes along


class Status(StrEnum):
    """The status of a Delver."""

    ACTIVE = "active"
    RECOVERING = "recovering"
    RETIRED = "retired"
    DEAD = "dead"


class Entry(Given, frozen=True):
    """A Delver on the roster, and the requested change."""

    status: Annotated[Status, says("what the Delver is now")]
    to: Annotated[Status, says("what the Delver becomes")]


class Changed(Outcome, frozen=True, tag="changed"):
    """The roster is changed."""

    status: Status


class NoChange(StrEnum):
    """Why the roster does not change."""

    DEAD = "dead"


class ChangeRefused(Outcome, frozen=True, tag="refused"):
    """The roster does not change."""

    reason: NoChange


NEWCOMERS_START_AT_ONE = Reading(
    id="sovereign.campaign.roster/newcomer",
    question="At which level does a new Delver join?",
    choice="At the first; the referee may allow more.",
    because="New Delvers come in when old ones die, retire or recover; no level is named.",
)


@rule("sovereign.campaign.roster", THE_BIG_PICTURE, readings=(NEWCOMERS_START_AT_ONE,))
def roster(dice: Dice, given: Entry) -> Changed | ChangeRefused:
    """Delvers come and go between adventures; only the dead stay away."""
    return ChangeRefused(NoChange.DEAD) if given.status is Status.DEAD else Changed(given.to)


# What is left out


class Feature(Given, frozen=True):
    """Something a table might want to play."""

    feature: Annotated[Name, says("what the players would like to do, such as crafting or domain")]


class InScope(Outcome, frozen=True, tag="in_scope"):
    """The game allows it."""


class OutOfScope(StrEnum):
    """Why the game leaves it out."""

    OUT_OF_SCOPE = "out_of_scope"


class FeatureRefused(Outcome, frozen=True, tag="refused"):
    """The game leaves it out."""

    reason: OutOfScope


LEFT_OUT = frozenset({"domain", "crafting"})

FLETCHING_IS_FICTION = Reading(
    id="sovereign.campaign.scope/upkeep",
    question="Skills mention fletching and upkeep of weapons. Is that crafting?",
    choice="It happens in the fiction and makes nothing that counts.",
    because="Crafting has been taken out on purpose.",
)


@rule("sovereign.campaign.scope", THE_BIG_PICTURE, readings=(FLETCHING_IS_FICTION,))
def scope(dice: Dice, given: Feature) -> InScope | FeatureRefused:
    """The game leaves out domains and crafting, so that nothing distracts the players from the modules."""
    return FeatureRefused(OutOfScope.OUT_OF_SCOPE) if given.feature in LEFT_OUT else InScope()
