"""Healing: first aid with a kit, a night's rest, and days of rest in a settlement."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.delving.body import SHORT_REST_ROUNDS, LongRest, LongRestRefused, ShortRest, rest_long, rest_short
from undercroft.books.delving.fights import condition_exhausted
from undercroft.books.delving.units import DELVE_ROUND
from undercroft.books.neverwhere.recovery import MINUTES_A_POINT, rest_recovery
from undercroft.books.sovereign.frail import Event as FrailEvent
from undercroft.books.sovereign.frail import Frailty, NoHpGain, frail_condition
from undercroft.books.sovereign.healing import Aid, Patched, Sleeping, first_aid, natural_healing
from undercroft.books.sovereign.strain import NIGHT_HOURS, Night, overstrains, strain_recover
from undercroft.books.sovereign.units import TURN, Attribute, Skill
from undercroft.books.violence.checks import Night as SafeNight
from undercroft.books.violence.checks import rest
from undercroft.kernel.script import Script
from undercroft.kernel.units import DAY, HOUR, MINUTE, SeatId, Seconds
from undercroft.table import bridge
from undercroft.table.body import fatigue, privation
from undercroft.table.body.condition import HpChanged, StrainChanged, lose
from undercroft.table.body.needs import goes_hungry
from undercroft.table.body.privation import at_home
from undercroft.table.body.wounds import KIT, not_together
from undercroft.table.engine.about import About, Section, Slot
from undercroft.table.engine.audience import Audience, around, group_audience
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.permission import NO_GROUP
from undercroft.table.engine.play import Play
from undercroft.table.exploration.clocks import clock_of, step_of
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.turns import occupied, take
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import Dying, Fatigue
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.people import Person, State
from undercroft.table.state.scenes import RESTED
from undercroft.table.world.missed_time import miss


class FirstAid(Command, frozen=True, tag="first_aid"):
    """Give first aid to others, once for each time they are named."""

    who: PersonId
    patients: Annotated[tuple[PersonId, ...], Meta(min_length=1, max_length=100)]
    ABOUT = About(icon="heart", also=Section.BED | Section.CARE, rank=160, slot=Slot.TEND)

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
            outcome = play.settle(
                first_aid, aid(play.now, medic, patient), by=medic.seat, who=medic.id, to=to, whole=True
            )
            if isinstance(outcome, Patched):
                if outcome.hp != patient.hp:
                    play.tell(HpChanged(id, outcome.hp, "first aid"), to=to)
                play.tell(StrainChanged(id, outcome.strain), to=to)
        take(play, self.who, Activity.FIRST_AID, "gave first aid", MINUTE)


class Rest(Command, frozen=True, tag="rest"):
    """Rest to restore fatigue points."""

    who: PersonId
    ABOUT = About(icon="heart", rank=190, anywhere=True, slot=Slot.REST)

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
            yield Reason("exhausted", f"An hour does nothing for {person.name}.", condition_exhausted.id)

    def do(self, play: Play) -> None:
        """Rest for an hour by Delving, else for a turn or round of the clock, or ten minutes without a clock."""
        if play.now.house.fatigue is Fatigue.DELVING:
            _short_rest(play, self.who)
            return
        seconds = step_of(play.now, self.who) or TURN
        fatigue.rest(play, self.who, seconds // MINUTE, to=around(self.who))
        take(play, self.who, Activity.REST, RESTED, seconds)


class RestNight(Command, frozen=True, tag="rest_night"):
    """Let a group sleep for a night. Unless `fed` is given, they are fed if they have food, or do not need it."""

    group: GroupId
    hours: Annotated[int, Meta(ge=1, le=24)] = NIGHT_HOURS
    warm: bool = True
    fed: bool | None = None
    comfortable: bool = True

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.group not in known.groups:
            yield NO_GROUP

    def do(self, play: Play) -> None:
        """Let the night pass; an interruption ends the sleep. A night in a site counts as missed time."""
        to = group_audience(self.group)
        fed = _fed(play, self)
        for person in play.now.those_in(self.group):
            lose(play, person.id, State.ASLEEP, to=to)
            privation.to_bed(play, person.id)
        slept = play.spend(self.group, Seconds(self.hours * HOUR))
        miss(play, self.group, slept)
        for person in play.now.those_in(self.group):
            if person.alive:
                night = Night(
                    strain=person.strain,
                    hours_uninterrupted=Fraction(slept, HOUR),
                    warm=self.warm,
                    fed=fed[person.id],
                    comfortable=self.comfortable,
                )
                sleep(play, person.id, night, to=to)


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
    spent = play.spend(group.id, Seconds(SHORT_REST_ROUNDS * DELVE_ROUND)) if group is not None else Seconds(0)
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


def _fed(play: Play, night: RestNight) -> Mapping[PersonId, bool]:
    """Whether each person goes to sleep fed: as given, or by what there is to eat and drink."""
    alive = tuple(person.id for person in play.now.those_in(night.group) if person.alive)
    if night.fed is not None:
        return dict.fromkeys(alive, night.fed)
    return {who: privation.supper(play, who, to=group_audience(night.group)) for who in alive}


def sleep(play: Play, who: PersonId, night: Night, *, to: Audience) -> None:
    """Restore a person's strain, hit points, fatigue and lost sleep after a night; hungry people count as not fed."""
    person = play.now.people[who]
    night = replace(night, fed=night.fed and not goes_hungry(play.now, who))
    strain = play.settle(strain_recover, night, to=to, whole=True).strain
    if strain != person.strain:
        play.tell(StrainChanged(who, strain), to=to)
    hp = _mended(play, person, night, to)
    if hp != person.hp:
        play.tell(HpChanged(who, hp, "a night's rest"), to=to)
    _refreshed(play, who, night, to)
    privation.slept(play, who, night.hours_uninterrupted)


