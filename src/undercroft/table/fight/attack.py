"""Attacks on foes: the d20 between armour and attribute, Scars, damage, stun and extra attacks."""

from collections.abc import Iterable
from typing import TypeAlias

from msgspec.structs import replace

from undercroft.books.violence.fighting import (
    Approach,
    ArmourWorn,
    Hit,
    HitExact,
    Means,
    Miss,
    MissExact,
    WornExact,
    choose_attribute,
)
from undercroft.books.violence.units import Attribute
from undercroft.books.violence.wounds import BlowName, Dead, damage, harm_of
from undercroft.kernel.notation import parse_few
from undercroft.kernel.phrases import within
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import have
from undercroft.table.exploration.ammunition import has_none_left, shoot
from undercroft.table.fight import stats
from undercroft.table.fight.casualties import FoeHurt, hurt_foe
from undercroft.table.fight.field import FightField, named
from undercroft.table.fight.goes import acted, field_of, fighter_of, not_free, not_on_their_go, on_their_go, other_rules
from undercroft.table.fight.stats import PlannedAttack
from undercroft.table.fight.weapons import Reload as Reloading
from undercroft.table.fight.weapons import Weapon, weapon_of, weapons_of
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Fighter, Foe, FoeState, Guess, not_over, not_under
from undercroft.table.state.fights import fight_of
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.ids import FoeId, PersonId, ThingId
from undercroft.table.state.seats import REFEREE

_Outcome: TypeAlias = Hit | HitExact | ArmourWorn | WornExact | MissExact | Miss


class Attack(Command, frozen=True, tag="attack"):
    """Attack a foe with the readied weapon or another, in melee, shooting or throwing.

    `by` is another attribute than the weapon's, if the referee accepts the reason.
    """

    who: PersonId
    foe: FoeId
    weapon: ThingId | None = None
    means: Means | None = None
    by: Attribute | None = None
    ABOUT = About(title="Attack a foe")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        fighter, fight = fighter_of(known, self.who), fight_of(known.group_of(self.who))
        earned = fighter is not None and fighter.again
        yield from other_rules(known, self.who, Combat.VIOLENCE)
        yield from (not_on_their_go if earned else not_free)(known, seat, self.who)
        if fight is None or fighter is None:
            return
        foe = fight.foe_seen(self.foe)
        if foe is None:
            yield Reason("no_foe", "There is no such foe in sight.")
        elif foe.state is not FoeState.FIGHTING:
            yield Reason("foe_out", f"{foe.name} is {foe.state}.")
        if self.by is not None and seat != REFEREE:
            yield Reason("referee_only", "Another attribute needs a reason that the referee accepts.")
        weapon = weapon_of(known, self.who, self.weapon, self.means)
        if weapon is None:
            yield Reason("no_weapon", f"{have(known, self.who)} no such weapon at hand.")
        elif weapon.thing is not None and weapon.thing == fighter.unloaded and weapon.reload is not Reloading.NOTHING:
            yield Reason("unloaded", "It must be reloaded first.")
        if weapon is not None and _shoots(weapon) and has_none_left(known, self.who):
            yield Reason("no_missiles", "The quiver is empty.")

    def do(self, play: Play) -> None:
        """Settle the attack. An extra attack costs no action, and another exact roll earns another one."""
        field = field_of(play, self.who)
        fighter, foe = field.fighter(self.who), field.foe(self.foe)
        weapon = weapon_of(play.now, self.who, self.weapon, self.means) or weapons_of(play.now, self.who)[-1]
        if self.by is not None:
            play.settle(choose_attribute, Approach(weapon.means, self.by), to=field.to, whole=True)
        strike = stats.strike(play.now, fighter, weapon, foe.ac, self.by)
        known = Guess(foe.ac, foe.ac) if field.person(self.who).seat == REFEREE else foe.guess
        unchanged = stats.attack_pointless(play.now, strike, known, beats_armour=weapon.beats_armour)
        cause, unsure = f"{weapon.name} against {within(foe.name)}", {"ac": _ac_seen(weapon, known)}
        outcome: _Outcome = field.settle(strike.rule, strike.given, self.who, unchanged, cause=cause, unsure=unsure)
        fighter = field.with_bends(fighter)
        play.tell(Struck(self.who, foe.id, foe.name, BlowName(outcome.kind), outcome.r, weapon.name), to=field.to)
        exact = isinstance(outcome, HitExact | WornExact | MissExact)
        foe = _marked(foe, outcome, strike, weapon)
        field.set_foe(foe)
        if _shoots(weapon):
            shoot(play, self.who)
        if isinstance(outcome, Hit | HitExact):
            fighter = _wound(field, fighter, foe, strike, outcome.damage_factor, f"{cause}, rolled {outcome.r}")
        if exact and field.foe(foe.id).fights:
            field.note(f"{foe.name} stunned")
        earned = fighter.again
        again = exact and any(other.fights and not other.hidden for other in field.fight.foes)
        unloaded = weapon.thing if weapon.reload is not Reloading.NOTHING else fighter.unloaded
        fighter = replace(fighter, again=again, unloaded=unloaded, attacked=True)
        acted(field, fighter, f"attacked {within(foe.name)}", free=earned)


