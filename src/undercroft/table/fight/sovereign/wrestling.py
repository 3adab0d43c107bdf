"""Shoving and grappling by Sovereign: an attack that does no harm, then a contest of strength."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from undercroft.books.sovereign.attacks import combat_attack, combat_damage
from undercroft.books.sovereign.checks import ActiveWins, Opposed, check_opposed
from undercroft.books.sovereign.combat import Action, combat_actions
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.kernel.phrases import within
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Offer, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import are, does
from undercroft.table.fight.casualties import FoeHurt, hurt_foe
from undercroft.table.fight.field import FightField, named
from undercroft.table.fight.goes import field_of, fighter_of
from undercroft.table.fight.sovereign.arms import Arm, arm_of, arms_of
from undercroft.table.fight.sovereign.economy import SovereignAction, fighting_by_sovereign, pay
from undercroft.table.fight.sovereign.foe_checks import foe_modifier
from undercroft.table.fight.sovereign.strike import AIMS, attack_hits, known_ac, no_such_foe
from undercroft.table.fight.sovereign.swing import Swing, circumstances, closed_with, swing
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Fighter, Foe, FoeState, SeenFoe
from undercroft.table.state.fights import fight_of
from undercroft.table.state.ids import FoeId, PersonId
from undercroft.table.state.people import Person
from undercroft.table.state.scenes import Fight


class ShoveFoe(SovereignAction, frozen=True, tag="shove_foe"):
    """Shove a foe to the ground: an attack that does no harm, then a contest of strength."""

    COSTS: ClassVar[Action] = Action.SHOVE
    foe: FoeId
    ABOUT = About(title="Shove a foe", icon="hand", place=Section.GO, also=Section.ACTIONS, rank=70)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        yield from _out_of_reach(known, self.who, self.foe)

    def do(self, play: Play) -> None:
        field = field_of(play, self.who)
        fighter, foe = field.fighter(self.who), field.foe(self.foe)
        arm = first_in_melee(play.now, self.who)
        hit, _ = attack_hits(field, fighter, foe, arm, _swing(play.now, field.fight, fighter, arm, foe.seen, foe.ac))
        _close_in(field, self.who, foe.id)
        skill = max(Skill.BRAWL, Skill.EXERT, key=lambda skill: bridge.skill(field.person(self.who), skill))
        down = hit and stronger(field, self.who, foe, skill)
        if down:
            field.set_foe(replace(field.foe(foe.id), prone=True))
        play.tell(Wrestled(self.who, foe.id, foe.name, "shoves", won=down), to=field.to)
        pay(field, field.fighter(self.who), self.COSTS, f"shoved {within(foe.name)}")


class GrappleFoe(SovereignAction, frozen=True, tag="grapple_foe"):
    """Grapple a foe: an unarmed attack, then a contest of strength. A foe that is held is hurt as each round ends."""

    COSTS: ClassVar[Action] = Action.GRAPPLE
    foe: FoeId
    ABOUT = About(title="Grapple a foe", icon="hand", place=Section.GO, also=Section.ACTIONS, rank=75)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        yield from _out_of_reach(known, self.who, self.foe)
        fighter = fighter_of(known, self.who)
        if fighter is not None and fighter.grapples is not None:
            yield Reason("grappling", f"{are(known, self.who)} grappling already.", combat_actions.id)

    def do(self, play: Play) -> None:
        field = field_of(play, self.who)
        fighter, foe = field.fighter(self.who), field.foe(self.foe)
        hands = arms_of(play.now, self.who)[-1]
        made = _swing(play.now, field.fight, fighter, hands, foe.seen, foe.ac)
        hit, _ = attack_hits(field, fighter, foe, hands, made)
        _close_in(field, self.who, foe.id)
        held = hit and stronger(field, self.who, foe, Skill.BRAWL)
        if held:
            field.set_foe(replace(field.foe(foe.id), grappled_by=self.who))
            field.set_fighter(replace(field.fighter(self.who), grapples=foe.id))
        play.tell(Wrestled(self.who, foe.id, foe.name, "grapples", won=held), to=field.to)
        pay(field, field.fighter(self.who), self.COSTS, f"grappled {within(foe.name)}")


class ReleaseFoe(SovereignAction, frozen=True, tag="release_foe"):
    """Let a grappled foe go."""

    COSTS: ClassVar[Action] = Action.GO_PRONE
    ABOUT = About(title="Let a foe go", icon="hand", place=Section.GO, also=Section.ACTIONS, rank=76)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        fighter = fighter_of(known, self.who)
        if fighter is None or fighter.grapples is None:
            yield Reason("not_grappling", f"{does(known, self.who, 'hold', 'holds')} nobody.")

    def do(self, play: Play) -> None:
        field = field_of(play, self.who)
        foe = field.fight.foe(field.fighter(self.who).grapples or FoeId(""))
        release(field, self.who)
        if foe is not None:
            play.tell(FoeFreed(self.who, foe.id, foe.name), to=field.to)


class Wrestled(Event, frozen=True, tag="table.wrestled"):
    """A fighter tried to shove or grapple a foe."""

    who: PersonId
    foe: FoeId
    name: str
    verb: str
    won: bool

    def say(self, now: Campaign) -> str:
        who = named(now, (self.who,))
        if not self.won:
            return f"{who} {self.verb} {within(self.name)} in vain."
        return f"{who} {self.verb} {within(self.name)}{' to the ground' if self.verb == 'shoves' else ' and holds on'}."


class FoeFreed(Event, frozen=True, tag="table.foe-freed"):
    """A grappled foe is free."""

    who: PersonId
    foe: FoeId
    name: str
    struggled: bool = False

    def say(self, now: Campaign) -> str:
        if self.struggled:
            return f"{self.name} breaks free of {named(now, (self.who,))}."
        return f"{named(now, (self.who,))} lets {within(self.name)} go."


def first_in_melee(known: Campaign, who: PersonId) -> Arm:
    """The first weapon in hand that is used in melee, or bare hands."""
    return next(arm for arm in arms_of(known, who) if not arm.ranged)


def release(field: FightField, who: PersonId) -> None:
    """End a fighter's grapple."""
    fighter = field.fighter(who)
    foe = field.fight.foe(fighter.grapples) if fighter.grapples is not None else None
    field.set_fighter(replace(fighter, grapples=None))
    if foe is not None:
        field.set_foe(replace(foe, grappled_by=None))


