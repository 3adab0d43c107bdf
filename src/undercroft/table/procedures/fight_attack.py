"""An attack: the d20 between armour and attribute, Scars where they could matter, damage, stun, and the next blow."""

from __future__ import annotations

from collections.abc import Iterable

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
from undercroft.books.violence.wounds import BlowName, Dead, Wound, damage
from undercroft.kernel.units import SeatId
from undercroft.table import striking
from undercroft.table.answers import Ruling
from undercroft.table.battle import Band, Fighter, Foe, FoeState, Guess
from undercroft.table.bending import bent
from undercroft.table.campaign import Campaign
from undercroft.table.names import FoeId, PersonId, ThingId
from undercroft.table.play import Play
from undercroft.table.procedures.fight_field import Field, fight_of
from undercroft.table.procedures.fight_go import acted, field_of, fighter_of, free_to_act, on_their_go
from undercroft.table.procedures.fight_start import named
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.scenes import Fight
from undercroft.table.seats import REFEREE
from undercroft.table.striking import Strike
from undercroft.table.weapons import Reload as Reloading
from undercroft.table.weapons import Weapon, weapon_of, weapons_of


class Attack(Command, frozen=True, tag="attack"):
    """Attack a foe, with the first weapon at hand or with another, struck, shot or thrown.

    `by` is another attribute than the weapon's, for a good reason that the referee accepts.
    """

    who: PersonId
    foe: FoeId
    weapon: ThingId | None = None
    means: Means | None = None
    by: Attribute | None = None


class Struck(Event, frozen=True, tag="table.struck"):
    """Somebody attacked a foe: what the roll came to, and what it did."""

    who: PersonId
    foe: FoeId
    name: str
    blow: BlowName
    roll: int
    weapon: str


class FoeHurt(Event, frozen=True, tag="table.foe-hurt"):
    """A foe took damage, and is dead or not."""

    who: PersonId
    foe: FoeId
    name: str
    damage: int
    dead: bool


def _attack(play: Play, act: Attack) -> None:
    """The blow an exact roll has earned costs nothing; whoever is exact again strikes again."""
    field = field_of(play, act.who)
    fighter, foe = field.fighter(act.who), field.foe(act.foe)
    weapon = weapon_of(play.now, act.who, act.weapon, act.means) or weapons_of(play.now, act.who)[-1]
    if act.by is not None:
        play.settle(choose_attribute, Approach(weapon.means, act.by), to=field.to, whole=True)
    strike = striking.strike(play.now, fighter, weapon, foe.ac, act.by)
    outcome = _settled(field, fighter, strike, foe, weapon)
    fighter = replace(fighter, bent=fighter.bent + bent(play.answers_of()))
    play.tell(Struck(act.who, foe.id, foe.name, BlowName(outcome.kind), outcome.r, weapon.name), to=field.to)
    exact = isinstance(outcome, HitExact | WornExact | MissExact)
    foe = _marked(foe, outcome, strike, weapon)
    field.foe_stands(foe)
    if isinstance(outcome, Hit | HitExact):
        fighter = _wound(field, fighter, foe, strike, outcome.damage_factor)
    if exact and field.foe(foe.id).fights:
        field.note(f"{foe.name} stunned")
    earned = fighter.again
    again = exact and any(one.fights and not one.hidden for one in field.fight.foes)
    unloaded = weapon.thing if weapon.reload is not Reloading.NOTHING else fighter.unloaded
    acted(field, replace(fighter, again=again, unloaded=unloaded, attacked=True), f"attacked {foe.name}", free=earned)


def _settled(
    field: Field, fighter: Fighter, strike: Strike, foe: Foe, weapon: Weapon
) -> Hit | HitExact | ArmourWorn | WornExact | MissExact | Miss:
    idle_when = striking.attack_idle(field.play.now, strike, foe.guess, beats_armour=weapon.beats_armour)
    seat = field.person(fighter.who).seat
    ruling = Ruling(strike.rule, strike.given, by=seat, to=field.to, idle=idle_when)
    (outcome,) = field.play.settle_each((ruling,))
    found: Hit | HitExact | ArmourWorn | WornExact | MissExact | Miss = outcome
    return found


def _marked(
    foe: Foe,
    outcome: Hit | HitExact | ArmourWorn | WornExact | MissExact | Miss,
    strike: Strike,
    weapon: Weapon,
) -> Foe:
    """What a blow leaves on a foe beside damage: worn armour, a stun, and what it has shown of that armour."""
    stunned = foe.stunned or isinstance(outcome, HitExact | WornExact | MissExact)
    if isinstance(outcome, ArmourWorn | WornExact):
        guess = Guess(outcome.ac, outcome.ac)
        return replace(foe, stunned=stunned, ac=outcome.ac, worn=foe.worn + 1, guess=guess)
    if weapon.beats_armour:
        return replace(foe, stunned=stunned)
    return replace(foe, stunned=stunned, guess=_learnt(foe.guess, outcome, strike.attribute))


