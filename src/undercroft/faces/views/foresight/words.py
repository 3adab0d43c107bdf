"""Chances and runs in words."""

import math
from collections.abc import Sequence

from undercroft.foresight.codes import Counts
from undercroft.foresight.courses import RunCourse
from undercroft.foresight.estimate import Estimate
from undercroft.kernel.amounts import series

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_TIMES: tuple[tuple[float, str], ...] = (
    *((number / 10, f"{_NUMBERS[number]} times in ten") for number in (3, 4, 6, 7, 8, 9)),
    (0.1, "one time in ten"),
    (0.2, "one time in five"),
    (0.25, "one time in four"),
    (1 / 3, "one time in three"),
    (0.5, "one time in two"),
    (2 / 3, "two times in three"),
    (0.75, "three times in four"),
)
_HARDLY, _NEARLY = 0.03, 0.97


def how_often(chance: float) -> str:
    """About how often something happens, as people say it.

    >>> how_often(0.868), how_often(0.224), how_often(0.5), how_often(0.001), how_often(1.0)
    ('nearly nine times in ten', 'more than one time in five', 'about one time in two', 'hardly ever', 'nearly always')
    """
    if chance < _HARDLY:
        return "hardly ever"
    if chance > _NEARLY:
        return "nearly always"
    value, words = min(_TIMES, key=lambda each: abs(each[0] - chance))
    off = chance - value
    if abs(off) < 0.01:
        return f"about {words}"
    if off > 0:
        return f"more than {words}"
    return f"{'nearly' if off > -0.035 and value > 0.5 else 'less than'} {words}"


def other_way(found: Estimate) -> Estimate:
    """The chance that something does not happen."""
    return Estimate(1 - found.value, 1 - found.high, 1 - found.low, found.level, found.runs, found.seed)


def short(found: Estimate) -> str:
    """A chance as short as can be. What is not certain never reads as if it were.

    >>> [short(Estimate(value, 0.0, 1.0, 0.95, 0, 1)) for value in (0.224, 0.99996, 0.0004, 1.0)]
    ['22.4 %', 'over 99.9 %', 'under 0.1 %', '100.0 %']
    """
    if found.runs and found.value == 0:
        return f"under {100 * 3 / found.runs:.2g} %"
    if found.runs and found.value == 1:
        return f"over {_rounded_down(100 - 100 * 3 / found.runs)} %"
    rounded = f"{100 * found.value:.1f} %"
    return rounded if found.value in (0, 1) else _UNSURE.get(rounded, rounded)


_UNSURE = {"100.0 %": "over 99.9 %", "0.0 %": "under 0.1 %"}
"""What stands instead of a number that only rounding made certain."""


def _rounded_down(percent: float) -> str:
    """A bound that is still true, with as many digits as people read aloud.

    >>> _rounded_down(98.83), _rounded_down(99.97), _rounded_down(99.9997)
    ('98', '99.9', '99.99')
    """
    places = 0 if percent < BEYOND_WHOLE else 1 if percent < BEYOND_TENTHS else 2
    return f"{math.floor(percent * 10**places) / 10**places:g}"


BEYOND_WHOLE, BEYOND_TENTHS = 99.1, 99.99
"""From where a bound needs tenths, and hundredths."""


def margin(found: Estimate) -> str:
    """Half the width of the interval, in points of a hundred; nothing beside a bound."""
    if found.value in (0.0, 1.0):
        return ""
    points = 100 * found.margin
    return f"± {points:.1f}" if points >= 0.1 else f"± {points:.2f}"


def points(found: Estimate, *, mean: bool = False) -> str:
    """A difference with its sign: in points of a hundred, or as a number."""
    value = found.value if mean else 100 * found.value
    shown = f"{value:+.2f}" if mean else f"{value:+.1f}"
    return "0" if float(shown) == 0 else signed(shown)


def signed(number: str) -> str:
    """A number with a sign as books print it."""
    return number.replace("-", "\N{MINUS SIGN}")


def how_it_went(course: RunCourse, names: Sequence[str], counts: Counts) -> str:
    """Who falls when in a run, and how it ends."""
    by_number: dict[int, list[str]] = {}
    for fall in course.falls:
        by_number.setdefault(fall.number, []).append(names[fall.person])
    told: list[str] = []
    when = f"on {counts}" if counts is Counts.DAYS else f"in {counts}"
    for number, who in by_number.items():
        verb = "" if told else (" fall" if len(who) > 1 else " falls")
        told.append(f"{series(who)}{verb} in {number}" if told else f"{series(who)}{verb} {when} {number}")
    falls = f"{', '.join(told)}." if told else "Nobody falls."
    last = course.points[-1] if course.points else (0, 0)
    if course.away:
        return f"{falls} They get away in round {last[0]}. {last[1]} HP left."
    end = f"{_WELL[counts]} {when} {last[0]}." if course.home else _BADLY[counts] if not last[1] else _LATE[counts]
    return f"{falls} {end} {last[1]} HP left." if last[1] and end not in _BADLY.values() else f"{falls} {end}"


_WELL = {Counts.ROUNDS: "They win", Counts.TURNS: "They are home", Counts.DAYS: "They arrive"}
_BADLY = {Counts.ROUNDS: "The foes win.", Counts.TURNS: "Nobody comes home.", Counts.DAYS: "Nobody arrives."}
_LATE = {**_BADLY, Counts.DAYS: "They are still on the way."}
"""How a run ends: well, badly, and badly although characters stand."""
