"""The bodies of forecasts and simulations in the API."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

from msgspec import Meta, Struct

from undercroft.foresight.compare import Compared
from undercroft.foresight.plans import Plan
from undercroft.foresight.results import Results
from undercroft.kernel.rules import says

Seed = Annotated[int, Meta(ge=0, le=2**62)]
RunNumber = Annotated[int, Meta(ge=0, le=10**9)]


class ForecastRow(Struct, frozen=True):
    """One line of a forecast: a turn, a day or a kind of end, and its chance."""

    label: int | str
    chance: Fraction


class Forecast(Struct, frozen=True):
    """An exact forecast, from what the seat knows."""

    question: Annotated[str, says("its name: met, light, dying ...")]
    about: Annotated[str, says("the character or group that it is about")]
    given: Annotated[dict[str, Any], says("the situation, as far as the seat knows it")]
    chance: Fraction | None
    value: Annotated[str, says("the answer in short")]
    exactness: Annotated[str, says("exact, or exact but for the chance that was not followed")]
    unexplored: Fraction
    over: Annotated[str, says("what the rows are about: turn, round, day, end")]
    shows: Annotated[str, says("what the chance of a row says")]
    rows: tuple[ForecastRow, ...]
    numbers: dict[str, str]
    assumes: tuple[str, ...]
    says: str


class Forecasts(Struct, frozen=True):
    """The questions that a table raises for a seat, answered."""

    forecasts: tuple[Forecast, ...]


class SimulationBody(Struct, frozen=True, forbid_unknown_fields=True):
    """What to simulate from a table as it stands: a plan, or two on the same dice."""

    group: Annotated[str | None, says("the group; without it, the party")] = None
    plan: Annotated[Plan, says("how the party goes on")] = Plan()
    against: Annotated[Plan | None, says("another plan, played on the same dice")] = None
    seed: Annotated[Seed, says("where the dice begin")] = 1


class Simulated(Struct, frozen=True):
    """What runs from a table say; every number has its interval."""

    cursor: Annotated[str, says("the moment of the table that the runs begin at")]
    how: Annotated[str, says("compiled, or in plain Python for now or for good")]
    results: tuple[Results, ...]
    compared: Annotated[
        Mapping[str, Compared], says("how the first plan differs from the second, with one for each measure")
    ]


class RunBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A run to open: its number, and the simulation that it belongs to."""

    run: Annotated[RunNumber, says("the number of the run")]
    group: str | None = None
    plan: Plan = Plan()
    seed: Seed = 1


class RunLine(Struct, frozen=True):
    """A line of an opened run."""

    when: str
    says: str
    cite: str


class OpenedRun(Struct, frozen=True):
    """A simulated run as a real log. None of it happened."""

    run: int
    seed: int
    lines: tuple[RunLine, ...]


class KeepBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A run to keep as a campaign of its own: its number, and the query of the page that shows it."""

    run: Annotated[RunNumber, says("the number of the run")]
    asks: Annotated[Mapping[str, str], says("the plan, as in the address of the page of chances")] = {}