def _ac_seen(weapon: Weapon, guess: Guess) -> tuple[int, int]:
    """The least and the most that an attack with a weapon may meet, by what is known of the foe's AC."""
    return (0, 0) if weapon.beats_armour else (guess.low, guess.high)


def _shoots(weapon: Weapon) -> bool:
    """Whether the weapon shoots missiles from a quiver: a bow or a crossbow, which are reloaded."""
    return weapon.means is Means.RANGED and weapon.reload is not Reloading.NOTHING


class Struck(Event, frozen=True, tag="table.struck"):
    """A fighter attacked a foe: the roll and its result."""

    who: PersonId
    foe: FoeId
    name: str
    blow: BlowName
    roll: int
    weapon: str

    def say(self, now: Campaign) -> str:
        return f"{named(now, (self.who,))} {_BLOWS[self.blow]} {within(self.name)} ({self.weapon}, rolled {self.roll})."


def _marked(foe: Foe, outcome: _Outcome, strike: PlannedAttack, weapon: Weapon) -> Foe:
    """The foe after a blow, apart from damage: worn armour, a stun, and what the blow has shown of its AC."""
    stunned = foe.stunned or isinstance(outcome, HitExact | WornExact | MissExact)
    if isinstance(outcome, ArmourWorn | WornExact):
        guess = Guess(outcome.ac, outcome.ac)
        return replace(foe, stunned=stunned, ac=outcome.ac, worn=foe.worn + 1, guess=guess)
    if weapon.beats_armour:
        return replace(foe, stunned=stunned)
    return replace(foe, stunned=stunned, guess=_learnt(foe.guess, outcome, strike.attribute))


def _learnt(guess: Guess, outcome: Hit | HitExact | MissExact | Miss, attribute: int) -> Guess:
    """What a blow shows of the AC: a hit rolled above it, a miss within the attribute did not."""
    hit = isinstance(outcome, Hit | HitExact)
    return Guess(*learnt(guess.low, guess.high, outcome.r, attribute, hit))


def learnt(low: int, high: int, roll: int, attribute: int, hit: bool) -> tuple[int, int]:
    """What is known of an AC after a roll that hit or missed."""
    if hit:
        return not_over(low, high, max(0, roll - 1))
    return not_under(low, high, roll + 1) if 0 < roll <= attribute else (low, high)


def _wound(field: FightField, fighter: Fighter, foe: Foe, strike: PlannedAttack, factor: int, cause: str) -> Fighter:
    """Roll the weapon's damage; a foe without health is dead. No Scar is offered where the foe dies either way."""
    play = field.play
    wound = stats.wound(strike, foe.health, used=fighter.bent, factor=factor)
    given = play.now.house.applied(damage, wound)

    def lost(roll: int) -> int:
        return min(foe.health, harm_of(roll, given.damage_factor))

    unchanged = stats.pointless(given, lost, parse_few(given.expr))
    unsure = {"health": (1, MOST_HEALTH)}
    outcome = field.settle(damage, given, fighter.who, unchanged, cause=cause, unsure=unsure)
    fighter = field.with_bends(fighter)
    play.tell(FoeHurt(fighter.who, foe.id, foe.name, outcome.damage, isinstance(outcome, Dead)), to=field.to)
    hurt_foe(field, foe, outcome.damage)
    return fighter


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """Each weapon against each foe; a seat that knows the armour knows the odds."""
    for person, fight, fighter in on_their_go(known, seat, Combat.VIOLENCE):
        for weapon in weapons_of(known, person.id):
            for foe in (foe for foe in fight.in_sight if foe.state is FoeState.FIGHTING):
                act = Attack(person.id, foe.id, weapon.id, weapon.means)
                truth = fight.foe(foe.id)
                ac = 0 if weapon.beats_armour else truth.ac if truth is not None else foe.guess.ac
                strike = stats.strike(known, fighter, weapon, ac or 0)
                given = strike.given if ac is not None else None
                yield Offer(
                    act, "attack", foe.name, person.name, person.id, detail=f" with {weapon.name}",
                    rule=strike.rule, given=given, aims=AIMS,
                )  # fmt: skip


MOST_HEALTH = 10_000
"""More than any foe has."""
AIMS = (BlowName.HIT.value, BlowName.HIT_EXACT.value)
"""The outcomes of an attack that deal damage."""


_BLOWS = {
    BlowName.MISS: "misses",
    BlowName.MISS_EXACT: "hits the armour so well that it stuns",
    BlowName.ARMOUR_WORN: "damages the armour of",
    BlowName.WORN_EXACT: "stuns, and damages the armour of,",
    BlowName.HIT: "hits",
    BlowName.HIT_EXACT: "hits and stuns",
}


PART = Part(commands=(Attack,), events=(Struck,), offers=_offers)
