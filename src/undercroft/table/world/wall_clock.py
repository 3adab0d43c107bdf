"""Timers on the wall clock, as the table knows them: their purpose, their length, and the act that started each."""

from msgspec.structs import replace

from undercroft.kernel.amounts import minutes
from undercroft.kernel.units import Seconds
from undercroft.table.engine.audience import Audience, group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import RealTimer
from undercroft.table.state.ids import GroupId, ThingId, TimerId

ROUND = "delve round"


class RealTimerStarted(Event, frozen=True, tag="table.real-timer-started"):
    """A timer starts on the wall clock."""

    timer: RealTimer

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, real_timers={**campaign.real_timers, self.timer.id: self.timer})

    def say(self, _now: Campaign) -> str:
        what = "this delve round" if self.timer.group is not None else self.timer.what
        return f"Real timer: {minutes(self.timer.seconds)} for {what}."


class RealTimerShortened(Event, frozen=True, tag="table.real-timer-shortened"):
    """A timer loses time that passed in the game and not at the table; `seconds` is its whole length now."""

    timer: TimerId
    seconds: Seconds

    def fold(self, campaign: Campaign) -> Campaign:
        timer = campaign.real_timers.get(self.timer)
        if timer is None:
            return campaign
        shorter = replace(timer, seconds=self.seconds)
        return replace(campaign, real_timers={**campaign.real_timers, self.timer: shorter})


class RealTimerHalted(Event, frozen=True, tag="table.real-timer-halted"):
    """A timer of delve rounds waits for the next round."""

    timer: TimerId

    def fold(self, campaign: Campaign) -> Campaign:
        timer = campaign.real_timers.get(self.timer)
        if timer is None:
            return campaign
        return replace(campaign, real_timers={**campaign.real_timers, self.timer: replace(timer, started=None)})


class RealTimerStopped(Event, frozen=True, tag="table.real-timer-stopped"):
    """A timer no longer runs on the wall clock."""

    timer: TimerId
    what: str

    def fold(self, campaign: Campaign) -> Campaign:
        left = {id: timer for id, timer in campaign.real_timers.items() if id != self.timer}
        return replace(campaign, real_timers=left)

    def say(self, _now: Campaign) -> str:
        return f"Real timer off: {self.what}."


EVENTS = (RealTimerStarted, RealTimerShortened, RealTimerHalted, RealTimerStopped)


def round_timer(group: GroupId) -> TimerId:
    """The id of the timer of a group's delve rounds."""
    return TimerId(f"round-{group}")


def light_timer(thing: ThingId) -> TimerId:
    """The id of the timer of a light."""
    return TimerId(f"light-{thing}")


def effect_timer(effect: TimerId) -> TimerId:
    """The id of the real timer of an effect."""
    return TimerId(f"real-{effect}")


def start_round_timer(play: Play, group: GroupId, seconds: Seconds) -> None:
    """Start the timer of a group's delve round; it starts again with every round."""
    timer = RealTimer(round_timer(group), ROUND, seconds, play.act, group=group)
    play.tell(RealTimerStarted(timer), to=group_audience(group))


def restart_round_timer(play: Play, group: GroupId) -> None:
    """Start the timer again for a new delve round, if the group has one."""
    timer = play.now.real_timers.get(round_timer(group))
    if timer is not None:
        start_round_timer(play, group, timer.seconds)


def halt_round_timer(play: Play, group: GroupId) -> None:
    """Let the timer wait after the end of a delve round, if the group has one."""
    timer = play.now.real_timers.get(round_timer(group))
    if timer is not None and timer.started is not None:
        play.tell(RealTimerHalted(timer.id), to=group_audience(group))


def stop_real_timer(play: Play, id: TimerId, to: Audience) -> None:
    """Stop a timer, if it is there."""
    timer = play.now.real_timers.get(id)
    if timer is not None:
        play.tell(RealTimerStopped(id, timer.what), to=to)
