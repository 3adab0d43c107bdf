"""A settlement: coming to it, days of rest in it, and leaving it again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.keeping_time import Respite, Unit, time_safe
from undercroft.books.sovereign.units import WEEK
from undercroft.kernel.units import DAY, SeatId, Seconds
from undercroft.table.campaign import Campaign, Group
from undercroft.table.names import GroupId, Label, PersonId
from undercroft.table.play import Play
from undercroft.table.resting import days_of_rest
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.scenes import Chase, Fight, Meeting, Town
from undercroft.table.seats import REFEREE
from undercroft.table.telling import group as group_audience
from undercroft.table.whose import referee_only


class ComeToTown(Command, frozen=True, tag="come_to_town"):
    """A group comes to a settlement."""

    group: GroupId
    name: Label


class LeaveTown(Command, frozen=True, tag="leave_town"):
    """A group leaves the settlement."""

    group: GroupId


class StayInTown(Command, frozen=True, tag="stay_in_town"):
    """Days go by in the settlement: warm, fed and in bed."""

    group: GroupId
    days: Annotated[int, Meta(ge=1, le=365)] = 1


class CameToTown(Event, frozen=True, tag="table.came-to-town"):
    """A group has come to a settlement."""

    group: GroupId
    name: str


class LeftTown(Event, frozen=True, tag="table.left-town"):
    """A group has left the settlement."""

    group: GroupId
    name: str


class Stayed(Event, frozen=True, tag="table.stayed"):
    """So many days have gone by in the settlement."""

    group: GroupId
    name: str
    days: int


def come(play: Play, group: GroupId, name: str) -> None:
    """A group is in a settlement from now on, wherever it came from."""
    play.begin(group, Town(name, since=play.group(group).time))
    play.tell(CameToTown(group, name), to=group_audience(group))


def leave(play: Play, group: GroupId) -> None:
    """A group is on its way again, and whatever it was at before goes on."""
    scene = play.group(group).scene
    if isinstance(scene, Town):
        play.end(group)
        play.tell(LeftTown(group, scene.name), to=group_audience(group))


def town_of(known: Campaign, who: PersonId) -> Town | None:
    """The settlement somebody is in."""
    group = known.group_of(who)
    scene = group.scene if group is not None else None
    return scene if isinstance(scene, Town) else None


def not_in_town(known: Campaign, who: PersonId) -> Iterable[Reason]:
    """Why somebody cannot do what is only done in a settlement."""
    if town_of(known, who) is None:
        yield Reason("not_in_town", "That is done in a settlement.")


def _come(play: Play, act: ComeToTown) -> None:
    come(play, act.group, act.name)


def _leave(play: Play, act: LeaveTown) -> None:
    leave(play, act.group)


def _stay(play: Play, act: StayInTown) -> None:
    to, scene = group_audience(act.group), play.group(act.group).scene
    mornings = play.settle(time_safe, Respite(act.days, Unit.DAY), to=to, whole=True).mornings
    stayed = days_of_rest(play, act.group, mornings)
    if isinstance(scene, Town) and stayed:
        play.tell(Stayed(act.group, scene.name, stayed), to=to)


def _may_come(known: Campaign, seat: SeatId, act: ComeToTown) -> Iterable[Reason]:
    yield from referee_only(seat)
    group = known.groups.get(act.group)
    if group is None:
        yield Reason("no_group", "Nobody goes by that name.")
    elif group.site is not None:
        yield Reason("in_a_site", "They must be out of the site first.")
    elif group.in_town:
        yield Reason("in_town", "They are in a settlement already.")
    elif isinstance(group.scene, Meeting | Chase | Fight):
        yield Reason("no_time", "There is no time for that now.")


def _may_stay(known: Campaign, seat: SeatId, act: StayInTown | LeaveTown) -> Iterable[Reason]:
    yield from referee_only(seat)
    group = known.groups.get(act.group)
    if group is None:
        yield Reason("no_group", "Nobody goes by that name.")
    elif not group.in_town:
        yield Reason("not_in_town", "They are in no settlement.")


def _near(known: Campaign, group: Group) -> Iterable[ComeToTown]:
    """The settlements that have been seen where a group is."""
    here = known.seen_lands.hexes.get(group.hex) if group.hex is not None else None
    for feature in here.features.values() if here is not None else ():
        if feature.town is not None and group.members:
            yield ComeToTown(group.id, feature.name)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for group in known.groups.values():
        scene = group.scene
        for town in _near(known, group):
            if not any(_may_come(known, seat, town)):
                yield Offer(town, f"{group.name}: go into {town.name}")
        if isinstance(scene, Town):
            for act, label in ((StayInTown(group.id), "a day"), (StayInTown(group.id, WEEK // DAY), "a week")):
                yield Offer(act, f"{group.name}: {label} of rest in {scene.name}", seconds=Seconds(act.days * DAY))
            yield Offer(LeaveTown(group.id), f"{group.name}: leave {scene.name}")


ROOM = Room(
    arms={CameToTown: unchanged, LeftTown: unchanged, Stayed: unchanged},
    steps={ComeToTown: _come, LeaveTown: _leave, StayInTown: _stay},
    refusals={ComeToTown: _may_come, LeaveTown: _may_stay, StayInTown: _may_stay},
    offers=_offers,
    words={
        CameToTown: lambda _, it: f"They come to {it.name}.",
        LeftTown: lambda _, it: f"They leave {it.name}.",
        Stayed: lambda _, it: f"{'A day' if it.days == 1 else f'{it.days} days'} in {it.name}: warm, fed and in bed.",
    },
)
