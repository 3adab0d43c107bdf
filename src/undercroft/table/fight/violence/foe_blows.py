"""A foe's attacks by Violence: armour that wears, stuns, and the next attack that an exact roll earns."""

from math import floor

from msgspec.structs import replace

from undercroft.books.violence import fighting
from undercroft.books.violence.wounds import MOST_ATTACKS, BlowName, Wound, damage
from undercroft.table.engine.answers import RuleToSettle
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Part
from undercroft.table.engine.roster import name_of
from undercroft.table.fight import armour_wear, stats
from undercroft.table.fight.casualties import hurt
from undercroft.table.fight.field import FightField
from undercroft.table.fight.targets import attack_named, blow_named, targets
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Foe
from undercroft.table.state.ids import FoeId, PersonId


class FoeStruck(Event, frozen=True, tag="table.foe-struck"):
    """A foe attacked a character."""

    foe: FoeId
    name: str
    who: PersonId
    blow: BlowName

    def say(self, now: Campaign) -> str:
        victim = name_of(now, self.who)
        return f"{self.name} {_BLOWS[self.blow]} {victim}."


def foe_acts(field: FightField, id: FoeId) -> None:
    """Let a foe make all its attacks of a round."""
    foe = field.foe(id)
    for number in range(foe.attacks + foe.extra):
        for _ in range(MOST_ATTACKS):
            target = targets(field.play.now, field.play.group(field.group), field.fight).get(id)
            if target is None:
                return
            if not _attack(field, foe, target, foe.harm(number)):
                break


def _attack(field: FightField, foe: Foe, who: PersonId, harm: str) -> bool:
    """Make an attack with these dice of damage. Return whether it was exact, which earns another."""
    play = field.play
    fighter = field.fighter(who)
    ac = stats.ac_of(play.now, fighter)
    given = fighting.EnemyAttack(foe.attack, ac, floor(foe.hd))
    ruling = RuleToSettle(fighting.enemy_attack, given, about=foe.name, cause=attack_named(play.now, foe, who))
    (outcome,) = play.settle_each([ruling])
    play.tell(FoeStruck(foe.id, foe.name, who, BlowName(outcome.kind)), to=field.to)
    if isinstance(outcome, fighting.ArmourWorn | fighting.WornExact):
        whole = stats.numbers(play.now, who).ac
        left = armour_wear.wear(play, who, ac, whole, to=field.to)
        fighter = replace(fighter, worn=whole - left)
    exact = isinstance(outcome, fighting.HitExact | fighting.WornExact | fighting.MissExact)
    field.set_fighter(replace(fighter, stunned=fighter.stunned or exact, targeted=True))
    if isinstance(outcome, fighting.Hit | fighting.HitExact):
        _wound(field, foe, who, harm, outcome)
    return exact


def _wound(field: FightField, foe: Foe, who: PersonId, dice: str, hit: fighting.Hit | fighting.HitExact) -> None:
    person = field.person(who)
    given = Wound(scars=0, expr=dice, health=person.hp, adventurer=True, damage_factor=hit.damage_factor)
    cause = f"{blow_named(foe, person.name)}, rolled {hit.r}"
    (harm,) = field.play.settle_each([RuleToSettle(damage, given, about=foe.name, cause=cause)])
    hurt(field, who, harm.damage, cause=foe.name)


_BLOWS = {
    BlowName.MISS: "misses",
    BlowName.MISS_EXACT: "stuns",
    BlowName.ARMOUR_WORN: "damages the armour of",
    BlowName.WORN_EXACT: "stuns, and damages the armour of,",
    BlowName.HIT: "hits",
    BlowName.HIT_EXACT: "hits and stuns",
}


PART = Part(events=(FoeStruck,))
