"""Tables that look like the printed page and refuse to be wrong."""

from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct

from undercroft.kernel.dice import Formula
from undercroft.kernel.ways import ways

V = TypeVar("V")


class ResultSpan(Struct, frozen=True):
    """The results that lead to one row of a table; None where the row is open."""

    low: int | None
    high: int | None

    def __contains__(self, result: int) -> bool:
        return (self.low is None or self.low <= result) and (self.high is None or result <= self.high)

    def __str__(self) -> str:
        match self.low, self.high:
            case None, high:
                return f"{high} or less"
            case low, None:
                return f"{low} or more"
            case low, high:
                return str(low) if low == high else f"{low}-{high}"


def through(low: int, high: int | None = None) -> ResultSpan:
    """One result, or all from `low` to `high`."""
    return ResultSpan(low, low if high is None else high)


def up_to(high: int) -> ResultSpan:
    """`high` or less, including results below what the dice alone can show."""
    return ResultSpan(None, high)


def at_least(low: int) -> ResultSpan:
    """`low` or more, including results above what the dice alone can show."""
    return ResultSpan(low, None)


class Table(Generic[V]):
    """Rows of results. A gap, an overlap or an unreachable row is refused when the table is made.

    A table that is read by a number says what the number is, and any table may say what its rows give: its headings.

    >>> from undercroft.kernel.dice import D6
    >>> Table("weather", D6, ((through(1, 4), "dry"), (through(5, 6), "wet"))).at(5)
    'wet'
    >>> Table("weather", D6, ((through(1, 4), "dry"), (through(6), "wet")))
    Traceback (most recent call last):
    ...
    ValueError: table weather: no row for 5
    """

    def __init__(
        self,
        name: str,
        roll: Formula | range,
        rows: Iterable[tuple[ResultSpan, V]],
        *,
        number: str = "number",
        gives: str = "result",
    ) -> None:
        self.name = name
        self.roll = roll
        self.rows = tuple(rows)
        self.number = number
        self.gives = gives
        self._results = list(roll) if isinstance(roll, range) else sorted(ways(roll).counts)
        self._check()
        self._row_of = {result: self._searched(result) for result in self._results}

    def _check(self) -> None:
        for result in self._results:
            matching = sum(result in span for span, _ in self.rows)
            if matching != 1:
                problem = "no row" if matching == 0 else f"{matching} rows"
                raise ValueError(f"table {self.name}: {problem} for {result}")
        for span, _ in self.rows:
            if not any(result in span for result in self._results):
                raise ValueError(f"table {self.name}: {span} cannot come up")

    @property
    def numbers(self) -> tuple[int, tuple[int, ...]]:
        """The lowest result, and the row number of each result from there on: the table as bare numbers."""
        low = self._results[0]
        return low, tuple(self.row(result) for result in range(low, self._results[-1] + 1) if result in self._results)

    def row(self, result: int) -> int:
        """The number of the row for a result, counted from 0."""
        number = self._row_of.get(result)
        return self._searched(result) if number is None else number

    def _searched(self, result: int) -> int:
        for number, (span, _) in enumerate(self.rows):
            if result in span:
                return number
        raise ValueError(f"table {self.name}: no row for {result}")

    def at(self, result: int) -> V:
        """The table's entry for a result."""
        return self.rows[self.row(result)][1]


class BookListing:
    """A table that no dice decide: prices, weapons, what a level gives. Its rows are what the rules themselves read.

    `heads` has a heading for what a row is found by, and one for each column.
    """

    def __init__(self, name: str, title: str, rows: Mapping[Any, Any], heads: tuple[str, ...]) -> None:
        self.name = name
        self.title = title
        self.rows = rows
        self.heads = heads
