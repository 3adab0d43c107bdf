"""Diseases: caught in secret, breaking out days later, and recurring until they are cured."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign import poisons
from undercroft.books.sovereign.saves import SaveKind
from undercroft.kernel.units import DAY, SeatId, Seconds
from undercroft.table import bridge
from undercroft.table.body.condition import ConditionMarked, gain, lose, time_of
from undercroft.table.body.wounds import DISEASE
from undercroft.table.engine.about import About, Slot
from undercroft.table.engine.audience import SECRET, around
from undercroft.table.engine.event import SecretEvent
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.plain_dice import amount
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.spare_time import take
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import Lapse, Timer
from undercroft.table.state.health import Illness
from undercroft.table.state.ids import PersonId, TimerId
from undercroft.table.state.people import Condition, Person, State
from undercroft.table.state.seats import REFEREE
from undercroft.table.treatment.toxins import ToxinCommand, against, neutralised, nurses, sicken, treatment_time

_TRIED = "tried_on_day"


class Infect(Command, frozen=True, tag="infect"):
    """Expose a person to a disease, in secret."""

    who: PersonId
    illness: Illness
    ABOUT = About(title="Give a disease")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.who not in known.people or not known.people[self.who].alive:
            yield Reason("no_person", "There is no such living person.")
        elif self.who in known.illnesses:
            yield Reason("ill_already", f"{known.people[self.who].name} already has a disease.")

    def do(self, play: Play) -> None:
        infect(play, self.who, self.illness)


class TreatDisease(ToxinCommand, frozen=True, tag="treat_disease"):
    """Treat a person's disease, once a day."""

    ABOUT = About(title="Treat a disease", slot=Slot.TEND)

    def no_use(self, known: Campaign, patient: Person, /) -> Iterable[Reason]:
        ill = patient.condition(State.DISEASED)
        if ill is None:
            yield Reason("not_ill", f"{patient.name} is not ill.")
        elif ill.marks.get(_TRIED) == known.now_of(self.patient) // DAY:
            yield Reason("tried_today", f"{patient.name} has already been treated today.", poisons.counteract.id)

    def do(self, play: Play) -> None:
        medic, patient = play.now.people[self.who], play.now.people[self.patient]
        to, ill = around(self.who), patient.condition(State.DISEASED)
        if ill is not None:
            marks = {**ill.marks, _TRIED: time_of(play, self.who) // DAY}
            play.tell(ConditionMarked(self.patient, replace(ill, marks=marks)), to=to)
        if neutralised(play, medic, remedy(play.now, medic, patient), to):
            cure(play, self.patient)
        take(play, self.who, Activity.FIRST_AID, f"treated {patient.name}", treatment_time(play.now, self.who))


class Caught(SecretEvent, frozen=True, tag="table.disease-caught"):
    """A person caught a disease, or was cured of it."""

    who: PersonId
    illness: Illness | None

    def fold(self, campaign: Campaign) -> Campaign:
        others = {who: illness for who, illness in campaign.illnesses.items() if who != self.who}
        return replace(campaign, illnesses=others if self.illness is None else {**others, self.who: self.illness})

    def say(self, now: Campaign) -> str:
        name = name_of(now, self.who)
        return f"{name} {'is rid of the disease' if self.illness is None else f'has caught {self.illness.name}'}."


def infect(play: Play, who: PersonId, illness: Illness) -> None:
    """Expose a person to a disease; if they catch it, it breaks out days later."""
    person = play.now.people[who]
    days = amount(play, illness.onset_days, f"{illness.name}, days until it shows", to=SECRET)
    given = poisons.Infection(bridge.save_target(person, SaveKind.PHYSICAL), illness.potency, days)
    outcome = play.settle(poisons.disease_onset, given)
    if person.alive and isinstance(outcome, poisons.Infected):
        play.tell(Caught(who, illness))
        _breaks_out_in(play, who, illness, outcome.harm_in_s)


def _breaks_out_in(play: Play, who: PersonId, illness: Illness, seconds: Seconds) -> None:
    now = time_of(play, who)
    what = f"{illness.name} breaks out in {play.now.people[who].name}"
    due = Seconds(now + seconds)
    play.set_timer(Timer(_id(who), Lapse.DISEASE, what, now, due, (REFEREE,), who, about=State.DISEASED))


def _id(who: PersonId) -> TimerId:
    return TimerId(f"disease-{who}")


def _breaks_out(play: Play, timer: Timer) -> None:
    """Show a disease's symptoms, do its harm, and set the timer for its return."""
    who = timer.person
    illness = play.now.illnesses.get(who) if who is not None else None
    if who is None or illness is None or not play.now.people[who].alive:
        return
    to = around(who)
    if not play.now.people[who].is_in(State.DISEASED):
        gain(play, who, Condition(State.DISEASED, time_of(play, who), illness.symptoms), to=to)
    sicken(play, who, illness.damage_dice, illness.strain, illness.penalty, cause=DISEASE, to=to)
    if illness.every_days is not None and play.now.people[who].alive:
        _breaks_out_in(play, who, illness, Seconds(illness.every_days * DAY))


def cure(play: Play, who: PersonId) -> None:
    """Cure a person's disease; the harm done remains."""
    timer = play.now.timers.get(_id(who))
    if timer is not None:
        play.drop_timer(timer)
    if who in play.now.illnesses:
        play.tell(Caught(who, None))
    lose(play, who, State.DISEASED, to=around(who))


def remedy(known: Campaign, medic: Person, patient: Person) -> poisons.Antidote | None:
    """The input for treating a person, for a seat that knows the disease."""
    illness = known.illnesses.get(patient.id)
    return None if illness is None else against(known, medic, illness.dc)


def _offers(known: Campaign, _: SeatId) -> Iterable[Offer]:
    for medic, patient in nurses(known, State.DISEASED):
        act, what = TreatDisease(medic.id, patient.id), f"{patient.name}'s disease"
        given = remedy(known, medic, patient)
        takes = treatment_time(known, medic.id)
        yield Offer(act, "treat", what, medic.name, medic.id, seconds=takes, rule=poisons.counteract, given=given)


PART = Part(commands=(Infect, TreatDisease), events=(Caught,), offers=_offers, on_due={Lapse.DISEASE: _breaks_out})
