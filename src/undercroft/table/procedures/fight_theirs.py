"""The foes' go: all of them in one act, each at whoever the referee named or the marching order puts before them."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor

from msgspec.structs import replace

from undercroft.books.violence.fighting import (
    ArmourWorn,
    EnemyAttack,
    Hit,
    HitExact,
    MissExact,
    WornExact,
    enemy_attack,
)
from undercroft.books.violence.surprise import Opening, Side, surprise
from undercroft.books.violence.wounds import MOST_ATTACKS, BlowName, Wound, damage
from undercroft.kernel.script import Script
from undercroft.table import armour, striking, wounds
from undercroft.table.battle import SLOTS, Fell, Fighter, Foe, Phase
from undercroft.table.campaign import Campaign, Group
from undercroft.table.names import FoeId, GroupId, PersonId
from undercroft.table.play import Play
from undercroft.table.procedures.fight_field import Field, Slain, on_their_feet
from undercroft.table.procedures.fight_foes import proposed
from undercroft.table.roll import name_of
from undercroft.table.rooms import Command, Event, Room, unchanged
from undercroft.table.scenes import Fight
from undercroft.table.whose import of_itself

ABREAST = 2
"""How many of the line can be reached in a corridor."""


class FoesAct(Command, frozen=True, tag="foes_act"):
    """The foes have their go; it follows of itself."""

    group: GroupId


class FoeStruck(Event, frozen=True, tag="table.foe-struck"):
    """A foe attacked somebody."""

    foe: FoeId
    name: str
    who: PersonId
    blow: BlowName


def may_act(fight: Fight, side: Side) -> bool:
    """Whether a side has got over its surprise."""
    return surprise(Script(), Opening(fight.surprised, max(1, fight.round))).may_act[side]


def _foes_act(play: Play, act: FoesAct) -> None:
    """Those in sight who are not stunned; a stun costs one go."""
    field = Field(play, act.group)
    field.turn(Phase.FOES)
    ready = may_act(field.fight, Side.ENEMIES)
    for foe in field.foes_up():
        if foe.hidden:
            continue
        if ready and not foe.stunned:
            _goes(field, foe.id)
        now = field.foe(foe.id)
        field.foe_stands(replace(now, stunned=now.stunned and not foe.stunned, extra=0))


def _goes(field: Field, id: FoeId) -> None:
    foe = field.foe(id)
    for _ in range(foe.attacks + foe.extra):
        for _ in range(MOST_ATTACKS):
            target = target_of(field, id)
            if target is None:
                return
            if not _attacks(field, foe, target):
                break


def abreast(known: Campaign, group: Group) -> int:
    """How many of a group stand where foes can reach them: all of them, but in a corridor only the first two."""
    zone = known.zone_of(group)
    return ABREAST if zone is not None and zone.corridor else max(1, len(group.members))


def target_of(field: Field, id: FoeId) -> PersonId | None:
    """Whom a foe attacks now."""
    return targets(field.play.now, field.play.group(field.group), field.fight).get(id)


def targets(known: Campaign, group: Group, fight: Fight) -> Mapping[FoeId, PersonId]:
    """Whom each foe that fights attacks now: the one it is aimed at, else along the front of the line."""
    line = tuple(fighter.who for fighter in on_their_feet(known, group, fight))
    return dict(proposed(line, fight.foes, abreast=abreast(known, group)))


def _attacks(field: Field, foe: Foe, who: PersonId) -> bool:
    """One attack; whether it was exact, so that another follows at once."""
    play = field.play
    fighter = field.fighter(who)
    ac = striking.ac_of(play.now, fighter)
    outcome = play.settle(enemy_attack, EnemyAttack(foe.attack, ac, floor(foe.hd)))
    play.tell(FoeStruck(foe.id, foe.name, who, BlowName(outcome.kind)), to=field.to)
    if isinstance(outcome, ArmourWorn | WornExact):
        whole = striking.numbers(play.now, who).ac
        left = armour.wear(play, who, ac, whole, to=field.to)
        fighter = replace(fighter, worn=whole - left)
    exact = isinstance(outcome, HitExact | WornExact | MissExact)
    field.stands(replace(fighter, stunned=fighter.stunned or exact, targeted=True))
    if isinstance(outcome, Hit | HitExact):
        _wounds(field, foe, who, outcome.damage_factor)
    return exact


def _wounds(field: Field, foe: Foe, who: PersonId, factor: int) -> None:
    person = field.person(who)
    given = Wound(scars=0, expr=foe.damage, health=person.hp, adventurer=True, damage_factor=factor)
    harm = field.play.settle(damage, given).damage
    hurt(field, who, harm, cause=foe.name)


def hurt(field: Field, who: PersonId, harm: int, *, cause: str) -> None:
    """Somebody of the party takes damage in the fight; whoever goes down is remembered for when."""
    play = field.play
    was_up = field.person(who).able
    fighter = field.fighter(who)
    field.stands(replace(fighter, hurt=fighter.hurt + harm))
    wounds.hurt(play, who, harm, cause=cause, to=field.to)
    person = field.person(who)
    if not was_up or person.able:
        return
    fight = field.fight
    slot = SLOTS.index(fight.phase) if fight.phase in SLOTS else len(SLOTS)
    field.stands(_down(field.fighter(who), Fell(fight.round, slot)))
    field.note(f"{person.name} {'falls' if person.alive else 'dies'}")
    if not person.alive:
        play.tell(Slain(field.group, (*fight.slain, who)), to=field.to)


def _down(fighter: Fighter, fell: Fell) -> Fighter:
    return replace(fighter, fell=fell, stunned=False, again=False, quick=False, done=True)


_BLOWS = {
    BlowName.MISS: "misses",
    BlowName.MISS_EXACT: "stuns",
    BlowName.ARMOUR_WORN: "damages the armour of",
    BlowName.WORN_EXACT: "stuns, and damages the armour of,",
    BlowName.HIT: "hits",
    BlowName.HIT_EXACT: "hits and stuns",
}


def _struck(now: Campaign, it: FoeStruck) -> str:
    victim = name_of(now, it.who)
    return f"{it.name} {_BLOWS[it.blow]} {victim}."


ROOM = Room(
    arms={FoeStruck: unchanged},
    steps={FoesAct: _foes_act},
    refusals={FoesAct: of_itself},
    words={FoeStruck: _struck},
)
