"""Jobs: work that takes longer than a turn, from its start to its end."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.kernel.units import Seconds
from undercroft.table.engine.audience import Audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import Job, Lapse, Timer
from undercroft.table.state.ids import DoorId, GroupId, PersonId, TimerId


class JobWentOn(Event, frozen=True, tag="table.job-went-on"):
    """A job went on for another stretch of time."""

    job: Job

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, jobs={**campaign.jobs, self.job.id: self.job})


class JobBegan(JobWentOn, frozen=True, tag="table.job-began"):
    """A job began."""

    def say(self, now: Campaign) -> str:
        return f"{', '.join(now.people[who].name for who in self.job.workers if who in now.people)}: {self.job.what}."


class JobEnded(Event, frozen=True, tag="table.job-ended"):
    """A job ended: done, or given up."""

    job: TimerId
    what: str
    done: bool

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, jobs={id: job for id, job in campaign.jobs.items() if id != self.job})

    def say(self, _now: Campaign) -> str:
        return f"{self.what[:1].upper()}{self.what[1:]}: {'done' if self.done else 'laid down'}."


def job_of(known: Campaign, who: PersonId) -> Job | None:
    """The job a person is working at."""
    return next((job for job in known.jobs.values() if who in job.workers), None)


def at_work(known: Campaign, who: PersonId) -> Iterable[Reason]:
    """The reason a person at work can do nothing else."""
    job = job_of(known, who)
    if job is not None:
        yield Reason("at_work", f"{known.people[who].name} is at work: {job.what}.")


def begin_job(play: Play, job: Job, lapse: Lapse, seconds: Seconds, *, to: Audience, again: bool = False) -> None:
    """Begin a job, or go on with it; its timer belongs to the first worker."""
    play.tell(JobWentOn(job) if again else JobBegan(job), to=to)
    seats = tuple(sorted(to(play.now)))
    due = Seconds(job.since + seconds)
    play.set_timer(Timer(job.id, lapse, job.what, job.since, due, seats, job.workers[0], job.site, about=job.about))


def end_job(play: Play, job: Job, *, done: bool, to: Audience) -> None:
    """End a job, done or given up."""
    timer = play.now.timers.get(job.id)
    if timer is not None:
        play.drop_timer(timer)
    play.tell(JobEnded(job.id, job.what, done), to=to)


_AT_A_DOOR = frozenset({Lapse.DOOR, Lapse.BATTERING})


def leave_off(play: Play, group: GroupId) -> None:
    """Give up work at a door that a group has left."""
    workers = play.group(group)
    for timer in tuple(play.now.timers.values()):
        if timer.lapse not in _AT_A_DOOR or timer.person not in workers.members or timer.site is None:
            continue
        between = play.now.door(timer.site, DoorId(timer.about)).between
        if workers.site != timer.site or workers.zone not in between:
            play.drop_timer(timer)


PART = Part(events=(JobBegan, JobWentOn, JobEnded))
