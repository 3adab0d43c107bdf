"""Reaction rolls, by the book that the house rules choose."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from undercroft.books.delving import encounters as delving
from undercroft.books.delving.units import COMBAT_ROUND
from undercroft.books.sovereign import reactions as sovereign
from undercroft.books.sovereign.reactions import Column, Response
from undercroft.books.violence import reactions as violence
from undercroft.books.violence.reactions import Mood
from undercroft.kernel.dice import TWO_D6
from undercroft.kernel.notation import text
from undercroft.kernel.units import Seconds
from undercroft.table.bridge.rules_between_books import reacts
from undercroft.table.encounter.scene import current_encounter
from undercroft.table.engine.plain_dice import Plain, plain_dice
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.house_rules import Reaction
from undercroft.table.state.ids import GroupId
from undercroft.table.state.people import Role


class Reply(Struct, frozen=True):
    """What the others do, and what only the referee knows: the total, the mood, and when they may change it."""

    does: Response
    total: int | None = None
    feels: str = ""
    again_in: Seconds | None = None


def settle_reaction(play: Play, group: GroupId, column: Column, could_win: bool | None) -> Reply:
    """Settle the reaction by the house's book; a reaction rolled before still counts."""
    encounter = current_encounter(play, group)
    others = encounter.others or Creatures(
        encounter.met.id, encounter.met.name, encounter.met.count or 1, Fraction(1), None
    )
    match play.now.house.reaction:
        case Reaction.SOVEREIGN:
            return _by_sovereign(play, group, encounter.total, others, column, could_win)
        case Reaction.VIOLENCE:
            return _by_violence(play, encounter.total, others, column)
        case Reaction.DELVING:
            return _by_delving(play, encounter.total, others, column)


def needs_no_roll(others: Creatures) -> bool:
    """Whether the reaction of creatures is plain without a roll."""
    return others.undead or others.hostile


def why_no_roll(others: Creatures) -> str:
    """What creatures are whose reaction is plain without a roll; empty if it is not."""
    return "undead" if others.undead else "hostile" if others.hostile else ""


def throw_reaction(play: Play, others: Creatures) -> int | None:
    """Roll the total of a reaction before the party does anything; None for creatures that need no roll."""
    if needs_no_roll(others):
        return None
    match play.now.house.reaction:
        case Reaction.SOVEREIGN:
            # What the total means by Sovereign depends on the stance, which the party has not taken yet.
            return play.settle(plain_dice, Plain(text(TWO_D6), f"reaction of {others.name}")).total
        case Reaction.VIOLENCE:
            return play.settle(violence.reaction, violence.Met()).total
        case Reaction.DELVING:
            return play.settle(delving.encounter_reaction, delving.Reacting()).total


def _by_sovereign(
    play: Play, group: GroupId, thrown: int | None, others: Creatures, column: Column, could_win: bool | None
) -> Reply:
    if needs_no_roll(others):
        return Reply(_CLEAR[column])
    company = current_encounter(play, group).company
    wins = play.settle(sovereign.reaction_could_win, strengths(play.now, group, (others, *company))).could_win
    given = sovereign.Reacting(column, wins if could_win is None else could_win)
    if thrown is None:
        outcome = play.settle(sovereign.reaction_roll, given)
        return Reply(Response(outcome.kind), outcome.total)
    read = sovereign.OUTCOMES[sovereign.response(thrown, sovereign.COLUMNS.index(column), given.could_win)](thrown)
    return Reply(Response(read.kind), thrown)


def strengths(campaign: Campaign, group: GroupId, others: Iterable[Creatures]) -> sovereign.Strengths:
    """The strength of both sides in Hit Dice; hirelings do not count."""
    members = (person for person in campaign.those_in(group) if person.alive)
    counted = (person for person in members if person.role in (Role.DELVER, Role.HENCHMAN))
    hit_dice = sum((creatures.hd * creatures.count for creatures in others), Fraction(0))
    return sovereign.Strengths(hit_dice, Fraction(sum(person.sheet.level for person in counted)))


