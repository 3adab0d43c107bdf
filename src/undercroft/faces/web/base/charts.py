"""Charts: bars side by side, drawn on the server."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil

from msgspec import Struct

MOST_BARS = 60
"""A chart with more bars than this gathers neighbours."""

TOO_LOW = 1000
"""A wide chart leaves out bars at its ends that are lower than the highest bar divided by this."""

_WIDTH, _LEFT, _FLOOR, _CEILING = 492.0, 14.0, 176.0, 38.0
_BESIDE = 0.07
"""The share of its room that a bar leaves free on each side."""

_ROOM_FOR_A_NUMBER = 24
_ROOM_FOR_A_DIGIT = 11
_ROOM_BETWEEN = 14
_MOST_ABOVE = 10_000


class ChartBar(Struct, frozen=True):
    """A bar: its position and the text on it."""

    label: str
    above: str
    x: float
    y: float
    width: float
    height: float
    hit: bool
    labelled: bool

    @property
    def middle(self) -> float:
        """Where its text is centred."""
        return round(self.x + self.width / 2, 1)


class Chart(Struct, frozen=True):
    """Bars side by side, 520 wide and 200 high, and the position of the mark, if any."""

    bars: tuple[ChartBar, ...]
    mark: float | None = None
    mark_label: str = ""


def chart(counts: Mapping[int, int], least: int | None = None, mark: str = "", *, numbered: bool = True) -> Chart:
    """A chart of the ways to each result; results of at least `least` are hits, with the mark in front of them."""
    ordered = _visible(counts)
    step = -(-len(ordered) // MOST_BARS)
    groups = [ordered[at : at + step] for at in range(0, len(ordered), step)]
    drawn = _Drawn(counts, groups, least, numbered=numbered and step == 1)
    bars = tuple(drawn.bar(at) for at in range(len(groups)))
    hits = [bar.x for bar in bars if bar.hit]
    return Chart(bars, round(hits[0] - drawn.room * _BESIDE, 1) if hits and mark else None, mark)


def _visible(counts: Mapping[int, int]) -> list[int]:
    """The results in order; if there are too many, without the ends that would be too low to see."""
    ordered = sorted(counts)
    if len(ordered) <= MOST_BARS:
        return ordered
    most = max(counts.values())
    seen = [result for result in ordered if counts[result] * TOO_LOW > most]
    return [result for result in ordered if seen[0] <= result <= seen[-1]]


class _Drawn:
    """The position of each group of results on the chart."""

    def __init__(
        self, counts: Mapping[int, int], groups: Sequence[Sequence[int]], least: int | None, *, numbered: bool
    ) -> None:
        self._groups = groups
        self._totals = [sum(counts[result] for result in group) for group in groups]
        self._most = max(self._totals)
        self._least = least
        self.room = _WIDTH / len(groups)
        longest = max(len(str(group[0])) for group in groups)
        self._every = ceil((longest * _ROOM_FOR_A_DIGIT + _ROOM_BETWEEN) / self.room)
        self._numbered = numbered and self.room > _ROOM_FOR_A_NUMBER

    def bar(self, at: int) -> ChartBar:
        """The bar of a group."""
        group, total = self._groups[at], self._totals[at]
        height = round((_FLOOR - _CEILING) * float(Fraction(total, self._most)), 1)
        return ChartBar(
            label=str(group[0]),
            above=str(total) if self._numbered and total < _MOST_ABOVE else "",
            x=round(_LEFT + self.room * (at + _BESIDE), 1),
            y=round(_FLOOR - height, 1),
            width=round(self.room * (1 - 2 * _BESIDE), 1),
            height=height,
            hit=self._least is not None and group[0] >= self._least,
            labelled=at % self._every == 0,
        )