def _learnt(guess: Guess, outcome: Hit | HitExact | MissExact | Miss, attribute: int) -> Guess:
    """A hit lies over the armour; a blow that was aimed well enough and failed lies under it."""
    if isinstance(outcome, Hit | HitExact):
        return guess.at_most(max(0, outcome.r - 1))
    return guess.at_least(outcome.r + 1) if 0 < outcome.r <= attribute else guess


def _wound(field: Field, fighter: Fighter, foe: Foe, strike: Strike, factor: int) -> Fighter:
    """The weapon's damage; a foe at no health is dead."""
    play = field.play
    wound = Wound(
        scars=strike.given.scars,
        scars_used=fighter.bent,
        expr=strike.damage,
        health=foe.health,
        adventurer=False,
        damage_factor=factor,
    )
    given = play.now.house.applied(damage, wound)
    seat = field.person(fighter.who).seat
    ruling = Ruling(damage, given, by=seat, to=field.to, idle=striking.damage_idle(given))
    (outcome,) = play.settle_each((ruling,))
    fighter = replace(fighter, bent=fighter.bent + bent(play.answers_of()))
    dead = isinstance(outcome, Dead)
    play.tell(FoeHurt(fighter.who, foe.id, foe.name, outcome.damage, dead), to=field.to)
    hurt_foe(field, foe, outcome.damage)
    return fighter


def hurt_foe(field: Field, foe: Foe, harm: int) -> None:
    """A foe has so much less health, and falls if none is left."""
    health = max(0, foe.health - harm)
    state = foe.state if health else FoeState.DEAD
    hurt = foe.hurt or harm > 0
    field.foe_stands(replace(foe, health=health, state=state, hurt=hurt, taken=foe.taken + harm))
    if not health:
        band = field.band(foe.band)
        field.band_stands(_fewer(band))
        field.note(f"{foe.name} slain")


def _fewer(band: Band) -> Band:
    return replace(band, dead=band.dead + 1, dead_now=band.dead_now + 1)


def _may_attack(known: Campaign, seat: SeatId, act: Attack) -> Iterable[Reason]:
    fighter, fight = fighter_of(known, act.who), fight_of(known.group_of(act.who))
    earned = fighter is not None and fighter.again
    yield from (on_their_go if earned else free_to_act)(known, seat, act.who)
    if fight is None or fighter is None:
        return
    foe = fight.foe_seen(act.foe)
    if foe is None:
        yield Reason("no_foe", "There is no such foe in sight.")
    elif foe.state is not FoeState.FIGHTING:
        yield Reason("foe_out", f"{foe.name} is {foe.state}.")
    if act.by is not None and seat != REFEREE:
        yield Reason("referee_only", "Another attribute needs a reason that the referee accepts.")
    weapon = weapon_of(known, act.who, act.weapon, act.means)
    if weapon is None:
        yield Reason("no_weapon", "They have no such weapon at hand.")
    elif weapon.thing is not None and weapon.thing == fighter.unloaded and weapon.reload is not Reloading.NOTHING:
        yield Reason("unloaded", "It must be reloaded first.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        fight, fighter = fight_of(known.group_of(who)), fighter_of(known, who)
        if fight is not None and fighter is not None and not any(on_their_go(known, seat, who)):
            yield from _attacks(known, seat, fight, fighter)


def _attacks(known: Campaign, seat: SeatId, fight: Fight, fighter: Fighter) -> Iterable[Offer]:
    """One for each foe and weapon; the odds are known to whoever knows the armour."""
    name = known.people[fighter.who].name
    for weapon in weapons_of(known, fighter.who):
        for foe in fight.in_sight:
            if foe.state is not FoeState.FIGHTING:
                continue
            act = Attack(fighter.who, foe.id, weapon.thing, weapon.means)
            truth = fight.foe(foe.id)
            ac = 0 if weapon.beats_armour else truth.ac if truth is not None else foe.guess.ac
            strike = striking.strike(known, fighter, weapon, ac or 0)
            yield Offer(
                act,
                f"{name}: {foe.name} with {weapon.name}",
                fighter.who,
                rule=strike.rule,
                given=known.house.applied(strike.rule, strike.given) if ac is not None else None,
                refused=tuple(_may_attack(known, seat, act)),
                aims=AIMS,
            )


AIMS = (BlowName.HIT.value, BlowName.HIT_EXACT.value)
"""The outcomes of an attack that draw blood."""


_BLOWS = {
    BlowName.MISS: "misses",
    BlowName.MISS_EXACT: "hits the armour so well that it stuns",
    BlowName.ARMOUR_WORN: "damages the armour of",
    BlowName.WORN_EXACT: "stuns, and damages the armour of,",
    BlowName.HIT: "hits",
    BlowName.HIT_EXACT: "hits and stuns",
}


def _struck(now: Campaign, it: Struck) -> str:
    return f"{named(now, (it.who,))} {_BLOWS[it.blow]} {it.name} ({it.weapon}, {it.roll})."


ROOM = Room(
    arms={Struck: unchanged, FoeHurt: unchanged},
    steps={Attack: _attack},
    refusals={Attack: _may_attack},
    offers=_offers,
    words={
        Struck: _struck,
        FoeHurt: lambda _, it: (
            f"{it.name} takes {it.damage} and falls dead." if it.dead else f"{it.name} takes {it.damage}."
        ),
    },
)
