"""Healing: first aid with a kit, and what a night's rest gives back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.delving.body import SHORT_REST_ROUNDS, LongRest, LongRestRefused, ShortRest, rest_long, rest_short
from undercroft.books.delving.fights import condition_exhausted
from undercroft.books.delving.units import DELVE_ROUND
from undercroft.books.neverwhere.recovery import MINUTES_A_POINT, rest_recovery
from undercroft.books.sovereign.healing import Aid, Patched, Sleeping, first_aid, natural_healing
from undercroft.books.sovereign.strain import NIGHT_HOURS, Night, overstrains, strain_recover
from undercroft.books.sovereign.units import TURN, Attribute, Skill
from undercroft.books.violence.checks import Night as SafeNight
from undercroft.books.violence.checks import rest
from undercroft.kernel.units import HOUR, MINUTE, SeatId, Seconds
from undercroft.table import bridge, fatigue, privations
from undercroft.table.bodies import HpChanged, State, StrainChanged, around, lose
from undercroft.table.campaign import Campaign
from undercroft.table.house import Dying, Fatigue
from undercroft.table.missed import miss
from undercroft.table.names import GroupId, PersonId
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.procedures.clocks import clock_of
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.spare_time import occupied, take
from undercroft.table.rooms import Command, Offer, Reason, Room
from undercroft.table.telling import Audience
from undercroft.table.telling import group as group_audience
from undercroft.table.wants import goes_hungry
from undercroft.table.whose import referee_only
from undercroft.table.wounds import KIT, together


class FirstAid(Command, frozen=True, tag="first_aid"):
    """Patch others up, as often as each is named."""

    who: PersonId
    patients: Annotated[tuple[PersonId, ...], Meta(min_length=1, max_length=100)]


class Rest(Command, frozen=True, tag="rest"):
    """Sit down and get one's strength back."""

    who: PersonId


class RestNight(Command, frozen=True, tag="rest_night"):
    """A group sleeps, as well as it can. Unless it is said, they are fed if there is no want of food where they are."""

    group: GroupId
    hours: Annotated[int, Meta(ge=1, le=24)] = NIGHT_HOURS
    warm: bool = True
    fed: bool | None = None
    comfortable: bool = True


def aid(known: Campaign, medic: Person, patient: Person) -> Aid:
    """What first aid there is for somebody."""
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


def _first_aid(play: Play, act: FirstAid) -> None:
    """One after the other, as long as it can help; all of it is one significant thing."""
    medic, to = play.now.people[act.who], around(play, act.who)
    for one in act.patients:
        patient = play.now.people[one]
        outcome = play.settle(first_aid, aid(play.now, medic, patient), by=medic.seat, who=medic.id, to=to, whole=True)
        if isinstance(outcome, Patched):
            if outcome.hp != patient.hp:
                play.tell(HpChanged(one, outcome.hp, "first aid"), to=to)
            play.tell(StrainChanged(one, outcome.strain), to=to)
    take(play, act.who, Activity.FIRST_AID, "gave first aid", MINUTE)


