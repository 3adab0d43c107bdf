"""One clock for five books: units of time in seconds, the length of a fight, and the hours of a day on the road."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

from undercroft.books.delving.units import DELVE_ROUND
from undercroft.books.hexcrawl.dungeon_crawling import DUNGEON_TURN
from undercroft.books.neverwhere.battle import Battle
from undercroft.books.neverwhere.rounds import ROUND as NEVERWHERE_ROUND
from undercroft.books.neverwhere.rounds import SHORT_ROUND
from undercroft.books.sovereign.units import MONTH, ROUND, TURN, WEEK
from undercroft.books.violence import units as violence
from undercroft.kernel.amounts import QUARTERS
from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import DAY, HOUR, MINUTE, Seconds
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.sites import Clock

TRAVEL_HOURS = 12
"""Hours of travel in a day on the road; the rest is camp and sleep."""

ROAD = Seconds(TRAVEL_HOURS * HOUR)
"""The length of a day on the road."""

SLEEP_HOURS = 8
DAWN = Seconds(6 * HOUR)
"""The time of day at which a day of travel begins."""


class Unit(StrEnum):
    """A unit of time of one of the books."""

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
"""The length of each unit: `round` is Violence's, `combat_round` Sovereign's, units with `nw_` Neverwhere's."""

FIGHT_ROUNDS: Mapping[Combat, Seconds] = {
    Combat.VIOLENCE: LENGTHS[Unit.ROUND],
    Combat.SOVEREIGN: LENGTHS[Unit.COMBAT_ROUND],
}


def seconds(amount: int, unit: Unit, nw_round: Seconds = NEVERWHERE_ROUND) -> Seconds:
    """An amount of a unit in seconds."""
    _not_negative("amount", amount)
    if nw_round not in (NEVERWHERE_ROUND, SHORT_ROUND):
        what = f"a round of Neverwhere has {NEVERWHERE_ROUND} seconds or {SHORT_ROUND}"
        raise BadInput("out_of_range", what, "choose one of the two", field="nw_round")
    return Seconds(amount * (nw_round if unit is Unit.NW_ROUND else LENGTHS[unit]))


def fight_round(book: Combat) -> Seconds:
    """The length of a combat round by that book."""
    return FIGHT_ROUNDS[book]


def fight_time(clock: Clock, rounds: int, fight_round: Seconds = ROUND) -> Seconds:
    """The time a fight takes on a site's clock: a turn, whole delve rounds, or its own rounds."""
    if rounds < 1:
        raise BadInput("out_of_range", "a fight has at least one round", "count its rounds from 1", field="rounds")
    fought = Seconds(rounds * fight_round)
    match clock:
        case Clock.DELVING:
            return in_steps(fought, clock)
        case Clock.VIOLENCE:
            return fought
        case Clock.SOVEREIGN | Clock.HEXCRAWL:
            return max(TURN, fought)


CLOCK_STEPS: Mapping[Clock, Seconds] = {
    Clock.SOVEREIGN: TURN,
    Clock.DELVING: DELVE_ROUND,
    Clock.HEXCRAWL: Seconds(DUNGEON_TURN * MINUTE),
    Clock.VIOLENCE: Seconds(violence.TURN * MINUTE),
}
"""The length of a turn or round of each dungeon clock."""


def a_turn_later(campaign: Campaign, group: Group | None, now: Seconds) -> Seconds:
    """When something that lasts a turn from now is over: with the next turn where a site's turns are counted.

    The turn under way does not count, so that all who fall in one turn rise together; elsewhere it is ten minutes.
    """
    site = campaign.site_of(group)
    if group is None or site is None or group.zone is None or group.turns_from is None:
        return Seconds(now + TURN)
    clock = campaign.house.clock or site.clock_of(group.zone)
    step = CLOCK_STEPS[clock]
    this_turn = step - (now - group.turns_from) % step
    return Seconds(now + this_turn + in_steps(TURN, clock))


def steps(time: int, step: int) -> int:
    """The turns or rounds that a length of time takes, rounded up."""
    return -(-time // step)


def in_steps(time: Seconds, clock: Clock) -> Seconds:
    """A length of time, rounded up to whole turns or rounds of a dungeon clock."""
    step = CLOCK_STEPS[clock]
    return Seconds(steps(time, step) * step)


def travel_hours(spent: Fraction, tp_max: Fraction) -> Fraction:
    """The hours on the road that travel points are worth."""
    _not_negative("spent", spent)
    if tp_max <= 0:
        raise BadInput("out_of_range", "a day needs more than 0 travel points", "give more than 0", field="tp_max")
    return spent * TRAVEL_HOURS / tp_max


def travel_time(spent: Fraction, tp_max: Fraction) -> Seconds:
    """The time on the road that travel points are worth, rounded up to a second."""
    share = travel_hours(spent, tp_max) / TRAVEL_HOURS
    return Seconds(road_seconds(*share.as_integer_ratio()))


def road_seconds(share_n: int, share_d: int) -> int:
    """The seconds that a share of a day on the road takes, rounded up; the share is a fraction in two parts."""
    return -(-share_n * ROAD // share_d)


def _not_negative(name: str, amount: int | Fraction) -> None:
    if amount < 0:
        raise BadInput("out_of_range", f"{name} cannot be negative", "give 0 or more", field=name)


def battle(
    rounds: int, level_index: int, *, hot: bool, heavy_clothing: bool, attacked: bool, was_targeted: bool
) -> Battle:
    """A fight as Neverwhere's input for its cost: its own rounds count, so that a short fight tires nobody."""
    return Battle(rounds, level_index, hot, heavy_clothing, attacked, was_targeted)


def day_number(campaign: Campaign, at: Seconds) -> int:
    """The campaign's day at that time, counted from 1."""
    return (campaign.day_begins + at) // DAY + 1


def road_day(campaign: Campaign, at: Seconds) -> int:
    """The day at that time, counted from dawn to dawn: a night belongs to the day before it."""
    return day_number(campaign, Seconds(at - DAWN))


def dawn_of(campaign: Campaign, day: int) -> Seconds:
    """When that day's travel begins on the campaign's clock; negative before the campaign's start."""
    return Seconds((day - 1) * DAY + DAWN - campaign.day_begins)


def next_dawn(campaign: Campaign, at: Seconds) -> Seconds:
    """The first dawn after that time."""
    today = dawn_of(campaign, day_number(campaign, at))
    return today if today > at else Seconds(today + DAY)


def is_by_day(campaign: Campaign, at: Seconds) -> bool:
    """Whether it is day at that time: the travel hours from dawn on."""
    dawn = dawn_of(campaign, day_number(campaign, at))
    return dawn <= at < dawn + ROAD


def midnight_before(dawn: Seconds) -> Seconds:
    """The midnight of the night that ends with that dawn."""
    return Seconds(dawn - DAWN)


def day_is_over(campaign: Campaign, group: Group, day: int) -> bool:
    """Whether the travel hours of that day are used up."""
    return group.time >= dawn_of(campaign, day) + ROAD


def points_gone(campaign: Campaign, at: Seconds, tp_max: Fraction) -> Fraction:
    """The travel points of the time since dawn; less than a quarter, the minutes of a short act, is none."""
    since = max(0, at - dawn_of(campaign, day_number(campaign, at)))
    gone = min(tp_max, since * tp_max / ROAD)
    return gone if gone * QUARTERS >= 1 else Fraction(0)
