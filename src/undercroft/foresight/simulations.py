"""Simulations from a table: the runs played so far for each plan, a piece more at a time, and runs worth reading."""

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock

from msgspec import Struct, field

from undercroft.foresight.compare import MEASURES, Compared, Sums, of_sums
from undercroft.foresight.courses import RunCourse
from undercroft.foresight.encode import Encoded
from undercroft.foresight.opening import encoded_here
from undercroft.foresight.plans import Plan
from undercroft.foresight.results import Results, results
from undercroft.foresight.runs import COMPILED, LOADING, PLAIN, RunTask, own_digest
from undercroft.foresight.simulator import Simulator, SimulatorGone
from undercroft.foresight.tallies import FIRST_WITH, RUNS, TALLY, added
from undercroft.foresight.worker import Counted, Courses, Log, Open, Piece, PlayedCourses
from undercroft.kernel import wire
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import GroupId

SEED = 1
FEW, MANY = 256, 20_000
"""The runs of a piece: in plain Python, and compiled."""
ENOUGH_PLAIN, ENOUGH = 2_048, 100_000
"""The runs after which an answer is good enough, likewise."""
MOST_KEPT = 24
"""The simulations that are kept: the plans tried lately."""
TOLD = 3
"""How many of the worst runs are told."""


class SimulationRequest(Struct, frozen=True):
    """What is simulated: a group of a table at a moment, with one plan or two, and where the dice begin."""

    table: str
    cursor: str
    group: GroupId
    plans: tuple[Plan, ...]
    seed: int = SEED


class Simulation(Struct):
    """A simulation under way."""

    asked: SimulationRequest
    known: Campaign
    encoded: tuple[Encoded, ...]
    tallies: list[list[int]]
    sums: dict[str, Sums] = field(default_factory=lambda: {name: Sums() for name in MEASURES})
    courses: list[RunCourse] = []
    how: str = PLAIN

    @property
    def runs(self) -> int:
        """The runs so far."""
        return self.tallies[0][RUNS]

    @property
    def enough(self) -> bool:
        """Whether more runs would change little."""
        return self.runs >= (ENOUGH if self.how in (COMPILED, LOADING) else ENOUGH_PLAIN)

    def results(self, plan: int = 0) -> Results:
        """What came of a plan so far."""
        return results(self.tallies[plan], self.encoded[plan], self.asked.seed)

    def compared(self) -> Mapping[str, Compared]:
        """How the first plan differs from the second."""
        return {name: of_sums(sums, self.runs, self.asked.seed) for name, sums in self.sums.items()}

    def best(self, plan: int = 0) -> int | None:
        """The number of the first run in which the fewest fell."""
        tally = self.tallies[plan]
        return next(
            (run - 1 for run in tally[FIRST_WITH : FIRST_WITH + len(self.encoded[plan].people) + 1] if run), None
        )


class Simulations:
    """The simulations of a server, and the worker that plays them."""

    def __init__(self, simulator: Simulator) -> None:
        self.simulator = simulator
        self._kept: OrderedDict[SimulationRequest, Simulation] = OrderedDict()
        self._turn = Lock()

    def of(self, asked: SimulationRequest, known: Campaign) -> Simulation:
        """A simulation from what is known at that moment; raises `NotSimulated` with what a run cannot have."""
        with self._turn:
            found = self._kept.get(asked)
            if found is not None:
                self._kept.move_to_end(asked)
                return found
        encoded = tuple(encoded_here(known, asked.group, plan) for plan in asked.plans)
        made = Simulation(asked, known, encoded, [[0] * TALLY for _ in encoded])
        with self._turn:
            self._kept[asked] = made
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return made

    def kept(self, asked: SimulationRequest) -> Simulation | None:
        """A simulation that was begun lately, from a moment that may be past."""
        with self._turn:
            return self._kept.get(asked)

    def more(self, found: Simulation) -> None:
        """Play a piece more, unless there are enough runs."""
        first = found.runs
        if found.enough:
            return
        tasks, asked = tuple(_task(encoded) for encoded in found.encoded), found.asked
        piece = Piece(tasks, found.encoded[0].counts, asked.seed, first, FEW, MANY, courses=first == 0)
        answer = self.simulator.ask(piece)
        if not isinstance(answer, Counted):
            raise SimulatorGone
        with self._turn:
            if found.runs != first:
                return
            found.tallies = [added(one, other) for one, other in zip(found.tallies, answer.tallies, strict=True)]
            for name, sums in answer.sums.items():
                found.sums[name].join(sums)
            found.courses = found.courses or list(answer.courses)
            found.how = answer.how

    def courses(self, found: Simulation, runs: tuple[int, ...], plan: int = 0) -> tuple[RunCourse, ...]:
        """How certain runs went."""
        encoded = found.encoded[plan]
        answer = self.simulator.ask(Courses(_task(encoded), encoded.counts, found.asked.seed, runs))
        if not isinstance(answer, PlayedCourses):
            raise SimulatorGone
        return answer.courses

    def opened(self, found: Simulation, run: int, plan: int = 0) -> Log:
        """A run as a real log."""
        asked = found.asked
        answer = self.simulator.ask(Open(wire.kept(found.known), asked.group, asked.plans[plan], asked.seed, run))
        if not isinstance(answer, Log):
            raise SimulatorGone
        return answer

    def close(self) -> None:
        """End the worker."""
        self.simulator.close()


def _task(encoded: Encoded) -> RunTask:
    return RunTask(encoded.setup, encoded.start, own_digest())
