"""Moves and stances by Sovereign: leaving melee, screening an ally, total defense, lying down and standing up."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

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
from undercroft.table.engine.subjects import are, subject
from undercroft.table.fight.field import FightField, named
from undercroft.table.fight.goes import Went, field_of, fighter_of
from undercroft.table.fight.sovereign.economy import SovereignAction, fighting_by_sovereign, pay
from undercroft.table.fight.sovereign.foe_checks import foe_modifier
from undercroft.table.fight.sovereign.free_attacks import leave_melee
from undercroft.table.fight.sovereign.swing import guard_of, in_melee
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Fighter, Foe, Stance
from undercroft.table.state.fights import fight_of
from undercroft.table.state.ids import FoeId, PersonId
from undercroft.table.state.people import Person

COMBAT_SKILLS = {Skill.BRAWL: Attribute.STR, Skill.STAB: Attribute.STR, Skill.SHOOT: Attribute.DEX}


class RunInFight(SovereignAction, frozen=True, tag="run_in_fight"):
    """Move up to 30 feet. Leaving melee without a fighting withdrawal gives each foe there a free attack."""

    COSTS: ClassVar[Action] = Action.RUN
    ABOUT = About(
        title="Move in the fight", icon="boot", place=Section.GO, also=Section.ACTIONS, rank=50, words="run walk move"
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        fighter = fighter_of(known, self.who)
        if fighter is not None and fighter.prone:
            yield Reason("prone", f"{are(known, self.who)} prone: stand up first.", combat_actions.id)

    def do(self, play: Play) -> None:
        field = field_of(play, self.who)
        leave_melee(field, self.who)
        if not field.person(self.who).able:
            return
        play.tell(Went(self.who, "moves"), to=field.to)
        pay(field, field.fighter(self.who), self.COSTS, "moved")


class WithdrawFighting(SovereignAction, frozen=True, tag="withdraw_fighting"):
    """Withdraw from melee, fighting: nobody gets a free attack."""

    COSTS: ClassVar[Action] = Action.FIGHTING_WITHDRAWAL
    ABOUT = About(title="Fighting withdrawal", icon="boot", place=Section.GO, also=Section.ACTIONS, rank=52)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        fighter, fight = fighter_of(known, self.who), fight_of(known.group_of(self.who))
        if fighter is not None and fight is not None and not in_melee(fight, fighter):
            yield Reason("not_in_melee", f"{are(known, self.who)} in melee with nobody.")

    def do(self, play: Play) -> None:
        """The go does not end with it: the Move that it covers comes after it."""
        field = field_of(play, self.who)
        fighter = replace(field.fighter(self.who), melee=(), withdrew=True)
        play.tell(Went(self.who, "withdraws, fighting"), to=field.to)
        pay(field, fighter, self.COSTS, "withdrew", stay=True)


class ScreenAlly(SovereignAction, frozen=True, tag="screen_ally"):
    """Screen an ally until your next go: attackers must get past you first."""

    COSTS: ClassVar[Action] = Action.SCREEN_ALLY
    ally: PersonId
    ABOUT = About(title="Screen an ally", icon="shield", place=Section.GO, also=Section.ACTIONS, rank=60)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        fight = fight_of(known.group_of(self.who))
        ally = fight.fighter(self.ally) if fight is not None else None
        if self.ally == self.who or ally is None or ally.away:
            yield Reason("no_ally", f"There is no such ally beside {subject(known, self.who)}.")
        if self.who in known.people and screens_at_most(known.people[self.who]) < 1:
            yield Reason("untrained", "Screening needs level 1 in a combat skill.", combat_actions.id)

    def do(self, play: Play) -> None:
        field = field_of(play, self.who)
        fighter = replace(field.fighter(self.who), screens=self.ally, screened=0)
        play.tell(Went(self.who, f"screens {field.person(self.ally).name}"), to=field.to)
        pay(field, fighter, self.COSTS, "screened")


class DefendTotally(SovereignAction, frozen=True, tag="defend_totally"):
    """Think of nothing but defence until your next go: your armour class is 2 better, and Shock does nothing."""

    COSTS: ClassVar[Action] = Action.TOTAL_DEFENSE
    ABOUT = About(title="Total defense", icon="shield", place=Section.GO, also=Section.ACTIONS, rank=55)

    def do(self, play: Play) -> None:
        field = field_of(play, self.who)
        play.tell(Went(self.who, "defends, and nothing else"), to=field.to)
        pay(field, replace(field.fighter(self.who), stance=Stance.DEFENDING), self.COSTS, "defended")


class DropProne(SovereignAction, frozen=True, tag="drop_prone"):
    """Drop to the ground."""

    COSTS: ClassVar[Action] = Action.GO_PRONE
    ABOUT = About(title="Drop prone", icon="down", also=Section.ACTIONS, rank=85)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        fighter = fighter_of(known, self.who)
        if fighter is not None and fighter.prone:
            yield Reason("prone", f"{are(known, self.who)} on the ground already.")

    def do(self, play: Play) -> None:
        field = field_of(play, self.who)
        play.tell(Went(self.who, "drops to the ground"), to=field.to)
        pay(field, replace(field.fighter(self.who), prone=True), self.COSTS, "dropped prone")


class StandUp(SovereignAction, frozen=True, tag="stand_up"):
    """Stand up."""

    COSTS: ClassVar[Action] = Action.STAND_UP
    ABOUT = About(title="Stand up", icon="redo", place=Section.GO, also=Section.ACTIONS, rank=45)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        fighter = fighter_of(known, self.who)
        if fighter is not None and not fighter.prone:
            yield Reason("on_their_feet", f"{are(known, self.who)} standing already.")

    def do(self, play: Play) -> None:
        field = field_of(play, self.who)
        play.tell(Went(self.who, "stands up"), to=field.to)
        pay(field, replace(field.fighter(self.who), prone=False), self.COSTS, "stood up")


class Screened(Event, frozen=True, tag="table.screened"):
    """A fighter kept a foe off an ally, or did not."""

    who: PersonId
    ally: PersonId
    foe: FoeId
    name: str
    kept: bool

    def say(self, now: Campaign) -> str:
        who, ally = named(now, (self.who,)), named(now, (self.ally,))
        return (
            f"{who} keeps {within(self.name)} off {ally}." if self.kept else f"{self.name} gets past {who} to {ally}."
        )


def screens_at_most(person: Person) -> int:
    """How many attackers a character can screen: the highest of their combat skills."""
    return max(bridge.skill(person, skill) for skill in COMBAT_SKILLS)


def target_behind(field: FightField, foe: Foe, target: PersonId) -> PersonId:
    """The person that a foe reaches: the target, or an ally who screens the target and holds the foe up."""
    guards = (fighter for fighter in field.up() if fighter.screens == target and fighter.who != target)
    for fighter in guards:
        person = field.person(fighter.who)
        if fighter.screened >= screens_at_most(person):
            continue
        field.set_fighter(replace(fighter, screened=fighter.screened + 1))
        given = Opposed(foe_modifier(foe), screening(person))
        kept = not isinstance(field.play.settle(check_opposed, given, about=foe.name), ActiveWins)
        field.play.tell(Screened(fighter.who, target, foe.id, foe.name, kept), to=field.to)
        if kept:
            return fighter.who
    return target


def screening(person: Person) -> int:
    """What a character adds to keep attackers off: their best combat skill with its attribute."""
    return max(bridge.check(person, attribute, skill) for skill, attribute in COMBAT_SKILLS.items())


def steady(fighter: Fighter) -> Fighter:
    """A fighter whose go begins: what they chose on their last go is over."""
    return replace(fighter, stance=Stance.NONE, screens=None, screened=0)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for person, fight, fighter in fighting_by_sovereign(known, seat):
        who, name = person.id, person.name
        close = in_melee(fight, fighter) and not fighter.withdrew
        foes = "A foe there gets" if len(fighter.melee) == 1 else "Each foe there gets"
        warns = f"{foes} a free attack. A fighting withdrawal avoids it." if close else ""
        yield Offer(RunInFight(who), "move", "30 feet", name, who, warns=warns)
        yield Offer(WithdrawFighting(who), "fighting withdrawal", "", name, who, open_only=True)
        guarded = guard_of(known, replace(fighter, stance=Stance.DEFENDING)).ac
        yield Offer(DefendTotally(who), "total defense", "", name, who, detail=f", AC {guarded}")
        for other in fight.fighters:
            if other.who != who and not other.away and other.who in known.people:
                ally = known.people[other.who].name
                yield Offer(ScreenAlly(who, other.who), "screen", ally, name, who, open_only=True)
        yield Offer(DropProne(who), "drop", "prone", name, who, open_only=True)
        yield Offer(StandUp(who), "stand", "up", name, who, open_only=True)


PART = Part(
    commands=(RunInFight, WithdrawFighting, ScreenAlly, DefendTotally, DropProne, StandUp),
    events=(Screened,),
    offers=_offers,
)
