"""The pictures of a simulation, as numbers for a template: hit points over rounds or turns, and how many fall."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from undercroft.foresight.codes import Counts
from undercroft.foresight.courses import RunCourse
from undercroft.foresight.results import Results
from undercroft.kernel.amounts import series

WIDTH, HEIGHT = 660.0, 250.0
_LEFT, _RIGHT, _TOP, _FLOOR = 34.0, 96.0, 16.0, 210.0
_PARTS = (0.05, 0.25, 0.5, 0.75, 0.95)
_NAMES = ("worst 5 %", "lower quarter", "middle", "upper quarter", "best 5 %")
_MOST_STEPS = {Counts.ROUNDS: 12, Counts.TURNS: 24, Counts.DAYS: 8}
_LEAST_STEPS = 4
_BETWEEN_LABELS = 15.0
_MOST_TICKS = 13


class Label(Struct, frozen=True):
    """A text at a place."""

    at: float
    text: str


class Deadline(Struct, frozen=True):
    """A line across the picture with its text, which ends or starts there."""

    at: float
    text: str
    anchor: str


NOBODY: Mapping[str, int] = {}


class Fan(Struct, frozen=True):
    """The hit points of those on their feet: the middle half, nearly all, and the middle run, over time."""

    wide: str
    narrow: str
    middle: str
    worst: str
    beside: tuple[Label, ...]
    """The percentiles at the end."""
    up: tuple[Label, ...]
    """The hit points on the left."""
    along: tuple[Label, ...]
    """The rounds or turns below."""
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    """The same as a table: a round or turn, and the percentiles."""
    now: int
    called: str
    runs: int
    deadlines: tuple[Deadline, ...]
    """When the dying die unless they are saved."""


def fan(
    courses: Sequence[RunCourse], first: int, now: int, counts: Counts, *, dying: Mapping[str, int] = NOBODY
) -> Fan | None:
    """The picture of these runs, from a round or turn and the hit points there; None without any.

    `dying` has the last round of those who are dying, by their names.
    """
    if not courses:
        return None
    ends = sorted(course.points[-1][0] for course in courses if course.points)
    last = ends[int(0.95 * (len(ends) - 1))] if ends else first
    steps = max(_LEAST_STEPS, min(_MOST_STEPS[counts], last - first + 1))
    numbers = range(first, first + steps)
    rows = [(now,) * len(_PARTS)]
    for number in numbers:
        points = sorted(_at(course, number, now) for course in courses)
        rows.append(tuple(points[int(part * (len(points) - 1))] for part in _PARTS))
    most = max(1, now, *(max(row) for row in rows))
    across = (WIDTH - _LEFT - _RIGHT) / steps
    xs = [round(_LEFT + across * at, 1) for at in range(steps + 1)]

    def y(value: int) -> float:
        return round(_FLOOR - (_FLOOR - _TOP) * value / most, 1)

    def band(low: int, high: int) -> str:
        there = [f"{x} {y(row[high])}" for x, row in zip(xs, rows, strict=True)]
        back = [f"{x} {y(row[low])}" for x, row in zip(reversed(xs), reversed(rows), strict=True)]
        return f"M{'L'.join((*there, *back))}z"

    def line(part: int) -> str:
        return "M" + "L".join(f"{x} {y(row[part])}" for x, row in zip(xs, rows, strict=True))

    every = -(-(steps + 1) // _MOST_TICKS)
    along = [Label(xs[0], "now")] + [
        Label(x, str(number)) for at, (x, number) in enumerate(zip(xs[1:], numbers, strict=True), 1) if at % every == 0
    ]
    labels = ["now", *map(str, numbers)]
    return Fan(
        band(0, 4),
        band(1, 3),
        line(2),
        line(0),
        _apart([(y(value), f"{value} {name}") for value, name in _ends(rows[-1])]),
        tuple(Label(y(value), str(value)) for value in dict.fromkeys((0, most // 3, 2 * most // 3, most))),
        tuple(along),
        tuple(zip(labels, rows, strict=True)),
        now,
        counts,
        len(courses),
        tuple(_deadlines({number: x for x, number in zip(xs[1:], numbers, strict=True)}, dying)),
    )


def _deadlines(places: Mapping[int, float], dying: Mapping[str, int]) -> Iterator[Deadline]:
    """A line for each round of the picture at whose end a character dies; its text is on the side that has room."""
    for number in sorted({number for number in dying.values() if number in places}):
        names = [name for name, last in dying.items() if last == number]
        what = f"end of round {number}: {series(names)} {'die' if len(names) > 1 else 'dies'} unless saved"
        at = places[number]
        yield Deadline(at, what, "end" if at > WIDTH / 2 else "start")


def _at(course: RunCourse, number: int, now: int) -> int:
    """The hit points at the end of a round or turn; a run that is over keeps its last."""
    found = now
    for at, points in course.points:
        if at > number:
            break
        found = points
    return found


def _ends(percentiles: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The percentiles with their names, the lowest first; of equal ones the middle, or else the outermost."""
    half = len(_PARTS) // 2
    for value in dict.fromkeys(percentiles):
        alike = [place for place, other in enumerate(percentiles) if other == value]
        yield value, _NAMES[half if half in alike else max(alike, key=lambda place: abs(place - half))]


def _apart(labels: list[tuple[float, str]]) -> tuple[Label, ...]:
    """Labels that do not cover each other, the lowest first, and none beyond the picture."""
    places: list[float] = []
    floor = _FLOOR + 2 * _BETWEEN_LABELS
    for at, _ in labels:
        floor = min(at + 4, floor - _BETWEEN_LABELS)
        places.append(floor)
    top = _TOP
    for number in reversed(range(len(places))):
        places[number] = max(places[number], top)
        top = places[number] + _BETWEEN_LABELS
    return tuple(Label(round(place, 1), text) for place, (_, text) in zip(places, labels, strict=True))


class FallenBar(Struct, frozen=True):
    """How often so many fall: the height of its bar in percent of the highest, and its number."""

    share: float
    percent: str


class FallenByPlan(Struct, frozen=True):
    """How often so many fall, by plan."""

    label: str
    bars: tuple[FallenBar, ...]


def fallen(found: Sequence[Results]) -> tuple[FallenByPlan, ...]:
    """How often nobody falls, one, two ... and all, for each plan."""
    count = len(found[0].fallen)
    highest = max((chance.value for each in found for chance in each.fallen), default=0.0) or 1.0
    return tuple(
        FallenByPlan(
            "nobody" if number == 0 else "all" if number == count - 1 and count > 2 else str(number),
            tuple(
                FallenBar(round(each.fallen[number].value / highest * 100, 1), f"{100 * each.fallen[number].value:.0f}")
                for each in found
            ),
        )
        for number in range(count)
    )
