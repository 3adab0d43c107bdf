"""Turns and rounds in a site, by any clock: how they begin, pass and end."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.body.dying import at_stake, left_to_die, perils
from undercroft.table.engine.about import About, Section, Slot
from undercroft.table.engine.audience import around, group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Automatic, Command, Offer, Part, Reason, groups_for, referee_only
from undercroft.table.engine.permission import (
    acting_for,
    not_exploring,
)
from undercroft.table.engine.play import Play
from undercroft.table.engine.record import TurnsCounted, waiting
from undercroft.table.engine.roster import name_of
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.exploration.dungeon_clock import Activity, Boundary, Clockwork
from undercroft.table.exploration.jobs import job_of
from undercroft.table.exploration.pending_encounters import pending_encounters, undealt
from undercroft.table.exploration.spare_time import busy, did, held_back
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.scenes import RESTED, Exploring


class ExploringCommand(Command, frozen=True):
    """Something a group does while it explores a site."""

    group: GroupId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None or clock_of(group) is None:
            yield not_exploring(group)
        else:
            yield from held_back(known, group)


class Hold(Command, frozen=True, tag="hold"):
    """Rest for the remainder of this turn or round."""

    who: PersonId
    ABOUT = About(title="Wait a turn", deed="waiting", icon="hourglass", rank=200, slot=Slot.REST)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from busy(known, seat, self.who, Activity.REST)

    def do(self, play: Play) -> None:
        play.tell(PersonRested(self.who), to=around(self.who))
        did(play, self.who, Activity.REST, RESTED)


class PersonRested(Event, frozen=True, tag="table.person-rested"):
    """A person rested for a turn or round in a site."""

    who: PersonId

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.who)} rests."


class BeginStep(Automatic, frozen=True, tag="begin_step"):
    """Begin a turn or round; Undercroft does this by itself."""

    group: GroupId
    ABOUT = About(deed="a new turn")

    def do(self, play: Play) -> None:
        """Begin the turn or round; people at work go on with it."""
        _keep_time(play, self.group)
        clock = _clock(play.group(self.group))
        clock.begin_step(play, self.group)
        if clock.scene(play, self.group).held:
            play.go_on(self.group, replace(clock.scene(play, self.group), held=False))
        work_on(play, self.group)


class CountTurns(Automatic, frozen=True, tag="count_turns"):
    """Count the turns that passed by other means than turns; Undercroft does this by itself."""

    group: GroupId
    ABOUT = About(deed="turns pass", listed=False)

    def do(self, play: Play) -> None:
        """End the turn, which is over, and make the check of every turn that went by, each under its number."""
        clock = _clock(play.group(self.group))
        first = clock.scene(play, self.group).number + (not clock.checks_at_end)
        for passed, number in enumerate(range(first, clock.number_now(play.group(self.group))), 1):
            play.go_on(self.group, clock.scene(play, self.group).numbered(number))
            clock.count_missed(play, self.group, f"passed-{passed}")
        play.go_on(self.group, replace(clock.scene(play, self.group), begun=False))


class HoldTurn(Automatic, frozen=True, tag="hold_turn"):
    """Leave the end of a turn to the referee because something is in its way; Undercroft does this by itself."""

    group: GroupId
    ABOUT = About(deed="the turn waits", listed=False)

    def do(self, play: Play) -> None:
        """Players are told nothing of it."""
        play.go_on(self.group, replace(_clock(play.group(self.group)).scene(play, self.group), held=True))


class EndStep(ExploringCommand, frozen=True, tag="end_step"):
    """End the turn or round; everybody who has done nothing rests. `postpone` lets a rolled encounter wait.

    With `abandon` the dying are left to die.
    """

    postpone: bool = False
    abandon: bool = False
    ABOUT = About(title="End the turn", deed="end of the turn", place=Section.STRIP, key="n")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        group = known.groups.get(self.group)
        clock = clock_of(group)
        if group is None or clock is None:
            return
        if not self.postpone:
            yield from undealt(known, group)
        if not self.abandon:
            yield from left_to_die(known, group.id, clock.left(group))

    def do(self, play: Play) -> None:
        _clock(play.group(self.group)).end_step(play, self.group)


def work_on(play: Play, group: GroupId) -> None:
    """Fill the turn of every member who is at work with that work."""
    clock = clock_of(play.group(group))
    for person in play.now.able_in(group):
        job, scene = job_of(play.now, person.id), play.group(group).scene
        if job is not None and clock is not None and scene is not None and not clock.has_acted(scene, person.id):
            did(play, person.id, Activity.BATTER if job.noisy else Activity.FEAT, job.what)


def _clock(group: Group) -> Clockwork:
    clock = clock_of(group)
    if clock is None:
        raise ValueError("the group is not exploring")
    return clock


def _keep_time(play: Play, group: GroupId) -> None:
    """Give the turn that begins the number it has by the clock; the first turn of a clock begins the count.

    A turn that was broken off goes on under its number.
    """
    clock, party = _clock(play.group(group)), play.group(group)
    scene, now = clock.scene(play, group), clock.number_now(party)
    if not scene.number or now < scene.number:
        play.tell(TurnsCounted(group, Seconds(party.time - scene.number * clock.step)), to=group_audience(group))
    elif now != scene.number + 1:
        play.go_on(group, scene.numbered(now - 1))


def _is_over(clock: Clockwork, group: Group) -> bool:
    """Whether a turn is over by the clock, because time passed in it by other means."""
    scene = group.scene
    return isinstance(scene, Exploring) and scene.begun and clock.number_now(group) > scene.number


def _next(campaign: Campaign) -> Command | None:
    """Begin or end a turn in the first group where that is due, except in groups that wait for others.

    Once something stood in its way, a turn ends only by the referee's word, who is asked what is not dealt with.
    """
    for group in campaign.groups.values():
        clock = None if waiting(campaign, group) else clock_of(group)
        if clock is not None and _is_over(clock, group):
            return CountTurns(group.id)
        due = clock.next(campaign, group) if clock is not None else None
        if due is Boundary.BEGIN:
            return BeginStep(group.id)
        if due is Boundary.END and group.scene is not None and not group.scene.held:
            return HoldTurn(group.id) if _waits(campaign, group) else EndStep(group.id)
    return None


def ends_by_itself(known: Campaign, group: Group, acting: Mapping[PersonId, Activity]) -> bool:
    """Whether a turn ends by itself once these people have done that in it, as far as the seat knows."""
    clock, scene = clock_of(group), group.scene
    if clock is None or scene is None or scene.held or _waits(known, group):
        return False
    return all(
        clock.finished(known, scene, person.id)
        or (person.id in acting and clock.finishes(known, scene, person.id, acting[person.id]))
        for person in known.able_in(group.id)
    )


def _waits(campaign: Campaign, group: Group) -> bool:
    """Whether a turn does not end by itself: a life is at stake, an encounter is due, or everybody is at work."""
    return (
        bool(at_stake(campaign, group.id))
        or bool(pending_encounters(campaign, group))
        or all(job_of(campaign, person.id) for person in campaign.able_in(group.id))
    )


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in acting_for(known, seat):
        clock = clock_of(known.group_of(who))
        step = clock.step if clock is not None else None
        yield Offer(Hold(who), "rest", subject=known.people[who].name, who=who, seconds=step, open_only=True)
    for group in groups_for(known, seat):
        clock = clock_of(group)
        if clock is not None:
            yield ending(known, group, clock)
            if due := pending_encounters(known, group):
                yield Offer(
                    EndStep(group.id, postpone=True),
                    "Postpone",
                    "event" if all(each.event for each in due) else "encounter",
                    note=f"ends the {clock.called}",
                    seconds=clock.step,
                )


def ending(known: Campaign, group: Group, clock: Clockwork) -> Offer:
    """The end of the turn as an offer; over the dying it warns."""
    dying, what = perils(known, group.id, clock.left(group)), f"the {clock.called}"
    detail, warns = (" and leave the dying", f"{dying}. Ending {what} lets them die.") if dying else ("", "")
    act = EndStep(group.id, abandon=bool(dying))
    return Offer(act, "End", what, note=group.name, detail=detail, seconds=clock.step, warns=warns)


PART = Part(
    commands=(Hold, BeginStep, CountTurns, HoldTurn, EndStep),
    events=(PersonRested,),
    offers=_offers,
    follow_up=_next,
)
