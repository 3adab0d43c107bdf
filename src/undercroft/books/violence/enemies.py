"""The game's page on foes: the statistics for their Hit Dice."""

from typing import Annotated

from msgspec import Meta

from undercroft.books.violence.units import Health, HitDice
from undercroft.kernel.dice import Dice, Roll
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.tables import Table, at_least, through, up_to

ATTACK_BASE = 11
SAVE_BASE = 10
HD_0_HEALTH = 1
HEALTH_DIE = 6

ATTACKS_PER_ROUND = Table("violence.enemy-attacks", range(13), (
    (up_to(3),       1),
    (through(4, 7),  2),
    (through(8, 11), 3),
    (at_least(12),   4),
), number="Hit Dice", gives="attacks a round")  # fmt: skip


class Creature(Given, frozen=True):
    """A creature to fight."""

    hd: Annotated[HitDice, says("Hit Dice")]
    bonus: Annotated[int, Meta(ge=-1000, le=1000), says("health on top of the Hit Dice: 1 for HD 1+1")] = 0


class EnemyStats(Outcome, frozen=True, tag="enemy"):
    """Its Attack, attacks each round, save and health."""

    attack: int
    attacks_per_round: int
    save_target: int
    health: Health


NO_HIT_DICE = Reading(
    id="violence.enemy-stats/zero",
    question="What does a foe without Hit Dice have?",
    choice="One attack and 1 health.",
    because="The page on foes begins at 1, and the least that fights has one of each.",
)
PLUS_COUNTS_FOR_HEALTH = Reading(
    id="violence.enemy-stats/bonus",
    question="What does HD 1+1 or 1-1 mean?",
    choice="Its health is a point more or less, at least 1; everything else uses the whole Hit Dice.",
    because="The page on foes has whole Hit Dice only, and the hobby adds the point to its health.",
)


@rule(
    "violence.enemy-stats",
    Cite("Violence", "Morale", beyond="Enemies"),
    readings=(NO_HIT_DICE, PLUS_COUNTS_FOR_HEALTH),
)
def enemy_stats(dice: Dice, given: Creature) -> EnemyStats:
    """A foe attacks with 11 plus its Hit Dice, saves on 10 plus its Hit Dice, and has 1d6 health for each."""
    rolled = dice.total("health", Roll(given.hd, HEALTH_DIE)) if given.hd else 0
    health = Health(health_of(rolled, given.hd, given.bonus))
    return EnemyStats(attack_of(given.hd), ATTACKS_PER_ROUND.at(given.hd), SAVE_BASE + given.hd, health)


def attack_of(hd: int) -> int:
    """The Attack of a foe with these Hit Dice."""
    return ATTACK_BASE + hd


def health_of(rolled: int, hd: int, bonus: int) -> int:
    """A foe's health by what its Hit Dice rolled; without Hit Dice nothing is rolled."""
    return with_bonus(rolled if hd else HD_0_HEALTH, bonus)


def with_bonus(health: int, bonus: int) -> int:
    """Health with the points on top of the Hit Dice, at least 1."""
    return max(HD_0_HEALTH, health + bonus)
