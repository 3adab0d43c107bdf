"""Problems in a campaign file: where they are, and how to fix them."""

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import cached_property
from typing import TypeAlias

from undercroft.exchange.problems import Enough, Problem, Severity
from undercroft.kernel.faults import BadInput, shortened

MOST_PROBLEMS = 1000
"""The most problems noted before the check stops."""

Path: TypeAlias = tuple[str | int, ...]
"""The keys that lead to a value; an item of a list has its index, from 0."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_LONGEST = 60
"""Longer names are not typing errors: they are cut short, and compared with nothing."""


class FileProblem(Problem, frozen=True):
    """A problem of a campaign file, with the path of the value; the whole file has none."""

    path: str = ""
    grade: Severity = Severity.ERROR


class BadCampaign(BadInput):
    """A campaign file that cannot be used as it is; `problems` holds every error, from top to bottom."""

    def __init__(self, name: str, problems: tuple[FileProblem, ...]) -> None:
        first, rest = problems[0], len(problems) - 1
        place = f"{name}, line {first.line}" + (f", {first.path}" if first.path else "")
        others = f"; {rest} more" if rest else ""
        super().__init__(first.code, f"{place}: {first.what}{others}", first.fix, field=first.path or None)
        self.problems = problems


class FileNotes:
    """The problems found so far, each with the line of its key; the lines are looked for at the first problem."""

    def __init__(self, lines: Callable[[], Mapping[Path, int]]) -> None:
        self._find_lines = lines
        self._found: dict[FileProblem, None] = {}
        self._warnings: dict[FileProblem, None] = {}

    def add(self, code: str, path: Path, what: str, fix: str) -> None:
        """Note a problem. A missing key gets the line of the table it is missing from."""
        place = shown(path)
        if code == "missing" and any(problem.path == place for problem in self._found):
            return  # the key exists, and is wrong
        self._found[FileProblem(code, what, fix, self._line(path), place)] = None
        if len(self._found) >= MOST_PROBLEMS:
            raise Enough

    def warn(self, code: str, path: Path, what: str, fix: str) -> None:
        """Note something that works but may not be meant."""
        warning = FileProblem(code, what, fix, self._line(path), shown(path), Severity.WARNING)
        if len(self._warnings) < MOST_PROBLEMS:
            self._warnings[warning] = None

    @cached_property
    def _lines(self) -> Mapping[Path, int]:
        return self._find_lines()

    def _line(self, path: Path) -> int:
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)

    @property
    def usable(self) -> bool:
        """Whether there is no error."""
        return not self._found

    @property
    def in_order(self) -> tuple[FileProblem, ...]:
        """The errors and warnings from the top of the file to the bottom."""
        return tuple(sorted((*self._found, *self._warnings), key=lambda problem: problem.line))


def shown(path: Path) -> str:
    """A path as people write it.

    >>> shown(("sites", 0, "doors", 3, "to"))
    'sites[0].doors[3].to'
    """
    return "".join(f"[{key}]" if isinstance(key, int) else f".{_key(key)}" for key in path).removeprefix(".")


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) and len(key) <= _LONGEST else f'"{cut(key)}"'


def cut(text: str) -> str:
    """As much of the text as fits in a message."""
    return shortened(text, _LONGEST)


def suggestion(name: str, names: Iterable[str], otherwise: str) -> str:
    """The known name that was probably meant, or another remedy."""
    known = list(names)
    alike = len(name) <= _LONGEST and len(known) <= _MANY
    close = get_close_matches(name, known, n=1, cutoff=0.7) if alike else []
    if close:
        return f"did you mean {close[0]}?"
    return otherwise if not known or len(known) > _FEW else f"{otherwise}; known: {', '.join(known)}"


_FEW, _MANY = 12, 500
"""The most names listed in a message, and the most compared for one."""
