"""A monster as a card: its numbers in a fight, its chance to hit, its morale, and where it is used."""

from collections.abc import Iterator
from fractions import Fraction
from math import floor

from msgspec import Struct

from undercroft.books.violence import enemies
from undercroft.books.violence.fighting import attacked, is_hit
from undercroft.books.violence.morale import Enemy, FightsOn, Rallied, morale_check, morale_number
from undercroft.interpret.odds import of_formula, of_rule
from undercroft.kernel.dice import D20, TWO_D6
from undercroft.kernel.notation import parse_few
from undercroft.table.lore.lookup import bestiary
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import LIKELY_AC
from undercroft.table.state.creatures import blows
from undercroft.table.state.ids import CreaturesId
from undercroft.table.state.lore import ArmourScale, Monster, hit_dice

SCALES = {
    ArmourScale.FROM_ZERO: "0 is no armour",
    ArmourScale.DESCENDING: "9 is no armour, lower is better",
    ArmourScale.ASCENDING: "10 is no armour, higher is better",
}
"""The scales of Armour Class in words."""


class MonsterEntry(Struct, frozen=True):
    """A monster in the list."""

    id: str
    name: str
    detail: str
    own: bool


class MonsterCard(Struct, frozen=True):
    """The numbers of a monster in a fight."""

    hd: str
    armour: int
    attack: int
    attacks: int
    health_mean: Fraction
    damage: str
    damage_mean: Fraction
    hits: tuple[tuple[int, Fraction], ...]
    """The chance to hit each Armour Class."""
    holds: Fraction
    rallies: Fraction
    morale_number: int
    used: tuple[str, ...]
    by_module: Fraction | None = None
    """The chance that they hold by the morale score of 2d6."""


def entries(known: Campaign, sought: str = "") -> tuple[MonsterEntry, ...]:
    """Every monster, the campaign's own first, that has the sought words in its name."""
    words = sought.casefold().split()
    found = [monster for monster in bestiary(known).values() if all(word in _named(monster) for word in words)]
    found.sort(key=lambda monster: (monster.id not in known.bestiary, monster.name.casefold()))
    return tuple(
        MonsterEntry(
            monster.id,
            monster.name,
            f"HD {hit_dice(monster.hd, monster.hp_bonus)} · AC {monster.armour}",
            monster.id in known.bestiary,
        )
        for monster in found
    )


def _named(monster: Monster) -> str:
    return f"{monster.name} {monster.many} {monster.kind}".casefold()


def card(known: Campaign, monster: Monster) -> MonsterCard:
    """The card of a monster, by Violence's rules."""
    hd = floor(monster.hd)
    attack = enemies.ATTACK_BASE + hd
    nerve = of_rule(morale_check, Enemy(hd))
    stats = of_rule(enemies.enemy_stats, enemies.Creature(hd, monster.hp_bonus))
    damage = of_formula(parse_few(blows(monster.damage)[0]))
    return MonsterCard(
        hit_dice(monster.hd, monster.hp_bonus),
        monster.armour,
        attack,
        monster.attacks or max(enemies.ATTACKS_PER_ROUND.at(hd), len(blows(monster.damage))),
        sum((each.health * chance for each, chance in stats.items()), Fraction(0)),
        monster.damage,
        sum((total * chance for total, chance in damage.items()), Fraction(0)),
        tuple((ac, _chance_to_hit(attack, ac)) for ac in range(0, LIKELY_AC + 1, 2)),
        nerve.chance(lambda outcome: isinstance(outcome, FightsOn)),
        nerve.chance(lambda outcome: isinstance(outcome, Rallied)),
        morale_number(hd),
        tuple(_used(known, monster)),
        None if monster.morale is None else of_formula(TWO_D6).chance(lambda total: total <= (monster.morale or 0)),
    )


def _chance_to_hit(attack: int, ac: int) -> Fraction:
    faces = range(1, D20.sides + 1)
    return Fraction(sum(is_hit(attacked(face, attack, ac, False)) for face in faces), D20.sides)


def _used(known: Campaign, monster: Monster) -> Iterator[str]:
    """The rooms and encounter tables with this monster."""
    for site in known.sites.values():
        for creatures in site.creatures.values():
            room = site.zones.get(creatures.zone) if creatures.zone is not None else None
            if creatures.monster == monster.id and room is not None:
                yield f"{room.name}, {site.name}"
        for row in site.encounters:
            if row.creatures == CreaturesId(monster.id):
                yield f"encounters of {site.name}"
    for name, rows in known.lands.tables.items():
        if any(row.creatures == CreaturesId(monster.id) for row in rows):
            yield f"encounters: {name}"
