"""Working: a job that takes longer than a turn is begun, goes on while turns pass, and is done or laid down."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.kernel.units import Seconds
from undercroft.table.campaign import Campaign
from undercroft.table.jobs import Job
from undercroft.table.names import DoorId, GroupId, PersonId, TimerId
from undercroft.table.play import Play
from undercroft.table.rooms import Event, Reason, Room
from undercroft.table.telling import Audience
from undercroft.table.timers import Lapse, Timer


class JobBegan(Event, frozen=True, tag="table.job-began"):
    """Some are at work."""

    job: Job


class JobWentOn(Event, frozen=True, tag="table.job-went-on"):
    """Another stretch of it."""

    job: Job


class JobEnded(Event, frozen=True, tag="table.job-ended"):
    """Nobody is at it any more: done, or laid down."""

    job: TimerId
    what: str
    done: bool


def _began(campaign: Campaign, event: JobBegan | JobWentOn) -> Campaign:
    return replace(campaign, jobs={**campaign.jobs, event.job.id: event.job})


def _ended(campaign: Campaign, event: JobEnded) -> Campaign:
    return replace(campaign, jobs={id: job for id, job in campaign.jobs.items() if id != event.job})


def job_of(known: Campaign, who: PersonId) -> Job | None:
    """What somebody is at."""
    return next((job for job in known.jobs.values() if who in job.workers), None)


def at_work(known: Campaign, who: PersonId) -> Iterable[Reason]:
    """Why somebody can do nothing else."""
    job = job_of(known, who)
    if job is not None:
        yield Reason("at_work", f"{known.people[who].name} is at work: {job.what}.")


def begin_job(play: Play, job: Job, lapse: Lapse, seconds: Seconds, *, to: Audience, again: bool = False) -> None:
    """Some set to work, or go on with it; its deadline is of the first of them."""
    play.tell(JobWentOn(job) if again else JobBegan(job), to=to)
    seats = tuple(sorted(to(play.now)))
    due = Seconds(job.since + seconds)
    play.set_timer(Timer(job.id, lapse, job.what, job.since, due, seats, job.workers[0], job.site, about=job.about))


def end_job(play: Play, job: Job, *, done: bool, to: Audience) -> None:
    """They are done, or lay it down."""
    timer = play.now.timers.get(job.id)
    if timer is not None:
        play.drop_timer(timer)
    play.tell(JobEnded(job.id, job.what, done), to=to)


_AT_A_DOOR = frozenset({Lapse.DOOR, Lapse.BATTERING})


def leave_off(play: Play, group: GroupId) -> None:
    """They have gone from a door that was giving way: it stands as it stood."""
    there = play.group(group)
    for timer in tuple(play.now.timers.values()):
        if timer.lapse not in _AT_A_DOOR or timer.person not in there.members or timer.site is None:
            continue
        between = play.now.door(timer.site, DoorId(timer.about)).between
        if there.site != timer.site or there.zone not in between:
            play.drop_timer(timer)


ROOM = Room(
    arms={JobBegan: _began, JobWentOn: _began, JobEnded: _ended},
    words={
        JobBegan: lambda now, it: (
            f"{', '.join(now.people[one].name for one in it.job.workers if one in now.people)}: {it.job.what}."
        ),
        JobEnded: lambda _, it: f"{it.what[:1].upper()}{it.what[1:]}: {'done' if it.done else 'laid down'}.",
    },
)
