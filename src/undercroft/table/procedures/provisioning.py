"""Provisioning: when the die says that resources wane, they eat of what they have, or a travel point goes into food."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.hexcrawl.units import PER_HEAD, TravelPoints
from undercroft.books.hexcrawl.wilderness import (
    FORAGING,
    Foraged,
    Hungry,
    PaidSupplies,
    Provision,
    wild_waning_resources,
)
from undercroft.kernel.units import SeatId
from undercroft.table.bridge_clock import travel_time
from undercroft.table.campaign import Campaign, Group
from undercroft.table.journeys import Camp, Caravan, Spent, TravelDay
from undercroft.table.names import GroupId
from undercroft.table.play import Play
from undercroft.table.procedures.exploring import held_back
from undercroft.table.procedures.road_points import pay, points_left
from undercroft.table.provisions import stock, use_up
from undercroft.table.road_costs import journey_of, where
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.seats import REFEREE
from undercroft.table.telling import group as group_audience
from undercroft.table.things import Kind
from undercroft.table.whose import referee_only


class Provide(Command, frozen=True, tag="provide"):
    """A group eats and drinks of what it has, or spends the next travel point on foraging."""

    group: GroupId
    choice: Provision


class Provided(Event, frozen=True, tag="table.provided"):
    """They have eaten and drunk, foraged, or will do so first thing tomorrow."""

    group: GroupId
    how: str


def eaters(known: Campaign, group: Group) -> int:
    """How many have to be fed."""
    day = journey_of(group)
    living = sum(person.alive for person in known.those_in(group.id))
    return max(1, living + (day.caravan if day is not None else Caravan()).followers)


def _hungry(known: Campaign, group: Group, choice: Provision) -> Hungry:
    scene = group.scene
    left = scene.left if isinstance(scene, Camp) else points_left(known, group)
    return Hungry(
        choice,
        eaters(known, group),
        stock(known, group.id, Kind.FOOD),
        stock(known, group.id, Kind.WATER),
        TravelPoints(left),
    )


def _provide(play: Play, act: Provide) -> None:
    """Eating takes no point; foraging takes the next, or tomorrow's first."""
    there, to = play.group(act.group), group_audience(act.group)
    given = _hungry(play.now, there, act.choice)
    outcome = play.settle(wild_waning_resources, given, to=to, whole=True)
    if isinstance(outcome, PaidSupplies):
        use_up(play, act.group, Kind.FOOD, given.rations - outcome.rations)
        use_up(play, act.group, Kind.WATER, given.water - outcome.water)
    owed = act.choice is Provision.FORAGE and not isinstance(outcome, Foraged)
    _settled(play, act.group, owed=owed)
    play.tell(Provided(act.group, "owed" if owed else act.choice.value), to=to)
    if isinstance(outcome, Foraged):
        _forage(play, act.group)


def _forage(play: Play, group: GroupId) -> None:
    """The point counts like any other, and brings the die if it is due."""
    there = play.group(group)
    scene, at = there.scene, where(there)
    if at is None:
        return
    if isinstance(scene, TravelDay):
        pay(play, group, FORAGING, Spent.FORAGED, at)
    elif isinstance(scene, Camp):
        play.go_on(group, replace(scene, left=scene.left - FORAGING))


def _settled(play: Play, group: GroupId, *, owed: bool) -> None:
    """They may go on."""
    scene = play.group(group).scene
    if isinstance(scene, TravelDay | Camp) and scene.must_provision:
        play.go_on(group, replace(scene, must_provision=False, owes_forage=owed))


def _may_provide(known: Campaign, seat: SeatId, act: Provide) -> Iterable[Reason]:
    yield from referee_only(seat)
    group = known.groups.get(act.group)
    if group is None or not group.members:
        yield Reason("no_group", "Nobody goes by that name.")
        return
    scene = group.scene
    if not isinstance(scene, TravelDay | Camp):
        yield Reason("not_travelling", "They are not on the road.")
        return
    yield from held_back(known, group)
    if not scene.must_provision:
        yield Reason("not_due", "Nothing is due.", wild_waning_resources.id)
    given = _hungry(known, group, act.choice)
    if act.choice is Provision.SPEND and min(given.rations, given.water) < given.people * PER_HEAD:
        yield Reason("too_little", "There is too little for all: they have to forage.", wild_waning_resources.id)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for group in known.groups.values():
        scene = group.scene
        if not isinstance(scene, TravelDay | Camp) or not scene.must_provision:
            continue
        for choice in Provision:
            act = Provide(group.id, choice)
            refused = tuple(_may_provide(known, seat, act))
            given = _hungry(known, group, choice)
            day = journey_of(group)
            forages = choice is Provision.FORAGE and day is not None and given.tp_left >= FORAGING
            seconds = travel_time(FORAGING, day.tp_max) if forages and day is not None else None
            label = f"{group.name}: {_CHOICES[choice]}"
            yield Offer(act, label, seconds=seconds, rule=wild_waning_resources, given=given, refused=refused)


_CHOICES = {Provision.SPEND: "eat and drink of what there is", Provision.FORAGE: "forage"}
_HOW = {
    "spend": "They eat and drink of what they have.",
    "forage": "They forage, and find enough for all.",
    "owed": "Tomorrow they will have to forage first.",
}

ROOM = Room(
    arms={Provided: unchanged},
    steps={Provide: _provide},
    refusals={Provide: _may_provide},
    offers=_offers,
    words={Provided: lambda _, it: _HOW[it.how]},
)
