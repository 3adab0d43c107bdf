"""The foes' go: each attacks the target the referee chose, or the next in marching order."""

from collections.abc import Mapping
from math import floor

from msgspec.structs import replace

from undercroft.books.violence import fighting
from undercroft.books.violence.surprise import Opening, Side, surprise
from undercroft.books.violence.wounds import MOST_ATTACKS, BlowName, Wound, damage
from undercroft.kernel.amounts import series
from undercroft.kernel.script import Script
from undercroft.table.body import wounds
from undercroft.table.engine.about import About
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Automatic, Part
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.fight import armour_wear, stats
from undercroft.table.fight.field import Field, Slain
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import SLOTS, Fell, Foe, Phase
from undercroft.table.state.fights import on_their_feet
from undercroft.table.state.ids import FoeId, GroupId, PersonId
from undercroft.table.state.scenes import Fight

ABREAST = 2
"""How many characters foes can reach in a corridor."""


class FoesAct(Automatic, frozen=True, tag="foes_act"):
    """Let the foes act; the table does this by itself."""

    group: GroupId
    ABOUT = About(deed="the foes' turn")

    def do(self, play: Play) -> None:
        """Let every foe in sight attack that is not stunned; a stun costs one go."""
        field = Field(play, self.group)
        field.turn(Phase.FOES)
        ready = may_act(field.fight, Side.ENEMIES)
        there = [foe for foe in field.foes_up() if not foe.hidden]
        lost = tuple(foe.name for foe in there if foe.stunned or not ready)
        if lost:
            play.tell(FoesLostTurn(self.group, lost, stunned=ready), to=field.to)
        for foe in there:
            if ready and not foe.stunned:
                _take_go(field, foe.id)
            now = field.foe(foe.id)
            field.set_foe(replace(now, stunned=now.stunned and not foe.stunned, extra=0))


class FoesLostTurn(Event, frozen=True, tag="table.foes-lost-turn"):
    """Foes could not act, because they were stunned or surprised."""

    group: GroupId
    names: tuple[str, ...]
    stunned: bool

    def say(self, _now: Campaign) -> str:
        verb, why = "is" if len(self.names) == 1 else "are", "stunned" if self.stunned else "surprised"
        return f"{series(self.names)} {verb} {why} and cannot act."


class FoeStruck(Event, frozen=True, tag="table.foe-struck"):
    """A foe attacked a character."""

    foe: FoeId
    name: str
    who: PersonId
    blow: BlowName

    def say(self, now: Campaign) -> str:
        victim = name_of(now, self.who)
        return f"{self.name} {_BLOWS[self.blow]} {victim}."


def may_act(fight: Fight, side: Side) -> bool:
    """Whether a side is no longer surprised."""
    return surprise(Script(), Opening(fight.surprised, max(1, fight.round))).may_act[side]


def _take_go(field: Field, id: FoeId) -> None:
    foe = field.foe(id)
    for number in range(foe.attacks + foe.extra):
        for _ in range(MOST_ATTACKS):
            target = targets(field.play.now, field.play.group(field.group), field.fight).get(id)
            if target is None:
                return
            if not _attack(field, foe, target, foe.harm(number)):
                break


def targets(known: Campaign, group: Group, fight: Fight) -> Mapping[FoeId, PersonId]:
    """The target of each fighting foe: the referee's choice, otherwise in turn along the front of the line."""
    line, zone = [fighter.who for fighter in on_their_feet(known, group, fight)], known.zone_of(group)
    front = line[:ABREAST] if zone is not None and zone.corridor else line
    foes = [foe for foe in fight.foes if foe.fights] if line else []
    return {
        foe.id: foe.aim if foe.aim is not None and foe.aim in line else front[place % len(front)]
        for place, foe in enumerate(foes)
    }


def _attack(field: Field, foe: Foe, who: PersonId, harm: str) -> bool:
    """Make an attack with these dice of damage. Return whether it was exact, which earns another."""
    play = field.play
    fighter = field.fighter(who)
    ac = stats.ac_of(play.now, fighter)
    given = fighting.EnemyAttack(foe.attack, ac, floor(foe.hd))
    outcome = play.settle(fighting.enemy_attack, given, about=foe.name)
    play.tell(FoeStruck(foe.id, foe.name, who, BlowName(outcome.kind)), to=field.to)
    if isinstance(outcome, fighting.ArmourWorn | fighting.WornExact):
        whole = stats.numbers(play.now, who).ac
        left = armour_wear.wear(play, who, ac, whole, to=field.to)
        fighter = replace(fighter, worn=whole - left)
    exact = isinstance(outcome, fighting.HitExact | fighting.WornExact | fighting.MissExact)
    field.set_fighter(replace(fighter, stunned=fighter.stunned or exact, targeted=True))
    if isinstance(outcome, fighting.Hit | fighting.HitExact):
        _wound(field, foe, who, harm, outcome.damage_factor)
    return exact


def _wound(field: Field, foe: Foe, who: PersonId, dice: str, factor: int) -> None:
    person = field.person(who)
    given = Wound(scars=0, expr=dice, health=person.hp, adventurer=True, damage_factor=factor)
    harm = field.play.settle(damage, given, about=foe.name).damage
    hurt(field, who, harm, cause=foe.name)


def hurt(field: Field, who: PersonId, harm: int, *, cause: str) -> None:
    """Deal damage to a fighter, and record when one goes down."""
    play = field.play
    was_up = field.person(who).able
    fighter = field.fighter(who)
    field.set_fighter(replace(fighter, hurt=fighter.hurt + harm))
    wounds.hurt(play, who, harm, cause=cause, to=field.to)
    if was_up and not field.person(who).able:
        note_fall(field, who)


def note_fall(field: Field, who: PersonId) -> None:
    """Record when a fighter went down, and note it for the round."""
    play, fight, person = field.play, field.fight, field.person(who)
    slot = SLOTS.index(fight.phase) if fight.phase in SLOTS else len(SLOTS)
    fell = Fell(max(1, fight.round), slot)
    field.set_fighter(replace(field.fighter(who), fell=fell, stunned=False, again=False, quick=False, done=True))
    field.note(f"{person.name} {'falls' if person.alive else 'dies'}")
    if not person.alive:
        play.tell(Slain(field.group, (*fight.slain, who)), to=field.to)


_BLOWS = {
    BlowName.MISS: "misses",
    BlowName.MISS_EXACT: "stuns",
    BlowName.ARMOUR_WORN: "damages the armour of",
    BlowName.WORN_EXACT: "stuns, and damages the armour of,",
    BlowName.HIT: "hits",
    BlowName.HIT_EXACT: "hits and stuns",
}


PART = Part(commands=(FoesAct,), events=(FoesLostTurn, FoeStruck))
