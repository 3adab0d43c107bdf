"""Missed sleep: how long a character stays awake."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.books.neverwhere.sleep import (
    DAY_H,
    Asleep,
    Awake,
    AwakeGroggy,
    Nodding,
    drowsy_check,
    is_drowsy,
    sleep_fatigue,
)
from undercroft.books.neverwhere.units import Count, Modifier, Most
from undercroft.foresight.forecasts.answers import ForecastAnswer, ForecastCase, Question, Row, often, people_of, safe
from undercroft.interpret import odds
from undercroft.interpret.distribution import Odds
from undercroft.interpret.forecast import after
from undercroft.kernel.amounts import counted
from undercroft.kernel.rules import Given, says
from undercroft.kernel.script import Script
from undercroft.kernel.units import HOUR, SeatId
from undercroft.table import bridge
from undercroft.table.body.needs import counts_sleep, needs_of
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import HouseRules

MINUTES_AN_HOUR = 60
A_LOOK = Fraction(1, 2)
"""The hours after which the character is looked at again: rolls are due at whole half hours."""


class Vigil(Given, frozen=True, kw_only=True):
    """A character who does not go to bed."""

    hours: Annotated[int, Meta(ge=1, le=200), says("hours to look ahead")] = 24
    awake: Annotated[Fraction, says("hours awake already")] = Fraction(0)
    day: Annotated[Fraction, says("hours they can stay up today, 16 after a full night")] = DAY_H
    carried: Annotated[Count, says("fatigue points from lost sleep not yet slept off")] = 0
    fp_max: Annotated[Most, says("fatigue points when fresh")] = 10
    will: Annotated[Modifier, says("Will")] = 0
    idle: Annotated[bool, says("are they idle, as on watch?")] = True
    groggy: Annotated[bool, says("groggy since an earlier roll?")] = False

    def __post_init__(self) -> None:
        if self.awake < 0 or self.day < 0:
            raise ValueError("hours cannot be below 0")


class _Night(Struct, frozen=True):
    awake: Fraction
    roll_at: Fraction | None
    """When the next roll is due; None before they are drowsy."""
    groggy: bool
    asleep: bool = False


def awake(given: Vigil, house: HouseRules) -> ForecastAnswer:
    """The chance to be awake after each hour."""
    start = _Night(given.awake, None, given.groggy)
    course = after(lambda night: _on(given, house, night), start, int(given.hours / A_LOOK))
    chances = course.chances(lambda night: not night.asleep)
    rows = tuple(Row(hour, chances[int(hour / A_LOOK)]) for hour in range(1, given.hours + 1))
    chance = rows[-1].chance
    sentence = f"The character is still awake after {counted(given.hours, 'hour')} {often(chance)}.{safe(rows, 'hour')}"
    return ForecastAnswer(sentence, chance, "hour", rows, "still awake")


def _on(given: Vigil, house: HouseRules, night: _Night) -> Odds[_Night] | _Night:
    """Half an hour more, and the roll to stay awake if it is due."""
    if night.asleep:
        return night
    now = replace(night, awake=night.awake + A_LOOK)
    up = Awake(now.awake, given.day, carried=given.carried)
    pool = sleep_fatigue(Script(), house.applied(sleep_fatigue, up)).pool
    if not is_drowsy(pool, given.fp_max) or (now.roll_at is not None and now.awake < now.roll_at):
        return now
    nodding = Nodding(
        pool=pool,
        fp_max=given.fp_max,
        awake_h=now.awake,
        effective_day_h=given.day,
        will_mod=given.will,
        groggy=now.groggy,
    )
    return odds.of_rule(drowsy_check, house.applied(drowsy_check, nodding)).by(lambda end: _rolled(given, now, end))


def _rolled(given: Vigil, now: _Night, end: object) -> _Night:
    if isinstance(end, Asleep):
        return replace(now, asleep=True)
    if not isinstance(end, AwakeGroggy):
        return now
    wait = end.interval.idle if given.idle else end.interval.active
    later = now.awake + (Fraction(wait, MINUTES_AN_HOUR) if wait is not None else NEVER_AGAIN)
    return replace(now, groggy=True, roll_at=later)


NEVER_AGAIN = Fraction(1_000_000)
"""Hours after which nothing is due any more: active people who are not badly off roll once."""


def _cases(known: Campaign, seat: SeatId) -> Iterable[ForecastCase]:
    """A seat's characters, for the referee all, where the house counts missed sleep."""
    for person in people_of(known, seat) if counts_sleep(known.house) else ():
        body, needs = bridge.neverwhere(person), needs_of(known, person.id)
        up = Fraction(known.now_of(person.id) - needs.woke, HOUR)
        looks = int(up / A_LOOK) * A_LOOK
        yield ForecastCase(
            person.name,
            Vigil(awake=looks, fp_max=body.fp_max, will=body.will, carried=needs.carried, day=needs.day_h),
        )


QUESTION = Question(
    id="sleep",
    title="Staying awake",
    asks="How long does a character stay awake on watch?",
    given=Vigil,
    answer=awake,
    rules=(sleep_fatigue, drowsy_check),
    at_table=_cases,
    steps="hours",
    listed=False,
)
