"""Surprise: one side bursts in, sneaks up or lies in wait, and the other is off guard."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign.checks import Fit, Npc, group_modifier, npc_modifier
from undercroft.books.sovereign.surprise import Coming, Method, Stunned, encounter_surprise
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.campaign import Campaign, Group
from undercroft.table.names import GroupId, PersonId
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.procedures import fight_start
from undercroft.table.procedures.meeting_scene import in_a_meeting, meeting_of, the_meeting
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.scenes import Meeting
from undercroft.table.sites import Creatures
from undercroft.table.telling import group as group_audience

_SURPRISING = {Method.BURST: (Attribute.STR, Skill.EXERT), Method.SNEAK: (Attribute.DEX, Skill.SNEAK)}


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


class TakenByStorm(Event, frozen=True, tag="table.taken-by-storm"):
    """Whether the others were taken by surprise."""

    group: GroupId
    stunned: bool


class OffGuard(Event, frozen=True, tag="table.off-guard"):
    """These of a group are taken by surprise."""

    group: GroupId
    who: tuple[PersonId, ...]


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


def _may_surprise(known: Campaign, seat: SeatId, act: SurpriseThem | RuleSurprise) -> Iterable[Reason]:
    yield from in_a_meeting(known, seat, act.group)
    meeting = meeting_of(known.groups.get(act.group))
    if meeting is None or isinstance(act, RuleSurprise):
        return
    if meeting.does is not None:
        yield Reason("too_late", "The others have shown what they do.", encounter_surprise.id)
    if act.who is not None and act.who not in known.groups[act.group].members:
        yield Reason("not_here", "Nobody of that name is with them.")


def surprise_offer(known: Campaign, group: Group, meeting: Meeting) -> Offer:
    """To sneak up on them, or lie in wait, the best of the party leading."""
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


ROOM = Room(
    arms={TakenByStorm: unchanged, OffGuard: unchanged},
    steps={SurpriseThem: _surprise_them, RuleSurprise: _rule_surprise},
    refusals={SurpriseThem: _may_surprise, RuleSurprise: _may_surprise},
    words={
        TakenByStorm: lambda _, it: "They are taken by surprise." if it.stunned else "They are on their guard.",
        OffGuard: lambda now, it: f"Taken by surprise: {fight_start.named(now, it.who)}.",
    },
)
