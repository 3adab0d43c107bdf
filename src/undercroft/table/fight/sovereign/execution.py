"""Executions by Sovereign: a minute of preparation, and a victim who suspects nothing."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from undercroft.books.sovereign.arms import Trait
from undercroft.books.sovereign.attacks import Execution, Missed, Range, Slain, combat_execution, damage_dice
from undercroft.books.sovereign.combat import Action
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.books.violence.surprise import Side
from undercroft.kernel.phrases import within
from undercroft.kernel.units import SeatId
from undercroft.kernel.ways import bounds
from undercroft.table import bridge
from undercroft.table.engine.about import About
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Offer, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import have
from undercroft.table.fight.casualties import FoeHurt, hurt_foe
from undercroft.table.fight.field import named
from undercroft.table.fight.goes import field_of
from undercroft.table.fight.sovereign.arms import Arm, arm_of, arms_of, skill_with
from undercroft.table.fight.sovereign.economy import SovereignAction, fighting_by_sovereign, pay
from undercroft.table.fight.sovereign.foe_checks import foe_save
from undercroft.table.fight.sovereign.strike import no_such_foe
from undercroft.table.fight.sovereign.swing import swing
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Foe, FoeState
from undercroft.table.state.fights import fight_of
from undercroft.table.state.ids import FoeId, PersonId, ThingId
from undercroft.table.state.scenes import Fight

MURDEROUS_DAMAGE = 2
"""By how much a weapon made for murder multiplies the damage of a victim who lives."""


class ExecuteFoe(SovereignAction, frozen=True, tag="execute_foe"):
    """Kill a foe that suspects nothing, after a minute of preparation."""

    COSTS: ClassVar[Action] = Action.EXECUTION
    foe: FoeId
    weapon: ThingId | None = None
    thrown: bool = False
    range_band: Range = Range.NORMAL
    ABOUT = About(title="Execute an unsuspecting foe", icon="axe", words="assassinate backstab murder")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        fight = fight_of(known.group_of(self.who))
        if fight is None:
            return
        yield from no_such_foe(fight, self.foe)
        if not unsuspecting(fight):
            yield Reason("on_their_guard", "The foe is on guard: only a surprised foe suspects nothing.")
        if arm_of(known, self.who, self.weapon, thrown=self.thrown) is None:
            yield Reason("no_weapon", f"{have(known, self.who)} no such weapon at hand.")

    def do(self, play: Play) -> None:
        field = field_of(play, self.who)
        person, foe = field.person(self.who), field.foe(self.foe)
        arm = arm_of(play.now, self.who, self.weapon, thrown=self.thrown) or arms_of(play.now, self.who)[-1]
        given = execution(play.now, self.who, arm, foe, self.range_band)
        outcome = play.settle(combat_execution, given, by=person.seat, who=person.id, to=field.to)
        if isinstance(outcome, Missed):
            play.tell(Executed(self.who, foe.id, foe.name, "missed"), to=field.to)
        elif isinstance(outcome, Slain):
            spared = Trait.LESS_LETHAL in arm.traits
            play.tell(Executed(self.who, foe.id, foe.name, "knocked_out" if spared else "slain"), to=field.to)
            if spared:
                field.set_foe(replace(foe, state=FoeState.SURRENDERED, health=1, taken=foe.taken + foe.health))
            else:
                hurt_foe(field, foe, foe.health)
        else:
            harm = most_damage(play.now, self.who, arm)
            play.tell(Executed(self.who, foe.id, foe.name, "hurt"), to=field.to)
            play.tell(FoeHurt(self.who, foe.id, foe.name, harm, dead=harm >= foe.health), to=field.to)
            hurt_foe(field, foe, harm)
        pay(field, field.fighter(self.who), self.COSTS, f"attacked {within(foe.name)}")


class Executed(Event, frozen=True, tag="table.executed"):
    """A fighter tried to kill a foe that suspected nothing."""

    who: PersonId
    foe: FoeId
    name: str
    how: str

    def say(self, now: Campaign) -> str:
        return f"{named(now, (self.who,))} {_HOW[self.how].format(within(self.name))}."


_HOW = {
    "missed": "shoots at {}, unnoticed, and misses",
    "slain": "kills {} before it knows",
    "knocked_out": "knocks {} out before it knows",
    "hurt": "strikes {} from hiding, and it lives",
}


def unsuspecting(fight: Fight) -> bool:
    """Whether the foes still suspect nothing: they are surprised, and nobody has acted yet."""
    acted = any(fighter.actions for fighter in fight.fighters)
    return Side.ENEMIES in fight.surprised and fight.round <= 1 and not acted


def execution(known: Campaign, who: PersonId, arm: Arm, foe: Foe, band: Range) -> Execution:
    """The input for an execution."""
    person = known.people[who]
    harder = 1 if Trait.MURDEROUS in arm.traits else 0
    return Execution(
        ranged=arm.ranged,
        mod=bridge.check(person, Attribute.DEX, Skill.SHOOT) if arm.ranged else 0,
        range_band=band,
        combat_skill=skill_with(person, arm),
        target_save=foe_save(foe) + harder,
    )


def most_damage(known: Campaign, who: PersonId, arm: Arm) -> int:
    """The most damage that a weapon can do, doubled for one made for murder."""
    fight = fight_of(known.group_of(who))
    fighter = fight.fighter(who) if fight is not None else None
    if fighter is None:
        raise ValueError("nobody is executed outside a fight")
    blow = swing(known, fighter, arm, 0).blow
    most = bounds(damage_dice(blow))[1] + blow.attr_mod + blow.bonus
    return max(0, most) * (MURDEROUS_DAMAGE if Trait.MURDEROUS in arm.traits else 1)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for person, fight, _ in fighting_by_sovereign(known, seat):
        for arm in arms_of(known, person.id) if unsuspecting(fight) else ():
            for foe in (foe for foe in fight.in_sight if foe.state is FoeState.FIGHTING):
                act, truth = ExecuteFoe(person.id, foe.id, arm.id, arm.thrown), fight.foe(foe.id)
                given = execution(known, person.id, arm, truth, act.range_band) if truth is not None else None
                yield Offer(
                    act, "execute", foe.name, person.name, person.id, detail=f" with {arm.name}",
                    rule=combat_execution, given=given, aims=("slain",), open_only=True,
                )  # fmt: skip


PART = Part(commands=(ExecuteFoe,), events=(Executed,), offers=_offers)
