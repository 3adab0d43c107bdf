"""Fighting: the damage of a hit, the effects of an exact roll, and the wear of armour."""

from collections.abc import Callable
from enum import IntEnum, StrEnum
from typing import Annotated, TypeVar

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.violence.fighting import (
    EXACT_ALWAYS_STUNS,
    FIGHTING,
    Attack,
    Blow,
    ac_after,
    attacked,
    is_exact,
    is_hit,
    worn,
)
from undercroft.books.violence.scars import SCAR_READINGS, Bending, Scarred
from undercroft.books.violence.units import ArmourClass, Health, Pool
from undercroft.kernel.dice import D20, Ask, Dice
from undercroft.kernel.notation import parse_few
from undercroft.kernel.rules import Given, Outcome, Reading, rule, says

D = TypeVar("D")

MOST_ATTACKS = 8
"""The most attacks of a chain in one ruling; if the last one is exact, another ruling follows."""


# Damage


class Wound(Scarred, frozen=True, kw_only=True):
    """A hit, and its target."""

    expr: Annotated[str, says("the weapon's damage, such as 1d6 or 2d6k1")]
    health: Annotated[Pool, says("health of the target")]
    adventurer: Annotated[bool, says("is it an adventurer who is hit?")] = True
    damage_factor: Annotated[
        int, Meta(ge=1, le=2), says("how many times the damage counts: 1, or 2 for double damage")
    ] = 1

    def __post_init__(self) -> None:
        parse_few(self.expr)


class Wounded(Outcome, frozen=True, tag="wounded"):
    """Hurt, but still up."""

    health: Health
    damage: int


class Down(Outcome, frozen=True, tag="down"):
    """An adventurer has no health left, and rolls for death."""

    damage: int


class Dead(Outcome, frozen=True, tag="dead"):
    """A foe is slain."""

    damage: int


NEVER_HEALS = Reading(
    id="violence.damage/least",
    question="Can Scars or a small weapon bring damage below 0?",
    choice="No; the least is 0, and doubling comes last.",
    because="A hit heals nobody.",
)
ENEMIES_DIE = Reading(
    id="violence.damage/enemies",
    question="What happens to a foe at 0 health?",
    choice="It is dead; only adventurers roll for their lives.",
    because="The page on foes says so, and this one leaves Scars to adventurers.",
)


@rule("violence.damage", FIGHTING, readings=(NEVER_HEALS, ENEMIES_DIE, *SCAR_READINGS))
def damage(ask: Ask, given: Wound) -> Wounded | Down | Dead:
    """A hit subtracts the weapon's damage from health; at 0 a foe is dead and an adventurer is down."""
    harm = harm_of(Bending(ask, given).roll("damage", parse_few(given.expr)), given.damage_factor)
    health = health_after(given.health, harm)
    if health:
        return Wounded(Health(health), harm)
    return Down(harm) if given.adventurer else Dead(harm)


def harm_of(roll: int, factor: int) -> int:
    """The damage for a roll."""
    return max(0, roll) * factor


def health_after(health: int, harm: int) -> int:
    """Health after harm, never below 0."""
    return max(0, health - harm)


# The attribute rolled exactly


class Toss(IntEnum):
    """The two rolls of an attack."""

    TO_HIT = 0
    WEAPON = 1


def strike(
    throw: Callable[[D, Toss], int],
    bend: Callable[[D, int], int],
    dice: D,
    attribute: int,
    ac: int,
    exact_requires_hit: bool,
) -> tuple[Blow, int]:
    """One attack of a chain: its result, and its damage if it hits."""
    blow = attacked(bend(dice, throw(dice, Toss.TO_HIT)), attribute, ac, exact_requires_hit)
    return blow, harm_of(bend(dice, throw(dice, Toss.WEAPON)), 1) if is_hit(blow) else 0


def goes_on(blow: Blow, health: int) -> bool:
    """Whether the attacker strikes at the same target again."""
    return is_exact(blow) and health > 0


class Assault(Attack, frozen=True, kw_only=True):
    """A fighter attacks, and goes on for as long as the rolls are exact."""

    expr: Annotated[str, says("the weapon's damage, such as 1d6 or 2d6k1")]
    target_health: Annotated[Pool, says("health of the target")]
    at_most: Annotated[int, Meta(ge=1, le=MOST_ATTACKS), says("attacks after which to stop, however exact")] = (
        MOST_ATTACKS
    )

    def __post_init__(self) -> None:
        parse_few(self.expr)


class BlowName(StrEnum):
    """The result of each attack of a chain."""

    MISS = "miss"
    MISS_EXACT = "miss_exact"
    ARMOUR_WORN = "armour_worn"
    WORN_EXACT = "worn_exact"
    HIT = "hit"
    HIT_EXACT = "hit_exact"


