"""Starvation and Dehydration: meals and water, missed and made up for."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from undercroft.books.neverwhere.bounds import not_below
from undercroft.books.neverwhere.checks import DEFAULT_SN, SN_TIE, Rolling, Tie, graded, succeeded
from undercroft.books.neverwhere.units import Count, FatiguePoints, HitPoints, Modifier
from undercroft.kernel.dice import D20, Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says

STARVATION = Cite("Neverwhere", "Starvation")
DEHYDRATION = Cite("Neverwhere", "Dehydration")

MEALS = 3
FORAGE_STEP = 5
DAY_HOURS = 24
THIRST_HOURS = 8
PARCHED_BELOW = Fraction(1, 2)


MEALS_ARE_COUNTED = Reading(
    id="neverwhere.starvation/optional",
    question="Are meals and water kept track of?",
    choice="Yes.",
    because="The source text leaves it to the table, and what it can do to travellers is why these rules are here.",
    switch="enabled",
    options=(Option(True, "hunger and thirst count"), Option(False, "nobody counts meals or water")),
)


# Starvation


class Meals(Given, frozen=True):
    """What a character ate in a day."""

    meals_eaten: Annotated[Count, says("full meals, of about 600 calories each")]
    meals_needed: Annotated[int, Meta(ge=1, le=100), says("meals they need, 3 for a human")] = MEALS
    enabled: Annotated[bool, says("are meals and water kept track of?")] = True


class Hungry(Outcome, frozen=True, tag="fp"):
    """Fatigue points lost to hunger."""

    fp: FatiguePoints


@rule("neverwhere.starvation", STARVATION, readings=(MEALS_ARE_COUNTED,))
def starvation(dice: Dice, given: Meals) -> Hungry:
    """Every missed meal costs a fatigue point that only a day of rest and food restores."""
    return Hungry(FatiguePoints(missed(given.meals_eaten, given.meals_needed) if given.enabled else 0))


def missed(eaten: int, needed: int) -> int:
    """The meals missed; eating more than needed does not help."""
    return max(0, needed - eaten)


class RestDay(Given, frozen=True):
    """A day that may make up for hunger."""

    pool: Annotated[Count, says("fatigue points lost to hunger")]
    fought: Annotated[bool, says("was there a fight?")]
    traveled: Annotated[bool, says("was there travel?")]
    meals: Annotated[Count, says("full meals")]


class StillHungry(Outcome, frozen=True, tag="pool"):
    """The fatigue points still lost to hunger."""

    pool: FatiguePoints


@rule("neverwhere.starvation-recovery", STARVATION)
def starvation_recovery(dice: Dice, given: RestDay) -> StillHungry:
    """A day without fights or travel and with three full meals makes up for three missed meals."""
    return StillHungry(FatiguePoints(still_hungry(given.pool, given.fought or given.traveled, given.meals)))


def still_hungry(pool: int, busy: bool, meals: int) -> int:
    """The hunger left after a day."""
    return pool if busy or meals < MEALS else max(0, pool - MEALS)


class Forager(Rolling, frozen=True):
    """A character who looks for food on the way."""

    survival: Annotated[Modifier, says("Survival")]


class Found(Outcome, frozen=True, tag="meals"):
    """Meals found that day."""

    meals: int


WHAT_FORAGING_FINDS = Reading(
    id="neverwhere.forage/yield",
    question="How much does foraging find?",
    choice="Our proposal: Survival against 10, once a day; a meal, and one more for each full 5 over, at most three.",
    because="The text says that Survival finds food, even while travelling, but not how much.",
)


@rule("neverwhere.forage", STARVATION, readings=(WHAT_FORAGING_FINDS, SN_TIE))
def forage(dice: Dice, given: Forager) -> Found:
    """A Survival roll finds food, even on the road."""
    face = dice.total("Survival to find food", D20)
    grade = graded(face, given.survival, DEFAULT_SN, given.sn_tie is Tie.SUCCEEDS)
    return Found(meals_found(succeeded(grade), face + given.survival - DEFAULT_SN))


def meals_found(success: bool, over: int) -> int:
    """One for success and one for each full step above the number, up to a day's meals."""
    return min(MEALS, 1 + max(0, over) // FORAGE_STEP) if success else 0


# Dehydration


class Climate(StrEnum):
    """How fast the air dries a character out."""

    TEMPERATE = "temperate"
    HOT = "hot"
    DESERT = "desert"


NEED_LITRES = {Climate.TEMPERATE: 2, Climate.HOT: 3, Climate.DESERT: 5}


class Water(Given, frozen=True):
    """What a character drinks in a day."""

    climate: Annotated[Climate, says("the climate")]
    litres: Annotated[Fraction, says("litres drunk that day")]
    plentiful: Annotated[bool, says("is water easy to come by?")]
    hours: Annotated[int, Meta(ge=0, le=DAY_HOURS), says("hours of the day that have passed")] = DAY_HOURS
    enabled: Annotated[bool, says("are meals and water kept track of?")] = True

    def __post_init__(self) -> None:
        not_below(0, litres=self.litres)


class Hydrated(Outcome, frozen=True, tag="ok"):
    """Enough water."""


class Thirsty(Outcome, frozen=True, tag="thirsty"):
    """Too little water: the fatigue so far."""

    fp: FatiguePoints


class Parched(Outcome, frozen=True, tag="parched"):
    """Hardly any water all day: fatigue and harm."""

    fp: FatiguePoints
    hp: HitPoints


THE_DAY_AS_A_WHOLE = Reading(
    id="neverwhere.dehydration/day",
    question="When is thirst felt, if the need is counted by the day?",
    choice="A point after 8, 16 and 24 hours on the day's ration; the extra harm of less than half a litre comes after "
    "24.",
    because="One loss comes every eight hours and the other once a day, while the need is a day's.",
)
OWN_CLIMATES = Reading(
    id="neverwhere.dehydration/climates",
    question="The environment guide multiplies the need by 3 and 5; this text says 3 and 5 litres. Which holds?",
    choice="Litres: 2 as a rule, 3 where it is hot, 5 in the desert.",
    because="The source text goes before other pages of the game.",
)


@rule("neverwhere.dehydration", DEHYDRATION, readings=(THE_DAY_AS_A_WHOLE, OWN_CLIMATES, MEALS_ARE_COUNTED))
def dehydration(dice: Dice, given: Water) -> Hydrated | Thirsty | Parched:
    """Too little water costs a fatigue point every eight hours; hardly any costs hit points too."""
    need = NEED_LITRES[given.climate]
    if given.plentiful or not given.enabled or given.litres >= need:
        return Hydrated()
    fp, hp = thirst(given.hours, given.litres < PARCHED_BELOW)
    return Parched(FatiguePoints(fp), HitPoints(hp)) if hp else Thirsty(FatiguePoints(fp))


def thirst(hours: int, hardly_any: bool) -> tuple[int, int]:
    """Fatigue and hit points lost after that many hours of a day with too little water."""
    harm = int(hardly_any and hours >= DAY_HOURS)
    return hours // THIRST_HOURS + harm, harm


class Recovering(Given, frozen=True):
    """A day that may make up for thirst."""

    pool: Annotated[Count, says("fatigue points lost to thirst")]
    rested: Annotated[bool, says("was it a day of rest?")]
    litres: Annotated[Fraction, says("litres drunk that day")]
    climate: Annotated[Climate, says("the climate")]

    def __post_init__(self) -> None:
        not_below(0, litres=self.litres)


class StillThirsty(Outcome, frozen=True, tag="pool"):
    """The fatigue points still lost to thirst."""

    pool: FatiguePoints


AMPLE_IS_ENOUGH = Reading(
    id="neverwhere.dehydration-recovery/ample",
    question="How much water is ample?",
    choice="As much as the climate demands for a day.",
    because="A character who drinks that much is no longer short of water.",
)


@rule("neverwhere.dehydration-recovery", DEHYDRATION, readings=(AMPLE_IS_ENOUGH,))
def dehydration_recovery(dice: Dice, given: Recovering) -> StillThirsty:
    """A day of rest with enough water restores all fatigue lost to thirst; wounds heal as usual."""
    quenched = given.rested and given.litres >= NEED_LITRES[given.climate]
    return StillThirsty(FatiguePoints(0 if quenched else given.pool))
