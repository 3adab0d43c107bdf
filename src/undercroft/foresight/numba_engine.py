"""The order of play compiled by Numba; only this module imports it, and only where it is installed."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeAlias

import numpy as np

from undercroft.foresight import columns as c
from undercroft.foresight import compiled, tallies
from undercroft.foresight.twins import Twins

Array: TypeAlias = Any
"""A NumPy array, or what Numba makes of one."""

numba: Any = import_module("numba")
intrinsic: Any = import_module("numba.extending").intrinsic


@intrinsic  # type: ignore[untyped-decorator]
def row(_context: Array, array: Array) -> Array:
    """The numbers of an array from the first on, for code that knows the place of each."""
    signature = numba.types.CPointer(numba.types.int64)(array)

    def generate(context: Array, builder: Array, signature: Array, args: Array) -> Array:
        return context.make_array(signature.args[0])(context, builder, args[0]).data

    return signature, generate


def engine(made_of: str) -> Callable[..., None]:
    """The compiled function that plays many runs; it takes arrays in the place of lists."""
    kept = compiled.folder(made_of)
    try:
        kept.mkdir(parents=True, exist_ok=True)
        compiled.remove_others(kept)
        numba.config.CACHE_DIR = str(kept)
        keep = True
    except OSError:
        keep = False
    play = Twins(numba.njit(nogil=True)).of(tallies.many)

    @numba.njit(nogil=True, cache=keep)  # type: ignore[untyped-decorator]
    def many(w: Array, start: Array, s: Array, t: Array, number: int, first: int, count: int) -> None:
        play(row(w), row(start), row(s), row(t), number, first, count)

    compiled_many: Callable[..., None] = many
    return compiled_many


def played(
    run: Callable[..., None], setup: list[int], start: list[int], seed: int, first: int, count: int
) -> list[int]:
    """The tally of some runs."""
    w, t = np.zeros(c.WORLD, dtype=np.int64), np.zeros(tallies.TALLY, dtype=np.int64)
    run(w, np.array(start, dtype=np.int64), np.array(setup, dtype=np.int64), t, seed, first, count)
    return [int(value) for value in t]
