"""Digging rubble away by Neverwhere, hour by hour while turns pass: alone, together, or with extra effort."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil
from typing import Annotated, TypeAlias

from msgspec import Meta
from msgspec.structs import asdict, replace

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
from undercroft.table import bridge
from undercroft.table.body.condition import time_of
from undercroft.table.body.exertion import Percent, no_effort, strength, suffer
from undercroft.table.body.fatigue import goes_on, tire
from undercroft.table.engine.about import About, Slot
from undercroft.table.engine.audience import Audience, around
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.permission import acting_for, not_theirs
from undercroft.table.engine.play import Play
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.jobs import begin_job, end_job, job_of, worked
from undercroft.table.exploration.spare_time import busy, did, why_not_help
from undercroft.table.site import obstacles
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.deadlines import Hand, Job, Lapse, Timer
from undercroft.table.state.ids import ObstacleId, PersonId, TimerId
from undercroft.table.state.sites import Hindrance, Obstacle
from undercroft.table.state.things import PICK, SHOVEL, wooden

TOOLS: Mapping[Role, tuple[str, ...]] = {
    Role.DIRECT: (SHOVEL,),
    Role.BREAK: (PICK,),
    Role.SHOVEL: (SHOVEL,),
    Role.ALONE_BOTH: (PICK, SHOVEL),
}
"""The tools of each role."""
_SERVES_AS_PICK = Item.CROWBAR
_WORST_FIRST = (Tools.IMPROVISED, Tools.WOOD, Tools.METAL)
_USUAL: Mapping[Ground, Role] = {
    Ground.LOOSE: Role.DIRECT,
    Ground.ORDINARY: Role.DIRECT,
    Ground.HARD_SOIL: Role.ALONE_BOTH,
    Ground.HARD_ROCK: Role.ALONE_BOTH,
}

Diggers: TypeAlias = tuple[tuple[Fraction, Role, Tools], ...]
"""The strength, role and tools of each digger."""


class Dig(Command, frozen=True, tag="dig"):
    """Dig an obstacle away, alone or with helpers; each digger has a role and may use extra effort."""

    who: PersonId
    obstacle: ObstacleId
    role: Role | None = None
    effort: Percent = 0
    helpers: Annotated[tuple[Hand, ...], Meta(max_length=50)] = ()
    ABOUT = About(title="Dig away an obstacle", slot=Slot.OBSTACLE)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from busy(known, seat, self.who, Activity.FEAT)
        yield from obstacles.no_use(known, self.who, self.obstacle, (Hindrance.RUBBLE,))
        yield from no_effort(known.house, max(self.effort, *(helper.effort for helper in self.helpers), 0))
        yield from why_not_help(known, self.who, tuple(helper.who for helper in self.helpers))
        if any(job.about == self.obstacle for job in known.jobs.values()):
            yield Reason("under_way", "The digging there has begun: stop the work, then start again together.")

    def do(self, play: Play) -> None:
        """Begin the digging, with those whose tools are of use; if there are none, it does not begin."""
        group, obstacle = obstacles.standing(play, self.who, self.obstacle)
        hands = (Hand(self.who, self.role, self.effort), *self.helpers)
        for hand in hands:
            did(play, hand.who, Activity.FEAT, f"dug at the {obstacle.name}")
        job = Job(
            TimerId(f"dig-{self.obstacle}-{group.id}"),
            f"digging away the {obstacle.name}",
            time_of(play, self.who),
            tuple(replace(hand, role=hand.role or _USUAL[obstacle.ground]) for hand in hands),
            about=self.obstacle,
            site=group.site,
            zone=group.zone,
        )
        _shift(play, job, obstacle, again=False)


def dug_so_far(play: Play, job: Job) -> Obstacle | None:
    """Count what diggers who stop have dug, charge a begun hour like a whole one, and return what is left of it."""
    found = _under_way(play, job)
    if found is None:
        return None
    _, obstacle = found
    left = _account(play, job, obstacle, worked(job, time_of(play, job.workers[0])))
    return replace(obstacle, cubic_metres=left)


def dig_on(play: Play, job: Job, hands: tuple[Hand, ...]) -> None:
    """Go on digging with fewer hands."""
    rest = dug_so_far(play, job)
    if rest is not None:
        _shift(play, replace(job, since=time_of(play, hands[0].who), hands=hands), rest, again=True)


def tools(known: Campaign, who: PersonId, role: Role) -> Tools:
    """The worst of the tools that a digger has for a role; bare hands if there are none."""

    def quality(tool: str) -> Tools:
        if known.has(who, tool) is not None:
            return Tools.METAL
        return Tools.WOOD if known.has(who, wooden(tool)) is not None else Tools.IMPROVISED

    return min((quality(tool) for tool in TOOLS[role]), key=_WORST_FIRST.index)


def has_pick(known: Campaign, who: PersonId) -> bool:
    """Whether a character has a pick, or a crowbar to serve as one."""
    return any(known.has(who, item) is not None for item in (PICK, wooden(PICK), _SERVES_AS_PICK))


def digger(known: Campaign, who: PersonId, ground: Ground, role: Role) -> Digger:
    """A character with the tools they have for a role."""
    return Digger(
        bl=bridge.neverwhere(known.people[who]).basic_lift,
        material=ground,
        role=role,
        quality=tools(known, who, role),
        has_pick=has_pick(known, who),
    )


def _shift(play: Play, job: Job, obstacle: Obstacle, *, again: bool) -> None:
    """Begin an hour of digging, or less if that is enough. Extra effort is made now and counts for this hour."""
    to = around(job.workers[0])
    fit = tuple(hand for hand in job.hands if goes_on(play, hand.who, to=to))
    hands, gang = _gang(play, fit, obstacle, to)
    rate = _rate(play, gang, obstacle, to)
    if hands and rate is not None:
        needed = ceil(_litres(obstacle) / rate * HOUR) if rate else HOUR
        shift = replace(job, hands=hands, rate=rate)
        begin_job(play, shift, Lapse.DIGGING, Seconds(max(1, min(HOUR, needed))), to=to, again=again, whole=False)
    elif again:
        end_job(play, job, done=False, to=to)
    else:
        group, _ = obstacles.standing(play, job.workers[0], obstacle.id)
        obstacles.held(play, group, obstacle, job.workers[0], "not with these hands and tools")


def _rate(play: Play, gang: Diggers, obstacle: Obstacle, to: Audience) -> Fraction | None:
    """Litres an hour: 0 if every extra effort failed, None if these roles cannot do the work."""
    if not gang:
        return Fraction(0)
    match play.settle(dig_team, Gang(gang, obstacle.ground), to=to, whole=True):
        case GangRate(rate=rate):
            return Fraction(rate)
        case LoosenedOnly() | GangRefused():
            return None


def _gang(play: Play, hands: tuple[Hand, ...], obstacle: Obstacle, to: Audience) -> tuple[tuple[Hand, ...], Diggers]:
    """The diggers who are of use with what the hour costs them, and the strength, role and tools of each."""
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
    """The factor that extra effort puts on a digger's rate this hour, and its cost in fatigue; 1 and 0 without it."""
    if not hand.effort:
        return Fraction(1), 0
    person = play.now.people[hand.who]
    given = HarderDigging(
        percent=hand.effort,
        **asdict(strength(person, play.now.house)),
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
    """Count the hour's digging; go on unless the work is done or the diggers have left."""
    job = play.now.jobs.get(timer.id)
    found = _under_way(play, job)
    if job is None or found is None:
        return
    group, obstacle = found
    left = _account(play, job, obstacle, Seconds(timer.due - job.since))
    to = around(job.workers[0])
    if not left:
        end_job(play, job, done=True, to=to, told=True)
        obstacles.clear(play, group, obstacle)
    elif obstacles.before(play.now, job.workers[0], obstacle.id) is None:
        end_job(play, job, done=False, to=to)
    else:
        rest = replace(obstacle, cubic_metres=left)
        _shift(play, replace(job, since=timer.due), rest, again=True)


def _under_way(play: Play, job: Job | None) -> tuple[Group, Obstacle] | None:
    """The group that does a job, and the obstacle it is about."""
    if job is None or job.site is None:
        return None
    group = play.now.group_of(job.workers[0])
    obstacle = play.now.sites[job.site].obstacles.get(ObstacleId(job.about))
    return None if group is None or obstacle is None else (group, obstacle)


def _account(play: Play, job: Job, obstacle: Obstacle, seconds: Seconds) -> Fraction:
    """Take off what was dug in that time, charge every digger, and return what is left in cubic metres."""
    to, whole = around(job.workers[0]), _litres(obstacle)
    dug = min(whole, job.rate * seconds / HOUR)
    left = (whole - dug) / LITRES_IN_CUBIC_METRE
    if job.site is not None:
        play.tell(obstacles.DugAway(job.site, obstacle.id, left))
    for hand in job.hands:
        if dug or hand.fp:
            tire(play, hand.who, hand.fp or _plain_cost(play, hand, job, obstacle, dug, to), cause="digging", to=to)
    return left


def _plain_cost(play: Play, hand: Hand, job: Job, obstacle: Obstacle, dug: Fraction, to: Audience) -> int:
    """The fatigue that this time costs a digger who made no extra effort."""
    role = hand.role or _USUAL[obstacle.ground]
    alone = dig_rate(Script(), digger(play.now, hand.who, obstacle.ground, role))
    if not isinstance(alone, Rate):
        return 0
    outcome = play.settle(dig, Hole(litres=dug, rate=job.rate, fp_per_hour=alone.fp_per_hour), to=to)
    return outcome.fp if isinstance(outcome, Dug) else 0


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in acting_for(known, seat):
        group, job = known.group_of(who), job_of(known, who)
        if group is None or any(not_theirs(known, seat, who)):
            continue
        name = known.people[who].name
        if job is not None:
            continue
        rubble = (obstacle for obstacle in obstacles.at_hand(known, group) if obstacle.kind is Hindrance.RUBBLE)
        for obstacle in rubble:
            real = obstacles.truth(known, group, obstacle.id)
            given = digger(known, who, real.ground, _USUAL[real.ground]) if real is not None else None
            act, what = Dig(who, obstacle.id), f"the {obstacle.name}"
            yield Offer(act, "dig away", what, name, who, seconds=HOUR, rule=dig_rate, given=given)


PART = Part(commands=(Dig,), offers=_offers, on_due={Lapse.DIGGING: _hour_over})
