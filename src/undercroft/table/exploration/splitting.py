"""Splitting the party and rejoining: each group has its own place, time and map."""

from collections.abc import Collection, Iterable, Mapping
from itertools import combinations
from typing import TypeVar

from msgspec.structs import replace

from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import TABLE, Audience, group_audience, seats
from undercroft.table.engine.part import Command, Offer, Part, Reason, groups_for, referee_only
from undercroft.table.engine.permission import no_group
from undercroft.table.engine.play import Play
from undercroft.table.engine.record import TimerDropped
from undercroft.table.engine.subjects import are, have
from undercroft.table.exploration import known_creatures
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.exploration.turns import work_on
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.deadlines import Timer
from undercroft.table.state.ids import GroupId, Name, PersonId, slug
from undercroft.table.state.journeys import Hike, TravelDay
from undercroft.table.state.names import check_name
from undercroft.table.state.scenes import DelveRound, Scene, SovereignTurn, Turn, ViolenceTurn
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.seen_lands import SeenLands
from undercroft.table.world import group_maps
from undercroft.table.world.groups import MAIN, GroupFormed, GroupGone
from undercroft.table.world.people_updates import CaughtUp, catch_up
from undercroft.table.world.travel_costs import where

N = TypeVar("N")
NOISY = (SovereignTurn, ViolenceTurn, DelveRound)
"""The turns and rounds in which the noise of battering draws a check."""


class Split(Command, frozen=True, tag="split"):
    """Split some members off as a new group."""

    group: GroupId
    members: tuple[PersonId, ...]
    name: Name = "scouts"
    ABOUT = About(title="Split the party")

    def __post_init__(self) -> None:
        """Check the name."""
        check_name(self.name)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None:
            yield no_group(known)
            return
        yield from _not_free(known, group)
        if not self.members or not set(self.members) <= set(group.members):
            yield Reason("not_the_members", "Choose who goes.")
        elif set(self.members) == set(group.members):
            yield Reason("nobody_left", "At least one person has to stay.")
        if slug(self.name) in known.groups:
            yield Reason("name_taken", "Another group has that name: choose a different one.")

    def do(self, play: Play) -> None:
        """Form the new group; wandering monsters on their way come to the members who stay."""
        _part(play, play.group(self.group), self.members, self.name, strays=False)


def _part(play: Play, whole: Group, members: tuple[PersonId, ...], name: str, *, strays: bool) -> GroupId:
    """Form a group of some members; wandering monsters on their way come to the members who stay."""
    everybody = group_audience(whole.id)(play.now)
    going = tuple(who for who in whole.members if who in members)
    scenes = tuple(_taken_along(scene, noisy=_batters(play.now, going)) for scene in whole.scenes)
    id, before = GroupId(slug(name)), _placed(whole.members, whole.order_before, whole.order_before)
    new = replace(whole, id=id, name=name, members=going, scenes=scenes, order_before=before, strays=strays)
    form(play, new, to=lambda _: everybody)
    known_creatures.share(play, whole.id, new.id)
    group_maps.part(play, whole.id, new.id)
    for group in (whole.id, new.id):
        _narrow(play, group)
    stays = play.group(whole.id)
    if isinstance(stays.scene, NOISY) and _batters(play.now, going) and not _batters(play.now, stays.members):
        play.go_on(whole.id, replace(stays.scene, battering=False))
    return id


def _batters(campaign: Campaign, who: Collection[PersonId]) -> bool:
    """Whether any of these people is at noisy work."""
    return any(job.noisy and not set(job.workers).isdisjoint(who) for job in campaign.jobs.values())


def _taken_along(scene: Scene, *, noisy: bool) -> Scene:
    """A scene as a new group takes it along: noise goes with those who make it."""
    apart = replace(scene, pending=())
    return replace(apart, battering=apart.battering and noisy) if isinstance(apart, NOISY) else apart


def stray(play: Play, group: GroupId, members: tuple[PersonId, ...]) -> GroupId:
    """Part some members off who go at another speed; they join the others again when they meet them."""
    whole = play.group(group)
    name = " and ".join(play.now.people[who].name for who in whole.members if who in members)
    number = 1
    while slug(name) in play.now.groups:
        number += 1
        name = f"{name.rstrip('0123456789 ')} {number}"
    return _part(play, whole, members, name, strays=True)


