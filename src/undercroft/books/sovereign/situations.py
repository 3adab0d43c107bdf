"""Combat, which these rules leave to another page: the situation of an attack, the guard against it, and luck."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.kernel.dice import Ask, Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.units import SeatId

COMBAT = Cite("Sovereign", "", beyond="Combat")
PLAYER = SeatId("player")


# The situation


class Circumstance(StrEnum):
    """What makes an attack easier or harder."""

    PRONE_TARGET_FAR = "prone_target_far"
    PRONE_TARGET_CLOSE = "prone_target_close"
    PRONE_ATTACKER = "prone_attacker"
    BEYOND_RANGE = "beyond_range"
    HALF_COVER = "half_cover"
    NEARLY_FULL_COVER = "nearly_full_cover"
    THROWN_IN_MELEE = "thrown_in_melee"
    UNSEEN = "unseen"
    CHARGE = "charge"
    SNAP_ATTACK = "snap_attack"
    TWO_WEAPONS = "two_weapons"


TO_HIT = {
    Circumstance.PRONE_TARGET_FAR:   -2,
    Circumstance.PRONE_TARGET_CLOSE: 2,
    Circumstance.PRONE_ATTACKER:     -4,
    Circumstance.BEYOND_RANGE:       -2,
    Circumstance.HALF_COVER:         -2,
    Circumstance.NEARLY_FULL_COVER:  -4,
    Circumstance.THROWN_IN_MELEE:    -4,
    Circumstance.UNSEEN:             -4,
    Circumstance.CHARGE:             2,
    Circumstance.SNAP_ATTACK:        -4,
    Circumstance.TWO_WEAPONS:        -1,
}  # fmt: skip

MORE_IN_A_SWARM = 3
SECOND_WEAPON_DAMAGE = 2
LEAST_SKILL_FOR_TWO = 1


class Situated(Given, frozen=True):
    """The circumstances of an attack, and who attacks together."""

    circumstances: Annotated[tuple[Circumstance, ...], Meta(max_length=20), says("what holds for the attack")] = ()
    others: Annotated[int, Meta(ge=0, le=MORE_IN_A_SWARM), says("the other attackers of a swarm")] = 0


class Advantage(Outcome, frozen=True, tag="situation"):
    """What the situation adds to the attack, and to the damage of a hit."""

    to_hit: int
    damage: int


EACH_ONCE = Reading(
    id="sovereign.combat.situation/sum",
    question="Do several circumstances add up?",
    choice="Yes, each once; of the two covers only the better counts.",
    because="Each has a modifier of its own, and nearly full cover is half cover too.",
)


@rule("sovereign.combat.situation", COMBAT, readings=(EACH_ONCE,))
def combat_situation(dice: Dice, given: Situated) -> Advantage:
    """Cover, range, darkness and the way of attacking make an attack easier or harder; a swarm helps most."""
    holds = set(given.circumstances)
    if Circumstance.NEARLY_FULL_COVER in holds:
        holds.discard(Circumstance.HALF_COVER)
    second = SECOND_WEAPON_DAMAGE if Circumstance.TWO_WEAPONS in holds else 0
    return Advantage(
        sum(TO_HIT[each] for each in holds) + swarm_to_hit(given.others), second + swarm_damage(given.others)
    )


def swarm_to_hit(others: int) -> int:
    """What the other attackers of a swarm add to its attack."""
    return 2 * others


def swarm_damage(others: int) -> int:
    """What the other attackers of a swarm add to its damage."""
    return others


# The guard


class Guarding(Given, frozen=True):
    """A fighter's armour class, and what they did last."""

    ac: Annotated[int, Meta(ge=-20, le=60), says("armour class with armour, shield and DEX")]
    charged: Annotated[bool, says("charged since their last go?")] = False
    total_defense: Annotated[bool, says("chose total defense?")] = False


class Guard(Outcome, frozen=True, tag="guard"):
    """The armour class that counts, and whether Shock does nothing."""

    ac: int
    shock_ignored: bool


UNTIL_THE_NEXT_GO = Reading(
    id="sovereign.combat.guard/until",
    question="How long do the effects of a charge and of total defense last?",
    choice="Until the fighter's next go begins.",
    because="A fighter chooses them on a go, against the attacks that come before the next one.",
)


@rule("sovereign.combat.guard", COMBAT, readings=(UNTIL_THE_NEXT_GO,))
def combat_guard(dice: Dice, given: Guarding) -> Guard:
    """A charge lowers the guard by 2, total defense raises it by 2 and keeps off Shock."""
    return Guard(guarded(given.ac, given.charged, given.total_defense), given.total_defense)


def guarded(ac: int, charged: bool, total_defense: bool) -> int:
    """The armour class after a charge or in total defense."""
    return ac + (2 if total_defense else 0) - (2 if charged else 0)


# Veteran's Luck


class Luck(StrEnum):
    """Whether luck is used."""

    SPARE = "spare"
    USE = "use"


class Turned(Given, frozen=True):
    """A Warrior's miss, or a hit on a Warrior, with the luck of this turn unused."""

    own: Annotated[bool, says("is it the Warrior's own miss? If not, it is a hit on the Warrior")]


class LuckUsed(Outcome, frozen=True, tag="luck_used"):
    """The miss hits, or the hit misses."""


class LuckSpared(Outcome, frozen=True, tag="luck_spared"):
    """The roll stands, and the luck is kept."""


@rule("sovereign.combat.luck", Cite("Sovereign", "", beyond="Classes"))
def combat_luck(ask: Ask, given: Turned) -> LuckUsed | LuckSpared:
    """Once a turn a full Warrior turns a miss of their own into a hit, or a hit on them into a miss."""
    purpose = "turn the miss into a hit" if given.own else "turn the hit into a miss"
    chosen = ask.choose(f"Veteran's Luck: {purpose}", PLAYER, tuple(Luck))
    return LuckUsed() if chosen is Luck.USE else LuckSpared()