class Chain(Outcome, frozen=True, tag="chain"):
    """All the attacks, their total damage, the target's AC and state afterwards, and how many rolls Scars moved."""

    attacks: tuple[BlowName, ...]
    damage: int
    ac: int
    stunned: bool
    bent: int


STUNNED_FOR_AN_ACTION = Reading(
    id="violence.exact-attribute/stun",
    question="How long is the target stunned?",
    choice="It loses its next action, in this round if it has not acted yet; two stuns are no worse than one.",
    because="The text says for a while, and an action is the least a target can lose.",
)
CHAINS_GO_ON = Reading(
    id="violence.exact-attribute/again",
    question="Can the second attack be exact too, and whom does it strike?",
    choice="Yes, without limit, against the AC as it is by then. The attacks go on against the same target until it "
    "falls; an attack still owed then, or after eight in one ruling, is a new attack on anybody in reach.",
    because="The second attack is an attack like any other.",
)


@rule(
    "violence.exact-attribute",
    FIGHTING,
    readings=(STUNNED_FOR_AN_ACTION, CHAINS_GO_ON, EXACT_ALWAYS_STUNS, *SCAR_READINGS),
)
def exact_attribute(ask: Ask, given: Assault) -> Chain:
    """An exact attribute roll stuns the target and lets the attacker attack again at once, repeatedly while exact."""
    if given.at_most == 1:
        return _one_attack(ask, given)
    # The chain one attack shorter comes first, so that odds follow its result and not how it came about.
    so_far = exact_attribute(ask, replace(given, at_most=given.at_most - 1))
    if not goes_on(Blow[so_far.attacks[-1].name], health_after(given.target_health, so_far.damage)):
        return so_far
    used = given.scars_used + so_far.bent
    last = exact_attribute(ask, replace(given, ac=so_far.ac, scars_used=used, at_most=1))
    attacks, harm = (*so_far.attacks, *last.attacks), so_far.damage + last.damage
    return Chain(attacks, harm, last.ac, stunned=True, bent=so_far.bent + last.bent)


def _one_attack(ask: Ask, given: Assault) -> Chain:
    hand = _Hand(ask, given)
    blow, harm = strike(_Hand.throw, _Hand.bent, hand, given.attribute, given.ac, given.exact_requires_hit)
    bent = hand.used - given.scars_used
    return Chain((BlowName[blow.name],), harm, ac_after(blow, given.ac), stunned=is_exact(blow), bent=bent)


class _Hand(Bending):
    """Rolls the dice of an assault."""

    def __init__(self, ask: Ask, given: Assault) -> None:
        super().__init__(ask, given)
        self._damage = given.expr

    def throw(self, which: Toss) -> int:
        if which is Toss.TO_HIT:
            return self._ask.total("attack", D20)
        return self._ask.total("damage", parse_few(self._damage))


# The AC rolled exactly


class Armour(Given, frozen=True, kw_only=True):
    """Armour that was struck, or whose fight is over."""

    ac: Annotated[ArmourClass, says("Armour Class now")]
    ac_base: Annotated[ArmourClass, says("Armour Class when whole")]
    natural: Annotated[bool, says("is it hide or scales rather than something worn?")]
    encounter_over: Annotated[bool, says("is the encounter over?")]
    broken: Annotated[bool, says("is it broken already?")]

    def __post_init__(self) -> None:
        if self.ac > self.ac_base:
            raise ValueError("the Armour Class cannot be above that of whole armour")


class Worn(Outcome, frozen=True, tag="worn"):
    """It protects less until the encounter ends."""

    ac: int


class Broken(Outcome, frozen=True, tag="broken"):
    """It does not protect until it is mended."""


class Restored(Outcome, frozen=True, tag="restored"):
    """It protects as before."""

    ac: int


MENDED_BY_REST = Reading(
    id="violence.armour-wear/after",
    question="What happens to worn and broken armour after the encounter?",
    choice="Worn armour is as good as before; broken armour stays at 0 until it is repaired; hide always recovers.",
    because="The loss is for the encounter, but what has broken does not mend itself.",
)


@rule("violence.armour-wear", FIGHTING, readings=(MENDED_BY_REST,))
def armour_wear(dice: Dice, given: Armour) -> Worn | Broken | Restored:
    """Armour struck at its exact AC loses 1 for the encounter, and breaks when nothing is left."""
    if given.broken and not given.natural:
        return Broken()
    if given.encounter_over:
        return Restored(given.ac_base)
    if breaks(given.ac, given.natural):
        return Broken()
    return Worn(worn(given.ac))


def breaks(ac: int, natural: bool) -> bool:
    """Whether the armour breaks under that blow."""
    return ac == 1 and not natural
