"""One clock for five books: every unit in seconds, what a fight takes, and the hours of a day on the road."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from math import ceil

from undercroft.books.delving.units import DELVE_ROUND
from undercroft.books.neverwhere.units import ROUND as NEVERWHERE_ROUND
from undercroft.books.neverwhere.units import SHORT_ROUND
from undercroft.books.sovereign.units import MONTH, ROUND, TURN, WEEK
from undercroft.books.violence import units as violence
from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import DAY, HOUR, MINUTE, Seconds
from undercroft.table.house import Combat, HouseRules
from undercroft.table.sites import Clock

TRAVEL_HOURS = 12
"""Of a day on the road; the rest is camp and sleep."""

SLEEP_HOURS = 8
DAWN = Seconds(6 * HOUR)
"""The time of day at which a fresh day of travel begins."""


class Unit(StrEnum):
    """A measure of time in one of the books."""

    COMBAT_ROUND = "combat_round"
    MINUTE = "minute"
    DELVE_ROUND = "delve_round"
    TURN = "turn"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    ROUND = "round"
    WATCH = "watch"
    NW_ROUND = "nw_round"
    NW_MINUTE = "nw_minute"
    NW_HOUR = "nw_hour"


LENGTHS: Mapping[Unit, Seconds] = {
    Unit.COMBAT_ROUND: ROUND,
    Unit.MINUTE: MINUTE,
    Unit.DELVE_ROUND: DELVE_ROUND,
    Unit.TURN: TURN,
    Unit.HOUR: HOUR,
    Unit.DAY: DAY,
    Unit.WEEK: WEEK,
    Unit.MONTH: MONTH,
    Unit.ROUND: Seconds(violence.ROUND * MINUTE),
    Unit.WATCH: Seconds(violence.WATCH * HOUR),
    Unit.NW_ROUND: NEVERWHERE_ROUND,
    Unit.NW_MINUTE: MINUTE,
    Unit.NW_HOUR: HOUR,
}
"""A bare round is Violence's, a combat round Sovereign's; those of Neverwhere say so."""

FIGHT_ROUNDS: Mapping[Combat, Seconds] = {Combat.VIOLENCE: LENGTHS[Unit.ROUND]}


def seconds(amount: int, unit: Unit, nw_round: Seconds = NEVERWHERE_ROUND) -> Seconds:
    """So many of a unit on the one clock."""
    _not_negative(amount=amount)
    if nw_round not in (NEVERWHERE_ROUND, SHORT_ROUND):
        what = f"a round of Neverwhere has {NEVERWHERE_ROUND} seconds or {SHORT_ROUND}"
        raise BadInput("out_of_range", what, "choose one of the two", field="nw_round")
    return Seconds(amount * (nw_round if unit is Unit.NW_ROUND else LENGTHS[unit]))


def fight_round(house: HouseRules) -> Seconds:
    """How long a Round lasts while people fight, whichever book counts it."""
    return FIGHT_ROUNDS[house.combat]


def fight_time(clock: Clock, rounds: int, fight_round: Seconds = ROUND) -> Seconds:
    """What a fight takes where that book keeps the time: a Turn, whole delve rounds, or its own Rounds."""
    if rounds < 1:
        raise BadInput("out_of_range", "a fight has at least one Round", "count its Rounds from 1", field="rounds")
    fought = Seconds(rounds * fight_round)
    match clock:
        case Clock.DELVING:
            return Seconds(steps(fought, DELVE_ROUND) * DELVE_ROUND)
        case Clock.VIOLENCE:
            return fought
        case Clock.SOVEREIGN | Clock.HEXCRAWL:
            return max(TURN, fought)


def steps(time: Seconds, step: Seconds) -> int:
    """How many turns or rounds of a clock something takes that lasts so long; a begun one counts."""
    return -(-time // step)


def travel_hours(spent: Fraction, tp_max: Fraction) -> Fraction:
    """Hours on the road for so many travel points."""
    _not_negative(spent=spent)
    _above_nothing(tp_max=tp_max)
    return spent * TRAVEL_HOURS / tp_max


def travel_time(spent: Fraction, tp_max: Fraction) -> Seconds:
    """The same on the clock, a part of a second rounded up."""
    return Seconds(ceil(travel_hours(spent, tp_max) * HOUR))


def _not_negative(**amounts: int | Fraction) -> None:
    for name, amount in amounts.items():
        if amount < 0:
            raise BadInput("out_of_range", f"{name} cannot be negative", "give 0 or more", field=name)


def _above_nothing(**amounts: int | Fraction) -> None:
    for name, amount in amounts.items():
        if amount <= 0:
            raise BadInput("out_of_range", f"{name} must be more than nothing", "give more than 0", field=name)
