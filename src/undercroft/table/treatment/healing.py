"""Healing: first aid with a kit, a night's rest, and days of rest in a settlement."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from undercroft.books.delving.body import SHORT_REST_ROUNDS, ShortRest, rest_short
from undercroft.books.delving.fights import condition_exhausted
from undercroft.books.delving.units import DELVE_ROUND
from undercroft.books.neverwhere.recovery import MINUTES_A_POINT, rest_recovery
from undercroft.books.sovereign.frail import Event as FrailEvent
from undercroft.books.sovereign.frail import Frailty, NoHpGain, frail_condition
from undercroft.books.sovereign.healing import Aid, Patched, first_aid
from undercroft.books.sovereign.strain import NIGHT_HOURS, Night, overstrains
from undercroft.books.sovereign.units import TURN, Attribute, Skill
from undercroft.kernel.script import Script
from undercroft.kernel.units import DAY, MINUTE, SeatId, Seconds
from undercroft.table import bridge
from undercroft.table.body import fatigue
from undercroft.table.body.condition import StrainChanged, set_hp
from undercroft.table.body.privation import NOT_AT_HOME, at_home
from undercroft.table.body.wounds import KIT, not_together
from undercroft.table.engine.about import About, Section, Slot
from undercroft.table.engine.answers import RuleToSettle
from undercroft.table.engine.audience import around, group_audience
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.permission import acting_for
from undercroft.table.engine.play import Play
from undercroft.table.exploration.clocks import clock_of, step_of
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.spare_time import occupied, take
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import Fatigue
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.people import Person, State
from undercroft.table.state.scenes import RESTED
from undercroft.table.treatment.nights import sleep


class FirstAid(Command, frozen=True, tag="first_aid"):
    """Give first aid to others, once for each time you name them."""

    who: PersonId
    patients: Annotated[tuple[PersonId, ...], Meta(min_length=1, max_length=100)]
    ABOUT = About(title="Give first aid", icon="heart", also=Section.BED | Section.CARE, rank=160, slot=Slot.TEND)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from occupied(known, seat, self.who, Activity.FIRST_AID)
        if self.who in known.people and known.has(self.who, KIT) is None:
            yield Reason("no_kit", f"{known.people[self.who].name} has no healer's kit.", first_aid.id)
        for patient in dict.fromkeys(self.patients):
            apart = tuple(not_together(known, self.who, patient))
            yield from apart or _no_help(known.people[patient])

    def do(self, play: Play) -> None:
        """Treat the patients one after the other, all in a single activity."""
        medic, to = play.now.people[self.who], around(self.who)
        for id in self.patients:
            patient = play.now.people[id]
            given, cause = aid(play.now, medic, patient), f"for {patient.name}"
            (outcome,) = play.settle_each([RuleToSettle(first_aid, given, medic.seat, to, True, medic.id, cause=cause)])
            if isinstance(outcome, Patched):
                if outcome.hp != patient.hp:
                    set_hp(play, id, outcome.hp, "first aid", to=to)
                play.tell(StrainChanged(id, outcome.strain), to=to)
        take(play, self.who, Activity.FIRST_AID, "gave first aid", aid_time(play.now, self.who, len(self.patients)))


class Rest(Command, frozen=True, tag="rest"):
    """Rest to restore fatigue points."""

    who: PersonId
    ABOUT = About(title="Rest and recover", icon="heart", rank=190, anywhere=True, slot=Slot.REST)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from occupied(known, seat, self.who, Activity.REST)
        person = known.people.get(self.who)
        if person is not None and person.fp >= fatigue.restorable(known, self.who):
            yield Reason("not_tired", f"{person.name} is not tired.", rest_recovery.id)
        clock = clock_of(known.group_of(self.who))
        by_delving = known.house.fatigue is Fatigue.DELVING
        if clock is not None and (by_delving or clock.step < MINUTES_A_POINT * MINUTE):
            rule = rest_short.id if by_delving else rest_recovery.id
            yield Reason("too_short", f"A {clock.called} is too short a rest.", rule)
        if by_delving and person is not None and person.is_in(State.EXHAUSTED):
            yield Reason("exhausted", f"An hour of rest does nothing for {person.name}.", condition_exhausted.id)

    def do(self, play: Play) -> None:
        """Rest for an hour by Delving, else for a turn or round of the clock, or ten minutes without a clock."""
        if play.now.house.fatigue is Fatigue.DELVING:
            _short_rest(play, self.who)
            return
        seconds = rest_time(play.now, self.who)
        fatigue.rest(play, self.who, seconds // MINUTE, to=around(self.who))
        take(play, self.who, Activity.REST, RESTED, seconds)


def rest_time(known: Campaign, who: PersonId) -> Seconds:
    """How long a rest takes: an hour by Delving, else a turn or round of the site, elsewhere a turn."""
    if known.house.fatigue is Fatigue.DELVING:
        return Seconds(SHORT_REST_ROUNDS * DELVE_ROUND)
    return step_of(known, who) or TURN


def aid_time(known: Campaign, who: PersonId, times: int = 1) -> Seconds:
    """How long first aid takes: a turn or round of the site, elsewhere a minute each time and at most a turn."""
    return step_of(known, who) or Seconds(min(TURN, times * MINUTE))


def aid(known: Campaign, medic: Person, patient: Person) -> Aid:
    """The input for first aid."""
    return Aid(
        heal=bridge.skill(medic, Skill.HEAL),
        has_kit=known.has(medic.id, KIT) is not None,
        hp=patient.hp,
        hp_max=patient.hp_max,
        strain=patient.strain,
        strain_max=bridge.strain_max(patient),
        on_self=medic.id == patient.id,
        target_mortal=patient.is_in(State.MORTALLY_INJURED),
    )


def _short_rest(play: Play, who: PersonId) -> None:
    """Rest for ten rounds by Delving; an interrupted rest restores points for each full round."""
    person, group = play.now.people[who], play.now.group_of(who)
    spent = play.spend(group.id, rest_time(play.now, who)) if group is not None else Seconds(0)
    given = ShortRest(
        fp=max(0, person.fp),
        fp_max=bridge.fatigue_max(person, Fatigue.DELVING),
        con=bridge.modifier(person, Attribute.CON),
        completed_rounds=spent // DELVE_ROUND,
        exhausted=person.is_in(State.EXHAUSTED),
    )
    to = around(who)
    outcome = play.settle(rest_short, given, by=person.seat, who=person.id, to=to, whole=True)
    fatigue.set_fp(play, who, outcome.fp, cause="rest", to=to)


def _no_help(patient: Person) -> Iterable[Reason]:
    """The reason first aid does nothing for a patient."""
    if patient.is_in(State.MORTALLY_INJURED):
        yield Reason("dying", f"{patient.name} must be stabilised.", first_aid.id)
    elif patient.hp >= patient.hp_max:
        yield Reason("unhurt", f"{patient.name} is not hurt.", first_aid.id)
    elif overstrains(patient.strain, bridge.strain_max(patient), 1):
        yield Reason("too_much_strain", f"{patient.name} cannot bear more strain.", first_aid.id)


def why_no_first_aid(known: Campaign, healers: Sequence[PersonId]) -> str:
    """Why none of these people gives first aid to a hurt companion: nobody of them has a kit, or only they are hurt."""
    group = known.group_of(healers[0]) if healers else None
    there = known.those_in(group.id) if group is not None else ()
    hurt = [person for person in there if person.alive and person.hp < person.hp_max]
    if not hurt:
        return ""
    name = known.people[healers[0]].name
    if not any(known.has(who, KIT) is not None for who in healers):
        return f"{name} has no healer's kit." if len(healers) == 1 else "Nobody has a healer's kit."
    alone = [person.id for person in hurt] == [*healers]
    return f"{name} is hurt: another person must give first aid." if alone else ""


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in acting_for(known, seat):
        medic, group = known.people[who], known.group_of(who)
        if known.house.fatigue is not Fatigue.NONE:
            takes = rest_time(known, who)
            yield Offer(Rest(who), "rest", "to regain fatigue", medic.name, who, seconds=takes, open_only=True)
        if group is None or known.has(who, KIT) is None or any(occupied(known, seat, who, Activity.OTHER)):
            continue
        for patient in known.those_in(group.id):
            if patient.alive and patient.hp < patient.hp_max and not patient.is_in(State.MORTALLY_INJURED):
                act, what, given = FirstAid(who, (patient.id,)), f"for {patient.name}", aid(known, medic, patient)
                takes = aid_time(known, who)
                yield Offer(act, "first aid", what, medic.name, who, seconds=takes, rule=first_aid, given=given)


PART = Part(commands=(FirstAid, Rest), offers=_offers)


A_NIGHT = Frailty(FrailEvent.NIGHT_REST)


def days_of_rest(play: Play, group: GroupId, days: int) -> int:
    """Let days of rest pass, with a night's healing each, until an interruption; return the whole days that passed."""
    left = days
    while left:
        some = 1 if _day_by_day(play.now, group, left) else left
        if at_home(play, group, Seconds(some * DAY)) < some * DAY:
            break
        left -= some
        for person in play.now.those_in(group):
            if needs_rest(play.now, person):
                night = Night(strain=person.strain, hours_uninterrupted=Fraction(NIGHT_HOURS))
                sleep(play, person.id, night, to=group_audience(group))
    return days - left


def _day_by_day(campaign: Campaign, group: GroupId, days: int) -> bool:
    """Whether each day of rest must be taken by itself: a night restores something, or a timer runs out on the way."""
    resting, whose = campaign.groups[group], {None, *campaign.groups[group].members}
    timers = (timer for timer in campaign.timers.values() if timer.person in whose and timer.lapse not in NOT_AT_HOME)
    on_the_way = any(timer.due <= resting.time + days * DAY for timer in timers)
    return on_the_way or any(needs_rest(campaign, person) for person in campaign.those_in(group))


def needs_rest(campaign: Campaign, person: Person) -> bool:
    """Whether a night's rest would restore anything for a person."""
    in_vain = person.is_in(State.FRAIL) and isinstance(frail_condition(Script(), A_NIGHT), NoHpGain)
    hurt = person.hp < person.hp_max and not in_vain
    weary = person.fp < bridge.fatigue_max(person, campaign.house.fatigue) or person.is_in(State.EXHAUSTED)
    return person.alive and (bool(person.strain) or hurt or weary)
