"""A chase: whether those who flee get away."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated

from undercroft.books.sovereign.chases import (
    Crowd,
    Escaped,
    EvenRace,
    Hunt,
    Mood,
    Outrun,
    Race,
    Speeds,
    chase_auto,
    chase_modifier,
    chase_resolve,
)
from undercroft.books.sovereign.units import Count, Situation
from undercroft.books.violence.surprise import Side
from undercroft.foresight.forecasts.answers import ForecastAnswer, ForecastCase, Question, groups_of, often, rows_of
from undercroft.interpret import odds
from undercroft.kernel.rules import Given, says
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table.fight.chase import chase_of, creatures_in, move_of, running
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import HouseRules
from undercroft.table.state.seats import REFEREE


class Pursuit(Given, frozen=True, kw_only=True):
    """One side flees, the other pursues."""

    fleer_move: Annotated[Count, says("Move of the slowest who flees, in feet")] = 40
    pursuer_move: Annotated[Count, says("Move of the slowest pursuer, in feet")] = 40
    fleers: Annotated[Crowd, says("how many flee")] = 4
    pursuers: Annotated[Crowd, says("how many pursue")] = 1
    fleer_mod: Annotated[Situation, says("DEX/Exert or CON/Exert of the runner who leads")] = 0
    pursuer_mod: Annotated[Situation, says("the same modifier of the pursuer who rolls")] = 0
    fleer_others: Annotated[tuple[Situation, ...], says("modifiers of the others who flee")] = ()
    pursuer_others: Annotated[tuple[Situation, ...], says("modifiers of the other pursuers")] = ()
    head_start: Annotated[Count, says("rounds of head start")] = 0
    mood: Annotated[Mood, says("half-hearted or obliged, normal, or enraged or vengeful")] = Mood.NORMAL
    npc_pursuers: Annotated[bool, says("are the pursuers NPCs?")] = True


def chase(given: Pursuit, house: HouseRules) -> ForecastAnswer:
    """The chance to get away, and what each round of head start would be worth."""
    speeds = chase_auto(Script(), house.applied(chase_auto, Speeds(given.pursuer_move, given.fleer_move)))
    if not isinstance(speeds, EvenRace):
        away = isinstance(speeds, Outrun)
        sentence = (
            "Those who flee get away: they are faster." if away else "Those who flee are caught: the others are faster."
        )
        chance = Fraction(away)
        return ForecastAnswer(
            sentence, chance, "end", rows_of((("they get away", chance), ("they are caught", 1 - chance))), "chance"
        )
    chance = _away(given, house, given.head_start)
    tried = range(max(given.head_start, LATEST) + 1)
    rows = rows_of((rounds, _away(given, house, rounds)) for rounds in tried)
    sentence = f"Those who flee get away {often(chance)}."
    return ForecastAnswer(sentence, chance, "rounds of head start", rows, "they get away")


LATEST = 7
"""The rounds of head start that are compared."""


def _away(given: Pursuit, house: HouseRules, head_start: int) -> Fraction:
    hunt = house.applied(chase_modifier, Hunt(given.pursuers, given.fleers, head_start, given.mood))
    race = Race(
        given.pursuer_mod,
        given.fleer_mod,
        given.pursuer_others,
        given.fleer_others,
        chase_modifier(Script(), hunt).modifier,
        npc_pursuers=given.npc_pursuers,
    )
    return odds.of_rule(chase_resolve, house.applied(chase_resolve, race)).chance(lambda end: isinstance(end, Escaped))


def _cases(known: Campaign, seat: SeatId) -> Iterable[ForecastCase]:
    """The chases under way in which the party flees. Only the referee knows the pursuers."""
    for group in groups_of(known, seat) if seat == REFEREE else ():
        scene, party = chase_of(group), known.able_in(group.id)
        if scene is None or not party or scene.pursuers is not Side.ENEMIES:
            continue
        kinds = creatures_in(known, group, scene)
        theirs = sorted((kind.modifier for kind in kinds for _ in range(kind.count)), reverse=True) or [0]
        ours = sorted(map(running, party), reverse=True)
        yield ForecastCase(
            group.name,
            Pursuit(
                fleer_move=min(move_of(known, person) for person in party),
                pursuer_move=min((kind.move for kind in kinds), default=0),
                fleers=len(party),
                pursuers=max(1, sum(kind.count for kind in kinds)),
                fleer_mod=ours[0],
                pursuer_mod=theirs[0],
                fleer_others=tuple(ours[1:]),
                pursuer_others=tuple(theirs[1:]),
            ),
        )


QUESTION = Question(
    id="chase",
    title="Getting away",
    asks="Do those who flee get away?",
    given=Pursuit,
    answer=chase,
    rules=(chase_auto, chase_modifier, chase_resolve),
    at_table=_cases,
)
