"""Waiting for hours and walking back over known ground, step by step until something interrupts."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.delving.movement import PACES, Speed
from undercroft.books.delving.units import DELVE_ROUND
from undercroft.books.sovereign.units import ROUND, TURN
from undercroft.books.violence.units import WATCH
from undercroft.kernel.dice import highest_total
from undercroft.kernel.notation import parse
from undercroft.kernel.remembering import remembering
from undercroft.kernel.units import DAY, HOUR, MINUTE, SeatId, Seconds, Throw
from undercroft.table.body.dying import left_to_die
from undercroft.table.bridge.time_units import DAWN
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import SECRET, group_audience
from undercroft.table.engine.part import Command, Offer, Part, Reason, groups_for, referee_only
from undercroft.table.engine.permission import in_a_scene, no_group, not_exploring
from undercroft.table.engine.plain_dice import amount
from undercroft.table.engine.play import Play
from undercroft.table.engine.record import StretchStopped, waiting
from undercroft.table.engine.subjects import are, does
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.exploration.dungeon_clock import Clockwork
from undercroft.table.exploration.pending_encounters import undealt
from undercroft.table.exploration.site_entry import leave
from undercroft.table.exploration.spare_time import held_back
from undercroft.table.exploration.stretches import (
    ENCOUNTER,
    StretchBegan,
    StretchOver,
    begin_wait,
    coming,
    healed,
    interruption,
    marks,
)
from undercroft.table.exploration.turns import EndStep
from undercroft.table.site.group_deeds import everybody
from undercroft.table.site.movement import NO_MAP, Move, paths
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.deadlines import Stretch
from undercroft.table.state.ids import DoorId, GroupId, ZoneId
from undercroft.table.state.journeys import Hike, TravelDay
from undercroft.table.state.scenes import DelveRound
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.seen_sites import SeenSite
from undercroft.table.world.darkness import is_blind


class Span(StrEnum):
    """A unit of waiting: a length of time, or an hour of the day to wait for."""

    STEP = "step"
    SECOND = "second"
    ROUND = "round"
    MINUTE = "minute"
    DELVE_ROUND = "delve_round"
    TURN = "turn"
    HOUR = "hour"
    WATCH = "watch"
    DAY = "day"
    TILL_MORNING = "till_morning"
    TILL_NOON = "till_noon"
    TILL_EVENING = "till_evening"
    TILL_MIDNIGHT = "till_midnight"


LENGTHS: Mapping[Span, Seconds] = {
    Span.SECOND: Seconds(1),
    Span.ROUND: ROUND,
    Span.MINUTE: MINUTE,
    Span.DELVE_ROUND: Seconds(DELVE_ROUND),
    Span.TURN: TURN,
    Span.HOUR: HOUR,
    Span.WATCH: Seconds(WATCH * HOUR),
    Span.DAY: DAY,
}

HOURS: Mapping[Span, Seconds] = {
    Span.TILL_MORNING: DAWN,
    Span.TILL_NOON: Seconds(12 * HOUR),
    Span.TILL_EVENING: Seconds(18 * HOUR),
    Span.TILL_MIDNIGHT: Seconds(0),
}
"""The hours of the day to wait for."""

_NO_WAY = frozenset({"no_door", "door_shut", "obstacle"})
"""Reasons against a move that will still hold next turn."""


class PassTime(Command, frozen=True, tag="pass_time"):
    """Let a group wait: a number of turns, hours or days, or until an hour of the day.

    With `abandon` the dying are left to die.
    """

    group: GroupId
    span: Span
    amount: Annotated[int, Meta(ge=1, le=1_000_000)] | Throw = 1
    abandon: bool = False
    ABOUT = About(
        title="Let time pass",
        deed="time passes",
        icon="hourglass",
        also=Section.HEAD,
        rank=250,
        key="b",
        preview=True,
        form="time",
        words="wait time hours turns clock",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None or not group.members:
            yield no_group(known)
        elif not isinstance(group.scene, TravelDay | Hike | None) and clock_of(group) is None:
            yield in_a_scene(group)
        elif self.span is Span.STEP and clock_of(group) is None:
            yield Reason("no_clock", "Outside a site there are no turns: enter a length of time.")
        else:
            yield from held_back(known, group)
            yield from undealt(known, group)
            if not self.abandon:
                yield from left_to_die(known, group.id, seconds_of(known, self))

    def do(self, play: Play) -> None:
        """Wait turn by turn in a site, and all at once elsewhere, where waiting interrupts a march."""
        purpose = self.span.replace("_", " ")
        number = amount(play, self.amount, f"how long, {purpose}s", to=group_audience(self.group), least=1)
        group, seconds = play.group(self.group), seconds_of(play.now, replace(self, amount=number))
        if clock_of(group) is not None:
            begin_wait(play, group.id, seconds)
            return
        play.spend(group.id, seconds)
        scene = play.group(group.id).scene
        if isinstance(scene, Hike):
            play.go_on(group.id, replace(scene, unrested=Fraction(0)))


class WalkBack(Command, frozen=True, tag="walk_back"):
    """Walk back to a known room by known ways."""

    group: GroupId
    to: ZoneId
    ABOUT = About(title="Walk back to a room", rank=230, also=Section.TAP, preview=True, words="go return room travel")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None or clock_of(group) is None:
            yield not_exploring(group)
        elif group.zone == self.to:
            yield Reason("there_already", f"{are(known, group)} already there.")
        elif self.to not in known_ways(known, group):
            yield Reason("no_way_known", f"{does(known, group, 'know', 'knows')} no open way there.")
        elif is_blind(known, group):
            yield NO_MAP
        else:
            yield from held_back(known, group)
            yield from undealt(known, group)
            yield from left_to_die(known, group.id)

    def do(self, play: Play) -> None:
        way = known_ways(play.now, play.group(self.group))[self.to]
        play.tell(StretchBegan(Stretch(self.group, Seconds(0), way, marks(play.now, self.group))))


class GoOn(Command, frozen=True, tag="go_on"):
    """Take the next step of waiting or walking back; the table does this by itself."""

    group: GroupId
    ABOUT = About(title="Continue the work", deed="continued work", listed=False)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.group not in known.stretches:
            yield Reason(
                "nothing_under_way", f"{are(known, known.groups.get(self.group))} not in the middle of longer work."
            )

    def do(self, play: Play) -> None:
        """Take one more step, unless something has interrupted it."""
        stretch = healed(play.now, play.now.stretches[self.group])
        group = play.group(self.group)
        clock = clock_of(group)
        why = interruption(play.now, stretch)
        if coming(play.now, stretch) and clock is not None:
            _stop(play, stretch, ENCOUNTER, secretly=True)
        elif why or clock is None:
            _stop(play, stretch, why or "An encounter.")
        elif stretch.way:
            _walk(play, stretch, group)
        elif stretch.leaves:
            play.tell(StretchOver(stretch.group))
            leave(play, stretch.group)
        elif stretch.doing is None or everybody(play, stretch.group, stretch.doing):
            _wait(play, stretch, clock)
        else:
            play.tell(StretchOver(stretch.group))


def seconds_of(known: Campaign, command: PassTime) -> Seconds:
    """The length of the wait from now; with dice, the longest that they allow."""
    group = known.groups[command.group]
    number = command.amount if isinstance(command.amount, int) else highest_total(parse(command.amount))
    if command.span in HOURS:
        ahead = (HOURS[command.span] - known.day_begins - group.time) % DAY or DAY
        return Seconds(ahead + (number - 1) * DAY)
    clock = clock_of(group)
    step = clock.step if command.span is Span.STEP and clock is not None else LENGTHS.get(command.span, Seconds(0))
    return Seconds(number * step)


def _wait(play: Play, stretch: Stretch, clock: Clockwork) -> None:
    """Wait for one turn."""
    began, takes = play.group(stretch.group).time, clock.left(play.group(stretch.group))
    EndStep(stretch.group).do(play)
    took = play.group(stretch.group).time - began
    rest = replace(stretch, left=Seconds(max(0, stretch.left - took)))
    if took < takes:
        _stop(play, rest, "Interrupted.")
    elif rest.left:
        play.tell(StretchBegan(rest))
    else:
        play.tell(StretchOver(stretch.group))


def _walk(play: Play, stretch: Stretch, group: Group) -> None:
    """Go through the next door; if there is no time left this turn, end the turn first."""
    first, *then = stretch.way[: PACES[stretch.speed].zones]
    move = Move(group.id, first, speed=stretch.speed, then=tuple(then))
    refused = tuple(move.why_not(play.now, REFEREE))
    if refused and (stretch.stalled or any(reason.code in _NO_WAY for reason in refused)):
        _stop(play, stretch, refused[0].what)
    elif refused:
        EndStep(group.id).do(play)
        play.tell(StretchBegan(replace(stretch, stalled=True)))
    else:
        move.do(play)
        _walked(play, stretch, group)


def _walked(play: Play, stretch: Stretch, before: Group) -> None:
    """Go on with the rest of the way, or stop if the group did not get through."""
    here = play.group(before.id)
    ways = known_ways(play.now, before)
    gone = len(ways.get(here.zone, ())) if here.zone is not None else 0
    rest = replace(stretch, way=stretch.way[gone:], stalled=False)
    if not gone:
        _stop(play, stretch, "The way is blocked.")
    elif rest.way or rest.leaves:
        play.tell(StretchBegan(rest))
    else:
        play.tell(StretchOver(before.id))


def _stop(play: Play, stretch: Stretch, why: str, *, secretly: bool = False) -> None:
    """Stop early, and tell the group how much time is unspent; players do not hear of a secret cause."""
    group = play.group(stretch.group)
    clock = clock_of(group)
    walk = (
        walking_time(group, clock, len(stretch.way), stretch.speed, leaves=stretch.leaves) if clock is not None else 0
    )
    left = Seconds(stretch.left + walk)
    play.tell(StretchOver(stretch.group))
    if left:
        to = SECRET if secretly else group_audience(stretch.group)
        play.tell(StretchStopped(stretch.group, left, why), to=to)


def walking_time(group: Group, clock: Clockwork, doors: int, speed: Speed, *, leaves: bool = False) -> Seconds:
    """How long a walk through so many doors takes; one that leaves the site has a step more, from the entrance."""
    zones = PACES[speed].zones if speed is not Speed.DELVE else 2 if isinstance(group.scene, DelveRound) else 1
    return Seconds((-(-doors // zones) + leaves) * clock.step)


def known_ways(known: Campaign, group: Group) -> Mapping[ZoneId, tuple[DoorId, ...]]:
    """The shortest ways over known ground to the zones a group knows, as lists of doors."""
    seen = known.seen_by(group)
    return {} if seen is None or group.zone is None else _known_ways(seen, group.zone)


@remembering(256)
def _known_ways(seen: SeenSite, start: ZoneId) -> Mapping[ZoneId, tuple[DoorId, ...]]:
    trodden = {id: door for id, door in seen.doors.items() if set(door.between) <= set(seen.zones)}
    return paths(replace(seen, doors=trodden), start)


def _next(campaign: Campaign) -> Command | None:
    """Go on with the first group that does not have to wait for another."""
    ready = (group for group in campaign.stretches if not waiting(campaign, campaign.groups[group]))
    return next((GoOn(group) for group in ready), None)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in groups_for(known, seat):
        clock, hour = clock_of(group), PassTime(group.id, Span.HOUR)
        if clock is not None:
            yield Offer(hour, "wait", "an hour", group.name, seconds=HOUR)
            yield from _ways_back(known, group, clock)
        elif group.scene is None and group.members:
            till = PassTime(group.id, Span.TILL_MORNING)
            yield Offer(hour, "wait", "an hour", group.name, seconds=seconds_of(known, hour))
            yield Offer(till, "wait", "until morning", group.name, seconds=seconds_of(known, till))


def _ways_back(known: Campaign, group: Group, clock: Clockwork) -> Iterable[Offer]:
    """Zones they know that lie further off than the next room."""
    seen = known.seen_by(group)
    for zone, way in known_ways(known, group).items():
        if seen is not None and len(way) > 1:
            act = WalkBack(group.id, zone)
            takes = walking_time(group, clock, len(way), Speed.DELVE)
            yield Offer(act, "walk back to", seen.zones[zone].name, group.name, seconds=takes)


PART = Part(commands=(PassTime, WalkBack, GoOn), offers=_offers, follow_up=_next)
