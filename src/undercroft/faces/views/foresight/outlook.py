"""The outlook from a table: what a simulation says so far, for a page."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from undercroft.faces.views.foresight.charts import FallenByPlan, Fan, fallen, fan
from undercroft.faces.views.foresight.words import how_it_went, how_often, margin, other_way, points, short, signed
from undercroft.foresight import columns as c
from undercroft.foresight.codes import Counts
from undercroft.foresight.compare import Compared
from undercroft.foresight.courses import RunCourse, standing
from undercroft.foresight.estimate import Estimate, in_number
from undercroft.foresight.results import Percentiles, Results
from undercroft.foresight.runs import COMPILED, PLAIN, has_numba
from undercroft.foresight.simulations import TOLD, Simulation
from undercroft.kernel.amounts import counted
from undercroft.kernel.extras import to_install
from undercroft.table.fight.lifelines import dying_in
from undercroft.table.state.fights import fight_of

EVERYONE, HOME, FALLEN = "a character falls", "the party comes home", "characters who fall"
"""The measures of two plans that a page shows."""
MOST_PEOPLE = 8
_ENDS = {Counts.ROUNDS: "wins this fight", Counts.TURNS: "comes home", Counts.DAYS: "arrives"}
_TITLES = {Counts.ROUNDS: "won", Counts.TURNS: "home", Counts.DAYS: "there"}
"""How a run ends well, in words."""


class ChanceLine(Struct, frozen=True):
    """A line of the list: what happens, how often, and how far that may be off."""

    title: str
    chance: str
    margin: str


class PlanRow(Struct, frozen=True):
    """A measure of two plans: each with its margin and its place from 0 to 100, and the difference with its ends."""

    title: str
    one: str
    one_margin: str
    other: str
    other_margin: str
    places: tuple[float, float] | None
    difference: str
    sure: bool
    """Whether the interval of the difference has only one sign."""


class RunWorthOpening(Struct, frozen=True):
    """A run worth opening."""

    run: int
    title: str
    says: str


class Outlook(Struct, frozen=True):
    """All that a page shows of a simulation."""

    counts: Counts
    sentence: tuple[tuple[str, str, str], ...]
    """Sentences: what happens, how often, and the tone of that."""
    chances: tuple[ChanceLine, ...]
    fan: Fan | None
    fallen: tuple[FallenByPlan, ...]
    rows: tuple[PlanRow, ...]
    between: str
    """The difference that matters most, in a sentence."""
    only: str
    """How often only one of the plans saved everyone."""
    worst: tuple[RunWorthOpening, ...]
    others: tuple[RunWorthOpening, ...]
    numbers: tuple[tuple[str, str], ...]
    left_out: tuple[str, ...]
    runs: int
    seed: int
    margin: str
    played: str
    """How the runs were played."""
    more: bool


def outlook(found: Simulation, told: Sequence[RunCourse]) -> Outlook:
    """A simulation as a page shows it; `told` are the courses of the runs worth opening."""
    first, encoded = found.results(), found.encoded[0]
    plans = [found.results(number) for number in range(len(found.encoded))]
    number = encoded.start[c.TURN_NUMBER if first.explores else c.ROUND_NUMBER]
    begins = max(1, number) + (1 if first.explores else 0)
    lines = {course.run: _line(course, found, first) for course in told}
    worst = tuple(lines[run] for run in first.worst[:TOLD] if run in lines)
    others = dict.fromkeys(run for run in (first.median, found.best()) if run is not None and run in lines)
    compared: Mapping[str, Compared] = found.compared() if len(plans) > 1 else {}
    rows = tuple(_rows(compared, first.counts)) if compared else ()
    return Outlook(
        counts=first.counts,
        sentence=tuple(_sentence(first)),
        chances=tuple(_chances(first)),
        fan=fan(
            found.courses,
            begins,
            standing(encoded.start, len(encoded.people)),
            first.counts,
            dying=_dying(found),
        ),
        fallen=fallen(plans),
        rows=rows,
        between=_between(compared[EVERYONE]) if compared else "",
        only=_only(found) if compared else "",
        worst=worst,
        others=tuple(lines[run] for run in others if run not in first.worst[:TOLD]),
        numbers=tuple(_numbers(first)),
        left_out=first.left_out,
        runs=first.runs,
        seed=first.seed,
        margin=margin(max((chance for each in plans for chance in each.fallen), key=lambda each: each.margin)),
        played=_played(found.how),
        more=not found.enough,
    )


def _dying(found: Simulation) -> dict[str, int]:
    """The last round of those who are dying in the fight, by their names."""
    known = found.known
    fight = fight_of(known.groups.get(found.asked.group))
    lines = () if fight is None else dying_in(known, fight)
    return {known.people[line.patient].name: line.last for line in lines}


def worth_opening(found: Simulation) -> tuple[int, ...]:
    """The runs that a page offers to open: the worst, one from the middle, and one of the best."""
    first = found.results()
    runs = (*first.worst[:TOLD], *(run for run in (first.median, found.best()) if run is not None))
    return tuple(dict.fromkeys(runs))


def _played(how: str) -> str:
    """How the runs were played, and what would make them faster."""
    if how == COMPILED:
        return "Played by compiled code."
    if how != PLAIN or has_numba():
        return f"Played {how}."
    return f"Played {how}, which is some hundred times slower than with Numba: {to_install('sim')}."


def _sentence(found: Results) -> Iterator[tuple[str, str, str]]:
    home, nobody = found.home.value, found.nobody_falls.value
    what = f"The party {_ENDS[found.counts]}"
    yield what, how_often(home), "ember" if home < 0.5 else "verd"
    yield (
        "Everyone walks away from it" if not found.explores else "Everyone lives",
        how_often(nobody),
        ("ember" if nobody < 0.5 else "verd"),
    )


def _chances(found: Results) -> Iterator[ChanceLine]:
    yield _chance(f"The party {_ENDS[found.counts]}", found.home)
    yield _chance("Everyone lives", found.nobody_falls)
    if found.fled is not None:
        what = "The party runs from a fight and gets away" if found.explores else "The party runs and gets away"
        yield _chance(what, found.fled)
    for name, falls in list(found.falls.items())[:MOST_PEOPLE]:
        yield _chance(f"{name} lives", other_way(falls))
    if found.lost is not None:
        yield _chance("The party loses its way", found.lost)
    elif found.explores:
        yield _chance("Never in the dark", other_way(found.dark))


def _chance(title: str, found: Estimate) -> ChanceLine:
    return ChanceLine(title, short(found), margin(found))


def _numbers(found: Results) -> Iterator[tuple[str, str]]:
    spread = found.turns if found.explores else found.rounds
    yield f"Ends {'on' if found.travels else 'in'} {found.counts}", _typical(spread)
    yield "Nobody is hurt", f"{short(found.unhurt)} {margin(found.unhurt)}"
    yield "Experience for monsters", in_number(found.experience)
    if found.explores:
        yield "Encounters", f"{found.encounters:.2f}"
    if found.counts is Counts.TURNS:
        yield "Torches used", _typical(found.torches)


def _typical(spread: Percentiles) -> str:
    return f"typically {spread.median.value:g}, nine times in ten at most {spread.ninetieth.value:g}"


def _rows(compared: Mapping[str, Compared], counts: Counts) -> Iterator[PlanRow]:
    everyone, home, dead = compared[EVERYONE], compared[HOME], compared[FALLEN]
    one, other = other_way(everyone.one), other_way(everyone.other)
    yield _row("Everyone lives", one, other, _turned(everyone.difference))
    yield _row(
        f"The party {_ENDS[counts]}",
        home.one,
        home.other,
        home.difference,
    )
    yield PlanRow(
        "Characters who fall",
        f"{dead.one.value:.2f}",
        f"± {dead.one.margin:.2f}",
        f"{dead.other.value:.2f}",
        f"± {dead.other.margin:.2f}",
        None,
        points(dead.difference, mean=True),
        _is_sure(dead.difference),
    )


def _row(title: str, one: Estimate, other: Estimate, difference: Estimate) -> PlanRow:
    places = round(100 * one.value, 1), round(100 * other.value, 1)
    numbers = short(one), margin(one), short(other), margin(other)
    return PlanRow(title, *numbers, places, points(difference), _is_sure(difference))


def _turned(found: Estimate) -> Estimate:
    return Estimate(-found.value, -found.high, -found.low, found.level, found.runs, found.seed)


def _is_sure(difference: Estimate) -> bool:
    return difference.low > 0 or difference.high < 0


def _between(found: Compared) -> str:
    turned = _turned(found.difference)
    low, high = (signed(f"{100 * end:+.1f}") for end in (turned.low, turned.high))
    if not _is_sure(turned):
        return f"Everyone lives: no difference can be told yet, 95 % between {low} and {high} points."
    return f"Everyone lives: {points(turned)} points, 95 % between {low} and {high}."


def _only(found: Simulation) -> str:
    sums = found.sums[EVERYONE]
    first = (sums.difference_squared - sums.difference) // 2
    second = (sums.difference_squared + sums.difference) // 2
    return f"Only the first plan saved everyone in {counted(first, 'run')}, only the second in {second:,}."


def _line(course: RunCourse, found: Simulation, first: Results) -> RunWorthOpening:
    names, count = found.encoded[0].names, len(course.falls)
    safe = course.home or course.away
    late = first.travels and course.points and course.points[-1][1]
    lost = "late" if late else "nobody left"
    title = "got away" if course.away else lost if not safe else _TITLES[first.counts]
    fell = f", {count} down" if count and safe else ""
    says = how_it_went(course, names, first.counts)
    return RunWorthOpening(course.run, f"Run {course.run:,}: {title}{fell}", says)
