"""Thrown again: how many they are, how far off, or how they take it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from msgspec.structs import replace

from undercroft.books.sovereign.reactions import Choosing, reaction_choices, reaction_roll
from undercroft.books.violence.surprise import Encounter, Place, encounter_distance
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table import encounters
from undercroft.table.campaign import Campaign, Group
from undercroft.table.encounters import CreaturesCame
from undercroft.table.names import GroupId
from undercroft.table.plain_dice import Plain, plain_dice
from undercroft.table.play import Play
from undercroft.table.procedures.answering import answered
from undercroft.table.procedures.meeting_scene import in_a_meeting, meeting_of, the_meeting
from undercroft.table.procedures.reacting import show
from undercroft.table.procedures.strangers import FEET
from undercroft.table.rooms import Command, Offer, Reason, Room
from undercroft.table.scenes import Meeting
from undercroft.table.seats import REFEREE
from undercroft.table.sightings import CreaturesSeen, creatures_as_seen
from undercroft.table.sites import Creatures
from undercroft.table.telling import group as group_audience


class What(StrEnum):
    """What can be thrown for again."""

    NUMBER = "number"
    DISTANCE = "distance"
    REACTION = "reaction"


class Reroll(Command, frozen=True, tag="reroll"):
    """Throw again for one thing about those met."""

    group: GroupId
    what: What


def _reroll(play: Play, act: Reroll) -> None:
    match act.what:
        case What.NUMBER:
            _number_again(play, act.group)
        case What.DISTANCE:
            _distance_again(play, act.group)
        case What.REACTION:
            _reaction_again(play, act.group)


def _number_again(play: Play, group: GroupId) -> None:
    meeting = the_meeting(play, group)
    if meeting.others is None:
        return
    dice = meeting.number_dice or number_dice(play.now, play.group(group), meeting)
    count = play.settle(plain_dice, Plain(dice, f"how many: {meeting.met.name}")).total
    _are(play, group, replace(meeting.others, count=count, hp=()))


def _are(play: Play, group: GroupId, others: Creatures) -> None:
    """They are so, in truth and as far as they are seen."""
    meeting, site = the_meeting(play, group), play.group(group).site
    if site is not None:
        play.tell(CreaturesCame(site, others))
        play.aside(CreaturesSeen(site, creatures_as_seen(others)), to=group_audience(group))
    play.go_on(group, replace(meeting, others=others, met=replace(meeting.met, count=others.count)))


def _distance_again(play: Play, group: GroupId) -> None:
    """They are placed anew, by the book that keeps the time; what else is known of them stands."""
    meeting = the_meeting(play, group)
    if play.group(group).site is None:
        far = play.settle(encounter_distance, Encounter(Place.OUTSIDE), to=group_audience(group))
        play.go_on(group, replace(meeting, met=replace(meeting.met, distance_ft=far.value * FEET[far.unit])))
        return
    play.end(group)
    encounters.place(play, group, meeting.met.id)
    there = play.group(group)
    placed = play.now.sites[there.site].creatures.get(meeting.met.id) if there.site is not None else None
    others = placed or meeting.others
    seen = creatures_as_seen(others) if others is not None else meeting.met
    play.begin(group, replace(meeting, others=others, met=seen))


def _reaction_again(play: Play, group: GroupId) -> None:
    """Thrown anew; where the party has said what it does, they show it at once."""
    meeting = the_meeting(play, group)
    play.go_on(group, replace(meeting, total=None, feels="", does=None, again_at=None))
    stance = reaction_choices(Script(), Choosing(meeting.stance)).column
    answer = answered(play, group, stance, None)
    if meeting.does is not None:
        show(play, group, answer)
    else:
        play.go_on(group, replace(the_meeting(play, group), total=answer.total, feels=answer.feels))


def number_dice(campaign: Campaign, group: Group, meeting: Meeting) -> str:
    """The dice for their number on the site's table, if they are on it."""
    site = campaign.site_of(group)
    rows = site.encounters if site is not None else ()
    return next((row.count for row in rows if row.name == meeting.met.name), "")


def _may_reroll(known: Campaign, seat: SeatId, act: Reroll) -> Iterable[Reason]:
    yield from in_a_meeting(known, seat, act.group)
    group = known.groups.get(act.group)
    meeting = meeting_of(group)
    if group is None or meeting is None:
        return
    if meeting.fought:
        yield Reason("too_late", "It has come to blows.")
    if act.what is What.NUMBER and not (meeting.number_dice or number_dice(known, group, meeting)):
        yield Reason("no_dice", "Their number was not thrown for.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for group in known.groups.values():
        for what in What if meeting_of(group) is not None else ():
            refused = tuple(_may_reroll(known, seat, Reroll(group.id, what)))
            label = f"Throw again: {what} ({group.name})"
            yield Offer(Reroll(group.id, what), label, rule=_BY[what], refused=refused)


_BY: Mapping[What, AnyRule] = {
    What.NUMBER: plain_dice,
    What.DISTANCE: encounter_distance,
    What.REACTION: reaction_roll,
}
"""What is thrown again, by the usual book."""


ROOM = Room(steps={Reroll: _reroll}, refusals={Reroll: _may_reroll}, offers=_offers)
