"""Swimming: whether a character reaches the bank in so many minutes by Neverwhere, with extra effort or without."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.neverwhere.effort import EffortRefused
from undercroft.books.neverwhere.effort_on_the_move import HarderSwim, SwimmingMinute, extra_effort_swim
from undercroft.books.neverwhere.fatigue import Losing, lose_fp
from undercroft.books.neverwhere.rounds import ROUND, ROUND_SECONDS, RoundLength, round_is
from undercroft.books.neverwhere.running import minute_of_rounds
from undercroft.books.neverwhere.units import Modifier, Most, Points
from undercroft.foresight.forecasts.answers import (
    ForecastAnswer,
    ForecastCase,
    Question,
    by_then,
    half_by,
    often,
    people_of,
)
from undercroft.interpret import odds
from undercroft.interpret.distribution import Odds
from undercroft.interpret.forecast import after
from undercroft.kernel.amounts import counted
from undercroft.kernel.rules import Given, says
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.body.exertion import Percent, strength
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import Feats, HouseRules


class Swimmer(Given, frozen=True, kw_only=True):
    """A character who has to swim a way."""

    metres: Annotated[Fraction, says("metres to swim")] = Fraction(200)
    minutes: Annotated[int, Meta(ge=1, le=60), says("minutes to look ahead")] = 10
    percent: Annotated[Percent, says("how much faster they try to swim, in percent; 0 for no effort")] = 20
    move: Annotated[Fraction, says("Move in the water, in metres a round")] = Fraction(2)
    minute_fp: Annotated[
        int, Meta(ge=0, le=1_000), says("fatigue points a minute costs without the effort, as the referee judges")
    ] = 0
    fp: Annotated[Points, says("fatigue points now")] = 10
    fp_max: Annotated[Most, says("fatigue points when fresh")] = 10
    will: Annotated[Modifier, says("Will")] = 0
    vit_mod: Annotated[Modifier, says("Vit modifier")] = 0
    hp: Annotated[int, Meta(ge=1, le=10_000), says("hit points now")] = 6
    round_seconds: Annotated[RoundLength, says("seconds to a round")] = ROUND

    def __post_init__(self) -> None:
        if self.fp > self.fp_max:
            raise ValueError("the fatigue points now cannot be above those when fresh")
        if self.metres <= 0 or self.move < 0:
            raise ValueError("the distance must be above 0, and Move not below 0")
        round_is(self.round_seconds)


class _Water(Struct, frozen=True):
    """How far it still is, and what is left of the swimmer."""

    metres: Fraction
    fp: int
    hp: int
    down: bool = False

    @property
    def is_across(self) -> bool:
        return self.metres <= 0


def swim(given: Swimmer, house: HouseRules) -> ForecastAnswer:
    """The chance to be across after each minute."""
    start = _Water(given.metres, given.fp, given.hp)
    course = after(lambda water: _on(given, house, water), start, given.minutes)
    rows = by_then(course.chances(lambda water: water.is_across)[1:])
    half = half_by(rows)
    soon = "" if half is None or half == given.minutes else f" Half of the time it takes at most {half} minutes."
    down = course.last.chance(lambda water: water.down)
    return ForecastAnswer(
        f"The swimmer is across within {counted(given.minutes, 'minute')} {often(rows[-1].chance)}.{soon}",
        rows[-1].chance,
        "minute",
        rows,
        "across by then",
        numbers=(("strength fails on the way", often(down)),),
        assumes=_ASSUMED,
    )


_ASSUMED = (
    "The swimmer swims their Move in metres in every round.",
    "A swimmer with no fatigue points left swims on without a roll of Will, and a lasting strain slows nobody.",
)


def _on(given: Swimmer, house: HouseRules, water: _Water) -> Odds[_Water] | _Water:
    """A minute more, with a new effort if they make one."""
    if water.is_across or water.down:
        return water
    if not given.percent:
        return _swum(given, house, water, given.move, given.minute_fp)
    push = HarderSwim(
        percent=given.percent,
        fp=water.fp,
        fp_max=given.fp_max,
        will_mod=given.will,
        vit_mod=given.vit_mod,
        base_fp=given.minute_fp,
        move=given.move,
    )
    found = odds.of_rule(extra_effort_swim, house.applied(extra_effort_swim, push))
    return found.by(lambda end: _pushed(given, house, water, end))


def _pushed(given: Swimmer, house: HouseRules, water: _Water, end: SwimmingMinute | EffortRefused) -> _Water:
    """Those who cannot try are out cold."""
    if isinstance(end, EffortRefused):
        return _Water(water.metres, water.fp, water.hp, down=True)
    return _swum(given, house, water, end.move, end.fp, end.hp)


def _swum(given: Swimmer, house: HouseRules, water: _Water, move: Fraction, fp: int, harm: int = 0) -> _Water:
    """The way and the fatigue of a minute. A swimmer whose strength fails in it does not reach the bank."""
    lost = Losing(water.fp, given.fp_max, water.hp, fp)
    left = lose_fp(Script(), house.applied(lose_fp, lost))
    hp = left.hp - harm
    if left.unconscious or hp <= 0:
        return _Water(water.metres, left.fp, hp, down=True)
    swum = minute_of_rounds(given.round_seconds) * move
    return _Water(max(Fraction(0), water.metres - swum), left.fp, hp)


def _cases(known: Campaign, seat: SeatId) -> Iterable[ForecastCase]:
    """A seat's characters, for the referee all, where the house plays with extra effort; the water is the referee's."""
    for person in people_of(known, seat) if known.house.feats is Feats.NEVERWHERE else ():
        able = strength(person, known.house)
        yield ForecastCase(
            person.name,
            Swimmer(
                fp=able.fp,
                fp_max=able.fp_max,
                will=able.will_mod,
                vit_mod=able.vit_mod,
                hp=max(1, person.hp),
                round_seconds=_round(known.house),
            ),
        )


def _round(house: HouseRules) -> Seconds:
    """The seconds to a round, by the reading that the house plays."""
    chosen = house.readings.get(ROUND_SECONDS.id)
    return Seconds(chosen) if isinstance(chosen, int) else ROUND


QUESTION = Question(
    id="swim",
    title="Swimming",
    asks="Does a swimmer reach the bank?",
    given=Swimmer,
    answer=swim,
    rules=(extra_effort_swim, lose_fp),
    at_table=_cases,
    steps="minutes",
    listed=False,
)
