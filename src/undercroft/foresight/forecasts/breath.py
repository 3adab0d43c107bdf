"""Breath: how long a character lasts without air, by either book."""

from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.books.neverwhere.breath import (
    Airless,
    Breath,
    Burning,
    Exertion,
    Holding,
    PassedOut,
    Readiness,
    Suffocated,
    breath_limit,
    breath_round,
)
from undercroft.books.neverwhere.units import Modifier, Most, Points
from undercroft.books.neverwhere.units import Score as Vitality
from undercroft.books.sovereign.hazards import Breath as Air
from undercroft.books.sovereign.hazards import Breathing, Choking, suffocation_air, suffocation_damage
from undercroft.books.sovereign.saves import SaveKind
from undercroft.books.sovereign.units import SaveTarget, Score
from undercroft.foresight.forecasts.answers import (
    ForecastAnswer,
    ForecastCase,
    Question,
    by_then,
    often,
    people_of,
    safe,
)
from undercroft.interpret import odds
from undercroft.interpret.distribution import Odds
from undercroft.interpret.forecast import after
from undercroft.kernel.amounts import counted
from undercroft.kernel.rules import Given, says
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.body import breath as airless
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import HouseRules
from undercroft.table.state.people import Person

MOST_ROUNDS = 500


class BreathBook(StrEnum):
    """The book whose rules for air count."""

    NEVERWHERE = "neverwhere"
    SOVEREIGN = "sovereign"


class Underwater(Given, frozen=True, kw_only=True):
    """A character without air."""

    book: Annotated[BreathBook, says("the book whose rules for air count")] = BreathBook.NEVERWHERE
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS), says("rounds without air")] = 12
    vit: Annotated[Vitality, says("Neverwhere: Vit, the score itself")] = 10
    exertion: Annotated[Exertion, says("Neverwhere: how much air it takes")] = Exertion.MILD
    readiness: Annotated[Readiness, says("Neverwhere: how they breathed before")] = Readiness.DEEP_BREATH
    fp: Annotated[Points, says("Neverwhere: fatigue points now")] = 10
    fp_max: Annotated[Most, says("Neverwhere: fatigue points when fresh")] = 10
    will: Annotated[Modifier, says("Neverwhere: Will")] = 0
    hp: Annotated[int, Meta(ge=1, le=10_000), says("hit points now")] = 6
    constitution: Annotated[Score, says("Sovereign: Constitution score")] = 10
    save: Annotated[SaveTarget, says("Sovereign: Physical save")] = 15
    level: Annotated[Fraction, says("Sovereign: level or Hit Dice")] = Fraction(1)

    def __post_init__(self) -> None:
        if self.fp > self.fp_max:
            raise ValueError("the fatigue points now cannot be above those when fresh")


class _Body(Struct, frozen=True):
    """How it goes with them: the share of the breath used, rounds without any, and what is left of them."""

    used: Fraction
    airless: int
    fp: int
    hp: int
    down: bool = False
    gone: int = 0


def breath(given: Underwater, house: HouseRules) -> ForecastAnswer:
    """The chance to be still awake after each round."""
    by_neverwhere = given.book is BreathBook.NEVERWHERE
    held = Breath(vit=given.vit, exertion=given.exertion, readiness=given.readiness)
    limit = breath_limit(Script(), house.applied(breath_limit, held)).exact

    def step(body: _Body) -> Odds[_Body] | _Body:
        return _airless(given, house, limit, body) if by_neverwhere else _choking(given, house, body)

    course = after(step, _Body(Fraction(0), 0, given.fp, given.hp), given.rounds)
    rows = by_then(course.chances(lambda body: not body.down)[1:])
    chance = rows[-1].chance
    long = counted(given.rounds, "round")
    return ForecastAnswer(
        f"The character is still conscious after {long} without air {often(chance)}.{safe(rows, 'round')}",
        chance,
        "round",
        rows,
        "still conscious",
    )


def _airless(given: Underwater, house: HouseRules, limit: Fraction, body: _Body) -> Odds[_Body] | _Body:
    """A round by Neverwhere. A body at 0 hit points is out, too."""
    if body.down:
        return body
    if not limit:
        return replace(body, down=True)
    now = Airless(body.used, limit, body.fp, given.fp_max, body.hp, given.will, body.airless)
    return odds.of_rule(breath_round, house.applied(breath_round, now)).by(lambda end: _after(body, end))


def _after(body: _Body, end: Holding | Burning | PassedOut | Suffocated) -> _Body:
    match end:
        case Holding(used=used):
            return replace(body, used=used)
        case Burning(fp=fp, hp=hp):
            return replace(body, airless=body.airless + 1, fp=fp, hp=hp, down=hp <= 0)
        case PassedOut(fp=fp, hp=hp):
            return replace(body, airless=body.airless + 1, fp=fp, hp=hp, down=True)
        case Suffocated():
            return replace(body, down=True)


def _choking(given: Underwater, house: HouseRules, body: _Body) -> Odds[_Body] | _Body:
    """A round of action by Sovereign: the last of the breath is used up before the saves begin."""
    if body.down:
        return body
    on = replace(body, gone=body.gone + 1)
    air = suffocation_air(Script(), house.applied(suffocation_air, Air(given.constitution, body.gone, 0)))
    if isinstance(air, Breathing):
        return on
    choking = house.applied(suffocation_damage, Choking(given.save, given.level, body.hp))
    return odds.of_rule(suffocation_damage, choking).by(lambda end: replace(on, hp=end.hp, down=end.hp <= 0))


def _cases(known: Campaign, seat: SeatId) -> Iterable[ForecastCase]:
    """The characters of a seat; the referee's are all."""
    for person in people_of(known, seat):
        yield ForecastCase(person.name, _underwater(known, person))


def _underwater(known: Campaign, person: Person) -> Underwater:
    if airless.by_neverwhere(known.house):
        body = bridge.neverwhere(person)
        fp = min(person.fp, body.fp_max)
        return Underwater(vit=body.vit, fp=fp, fp_max=body.fp_max, will=body.will, hp=max(1, person.hp))
    return Underwater(
        book=BreathBook.SOVEREIGN,
        constitution=person.sheet.constitution,
        save=bridge.save_target(person, SaveKind.PHYSICAL),
        level=Fraction(person.sheet.level),
        hp=max(1, person.hp),
    )


QUESTION = Question(
    id="breath",
    title="Without air",
    asks="How long does a character last under water?",
    given=Underwater,
    answer=breath,
    rules=(breath_limit, breath_round, suffocation_air, suffocation_damage),
    at_table=_cases,
    steps="rounds",
    listed=False,
)
