"""Frailty: its cure by an hour of treatment or a week of bed rest, and its course without care."""

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
from undercroft.kernel.units import DAY, HOUR, RuleId, SeatId, Seconds
from undercroft.table import bridge
from undercroft.table.body.condition import ConditionMarked, die, gain, lose, time_of, timer_id, watch
from undercroft.table.body.dying import HEALING
from undercroft.table.body.wounds import KIT, not_together
from undercroft.table.engine.about import About, Section, Slot
from undercroft.table.engine.audience import Audience, around
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.jobs import at_work, begin_job, end_job
from undercroft.table.exploration.spare_time import did, occupied, take
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import Hand, Job, Lapse, Timer
from undercroft.table.state.ids import PersonId, TimerId
from undercroft.table.state.people import Condition, Person, State
from undercroft.table.state.seats import REFEREE
from undercroft.table.treatment.healing import days_of_rest
from undercroft.table.treatment.toxins import nurses

_TRIED, _CARED_FOR = "tried-", "cared_for_until"
_IN_BED, _IN_BED_UNTIL = "days_in_bed", "in_bed_until"


class TreatFrailty(Command, frozen=True, tag="treat_frailty"):
    """Treat a Frail person for an hour."""

    who: PersonId
    patient: PersonId
    ABOUT = About(title="Treat a Frail person", icon="heart", also=Section.BED | Section.CARE, rank=180, slot=Slot.TEND)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from occupied(known, seat, self.who, Activity.FIRST_AID)
        apart = tuple(not_together(known, self.who, self.patient))
        yield from apart
        healer = known.people.get(self.who)
        if apart or healer is None:
            return
        yield from at_work(known, self.patient)
        patient, rule = known.people[self.patient], treatment.id
        given = treating(known, healer, patient)
        yield from _cannot_nurse(known, healer, patient, HEALER_HEAL, rule)
        if given.doomed and not known.house.applied(treatment, given).care_saves_doomed:
            yield Reason("doomed", f"Nothing can help {patient.name} any more.", rule)
        if given.tried_before:
            yield Reason("tried_before", f"{healer.name} has tried already.", rule)

    def do(self, play: Play) -> None:
        """Begin an hour of treatment, in which healer and patient do nothing else."""
        to, patient = around(self.who), play.now.people[self.patient]
        job = Job(
            TimerId(f"treatment-{self.who}"),
            f"treating {patient.name}",
            time_of(play, self.who),
            (Hand(self.who), Hand(self.patient)),
            about=self.patient,
        )
        begin_job(play, job, Lapse.TREATMENT, HOUR, to=to)
        did(play, self.patient, Activity.REST, job.what)
        take(play, self.who, Activity.FIRST_AID, job.what, HOUR)


class BedRest(Command, frozen=True, tag="bed_rest"):
    """Keep a Frail person in bed for some days, with a nurse."""

    who: PersonId
    patient: PersonId
    days: Annotated[int, Meta(ge=1, le=365)] = 7
    ABOUT = About(title="Keep a patient in bed", also=Section.CARE)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        apart = tuple(not_together(known, self.who, self.patient))
        yield from apart
        nurse = known.people.get(self.who)
        if not apart and nurse is not None:
            yield from _cannot_nurse(known, nurse, known.people[self.patient], NURSE_HEAL, bed_rest.id)

    def do(self, play: Play) -> None:
        """Let the days pass, which heal others too; the patient makes no save for lack of care in them.

        Days in bed just before these count as well: only time out of bed breaks the week.
        """
        to, group = around(self.who), play.now.group_of(self.who)
        frail = play.now.people[self.patient].condition(State.FRAIL)
        if group is None or frail is None:
            return
        begins = time_of(play, self.who)
        planned = Seconds(begins + self.days * DAY)
        play.tell(ConditionMarked(self.patient, replace(frail, marks={**frail.marks, _CARED_FOR: planned})), to=to)
        days = days_of_rest(play, group.id, self.days)
        play.tell(KeptBed(self.patient, self.who, days), to=to)
        in_bed = days + (frail.marks.get(_IN_BED, 0) if frail.marks.get(_IN_BED_UNTIL) == begins else 0)
        _count_days(play, self.patient, in_bed, planned, to)
        nurse, patient = play.now.people[self.who], play.now.people[self.patient]
        given = Nursing(
            days_in_bed=in_bed,
            attendant_heal=bridge.skill(nurse, Skill.HEAL),
            attendant_kit=play.now.has(nurse.id, KIT) is not None,
            doomed=patient.is_in(State.DOOMED),
        )
        if patient.is_in(State.FRAIL) and isinstance(play.settle(bed_rest, given, to=to, whole=True), Nursed):
            cure_frailty(play, patient.id, to)


