"""Sleeping: who lies down while others go on, who is woken, and what staying up does to people."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.neverwhere.sleep import (
    DAY_H,
    OFTEN,
    SELDOM,
    SLEEP_H,
    Asleep,
    Awake,
    AwakeGroggy,
    Interval,
    Nodding,
    NoRoll,
    drowsy_check,
    is_drowsy,
    is_severe,
    sleep_fatigue,
)
from undercroft.books.sovereign.strain import NIGHT_HOURS, Night
from undercroft.kernel.units import DAY, HOUR, MINUTE, SeatId, Seconds
from undercroft.table import bridge
from undercroft.table.bodies import State, around, gain, lose, time_of
from undercroft.table.campaign import Campaign
from undercroft.table.fatigue import tire
from undercroft.table.healing import sleep
from undercroft.table.names import PersonId
from undercroft.table.needs import Needs
from undercroft.table.people import Condition
from undercroft.table.play import Play
from undercroft.table.privations import (
    QUARTER,
    bedtime_id,
    mind_bedtime,
    next_quarter,
    set_bedtime,
    supper,
    to_bed,
)
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.exploring import did
from undercroft.table.procedures.spare_time import occupied
from undercroft.table.rooms import Command, Offer, Reason, Room
from undercroft.table.scenes import Chase, Fight, Meeting
from undercroft.table.telling import Audience
from undercroft.table.timers import Lapse, Timer
from undercroft.table.wants import counts_sleep, needs_of, record
from undercroft.table.whose import not_theirs, referee_only
from undercroft.table.wounds import together

GROGGY = "-2 to Dex and Int, -4 to Will"
_FED, _NOD = "fed", "nod"


class LieDown(Command, frozen=True, tag="sleep"):
    """Somebody lies down to sleep while the others go on."""

    who: PersonId
    hours: Annotated[int, Meta(ge=1, le=24)] = NIGHT_HOURS


class Wake(Command, frozen=True, tag="wake"):
    """Wake somebody who is asleep."""

    who: PersonId
    sleeper: PersonId


class CountSleep(Command, frozen=True, tag="count_sleep"):
    """From now on somebody's waking hours count; it follows of itself."""

    who: PersonId


def _lie_down(play: Play, act: LieDown) -> None:
    """They do nothing else this turn, nor any other until they wake."""
    to = around(play, act.who)
    did(play, act.who, Activity.REST, "lay down to sleep")
    _falls_asleep(play, act.who, act.hours, to)


def _falls_asleep(play: Play, who: PersonId, hours: int, to: Audience) -> None:
    marks = {_FED: int(supper(play, who, to=to))}
    to_bed(play, who)
    asleep = Condition(State.ASLEEP, time_of(play, who), marks=marks)
    gain(play, who, asleep, to=to, seconds=Seconds(hours * HOUR), lapse=Lapse.SLEPT)


def _wake(play: Play, act: Wake) -> None:
    _wakes(play, act.sleeper)


def _slept_out(play: Play, timer: Timer) -> None:
    if timer.person is not None:
        _wakes(play, timer.person)


def _wakes(play: Play, who: PersonId) -> None:
    """Sleep counts for as long as it was."""
    person, to = play.now.people[who], around(play, who)
    asleep = person.condition(State.ASLEEP)
    if asleep is None:
        return
    hours = Fraction(time_of(play, who) - asleep.since, HOUR)
    lose(play, who, State.ASLEEP, to=to)
    fed = bool(asleep.marks.get(_FED, 1))
    sleep(play, who, Night(strain=person.strain, hours_uninterrupted=min(hours, Fraction(DAY, HOUR)), fed=fed), to=to)


def _count(play: Play, act: CountSleep) -> None:
    """Of whom nothing is known, they have been up for the whole of their day."""
    now = play.now.now_of(act.who)
    record(play, act.who, Needs(Seconds(now - int(DAY_H * HOUR))))
    mind_bedtime(play, act.who)


def _up_late(play: Play, timer: Timer) -> None:
    """Past their day it costs fatigue by the quarter day, and who has lost too much of it may nod off."""
    who = timer.person
    if who is None or not play.now.people[who].alive or not counts_sleep(play.now.house):
        return
    to, group = around(play, who), play.now.group_of(who)
    if play.moment > timer.due + QUARTER or group is None or group.in_town:
        record(play, who, replace(needs_of(play.now, who), woke=time_of(play, who)))
        mind_bedtime(play, who)
        return
    needs = needs_of(play.now, who)
    given = Awake(_awake(play, who), needs.day_h, carried=needs.carried)
    pool = play.settle(sleep_fatigue, given, to=to, whole=True).pool
    if pool > needs.sleep:
        record(play, who, replace(needs, sleep=pool))
        tire(play, who, pool - needs.sleep, cause="lack of sleep", to=to)
    interval = _nods(play, who, timer, to)
    if not play.now.people[who].is_in(State.ASLEEP):
        _later(play, who, interval)


