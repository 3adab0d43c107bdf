"""Reactions: the party fights, talks, runs or waits, and the others show by what they do how they take it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.delving.encounters import (
    MONSTER_REACTIONS,
    Behaviour,
    Cordial,
    Hostile,
    Met,
    Neutral,
    Reacting,
    Violent,
    Wary,
    encounter_reaction,
    reaction_gate,
)
from undercroft.books.delving.units import COMBAT_ROUND
from undercroft.books.sovereign.entry import Passing, door_entry
from undercroft.books.sovereign.reactions import (
    COLUMNS,
    OUTCOMES,
    Choice,
    Choosing,
    Column,
    Denizens,
    Nature,
    Response,
    Strengths,
    reaction_choices,
    reaction_could_win,
    reaction_restraint,
    reaction_roll,
    response,
)
from undercroft.books.sovereign.reactions import Reacting as SovereignReacting
from undercroft.books.violence.reactions import REACTIONS, Mood, reaction
from undercroft.books.violence.reactions import Met as ViolenceMet
from undercroft.books.violence.surprise import Encounter, Place, Side, encounter_distance
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table import encounters
from undercroft.table.bridge_reactions import reacts
from undercroft.table.campaign import Campaign, Group
from undercroft.table.encounters import CreaturesCame
from undercroft.table.house import Reaction
from undercroft.table.names import GroupId
from undercroft.table.people import Role
from undercroft.table.plain_dice import Plain, plain_dice
from undercroft.table.play import Play
from undercroft.table.procedures import chasing
from undercroft.table.procedures.meeting import in_a_meeting, meeting_of, the_meeting
from undercroft.table.procedures.strangers import FEET
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.scenes import Meeting
from undercroft.table.seats import REFEREE
from undercroft.table.sightings import CreaturesSeen, creatures_as_seen
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


class What(StrEnum):
    """What can be thrown for again."""

    NUMBER = "number"
    DISTANCE = "distance"
    REACTION = "reaction"


class Reroll(Command, frozen=True, tag="reroll"):
    """Throw again for one thing about those met."""

    group: GroupId
    what: What


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


class _Answer(Struct, frozen=True):
    """How others take it: what they do, and what only the referee knows of why."""

    does: Response
    total: int | None = None
    feels: str = ""
    again_in: Seconds | None = None


# What the party does


def _take_stance(play: Play, act: TakeStance) -> None:
    """Said before anything is thrown; whoever bursts in looks hostile unless they plainly stand down."""
    meeting = the_meeting(play, act.group)
    play.tell(StanceTaken(act.group, act.stance), to=group_audience(act.group))
    play.go_on(act.group, replace(meeting, stance=act.stance, fought=False, over=False))
    if act.does is not None:
        _show(play, act.group, _Answer(act.does, meeting.total, meeting.feels))
        return
    column = _column(play, act, meeting)
    if meeting.does is not None and column is Column.FIGHT:
        _show(play, act.group, _Answer(Response.FIGHT, meeting.total, meeting.feels))
        return
    _show(play, act.group, answered(play, act.group, column, act.could_win))


def _column(play: Play, act: TakeStance, meeting: Meeting) -> Column:
    chosen = play.settle(reaction_choices, Choosing(act.stance, act.will_listen)).column
    hostile = door_entry(Script(), Passing(meeting.entry)).appears_hostile
    return Column.FIGHT if hostile and chosen is Column.WAIT else chosen


def _show(play: Play, group: GroupId, answer: _Answer) -> None:
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


# How the others take it


def answered(play: Play, group: GroupId, column: Column, could_win: bool | None) -> _Answer:
    """By the book whose reactions the house uses; what was thrown before stands."""
    meeting = the_meeting(play, group)
    others = meeting.others or Creatures(meeting.met.id, meeting.met.name, meeting.met.count or 1, Fraction(1), None)
    match play.now.house.reaction:
        case Reaction.SOVEREIGN:
            return _by_sovereign(play, group, meeting.total, others, column, could_win)
        case Reaction.VIOLENCE:
            return _by_violence(play, meeting.total, others, column)
        case Reaction.DELVING:
            return _by_delving(play, meeting.total, others, column)


def _by_sovereign(
    play: Play, group: GroupId, thrown: int | None, others: Creatures, column: Column, could_win: bool | None
) -> _Answer:
    if others.undead or others.hostile:
        return _Answer(_CLEAR[column])
    company = the_meeting(play, group).company
    wins = play.settle(reaction_could_win, strengths(play.now, group, (others, *company))).could_win
    given = SovereignReacting(column, wins if could_win is None else could_win)
    if thrown is None:
        outcome = play.settle(reaction_roll, given)
        return _Answer(Response(outcome.kind), outcome.total)
    read = OUTCOMES[response(thrown, COLUMNS.index(column), given.could_win)](thrown)
    return _Answer(Response(read.kind), thrown)


def strengths(campaign: Campaign, group: GroupId, others: Iterable[Creatures]) -> Strengths:
    """Both sides by their Hit Dice; hirelings do not count."""
    counted = (one for one in campaign.those_in(group) if one.alive and one.role in (Role.DELVER, Role.HENCHMAN))
    theirs = sum((one.hd * one.count for one in others), Fraction(0))
    return Strengths(theirs, Fraction(sum(one.sheet.level for one in counted)))


_CLEAR = {
    Column.FIGHT: Response.FIGHT,
    Column.TALK: Response.FIGHT,
    Column.RUN: Response.CHASE,
    Column.WAIT: Response.FIGHT,
}
"""What the undead and the plainly hostile do."""

_FIGHT, _RUN, _TALK, _CHASE, _IGNORE, _ = Response

BY_MOOD: Mapping[Mood, tuple[Response, Response, Response, Response]] = {
    #                   fight   talk     run      wait
    Mood.FRIENDLY:     (_FIGHT, _TALK,   _IGNORE, _TALK),
    Mood.HELPFUL:      (_FIGHT, _TALK,   _IGNORE, _TALK),
    Mood.UNINTERESTED: (_FIGHT, _IGNORE, _IGNORE, _IGNORE),
    Mood.HOSTILE:      (_FIGHT, _FIGHT,  _IGNORE, _FIGHT),
    Mood.MURDEROUS:    (_FIGHT, _FIGHT,  _CHASE,  _FIGHT),
}  # fmt: skip
"""How each of Violence's attitudes shows, by what the party does."""


