"""Chance meetings: who comes, how many, how far off and how they feel, in one act from the table of the place."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.hexcrawl.wilderness import wild_encounter
from undercroft.books.sovereign.reactions import Column
from undercroft.books.sovereign.wandering import wandering_contents
from undercroft.kernel.units import SeatId
from undercroft.table import encounters
from undercroft.table.campaign import Campaign, Group
from undercroft.table.journeys import Camp, Hike, TravelDay
from undercroft.table.names import GroupId
from undercroft.table.play import Play
from undercroft.table.procedures import road_die
from undercroft.table.procedures.answering import answered
from undercroft.table.procedures.clocks import clock_of
from undercroft.table.procedures.meeting import meet
from undercroft.table.procedures.meeting_scene import EVENT, meeting_of, the_meeting
from undercroft.table.procedures.throwing_again import number_dice
from undercroft.table.rooms import Command, Offer, Reason, Room
from undercroft.table.seats import REFEREE
from undercroft.table.whose import referee_only


class MeetAtRandom(Command, frozen=True, tag="meet_at_random"):
    """Somebody comes, from the table of the site or of the land: who, how many, how far off and how they feel."""

    group: GroupId


def _meet_at_random(play: Play, act: MeetAtRandom) -> None:
    """What comes of it is the table's; what it feels is thrown now and read when the party has chosen."""
    if play.group(act.group).site is None:
        road_die.encounter(play, act.group)
    else:
        _in_the_site(play, act.group)
    if meeting_of(play.group(act.group)) is not None:
        answer = answered(play, act.group, Column.WAIT, None)
        play.go_on(act.group, replace(the_meeting(play, act.group), total=answer.total, feels=answer.feels))


def _in_the_site(play: Play, group: GroupId) -> None:
    encounters.approach(play, group, "random")
    scene = play.group(group).scene
    if scene is None or not scene.pending:
        return
    creatures = scene.pending[-1]
    encounters.place(play, group, creatures)
    there = play.group(group)
    if there.site is None or play.now.sites[there.site].creatures[creatures].kind == EVENT:
        return
    meet(play, group, creatures)
    meeting = the_meeting(play, group)
    play.go_on(group, replace(meeting, number_dice=number_dice(play.now, there, meeting)))


def _may_meet(known: Campaign, seat: SeatId, act: MeetAtRandom) -> Iterable[Reason]:
    yield from referee_only(seat)
    group = known.groups.get(act.group)
    if group is None or not (_abroad(group) or clock_of(group) is not None):
        yield Reason("not_exploring", "They are neither exploring a site nor on the road.")
    elif _abroad(group) and not road_die.rows(known, group):
        yield Reason("no_table", "The lands have no table of who could come here.")


def _abroad(group: Group) -> bool:
    return group.site is None and group.hex is not None and isinstance(group.scene, TravelDay | Camp | Hike | None)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in known.groups.values() if seat == REFEREE else ():
        act = MeetAtRandom(group.id)
        if group.members and not any(_may_meet(known, seat, act)):
            rule = wild_encounter if group.site is None else wandering_contents
            yield Offer(act, f"Somebody comes ({group.name})", rule=rule)


ROOM = Room(steps={MeetAtRandom: _meet_at_random}, refusals={MeetAtRandom: _may_meet}, offers=_offers)
