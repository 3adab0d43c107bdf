"""Core Gameplay Loop, steps 3 and 4: whether it needs a roll, how likely it is, and whether the players agree."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.kernel.dice import D100, Dice, Roll
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says

CORE_GAMEPLAY_LOOP = Cite("Sovereign", "Core Gameplay Loop")


# Does it need a roll?


class Attempt(Given, frozen=True):
    """An attempt, as the referee sees it."""

    can_fail: Annotated[bool, says("could the attempt fail?")]
    has_consequence: Annotated[bool, says("would a failure have consequences?")]
    has_cost: Annotated[bool, says("does trying cost something worth counting, such as a turn?")]


class JustHappens(Outcome, frozen=True, tag="just_happens"):
    """It is done."""


class HappensAtCost(Outcome, frozen=True, tag="happens_at_cost"):
    """It is done, at a cost."""


class RollForIt(Outcome, frozen=True, tag="roll"):
    """The dice decide."""


HARMLESS_TRIES = Reading(
    id="sovereign.core.adjudicate/harmless",
    question="What if something can fail, but failing neither hurts nor costs?",
    choice="It just happens.",
    because="They could try until it works; a roll would only waste time at the table.",
)
CERTAIN_BUT_COSTLY = Reading(
    id="sovereign.core.adjudicate/cost",
    question="What if something cannot fail, but has its price?",
    choice="It happens and the price is paid, without a roll.",
    because="Filling the pit and searching with method are such plans: time for certainty.",
)


@rule("sovereign.core.adjudicate", CORE_GAMEPLAY_LOOP, readings=(HARMLESS_TRIES, CERTAIN_BUT_COSTLY))
def adjudicate(dice: Dice, given: Attempt) -> JustHappens | HappensAtCost | RollForIt:
    """An attempt that cannot fail, or fails without harm or cost, simply succeeds; the rest needs a roll."""
    if not given.can_fail:
        return HappensAtCost() if given.has_cost else JustHappens()
    return RollForIt() if given.has_consequence or given.has_cost else JustHappens()


# Chances the referee sets directly


class Succeeded(Outcome, frozen=True, tag="success"):
    """The roll is within the chance."""


class Failed(Outcome, frozen=True, tag="failure"):
    """The roll is above the chance."""


class XInY(Given, frozen=True):
    """A plain chance, 1 in 6 for example."""

    x: Annotated[int, Meta(ge=0, le=100), says("faces that succeed")]
    y: Annotated[int, Meta(ge=2, le=100), says("sides of the die")] = 6

    def __post_init__(self) -> None:
        if self.x > self.y:
            raise ValueError("more faces cannot succeed than the die has")


LOW_IS_GOOD = Reading(
    id="sovereign.core.chance-x-in-y/low",
    question="With a chance of 1 in 6 or 45 %, which faces succeed?",
    choice="The low ones: up to the number named. A percentage is rolled on faces 1 to 100.",
    because="A wandering check comes up on a 1, and one direction is easier to remember.",
)


@rule("sovereign.core.chance-x-in-y", CORE_GAMEPLAY_LOOP, readings=(LOW_IS_GOOD,))
def chance_x_in_y(dice: Dice, given: XInY) -> Succeeded | Failed:
    """The referee may name a plain chance; the die must not show more than that."""
    face = dice.total(f"{given.x} in {given.y}", Roll(1, given.y))
    return Succeeded() if low_enough(face, given.x) else Failed()


class Percentage(Given, frozen=True):
    """A chance in a hundred."""

    percent: Annotated[int, Meta(ge=0, le=100), says("chance of success in percent")]


@rule("sovereign.core.chance-percent", CORE_GAMEPLAY_LOOP, readings=(LOW_IS_GOOD,))
def chance_percent(dice: Dice, given: Percentage) -> Succeeded | Failed:
    """The referee may name a percentage; d100 must not show more than that."""
    face = dice.total(f"{given.percent} %", D100)
    return Succeeded() if low_enough(face, given.percent) else Failed()


def low_enough(face: int, chance: int) -> bool:
    """Whether the face is within the chance."""
    return face <= chance


# Accept or bargain


class Reply(StrEnum):
    """The players' reply to a ruling."""

    ACCEPT = "accept"
    COUNTER = "counter"
    WITHDRAW = "withdraw"


class Stakes(Given, frozen=True):
    """A ruling is announced: chance, failure and cost."""

    reply: Annotated[Reply, says("what the players say to the ruling")]
    gm_takes_counter: Annotated[bool, says("does the referee take up their counter-offer?")] = False
    dice_thrown: Annotated[bool, says("have dice been rolled already?")] = False

    def __post_init__(self) -> None:
        if self.dice_thrown:
            raise ValueError("nobody rolls before the players accept")


class Revised(Outcome, frozen=True, tag="revised"):
    """The referee makes a new ruling."""


class Kept(Outcome, frozen=True, tag="kept"):
    """The ruling stays as it is, and the players are asked again."""


class Withdrawn(Outcome, frozen=True, tag="withdrawn"):
    """The players give up the attempt, at no cost."""


LEVERS = Reading(
    id="sovereign.core.stakes-negotiation/levers",
    question="What can be bargained with?",
    choice="The odds, the size of the result, what failing does and what trying costs: one gets better, another worse.",
    because="Those are the terms that the text names; once accepted, they bind both sides.",
)


@rule("sovereign.core.stakes-negotiation", CORE_GAMEPLAY_LOOP, readings=(LEVERS,))
def stakes_negotiation(dice: Dice, given: Stakes) -> RollForIt | Revised | Kept | Withdrawn:
    """Nothing is rolled until the players find the ruling reasonable; until then they bargain or give up."""
    match given.reply:
        case Reply.ACCEPT:
            return RollForIt()
        case Reply.COUNTER:
            return Revised() if given.gm_takes_counter else Kept()
        case Reply.WITHDRAW:
            return Withdrawn()
