"""Jobs: work that takes longer than a turn, from its start to its end.

A job fills every turn of its workers. An encounter, a chase or a fight interrupts it, and it goes on afterwards.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.kernel.amounts import series
from undercroft.kernel.units import Seconds
from undercroft.table.body.condition import time_of
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import Audience, around
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Automatic, Command, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.engine.time_words import time_of_day
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import Interruption, Job, Lapse, Timer
from undercroft.table.state.ids import PersonId, TimerId
from undercroft.table.state.scenes import Chase, EncounterScene, Fight


class PauseWork(Automatic, frozen=True, tag="pause_work"):
    """Interrupt a job for an encounter, a chase or a fight; Undercroft does this by itself."""

    job: TimerId
    ABOUT = About(deed="work is interrupted")

    def do(self, play: Play) -> None:
        job, timer = play.now.jobs[self.job], play.now.timers[self.job]
        halt = Interruption(time_of(play, job.workers[0]), timer)
        play.drop_timer(timer)
        play.tell(JobWentOn(replace(job, interrupted=halt)), to=around(job.workers[0]))


class ResumeWork(Automatic, frozen=True, tag="resume_work"):
    """Go on with an interrupted job; Undercroft does this by itself."""

    job: TimerId
    ABOUT = About(deed="work goes on")

    def do(self, play: Play) -> None:
        """Set the timer again; the time of the interruption does not count as work."""
        job = play.now.jobs[self.job]
        if job.interrupted is None:
            return
        timer, pause = job.interrupted.timer, time_of(play, job.workers[0]) - job.interrupted.since
        since, due = Seconds(job.since + pause), Seconds(timer.due + pause)
        until = None if timer.lapse is Lapse.DIGGING else due
        resumed = JobResumed(replace(job, since=since, interrupted=None), until)
        play.tell(resumed, to=around(job.workers[0]))
        play.set_timer(replace(timer, since=Seconds(timer.since + pause), due=due))


class JobWentOn(Event, frozen=True, tag="table.job-went-on"):
    """A job went on for another stretch of time, with other workers, or was interrupted."""

    job: Job

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, jobs={**campaign.jobs, self.job.id: self.job})


class JobBegan(JobWentOn, frozen=True, tag="table.job-began"):
    """A job began."""

    until: Seconds | None = None
    """When it will be done, if that is settled."""

    def say(self, now: Campaign) -> str:
        who = _workers(now, self.job)
        return f"{series(who)} {'are' if len(who) > 1 else 'is'} {self.job.what}{_until(now, self.until)}."


class JobResumed(JobWentOn, frozen=True, tag="table.job-resumed"):
    """A job went on after an encounter, a chase or a fight interrupted it."""

    until: Seconds | None = None
    """When it will be done now, if that is settled."""

    def say(self, now: Campaign) -> str:
        who = _workers(now, self.job)
        return f"{series(who)} {'go' if len(who) > 1 else 'goes'} on {self.job.what}{_until(now, self.until)}."


def _workers(now: Campaign, job: Job) -> list[str]:
    return [now.people[who].name for who in job.workers if who in now.people and who != job.about]


def _until(now: Campaign, until: Seconds | None) -> str:
    return f" until {time_of_day(now, until)}" if until is not None else ""


class JobEnded(Event, frozen=True, tag="table.job-ended"):
    """A job ended: done, or given up."""

    job: TimerId
    what: str
    """The work in words; empty where the next fact tells what it came to."""
    done: bool

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, jobs={id: job for id, job in campaign.jobs.items() if id != self.job})

    def say(self, _now: Campaign) -> str:
        end = "done" if self.done else "given up"
        return f"{self.what[:1].upper()}{self.what[1:]} is {end}." if self.what else ""


def job_of(known: Campaign, who: PersonId) -> Job | None:
    """The job a person is working at."""
    return next((job for job in known.jobs.values() if who in job.workers), None)


def at_work(known: Campaign, who: PersonId) -> Iterable[Reason]:
    """The reason a person at work can do nothing else."""
    job = job_of(known, who)
    if job is not None:
        yield Reason("at_work", f"{known.people[who].name} is at work: {job.what}. Stop the work first.")


def worked(job: Job, now: Seconds) -> Seconds:
    """How long a job has been worked at, without interruptions."""
    until = now if job.interrupted is None else job.interrupted.since
    return Seconds(max(0, until - job.since))


def begin_job(
    play: Play,
    job: Job,
    lapse: Lapse,
    seconds: Seconds,
    *,
    to: Audience,
    again: bool = False,
    whole: bool = True,
) -> None:
    """Begin a job, or go on with it; its timer belongs to the first worker. `whole` ends it after that time."""
    due = Seconds(job.since + seconds)
    play.tell(JobWentOn(job) if again else JobBegan(job, due if whole else None), to=to)
    seats = tuple(sorted(to(play.now)))
    play.set_timer(Timer(job.id, lapse, job.what, job.since, due, seats, job.workers[0], job.site, about=job.about))


def end_job(play: Play, job: Job, *, done: bool, to: Audience, told: bool = False) -> None:
    """End a job, done or given up; `told` if the next fact tells what it came to."""
    timer = play.now.timers.get(job.id)
    if timer is not None:
        play.drop_timer(timer)
    play.tell(JobEnded(job.id, "" if told else job.what, done), to=to)


def _next(campaign: Campaign) -> Command | None:
    """Interrupt the first job whose workers are in an encounter, or go on with one after it."""
    for job in campaign.jobs.values():
        group = campaign.group_of(job.workers[0])
        kept = group is not None and isinstance(group.scene, EncounterScene | Chase | Fight)
        if kept and job.interrupted is None and job.id in campaign.timers:
            return PauseWork(job.id)
        if not kept and job.interrupted is not None:
            return ResumeWork(job.id)
    return None


PART = Part(commands=(PauseWork, ResumeWork), events=(JobBegan, JobWentOn, JobResumed, JobEnded), follow_up=_next)
