"""Searching a hex: for whatever it hides, for one thing they know of, or for its secrets with the whole day."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.hexcrawl.discovery import (
    FOR_ANYTHING,
    FOR_ONE_THING,
    Found,
    Quest,
    Search,
    SecretsFound,
    Visibility,
    WholeDay,
    search_random,
    search_secret,
    search_specific,
)
from undercroft.books.hexcrawl.units import TravelPoints
from undercroft.kernel.units import RuleId, SeatId
from undercroft.table.bridge_clock import travel_time
from undercroft.table.campaign import Campaign, Group
from undercroft.table.journeys import NO_POINTS, Spent, Task, TravelDay
from undercroft.table.lands import LandHex
from undercroft.table.names import FeatureId, GroupId, HexId, Label
from undercroft.table.play import Play
from undercroft.table.procedures.courses import ready
from undercroft.table.procedures.road_die import concealed, discover, here
from undercroft.table.procedures.road_points import pay, points_left
from undercroft.table.road_costs import day_of, where
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.seats import REFEREE
from undercroft.table.telling import group as group_audience


class CastAbout(Command, frozen=True, tag="cast_about"):
    """A group searches its hex for whatever is hidden there."""

    group: GroupId


class Seek(Command, frozen=True, tag="seek"):
    """A group searches its hex for one thing it has heard of."""

    group: GroupId
    target: Label


class Comb(Command, frozen=True, tag="comb"):
    """A group gives a whole day to what its hex keeps secret."""

    group: GroupId


class HexSearched(Event, frozen=True, tag="table.hex-searched"):
    """A group has searched a hex, and found so much; nothing more is left of what such a search finds, if none."""

    group: GroupId
    hex: HexId
    what: Spent
    found: int
    target: str = ""


class SearchBrokenOff(Event, frozen=True, tag="table.search-broken-off"):
    """Something came between; what was spent on the search still counts for it today."""

    group: GroupId
    hex: HexId


class TaskKept(Event, frozen=True, tag="table.task-kept"):
    """So far a group had come with a search when it met somebody."""

    group: GroupId
    task: Task


def _task_kept(campaign: Campaign, event: TaskKept) -> Campaign:
    group = campaign.groups.get(event.group)
    if group is None:
        return campaign
    scenes = tuple(replace(scene, task=event.task) if isinstance(scene, TravelDay) else scene for scene in group.scenes)
    return replace(campaign, groups={**campaign.groups, group.id: replace(group, scenes=scenes)})


def _cast_about(play: Play, act: CastAbout) -> None:
    if not _work(play, act.group, Spent.CAST_ABOUT, FOR_ANYTHING):
        return
    at, left = here(play, act.group), _left(play, act.group, FOR_ANYTHING)
    hidden = concealed(at, Visibility.HIDDEN) if at is not None else ()
    outcome = play.settle(search_random, Search(left, hidden))
    found = (FeatureId(outcome.feature),) if isinstance(outcome, Found) else ()
    _turn_up(play, act.group, at, found, Spent.CAST_ABOUT)


def _seek(play: Play, act: Seek) -> None:
    """Elsewhere, found already or secret: it is not here, and they cannot tell why."""
    if not _work(play, act.group, Spent.SOUGHT, FOR_ONE_THING, act.target):
        return
    at, left = here(play, act.group), _left(play, act.group, FOR_ONE_THING)
    hidden = concealed(at, Visibility.HIDDEN) if at is not None else ()
    meant = next((one for one in hidden if at is not None and _is_meant(at, one, act.target)), FeatureId(act.target))
    outcome = play.settle(search_specific, Quest(meant, lead=True, tp_left=left, hidden=hidden))
    found = (meant,) if isinstance(outcome, Found) else ()
    _turn_up(play, act.group, at, found, Spent.SOUGHT, act.target)


def _is_meant(hex: LandHex, feature: FeatureId, target: str) -> bool:
    """By its own name, or by what a hint made them look for."""
    one = hex.features[feature]
    return target.casefold() in (one.name.casefold(), *(hint.lead.casefold() for hint in one.hints if hint.lead))


def _comb(play: Play, act: Comb) -> None:
    """All that is secret comes to light at once."""
    day = day_of(play.group(act.group))
    if day is None or not _work(play, act.group, Spent.COMBED, day.tp_max):
        return
    at = here(play, act.group)
    secrets = concealed(at, Visibility.SECRET) if at is not None else ()
    hidden = concealed(at, Visibility.HIDDEN) if at is not None else ()
    whole = TravelPoints(day.tp_max)
    outcome = play.settle(search_secret, WholeDay(TravelPoints(NO_POINTS), whole, whole, secrets, hidden))
    found = outcome.features if isinstance(outcome, SecretsFound) else ()
    _turn_up(play, act.group, at, tuple(FeatureId(one) for one in found), Spent.COMBED)


def _work(play: Play, group: GroupId, what: Spent, cost: Fraction, target: str = "") -> bool:
    """The points that are still to be paid; whether the search is done, or something came between."""
    day, at = day_of(play.group(group)), where(play.group(group))
    if day is None or at is None:
        return False
    before = paid_into(day, what, target)
    paid, _ = pay(play, group, cost - before, what, at)
    after = day_of(play.group(group))
    done = before + paid == cost
    if after is not None:
        task = None if done else Task(what, before + paid, target)
        play.go_on(group, replace(after, task=task, marching=False))
    elif not done:
        _remember_under(play, group, Task(what, before + paid, target))
    if not done:
        play.tell(SearchBrokenOff(group, at), to=group_audience(group))
    return done


def _remember_under(play: Play, group: GroupId, task: Task) -> None:
    """Somebody is met in the middle of it: the day beneath remembers how far they had come."""
    play.tell(TaskKept(group, task), to=group_audience(group))


def paid_into(day: TravelDay, what: Spent, target: str = "") -> Fraction:
    """Points of today that a search which was broken off has had."""
    task = day.task
    return task.paid if task is not None and (task.what, task.target) == (what, target) else NO_POINTS


def _left(play: Play, group: GroupId, cost: Fraction) -> TravelPoints:
    """What the day had before the search."""
    day = day_of(play.group(group))
    return TravelPoints(cost + (day.left if day is not None else NO_POINTS))


def _turn_up(
    play: Play, group: GroupId, at: LandHex | None, found: tuple[FeatureId, ...], what: Spent, target: str = ""
) -> None:
    thought = where(play.group(group))
    if at is None or thought is None:
        return
    play.tell(HexSearched(group, thought, what, len(found), target), to=group_audience(group))
    for feature in found:
        discover(play, group, at.features[feature])


# Who may


def _enough(known: Campaign, group: GroupId, task: Task, rule: RuleId) -> Iterable[Reason]:
    """`task.paid` is what the whole search takes."""
    there = known.groups.get(group)
    day = day_of(there)
    if there is None or day is None:
        return
    if points_left(known, there) < task.paid - paid_into(day, task.what, task.target):
        yield Reason("too_few_points", "The day has not enough points left for that.", rule)


def _may_cast_about(known: Campaign, seat: SeatId, act: CastAbout) -> Iterable[Reason]:
    yield from ready(known, seat, act.group)
    yield from _enough(known, act.group, Task(Spent.CAST_ABOUT, FOR_ANYTHING), search_random.id)


def _may_seek(known: Campaign, seat: SeatId, act: Seek) -> Iterable[Reason]:
    yield from ready(known, seat, act.group)
    yield from _enough(known, act.group, Task(Spent.SOUGHT, FOR_ONE_THING, act.target), search_specific.id)
    if act.target not in leads(known):
        yield Reason("no_lead", "They have heard of no such thing.", search_specific.id)


def leads(known: Campaign) -> tuple[str, ...]:
    """What they have heard of and know to look for."""
    return tuple(dict.fromkeys(hint.lead for hint in known.seen_lands.hints if hint.lead))


def _may_comb(known: Campaign, seat: SeatId, act: Comb) -> Iterable[Reason]:
    yield from ready(known, seat, act.group)
    there = known.groups.get(act.group)
    day = day_of(there)
    if there is not None and day is not None and day.spent != paid_into(day, Spent.COMBED):
        yield Reason("too_late", "It takes a whole day, begun before anything else.", search_secret.id)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for group in known.groups.values():
        day, at = day_of(group), where(group)
        if day is not None and at is not None:
            yield from _searches(known, seat, group, day, at)


def _searches(known: Campaign, seat: SeatId, group: Group, day: TravelDay, at: HexId) -> Iterable[Offer]:
    cast, comb = CastAbout(group.id), Comb(group.id)
    takes = travel_time(FOR_ANYTHING, day.tp_max)
    refused = tuple(_may_cast_about(known, seat, cast))
    yield Offer(cast, f"{group.name}: cast about in {at}", seconds=takes, rule=search_random, refused=refused)
    takes = travel_time(FOR_ONE_THING, day.tp_max)
    for lead in dict.fromkeys(hint.lead for hint in known.seen_lands.hints if hint.hex == at and hint.lead):
        seek = Seek(group.id, lead)
        refused = tuple(_may_seek(known, seat, seek))
        yield Offer(seek, f"{group.name}: look for {lead}", seconds=takes, rule=search_specific, refused=refused)
    takes = travel_time(day.tp_max, day.tp_max)
    refused = tuple(_may_comb(known, seat, comb))
    yield Offer(comb, f"{group.name}: comb {at} all day", seconds=takes, rule=search_secret, refused=refused)


def _searched(_: Campaign, it: HexSearched) -> str:
    if it.what is Spent.SOUGHT:
        return f"They look for {it.target}." if it.found else f"They look for {it.target}: it is not here."
    how = "comb the hex all day" if it.what is Spent.COMBED else "cast about"
    return f"They {how}." if it.found else f"They {how} and find nothing."


ROOM = Room(
    arms={HexSearched: unchanged, SearchBrokenOff: unchanged, TaskKept: _task_kept},
    steps={CastAbout: _cast_about, Seek: _seek, Comb: _comb},
    refusals={CastAbout: _may_cast_about, Seek: _may_seek, Comb: _may_comb},
    offers=_offers,
    words={
        HexSearched: _searched,
        SearchBrokenOff: lambda _, __: "Something comes between, and the search waits.",
    },
)
