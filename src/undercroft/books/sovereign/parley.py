"""Parley: leverage and what it gains."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says

PARLEY = Cite("Sovereign", "Parley")


# Leverage


class Means(StrEnum):
    """A source of leverage over the others."""

    EXCHANGE = "exchange"
    PROMISE = "promise"
    GRATITUDE = "gratitude"
    THREAT = "threat"
    OTHER = "other"


Lever = tuple[Means, Fraction]


class Bargaining(Given, frozen=True):
    """The leverage that the Delvers bring."""

    items: Annotated[
        tuple[Lever, ...],
        Meta(max_length=100),
        says("each thing they have, promise, have done or threaten, and its worth to the others by the referee"),
    ]

    def __post_init__(self) -> None:
        if any(worth < 0 for _, worth in self.items):
            raise ValueError("an offer cannot be worth less than 0")


class Leverage(Outcome, frozen=True, tag="leverage"):
    """The total of the leverage."""

    leverage: Fraction


NUMBERS_IF_WANTED = Reading(
    id="sovereign.parley.leverage/numbers",
    question="How is leverage measured?",
    choice="By the referee, who adds up what each thing is worth where the table likes numbers. The list of kinds is "
    "open.",
    because="The page compares amounts and gives no unit.",
)


@rule("sovereign.parley.leverage", PARLEY, readings=(NUMBERS_IF_WANTED,))
def parley_leverage(dice: Dice, given: Bargaining) -> Leverage:
    """Leverage is what the Delvers have, promise, have done or threaten, as far as the others care."""
    return Leverage(sum((worth for _, worth in given.items), Fraction(0)))


# What the others offer


class Asking(Given, frozen=True):
    """What the Delvers want, and their leverage."""

    asked: Annotated[Fraction, says("the worth of what they ask for")]
    leverage: Annotated[Fraction, says("their leverage")]

    def __post_init__(self) -> None:
        if self.asked < 0 or self.leverage < 0:
            raise ValueError("neither the request nor the leverage can be negative")


class Offered(Outcome, frozen=True, tag="offered"):
    """The others may offer up to that much."""

    given: Fraction


class OnlyTalk(Outcome, frozen=True, tag="only_talk"):
    """Without leverage there is only small talk or posturing."""

    given: Fraction


A_CEILING = Reading(
    id="sovereign.parley.offer/ceiling",
    question="Must the others offer all that the leverage is worth?",
    choice="No; the referee may have them offer less.",
    because="The page sets what they offer at most.",
)


@rule("sovereign.parley.offer", PARLEY, readings=(A_CEILING,))
def parley_offer(dice: Dice, given: Asking) -> Offered | OnlyTalk:
    """The others never offer more than the Delvers' leverage is worth; without leverage there is only talk."""
    if not given.leverage:
        return OnlyTalk(given.leverage)
    return Offered(min(given.asked, given.leverage))


# What they want


class Creature(StrEnum):
    """Kinds of creatures."""

    BEAST = "beast"
    MONSTROSITY = "monstrosity"
    DRAGON = "dragon"
    HUMANOID = "humanoid"
    GIANT = "giant"
    UNDEAD = "undead"
    CONSTRUCT = "construct"
    FIEND = "fiend"
    ABERRATION = "aberration"
    FEY = "fey"


DIRECTIVE = "the directive that made it"
"""The one motive of creatures that were made."""

MOTIVES = {
    Creature.BEAST:       ("food", "territory"),
    Creature.MONSTROSITY: ("food", "territory"),
    Creature.DRAGON:      ("food", "territory", "treasure", "domination"),
    Creature.HUMANOID:    ("territory", "treasure", "domination",
                           "fairness", "kindness", "loyalty", "obedience", "sanctity"),
    Creature.GIANT:       ("rank among giants", "whatever raises it"),
    Creature.UNDEAD:      (DIRECTIVE,),
    Creature.CONSTRUCT:   (DIRECTIVE,),
    Creature.FIEND:       ("suffering",),
    Creature.ABERRATION:  ("alien, unintelligible",),
    Creature.FEY:         ("emotional, dream logic, personal",),
}  # fmt: skip


class Who(Given, frozen=True):
    """The creatures that the Delvers talk to."""

    creature_type: Annotated[Creature, says("what kind of creature they are")]


class Wants(Outcome, frozen=True, tag="wants"):
    """What their kind usually wants."""

    motives: tuple[str, ...]


USUALLY = Reading(
    id="sovereign.parley.motives/usual",
    question="Do all of a kind want the same?",
    choice="Usually; the referee knows better about any one creature, and about kinds not listed.",
    because="The text hedges most of the list.",
)


@rule("sovereign.parley.motives", PARLEY, readings=(USUALLY,))
def parley_motives(dice: Dice, given: Who) -> Wants:
    """What creatures want depends on their kind: beasts want food, fiends want others to suffer."""
    return Wants(MOTIVES[given.creature_type])
