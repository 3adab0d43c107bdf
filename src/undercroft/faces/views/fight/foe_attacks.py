"""The foes' side before it acts: each foe's target, its chance to hit, and whether one blow would fell the target."""

from fractions import Fraction
from math import floor

from msgspec import Struct

from undercroft.books.violence.fighting import EnemyAttack, Hit, HitExact, enemy_attack
from undercroft.books.violence.wounds import BlowName, Wound, damage
from undercroft.faces.views.fight.ruler import EXACTLY, HIT, MISS, WORN, kind_of
from undercroft.interpret import odds
from undercroft.interpret.policy import NEVER
from undercroft.kernel import wire
from undercroft.kernel.amounts import percent
from undercroft.table.fight import stats
from undercroft.table.fight.foe_attacks import targets
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import Foe
from undercroft.table.state.ids import PersonId
from undercroft.table.state.scenes import Fight
from undercroft.table.state.sites import blows


class FoeAttack(Struct, frozen=True):
    """What a foe will do on its go, at present."""

    foe: Foe
    at: str
    ac: int
    miss: str
    worn: str
    hit: str
    exact: str
    fells: str
    """The chance that one attack, the heaviest if they differ, takes the target to 0 hit points."""
    asked: bool
    """The die wanted now may be for this attack."""


def foe_attacks(known: Campaign, group: Group, fight: Fight) -> tuple[FoeAttack, ...]:
    """One line for each fighting foe in sight; for a seat that knows the truth."""
    aimed, wanted = targets(known, group, fight), _wanted(known)
    return tuple(
        _blow(known, fight, foe, aimed[foe.id], wanted)
        for foe in fight.foes
        if foe.fights and not foe.hidden and foe.id in aimed
    )


def _wanted(known: Campaign) -> tuple[EnemyAttack, ...]:
    """The attacks that wait for their die."""
    asked = (
        question
        for wanted in known.wanted.values()
        for question in wanted.questions
        if question.rule == enemy_attack.id
    )
    return tuple(wire.from_plain(EnemyAttack, question.given) for question in asked if question.given is not None)


def _blow(known: Campaign, fight: Fight, foe: Foe, who: PersonId, wanted: tuple[EnemyAttack, ...]) -> FoeAttack:
    fighter = fight.fighter(who)
    ac = stats.ac_of(known, fighter) if fighter is not None else 0
    given = known.house.applied(enemy_attack, EnemyAttack(foe.attack, ac, floor(foe.hd)))
    spread = odds.of_rule(enemy_attack, given)
    kinds = spread.by(lambda end: kind_of(BlowName(end.kind)))
    hits = sum((chance for end, chance in spread.items() if isinstance(end, Hit | HitExact)), Fraction(0))
    miss, worn, hit, exact = (percent(kinds.get(kind, Fraction(0))) for kind in (MISS, WORN, HIT, EXACTLY))
    fells = percent(hits * _deadly(known, foe, who))
    return FoeAttack(foe, known.people[who].name, ac, miss, worn, hit, exact, fells, given in wanted)


def _deadly(known: Campaign, foe: Foe, who: PersonId) -> Fraction:
    """The share of hits that take the target to 0 hit points; where attacks differ, of the heaviest of them."""
    hp = known.people[who].hp
    return max(_fells(known, dice, hp) for dice in blows(foe.damage))


def _fells(known: Campaign, dice: str, hp: int) -> Fraction:
    given = Wound(scars=0, expr=dice, health=hp, adventurer=True)
    ends = odds.of_rule(damage, known.house.applied(damage, given), NEVER)
    return ends.by(lambda end: end.damage >= hp).get(True, Fraction(0))
