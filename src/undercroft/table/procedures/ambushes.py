"""Ambushes: those who lay in wait fall upon a group, which is off guard unless its best watcher was better."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign.reactions import Response
from undercroft.books.sovereign.surprise import (
    Coming,
    Method,
    Stunned,
    Vigilance,
    delver_surprise,
    encounter_surprise,
)
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.campaign import Campaign, Group
from undercroft.table.names import CreaturesId, GroupId
from undercroft.table.play import Play
from undercroft.table.procedures import fight_start
from undercroft.table.procedures.clocks import clock_of
from undercroft.table.procedures.meeting import known_now
from undercroft.table.procedures.meeting_scene import all_there, present, the_meeting
from undercroft.table.procedures.surprising import OffGuard, good_at
from undercroft.table.rooms import Command, Offer, Reason, Room
from undercroft.table.scenes import Meeting
from undercroft.table.seats import REFEREE
from undercroft.table.sightings import CreaturesSeen, creatures_as_seen
from undercroft.table.telling import group as group_audience
from undercroft.table.whose import referee_only

_WATCHING = (Attribute.WIS, Skill.NOTICE)


class SpringAmbush(Command, frozen=True, tag="spring_ambush"):
    """Those who lay in wait for a group fall upon it; `along` names others who do so with them."""

    group: GroupId
    creatures: CreaturesId
    along: tuple[CreaturesId, ...] = ()


def _spring(play: Play, act: SpringAmbush) -> None:
    there = play.group(act.group)
    if there.site is None:
        return
    others, *company = (known_now(play, act.group, one) for one in (act.creatures, *act.along))
    for one in (others, *company):
        play.tell(CreaturesSeen(there.site, creatures_as_seen(one)), to=group_audience(act.group))
    along = tuple(creatures_as_seen(one) for one in company)
    fall_upon(play, act.group, Meeting(creatures_as_seen(others), others=others, along=along, company=tuple(company)))


def fall_upon(play: Play, group: GroupId, meeting: Meeting) -> None:
    """They sneak against the party's best watcher; whoever has the Alert feat is never caught."""
    play.begin(group, replace(meeting, does=Response.FIGHT))
    possible = play.settle(delver_surprise, Vigilance(exploring=True, set_ambush=True)).possible
    party = play.now.able_in(group)
    watcher = max((bridge.check(one, *_WATCHING) for one in party), default=0)
    given = Coming(Method.SNEAK, good_at(play, meeting.others), watcher, possible)
    outcome = play.settle(encounter_surprise, given)
    caught = tuple(one.id for one in party if not fight_start.is_alert(one))
    if isinstance(outcome, Stunned) and caught:
        play.go_on(group, replace(the_meeting(play, group), surprised=caught))
        play.tell(OffGuard(group, caught), to=group_audience(group))


def _may_spring(known: Campaign, seat: SeatId, act: SpringAmbush) -> Iterable[Reason]:
    yield from referee_only(seat)
    group = known.groups.get(act.group)
    site = known.site_of(group)
    if group is None or clock_of(group) is None:
        yield Reason("not_exploring", "They are not exploring a site.")
    elif site is None or act.creatures not in site.creatures:
        yield Reason("nobody_there", "Nobody of that name is there.")
    else:
        yield from all_there(known, group, act.creatures, act.along)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """One kind after the other, or all of them at once."""
    for group in known.groups.values() if seat == REFEREE else ():
        if clock_of(group) is not None:
            yield from _waiting(known, group)


def _waiting(known: Campaign, group: Group) -> Iterable[Offer]:
    lying = tuple(one for one in present(known, group) if one.ambush)
    if len(lying) > 1:
        first, *rest = lying
        act = SpringAmbush(group.id, first.id, tuple(one.id for one in rest))
        names = ", ".join(one.name for one in lying)
        yield Offer(act, f"Let them all fall upon the party: {names}", rule=encounter_surprise)
    for others in lying:
        label = f"Let them fall upon the party: {others.name}"
        yield Offer(SpringAmbush(group.id, others.id), label, rule=encounter_surprise)


ROOM = Room(steps={SpringAmbush: _spring}, refusals={SpringAmbush: _may_spring}, offers=_offers)
