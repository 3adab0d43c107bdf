"""Problems of a page, and where they are."""

from collections.abc import Generator
from contextlib import contextmanager

from undercroft.exchange.markup.placed_text import TextPlace
from undercroft.exchange.problems import Enough, Problem, Severity
from undercroft.kernel.faults import BadInput

MOST_ERRORS = 100
"""The most errors noted before the check stops."""

MOST_WARNINGS = 1000
"""The most warnings kept."""


class PageProblem(Problem, frozen=True):
    """A problem of a page, with its column and its severity."""

    column: int
    grade: Severity = Severity.ERROR

    @property
    def place(self) -> TextPlace:
        """The place of the problem."""
        return TextPlace(self.line, self.column)


class BadMarkup(BadInput):
    """A page, or a piece of one, that cannot be read; knows line and column."""

    def __init__(self, code: str, what: str, fix: str, place: TextPlace, *, limit: int | None = None) -> None:
        super().__init__(code, f"{place}: {what}", fix, limit=limit)
        self.problem = PageProblem(code, what, fix, place.line, place.column)
        self.line = place.line
        self.column = place.column


class PageNotes:
    """The problems found so far."""

    def __init__(self) -> None:
        self.problems: list[PageProblem] = []
        self.errors = 0
        self._warnings = 0

    def add(self, problem: PageProblem) -> None:
        """Note a problem, and give up after too many errors."""
        if problem.grade is Severity.WARNING:
            self._warnings += 1
            if self._warnings <= MOST_WARNINGS:
                self.problems.append(problem)
            return
        self.problems.append(problem)
        self.errors += 1
        if self.errors >= MOST_ERRORS:
            raise Enough

    def error(self, code: str, what: str, fix: str, place: TextPlace) -> None:
        """Note an error."""
        self.add(PageProblem(code, what, fix, place.line, place.column))

    def warn(self, code: str, what: str, fix: str, place: TextPlace) -> None:
        """Note something that works but looks wrong."""
        self.add(PageProblem(code, what, fix, place.line, place.column, Severity.WARNING))

    @contextmanager
    def catching(self) -> Generator[None]:
        """Note what goes wrong within the context, and carry on after it."""
        try:
            yield
        except BadMarkup as fault:
            self.add(fault.problem)

    @property
    def in_order(self) -> tuple[PageProblem, ...]:
        """The problems from the top of the page to the bottom, each once."""
        once: dict[tuple[TextPlace, str, str], PageProblem] = {}
        for problem in self.problems:
            once.setdefault((problem.place, problem.code, problem.what), problem)
        return tuple(sorted(once.values(), key=lambda problem: problem.place))

    def raise_first(self) -> None:
        """Raise the first error of the page, if there is one."""
        for problem in self.in_order:
            if problem.grade is Severity.ERROR:
                raise BadMarkup(problem.code, problem.what, problem.fix, problem.place)