def stronger(field: FightField, who: PersonId, foe: Foe, skill: Skill) -> bool:
    """Settle the contest of strength that a fighter forces on a foe."""
    person = field.person(who)
    given = Opposed(strength(person, skill), foe_modifier(foe))
    outcome = field.play.settle(check_opposed, given, by=person.seat, who=who, to=field.to, whole=True)
    return isinstance(outcome, ActiveWins)


def strength(person: Person, skill: Skill) -> int:
    """What a character adds to a contest of strength."""
    return bridge.check(person, Attribute.STR, skill)


def struggle(field: FightField, foe: Foe) -> None:
    """Let a grappled foe try to break free, with its Main action."""
    holder = foe.grappled_by
    if holder is None:
        return
    given = Opposed(foe_modifier(foe), strength(field.person(holder), Skill.BRAWL))
    if isinstance(field.play.settle(check_opposed, given, about=foe.name), ActiveWins):
        release(field, holder)
        field.play.tell(FoeFreed(holder, foe.id, foe.name, struggled=True), to=field.to)


def squeeze(field: FightField) -> None:
    """Hurt every grappled foe at the end of a round; who is down holds nobody."""
    for fighter in field.fight.fighters:
        foe = field.fight.foe(fighter.grapples) if fighter.grapples is not None else None
        if foe is None:
            continue
        if not foe.fights or not field.person(fighter.who).able or fighter.away:
            release(field, fighter.who)
            continue
        person, hands = field.person(fighter.who), arms_of(field.play.now, fighter.who)[-1]
        blow = _swing(field.play.now, field.fight, fighter, hands, foe.seen, foe.ac).blow
        harm = field.play.settle(combat_damage, blow, by=person.seat, who=person.id, to=field.to).damage
        field.play.tell(FoeHurt(person.id, foe.id, foe.name, harm, dead=harm >= foe.health), to=field.to)
        hurt_foe(field, foe, harm)


def _swing(known: Campaign, fight: Fight, fighter: Fighter, arm: Arm, foe: SeenFoe, ac: int) -> Swing:
    return swing(known, fighter, arm, ac, circumstances(fight, fighter, arm, foe))


def _close_in(field: FightField, who: PersonId, foe: FoeId) -> None:
    fighter = field.fighter(who)
    field.set_fighter(replace(closed_with(fighter, foe), attacked=True))


def _out_of_reach(known: Campaign, who: PersonId, foe: FoeId) -> Iterable[Reason]:
    fight = fight_of(known.group_of(who))
    if fight is not None:
        yield from no_such_foe(fight, foe)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for person, fight, fighter in fighting_by_sovereign(known, seat):
        for foe in (foe for foe in fight.in_sight if foe.state is FoeState.FIGHTING):
            for act, verb, arm in (
                (ShoveFoe(person.id, foe.id), "shove", first_in_melee(known, person.id)),
                (GrappleFoe(person.id, foe.id), "grapple", arm_of(known, person.id, arms_of(known, person.id)[-1].id)),
            ):
                ac = known_ac(fight, foe)
                given = None
                if ac is not None and arm is not None:
                    given = _swing(known, fight, fighter, arm, foe, ac).attack
                yield Offer(
                    act, verb, foe.name, person.name, person.id, rule=combat_attack, given=given, aims=AIMS,
                    open_only=True,
                )  # fmt: skip
        yield Offer(ReleaseFoe(person.id), "let go", "of the foe", person.name, person.id, open_only=True)


PART = Part(commands=(ShoveFoe, GrappleFoe, ReleaseFoe), events=(Wrestled, FoeFreed), offers=_offers)