def _mended(play: Play, person: Person, night: Night, to: Audience) -> int:
    """Hit points in the morning: by level, or by a die where dying goes by Violence."""
    good = night.hours_uninterrupted >= NIGHT_HOURS
    if play.now.house.dying is Dying.VIOLENCE:
        safe = good and night.fed and night.comfortable and 0 < person.hp < person.hp_max
        given = SafeNight(person.hp, person.hp_max)
        return play.settle(rest, given, by=person.seat, who=person.id, to=to, whole=True).health if safe else person.hp
    asleep = Sleeping(
        person.hp,
        person.hp_max,
        Fraction(person.sheet.level),
        frail=person.is_in(State.FRAIL),
        good_rest=good,
        warm=night.warm,
        fed=night.fed,
        comfortable=night.comfortable,
    )
    return play.settle(natural_healing, asleep, to=to, whole=True).hp


def _refreshed(play: Play, who: PersonId, night: Night, to: Audience) -> None:
    """Restore fatigue points after a night, by the book the house rules name."""
    if play.now.house.fatigue is not Fatigue.DELVING:
        fatigue.rest(play, who, int(night.hours_uninterrupted * HOUR) // MINUTE, to=to)
        return
    person = play.now.people[who]
    given = LongRest(
        hours=night.hours_uninterrupted,
        ration=night.fed,
        con=bridge.modifier(person, Attribute.CON),
        fp_max=bridge.fatigue_max(person, Fatigue.DELVING),
        exhausted=person.is_in(State.EXHAUSTED),
    )
    outcome = play.settle(rest_long, given, by=person.seat, who=person.id, to=to, whole=True)
    if isinstance(outcome, LongRestRefused):
        return
    fatigue.set_fp(play, who, outcome.fp, cause="rest", to=to)
    if not outcome.exhausted:
        lose(play, who, State.EXHAUSTED, to=to)


def _no_help(patient: Person) -> Iterable[Reason]:
    """The reason first aid does nothing for a patient."""
    if patient.is_in(State.MORTALLY_INJURED):
        yield Reason("dying", f"{patient.name} must be stabilised.", first_aid.id)
    elif patient.hp >= patient.hp_max:
        yield Reason("unhurt", f"{patient.name} is not hurt.", first_aid.id)
    elif overstrains(patient.strain, bridge.strain_max(patient), 1):
        yield Reason("too_much_strain", f"{patient.name} cannot bear more strain.", first_aid.id)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        medic, group = known.people[who], known.group_of(who)
        if known.house.fatigue is not Fatigue.NONE:
            yield Offer(Rest(who), "get", "strength back", medic.name, who, open_only=True)
        if group is None or known.has(who, KIT) is None or any(occupied(known, seat, who, Activity.OTHER)):
            continue
        for patient in known.those_in(group.id):
            if patient.alive and patient.hp < patient.hp_max and not patient.is_in(State.MORTALLY_INJURED):
                act, what, given = FirstAid(who, (patient.id,)), f"for {patient.name}", aid(known, medic, patient)
                yield Offer(act, "first aid", what, medic.name, who, seconds=TURN, rule=first_aid, given=given)


PART = Part(commands=(FirstAid, Rest, RestNight), offers=_offers)


A_NIGHT = Frailty(FrailEvent.NIGHT_REST)


def days_of_rest(play: Play, group: GroupId, days: int) -> int:
    """Let days of rest pass, with a night's healing each, until an interruption; return the whole days that passed."""
    left = days
    while left:
        some = 1 if any(needs_rest(play.now, person) for person in play.now.those_in(group)) else left
        if at_home(play, group, Seconds(some * DAY)) < some * DAY:
            break
        left -= some
        for person in play.now.those_in(group):
            if needs_rest(play.now, person):
                night = Night(strain=person.strain, hours_uninterrupted=Fraction(NIGHT_HOURS))
                sleep(play, person.id, night, to=group_audience(group))
    return days - left


def needs_rest(campaign: Campaign, person: Person) -> bool:
    """Whether a night's rest would restore anything for a person."""
    in_vain = person.is_in(State.FRAIL) and isinstance(frail_condition(Script(), A_NIGHT), NoHpGain)
    hurt = person.hp < person.hp_max and not in_vain
    weary = person.fp < bridge.fatigue_max(person, campaign.house.fatigue) or person.is_in(State.EXHAUSTED)
    return person.alive and (bool(person.strain) or hurt or weary)
