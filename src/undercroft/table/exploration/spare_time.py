"""Who has time for something in a site or elsewhere, and what takes it."""

from collections.abc import Iterable, Sequence

from undercroft.kernel.remembering import remembering
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.engine.part import Reason
from undercroft.table.engine.permission import (
    NOT_EXPLORING,
    acting_for,
    cannot_help,
    could_help,
    in_a_scene,
    not_exploring,
    not_theirs,
)
from undercroft.table.engine.play import Play
from undercroft.table.engine.record import WAITING, waiting
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.jobs import at_work
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.fights import is_fighting
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person
from undercroft.table.state.scenes import Chase
from undercroft.table.state.seats import REFEREE


def did(play: Play, who: PersonId, activity: Activity, what: str) -> None:
    """Record that a person has done that in this turn or round, by any clock."""
    group = play.now.group_of(who)
    clock = clock_of(group)
    if group is not None and clock is not None:
        clock.did(play, group.id, who, activity, what)


def whole_steps(group: Group, time: Seconds) -> Seconds:
    """A length of time rounded up to whole turns or rounds of the group's clock."""
    clock = clock_of(group)
    return time if clock is None else Seconds(-(-time // clock.step) * clock.step)


def busy(known: Campaign, seat: SeatId, who: PersonId, activity: Activity) -> Iterable[Reason]:
    """The reasons a person cannot do that now: another seat's, not able, at work, or out of time."""
    return _busy(known, seat, who, activity)


@remembering(256)
def _busy(known: Campaign, seat: SeatId, who: PersonId, activity: Activity) -> tuple[Reason, ...]:
    """The same for all that is offered at one moment: every door and search asks for it."""
    return tuple(_why_busy(known, seat, who, activity))


def _why_busy(known: Campaign, seat: SeatId, who: PersonId, activity: Activity) -> Iterable[Reason]:
    yield from not_theirs(known, seat, who)
    if who not in known.people:
        return
    yield from at_work(known, who)
    group = known.group_of(who)
    clock = clock_of(group)
    if group is None or clock is None:
        yield not_exploring(group)
    else:
        yield from held_back(known, group)
        yield from clock.hindrances(known, group, who, activity)


def why_not_help(known: Campaign, who: PersonId, helpers: Sequence[PersonId]) -> Iterable[Reason]:
    """The reasons these people cannot help a person with something that takes their turn."""
    yield from cannot_help(known, who, helpers)
    for helper in helpers:
        if helper in could_help(known, who) and any(busy(known, REFEREE, helper, Activity.FEAT)):
            yield Reason("helper_busy", f"{known.people[helper].name} is busy.")


@remembering(256)
def with_time(known: Campaign, seat: SeatId, activity: Activity) -> tuple[tuple[Person, Group], ...]:
    """The people a seat may act for who have time for that now, each with their group."""
    found = ((known.people[who], known.group_of(who)) for who in acting_for(known, seat))
    return tuple(
        (person, group)
        for person, group in found
        if group is not None and not any(busy(known, seat, person.id, activity))
    )


def held_back(known: Campaign, group: Group) -> Iterable[Reason]:
    """The reason a group must wait: the other groups have not reached a timer of the whole world."""
    if waiting(known, group):
        yield Reason("waiting", WAITING)


def out_of_time(known: Campaign, who: PersonId) -> Iterable[Reason]:
    """The reasons a person in a site has no time left in this turn or round."""
    group = known.group_of(who)
    clock = clock_of(group)
    return clock.hindrances(known, group, who, Activity.FEAT) if group is not None and clock is not None else ()


def occupied(known: Campaign, seat: SeatId, who: PersonId, activity: Activity) -> Iterable[Reason]:
    """The reasons a person has no time for that now, in a site or elsewhere: a chase or a fight leaves none."""
    group = known.group_of(who)
    if group is not None and (isinstance(group.scene, Chase) or is_fighting(group)):
        yield in_a_scene(group)
    yield from (reason for reason in busy(known, seat, who, activity) if reason.code != NOT_EXPLORING)


def take(play: Play, who: PersonId, activity: Activity, what: str, seconds: Seconds) -> None:
    """Spend a person's time on an activity: a turn in a site, `seconds` elsewhere."""
    group = play.now.group_of(who)
    if group is None:
        return
    if clock_of(group) is None:
        play.spend(group.id, seconds)
    else:
        did(play, who, activity, what)
