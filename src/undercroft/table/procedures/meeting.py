"""Meetings: others are faced, at some distance, one side perhaps off guard; then it is for the party to choose."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign.checks import Fit, Npc, group_modifier, npc_modifier
from undercroft.books.sovereign.entry import Passing, Style, door_entry
from undercroft.books.sovereign.parley import Creature, Who, parley_motives
from undercroft.books.sovereign.reactions import Response
from undercroft.books.sovereign.surprise import (
    Coming,
    Method,
    Stunned,
    encounter_surprise,
)
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.books.violence.surprise import Side
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.campaign import Campaign, Group
from undercroft.table.encounters import CreaturesCame, CreaturesLeft
from undercroft.table.names import CreaturesId, GroupId, PersonId, Text
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.procedures import fight_foes, fight_start
from undercroft.table.procedures.clocks import clock_of
from undercroft.table.procedures.taking_turns import a_turn, clock_at, turn_gone
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.scenes import DelveRound, Meeting
from undercroft.table.seats import REFEREE
from undercroft.table.sightings import creatures_as_seen
from undercroft.table.sites import Creatures
from undercroft.table.telling import group as group_audience
from undercroft.table.whose import referee_only

EVENT = "event"
"""The kind of something that is met and is nobody."""

_SURPRISING = {Method.BURST: (Attribute.STR, Skill.EXERT), Method.SNEAK: (Attribute.DEX, Skill.SNEAK)}


class Face(Command, frozen=True, tag="face"):
    """A group faces others who are where it is; it follows of itself the first time.

    `along` names others there who are faced with them, though the group has faced them before.
    """

    group: GroupId
    creatures: CreaturesId
    along: tuple[CreaturesId, ...] = ()


class SurpriseThem(Command, frozen=True, tag="surprise_them"):
    """Try to take the others by surprise: bursting in, or sneaking up or lying in wait; `who` leads."""

    group: GroupId
    method: Method
    who: PersonId | None = None


class RuleSurprise(Command, frozen=True, tag="rule_surprise"):
    """Who is off guard, as the fiction has it."""

    group: GroupId
    surprised: tuple[PersonId, ...] = ()
    stunned: bool = False


class JoinFight(Command, frozen=True, tag="join_fight"):
    """It comes to blows; it follows of itself."""

    group: GroupId


class EndMeeting(Command, frozen=True, tag="end_meeting"):
    """The meeting is over; talk has taken a Turn."""

    group: GroupId
    how: Text = ""


class TakenByStorm(Event, frozen=True, tag="table.taken-by-storm"):
    """Whether the others were taken by surprise."""

    group: GroupId
    stunned: bool


class OffGuard(Event, frozen=True, tag="table.off-guard"):
    """These of a group are taken by surprise."""

    group: GroupId
    who: tuple[PersonId, ...]


class MeetingOver(Event, frozen=True, tag="table.meeting-over"):
    """How it ended."""

    group: GroupId
    how: str


def meeting_of(group: Group | None) -> Meeting | None:
    """The meeting a group is in."""
    scene = group.scene if group is not None else None
    return scene if isinstance(scene, Meeting) else None


def the_meeting(play: Play, group: GroupId) -> Meeting:
    """The meeting a group is in; a fault, where it is in none."""
    scene = meeting_of(play.group(group))
    if scene is None:
        raise ValueError("the group meets nobody")
    return scene


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
    there = play.group(group)
    if there.site is None:
        raise ValueError("the group is in no site")
    others = play.now.sites[there.site].creatures[creatures]
    met = replace(others, met=True, ambush=False, known_to=(*(g for g in others.known_to if g != group), group))
    if others != met:
        play.tell(CreaturesCame(there.site, met))
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


# Surprise


def surprise(play: Play, group: GroupId, method: Method, who: PersonId | None) -> None:
    """One rolls for the group against the best watcher among the others, who then lose a Round."""
    meeting = the_meeting(play, group)
    party = play.now.able_in(group)
    if not party:
        return
    leader = next((one for one in party if one.id == who), max(party, key=lambda one: _sneaking(one, method)))
    rest = tuple(_sneaking(one, method) for one in party if one.id != leader.id)
    watcher = good_at(play, meeting.others)
    given = Coming(method, group_modifier(_sneaking(leader, method), rest), watcher)
    outcome = play.settle(encounter_surprise, given, by=leader.seat, who=leader.id, to=group_audience(group))
    stunned = isinstance(outcome, Stunned)
    play.tell(TakenByStorm(group, stunned), to=group_audience(group))
    if stunned:
        play.go_on(group, replace(the_meeting(play, group), stunned=True))


def _sneaking(person: Person, method: Method) -> int:
    return bridge.check(person, *_SURPRISING[method])


def good_at(play: Play, others: Creatures | None) -> int:
    """What creatures add to what they are good at: watching, and lying in wait."""
    listed = others.skill_mod if others is not None else 0
    return play.settle(npc_modifier, Npc(Fit.GOOD, listed)).mod


def _surprise_them(play: Play, act: SurpriseThem) -> None:
    surprise(play, act.group, act.method, act.who)


def _rule_surprise(play: Play, act: RuleSurprise) -> None:
    meeting = the_meeting(play, act.group)
    play.go_on(act.group, replace(meeting, surprised=act.surprised, stunned=act.stunned))
    if act.surprised:
        play.tell(OffGuard(act.group, act.surprised), to=group_audience(act.group))
    if act.stunned:
        play.tell(TakenByStorm(act.group, stunned=True), to=group_audience(act.group))


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
    site = campaign.sites.get(group.site) if group.site is not None else None
    return site is None or any(one.id in site.creatures for one in (meeting.met, *meeting.along))


def _faced_next(campaign: Campaign, group: Group) -> Creatures | None:
    """Those in plain sight whom a group has not faced yet."""
    site = campaign.sites.get(group.site) if group.site is not None else None
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
    seen = known.seen.get(group.site) if group.site is not None else None
    others = seen.creatures.get(act.creatures) if seen is not None else None
    site = known.sites.get(group.site) if group.site is not None else None
    truth = site.creatures.get(act.creatures) if site is not None else None
    if truth is None or (others is None and truth.zone != group.zone):
        yield Reason("nobody_there", "Nobody of that name is there.")
    yield from all_there(known, group, act.creatures, act.along)


def all_there(known: Campaign, group: Group, first: CreaturesId, along: tuple[CreaturesId, ...]) -> Iterable[Reason]:
    """Why these cannot come along with the others."""
    here = {one.id for one in present(known, group)} - {first}
    if not here.issuperset(along) or len(set(along)) < len(along):
        yield Reason("not_with_them", "Not all of those are there with them.")


def in_a_meeting(known: Campaign, seat: SeatId, group: GroupId) -> Iterable[Reason]:
    """Why the referee cannot rule on a meeting."""
    yield from referee_only(seat)
    if meeting_of(known.groups.get(group)) is None:
        yield Reason("no_meeting", "They face nobody.")


def _may_surprise(known: Campaign, seat: SeatId, act: SurpriseThem | RuleSurprise) -> Iterable[Reason]:
    yield from in_a_meeting(known, seat, act.group)
    meeting = meeting_of(known.groups.get(act.group))
    if meeting is None or isinstance(act, RuleSurprise):
        return
    if meeting.does is not None:
        yield Reason("too_late", "The others have shown what they do.", encounter_surprise.id)
    if act.who is not None and act.who not in known.groups[act.group].members:
        yield Reason("not_here", "Nobody of that name is with them.")


def _may_end(known: Campaign, seat: SeatId, act: EndMeeting) -> Iterable[Reason]:
    yield from in_a_meeting(known, seat, act.group)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for group in known.groups.values():
        meeting = meeting_of(group)
        if meeting is not None:
            if meeting.does is None and not meeting.stunned:
                yield _surprise_offer(known, group, meeting)
            yield Offer(EndMeeting(group.id), f"The meeting is over ({group.name})")
        elif clock_of(group) is not None:
            yield from _here(known, group)


def _surprise_offer(known: Campaign, group: Group, meeting: Meeting) -> Offer:
    party = known.able_in(group.id)
    mods = sorted((_sneaking(one, Method.SNEAK) for one in party), reverse=True)
    watcher = meeting.others.skill_mod if meeting.others is not None else None
    given = None
    if mods and watcher is not None:
        given = Coming(Method.SNEAK, group_modifier(mods[0], mods[1:]), watcher)
    return Offer(
        SurpriseThem(group.id, Method.SNEAK),
        f"{group.name}: take them by surprise",
        rule=encounter_surprise,
        given=given,
        aims=("stunned",),
    )


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


def present(known: Campaign, group: Group) -> Iterable[Creatures]:
    """Whoever is in the zone of a group, lying in wait or not."""
    site = known.sites.get(group.site) if group.site is not None else None
    for others in site.creatures.values() if site is not None else ():
        if others.zone == group.zone and others.kind != EVENT and others.count:
            yield others


ROOM = Room(
    arms={TakenByStorm: unchanged, OffGuard: unchanged, MeetingOver: unchanged},
    steps={
        Face: _face,
        SurpriseThem: _surprise_them,
        RuleSurprise: _rule_surprise,
        JoinFight: _join,
        EndMeeting: _end,
    },
    refusals={
        Face: _may_face,
        SurpriseThem: _may_surprise,
        RuleSurprise: _may_surprise,
        EndMeeting: _may_end,
    },
    offers=_offers,
    next=_next,
    words={
        TakenByStorm: lambda _, it: "They are taken by surprise." if it.stunned else "They are on their guard.",
        OffGuard: lambda now, it: f"Taken by surprise: {fight_start.named(now, it.who)}.",
        MeetingOver: lambda _, it: f"The meeting is over: {it.how}.",
    },
)
