"""The throw for a day's march: each by their own skill, a leader for all, or with an effort that may be too much."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.neverwhere.effort import EffortRefused
from undercroft.books.neverwhere.effort_on_the_move import HarderMarch, extra_effort_hike
from undercroft.books.neverwhere.hiking import (
    AllFarther,
    Band,
    Farther,
    Hiker,
    hike_group_roll,
    hike_move,
    hike_roll,
    marched,
)
from undercroft.books.neverwhere.working_hours import march_fatigue
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.bodies import around
from undercroft.table.campaign import Campaign, Group
from undercroft.table.exertion import Percent, no_effort, strength
from undercroft.table.journeys import NO_POINTS, Injury, Walker
from undercroft.table.names import PersonId
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.procedures.hike_numbers import Going, ahead, hike_of, marcher
from undercroft.table.procedures.march_costs import stopped
from undercroft.table.roll import name_of
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.whose import not_theirs


class RollHike(Command, frozen=True, tag="roll_hike"):
    """Somebody throws for the day's march; with a percentage, they push themselves for so much more."""

    who: PersonId
    percent: Percent = 0


class LeadHike(Command, frozen=True, tag="lead_hike"):
    """Somebody throws for everybody, who then stay together."""

    who: PersonId


class MarchThrown(Event, frozen=True, tag="table.march-thrown"):
    """By what share somebody's march is longer today."""

    who: PersonId
    gain: Fraction


def _roll(play: Play, act: RollHike) -> None:
    """Survival or endurance, and before that the effort, if they make one."""
    person, to = play.now.people[act.who], around(play, act.who)
    group = play.now.group_of(act.who)
    hike = hike_of(group)
    if group is None or hike is None:
        return
    if act.percent:
        walker = _push(play, person, act.percent, ahead(play.now, group, hike))
    else:
        outcome = play.settle(hike_roll, hiker(person), by=person.seat, who=person.id, to=to, whole=True)
        walker = Walker(outcome.bonus if isinstance(outcome, Farther) else NO_POINTS)
    play.go_on(group.id, replace(hike, walkers={**hike.walkers, act.who: walker}))
    play.tell(MarchThrown(act.who, walker.gain), to=to)


def hiker(person: Person) -> Hiker:
    """Somebody who throws for a day's march."""
    return Hiker(bridge.survival(person), bridge.neverwhere(person).vit_mod)


def harder(known: Campaign, person: Person, percent: int, on: Going) -> HarderMarch:
    """Somebody who pushes themselves on the march."""
    able = strength(person, known.house)
    move = hike_move(Script(), known.house.applied(hike_move, marcher(known, person))).move
    return HarderMarch(
        vit_mod=able.vit_mod,
        percent=percent,
        fp=able.fp,
        fp_max=able.fp_max,
        will_mod=able.will_mod,
        survival=bridge.survival(person),
        normal_missing_fp=missing_an_hour(known, person),
        move=move,
        terrain_class=on.terrain,
        weather_factor=on.weather,
    )


def _push(play: Play, person: Person, percent: int, on: Going) -> Walker:
    """What overdoing it takes is taken in the evening."""
    given = harder(play.now, person, percent, on)
    outcome = play.settle(
        extra_effort_hike, given, by=person.seat, who=person.id, to=around(play, person.id), whole=True
    )
    if isinstance(outcome, EffortRefused):
        return Walker()
    plain = marched(given.move, NO_POINTS, on.factor)
    gain = outcome.km / plain - 1 if plain else NO_POINTS
    injury = Injury(outcome.hp, outcome.site, outcome.flaw, outcome.weeks) if outcome.hp or outcome.flaw else None
    return Walker(gain, effort=outcome.missing_fp > given.normal_missing_fp, injury=injury)


def _lead(play: Play, act: LeadHike) -> None:
    """The average of all, for all."""
    person, to = play.now.people[act.who], around(play, act.who)
    group = play.now.group_of(act.who)
    hike = hike_of(group)
    if group is None or hike is None:
        return
    outcome = play.settle(hike_group_roll, band(play.now, group), by=person.seat, who=person.id, to=to, whole=True)
    gain = outcome.bonus if isinstance(outcome, AllFarther) else NO_POINTS
    walkers = {one.id: Walker(gain) for one in play.now.able_in(group.id)}
    play.go_on(group.id, replace(hike, walkers=walkers, together=True))
    play.tell(MarchThrown(act.who, gain), to=to)


def band(known: Campaign, group: Group) -> Band:
    """All who march, by what they know of it."""
    return Band(tuple(bridge.survival(one) for one in known.able_in(group.id)))


def missing_an_hour(known: Campaign, person: Person) -> int:
    """What an hour's march costs somebody who is stopped on it."""
    given = known.house.applied(march_fatigue, stopped(known, person))
    return march_fatigue(Script(), given).fp


def _before_the_march(known: Campaign, seat: SeatId, who: PersonId) -> Iterable[Reason]:
    yield from not_theirs(known, seat, who)
    group = known.group_of(who)
    hike = hike_of(group)
    if hike is None:
        yield Reason("not_hiking", "They are not on a march.", hike_roll.id)
    elif hike.hours:
        yield Reason("too_late", "That is thrown before the day's march.", hike_roll.id)
    elif who in hike.walkers:
        yield Reason("thrown_already", "That is thrown once a day.", hike_roll.id)


def _may_roll(known: Campaign, seat: SeatId, act: RollHike) -> Iterable[Reason]:
    yield from _before_the_march(known, seat, act.who)
    yield from no_effort(known.house, act.percent)


def _may_lead(known: Campaign, seat: SeatId, act: LeadHike) -> Iterable[Reason]:
    yield from _before_the_march(known, seat, act.who)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        group, person = known.group_of(who), known.people[who]
        if group is None or any(_may_roll(known, seat, RollHike(who))):
            continue
        aims = ("bonus",)
        yield Offer(RollHike(who), f"{person.name}: stride out", who, rule=hike_roll, given=hiker(person), aims=aims)
        given = band(known, group)
        yield Offer(LeadHike(who), f"{person.name}: lead the march", who, rule=hike_group_roll, given=given, aims=aims)


def _words(now: Campaign, it: MarchThrown) -> str:
    name = name_of(now, it.who)
    return f"{name}: the march goes {it.gain} farther." if it.gain else f"{name}: the march goes no farther."


ROOM = Room(
    arms={MarchThrown: unchanged},
    steps={RollHike: _roll, LeadHike: _lead},
    refusals={RollHike: _may_roll, LeadHike: _may_lead},
    offers=_offers,
    words={MarchThrown: _words},
)
