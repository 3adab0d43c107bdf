"""The events that Play itself tells: rulings, throws and choices, time and timers, scenes."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from undercroft.interpret.play import Answered
from undercroft.kernel.units import RuleId, SeatId, Seconds
from undercroft.table.engine.event import Event, SecretEvent
from undercroft.table.engine.time_words import moment, spell
from undercroft.table.state.campaign import Campaign, Check, Group, changed_group, with_group
from undercroft.table.state.deadlines import RealTimer, Timer
from undercroft.table.state.ids import GroupId, TimerId
from undercroft.table.state.scenes import Scene

NO_REASON = "no reason given"
"""The reason on record where the referee overruled a ruling and gave none."""


class Settled(Event, frozen=True, tag="table.settled"):
    """A rule was settled: its input, answers and outcome, and the reason if the referee overruled it."""

    rule: RuleId
    edition: int
    given: Mapping[str, Any]
    throws: tuple[Answered, ...]
    outcome: Mapping[str, Any]
    by: SeatId
    overruled: str = ""
    about: str = ""
    """The name of the person or creatures it is about."""


class Thrown(Event, frozen=True, tag="table.thrown"):
    """Dice were rolled in the open."""

    rule: RuleId
    throws: tuple[Answered, ...]
    by: SeatId
    about: str = ""


class Chosen(SecretEvent, frozen=True, tag="table.chosen"):
    """A seat made a choice."""

    choice: Answered
    by: SeatId


class Ordered(SecretEvent, frozen=True, tag="table.ordered"):
    """A command was given by a seat; with `follows`, it followed from the state of play."""

    command: Mapping[str, Any]
    seat: SeatId
    follows: bool = False
    by: str = ""
    """The name of the second referee who gave it."""

    def say(self, _now: Campaign) -> str:
        return f"{self.by} acts as referee." if self.by else ""


class AskedAgain(SecretEvent, frozen=True, tag="table.asked-anew"):
    """Answers did not fit their questions any more, and were asked for again."""

    rule: RuleId
    dropped: tuple[Answered, ...]


class TrayUsed(SecretEvent, frozen=True, tag="table.tray-used"):
    """Dice the referee typed in advance were used; these are left."""

    left: tuple[int, ...]

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, tray=self.left)


class TimePassed(Event, frozen=True, tag="table.time-passed"):
    """Time passed for a group, up to `time`."""

    group: GroupId
    time: Seconds
    since: Seconds | None = None
    """When it began to pass; None in a log that does not say."""

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_group(campaign, self.group, time=self.time)

    def say(self, now: Campaign) -> str:
        """Say what time it is, unless the clock shows the same minute as before."""
        if self.since is not None and moment(now, self.since) == moment(now, self.time):
            return ""
        return f"It is {moment(now, self.time)}."


class StretchStopped(Event, frozen=True, tag="table.stretch-stopped"):
    """A stretch of time was interrupted: the time left unspent, and why."""

    group: GroupId
    left: Seconds
    why: str

    def say(self, _now: Campaign) -> str:
        return f"{self.why.rstrip('.')}. Interrupted with {spell(self.left)} unspent."


class TimerSet(Event, frozen=True, tag="table.timer-set"):
    """A timer was set or moved."""

    timer: Timer
    reason: str = ""

    def fold(self, campaign: Campaign) -> Campaign:
        real = campaign.real_timers if self.timer.endless else _without(campaign, self.timer.id)
        return replace(campaign, timers={**campaign.timers, self.timer.id: self.timer}, real_timers=real)


class _TimerGone(Event, frozen=True):
    timer: TimerId
    what: str

    def fold(self, campaign: Campaign) -> Campaign:
        left = {id: timer for id, timer in campaign.timers.items() if id != self.timer}
        return replace(campaign, timers=left, real_timers=_without(campaign, self.timer))


def _without(campaign: Campaign, effect: TimerId) -> Mapping[TimerId, RealTimer]:
    """The real timers but for that of an effect, which ends or runs on the game's clock."""
    real = campaign.real_timers
    return {id: timer for id, timer in real.items() if timer.effect != effect} if real else real


class TimerLapsed(_TimerGone, frozen=True, tag="table.timer-lapsed"):
    """A timer ran out."""


class TimerDropped(_TimerGone, frozen=True, tag="table.timer-dropped"):
    """A timer was called off."""


WAITING = "This group waits until the others catch up."


def waiting(known: Campaign, group: Group) -> bool:
    """Whether a group has reached a timer of the whole world and waits for the other groups."""
    return any(timer.person is None and timer.due <= group.time for timer in known.timers.values())


class SceneBegan(Event, frozen=True, tag="table.scene-began"):
    """A new scene of a group began, on top of its other scenes."""

    group: GroupId
    scene: Scene

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_group(campaign, self.group, scenes=(*_scenes(campaign, self.group), self.scene))


class SceneWentOn(Event, frozen=True, tag="table.scene-went-on"):
    """The innermost scene of a group changed. A seat may be told a redacted copy."""

    group: GroupId
    scene: Scene

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_group(campaign, self.group, scenes=(*_scenes(campaign, self.group)[:-1], self.scene))


class SceneEnded(Event, frozen=True, tag="table.scene-ended"):
    """The innermost scene of a group ended."""

    group: GroupId

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_group(campaign, self.group, scenes=_scenes(campaign, self.group)[:-1])


class TurnsCounted(Event, frozen=True, tag="table.turns-counted"):
    """The turns of a group are counted from that time."""

    group: GroupId
    since: Seconds

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_group(campaign, self.group, turns_from=self.since)


class CheckMade(SecretEvent, frozen=True, tag="table.check-made"):
    """An encounter check was made."""

    group: GroupId
    check: Check

    def fold(self, campaign: Campaign) -> Campaign:
        group = campaign.groups[self.group]
        return with_group(campaign, replace(group, checks=(*group.checks, self.check)))


def _scenes(campaign: Campaign, id: GroupId) -> tuple[Scene, ...]:
    group = campaign.groups.get(id)
    return () if group is None else group.scenes


EVENTS: tuple[type[Event], ...] = (
    Settled,
    Thrown,
    Chosen,
    Ordered,
    AskedAgain,
    TrayUsed,
    TimePassed,
    StretchStopped,
    TimerSet,
    TimerLapsed,
    TimerDropped,
    SceneBegan,
    SceneWentOn,
    SceneEnded,
    TurnsCounted,
    CheckMade,
)