def _by_violence(play: Play, thrown: int | None, others: Creatures, column: Column) -> _Answer:
    obvious = Mood.MURDEROUS if others.undead or others.hostile else None
    if thrown is None or obvious is not None:
        found = play.settle(reaction, ViolenceMet(obvious))
        mood, total = found.name, found.total
    else:
        mood, total = REACTIONS.at(thrown), thrown
    return _Answer(BY_MOOD[mood][COLUMNS.index(column)], total, mood.value)


def _by_delving(play: Play, thrown: int | None, others: Creatures, column: Column) -> _Answer:
    """Those it need not be thrown for are hostile; the violent give chase to those who run."""
    if isinstance(play.settle(reaction_gate, Met(others.undead, others.hostile)), Hostile):
        return _Answer(_CLEAR[column], None, "hostile")
    outcome = play.settle(encounter_reaction, Reacting()) if thrown is None else _read(thrown)
    found = reacts(outcome)
    does = found.response
    if column is Column.RUN:
        does = Response.CHASE if does is Response.FIGHT else Response.IGNORE
    elif column is Column.FIGHT and does is not Response.RUN:
        does = Response.FIGHT
    again_in = found.again_in if does is Response.IGNORE else None
    return _Answer(does, outcome.total, outcome.kind, again_in)


def _read(total: int) -> Violent | Wary | Neutral | Cordial:
    """What was thrown before, by the table."""
    kind = MONSTER_REACTIONS.at(total)
    if kind is Violent:
        return Violent(total, Behaviour.ATTACK)
    if kind is Wary:
        return Wary(total, COMBAT_ROUND)
    return Neutral(total) if kind is Neutral else Cordial(total)


# Thrown again


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
        _show(play, group, answer)
    else:
        play.go_on(group, replace(the_meeting(play, group), total=answer.total, feels=answer.feels))


def number_dice(campaign: Campaign, group: Group, meeting: Meeting) -> str:
    """The dice for their number on the site's table, if they are on it."""
    site = campaign.sites.get(group.site) if group.site is not None else None
    rows = site.encounters if site is not None else ()
    return next((row.count for row in rows if row.name == meeting.met.name), "")


def _pursue(play: Play, act: PursueThem) -> None:
    chasing.begin(play, act.group, the_meeting(play, act.group), Side.ADVENTURERS)


# Who may


def _may_take_stance(known: Campaign, seat: SeatId, act: TakeStance) -> Iterable[Reason]:
    yield from in_a_meeting(known, seat, act.group)
    if act.does is Response.FIGHT_IF_COULD_WIN:
        yield Reason("not_an_answer", "They fight or they run: say which.")
    if act.does is Response.CHASE and act.stance is not Choice.RUN:
        yield Reason("nobody_runs", "Nobody runs whom they could chase.")


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
        for what in What:
            refused = tuple(_may_reroll(known, seat, Reroll(group.id, what)))
            yield Offer(Reroll(group.id, what), f"Throw again: {what} ({group.name})", refused=refused)


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
    steps={TakeStance: _take_stance, Reroll: _reroll, PursueThem: _pursue},
    refusals={
        TakeStance: _may_take_stance,
        Reroll: _may_reroll,
        PursueThem: _may_pursue,
    },
    offers=_offers,
    words={
        StanceTaken: lambda _, it: f"The party {_TAKEN[it.stance]}.",
        OthersDid: lambda _, it: _DOES[it.does],
    },
)
