"""Reaction Rolls: what the Delvers choose, and how the others respond."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from msgspec import Struct

from undercroft.books.sovereign.checks import Rolled
from undercroft.kernel.dice import TWO_D6, Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.tables import Table, through

REACTION_ROLLS = Cite("Sovereign", "Reaction Rolls")


# What the Delvers do


class Choice(StrEnum):
    """What the Delvers declare."""

    FIGHT = "fight"
    TALK = "talk"
    RUN = "run"
    WAIT = "wait"
    UNSAID = ""


class Column(StrEnum):
    """The column of the table for the Delvers' choice."""

    FIGHT = "fight"
    TALK = "talk"
    RUN = "run"
    WAIT = "wait"


COLUMNS = tuple(Column)


class Choosing(Given, frozen=True):
    """The Delvers, facing others."""

    choice: Annotated[Choice, says("what the party does as one; bribes and threats are talk")] = Choice.UNSAID
    will_listen: Annotated[bool, says("will the others listen to talk?")] = True


class Chosen(Outcome, frozen=True, tag="chosen"):
    """The column of the table."""

    column: Column


SILENCE_WAITS = Reading(
    id="sovereign.reaction.choices/unsaid",
    question="What if the Delvers say nothing?",
    choice="They wait.",
    because="Doing nothing is waiting to see what happens.",
)
DEAF_EARS = Reading(
    id="sovereign.reaction.choices/deaf",
    question="What if they talk to those who will not listen?",
    choice="It counts as waiting.",
    because="Talk works only with those who listen, and the attempt alone threatens nobody.",
)


@rule("sovereign.reaction.choices", REACTION_ROLLS, readings=(SILENCE_WAITS, DEAF_EARS))
def reaction_choices(dice: Dice, given: Choosing) -> Chosen:
    """The party fights, talks, runs or waits."""
    unheard = given.choice is Choice.TALK and not given.will_listen
    if unheard or given.choice is Choice.UNSAID:
        return Chosen(Column.WAIT)
    return Chosen(Column(given.choice))


# How the others respond


class Response(StrEnum):
    """A cell of the table."""

    FIGHT = "fight"
    RUN = "run"
    TALK = "talk"
    CHASE = "chase"
    IGNORE = "ignore"
    FIGHT_IF_COULD_WIN = "fight_if_could_win"

    @property
    def words(self) -> str:
        """Such as: they run away."""
        many, _, rest = DOES[self]
        return f"they {many}{rest}"


DOES: Mapping[Response, tuple[str, str, str]] = {
    Response.FIGHT: ("attack", "attacks", ""),
    Response.RUN: ("run", "runs", " away"),
    Response.TALK: ("are", "is", " willing to talk"),
    Response.CHASE: ("chase", "chases", " the party"),
    Response.IGNORE: ("ignore", "ignores", " the party"),
    Response.FIGHT_IF_COULD_WIN: ("hesitate", "hesitates", ""),
}
"""What others do: the verb for several and for a single creature, and what follows it."""


class Fights(Rolled, frozen=True, tag="fight"):
    """They attack."""


class Runs(Rolled, frozen=True, tag="run"):
    """They flee."""


class Talks(Rolled, frozen=True, tag="talk"):
    """They parley."""


class Chases(Rolled, frozen=True, tag="chase"):
    """They go after the fleeing Delvers."""


class Ignores(Rolled, frozen=True, tag="ignore"):
    """They go on with what they were doing."""


_FIGHT, _RUN, _TALK, _CHASE, _IGNORE, _IF = Response


class Responses(Struct, frozen=True):
    """A row of the table: the response to each thing that the Delvers may do."""

    fight: Response
    talk: Response
    run: Response
    wait: Response


REACTIONS = Table("sovereign.reaction", TWO_D6, (
    #                          fight   talk    run      wait
    (through(2),     Responses(_FIGHT, _FIGHT, _CHASE,  _FIGHT)),
    (through(3, 5),  Responses(_FIGHT, _IF,    _CHASE,  _IF)),
    (through(6, 8),  Responses(_FIGHT, _TALK,  _IGNORE, _IGNORE)),
    (through(9, 11), Responses(_RUN,   _TALK,  _IGNORE, _IGNORE)),
    (through(12),    Responses(_RUN,   _TALK,  _IGNORE, _TALK)),
))  # fmt: skip

OUTCOMES = (Fights, Runs, Talks, Chases, Ignores)
"""The responses in the order of their numbers. The last one of the table depends, and becomes one of these."""

_NUMBERS = {response: number for number, response in enumerate(Response)}
FIGHT, RUN, FIGHT_IF_COULD_WIN = _NUMBERS[_FIGHT], _NUMBERS[_RUN], _NUMBERS[_IF]
LOWEST, _ROWS = REACTIONS.numbers
BY_TOTAL = tuple(tuple(_NUMBERS[getattr(REACTIONS.rows[row][1], column)] for column in COLUMNS) for row in _ROWS)


