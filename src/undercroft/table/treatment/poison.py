"""Poisons: quick treatment, a save, and for a lethal poison a secret time to live."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.sovereign import poisons
from undercroft.books.sovereign.saves import SaveKind
from undercroft.books.sovereign.units import Skill
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table import bridge
from undercroft.table.body.condition import Amount, ConditionGained, die, lose, time_of
from undercroft.table.body.wounds import KIT, POISON
from undercroft.table.engine.about import About, Slot
from undercroft.table.engine.audience import Audience, around
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.spare_time import take
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import Lapse, Timer
from undercroft.table.state.ids import PersonId, Text, TimerId
from undercroft.table.state.people import Condition, Person, State
from undercroft.table.state.seats import REFEREE
from undercroft.table.treatment.toxins import ToxinCommand, against, neutralised, nurses, sicken, treatment_time

_DC = "dc"


class Dose(Struct, frozen=True, forbid_unknown_fields=True):
    """A dose of poison: its potency, treatment difficulty, whether it kills, and its other effects."""

    potency: poisons.Potency = 0
    dc: Annotated[int, Meta(ge=poisons.LEAST_TOXIN_DC, le=60)] = poisons.LEAST_TOXIN_DC
    lethal: bool = True
    damage_dice: Annotated[tuple[Annotated[int, Meta(ge=2, le=100)], ...], Meta(max_length=20)] = ()
    strain: Amount = 0
    penalty: Annotated[int, Meta(ge=-20, le=0)] = 0
    symptoms: Text = ""


class Poison(Command, frozen=True, tag="poison"):
    """Poison a person."""

    who: PersonId
    dose: Dose = Dose()
    ABOUT = About(title="Poison a person")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.who not in known.people or not known.people[self.who].alive:
            yield Reason("no_person", "There is no such living person.")

    def do(self, play: Play) -> None:
        expose(play, self.who, self.dose, to=around(self.who))


class Counteract(ToxinCommand, frozen=True, tag="counteract"):
    """Counteract a person's poison."""

    ABOUT = About(title="Counteract a poison", slot=Slot.TEND)

    def no_use(self, _: Campaign, patient: Person, /) -> Iterable[Reason]:
        if not patient.is_in(State.POISONED):
            yield Reason("not_poisoned", f"{patient.name} is not poisoned.")

    def do(self, play: Play) -> None:
        """Make an attempt, which takes a turn."""
        medic, patient = play.now.people[self.who], play.now.people[self.patient]
        to = around(self.who)
        if neutralised(play, medic, antidote(play.now, medic, patient), to):
            lose(play, patient.id, State.POISONED, to=to)
        takes, what = treatment_time(play.now, self.who), f"worked against the poison in {patient.name}"
        take(play, self.who, Activity.FIRST_AID, what, takes)


class PoisonResisted(Event, frozen=True, tag="table.poison-resisted"):
    """A person resisted a poison."""

    who: PersonId

    def say(self, now: Campaign) -> str:
        return f"{now.people[self.who].name} shakes off the poison."


def expose(play: Play, who: PersonId, dose: Dose, *, to: Audience) -> None:
    """Expose a person to a poison; the best medic with a kit in their group helps them resist."""
    person = play.now.people[who]
    if not person.alive:
        return
    medic = _best_medic(play.now, who)
    bonus = 0
    if medic is not None:
        given = poisons.Medic(bridge.skill(medic, Skill.HEAL), has_kit=True, seconds_since=0)
        bonus = play.settle(poisons.quick_treatment, given, to=to, whole=True).bonus
    exposed = poisons.Exposed(bridge.save_target(person, SaveKind.PHYSICAL), dose.potency, bonus)
    if isinstance(play.settle(poisons.poison_save, exposed, by=person.seat, who=person.id, to=to), poisons.Resisted):
        play.tell(PoisonResisted(who), to=to)
    else:
        _takes_hold(play, who, dose, to)


def _best_medic(campaign: Campaign, who: PersonId) -> Person | None:
    """The best medic of the person's group with a kit, who can help at once."""
    group = campaign.group_of(who)
    others = [person for person in campaign.able_in(group.id) if person.id != who] if group is not None else []
    equipped = [person for person in others if campaign.has(person.id, KIT) is not None]
    return max(equipped, key=lambda person: bridge.skill(person, Skill.HEAL), default=None)


def _takes_hold(play: Play, who: PersonId, dose: Dose, to: Audience) -> None:
    """Poison a person: players see the symptoms, but not the difficulty or the time to live."""
    now = time_of(play, who)
    before = play.now.people[who].condition(State.POISONED)
    dc = max(dose.dc, before.marks.get(_DC, 0) if before is not None else 0)
    play.tell(ConditionGained(who, Condition(State.POISONED, now, dose.symptoms, {_DC: dc})))
    play.aside(ConditionGained(who, Condition(State.POISONED, now, dose.symptoms)), to=to)
    if dose.damage_dice or dose.strain or dose.penalty:
        sicken(play, who, dose.damage_dice, dose.strain, dose.penalty, cause=POISON, to=to)
    clock = play.settle(poisons.poison_death_clock, poisons.Envenomed(dose.lethal))
    if isinstance(clock, poisons.Clock) and play.now.people[who].alive:
        _kills_in(play, who, now, clock.dies_in_s)


def _kills_in(play: Play, who: PersonId, now: Seconds, seconds: Seconds) -> None:
    """Set the timer of a lethal poison; of several, the soonest counts."""
    id, due = TimerId(f"{State.POISONED}-{who}"), Seconds(now + seconds)
    running = play.now.timers.get(id)
    if running is None or due < running.due:
        what = f"{play.now.people[who].name} dies of poison"
        play.set_timer(Timer(id, Lapse.POISON, what, now, due, (REFEREE,), who, about=State.POISONED))


def antidote(known: Campaign, medic: Person, patient: Person) -> poisons.Antidote | None:
    """The input for counteracting a poison, for a seat that knows its difficulty."""
    poisoned = patient.condition(State.POISONED)
    if poisoned is None or _DC not in poisoned.marks:
        return None
    return against(known, medic, poisoned.marks[_DC])


def _kills(play: Play, timer: Timer) -> None:
    if timer.person is not None and play.now.people[timer.person].is_in(State.POISONED):
        die(play, timer.person, POISON, to=around(timer.person))


def _offers(known: Campaign, _: SeatId) -> Iterable[Offer]:
    for medic, patient in nurses(known, State.POISONED):
        act, what = Counteract(medic.id, patient.id), f"the poison in {patient.name}"
        given = antidote(known, medic, patient)
        takes = treatment_time(known, medic.id)
        yield Offer(act, "counteract", what, medic.name, medic.id, seconds=takes, rule=poisons.counteract, given=given)


PART = Part(commands=(Poison, Counteract), events=(PoisonResisted,), offers=_offers, on_due={Lapse.POISON: _kills})
