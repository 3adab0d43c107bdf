"""Other Hazards: suffocation, hunger and thirst."""

from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.falling import HAZARDS
from undercroft.books.sovereign.injury import HitPointsLeft, after_damage
from undercroft.books.sovereign.saves import Save, Saved, save_roll
from undercroft.books.sovereign.units import (
    NPC_CONSTITUTION,
    Count,
    HitPoints,
    SaveTarget,
    Score,
    Strain,
    check_dice,
    whole_dice,
)
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Given, Outcome, Reading, rule, says

STILL_LASTS = 4
HUNGER_A_DAY = 1
THIRST_A_DAY = 3

DaysWithout = Annotated[int, Meta(ge=0, le=1_000)]


# Suffocation


class Breath(Given, frozen=True):
    """A character without air."""

    constitution: Annotated[Score | None, says("Constitution score; leave it out for an NPC without scores")]
    active_rounds: Annotated[Count, says("rounds gone by fighting or acting")]
    still_rounds: Annotated[Count, says("rounds gone by without moving")]


class Breathing(Outcome, frozen=True, tag="breathing"):
    """The breath left, in quarters of a round of action; a round of keeping still uses one."""

    quarters_left: int


class OutOfAir(Outcome, frozen=True, tag="out_of_air"):
    """No breath is left."""


MIXED_ROUNDS = Reading(
    id="sovereign.suffocation.air/mixed",
    question="What if a Delver moves in some rounds and keeps still in others?",
    choice="A round of action uses four times the breath of a still one; one breath of air restores it all.",
    because="Keeping still lasts four times as long. What a breath restores is our proposal.",
)


@rule("sovereign.suffocation.air", HAZARDS, readings=(MIXED_ROUNDS,))
def suffocation_air(dice: Dice, given: Breath) -> Breathing | OutOfAir:
    """Breath lasts a round for each point of Constitution, four times as long while keeping still."""
    air = air_rounds(NPC_CONSTITUTION if given.constitution is None else given.constitution)
    left = breath_left(air, given.active_rounds, given.still_rounds)
    return Breathing(left) if left > 0 else OutOfAir()


def air_rounds(constitution: int) -> int:
    """The rounds of action without air: one for each point of Constitution."""
    return constitution


def breath_left(air: int, active_rounds: int, still_rounds: int) -> int:
    """The breath left in quarters of a round of action, of air for that many rounds."""
    return STILL_LASTS * (air - active_rounds) - still_rounds


class Choking(Given, frozen=True):
    """A character who has run out of air."""

    target: Annotated[SaveTarget, says("target of the Physical save")]
    level_or_hd: Annotated[Fraction, says("level of a Delver, hit dice of an NPC")]
    hp: Annotated[int, Meta(ge=1, le=10_000), says("hit points now")]

    def __post_init__(self) -> None:
        check_dice(self.level_or_hd)


class HoldsOut(HitPointsLeft, frozen=True, tag="ok"):
    """No harm this round."""


class Chokes(HitPointsLeft, frozen=True, tag="hurt"):
    """Hit points are lost."""


class ChokedDown(HitPointsLeft, frozen=True, tag="zero_hp"):
    """The last hit points are lost."""


FIRST_SAVE = Reading(
    id="sovereign.suffocation.damage/first",
    question="When is the first save due, what does a small creature lose, and can a suffocated Delver be saved?",
    choice="In the round after the last breath; a creature of less than one hit die loses 1 hit point; nobody is "
    "stabilised without air.",
    because="The saves begin once the air has run out. The rest is our proposal.",
)


@rule("sovereign.suffocation.damage", HAZARDS, readings=(FIRST_SAVE,))
def suffocation_damage(dice: Dice, given: Choking) -> HoldsOut | Chokes | ChokedDown:
    """Out of air, each round costs a hit point for every level or hit die, unless a Physical save succeeds."""
    if isinstance(save_roll(dice, Save(given.target)), Saved):
        return HoldsOut(HitPoints(given.hp))
    hp = HitPoints(after_damage(given.hp, whole_dice(*given.level_or_hd.as_integer_ratio())))
    return Chokes(hp) if hp else ChokedDown(hp)


# Starvation and Dehydration


class Hunger(Given, frozen=True):
    """Days without enough to eat."""

    hungry_days: Annotated[DaysWithout, says("days without a full ration")]
    applies: Annotated[bool, says("does hunger count, because they try to sleep in a dungeon?")] = True


class StrainAdded(Outcome, frozen=True, tag="strain_added"):
    """The strain added, a day's worth at a time."""

    strain_added: Strain


HALF_A_RATION = Reading(
    id="sovereign.supply.starvation/half",
    question="Is half a ration enough?",
    choice="No; a day on less than a whole one is a hungry day.",
    because="Sufficient food is one whole ration.",
)


@rule("sovereign.supply.starvation", HAZARDS, readings=(HALF_A_RATION,))
def starvation(dice: Dice, given: Hunger) -> StrainAdded:
    """A day without a full ration costs a point of strain."""
    return StrainAdded(Strain(HUNGER_A_DAY * given.hungry_days if given.applies else 0))


class Thirst(Given, frozen=True):
    """Days without enough to drink."""

    dry_days: Annotated[DaysWithout, says("days without a waterskin's worth")]
    applies: Annotated[bool, says("does thirst count, because they try to sleep in a dungeon?")] = True


THIRST_FIRST = Reading(
    id="sovereign.supply.dehydration/order",
    question="Which comes first on a day without food and water?",
    choice="Thirst.",
    because="It matters only at the limit of strain, and thirst is the worse; our proposal.",
)


@rule("sovereign.supply.dehydration", HAZARDS, readings=(THIRST_FIRST,))
def dehydration(dice: Dice, given: Thirst) -> StrainAdded:
    """A day without a waterskin's worth of water costs three points of strain."""
    return StrainAdded(Strain(THIRST_A_DAY * given.dry_days if given.applies else 0))


class Camp(Given, frozen=True):
    """Where the party slept, or tried to."""

    tried_to_sleep_in_dungeon: Annotated[bool, says("did they try to sleep in a dungeon?")]


class Applies(Outcome, frozen=True, tag="applies"):
    """Food and water count."""


class Waived(Outcome, frozen=True, tag="waived"):
    """The wilderness feeds them."""


TRYING_IS_ENOUGH = Reading(
    id="sovereign.supply.waiver/trying",
    question="Do hunger and thirst count if the party could not sleep after all?",
    choice="Yes.",
    because="The text names trying to sleep, not sleeping.",
)


@rule("sovereign.supply.waiver", HAZARDS, readings=(TRYING_IS_ENOUGH,))
def supply_waiver(dice: Dice, given: Camp) -> Applies | Waived:
    """Hunger and thirst count only for a party that tries to sleep in a dungeon."""
    return Applies() if given.tried_to_sleep_in_dungeon else Waived()
