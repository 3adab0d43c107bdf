"""Diseases: caught in secret, breaking out days later, coming back until somebody treats them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from undercroft.books.sovereign.poisons import (
    Antidote,
    Infected,
    Infection,
    Neutralised,
    counteract,
    disease_onset,
)
from undercroft.books.sovereign.saves import SaveKind
from undercroft.books.sovereign.units import TURN
from undercroft.kernel.units import DAY, SeatId, Seconds
from undercroft.table import bridge
from undercroft.table.bodies import ConditionMarked, State, around, gain, lose, time_of
from undercroft.table.campaign import Campaign
from undercroft.table.illnesses import Illness
from undercroft.table.names import PersonId, TimerId
from undercroft.table.people import Condition, Person
from undercroft.table.play import Play
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.spare_time import take
from undercroft.table.remedies import against, cannot_nurse, nurses
from undercroft.table.roll import name_of
from undercroft.table.rooms import Command, Event, Offer, Reason, Room
from undercroft.table.seats import REFEREE
from undercroft.table.timers import Lapse, Timer
from undercroft.table.toxins import sicken
from undercroft.table.whose import referee_only
from undercroft.table.wounds import DISEASE, together

_TRIED = "tried_on_day"


class Infect(Command, frozen=True, tag="infect"):
    """Somebody may catch a disease, and does not know yet."""

    who: PersonId
    illness: Illness


class TreatDisease(Command, frozen=True, tag="treat_disease"):
    """Work against the disease in somebody, once a day."""

    who: PersonId
    patient: PersonId


class Caught(Event, frozen=True, tag="table.disease-caught"):
    """Somebody carries a disease, or none any more."""

    secret: ClassVar[bool] = True

    who: PersonId
    illness: Illness | None


def _caught(campaign: Campaign, event: Caught) -> Campaign:
    others = {who: illness for who, illness in campaign.illnesses.items() if who != event.who}
    return replace(campaign, illnesses=others if event.illness is None else {**others, event.who: event.illness})


def infect(play: Play, who: PersonId, illness: Illness) -> None:
    """Somebody is exposed; whether it was enough shows days later."""
    person = play.now.people[who]
    given = Infection(bridge.save_target(person, SaveKind.PHYSICAL), illness.potency, illness.onset_days)
    outcome = play.settle(disease_onset, given)
    if person.alive and isinstance(outcome, Infected):
        play.tell(Caught(who, illness))
        _breaks_out_in(play, who, illness, outcome.harm_in_s)


def _breaks_out_in(play: Play, who: PersonId, illness: Illness, seconds: Seconds) -> None:
    now = time_of(play, who)
    what = f"{play.now.people[who].name}: {illness.name}"
    due = Seconds(now + seconds)
    play.set_timer(Timer(_id(who), Lapse.DISEASE, what, now, due, (REFEREE,), who, about=State.DISEASED))


def _id(who: PersonId) -> TimerId:
    return TimerId(f"disease-{who}")


def _breaks_out(play: Play, timer: Timer) -> None:
    """Its symptoms show, its harm is done, and where it comes back, that is when."""
    who = timer.person
    illness = play.now.illnesses.get(who) if who is not None else None
    if who is None or illness is None or not play.now.people[who].alive:
        return
    to = around(play, who)
    if not play.now.people[who].is_in(State.DISEASED):
        gain(play, who, Condition(State.DISEASED, time_of(play, who), illness.symptoms), to=to)
    sicken(play, who, illness.damage_dice, illness.strain, illness.penalty, cause=DISEASE, to=to)
    if illness.every_days is not None and play.now.people[who].alive:
        _breaks_out_in(play, who, illness, Seconds(illness.every_days * DAY))


def cure(play: Play, who: PersonId) -> None:
    """Somebody is rid of their disease; harm done remains."""
    timer = play.now.timers.get(_id(who))
    if timer is not None:
        play.drop_timer(timer)
    if who in play.now.illnesses:
        play.tell(Caught(who, None))
    lose(play, who, State.DISEASED, to=around(play, who))


def remedy(known: Campaign, medic: Person, patient: Person) -> Antidote | None:
    """What it takes to treat somebody, for those who know the disease."""
    illness = known.illnesses.get(patient.id)
    return None if illness is None else against(known, medic, illness.dc)


def _infect(play: Play, act: Infect) -> None:
    infect(play, act.who, act.illness)


def _treat(play: Play, act: TreatDisease) -> None:
    medic, patient = play.now.people[act.who], play.now.people[act.patient]
    to, given = around(play, act.who), remedy(play.now, medic, patient)
    ill = patient.condition(State.DISEASED)
    if ill is not None:
        marks = {**ill.marks, _TRIED: time_of(play, act.who) // DAY}
        play.tell(ConditionMarked(act.patient, replace(ill, marks=marks)), to=to)
    if given is not None and isinstance(
        play.settle(counteract, given, by=medic.seat, who=medic.id, to=to), Neutralised
    ):
        cure(play, act.patient)
    take(play, act.who, Activity.FIRST_AID, f"treated {patient.name}", TURN)


def _may_infect(known: Campaign, seat: SeatId, act: Infect) -> Iterable[Reason]:
    yield from referee_only(seat)
    if act.who not in known.people or not known.people[act.who].alive:
        yield Reason("no_person", "Nobody alive goes by that name.")
    elif act.who in known.illnesses:
        yield Reason("ill_already", f"{known.people[act.who].name} carries a disease already.")


def _may_treat(known: Campaign, seat: SeatId, act: TreatDisease) -> Iterable[Reason]:
    yield from cannot_nurse(known, seat, act.who, act.patient)
    if any(together(known, act.who, act.patient)):
        return
    patient = known.people[act.patient]
    ill = patient.condition(State.DISEASED)
    if ill is None:
        yield Reason("not_ill", f"{patient.name} is not ill.")
    elif ill.marks.get(_TRIED) == known.now_of(act.patient) // DAY:
        yield Reason("tried_today", "Somebody has tried today.", counteract.id)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    def refused(medic: Person, patient: Person) -> Iterable[Reason]:
        return _may_treat(known, seat, TreatDisease(medic.id, patient.id))

    for medic, patient, reasons in nurses(known, State.DISEASED, refused):
        label = f"{medic.name}: treat {patient.name}'s disease"
        given = remedy(known, medic, patient)
        yield Offer(TreatDisease(medic.id, patient.id), label, medic.id, TURN, counteract, given, reasons)


def _caught_words(now: Campaign, it: Caught) -> str:
    name = name_of(now, it.who)
    return f"{name} {'is rid of it' if it.illness is None else f'has caught {it.illness.name}'}."


ROOM = Room(
    arms={Caught: _caught},
    steps={Infect: _infect, TreatDisease: _treat},
    refusals={Infect: _may_infect, TreatDisease: _may_treat},
    offers=_offers,
    lapses={Lapse.DISEASE: _breaks_out},
    words={
        Caught: _caught_words,
    },
)
