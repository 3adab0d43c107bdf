"""Frailty: its cures by an hour's skill or a week in bed, and what comes of it without care."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.sovereign.frail import (
    HEALER_HEAL,
    NURSE_HEAL,
    Cured,
    Doomed,
    Neglected,
    Nursed,
    Nursing,
    Recovering,
    Treating,
    bed_rest,
    treatment,
    untreated,
)
from undercroft.books.sovereign.saves import SaveKind
from undercroft.books.sovereign.units import Skill
from undercroft.kernel.amounts import counted
from undercroft.kernel.units import DAY, HOUR, SeatId, Seconds
from undercroft.table import bridge
from undercroft.table.bodies import ConditionMarked, State, around, die, gain, lose, time_of, watch
from undercroft.table.campaign import Campaign
from undercroft.table.dying import HEALING
from undercroft.table.jobs import Hand, Job
from undercroft.table.names import PersonId, TimerId
from undercroft.table.people import Condition, Person
from undercroft.table.play import Play
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.exploring import did
from undercroft.table.procedures.spare_time import occupied, take
from undercroft.table.resting import days_of_rest
from undercroft.table.roll import name_of
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.seats import REFEREE
from undercroft.table.telling import Audience
from undercroft.table.timers import Lapse, Timer
from undercroft.table.whose import referee_only
from undercroft.table.working import at_work, begin_job, end_job
from undercroft.table.wounds import KIT, together

_TRIED, _CARED_FOR = "tried-", "cared_for_until"


class TreatFrailty(Command, frozen=True, tag="treat_frailty"):
    """Work on somebody Frail for an hour."""

    who: PersonId
    patient: PersonId


class BedRest(Command, frozen=True, tag="bed_rest"):
    """Keep somebody Frail in bed for some days, with a nurse."""

    who: PersonId
    patient: PersonId
    days: Annotated[int, Meta(ge=1, le=365)] = 7


class KeptBed(Event, frozen=True, tag="table.kept-bed"):
    """Somebody has kept their bed for so many days, with a nurse."""

    who: PersonId
    nurse: PersonId
    days: int


def treating(known: Campaign, healer: Person, patient: Person) -> Treating:
    """What a healer brings to somebody Frail."""
    frail = patient.condition(State.FRAIL)
    return Treating(
        heal=bridge.skill(healer, Skill.HEAL),
        attr_mod=max(bridge.modifier(healer, attribute) for attribute in HEALING),
        has_kit=known.has(healer.id, KIT) is not None,
        tried_before=frail is not None and bool(frail.marks.get(_TRIED + healer.id)),
        target_frail=frail is not None,
        doomed=patient.is_in(State.DOOMED),
    )


def _treat(play: Play, act: TreatFrailty) -> None:
    """It takes an hour, well or badly; healer and patient do nothing else in it."""
    to, patient = around(play, act.who), play.now.people[act.patient]
    job = Job(
        TimerId(f"treatment-{act.who}"),
        f"an hour's work on {patient.name}",
        time_of(play, act.who),
        (Hand(act.who), Hand(act.patient)),
        about=act.patient,
    )
    begin_job(play, job, Lapse.TREATMENT, HOUR, to=to)
    did(play, act.patient, Activity.REST, job.what)
    take(play, act.who, Activity.FIRST_AID, job.what, HOUR)


def _treated(play: Play, timer: Timer) -> None:
    job = play.now.jobs.get(timer.id)
    if job is None or timer.person is None:
        return
    to = around(play, timer.person)
    end_job(play, job, done=True, to=to)
    healer, patient = play.now.people[timer.person], play.now.people[PersonId(timer.about)]
    frail = patient.condition(State.FRAIL)
    if frail is None or not healer.able or not patient.alive:
        return
    outcome = play.settle(
        treatment, treating(play.now, healer, patient), by=healer.seat, who=healer.id, to=to, whole=True
    )
    if isinstance(outcome, Cured):
        _whole(play, patient.id, to)
    else:
        marks = {**frail.marks, _TRIED + healer.id: 1}
        play.tell(ConditionMarked(patient.id, replace(frail, marks=marks)), to=to)


def _rest_in_bed(play: Play, act: BedRest) -> None:
    """The days pass, and mend others too; no save for want of care falls due in them."""
    to, group = around(play, act.who), play.now.group_of(act.who)
    frail = play.now.people[act.patient].condition(State.FRAIL)
    if group is None or frail is None:
        return
    begins = time_of(play, act.who)
    marks = {**frail.marks, _CARED_FOR: begins + act.days * DAY}
    play.tell(ConditionMarked(act.patient, replace(frail, marks=marks)), to=to)
    days = days_of_rest(play, group.id, act.days)
    play.tell(KeptBed(act.patient, act.who, days), to=to)
    nurse, patient = play.now.people[act.who], play.now.people[act.patient]
    given = Nursing(
        days_in_bed=days,
        attendant_heal=bridge.skill(nurse, Skill.HEAL),
        attendant_kit=play.now.has(nurse.id, KIT) is not None,
        doomed=patient.is_in(State.DOOMED),
    )
    if patient.is_in(State.FRAIL) and isinstance(play.settle(bed_rest, given, to=to, whole=True), Nursed):
        _whole(play, patient.id, to)


def _whole(play: Play, who: PersonId, to: Audience) -> None:
    """Frail no more, and doomed no more where the house lets care come so late."""
    for state in (State.FRAIL, State.DOOMED):
        lose(play, who, state, to=to)


def _neglected(play: Play, timer: Timer) -> None:
    """A week without care: some mend in a month, others sink, and nobody can count their days."""
    if timer.person is None:
        return
    person, to = play.now.people[timer.person], around(play, timer.person)
    frail = person.condition(State.FRAIL)
    if frail is None:
        return
    cared_for = Seconds(frail.marks.get(_CARED_FOR, 0))
    if cared_for >= timer.due:
        watch(play, person.id, frail, to=to, due=Seconds(cared_for + 1), lapse=Lapse.FRAIL)
        return
    given = Neglected(bridge.save_target(person, SaveKind.PHYSICAL))
    match play.settle(untreated, given):
        case Recovering(clears_day=day):
            watch(play, person.id, frail, to=to, due=Seconds(frail.since + day * DAY))
        case Doomed(dies_day=day):
            gain(play, person.id, Condition(State.DOOMED, timer.due), to=to)
            due = Seconds(frail.since + day * DAY)
            what, id = f"{person.name} dies for want of care", TimerId(f"{State.DOOMED}-{person.id}")
            play.set_timer(Timer(id, Lapse.DOOM, what, timer.due, due, (REFEREE,), person.id, about=State.DOOMED))


def _sinks(play: Play, timer: Timer) -> None:
    if timer.person is not None and play.now.people[timer.person].is_in(State.DOOMED):
        die(play, timer.person, "want of care", to=around(play, timer.person))


def _may_treat(known: Campaign, seat: SeatId, act: TreatFrailty) -> Iterable[Reason]:
    yield from occupied(known, seat, act.who, Activity.FIRST_AID)
    apart = tuple(together(known, act.who, act.patient))
    yield from apart
    healer = known.people.get(act.who)
    if apart or healer is None:
        return
    yield from at_work(known, act.patient)
    patient, rule = known.people[act.patient], treatment.id
    given = treating(known, healer, patient)
    if not given.target_frail:
        yield Reason("not_frail", f"{patient.name} is not Frail.", rule)
    if given.heal < HEALER_HEAL:
        yield Reason("no_skill", f"{healer.name} does not know enough of healing.", rule)
    if not given.has_kit:
        yield Reason("no_kit", f"{healer.name} has no healer's kit.", rule)
    if given.doomed and not known.house.applied(treatment, given).care_saves_doomed:
        yield Reason("doomed", f"Nothing helps {patient.name} any more.", rule)
    if given.tried_before:
        yield Reason("tried_before", f"{healer.name} has tried already.", rule)


def _may_rest(known: Campaign, seat: SeatId, act: BedRest) -> Iterable[Reason]:
    yield from referee_only(seat)
    apart = tuple(together(known, act.who, act.patient))
    yield from apart
    nurse, rule = known.people.get(act.who), bed_rest.id
    if apart or nurse is None:
        return
    if not known.people[act.patient].is_in(State.FRAIL):
        yield Reason("not_frail", f"{known.people[act.patient].name} is not Frail.", rule)
    if bridge.skill(nurse, Skill.HEAL) < NURSE_HEAL:
        yield Reason("no_skill", f"{nurse.name} does not know enough of healing.", rule)
    if known.has(nurse.id, KIT) is None:
        yield Reason("no_kit", f"{nurse.name} has no healer's kit.", rule)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for patient in known.people.values():
        group = known.group_of(patient.id)
        if not patient.is_in(State.FRAIL) or group is None:
            continue
        for healer in known.those_in(group.id):
            act = TreatFrailty(healer.id, patient.id)
            refused = tuple(_may_treat(known, seat, act))
            if not any(reason.code in ("not_here", "not_yours", "not_able", "self", "no_skill") for reason in refused):
                given = treating(known, healer, patient)
                label = f"{healer.name}: cure {patient.name}'s Frailty"
                yield Offer(act, label, healer.id, HOUR, treatment, given, refused)
            nursing = BedRest(healer.id, patient.id)
            if group.in_town and not any(_may_rest(known, seat, nursing)):
                label = f"{healer.name}: nurse {patient.name} for {nursing.days} days"
                yield Offer(nursing, label, healer.id, Seconds(nursing.days * DAY))


def _kept_bed(now: Campaign, it: KeptBed) -> str:
    return f"{name_of(now, it.who)} keeps to bed for {counted(it.days, 'day')}, nursed by {name_of(now, it.nurse)}."


ROOM = Room(
    arms={KeptBed: unchanged},
    words={KeptBed: _kept_bed},
    steps={TreatFrailty: _treat, BedRest: _rest_in_bed},
    refusals={TreatFrailty: _may_treat, BedRest: _may_rest},
    offers=_offers,
    lapses={Lapse.TREATMENT: _treated, Lapse.FRAIL: _neglected, Lapse.DOOM: _sinks},
)
