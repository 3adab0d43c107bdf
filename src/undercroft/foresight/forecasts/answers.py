"""What a forecast answers: a sentence, a chance, and chances over turns, rounds or days, with how exact they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from msgspec import Struct

from undercroft.interpret.svg_charts import chart
from undercroft.kernel.amounts import counted, fraction, percent
from undercroft.kernel.rules import AnyRule, Given, Reading
from undercroft.kernel.units import SeatId
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.house_rules import HouseRules
from undercroft.table.state.people import Person
from undercroft.table.state.seats import REFEREE

Label: TypeAlias = int | str

EXACT = "exact"
SURE, NEVER = "certain", "never"


class Row(Struct, frozen=True):
    """One line of an answer's table: a turn, a day or a kind of end, and its chance."""

    label: Label
    chance: Fraction


class ForecastAnswer(Struct, frozen=True):
    """A forecast. `unexplored` is the chance that was not followed; each chance is at least what it says."""

    sentence: str
    chance: Fraction | None
    """The chance that the question is about; None where the answer is a number."""
    over: str
    """What the rows are about: `turn`, `day`, `end`."""
    rows: tuple[Row, ...]
    shows: str
    """What the chance of a row says: `met by then`."""
    value: str = ""
    """The answer in a word or number, for a question that asks for no chance."""
    numbers: tuple[tuple[str, str], ...] = ()
    """More numbers, each with its name."""
    unexplored: Fraction = Fraction(0)
    assumes: tuple[str, ...] = ()
    """What the forecast takes for granted, each as a sentence."""

    @property
    def exactness(self) -> str:
        """How exact it is: `exact`, or `exact but for` the chance that was not followed."""
        return EXACT if not self.unexplored else f"exact but for {small(self.unexplored)}"

    @property
    def headline(self) -> str:
        """The answer as short as can be: a percentage, or a number."""
        return self.value or in_short(self.chance)

    @property
    def as_fraction(self) -> str:
        """The exact chance as a fraction, if it is one that people can read; else nothing."""
        if self.chance is None or self.unexplored or self.chance in (0, 1):
            return ""
        shown = fraction(self.chance)
        return "" if shown.startswith("about") else shown

    def picture(self, title: str = "") -> str:
        """The rows as an SVG picture; its head and its foot name what the two axes show."""
        shown = f"{self.shows[:1].upper()}{self.shows[1:]}"
        return chart({shown: {row.label: row.chance for row in self.rows}}, title or shown, over=self.over)

    def plain(self) -> dict[str, Any]:
        """The answer as plain values for programs; chances are fractions."""
        return {
            "says": self.sentence,
            "chance": self.chance,
            "value": self.headline,
            "exactness": self.exactness,
            "unexplored": self.unexplored,
            "over": self.over,
            "shows": self.shows,
            "rows": [{"label": row.label, "chance": row.chance} for row in self.rows],
            "numbers": dict(self.numbers),
            "assumes": list(self.assumes),
        }


class ForecastCase(Struct, frozen=True):
    """A question as it stands at a table: whom it is about, and the situation as far as a seat knows it."""

    about: str
    given: Given


class Question(Struct, frozen=True):
    """A question that can be forecast: what it asks for, how it is answered, and where a table raises it."""

    id: str
    title: str
    asks: str
    """The question in a sentence."""
    given: type[Given]
    answer: Callable[[Any, HouseRules], ForecastAnswer]
    rules: tuple[AnyRule, ...]
    """The rules that every step settles."""
    at_table: Callable[[Campaign, SeatId], Iterable[ForecastCase]]
    """The cases of this question at a table, from what the seat knows and nothing else."""
    steps: str = ""
    """The field of the situation that says how many turns, rounds or days to look ahead."""
    readings: tuple[Reading, ...] = ()
    listed: bool = True
    """Whether a table's list of questions has it; the others are answered only when asked."""


def groups_of(known: Campaign, seat: SeatId) -> Iterable[Group]:
    """The groups whose forecasts a seat sees: the referee all, players those with a character of their own."""
    for group in known.groups.values():
        if seat == REFEREE or any(person.seat == seat for person in known.those_in(group.id)):
            yield group


def people_of(known: Campaign, seat: SeatId) -> Iterable[Person]:
    """The people who can act and whose forecasts a seat sees: the referee all, players their own."""
    return (person for person in known.people.values() if person.able and seat in (REFEREE, person.seat))


def rows_of(chances: Iterable[tuple[Label, Fraction]]) -> tuple[Row, ...]:
    """Rows of labels with their chances."""
    return tuple(Row(label, chance) for label, chance in chances)


def by_then(chances: Sequence[Fraction], first: int = 1) -> tuple[Row, ...]:
    """Rows numbered upwards."""
    return tuple(Row(first + at, Fraction(chance)) for at, chance in enumerate(chances))


def in_short(chance: Fraction | None) -> str:
    """A chance as people say it: a percentage, certain, or never."""
    if chance is None:
        return ""
    return {Fraction(0): NEVER, Fraction(1): SURE}.get(chance) or percent(chance)


def often(chance: Fraction) -> str:
    """A chance within a sentence.

    >>> often(Fraction(1, 4)), often(Fraction(1))
    ('25 % of the time', 'every time')
    """
    return "every time" if chance == 1 else f"{percent(chance)} of the time"


def safe(rows: Sequence[Row], unit: str) -> str:
    """How long nothing can happen at first, as a sentence of its own.

    >>> safe([Row(1, Fraction(1)), Row(2, Fraction(1, 2))], "round"), safe([Row(1, Fraction(1))], "round")
    (' The first round is safe.', '')
    """
    sure = sum(row.chance == 1 for row in rows)
    if sure not in range(1, len(rows)):
        return ""
    return f" The first {unit} is safe." if sure == 1 else f" The first {counted(sure, unit)} are safe."


def half_by(rows: Sequence[Row]) -> Label | None:
    """The first label by which the chance is at least a half."""
    return next((row.label for row in rows if 2 * row.chance >= 1), None)


def small(chance: Fraction) -> str:
    """A small chance in percent, with one digit that counts.

    >>> small(Fraction(1, 2_500_000)), small(Fraction(1, 8))
    ('0.00004 %', '12.5 %')
    """
    if chance >= Fraction(1, 1000):
        return percent(chance)
    digits = 1
    while chance * 100 * 10**digits < 1:
        digits += 1
    return f"{float(chance * 100):.{digits}f} %"