_CLEAR = {
    Column.FIGHT: Response.FIGHT,
    Column.TALK: Response.FIGHT,
    Column.RUN: Response.CHASE,
    Column.WAIT: Response.FIGHT,
}
"""What undead and hostile creatures do, by the party's stance."""


_FIGHT, _RUN, _TALK, _CHASE, _IGNORE, _ = Response


BY_MOOD: Mapping[Mood, tuple[Response, Response, Response, Response]] = {
    #                   fight   talk     run      wait
    Mood.FRIENDLY:     (_FIGHT, _TALK,   _IGNORE, _TALK),
    Mood.HELPFUL:      (_FIGHT, _TALK,   _IGNORE, _TALK),
    Mood.UNINTERESTED: (_FIGHT, _IGNORE, _IGNORE, _IGNORE),
    Mood.HOSTILE:      (_FIGHT, _FIGHT,  _IGNORE, _FIGHT),
    Mood.MURDEROUS:    (_FIGHT, _FIGHT,  _CHASE,  _FIGHT),
}  # fmt: skip
"""What creatures do by Violence's attitudes and the party's stance: fight, talk, run, wait."""


def _by_violence(play: Play, thrown: int | None, others: Creatures, column: Column) -> Reply:
    obvious = Mood.MURDEROUS if needs_no_roll(others) else None
    if thrown is None or obvious is not None:
        found = play.settle(violence.reaction, violence.Met(obvious))
        mood, total = found.name, found.total
    else:
        mood, total = violence.REACTIONS.at(thrown), thrown
    number = answer_of(violence.MOODS.index(mood), sovereign.COLUMNS.index(column))
    return Reply(RESPONSES[number], total, mood.value)


RESPONSES = tuple(Response)
_ANSWERS = tuple(tuple(RESPONSES.index(does) for does in BY_MOOD[mood]) for mood in violence.MOODS)


def answer_of(mood: int, column: int) -> int:
    """The number of what creatures do, by the number of their attitude and of the party's stance."""
    return _ANSWERS[mood][column]


def _by_delving(play: Play, thrown: int | None, others: Creatures, column: Column) -> Reply:
    """By Delving: creatures that need no roll are hostile, and violent ones chase a party that runs."""
    if isinstance(play.settle(delving.reaction_gate, delving.Met(others.undead, others.hostile)), delving.Hostile):
        return Reply(_CLEAR[column], None, "hostile")
    outcome = play.settle(delving.encounter_reaction, delving.Reacting()) if thrown is None else _read(thrown)
    found = reacts(outcome)
    does = _turned(found.response, column)
    again_in = found.again_in if does is Response.IGNORE else None
    return Reply(does, outcome.total, outcome.kind, again_in)


def _read(total: int) -> delving.Violent | delving.Wary | delving.Neutral | delving.Cordial:
    """The outcome for a total rolled before."""
    kind = delving.MONSTER_REACTIONS.at(total)
    if kind is delving.Violent:
        return delving.Violent(total, delving.Behaviour.ATTACK)
    if kind is delving.Wary:
        return delving.Wary(total, COMBAT_ROUND)
    return delving.Neutral(total) if kind is delving.Neutral else delving.Cordial(total)


def _turned(does: Response, column: Column) -> Response:
    """What creatures do by Delving once the party has taken its stance."""
    if column is Column.RUN:
        return Response.CHASE if does is Response.FIGHT else Response.IGNORE
    return Response.FIGHT if column is Column.FIGHT and does is not Response.RUN else does


_BY_TOTAL = tuple(
    tuple(RESPONSES.index(_turned(reacts(_read(total)).response, column)) for column in sovereign.COLUMNS)
    for total in range(TWO_D6.count, TWO_D6.count * TWO_D6.sides + 1)
)


def answer_by_delving(total: int, column: int) -> int:
    """The number of what creatures do by Delving, by the total of their reaction and the number of the stance."""
    return _BY_TOTAL[total - _BY_TOTAL_FROM][column]


_BY_TOTAL_FROM = TWO_D6.count
