"""Attacks by Sovereign: a d20 against an armour class, charges, snap attacks, swarms, two weapons, and Shock."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.sovereign.arms import Trait
from undercroft.books.sovereign.attacks import Hit, combat_attack, combat_damage
from undercroft.books.sovereign.combat import Action, combat_actions
from undercroft.books.sovereign.situations import (
    LEAST_SKILL_FOR_TWO,
    MORE_IN_A_SWARM,
    Circumstance,
    LuckUsed,
    Turned,
    combat_luck,
)
from undercroft.books.violence.wounds import BlowName
from undercroft.kernel.amounts import series
from undercroft.kernel.phrases import within
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.answers import RuleToSettle
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import are, does, have
from undercroft.table.exploration.ammunition import has_none_left, shoot
from undercroft.table.fight.attack import Struck
from undercroft.table.fight.casualties import FoeHurt, hurt_foe
from undercroft.table.fight.field import FightField, named
from undercroft.table.fight.goes import PHASE_OF, field_of, fighter_of
from undercroft.table.fight.sovereign.arms import Arm, arm_of, arms_of, skill_with
from undercroft.table.fight.sovereign.economy import cannot_afford, fighting_by_sovereign, pay
from undercroft.table.fight.sovereign.swing import (
    Swing,
    circumstances,
    closed_with,
    from_zero,
    guard_of,
    has_luck,
    in_melee,
    swing,
    two_in_hand,
)
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Fighter, Foe, FoeState, SeenFoe, Stance
from undercroft.table.state.fights import fight_of
from undercroft.table.state.ids import FoeId, PersonId, ThingId
from undercroft.table.state.people import Person
from undercroft.table.state.scenes import Fight
from undercroft.table.state.seats import REFEREE


class Manner(StrEnum):
    """A way to attack."""

    PLAIN = "plain"
    CHARGE = "charge"
    SNAP = "snap"
    TWO_WEAPONS = "two_weapons"


_CIRCUMSTANCE = {
    Manner.CHARGE: Circumstance.CHARGE,
    Manner.SNAP: Circumstance.SNAP_ATTACK,
    Manner.TWO_WEAPONS: Circumstance.TWO_WEAPONS,
}


class Strike(Command, frozen=True, tag="strike"):
    """Attack a foe with a readied weapon, in melee, shooting or throwing.

    `others` attack in the same strike, as a swarm. With `stay` the attacker may still move afterwards. With `spare` a
    weapon that can spare lives leaves the foe alive. With `holds` and `modifier` the referee rules on the situation.
    """

    who: PersonId
    foe: FoeId
    weapon: ThingId | None = None
    thrown: bool = False
    manner: Manner = Manner.PLAIN
    others: tuple[PersonId, ...] = ()
    stay: bool = False
    spare: bool = False
    holds: tuple[Circumstance, ...] = ()
    modifier: Annotated[int, Meta(ge=-10, le=10)] = 0
    ABOUT = About(
        title="Strike a foe",
        icon="axe",
        words="attack hit charge snap swarm two weapons shoot throw",
        for_referee=frozenset({"holds", "modifier"}),
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        arm = arm_of(known, self.who, self.weapon, thrown=self.thrown) if self.who in known.people else None
        yield from cannot_afford(known, seat, self.who, _action(self.manner, arm))
        fighter, fight = fighter_of(known, self.who), fight_of(known.group_of(self.who))
        if fight is None or fighter is None:
            return
        yield from no_such_foe(fight, self.foe)
        if seat != REFEREE and (self.holds or self.modifier):
            yield Reason("referee_only", "The referee decides on the situation of an attack.")
        if arm is None:
            yield Reason("no_weapon", f"{have(known, self.who)} no such weapon at hand.")
            return
        yield from _unfit_weapon(known, fight, fighter, arm)
        yield from self._unfit_manner(known, fight, fighter, arm)
        yield from self._unfit_swarm(known, seat, arm)

    def _unfit_manner(self, known: Campaign, fight: Fight, fighter: Fighter, arm: Arm) -> Iterable[Reason]:
        if self.manner is Manner.CHARGE:
            if arm.ranged:
                yield Reason("no_charge", "A charge ends in melee: choose a melee weapon.", combat_actions.id)
            if in_melee(fight, fighter):
                yield Reason(
                    "in_melee", f"{are(known, self.who)} in melee already, with no room to charge.", combat_actions.id
                )
            if fighter.prone:
                yield Reason("prone", f"{are(known, self.who)} prone: stand up first.", combat_actions.id)
        if self.manner is Manner.TWO_WEAPONS:
            if two_in_hand(arms_of(known, self.who), arm) is None:
                yield Reason(
                    "no_second_weapon",
                    f"{does(known, self.who, 'need', 'needs')} a one-handed weapon in each hand.",
                    combat_actions.id,
                )
            elif skill_with(known.people[self.who], arm) < LEAST_SKILL_FOR_TWO:
                yield Reason("untrained", "Two weapons at once need level 1 in the skill.", combat_actions.id)
        if self.spare and Trait.LESS_LETHAL not in arm.traits:
            yield Reason("lethal", "That weapon cannot spare a life.", combat_attack.id)

    def _unfit_swarm(self, known: Campaign, seat: SeatId, arm: Arm) -> Iterable[Reason]:
        if not self.others:
            return
        if len(self.others) > MORE_IN_A_SWARM or len({*self.others, self.who}) != len(self.others) + 1:
            yield Reason("bad_swarm", "A swarm is up to four different people.", combat_actions.id)
        if arm.ranged or self.manner is not Manner.PLAIN:
            yield Reason("bad_swarm", "A swarm makes plain attacks, in melee.", combat_actions.id)
        for other in self.others:
            busy = known.group_of(other) != known.group_of(self.who) or other not in known.people
            if busy or any(cannot_afford(known, seat, other, Action.SWARM_ATTACK)):
                name = known.people[other].name if other in known.people else "Someone"
                yield Reason("helper_busy", f"{name} cannot join in now: it takes their Main action.")

    def do(self, play: Play) -> None:
        """Settle the attack, and its damage or Shock."""
        field = field_of(play, self.who)
        fighter, foe = field.fighter(self.who), field.foe(self.foe)
        arm = arm_of(play.now, self.who, self.weapon, thrown=self.thrown) or arms_of(play.now, self.who)[-1]
        made = self.swing(play.now, field.fight, fighter, arm, foe.seen, foe.ac)
        hit, rolled = attack_hits(field, fighter, foe, arm, made)
        fighter = replace(field.fighter(self.who), attacked=True)
        if not arm.ranged:
            fighter = closed_with(fighter, foe.id)
        if arm.shoots:
            shoot(play, self.who)
            fighter = replace(fighter, unloaded=arm.thing)
        if self.manner is Manner.CHARGE:
            fighter = replace(fighter, stance=Stance.CHARGED)
        field.set_fighter(fighter)
        deal(field, self.who, field.foe(foe.id), made, rolled, hit=hit, spare=self.spare)
        for other in self.others:
            joined = field.fighter(other)
            joined = replace(closed_with(joined, foe.id), attacked=True)
            pay(field, joined, Action.SWARM_ATTACK, f"swarmed {within(foe.name)}")
        pay(field, field.fighter(self.who), _action(self.manner, arm), f"attacked {within(foe.name)}", stay=self.stay)

    def swing(self, known: Campaign, fight: Fight, fighter: Fighter, arm: Arm, foe: SeenFoe, ac: int) -> Swing:
        """The numbers of this attack on an armour class counted from no armour."""
        own = (_CIRCUMSTANCE[self.manner],) if self.manner in _CIRCUMSTANCE else ()
        holds = (*circumstances(fight, fighter, arm, foe), *own, *self.holds)
        return swing(known, fighter, arm, ac, holds, others=len(self.others), modifier=self.modifier)


def _action(manner: Manner, arm: Arm | None) -> Action:
    if manner is Manner.CHARGE:
        return Action.CHARGE
    if manner is Manner.SNAP:
        return Action.SNAP_ATTACK
    return Action.RANGED_ATTACK if arm is not None and arm.ranged else Action.MELEE_ATTACK


def no_such_foe(fight: Fight, id: FoeId) -> Iterable[Reason]:
    """Why a foe cannot be attacked."""
    foe = fight.foe_seen(id)
    if foe is None:
        yield Reason("no_foe", "There is no such foe in sight.")
    elif foe.state is not FoeState.FIGHTING:
        yield Reason("foe_out", f"{foe.name} is {foe.state}.")


def _unfit_weapon(known: Campaign, fight: Fight, fighter: Fighter, arm: Arm) -> Iterable[Reason]:
    if arm.shoots and in_melee(fight, fighter):
        yield Reason("in_melee", "A bow or crossbow is useless in melee: withdraw first.", combat_attack.id)
    if arm.thing is not None and arm.thing == fighter.unloaded:
        yield Reason("unloaded", "It must be reloaded first.")
    if arm.shoots and has_none_left(known, fighter.who):
        yield Reason("no_missiles", "The quiver is empty.")


class LuckTurned(Event, frozen=True, tag="table.luck-turned"):
    """Veteran's Luck turned an attack."""

    who: PersonId
    own: bool

    def say(self, now: Campaign) -> str:
        turned = "turns the miss into a hit" if self.own else "turns the hit into a miss"
        return f"{named(now, (self.who,))}'s luck {turned}."


