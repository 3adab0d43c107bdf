"""Meetings: others are faced, at some distance, one side perhaps off guard; then it is for the party to choose."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign.entry import Passing, Style, door_entry
from undercroft.books.sovereign.parley import Creature, Who, parley_motives
from undercroft.books.sovereign.reactions import Response
from undercroft.books.sovereign.surprise import Method
from undercroft.books.violence.surprise import Side
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign, Group
from undercroft.table.encounters import CreaturesCame, CreaturesLeft
from undercroft.table.names import CreaturesId, GroupId, PersonId, Text
from undercroft.table.play import Play
from undercroft.table.procedures import fight_foes, fight_start
from undercroft.table.procedures.clocks import clock_of
from undercroft.table.procedures.meeting_scene import EVENT, all_there, in_a_meeting, meeting_of, present, the_meeting
from undercroft.table.procedures.surprising import surprise, surprise_offer
from undercroft.table.procedures.taking_turns import a_turn, clock_at, turn_gone
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.scenes import DelveRound, Meeting
from undercroft.table.seats import REFEREE
from undercroft.table.sightings import creatures_as_seen
from undercroft.table.sites import Creatures
from undercroft.table.telling import group as group_audience
from undercroft.table.whose import of_itself, referee_only


class Face(Command, frozen=True, tag="face"):
    """A group faces others who are where it is; it follows of itself the first time.

    `along` names others there who are faced with them, though the group has faced them before.
    """

    group: GroupId
    creatures: CreaturesId
    along: tuple[CreaturesId, ...] = ()


class JoinFight(Command, frozen=True, tag="join_fight"):
    """It comes to blows; it follows of itself."""

    group: GroupId


class EndMeeting(Command, frozen=True, tag="end_meeting"):
    """The meeting is over; talk has taken a Turn."""

    group: GroupId
    how: Text = ""


class MeetingOver(Event, frozen=True, tag="table.meeting-over"):
    """How it ended."""

    group: GroupId
    how: str


# Facing others


def _face(play: Play, act: Face) -> None:
    meet(play, act.group, act.creatures, act.along)


def meet(play: Play, group: GroupId, creatures: CreaturesId, along: tuple[CreaturesId, ...] = ()) -> None:
    """How far off they are, whether anybody is off guard; a crash through the door may take them by surprise."""
    there = play.group(group)
    if there.site is None:
        return
    site = play.now.sites[there.site]
    before = site.creatures[creatures]
    entry = there.entered if _at_home(before) and group not in before.known_to else Style.SOFT
    with_them = tuple(
        one.id for one in site.creatures.values() if one.id in along or (one.id != creatures and _is_faced(one, there))
    )
    others = known_now(play, group, creatures)
    company = tuple(known_now(play, group, one) for one in with_them)
    scene = Meeting(
        creatures_as_seen(others),
        others=others,
        along=tuple(creatures_as_seen(one) for one in company),
        company=company,
        entry=entry,
        surprised=_caught(there),
        wants=motives(play, others),
    )
    play.begin(group, scene)
    if door_entry(Script(), Passing(entry)).can_surprise:
        surprise(play, group, Method.BURST, None)


def _at_home(others: Creatures) -> bool:
    """Whoever came upon the party was not burst in upon."""
    return others.distance_ft is None and not others.direction


def known_now(play: Play, group: GroupId, creatures: CreaturesId) -> Creatures:
    """They are met from now on, and this group has faced them."""
    site = play.site_of(play.group(group))
    others = site.creatures[creatures]
    met = replace(others, met=True, ambush=False, known_to=(*(g for g in others.known_to if g != group), group))
    if others != met:
        play.tell(CreaturesCame(site.id, met))
    return met


def _caught(group: Group) -> tuple[PersonId, ...]:
    """By Delving, whoever walked or ran."""
    scene = group.scene
    return scene.surprised if isinstance(scene, DelveRound) else ()


def motives(play: Play, others: Creatures) -> tuple[str, ...]:
    """What their kind wants, for the referee to play them by."""
    if others.kind not in set(Creature):
        return ()
    return play.settle(parley_motives, Who(Creature(others.kind))).motives


# To blows, and away


def _join(play: Play, act: JoinFight) -> None:
    """Those who were surprised are so in the first Round."""
    meeting = the_meeting(play, act.group)
    if meeting.others is None:
        return
    companies = fight_foes.all_of(play, (meeting.others, *meeting.company))
    sides = frozenset({Side.ENEMIES}) if meeting.stunned else frozenset[Side]()
    play.go_on(act.group, replace(meeting, fought=True))
    fight_start.begin(
        play, act.group, companies, sides=sides, surprised=meeting.surprised, distance_ft=meeting.met.distance_ft
    )


def _end(play: Play, act: EndMeeting) -> None:
    meeting = the_meeting(play, act.group)
    usual = _HOW.get(meeting.does, "") if meeting.does is not None else ""
    play.tell(MeetingOver(act.group, act.how or usual or "they go their ways"), to=group_audience(act.group))
    site = play.group(act.group).site
    ran = meeting.does is Response.RUN and not meeting.fought
    for seen in (meeting.met, *meeting.along) if ran else ():
        if site is not None and seen.id in play.now.sites[site].creatures:
            play.tell(CreaturesLeft(site, seen.id, "fled"), to=group_audience(act.group))
    turns = meeting.turns
    if meeting.talked:
        play.spend(act.group, a_turn(clock_at(play.now, play.group(act.group))))
        turns = (*turns, "talk")
    play.end(act.group)
    for why in turns:
        turn_gone(play, act.group, why)


_HOW = {
    Response.FIGHT: "it has been fought out",
    Response.RUN: "they are gone",
    Response.TALK: "they have talked",
    Response.CHASE: "the chase is over",
    Response.IGNORE: "they take no more notice of the party",
}


# What follows


def _next(campaign: Campaign) -> Command | None:
    for group in campaign.groups.values():
        follows = _follows(campaign, group)
        if follows is not None:
            return follows
    return None


def _follows(campaign: Campaign, group: Group) -> Command | None:
    meeting = meeting_of(group)
    if meeting is None:
        others = _faced_next(campaign, group) if clock_of(group) is not None else None
        return None if others is None else Face(group.id, others.id)
    gone = not meeting.fought and not _still_there(campaign, group, meeting)
    if meeting.over or gone or (meeting.does is Response.IGNORE and meeting.again_at is None):
        return EndMeeting(group.id)
    if meeting.does is Response.FIGHT and not meeting.fought:
        return JoinFight(group.id)
    return None


def _still_there(campaign: Campaign, group: Group, meeting: Meeting) -> bool:
    """Whether any of them is in the site at all: the referee may have dismissed them."""
    site = campaign.site_of(group)
    return site is None or any(one.id in site.creatures for one in (meeting.met, *meeting.along))


def _faced_next(campaign: Campaign, group: Group) -> Creatures | None:
    """Those in plain sight whom a group has not faced yet."""
    site = campaign.site_of(group)
    if site is None or not campaign.able_in(group.id):
        return None
    return next((one for one in site.creatures.values() if _is_faced(one, group)), None)


def _is_faced(others: Creatures, group: Group) -> bool:
    here = others.zone is not None and others.zone == group.zone
    plain = not others.ambush and others.kind != EVENT and others.count > 0
    return here and plain and group.id not in others.known_to


# Who may


def _may_face(known: Campaign, seat: SeatId, act: Face) -> Iterable[Reason]:
    yield from referee_only(seat)
    group = known.groups.get(act.group)
    if group is None or clock_of(group) is None:
        yield Reason("not_exploring", "They are not exploring a site.")
        return
    seen = known.seen_by(group)
    others = seen.creatures.get(act.creatures) if seen is not None else None
    site = known.site_of(group)
    truth = site.creatures.get(act.creatures) if site is not None else None
    if truth is None or (others is None and truth.zone != group.zone):
        yield Reason("nobody_there", "Nobody of that name is there.")
    yield from all_there(known, group, act.creatures, act.along)


def _may_end(known: Campaign, seat: SeatId, act: EndMeeting) -> Iterable[Reason]:
    yield from in_a_meeting(known, seat, act.group)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for group in known.groups.values():
        meeting = meeting_of(group)
        if meeting is not None:
            if meeting.does is None and not meeting.stunned:
                yield surprise_offer(known, group, meeting)
            yield Offer(EndMeeting(group.id), f"The meeting is over ({group.name})")
        elif clock_of(group) is not None:
            yield from _here(known, group)


def _here(known: Campaign, group: Group) -> Iterable[Offer]:
    """One kind after the other, or all of them at once."""
    here = tuple(one for one in present(known, group) if not one.ambush)
    if len(here) > 1:
        first, *rest = here
        names = ", ".join(one.name for one in here)
        act = Face(group.id, first.id, tuple(one.id for one in rest))
        yield Offer(act, f"{group.name}: face them all again: {names}")
    for others in here:
        yield Offer(Face(group.id, others.id), f"{group.name}: face them again: {others.name}")


ROOM = Room(
    arms={MeetingOver: unchanged},
    steps={
        Face: _face,
        JoinFight: _join,
        EndMeeting: _end,
    },
    refusals={
        Face: _may_face,
        JoinFight: of_itself,
        EndMeeting: _may_end,
    },
    offers=_offers,
    next=_next,
    words={
        MeetingOver: lambda _, it: f"The meeting is over: {it.how}.",
    },
)
