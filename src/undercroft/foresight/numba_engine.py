"""The order of play compiled by Numba; only this module imports it, and only where it is installed."""

from importlib import import_module
from types import FunctionType
from typing import Any, TypeAlias

import numpy as np

from undercroft.foresight import columns as c
from undercroft.foresight import compiled, tallies
from undercroft.foresight.tallies import Played
from undercroft.foresight.twins import Twins

Array: TypeAlias = Any
"""A NumPy array, or what Numba makes of one."""

numba: Any = import_module("numba")
INNER = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "error_model": "numpy"}
"""How functions are compiled that only compiled code calls."""
SMALL = 130
"""The bytes of a function's code up to which it is always put in the place of its calls."""
EVERY_TURN = frozenset({
    "explore", "next_deed", "muster", "come_round", "look_round", "has_passed", "number_now", "begin_step",
    "next_turn", "free_everybody", "_count_and_check", "work_on", "is_dark", "light_left", "in_wait", "all_at_work",
    "go_on", "takes", "seen_here", "_decides", "medic_of", "_any_hurt", "_breathe_or_end", "next_to_recover",
    "door_ahead", "end_step", "turn_ends", "rest_of_turn", "spend", "able_count", "is_up", "_begin", "mixed",
})  # fmt: skip
"""What quiet turns go through: put in the place of its calls too, which makes an expedition twice as fast."""
intrinsic: Any = import_module("numba.extending").intrinsic


@intrinsic  # type: ignore[untyped-decorator]
def row(_context: Array, array: Array) -> Array:
    """The numbers of an array from the first on, for code that knows the place of each."""
    signature = numba.types.CPointer(numba.types.int64)(array)

    def generate(context: Array, builder: Array, signature: Array, args: Array) -> Array:
        return context.make_array(signature.args[0])(context, builder, args[0]).data

    return signature, generate


def twin_of(function: FunctionType) -> Array:
    """A function as only compiled code calls it."""
    in_place = function.__name__ in EVERY_TURN or len(function.__code__.co_code) <= SMALL
    return numba.njit(**INNER, forceinline=in_place)(function)


def entry(  # noqa: PLR0913, PLR0917 - as the function it calls
    w: Array, start: Array, s: Array, t: Array, o: Array, number: int, first: int, count: int
) -> None:
    """Play many runs on arrays; `play` is the compiled twin, put in place by the engine.

    It has no closure: Numba finds kept code by what a closure holds, and a compiled function is never the same twice.
    """
    play(row(w), row(start), row(s), row(t), row(o), number, first, count)


play: Array = None


class Engine:
    """Compiled code that plays many runs; it takes arrays in the place of lists."""

    def __init__(self, made_of: str) -> None:
        kept = compiled.folder(made_of)
        try:
            kept.mkdir(parents=True, exist_ok=True)
            compiled.remove_others(kept)
            numba.config.CACHE_DIR = str(kept)
            keep = True
        except OSError:
            keep = False
        twin = Twins(twin_of).of(tallies.many)
        bound = FunctionType(entry.__code__, {**globals(), "play": twin}, entry.__name__)
        bound.__qualname__, bound.__module__ = entry.__qualname__, entry.__module__
        self._many: Array = numba.njit(nogil=True, cache=keep)(bound)

    def played(
        self, setup: list[int], start: list[int], seed: int, first: int, count: int, *, measured: bool = True
    ) -> Played:
        """The tally of some runs, and the measures of each if they are wanted."""
        w, t = np.zeros(c.WORLD, dtype=np.int64), np.zeros(tallies.TALLY, dtype=np.int64)
        o = np.zeros(max(1, count * tallies.MEASURES), dtype=np.int64)
        self._many(w, np.array(start, dtype=np.int64), np.array(setup, dtype=np.int64), t, o, seed, first, count)
        return Played(t.tolist(), o.tolist() if measured else [])