class FoeSpared(Event, frozen=True, tag="table.foe-spared"):
    """A foe was brought down and left alive."""

    who: PersonId
    foe: FoeId
    name: str

    def say(self, _now: Campaign) -> str:
        return f"{self.name} goes down, alive."


def attack_hits(field: FightField, fighter: Fighter, foe: Foe, arm: Arm, made: Swing) -> tuple[bool, int]:
    """Roll an attack of a fighter on a foe, and tell it: whether it hits, and the total. Luck may turn a miss."""
    play, person = field.play, field.person(fighter.who)
    cause = f"{arm.name} against {within(foe.name)}"
    ruling = RuleToSettle(combat_attack, made.attack, person.seat, field.to, who=person.id, cause=cause)
    (outcome,) = play.settle_each((ruling,))
    hit = isinstance(outcome, Hit)
    learnt = foe.guess.at_most(from_zero(outcome.total)) if hit else foe.guess.at_least(from_zero(outcome.total + 1))
    field.set_foe(replace(foe, guess=learnt))
    if not hit and turned_by_luck(field, fighter.who, own=True):
        hit = True
    blow = BlowName.HIT if hit else BlowName.MISS
    play.tell(Struck(fighter.who, foe.id, foe.name, blow, outcome.total, arm.name), to=field.to)
    return hit, outcome.total