def _rest(play: Play, act: Rest) -> None:
    """A turn or a round while exploring, elsewhere ten minutes; by Delving an hour."""
    group = play.now.group_of(act.who)
    clock = clock_of(group) if group is not None else None
    if play.now.house.fatigue is Fatigue.DELVING:
        _short_rest(play, act.who)
        return
    seconds = TURN if clock is None else clock.step
    fatigue.rest(play, act.who, seconds // MINUTE, to=around(play, act.who))
    take(play, act.who, Activity.REST, "rested", seconds)


def _short_rest(play: Play, who: PersonId) -> None:
    """Ten quiet rounds restore everything; what breaks them off leaves what each of them gave."""
    person, group = play.now.people[who], play.now.group_of(who)
    spent = play.spend(group.id, Seconds(SHORT_REST_ROUNDS * DELVE_ROUND)) if group is not None else Seconds(0)
    given = ShortRest(
        fp=max(0, person.fp),
        fp_max=bridge.fatigue_max(person, Fatigue.DELVING),
        con=bridge.modifier(person, Attribute.CON),
        completed_rounds=spent // DELVE_ROUND,
        exhausted=person.is_in(State.EXHAUSTED),
    )
    to = around(play, who)
    outcome = play.settle(rest_short, given, by=person.seat, who=person.id, to=to, whole=True)
    fatigue.set_fp(play, who, outcome.fp, cause="rest", to=to)


def _rest_night(play: Play, act: RestNight) -> None:
    """The night passes, and whatever breaks it off breaks the sleep; a night among dangers was nobody's turn."""
    to = group_audience(act.group)
    fed = _fed(play, act)
    for person in play.now.those_in(act.group):
        lose(play, person.id, State.ASLEEP, to=to)
        privations.to_bed(play, person.id)
    slept = play.spend(act.group, Seconds(act.hours * HOUR))
    miss(play, act.group, slept)
    for person in play.now.those_in(act.group):
        if person.alive:
            night = Night(
                strain=person.strain,
                hours_uninterrupted=Fraction(slept, HOUR),
                warm=act.warm,
                fed=fed[person.id],
                comfortable=act.comfortable,
            )
            sleep(play, person.id, night, to=to)


def _fed(play: Play, act: RestNight) -> Mapping[PersonId, bool]:
    """Who goes to sleep fed: as it is said, or by what there is to eat and drink."""
    alive = tuple(person.id for person in play.now.those_in(act.group) if person.alive)
    if act.fed is not None:
        return dict.fromkeys(alive, act.fed)
    return {who: privations.supper(play, who, to=group_audience(act.group)) for who in alive}


def sleep(play: Play, who: PersonId, night: Night, *, to: Audience) -> None:
    """What a night does for somebody: strain first, then hit points, fatigue, and lost sleep; want is not slept off."""
    person = play.now.people[who]
    night = replace(night, fed=night.fed and not goes_hungry(play.now, who))
    strain = play.settle(strain_recover, night, to=to, whole=True).strain
    if strain != person.strain:
        play.tell(StrainChanged(who, strain), to=to)
    hp = _mended(play, person, night, to)
    if hp != person.hp:
        play.tell(HpChanged(who, hp, "a night's rest"), to=to)
    _refreshed(play, who, night, to)
    privations.slept(play, who, night.hours_uninterrupted)


def _mended(play: Play, person: Person, night: Night, to: Audience) -> int:
    """Hit points in the morning: by level, or by a die where people fall and die by Violence."""
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
    """Fatigue is slept off by the book whose points are counted."""
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


def _may_aid(known: Campaign, seat: SeatId, act: FirstAid) -> Iterable[Reason]:
    yield from occupied(known, seat, act.who, Activity.FIRST_AID)
    if act.who in known.people and known.has(act.who, KIT) is None:
        yield Reason("no_kit", f"{known.people[act.who].name} has no healer's kit.", first_aid.id)
    for one in dict.fromkeys(act.patients):
        apart = tuple(together(known, act.who, one))
        yield from apart or _no_help(known.people[one])


def _no_help(patient: Person) -> Iterable[Reason]:
    """Whom first aid does nothing for."""
    if patient.is_in(State.MORTALLY_INJURED):
        yield Reason("dying", f"{patient.name} must be stabilised.", first_aid.id)
    elif patient.hp >= patient.hp_max:
        yield Reason("unhurt", f"{patient.name} is not hurt.", first_aid.id)
    elif overstrains(patient.strain, bridge.strain_max(patient), 1):
        yield Reason("too_much_strain", f"{patient.name} cannot bear more strain.", first_aid.id)


def _may_rest(known: Campaign, seat: SeatId, act: Rest) -> Iterable[Reason]:
    yield from occupied(known, seat, act.who, Activity.REST)
    person = known.people.get(act.who)
    if person is not None and person.fp >= fatigue.restorable(known, act.who):
        yield Reason("not_tired", f"{person.name} is not tired.", rest_recovery.id)
    group = known.group_of(act.who)
    clock = clock_of(group) if group is not None else None
    by_delving = known.house.fatigue is Fatigue.DELVING
    if clock is not None and (by_delving or clock.step < MINUTES_A_POINT * MINUTE):
        rule = rest_short.id if by_delving else rest_recovery.id
        yield Reason("too_short", f"A {clock.called} is too short a rest.", rule)
    if by_delving and person is not None and person.is_in(State.EXHAUSTED):
        yield Reason("exhausted", f"An hour does nothing for {person.name}.", condition_exhausted.id)


def _may_rest_night(known: Campaign, seat: SeatId, act: RestNight) -> Iterable[Reason]:
    yield from referee_only(seat)
    if act.group not in known.groups:
        yield Reason("no_group", "Nobody goes by that name.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        if known.house.fatigue is not Fatigue.NONE and not any(_may_rest(known, seat, Rest(who))):
            yield Offer(Rest(who), f"{known.people[who].name}: get strength back", who)
        if known.has(who, KIT) is None or any(occupied(known, seat, who, Activity.OTHER)):
            continue
        group, medic = known.group_of(who), known.people[who]
        for patient in known.those_in(group.id) if group is not None else ():
            act = FirstAid(who, (patient.id,))
            refused = tuple(_may_aid(known, seat, act))
            if not any(reason.code in ("self", "not_with_them", "unhurt", "dying") for reason in refused):
                given = aid(known, medic, patient)
                yield Offer(act, f"{medic.name}: first aid for {patient.name}", who, TURN, first_aid, given, refused)


ROOM = Room(
    steps={FirstAid: _first_aid, Rest: _rest, RestNight: _rest_night},
    refusals={FirstAid: _may_aid, Rest: _may_rest, RestNight: _may_rest_night},
    offers=_offers,
)
