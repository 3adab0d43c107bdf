"""Reactions: the party fights, talks, runs or waits, and the others show by what they do how they take it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign.entry import Passing, door_entry
from undercroft.books.sovereign.reactions import (
    Choice,
    Choosing,
    Column,
    Denizens,
    Nature,
    Response,
    reaction_choices,
    reaction_could_win,
    reaction_restraint,
    reaction_roll,
)
from undercroft.books.sovereign.reactions import Reacting as SovereignReacting
from undercroft.books.violence.surprise import Side
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.campaign import Campaign, Group
from undercroft.table.house import Reaction
from undercroft.table.names import GroupId
from undercroft.table.play import Play
from undercroft.table.procedures import chasing
from undercroft.table.procedures.answering import Answer, answered, strengths
from undercroft.table.procedures.meeting_scene import in_a_meeting, meeting_of, the_meeting
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.scenes import Meeting
from undercroft.table.seats import REFEREE
from undercroft.table.sites import Creatures
from undercroft.table.telling import group as group_audience


class TakeStance(Command, frozen=True, tag="take_stance"):
    """What the party does about the others; `does` is their answer where the referee would rather choose than roll."""

    group: GroupId
    stance: Choice
    does: Response | None = None
    will_listen: bool = True
    could_win: bool | None = None
    """Whether the others believe they would win; None by their Hit Dice."""


class PursueThem(Command, frozen=True, tag="pursue_them"):
    """They run, and the party goes after them."""

    group: GroupId


class StanceTaken(Event, frozen=True, tag="table.stance-taken"):
    """What the party does about the others."""

    group: GroupId
    stance: Choice


class OthersDid(Event, frozen=True, tag="table.others-did"):
    """What the others do about it, for all to see."""

    group: GroupId
    does: Response


# What the party does


def _take_stance(play: Play, act: TakeStance) -> None:
    """Said before anything is thrown; whoever bursts in looks hostile unless they plainly stand down."""
    meeting = the_meeting(play, act.group)
    play.tell(StanceTaken(act.group, act.stance), to=group_audience(act.group))
    play.go_on(act.group, replace(meeting, stance=act.stance, fought=False, over=False))
    if act.does is not None:
        show(play, act.group, Answer(act.does, meeting.total, meeting.feels))
        return
    column = _column(play, act, meeting)
    if meeting.does is not None and column is Column.FIGHT:
        show(play, act.group, Answer(Response.FIGHT, meeting.total, meeting.feels))
        return
    show(play, act.group, answered(play, act.group, column, act.could_win))


def _column(play: Play, act: TakeStance, meeting: Meeting) -> Column:
    chosen = play.settle(reaction_choices, Choosing(act.stance, act.will_listen)).column
    hostile = door_entry(Script(), Passing(meeting.entry)).appears_hostile
    return Column.FIGHT if hostile and chosen is Column.WAIT else chosen


def show(play: Play, group: GroupId, answer: Answer) -> None:
    """Players see what they do, and nothing of why; a chase begins at once."""
    meeting = the_meeting(play, group)
    again_at = None if answer.again_in is None else Seconds(play.group(group).time + answer.again_in)
    talked = meeting.talked or answer.does is Response.TALK
    after = replace(meeting, does=answer.does, total=answer.total, feels=answer.feels, again_at=again_at, talked=talked)
    play.tell(OthersDid(group, answer.does), to=group_audience(group))
    play.go_on(group, after)
    if answer.does is Response.FIGHT and meeting.others is not None:
        play.settle(reaction_restraint, Denizens(_nature(meeting.others)))
    if answer.does is Response.CHASE:
        chasing.begin(play, group, after, Side.ENEMIES)


def _nature(others: Creatures) -> Nature:
    """Whether fighting on sight is like them."""
    if others.undead:
        return Nature.MINDLESS_UNDEAD
    return Nature.GUARDIAN_AUTOMATON if others.kind == "construct" else Nature.OTHER


def _pursue(play: Play, act: PursueThem) -> None:
    chasing.begin(play, act.group, the_meeting(play, act.group), Side.ADVENTURERS)


# Who may


def _may_take_stance(known: Campaign, seat: SeatId, act: TakeStance) -> Iterable[Reason]:
    yield from in_a_meeting(known, seat, act.group)
    if act.does is Response.FIGHT_IF_COULD_WIN:
        yield Reason("not_an_answer", "They fight or they run: say which.")
    if act.does is Response.CHASE and act.stance is not Choice.RUN:
        yield Reason("nobody_runs", "Nobody runs whom they could chase.")


def _may_pursue(known: Campaign, seat: SeatId, act: PursueThem) -> Iterable[Reason]:
    yield from in_a_meeting(known, seat, act.group)
    meeting = meeting_of(known.groups.get(act.group))
    if meeting is not None and meeting.does is not Response.RUN:
        yield Reason("nobody_runs", "They do not run.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for group in known.groups.values():
        meeting = meeting_of(group)
        if meeting is None:
            continue
        for stance in (Choice.FIGHT, Choice.TALK, Choice.RUN, Choice.WAIT):
            yield _stance_offer(known, group, meeting, stance)
        if meeting.does is Response.RUN and not meeting.fought:
            yield Offer(PursueThem(group.id), f"{group.name}: go after them")


def _stance_offer(known: Campaign, group: Group, meeting: Meeting, stance: Choice) -> Offer:
    """With Sovereign's odds that they talk or let the party be, for whoever knows the others."""
    act, label = TakeStance(group.id, stance), f"{group.name}: {_STANCES[stance]}"
    others = meeting.others
    plain = others is not None and not others.undead and not others.hostile
    if others is None or not plain or known.house.reaction is not Reaction.SOVEREIGN or meeting.total is not None:
        return Offer(act, label)
    wins = reaction_could_win(Script(), strengths(known, group.id, (others, *meeting.company))).could_win
    aims = ("run",) if stance is Choice.FIGHT else ("talk", "ignore")
    return Offer(act, label, rule=reaction_roll, given=SovereignReacting(Column(stance), wins), aims=aims)


_STANCES = {
    Choice.FIGHT: "fight",
    Choice.TALK: "talk",
    Choice.RUN: "run",
    Choice.WAIT: "wait and see",
    Choice.UNSAID: "say nothing",
}
_TAKEN = {
    Choice.FIGHT: "fights",
    Choice.TALK: "wants to talk",
    Choice.RUN: "runs",
    Choice.WAIT: "waits and sees",
    Choice.UNSAID: "says nothing",
}
_DOES = {
    Response.FIGHT: "They attack.",
    Response.RUN: "They run.",
    Response.TALK: "They are willing to talk.",
    Response.CHASE: "They come after the party.",
    Response.IGNORE: "They take no notice.",
    Response.FIGHT_IF_COULD_WIN: "They weigh it up.",
}

ROOM = Room(
    arms={StanceTaken: unchanged, OthersDid: unchanged},
    steps={TakeStance: _take_stance, PursueThem: _pursue},
    refusals={
        TakeStance: _may_take_stance,
        PursueThem: _may_pursue,
    },
    offers=_offers,
    words={
        StanceTaken: lambda _, it: f"The party {_TAKEN[it.stance]}.",
        OthersDid: lambda _, it: _DOES[it.does],
    },
)
