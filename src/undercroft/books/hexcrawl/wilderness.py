"""The faces of the wilderness die."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from undercroft.books.hexcrawl import template
from undercroft.books.hexcrawl.drawing import EVENLY, drawn
from undercroft.books.hexcrawl.encounters import ENCOUNTERS
from undercroft.books.hexcrawl.overloaded_die import after_use
from undercroft.books.hexcrawl.units import PER_HEAD, Count, Entries, People, TravelPoints, is_enough, not_negative
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Given, Outcome, Reading, rule, says

# 1: Encounter


@rule("hexcrawl.wild.encounter", ENCOUNTERS, readings=(EVENLY, template.OMENS_COME_TRUE))
def wild_encounter(dice: Dice, given: template.Inhabitants) -> template.Encounter | template.NoTable:
    """A 1 on the road brings one of the encounters of the hex."""
    return template.template_encounter(dice, given)


# 2: Hidden Site


class Hiding(Given, frozen=True):
    """The sites still hidden in the party's hex."""

    hidden: Annotated[Entries, says("hidden features not found yet, not counting secret ones")]


class Stumbled(Outcome, frozen=True, tag="found"):
    """They find it by chance."""

    feature: str


NO_SITE_LEFT = Reading(
    id="hexcrawl.wild.hidden-site/none",
    question="What if the hex hides nothing more?",
    choice="Play it like a free turn, and tell nobody.",
    because="Players must not learn how much is left to find.",
)


@rule("hexcrawl.wild.hidden-site", ENCOUNTERS, readings=(NO_SITE_LEFT, EVENLY))
def wild_hidden_site(dice: Dice, given: Hiding) -> Stumbled | template.Nothing:
    """A 2 lets the party stumble upon a hidden site of its hex, never a secret one."""
    return Stumbled(drawn(dice, "hidden site", given.hidden)) if given.hidden else template.Nothing()


# 4: Waning Resources


FORAGING = TravelPoints(Fraction(1))


class Provision(StrEnum):
    """The source of the next meal."""

    SPEND = "spend"
    FORAGE = "forage"


class Hungry(Given, frozen=True):
    """A party that must eat and drink before it goes on."""

    choice: Annotated[Provision, says("spend supplies, or the next travel point on foraging")]
    people: Annotated[People, says("how many people eat and drink")]
    rations: Annotated[Count, says("rations at hand")]
    water: Annotated[Count, says("water at hand, counted in what one person drinks at one rest")]
    tp_left: Annotated[TravelPoints, says("travel points left today")]

    def __post_init__(self) -> None:
        not_negative(tp_left=self.tp_left)


class PaidSupplies(Outcome, frozen=True, tag="paid_supplies"):
    """They eat and drink what they have."""

    rations: int
    water: int


class Foraged(Outcome, frozen=True, tag="foraged"):
    """A travel point is spent to find food and water for all."""

    tp_left: TravelPoints


class ForageOwed(Outcome, frozen=True, tag="forage_owed"):
    """The first travel point of the next day will be spent on foraging."""


class RefusedSpend(Outcome, frozen=True, tag="refused_spend"):
    """There is too little for all, so they must forage."""

    short_food: int
    short_water: int


REST_TAKES_NO_POINT = Reading(
    id="hexcrawl.wild.waning-resources/cost",
    question="What do resting and eating cost on the road?",
    choice="A ration and a waterskin each and no travel point; with too little for all, only foraging is left. "
    "Lights and spells are not touched.",
    because="Only foraging costs travel points, and this die's result names neither light nor spell.",
)
OWED_TILL_MORNING = Reading(
    id="hexcrawl.wild.waning-resources/owed",
    question="What if less than a point is left today?",
    choice="Then the first point of the next day is owed; it counts as spent, and brings the die if it is due.",
    because="The next travel point goes into foraging.",
)


@rule("hexcrawl.wild.waning-resources", ENCOUNTERS, readings=(REST_TAKES_NO_POINT, OWED_TILL_MORNING))
def wild_waning_resources(dice: Dice, given: Hungry) -> PaidSupplies | Foraged | ForageOwed | RefusedSpend:
    """A 4 makes the party rest: it uses up supplies, or spends the next travel point on foraging."""
    if given.choice is Provision.FORAGE:
        foraging = forage(dice, Foraging(given.tp_left))
        return foraging if isinstance(foraging, Foraged) else ForageOwed()
    rations, short_food = after_use(given.rations, given.people * PER_HEAD)
    water, short_water = after_use(given.water, given.people * PER_HEAD)
    return RefusedSpend(short_food, short_water) if short_food or short_water else PaidSupplies(rations, water)


class Foraging(Given, frozen=True):
    """A party that looks for food and water."""

    tp_left: Annotated[TravelPoints, says("travel points left today")]

    def __post_init__(self) -> None:
        not_negative(tp_left=self.tp_left)


class Owed(Outcome, frozen=True, tag="owed"):
    """Too little of the day is left, so the next day begins with foraging."""


FORAGING_SUCCEEDS = Reading(
    id="hexcrawl.forage/sure",
    question="Does foraging always find enough?",
    choice="Yes, for everybody; supplies stay as they are, and a started move stays started.",
    because="The text gives no roll for it.",
)


NO_SKIN_IS_FILLED = Reading(
    id="hexcrawl.forage/water",
    question="What fills a waterskin on the road: foraging, rain, a river in the hex?",
    choice="Nothing by itself. Foraging gives everybody the water of one meal; where a party can fill its skins, the "
    "referee says so and gives it the water.",
    because="The text has foraging in place of supplies, and does not say where supplies come from.",
)


@rule("hexcrawl.forage", ENCOUNTERS, readings=(FORAGING_SUCCEEDS, NO_SKIN_IS_FILLED))
def forage(dice: Dice, given: Foraging) -> Foraged | Owed:
    """A travel point spent foraging feeds the whole party once."""
    if not is_enough(*given.tp_left.as_integer_ratio(), *FORAGING.as_integer_ratio()):
        return Owed()
    return Foraged(TravelPoints(given.tp_left - FORAGING))


# 5: Free turn


@rule("hexcrawl.wild.free-turn", ENCOUNTERS)
def wild_free_turn(dice: Dice, given: template.Unhindered) -> template.Nothing:
    """A 5 lets the journey go on unhindered."""
    return template.Nothing()


# 6: Good Encounter


LUCK_IS_NO_MEAL = Reading(
    id="hexcrawl.wild.good-encounter/provision",
    question="Does a good encounter feed a party that has to eat before going on?",
    choice="Not by itself; supplies it brings may be used for that.",
    because="Spending supplies and foraging are the two ways the text names.",
)


@rule("hexcrawl.wild.good-encounter", ENCOUNTERS, readings=(template.THREE_KINDS_OF_LUCK, LUCK_IS_NO_MEAL, EVENLY))
def wild_good_encounter(dice: Dice, given: template.Luck) -> template.Good:
    """A 6 on the road brings one of the good things of the hex."""
    return template.template_good_encounter(dice, given)
