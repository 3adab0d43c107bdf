"""Sweeps: the same simulation for several values of one part of a scenario, through any executor."""

import re
from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Any

import msgspec
from msgspec import Struct

from undercroft.foresight.encode import Encoded
from undercroft.foresight.prepare import encoded
from undercroft.foresight.results import Results, results
from undercroft.foresight.runs import Runner
from undercroft.foresight.scenario import SEE, Scenario, checked
from undercroft.kernel.amounts import with_hyphen
from undercroft.kernel.faults import BadInput

MOST_VALUES = 200
_RANGE = re.compile(r"(-?[0-9]+)\.\.(-?[0-9]+)(?::([0-9]+))?")


class Varied(Struct, frozen=True):
    """A value of the part that varies, and what came of it."""

    value: str
    results: Results


class Vary(Struct, frozen=True):
    """The part of a scenario that varies, and its values."""

    part: tuple[str, ...]
    values: tuple[Any, ...]


def vary(text: str) -> Vary:
    """What to vary: `policy.retreat=20..80:10`, or `policy.stance=talk,wait,fight`.

    >>> vary("policy.retreat=20..40:10").values, vary("policy.stance=talk,wait").values
    ((20, 30, 40), ('talk', 'wait'))
    """
    part, equals, written = text.partition("=")
    if not equals or not part.strip() or not written.strip():
        raise BadInput("bad_vary", f"“{text[:60]}” varies nothing", "write it like policy.retreat=20..80:10")
    found = _RANGE.fullmatch(written.strip())
    if found is None:
        values: tuple[Any, ...] = tuple(_value(word.strip()) for word in written.split(","))
    else:
        first, last, step = int(found[1]), int(found[2]), int(found[3] or 1)
        if not step or not 0 <= (last - first) // step < MOST_VALUES:
            raise BadInput("bad_vary", f"{written} has no values, or too many", f"up to {MOST_VALUES}")
        values = tuple(range(first, last + 1, step))
    return Vary(tuple(part.strip().split(".")), values)


def _value(word: str) -> int | bool | str:
    if re.fullmatch(r"-?[0-9]+", number := with_hyphen(word)):
        return int(number)
    return {"true": True, "false": False}.get(word, word)


def _spoken(value: object) -> str:
    """A value as it was typed; nothing at all reads as none.

    >>> _spoken(True), _spoken(20), _spoken("")
    ('true', '20', 'none')
    """
    return str(value).lower() if isinstance(value, bool) else str(value) or "none"


def with_value(scenario: Scenario, part: tuple[str, ...], value: object) -> Scenario:
    """The scenario with another value of one part; `party.0.hp` is the hit points of the first in the party."""
    plain: Any = msgspec.json.decode(msgspec.json.encode(scenario))
    inner: Any = plain
    *path, last = part
    try:
        for name in path:
            inner = inner[int(name) if name.isdecimal() else name]
        inner[int(last) if last.isdecimal() else last] = value
    except (KeyError, IndexError, ValueError, TypeError):
        what = f"a scenario has no “{'.'.join(part)}”"
        raise BadInput("bad_vary", what, SEE) from None
    return checked(plain)


def sweep(
    scenario: Scenario, what: Vary, runs: int, seed: int, executor: Executor | None = None, *, plain: bool = False
) -> Iterator[Varied]:
    """Play the same runs for each value, so that the values differ by what they change and not by luck."""
    for value in what.values:
        numbers: Encoded = encoded(with_value(scenario, what.part, value))
        runner = Runner(numbers, seed, executor, plain=plain)
        for _ in runner.play(runs):
            pass
        yield Varied(_spoken(value), results(runner.tally, numbers, seed))
