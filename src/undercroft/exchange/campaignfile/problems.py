"""What can be wrong with a campaign file, where it stands, and how to mend it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import TypeAlias

from msgspec import Struct

from undercroft.kernel.faults import BadInput

MOST_PROBLEMS = 1000
"""A file with more than this is not looked at further."""

Path: TypeAlias = tuple[str | int, ...]
"""The keys that lead to a value; an item of a list has its number, from 0."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_LONGEST = 60
"""Names longer than this are nobody's slip: they are cut short, and likened to nothing."""


class Problem(Struct, frozen=True):
    """One thing to mend: a code for programs, the path and the line, what is wrong, and what to do about it."""

    code: str
    path: str
    line: int
    what: str
    fix: str


class BadCampaign(BadInput):
    """A campaign file that cannot be used as it is; `problems` holds every one, from its top to its bottom."""

    def __init__(self, name: str, problems: tuple[Problem, ...]) -> None:
        first, rest = problems[0], len(problems) - 1
        place = f"{name}, line {first.line}" + (f", {first.path}" if first.path else "")
        others = f"; {rest} more" if rest else ""
        super().__init__(first.code, f"{place}: {first.what}{others}", first.fix, field=first.path or None)
        self.problems = problems


class Enough(Exception):
    """There are more problems than anyone would read."""


class Notes:
    """Problems as they are found, with the line of the key that each belongs to."""

    def __init__(self, lines: Mapping[Path, int]) -> None:
        self._lines = lines
        self._found: dict[Problem, None] = {}

    def add(self, code: str, path: Path, what: str, fix: str) -> None:
        """Note a problem; a key that is not there has the line of the table it is missing from."""
        place = shown(path)
        if code == "missing" and any(problem.path == place for problem in self._found):
            return  # it is there, and wrong
        self._found[Problem(code, place, self._line(path), what, fix)] = None
        if len(self._found) >= MOST_PROBLEMS:
            raise Enough

    def _line(self, path: Path) -> int:
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)

    @property
    def in_order(self) -> tuple[Problem, ...]:
        """From the top of the file to its bottom."""
        return tuple(sorted(self._found, key=lambda problem: problem.line))


def shown(path: Path) -> str:
    """A path as people write it.

    >>> shown(("sites", 0, "doors", 3, "to"))
    'sites[0].doors[3].to'
    """
    return "".join(f"[{key}]" if isinstance(key, int) else f".{_key(key)}" for key in path).removeprefix(".")


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) and len(key) <= _LONGEST else f'"{cut(key)}"'


def cut(text: str) -> str:
    """As much of what somebody wrote as a message holds."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def suggestion(name: str, names: Iterable[str], otherwise: str) -> str:
    """The known name that somebody may have meant, or what else to do."""
    known = list(names)
    alike = len(name) <= _LONGEST and len(known) <= _MANY
    close = get_close_matches(name, known, n=1, cutoff=0.7) if alike else []
    if close:
        return f"did you mean {close[0]}?"
    return otherwise if not known or len(known) > _FEW else f"{otherwise}; known: {', '.join(known)}"


_FEW, _MANY = 12, 500
"""So many names can be listed in a message, and so many compared for one."""
