"""How those who are met take it, by the book whose reactions the house uses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

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
from undercroft.books.sovereign.reactions import (
    COLUMNS,
    OUTCOMES,
    Column,
    Response,
    Strengths,
    reaction_could_win,
    reaction_roll,
    response,
)
from undercroft.books.sovereign.reactions import Reacting as SovereignReacting
from undercroft.books.violence.reactions import REACTIONS, Mood, reaction
from undercroft.books.violence.reactions import Met as ViolenceMet
from undercroft.kernel.units import Seconds
from undercroft.table.bridge_reactions import reacts
from undercroft.table.campaign import Campaign
from undercroft.table.house import Reaction
from undercroft.table.names import GroupId
from undercroft.table.people import Role
from undercroft.table.play import Play
from undercroft.table.procedures.meeting_scene import the_meeting
from undercroft.table.sites import Creatures


class Answer(Struct, frozen=True):
    """How others take it: what they do, and what only the referee knows of why."""

    does: Response
    total: int | None = None
    feels: str = ""
    again_in: Seconds | None = None


def answered(play: Play, group: GroupId, column: Column, could_win: bool | None) -> Answer:
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
) -> Answer:
    if others.undead or others.hostile:
        return Answer(_CLEAR[column])
    company = the_meeting(play, group).company
    wins = play.settle(reaction_could_win, strengths(play.now, group, (others, *company))).could_win
    given = SovereignReacting(column, wins if could_win is None else could_win)
    if thrown is None:
        outcome = play.settle(reaction_roll, given)
        return Answer(Response(outcome.kind), outcome.total)
    read = OUTCOMES[response(thrown, COLUMNS.index(column), given.could_win)](thrown)
    return Answer(Response(read.kind), thrown)


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


def _by_violence(play: Play, thrown: int | None, others: Creatures, column: Column) -> Answer:
    obvious = Mood.MURDEROUS if others.undead or others.hostile else None
    if thrown is None or obvious is not None:
        found = play.settle(reaction, ViolenceMet(obvious))
        mood, total = found.name, found.total
    else:
        mood, total = REACTIONS.at(thrown), thrown
    return Answer(BY_MOOD[mood][COLUMNS.index(column)], total, mood.value)


def _by_delving(play: Play, thrown: int | None, others: Creatures, column: Column) -> Answer:
    """Those it need not be thrown for are hostile; the violent give chase to those who run."""
    if isinstance(play.settle(reaction_gate, Met(others.undead, others.hostile)), Hostile):
        return Answer(_CLEAR[column], None, "hostile")
    outcome = play.settle(encounter_reaction, Reacting()) if thrown is None else _read(thrown)
    found = reacts(outcome)
    does = found.response
    if column is Column.RUN:
        does = Response.CHASE if does is Response.FIGHT else Response.IGNORE
    elif column is Column.FIGHT and does is not Response.RUN:
        does = Response.FIGHT
    again_in = found.again_in if does is Response.IGNORE else None
    return Answer(does, outcome.total, outcome.kind, again_in)


def _read(total: int) -> Violent | Wary | Neutral | Cordial:
    """What was thrown before, by the table."""
    kind = MONSTER_REACTIONS.at(total)
    if kind is Violent:
        return Violent(total, Behaviour.ATTACK)
    if kind is Wary:
        return Wary(total, COMBAT_ROUND)
    return Neutral(total) if kind is Neutral else Cordial(total)
