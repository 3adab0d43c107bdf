"""Stopping work: by choice, or because the workers cannot go on with it."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About, Slot
from undercroft.table.engine.audience import around
from undercroft.table.engine.part import Automatic, Command, Offer, Part, Reason
from undercroft.table.engine.permission import acting_for, not_theirs
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import are
from undercroft.table.exploration.jobs import JobWentOn, end_job, job_of
from undercroft.table.site import digging
from undercroft.table.site.doors import PASSABLE
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import Hand, Job, Lapse
from undercroft.table.state.ids import DoorId, PersonId, TimerId


class StopWork(Command, frozen=True, tag="stop_work"):
    """Stop a job for all who work at it; what is done stays done."""

    who: PersonId
    ABOUT = About(title="Stop the work", slot=Slot.OBSTACLE)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_theirs(known, seat, self.who)
        if job_of(known, self.who) is None:
            yield Reason("not_at_work", f"{are(known, self.who)} not at work.")

    def do(self, play: Play) -> None:
        job = job_of(play.now, self.who)
        if job is not None:
            _stop(play, job)


class LeaveWork(Automatic, frozen=True, tag="leave_work"):
    """Go on with a job without workers who have left or cannot work, or end it; Undercroft does this by itself."""

    job: TimerId
    ABOUT = About(title="Stop working", deed="work stopped")

    def do(self, play: Play) -> None:
        job = play.now.jobs[self.job]
        hands = _at_it(play.now, job)
        if not hands or _opened(play.now, job) or job.about in job.workers:
            _stop(play, job)
        elif job.interrupted is None and _lapse(play.now, job) is Lapse.DIGGING:
            digging.dig_on(play, job, hands)
        else:
            _go_on(play, job, hands)


def _go_on(play: Play, job: Job, hands: tuple[Hand, ...]) -> None:
    """Hand the job and its timer over to these workers."""
    timer, halt = play.now.timers.get(job.id), job.interrupted
    if halt is not None:
        halt = replace(halt, timer=replace(halt.timer, person=hands[0].who))
    play.tell(JobWentOn(replace(job, hands=hands, interrupted=halt)), to=around(hands[0].who))
    if timer is not None:
        play.set_timer(replace(timer, person=hands[0].who))


def _stop(play: Play, job: Job) -> None:
    if _lapse(play.now, job) is Lapse.DIGGING:
        digging.dug_so_far(play, job)
    end_job(play, job, done=False, to=around(job.workers[0]))


def _lapse(known: Campaign, job: Job) -> Lapse | None:
    """What the job is, by its timer."""
    timer = known.timers.get(job.id) if job.interrupted is None else job.interrupted.timer
    return timer.lapse if timer is not None else None


def _at_it(known: Campaign, job: Job) -> tuple[Hand, ...]:
    """The workers who are still there and able; a patient need not be able."""
    able = [hand for hand in job.hands if known.people[hand.who].able]
    group = known.group_of(able[0].who) if able else None
    if group is None or job.site not in (None, group.site) or job.zone not in (None, group.zone):
        return ()
    return tuple(
        hand
        for hand in job.hands
        if hand.who in group.members and (hand in able or (hand.who == job.about and known.people[hand.who].alive))
    )


def _opened(known: Campaign, job: Job) -> bool:
    """Whether the job is at a door that is no longer shut."""
    site = known.sites.get(job.site) if job.site is not None else None
    door = site.doors.get(DoorId(job.about)) if site is not None else None
    return door is not None and door.state in PASSABLE


def _next(campaign: Campaign) -> Command | None:
    """Leave the first job that not all its workers can go on with."""
    left = (job for job in campaign.jobs.values() if _at_it(campaign, job) != job.hands or _opened(campaign, job))
    return next((LeaveWork(job.id) for job in left), None)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in acting_for(known, seat):
        job = job_of(known, who)
        if job is not None and not any(not_theirs(known, seat, who)):
            yield Offer(StopWork(who), "stop", job.what, known.people[who].name, who)


PART = Part(commands=(StopWork, LeaveWork), offers=_offers, follow_up=_next)
