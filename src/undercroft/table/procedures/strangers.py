"""Strangers: others whom the referee brings in with one line, in a site or out on the road, and who are then faced."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign.parley import Creature
from undercroft.books.violence.surprise import Encounter, Place, Unit, encounter_distance
from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import SeatId
from undercroft.table import encounters
from undercroft.table.campaign import Campaign, Group
from undercroft.table.encounters import CreaturesCame
from undercroft.table.foes import Muster, read_foes, slug
from undercroft.table.journeys import Camp, Hike, TravelDay
from undercroft.table.names import CreaturesId, GroupId, Text
from undercroft.table.plain_dice import Plain, plain_dice
from undercroft.table.play import Play
from undercroft.table.procedures.ambushes import fall_upon
from undercroft.table.procedures.clocks import clock_of
from undercroft.table.procedures.joining import join_talk
from undercroft.table.procedures.march_costs import stop
from undercroft.table.procedures.meeting import meet, motives
from undercroft.table.procedures.meeting_scene import meeting_of
from undercroft.table.rooms import Command, Reason, Room
from undercroft.table.scenes import Meeting
from undercroft.table.sightings import CreaturesSeen, creatures_as_seen
from undercroft.table.sites import Creatures
from undercroft.table.telling import group as group_audience
from undercroft.table.whose import referee_only

FEET = {Unit.FEET: 1, Unit.YARDS: 3}


class MeetStrangers(Command, frozen=True, tag="meet_strangers"):
    """Others come, from a line such as “6 pilgrims HD 1”; `creature` is what they are, and what such want.

    Where somebody is met already, they come to those; from an ambush they fall upon the party.
    """

    group: GroupId
    line: Text
    creature: Creature = Creature.HUMANOID
    undead: bool = False
    hostile: bool = False
    ambush: bool = False


def _meet(play: Play, act: MeetStrangers) -> None:
    """In a site they are noticed as its book has it; outside, at a distance that is thrown for."""
    muster = read_foes(act.line)
    count = _count(play, muster)
    group = play.group(act.group)
    others = Creatures(
        CreaturesId(f"{slug(muster.name)}-{act.group}-{group.time}"),
        muster.name,
        count,
        muster.hd,
        None,
        hp=muster.hp * count if len(muster.hp) == 1 else muster.hp,
        ac=muster.ac,
        damage=muster.damage,
        kind=act.creature,
        undead=act.undead,
        hostile=act.hostile,
        abilities=muster.abilities,
    )
    number = "" if muster.count.isdecimal() else muster.count
    if meeting_of(group) is not None:
        join_talk(play, act.group, _here(play, act.group, others))
    elif act.ambush:
        stop(play, act.group)
        waiting = _here(play, act.group, others)
        fall_upon(play, act.group, Meeting(creatures_as_seen(waiting), others=waiting, number_dice=number))
    elif group.site is None:
        abroad(play, act.group, others, number)
    else:
        play.tell(CreaturesCame(group.site, others))
        encounters.place(play, act.group, others.id)
        meet(play, act.group, others.id)


def _here(play: Play, group: GroupId, others: Creatures) -> Creatures:
    """They are where the party is; in a site they are so from now on."""
    there = play.group(group)
    if there.site is None:
        return others
    here = replace(others, zone=there.zone, met=True, known_to=(group,))
    play.tell(CreaturesCame(there.site, here))
    play.tell(CreaturesSeen(there.site, creatures_as_seen(here)), to=group_audience(group))
    return here


def _count(play: Play, muster: Muster) -> int:
    if muster.count.isdecimal():
        return int(muster.count)
    return play.settle(plain_dice, Plain(muster.count, f"how many: {muster.name}")).total


def abroad(play: Play, group: GroupId, others: Creatures, number_dice: str = "") -> None:
    """Others are met outside of any site, so far off as Violence has it; a march is stopped by that."""
    stop(play, group)
    far = play.settle(encounter_distance, Encounter(Place.OUTSIDE), to=group_audience(group))
    met = replace(creatures_as_seen(others), distance_ft=far.value * FEET[far.unit])
    play.begin(group, Meeting(met, others=others, wants=motives(play, others), number_dice=number_dice))


def _may_meet(known: Campaign, seat: SeatId, act: MeetStrangers) -> Iterable[Reason]:
    yield from referee_only(seat)
    group = known.groups.get(act.group)
    if group is None or not group.members:
        yield Reason("no_group", "Nobody goes by that name.")
    elif _busy(group):
        yield Reason("in_a_scene", "They are in the middle of something else.")
    elif act.ambush and meeting_of(group) is not None:
        yield Reason("met_already", "Somebody is met already: nobody falls upon them unseen.")
    try:
        read_foes(act.line)
    except BadInput as fault:
        yield Reason(fault.code, f"{fault.what[:1].upper()}{fault.what[1:]}: {fault.fix}.")


def _busy(group: Group) -> bool:
    open_to_more = isinstance(group.scene, TravelDay | Camp | Hike | Meeting)
    return group.scene is not None and clock_of(group) is None and not open_to_more


ROOM = Room(steps={MeetStrangers: _meet}, refusals={MeetStrangers: _may_meet})