class Reacting(Given, frozen=True):
    """Others who have seen what the Delvers do."""

    column: Annotated[Column, says("what the Delvers do")]
    could_win: Annotated[bool, says("do the others think they would very probably win?")] = False


ATTACK_IS_FIGHT = Reading(
    id="sovereign.reaction.roll/attack",
    question="Where the Delvers wait, one row says attack and not fight. Is that something else?",
    choice="No, the same.",
    because="The row for talk says fight in that place, under the same condition.",
)
FIGHT_IS_ROLLED = Reading(
    id="sovereign.reaction.roll/fight",
    question="Combat begins when Delvers start a fight, yet the table lets the others run. Which is right?",
    choice="The roll is made; those who run flee at once, and there is a fight only if the Delvers catch them.",
    because="Otherwise nobody would ever roll in that column.",
)
ROLL_OR_CHOOSE = Reading(
    id="sovereign.reaction.roll/choose",
    question="Must the referee roll?",
    choice="Only when in doubt, and after the Delvers have chosen; nothing is added to the dice.",
    because="The page lets the referee choose, and compares the roll with what the Delvers do.",
)


@rule("sovereign.reaction.roll", REACTION_ROLLS, readings=(ATTACK_IS_FIGHT, FIGHT_IS_ROLLED, ROLL_OR_CHOOSE))
def reaction_roll(dice: Dice, given: Reacting) -> Fights | Runs | Talks | Chases | Ignores:
    """A 2d6 roll decides how the others respond to the Delvers: low is hostile, high is friendly or afraid."""
    total = dice.total("reaction", TWO_D6)
    return OUTCOMES[response(total, COLUMNS.index(given.column), given.could_win)](total)


def response(total: int, column: int, could_win: bool) -> int:
    """The number of the response: fight 0, run 1, talk 2, chase 3, ignore 4."""
    cell = BY_TOTAL[total - LOWEST][column]
    if cell == FIGHT_IF_COULD_WIN:
        return FIGHT if could_win else RUN
    return cell


# Do they think they could win?


VERY_LIKELY = 3


class Strengths(Given, frozen=True):
    """The hit dice of the two sides."""

    npc_hd_total: Annotated[Fraction, says("hit dice of the others, all together")]
    party_hd_total: Annotated[Fraction, says("levels of the Delvers and henchmen, all together")]

    def __post_init__(self) -> None:
        if self.npc_hd_total < 0 or self.party_hd_total < 0:
            raise ValueError("hit dice cannot be negative")


class Confidence(Outcome, frozen=True, tag="confidence"):
    """Whether the others think that they could win."""

    could_win: bool


LEVELS_ARE_HIT_DICE = Reading(
    id="sovereign.reaction.could-win/levels",
    question="How many hit dice does a party have?",
    choice="One for each level, henchmen's too. The referee may overrule: what counts is what the others believe.",
    because="A Delver rolls a hit die for each level, and three to one is only the typical measure.",
)


@rule("sovereign.reaction.could-win", REACTION_ROLLS, readings=(LEVELS_ARE_HIT_DICE,))
def reaction_could_win(dice: Dice, given: Strengths) -> Confidence:
    """With three times the hit dice or more, the others think victory very likely."""
    npcs, party = given.npc_hd_total, given.party_hd_total
    return Confidence(could_win(npcs.numerator, npcs.denominator, party.numerator, party.denominator))


def could_win(npc_hd: int, npc_parts: int, party_hd: int, party_parts: int) -> bool:
    """Whether one side's hit dice are three times the other's, each counted in parts of a die."""
    return npc_hd * party_parts >= VERY_LIKELY * party_hd * npc_parts


# Immediate combat is rare


class Nature(StrEnum):
    """The kind of denizens."""

    MINDLESS_UNDEAD = "mindless_undead"
    GUARDIAN_AUTOMATON = "guardian_automaton"
    PROTECTING_YOUNG = "protecting_young"
    OTHER = "other"


class Denizens(Given, frozen=True):
    """The denizens of the dungeon."""

    nature: Annotated[Nature, says("what they are, or what they guard")]


class AttackAtOnce(Outcome, frozen=True, tag="attack"):
    """They would attack at once."""


class FetchAllies(Outcome, frozen=True, tag="fetch_allies"):
    """They would rather fetch help and force a retreat."""


ADVICE = Reading(
    id="sovereign.reaction.restraint/advice",
    question="Does this take the place of the reaction roll?",
    choice="No, it is advice for a referee who chooses.",
    because="The page says what should be rare, not what cannot happen.",
)


@rule("sovereign.reaction.restraint", REACTION_ROLLS, readings=(ADVICE,))
def reaction_restraint(dice: Dice, given: Denizens) -> AttackAtOnce | FetchAllies:
    """Only the mindless, guardians and parents fight on sight; all others fetch allies first."""
    return FetchAllies() if given.nature is Nature.OTHER else AttackAtOnce()
