"""Digging: rubble is dug away hour by hour while turns pass, by Neverwhere, alone, together and with extra effort."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.neverwhere.digging import (
    Digger,
    Gang,
    GangRate,
    GangRefused,
    LoosenedOnly,
    Rate,
    Role,
    Tools,
    dig_rate,
    dig_team,
)
from undercroft.books.neverwhere.digging import Material as Ground
from undercroft.books.neverwhere.effort_at_work import HarderDigging, Hour, extra_effort_dig
from undercroft.books.neverwhere.working_hours import LITRES_IN_CUBIC_METRE, Dug, Hole, dig
from undercroft.books.sovereign.equipment import Item
from undercroft.kernel.script import Script
from undercroft.kernel.units import HOUR, SeatId, Seconds
from undercroft.table import bridge, obstacles
from undercroft.table.bodies import around, time_of
from undercroft.table.campaign import Campaign, Group
from undercroft.table.exertion import Percent, no_effort, strength, suffer
from undercroft.table.fatigue import goes_on, tire
from undercroft.table.heaving import helping
from undercroft.table.jobs import Hand, Job
from undercroft.table.names import ObstacleId, PersonId, TimerId
from undercroft.table.play import Play
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.exploring import busy, did
from undercroft.table.rooms import Command, Offer, Reason, Room
from undercroft.table.sites import Hindrance, Obstacle
from undercroft.table.telling import Audience
from undercroft.table.timers import Lapse, Timer
from undercroft.table.whose import not_theirs
from undercroft.table.working import begin_job, end_job, job_of

PICK, SHOVEL = "pick", "shovel"
_TOOLS: Mapping[Role, tuple[str, ...]] = {
    Role.DIRECT: (SHOVEL,),
    Role.BREAK: (PICK,),
    Role.SHOVEL: (SHOVEL,),
    Role.ALONE_BOTH: (PICK, SHOVEL),
}
"""What each part of the work is done with, by its name among the things; a wooden one is called so."""
_SERVES_AS_PICK = Item.CROWBAR
_WORST_FIRST = (Tools.IMPROVISED, Tools.WOOD, Tools.METAL)
_USUAL: Mapping[Ground, Role] = {
    Ground.LOOSE: Role.DIRECT,
    Ground.ORDINARY: Role.DIRECT,
    Ground.HARD_SOIL: Role.ALONE_BOTH,
    Ground.HARD_ROCK: Role.ALONE_BOTH,
}


class Dig(Command, frozen=True, tag="dig"):
    """Dig something away, with others or alone: each with a part in it, and with extra effort or without."""

    who: PersonId
    obstacle: ObstacleId
    role: Role | None = None
    effort: Percent = 0
    helpers: Annotated[tuple[Hand, ...], Meta(max_length=50)] = ()


class StopWork(Command, frozen=True, tag="stop_work"):
    """Lay down what somebody is at, and with them everybody who is at it; what is done stays done."""

    who: PersonId


def tools(known: Campaign, who: PersonId, role: Role) -> Tools:
    """The worst of what somebody has for that part of the work; hands, if nothing better."""

    def quality(tool: str) -> Tools:
        if known.has(who, tool) is not None:
            return Tools.METAL
        return Tools.WOOD if known.has(who, f"wooden_{tool}") is not None else Tools.IMPROVISED

    return min((quality(tool) for tool in _TOOLS[role]), key=_WORST_FIRST.index)


def has_pick(known: Campaign, who: PersonId) -> bool:
    """Whether somebody has a pick, or something that serves as one."""
    return any(known.has(who, item) is not None for item in (PICK, f"wooden_{PICK}", _SERVES_AS_PICK))


def digger(known: Campaign, who: PersonId, ground: Ground, role: Role) -> Digger:
    """Somebody with what they have to dig with."""
    return Digger(
        bl=bridge.neverwhere(known.people[who]).basic_lift,
        material=ground,
        role=role,
        quality=tools(known, who, role),
        has_pick=has_pick(known, who),
    )


def _dig(play: Play, act: Dig) -> None:
    """They set to work; nobody whose tools are of no use counts, and with nobody left nothing is begun."""
    group, obstacle = obstacles.standing(play, act.who, act.obstacle)
    hands = (Hand(act.who, act.role, act.effort), *act.helpers)
    for one in hands:
        did(play, one.who, Activity.FEAT, f"dug at the {obstacle.name}")
    job = Job(
        TimerId(f"dig-{act.obstacle}-{group.id}"),
        f"digging away the {obstacle.name}",
        time_of(play, act.who),
        tuple(replace(one, role=one.role or _USUAL[obstacle.ground]) for one in hands),
        about=act.obstacle,
        site=group.site,
    )
    _shift(play, job, obstacle, again=False)


def _shift(play: Play, job: Job, obstacle: Obstacle, *, again: bool) -> None:
    """An hour of it, or as much as is needed; whoever makes an effort makes it now, and for this hour only."""
    to = around(play, job.workers[0])
    fit = tuple(hand for hand in job.hands if goes_on(play, hand.who, to=to))
    hands, gang = _gang(play, fit, obstacle, to)
    rate = _rate(play, gang, obstacle, to)
    if hands and rate is not None:
        needed = ceil(_litres(obstacle) / rate * HOUR) if rate else HOUR
        shift = replace(job, hands=hands, rate=rate)
        begin_job(play, shift, Lapse.DIGGING, Seconds(max(1, min(HOUR, needed))), to=to, again=again)
    elif again:
        end_job(play, job, done=False, to=to)
    else:
        group, _ = obstacles.standing(play, job.workers[0], obstacle.id)
        obstacles.held(play, group, obstacle, job.workers[0], "not with these hands and tools")


def _rate(
    play: Play, gang: tuple[tuple[Fraction, Role, Tools], ...], obstacle: Obstacle, to: Audience
) -> Fraction | None:
    """Litres an hour, 0 where every effort came to grief; nothing where the work cannot be done like that."""
    if not gang:
        return Fraction(0)
    match play.settle(dig_team, Gang(gang, obstacle.ground), to=to, whole=True):
        case GangRate(rate=rate):
            return Fraction(rate)
        case LoosenedOnly() | GangRefused():
            return None


def _gang(
    play: Play, hands: tuple[Hand, ...], obstacle: Obstacle, to: Audience
) -> tuple[tuple[Hand, ...], tuple[tuple[Fraction, Role, Tools], ...]]:
    """Those whose part in it is of use, what it costs them, and what each brings to it."""
    working: list[Hand] = []
    gang: list[tuple[Fraction, Role, Tools]] = []
    for hand in hands:
        role = hand.role or _USUAL[obstacle.ground]
        given = digger(play.now, hand.who, obstacle.ground, role)
        alone = play.settle(dig_rate, given, to=to, whole=True)
        if not isinstance(alone, Rate):
            continue
        share, fp = _effort(play, hand, alone, to)
        if play.now.people[hand.who].able:
            working.append(replace(hand, role=role, fp=fp))
            if share:
                gang.append((given.bl * share, role, given.quality))
    return tuple(working), tuple(gang)


def _effort(play: Play, hand: Hand, alone: Rate, to: Audience) -> tuple[Fraction, int]:
    """How many times as much somebody moves this hour, and what an effort at it costs in all; 0 without one."""
    if not hand.effort:
        return Fraction(1), 0
    person = play.now.people[hand.who]
    able = strength(person, play.now.house)
    given = HarderDigging(
        percent=hand.effort,
        fp=able.fp,
        fp_max=able.fp_max,
        will_mod=able.will_mod,
        vit_mod=able.vit_mod,
        base_fp=alone.fp_per_hour,
        rate=alone.litres_per_hour,
    )
    outcome = play.settle(extra_effort_dig, given, by=person.seat, who=person.id, to=to, whole=True)
    if not isinstance(outcome, Hour):
        return Fraction(1), 0
    suffer(play, hand.who, outcome, 0, cause="digging", to=to)
    return outcome.litres / alone.litres_per_hour, outcome.fp


def _litres(obstacle: Obstacle) -> Fraction:
    return (obstacle.cubic_metres or Fraction(0)) * LITRES_IN_CUBIC_METRE


def _hour_over(play: Play, timer: Timer) -> None:
    """What was dug is dug; then they go on, unless it is done or they have gone."""
    job = play.now.jobs.get(timer.id)
    found = _under_way(play, job)
    if job is None or found is None:
        return
    group, obstacle = found
    left = _account(play, job, group, obstacle, Seconds(timer.due - job.since))
    to = around(play, job.workers[0])
    if not left:
        end_job(play, job, done=True, to=to)
        obstacles.clear(play, group, obstacle)
    elif obstacles.before(play.now, job.workers[0], obstacle.id) is None:
        end_job(play, job, done=False, to=to)
    else:
        rest = replace(obstacle, cubic_metres=left)
        _shift(play, replace(job, since=timer.due), rest, again=True)


def _under_way(play: Play, job: Job | None) -> tuple[Group, Obstacle] | None:
    """Where a job is being done."""
    if job is None or job.site is None:
        return None
    group = play.now.group_of(job.workers[0])
    obstacle = play.now.sites[job.site].obstacles.get(ObstacleId(job.about))
    return None if group is None or obstacle is None else (group, obstacle)


def _account(play: Play, job: Job, group: Group, obstacle: Obstacle, seconds: Seconds) -> Fraction:
    """Take off what was dug in that time and charge everybody for it; what is left, in cubic metres."""
    to, whole = around(play, job.workers[0]), _litres(obstacle)
    dug = min(whole, job.rate * seconds / HOUR)
    left = (whole - dug) / LITRES_IN_CUBIC_METRE
    play.tell(obstacles.DugAway(play.site_of(group).id, obstacle.id, left))
    for hand in job.hands:
        if dug or hand.fp:
            tire(play, hand.who, hand.fp or _plain_cost(play, hand, job, obstacle, dug, to), cause="digging", to=to)
    return left


def _plain_cost(play: Play, hand: Hand, job: Job, obstacle: Obstacle, dug: Fraction, to: Audience) -> int:
    """What the stretch costs somebody who made no effort, by the hour."""
    role = hand.role or _USUAL[obstacle.ground]
    alone = dig_rate(Script(), digger(play.now, hand.who, obstacle.ground, role))
    if not isinstance(alone, Rate):
        return 0
    outcome = play.settle(dig, Hole(litres=dug, rate=job.rate, fp_per_hour=alone.fp_per_hour), to=to)
    return outcome.fp if isinstance(outcome, Dug) else 0


def _stop(play: Play, act: StopWork) -> None:
    """A begun hour is paid for like a whole one."""
    job = job_of(play.now, act.who)
    if job is None:
        return
    timer, found = play.now.timers.get(job.id), _under_way(play, job)
    if timer is not None and timer.lapse is Lapse.DIGGING and found is not None:
        _account(play, job, *found, Seconds(time_of(play, act.who) - job.since))
    end_job(play, job, done=False, to=around(play, act.who))


def _may_dig(known: Campaign, seat: SeatId, act: Dig) -> Iterable[Reason]:
    yield from busy(known, seat, act.who, Activity.FEAT)
    yield from obstacles.no_use(known, act.who, act.obstacle, (Hindrance.RUBBLE,))
    yield from no_effort(known.house, max(act.effort, *(helper.effort for helper in act.helpers), 0))
    for helper in act.helpers:
        yield from helping(known, act.who, helper.who)
    if any(job.about == act.obstacle for job in known.jobs.values()):
        yield Reason("under_way", "They are at it already: stop, and begin anew together.")


def _may_stop(known: Campaign, seat: SeatId, act: StopWork) -> Iterable[Reason]:
    yield from not_theirs(known, seat, act.who)
    if job_of(known, act.who) is None:
        yield Reason("not_at_work", "They are not at work.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        group, job = known.group_of(who), job_of(known, who)
        if group is None or any(not_theirs(known, seat, who)):
            continue
        name = known.people[who].name
        if job is not None:
            yield Offer(StopWork(who), f"{name}: stop {job.what}", who)
        for it in obstacles.at_hand(known, group):
            act = Dig(who, it.id)
            if it.kind is Hindrance.RUBBLE and job is None:
                real = obstacles.truth(known, group, it.id)
                given = digger(known, who, real.ground, _USUAL[real.ground]) if real is not None else None
                refused = tuple(_may_dig(known, seat, act))
                yield Offer(act, f"{name}: dig away the {it.name}", who, HOUR, dig_rate, given, refused)


ROOM = Room(
    steps={Dig: _dig, StopWork: _stop},
    refusals={Dig: _may_dig, StopWork: _may_stop},
    offers=_offers,
    lapses={Lapse.DIGGING: _hour_over},
)