def _count_days(play: Play, who: PersonId, in_bed: int, planned: Seconds, to: Audience) -> None:
    """Note the days in bed and when they ended; if that was early, the lack of care counts from there."""
    frail, now = play.now.people[who].condition(State.FRAIL), play.now.now_of(who)
    if frail is None:
        return
    marks = {**frail.marks, _IN_BED: in_bed, _IN_BED_UNTIL: now, _CARED_FOR: min(planned, now)}
    kept = replace(frail, marks=marks)
    play.tell(ConditionMarked(who, kept), to=to)
    neglect = play.now.timers.get(timer_id(State.FRAIL, who))
    if now < planned and neglect is not None and neglect.due == planned + 1:
        watch(play, who, kept, to=to, due=Seconds(now + 1), lapse=Lapse.FRAIL)


class KeptBed(Event, frozen=True, tag="table.kept-bed"):
    """A person kept to bed for some days, with a nurse."""

    who: PersonId
    nurse: PersonId
    days: int

    def say(self, now: Campaign) -> str:
        days, nurse = counted(self.days, "day"), name_of(now, self.nurse)
        return f"{name_of(now, self.who)} rests in bed for {days}, nursed by {nurse}."


def _cannot_nurse(known: Campaign, nurse: Person, patient: Person, least: int, rule: RuleId) -> Iterable[Reason]:
    """The reasons a person cannot care for a Frail patient, which takes a kit and that much skill."""
    if not patient.is_in(State.FRAIL):
        yield Reason("not_frail", f"{patient.name} is not Frail.", rule)
    if bridge.skill(nurse, Skill.HEAL) < least:
        yield Reason("no_skill", f"{nurse.name} does not know enough about healing.", rule)
    if known.has(nurse.id, KIT) is None:
        yield Reason("no_kit", f"{nurse.name} has no healer's kit.", rule)


def treating(known: Campaign, healer: Person, patient: Person) -> Treating:
    """The input for treating a Frail person."""
    frail = patient.condition(State.FRAIL)
    return Treating(
        heal=bridge.skill(healer, Skill.HEAL),
        attr_mod=max(bridge.modifier(healer, attribute) for attribute in HEALING),
        has_kit=known.has(healer.id, KIT) is not None,
        tried_before=frail is not None and bool(frail.marks.get(_TRIED + healer.id)),
        target_frail=frail is not None,
        doomed=patient.is_in(State.DOOMED),
    )


def _treated(play: Play, timer: Timer) -> None:
    job = play.now.jobs.get(timer.id)
    if job is None or timer.person is None:
        return
    to = around(timer.person)
    end_job(play, job, done=True, to=to)
    healer, patient = play.now.people[timer.person], play.now.people[PersonId(timer.about)]
    frail = patient.condition(State.FRAIL)
    if frail is None or not healer.able or not patient.alive:
        return
    outcome = play.settle(
        treatment, treating(play.now, healer, patient), by=healer.seat, who=healer.id, to=to, whole=True
    )
    if isinstance(outcome, Cured):
        cure_frailty(play, patient.id, to)
    else:
        marks = {**frail.marks, _TRIED + healer.id: 1}
        play.tell(ConditionMarked(patient.id, replace(frail, marks=marks)), to=to)


def cure_frailty(play: Play, who: PersonId, to: Audience) -> None:
    """End a person's frailty, and their doom where the house rules let care save the doomed."""
    for state in (State.FRAIL, State.DOOMED):
        lose(play, who, state, to=to)


def _neglected(play: Play, timer: Timer) -> None:
    """After a week without care a person recovers within a month, or is doomed to die on a secret day."""
    if timer.person is None:
        return
    person, to = play.now.people[timer.person], around(timer.person)
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
            what, id = f"{person.name} dies without care", TimerId(f"{State.DOOMED}-{person.id}")
            play.set_timer(Timer(id, Lapse.DOOM, what, timer.due, due, (REFEREE,), person.id, about=State.DOOMED))


def _sinks(play: Play, timer: Timer) -> None:
    if timer.person is not None and play.now.people[timer.person].is_in(State.DOOMED):
        die(play, timer.person, "want of care", to=around(timer.person))


def _offers(known: Campaign, _: SeatId) -> Iterable[Offer]:
    for healer, patient in nurses(known, State.FRAIL):
        who, name = healer.id, healer.name
        act, given = TreatFrailty(who, patient.id), treating(known, healer, patient)
        if given.heal >= HEALER_HEAL:
            yield Offer(act, "cure", f"{patient.name}'s Frailty", name, who, seconds=HOUR, rule=treatment, given=given)
        nursing, group = BedRest(who, patient.id), known.group_of(who)
        if group is not None and group.in_town:
            days, takes = f" for {nursing.days} days", Seconds(nursing.days * DAY)
            yield Offer(nursing, "nurse", patient.name, name, who, detail=days, seconds=takes, open_only=True)


PART = Part(
    commands=(TreatFrailty, BedRest),
    events=(KeptBed,),
    offers=_offers,
    on_due={Lapse.TREATMENT: _treated, Lapse.FRAIL: _neglected, Lapse.DOOM: _sinks},
)