def _awake(play: Play, who: PersonId) -> Fraction:
    return Fraction(time_of(play, who) - needs_of(play.now, who).woke, HOUR)


def _nods(play: Play, who: PersonId, timer: Timer, to: Audience) -> Interval | None:
    """When they must fight sleep again, if they have to at all; whoever loses that fight sleeps."""
    person, needs = play.now.people[who], needs_of(play.now, who)
    body, groggy = bridge.neverwhere(person), person.is_in(State.GROGGY)
    if not person.able or not is_drowsy(needs.sleep, body.fp_max):
        return None
    if groggy and timer.about != _NOD:
        return OFTEN if is_severe(needs.sleep, body.fp_max) else SELDOM
    given = Nodding(needs.sleep, body.fp_max, _awake(play, who), needs.day_h, body.will, groggy)
    match play.settle(drowsy_check, given, by=person.seat, who=person.id, to=to, whole=True):
        case AwakeGroggy(interval=interval):
            if not groggy:
                gain(play, who, Condition(State.GROGGY, time_of(play, who), GROGGY), to=to)
            return interval
        case Asleep():
            _falls_asleep(play, who, int(SLEEP_H), to)
            play.stop(f"{person.name} falls asleep.")
        case NoRoll():
            pass
    return None


def _later(play: Play, who: PersonId, interval: Interval | None) -> None:
    """At the next quarter of a day, or when sleep must be fought again: sooner for who sits idle."""
    now, quarter, group = time_of(play, who), next_quarter(play, who), play.now.group_of(who)
    idle = group is None or group.idle
    minutes = None if interval is None else interval.idle if idle else interval.active
    nod = quarter if minutes is None else Seconds(now + minutes * MINUTE)
    set_bedtime(play, who, min(quarter, nod), _NOD if nod < quarter else "")


def _may_sleep(known: Campaign, seat: SeatId, act: LieDown) -> Iterable[Reason]:
    yield from occupied(known, seat, act.who, Activity.REST)
    group = known.group_of(act.who)
    if group is not None and isinstance(group.scene, Fight | Meeting | Chase):
        yield Reason("no_time", "There is no time for that now.")


def _may_wake(known: Campaign, seat: SeatId, act: Wake) -> Iterable[Reason]:
    yield from not_theirs(known, seat, act.who)
    apart = tuple(together(known, act.who, act.sleeper))
    yield from apart
    if not apart and not known.people[act.sleeper].is_in(State.ASLEEP):
        yield Reason("not_asleep", f"{known.people[act.sleeper].name} is not asleep.")


def _may_count(known: Campaign, seat: SeatId, act: CountSleep) -> Iterable[Reason]:
    yield from referee_only(seat)
    if act.who not in known.people:
        yield Reason("no_person", "Nobody goes by that name.")


def _next(campaign: Campaign) -> Command | None:
    """Whoever has been up for a day's length without anybody counting is counted from now on."""
    if not counts_sleep(campaign.house):
        return None
    up = (one for one in campaign.present if one not in campaign.needs and campaign.now_of(one) >= DAY_H * HOUR)
    return next((CountSleep(one) for one in up if campaign.people[one].alive), None)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        name, bedtime = known.people[who].name, known.timers.get(bedtime_id(who))
        if (
            bedtime is not None
            and bedtime.due <= known.now_of(who) + HOUR
            and not any(_may_sleep(known, seat, LieDown(who)))
        ):
            yield Offer(LieDown(who), f"{name}: lie down to sleep", who)
        group = known.group_of(who)
        for sleeper in known.those_in(group.id) if group is not None else ():
            if sleeper.is_in(State.ASLEEP) and not any(_may_wake(known, seat, Wake(who, sleeper.id))):
                yield Offer(Wake(who, sleeper.id), f"{name}: wake {sleeper.name}", who)


ROOM = Room(
    steps={LieDown: _lie_down, Wake: _wake, CountSleep: _count},
    refusals={LieDown: _may_sleep, Wake: _may_wake, CountSleep: _may_count},
    offers=_offers,
    lapses={Lapse.UP_LATE: _up_late, Lapse.SLEPT: _slept_out},
    next=_next,
)
