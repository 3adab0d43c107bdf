"""Poisons: a medic in time, a save, and where it takes hold, a secret number of Turns to live."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.sovereign.poisons import (
    LEAST_TOXIN_DC,
    Antidote,
    Clock,
    Envenomed,
    Exposed,
    Medic,
    Neutralised,
    Potency,
    Resisted,
    counteract,
    poison_death_clock,
    poison_save,
    quick_treatment,
)
from undercroft.books.sovereign.saves import SaveKind
from undercroft.books.sovereign.units import TURN, Skill
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table import bridge
from undercroft.table.bodies import Amount, ConditionGained, State, around, die, lose, time_of
from undercroft.table.campaign import Campaign
from undercroft.table.names import PersonId, Text, TimerId
from undercroft.table.people import Condition, Person
from undercroft.table.play import Play
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.spare_time import take
from undercroft.table.remedies import against, cannot_nurse, nurses
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.seats import REFEREE
from undercroft.table.telling import Audience
from undercroft.table.timers import Lapse, Timer
from undercroft.table.toxins import sicken
from undercroft.table.whose import referee_only
from undercroft.table.wounds import KIT, POISON, together

_DC = "dc"


class Dose(Struct, frozen=True, forbid_unknown_fields=True):
    """What a poison is: how strong, how hard to counter, whether it kills, and what else it does."""

    potency: Potency = 0
    dc: Annotated[int, Meta(ge=LEAST_TOXIN_DC, le=60)] = LEAST_TOXIN_DC
    lethal: bool = True
    damage_dice: Annotated[tuple[Annotated[int, Meta(ge=2, le=100)], ...], Meta(max_length=20)] = ()
    strain: Amount = 0
    penalty: Annotated[int, Meta(ge=-20, le=0)] = 0
    symptoms: Text = ""


class Poison(Command, frozen=True, tag="poison"):
    """A poison gets into somebody."""

    who: PersonId
    dose: Dose = Dose()


class Counteract(Command, frozen=True, tag="counteract"):
    """Work against the poison in somebody."""

    who: PersonId
    patient: PersonId


class PoisonResisted(Event, frozen=True, tag="table.poison-resisted"):
    """It does not take hold."""

    who: PersonId


def expose(play: Play, who: PersonId, dose: Dose, *, to: Audience) -> None:
    """A poison gets into somebody; whoever has a kit and knows best how to use it helps them resist."""
    person = play.now.people[who]
    if not person.alive:
        return
    medic = _best_medic(play.now, who)
    bonus = 0
    if medic is not None:
        given = Medic(bridge.skill(medic, Skill.HEAL), has_kit=True, seconds_since=0)
        bonus = play.settle(quick_treatment, given, to=to, whole=True).bonus
    exposed = Exposed(bridge.save_target(person, SaveKind.PHYSICAL), dose.potency, bonus)
    if isinstance(play.settle(poison_save, exposed, by=person.seat, who=person.id, to=to), Resisted):
        play.tell(PoisonResisted(who), to=to)
    else:
        _takes_hold(play, who, dose, to)


def _best_medic(campaign: Campaign, who: PersonId) -> Person | None:
    """Who of those around can help at once."""
    group = campaign.group_of(who)
    others = [one for one in campaign.able_in(group.id) if one.id != who] if group is not None else []
    equipped = [one for one in others if campaign.has(one.id, KIT) is not None]
    return max(equipped, key=lambda one: bridge.skill(one, Skill.HEAL), default=None)


def _takes_hold(play: Play, who: PersonId, dose: Dose, to: Audience) -> None:
    """Its symptoms show; how hard it is to counter, and how long it takes, does not."""
    now = time_of(play, who)
    before = play.now.people[who].condition(State.POISONED)
    dc = max(dose.dc, before.marks.get(_DC, 0) if before is not None else 0)
    play.tell(ConditionGained(who, Condition(State.POISONED, now, dose.symptoms, {_DC: dc})))
    play.aside(ConditionGained(who, Condition(State.POISONED, now, dose.symptoms)), to=to)
    if dose.damage_dice or dose.strain or dose.penalty:
        sicken(play, who, dose.damage_dice, dose.strain, dose.penalty, cause=POISON, to=to)
    clock = play.settle(poison_death_clock, Envenomed(dose.lethal))
    if isinstance(clock, Clock) and play.now.people[who].alive:
        _kills_in(play, who, now, clock.dies_in_s)


def _kills_in(play: Play, who: PersonId, now: Seconds, seconds: Seconds) -> None:
    """The soonest of several poisons counts."""
    id, due = TimerId(f"{State.POISONED}-{who}"), Seconds(now + seconds)
    running = play.now.timers.get(id)
    if running is None or due < running.due:
        what = f"{play.now.people[who].name} dies of poison"
        play.set_timer(Timer(id, Lapse.POISON, what, now, due, (REFEREE,), who, about=State.POISONED))


def _poison(play: Play, act: Poison) -> None:
    expose(play, act.who, act.dose, to=around(play, act.who))


def antidote(known: Campaign, medic: Person, patient: Person) -> Antidote | None:
    """What it takes to counter a poison, for those who know it."""
    poisoned = patient.condition(State.POISONED)
    if poisoned is None or _DC not in poisoned.marks:
        return None
    return against(known, medic, poisoned.marks[_DC])


def _counteract(play: Play, act: Counteract) -> None:
    """A try takes a significant part of the time there is."""
    medic, patient = play.now.people[act.who], play.now.people[act.patient]
    to, given = around(play, act.who), antidote(play.now, medic, patient)
    if given is not None:
        outcome = play.settle(counteract, given, by=medic.seat, who=medic.id, to=to)
        if isinstance(outcome, Neutralised):
            lose(play, patient.id, State.POISONED, to=to)
    take(play, act.who, Activity.FIRST_AID, f"worked against the poison in {patient.name}", TURN)


def _kills(play: Play, timer: Timer) -> None:
    if timer.person is not None and play.now.people[timer.person].is_in(State.POISONED):
        die(play, timer.person, POISON, to=around(play, timer.person))


def _may_poison(known: Campaign, seat: SeatId, act: Poison) -> Iterable[Reason]:
    yield from referee_only(seat)
    if act.who not in known.people or not known.people[act.who].alive:
        yield Reason("no_person", "Nobody alive goes by that name.")


def _may_counteract(known: Campaign, seat: SeatId, act: Counteract) -> Iterable[Reason]:
    yield from cannot_nurse(known, seat, act.who, act.patient)
    apart = any(together(known, act.who, act.patient))
    if not apart and not known.people[act.patient].is_in(State.POISONED):
        yield Reason("not_poisoned", f"{known.people[act.patient].name} is not poisoned.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    def refused(medic: Person, patient: Person) -> Iterable[Reason]:
        return _may_counteract(known, seat, Counteract(medic.id, patient.id))

    for medic, patient, reasons in nurses(known, State.POISONED, refused):
        label = f"{medic.name}: counteract the poison in {patient.name}"
        given = antidote(known, medic, patient)
        yield Offer(Counteract(medic.id, patient.id), label, medic.id, TURN, counteract, given, reasons)


ROOM = Room(
    arms={PoisonResisted: unchanged},
    steps={Poison: _poison, Counteract: _counteract},
    refusals={Poison: _may_poison, Counteract: _may_counteract},
    offers=_offers,
    lapses={Lapse.POISON: _kills},
    words={PoisonResisted: lambda now, it: f"{now.people[it.who].name} shakes the poison off."},
)
