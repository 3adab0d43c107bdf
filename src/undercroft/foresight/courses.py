"""The course of runs: the hit points at the end of each round or turn, and who falls when; played in plain Python."""

from types import FunctionType

from msgspec import Struct

from undercroft.foresight import columns as c
from undercroft.foresight import tallies
from undercroft.foresight.codes import Being, Counts
from undercroft.foresight.columns import World
from undercroft.foresight.runs import RunTask
from undercroft.foresight.twins import Function, Twins

MOST_NUMBERS = 60
"""The last round or turn, counted from the first, whose hit points are written down."""


class Fall(Struct, frozen=True):
    """A member of the party who no longer stands, from a round or turn on."""

    person: int
    number: int


class RunCourse(Struct, frozen=True):
    """How one run went: the hit points of those on their feet after each round or turn, by its number."""

    run: int
    points: tuple[tuple[int, int], ...]
    falls: tuple[Fall, ...]
    home: bool
    """Whether the party came home, or won the fight."""
    away: bool = False
    """Whether it ran from the fight and got away."""


class StoryLine(Struct, frozen=True):
    """A line of the log of an opened run."""

    when: str
    says: str
    cite: str


_NOTED = {Counts.ROUNDS: "close_round", Counts.TURNS: "begin_step", Counts.DAYS: "begin_day"}
"""The steps of the order of play after which the hit points are noted."""


class RunWatcher:
    """Plays runs, and notes the course of each."""

    def __init__(self, counts: Counts) -> None:
        self._counts = counts
        self._points: list[tuple[int, int]] = []
        self._falls: list[Fall] = []
        self._runs: list[RunCourse] = []
        self._play = Twins(self._twin).of(tallies.many)

    def _twin(self, function: FunctionType) -> Function:
        if function.__name__ == _NOTED[self._counts]:

            def step(w: World, s: World) -> None:
                function(w, s)
                self._note(w, s)

            return step
        if function.__name__ == "count_run":

            def over(t: World, w: World, s: World, start: World, run: int) -> None:
                function(t, w, s, start, run)
                self._note(w, s)
                found = RunCourse(
                    run, tuple(self._points), tuple(self._falls), tallies.is_home(w, s), tallies.is_away(w, s)
                )
                self._runs.append(found)
                self._points, self._falls = [], []

            return over
        return function

    def _note(self, w: World, s: World) -> None:
        number = tallies.rounds_fought(w) if self._counts is Counts.ROUNDS else w[c.TURN_NUMBER]
        down = {fall.person for fall in self._falls}
        points = 0
        for person in range(s[c.PEOPLE_COUNT]):
            p = c.PEOPLE + person * c.PERSON
            if w[p + c.STATE] == Being.UP and w[p + c.LEFT_GROUP] == 0:
                points += w[p + c.HP]
            elif person not in down:
                self._falls.append(Fall(person, number))
        if len(self._points) < MOST_NUMBERS:
            self._points.append((number, points))

    def played(self, task: RunTask, seed: int, first: int, count: int) -> tuple[tallies.Played, list[RunCourse]]:
        """Play some runs in plain Python, and note the course of each."""
        counted, each = [0] * tallies.TALLY, [0] * (count * tallies.MEASURES)
        self._runs = []
        self._play([0] * c.WORLD, task.start, task.setup, counted, each, seed, first, count)
        return tallies.Played(counted, each), self._runs


def standing(start: list[int], count: int) -> int:
    """The hit points of those on their feet at the start."""
    people = (c.PEOPLE + person * c.PERSON for person in range(count))
    return sum(start[p + c.HP] for p in people if start[p + c.STATE] == Being.UP)