class Rejoin(Command, frozen=True, tag="rejoin"):
    """Join a group to another in the same place; the group with the earlier time waits first."""

    group: GroupId
    other: GroupId
    ABOUT = About(title="Join another group")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group, other = known.groups.get(self.group), known.groups.get(self.other)
        if group is None or other is None or self.group == self.other:
            yield Reason("no_group", "Name two groups.")
            return
        yield from _not_free(known, group)
        yield from _not_free(known, other)
        if (group.hex, group.site, group.zone) != (other.hex, other.site, other.zone):
            yield Reason("not_together", "The two groups are not in the same place.")

    def do(self, play: Play) -> None:
        """Let the group with the earlier time wait, then join the two and share what they know."""
        groups = play.group(self.group), play.group(self.other)
        earlier, later = sorted(groups, key=lambda group: group.time)
        gap = Seconds(later.time - earlier.time)
        if gap and play.spend(earlier.id, gap) < gap:
            return
        stays, goes = (self.group, self.other) if self.group == MAIN else (self.other, self.group)
        group_maps.meet(play, self.group, self.other, stays)
        _join(play, play.group(stays), play.group(goes), waited=earlier.id if gap else None)


def as_they_know(group: Group) -> Group:
    """A group as its players know it: in the hex they believe they are in, without the secrets of its scenes."""
    return replace(group, hex=where(group), scenes=tuple(scene.seen for scene in group.scenes))


def form(play: Play, group: Group, to: Audience, present: tuple[PersonId, ...] | None = None) -> None:
    """Form or change a group, and tell its players a redacted copy."""
    shown = as_they_know(group)
    if shown == group:
        play.tell(GroupFormed(group, present), to=to)
        return
    play.tell(GroupFormed(group, present))
    play.aside(GroupFormed(shown, present), to=to)


def _narrow(play: Play, group: GroupId) -> None:
    """Keep the timers of a group's members known only to the seats of that group."""
    around = group_audience(group)(play.now)
    for timer in _timers_of(play.now, group):
        knowing = tuple(seat for seat in timer.to if seat in around)
        if knowing != timer.to:
            play.set_timer(replace(timer, to=knowing))
            play.aside(TimerDropped(timer.id, timer.what), to=seats(*(set(timer.to) - set(knowing))))


def _widen(play: Play, who: tuple[PersonId, ...], knew: frozenset[SeatId], group: GroupId) -> None:
    """Share the timers that all of a group knew with the seats of the group they joined."""
    around = tuple(sorted(group_audience(group)(play.now)))
    for timer in _timers_of(play.now, group):
        if timer.person in who and knew <= set(timer.to) and set(around) - set(timer.to):
            play.set_timer(replace(timer, to=around))


def welcome(play: Play, who: PersonId, group: GroupId) -> None:
    """Tell a newcomer's player where the group is, what it knows and how its members are."""
    joined, seat = play.group(group), play.now.people[who].seat
    others = tuple(member for member in joined.members if member != who)
    catch_up(play, (who,), to=group_audience(group))
    if any(play.now.people[other].seat == seat for other in others):
        return
    play.aside(GroupFormed(as_they_know(joined)), to=seats(seat))
    catch_up(play, others, to=seats(seat))
    group_maps.show(play, group_maps.map_of(play.now, group), (seat,), {})
    group_maps.show_lands(play, group_maps.lands_of(play.now, group), (seat,), SeenLands())
    knew = frozenset(play.now.people[other].seat for other in others)
    _widen(play, (*others, who), knew, group)


def disband(play: Play, group: GroupId) -> None:
    """Dissolve a group without members, unless it is the only group."""
    if len(play.now.groups) > 1 and not play.group(group).members:
        known_creatures.forget(play, group)
        play.tell(GroupGone(group), to=TABLE)
        group_maps.forget(play, group)


def _timers_of(campaign: Campaign, group: GroupId) -> tuple[Timer, ...]:
    members = campaign.groups[group].members
    return tuple(timer for timer in campaign.timers.values() if timer.person in members)


def _join(play: Play, stays: Group, goes: Group, waited: GroupId | None) -> None:
    knew = {group.id: group_audience(group.id)(play.now) - {SPECTATORS} for group in (stays, goes)}
    members = _in_order(stays, goes)
    whole = frozenset((SPECTATORS,)) if set(play.now.present) <= set(members) else frozenset[SeatId]()
    everybody = knew[stays.id] | knew[goes.id] | whole
    leads = goes if waited == stays.id else stays
    before = tuple(who for who in _order_before(stays, goes) if who in play.now.present)
    joined = replace(
        stays,
        members=members,
        scenes=_scenes(stays, goes, waited),
        turns_from=leads.turns_from,
        order_before=before if set(before) - set(members) else (),
    )
    form(play, joined, to=lambda _: everybody)
    known_creatures.share(play, goes.id, stays.id)
    known_creatures.forget(play, goes.id)
    play.tell(GroupGone(goes.id), to=lambda _: everybody)
    if whole:
        group_maps.show(play, play.now.seen, whole, {})
        group_maps.show_lands(play, play.now.seen_lands, whole, SeenLands())
    catch_up(play, members, to=lambda _: everybody)
    for group in (stays, goes):
        _widen(play, group.members, knew[group.id], stays.id)
    work_on(play, stays.id)


def _in_order(stays: Group, goes: Group) -> tuple[PersonId, ...]:
    """The members of both groups in marching order: those who come back take the places they had before the split."""
    return _placed(stays.members, goes.members, _order_before(stays, goes))