def turned_by_luck(field: FightField, who: PersonId, *, own: bool) -> bool:
    """Ask a lucky Warrior whether to turn their miss, or a hit on them. Return whether they do."""
    person, fighter = field.person(who), field.fighter(who)
    if not has_luck(person, fighter):
        return False
    asked = field.play.settle(combat_luck, Turned(own), by=person.seat, who=who, to=field.to, whole=True)
    if not isinstance(asked, LuckUsed):
        return False
    field.set_fighter(replace(fighter, luck_used=True))
    field.play.tell(LuckTurned(who, own), to=field.to)
    return True


def deal(
    field: FightField, who: PersonId, foe: Foe, made: Swing, rolled: int, *, hit: bool, spare: bool = False
) -> None:
    """Roll the damage of a hit, or settle the Shock of a miss."""
    if not hit and made.blow.shock is None:
        return
    play, person = field.play, field.person(who)
    given = made.blow if hit else made.missed()
    cause = f"to {within(foe.name)}, rolled {rolled}"
    ruling = RuleToSettle(combat_damage, given, person.seat, field.to, who=who, cause=cause)
    harm = play.settle_each((ruling,))[0].damage
    if not hit and not harm:
        return
    falls = harm >= foe.health
    if falls and spare:
        play.tell(FoeHurt(who, foe.id, foe.name, harm, dead=False, shock=not hit), to=field.to)
        field.set_foe(replace(foe, state=FoeState.SURRENDERED, taken=foe.taken + harm, health=1, hurt=True))
        play.tell(FoeSpared(who, foe.id, foe.name), to=field.to)
        field.note(f"{foe.name} knocked down")
        return
    play.tell(FoeHurt(who, foe.id, foe.name, harm, dead=falls, shock=not hit), to=field.to)
    hurt_foe(field, foe, harm)