def _order_before(stays: Group, goes: Group) -> tuple[PersonId, ...]:
    """The marching order before the first of the splits that parted two groups."""
    return max(goes.order_before, stays.order_before, key=len)


def _placed(
    order: tuple[PersonId, ...], others: tuple[PersonId, ...], before: tuple[PersonId, ...]
) -> tuple[PersonId, ...]:
    """A marching order with others in it, each behind the last of those who went ahead of them before."""
    placed = list(order)
    for who in others:
        if who in placed:
            continue
        ahead = before[: before.index(who)] if who in before else tuple(placed)
        placed.insert(1 + max((placed.index(other) for other in ahead if other in placed), default=-1), who)
    return tuple(placed)


def _scenes(stays: Group, goes: Group, waited: GroupId | None) -> tuple[Scene, ...]:
    """The scenes of the group that did not wait, with the wandering monsters on their way to either group.

    What is noted of a person is what their own group has noted since the split.
    """
    leads, follows = (goes, stays) if waited == stays.id else (stays, goes)
    if not leads.scenes or not follows.scenes:
        return leads.scenes
    inner, outer = leads.scenes[-1], follows.scenes[-1]
    inner = replace(inner, pending=tuple(dict.fromkeys((*inner.pending, *outer.pending))))
    if isinstance(inner, Hike) and isinstance(outer, Hike):
        walkers = _noted(inner.walkers, outer.walkers, follows.members)
        inner = replace(inner, walkers=walkers, unrested=max(inner.unrested, outer.unrested))
    if isinstance(inner, TravelDay) and isinstance(outer, TravelDay):
        hungry, owes = inner.must_provision or outer.must_provision, inner.owes_forage or outer.owes_forage
        inner = replace(inner, must_provision=hungry, owes_forage=owes)
    return (*leads.scenes[:-1], inner if waited is not None else _both_done(inner, outer, follows.members))


def _noted(
    ours: Mapping[PersonId, N], theirs: Mapping[PersonId, N], of_theirs: tuple[PersonId, ...]
) -> Mapping[PersonId, N]:
    """What two groups have noted of their people: of the members of the second, what that one has."""
    return {**theirs, **ours, **{who: theirs[who] for who in of_theirs if who in theirs}}


def _both_done(scene: Scene, other: Scene, of_other: tuple[PersonId, ...]) -> Scene:
    """A scene with what both groups have done in the same turn; `of_other` are the members of the other's group."""
    if isinstance(scene, DelveRound) and isinstance(other, DelveRound):
        unready = (who for who in scene.surprised if who not in of_other)
        surprised = (*unready, *(who for who in other.surprised if who in of_other))
        going = _noted(scene.going, other.going, of_other)
        return replace(scene, going=going, surprised=surprised, battering=scene.battering or other.battering)
    if isinstance(scene, Turn) and isinstance(other, Turn):
        rests = tuple(dict.fromkeys((*scene.rests, *other.rests)))
        both = replace(scene, done={**scene.done, **other.done}, rests=rests)
        return replace(both, battering=scene.battering or other.battering) if isinstance(both, NOISY) else both
    return scene


def _next(campaign: Campaign) -> Command | None:
    """Join delvers who went ahead to the others they have met."""
    strays = (group for group in campaign.groups.values() if group.strays and group.members)
    met = ((group, other) for group in strays for other in campaign.groups.values() if _meet(campaign, group, other))
    return next((Rejoin(group.id, other.id) for group, other in met), None)


def _meet(campaign: Campaign, group: Group, other: Group) -> bool:
    """Whether a group that strayed is with another, in the same place at the same time, and both are free."""
    place = (group.hex, group.site, group.zone, group.time)
    return (
        other.members != ()
        and place == (other.hex, other.site, other.zone, other.time)
        and not any(Rejoin(group.id, other.id).why_not(campaign, REFEREE))
    )


def _not_free(known: Campaign, group: Group) -> Iterable[Reason]:
    if group.scene is not None and clock_of(group) is None and not isinstance(group.scene, TravelDay | Hike):
        yield Reason("in_a_scene", f"{are(known, group)} in the middle of something else: end that first.")
    if group.id in known.stretches:
        yield Reason("under_way", f"{are(known, group)} busy with longer work.")
    if any(proposal.group == group.id for proposal in known.proposals.values()):
        yield Reason("ruling_open", f"{have(known, group)} an open ruling: settle it first.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    groups = [group for group in groups_for(known, seat) if group.members]
    for group, other in combinations(groups, 2):
        act, both, gap = Rejoin(other.id, group.id), f"{other.name} and {group.name}", abs(group.time - other.time)
        yield Offer(act, "go on", "together", both, seconds=Seconds(gap), open_only=True)


PART = Part(
    commands=(Split, Rejoin),
    events=(CaughtUp,),
    offers=_offers,
    follow_up=_next,
)