AIMS = ("hit",)
"""The outcome of an attack that deals its full damage."""


def known_ac(fight: Fight, foe: SeenFoe) -> int | None:
    """A foe's AC from no armour as the seat knows it: the truth for the referee, a certain guess for players."""
    truth = fight.foe(foe.id)
    return truth.ac if truth is not None else foe.guess.ac


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """Each weapon against each foe, plainly and by a charge; a seat that knows the armour knows the odds."""
    for person, fight, fighter in fighting_by_sovereign(known, seat):
        arms = arms_of(known, person.id)
        charged = guard_of(known, replace(fighter, stance=Stance.CHARGED)).ac
        for arm in arms:
            yield from _swarms(known, seat, fight, person, fighter, arm)
            manners = [Manner.PLAIN, *((Manner.CHARGE,) if not arm.ranged else ())]
            if two_in_hand(arms, arm) is not None:
                manners.append(Manner.TWO_WEAPONS)
            if fight.phase is not PHASE_OF[fighter.block]:
                manners = [Manner.SNAP]
            for foe in (foe for foe in fight.in_sight if foe.state is FoeState.FIGHTING):
                for manner in manners:
                    cost = f", own AC {charged}" if manner is Manner.CHARGE else ""
                    act = Strike(person.id, foe.id, arm.id, arm.thrown, manner)
                    ac = known_ac(fight, foe)
                    given = act.swing(known, fight, fighter, arm, foe, ac or 0).attack if ac is not None else None
                    yield Offer(
                        act, _VERBS[manner], foe.name, person.name, person.id, detail=f" with {arm.name}{cost}",
                        rule=combat_attack, given=given, aims=AIMS, open_only=manner is not Manner.PLAIN,
                    )  # fmt: skip


def _swarms(known: Campaign, seat: SeatId, fight: Fight, person: Person, fighter: Fighter, arm: Arm) -> Iterable[Offer]:
    """An attack with everybody who can join in, on each foe."""
    others = tuple(
        other.who
        for other in fight.fighters
        if other.who != person.id and not any(cannot_afford(known, seat, other.who, Action.SWARM_ATTACK))
    )[:MORE_IN_A_SWARM]
    if arm.ranged or not others or fight.phase is not PHASE_OF[fighter.block]:
        return
    helpers = " with " + series([known.people[who].name for who in others])
    for foe in (foe for foe in fight.in_sight if foe.state is FoeState.FIGHTING):
        act, ac = Strike(person.id, foe.id, arm.id, others=others), known_ac(fight, foe)
        given = act.swing(known, fight, fighter, arm, foe, ac).attack if ac is not None else None
        yield Offer(
            act, "swarm", foe.name, person.name, person.id, detail=helpers,
            rule=combat_attack, given=given, aims=AIMS, open_only=True,
        )  # fmt: skip


_VERBS = {
    Manner.PLAIN: "attack",
    Manner.CHARGE: "charge",
    Manner.SNAP: "snap at",
    Manner.TWO_WEAPONS: "attack with both weapons",
}

PART = Part(commands=(Strike,), events=(LuckTurned, FoeSpared), offers=_offers)
