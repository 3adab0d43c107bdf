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
TRIED = ("0.68.",)
"""The versions of Numba of which `CodePart` and `CodePartCompiler` know how a function becomes machine code.

By any other, each function is compiled to the end: that takes three times as long, and comes to the same.
"""
intrinsic: Any = import_module("numba.extending").intrinsic
library: type[Any] = getattr(import_module("numba.core.codegen"), "JITCodeLibrary", object)
compiler: type[Any] = getattr(import_module("numba.core.compiler"), "Compiler", object)


@intrinsic  # type: ignore[untyped-decorator]
def row(_context: Array, array: Array) -> Array:
    """The numbers of an array from the first on, for code that knows the place of each."""
    signature = numba.types.CPointer(numba.types.int64)(array)

    def generate(context: Array, builder: Array, signature: Array, args: Array) -> Array:
        return context.make_array(signature.args[0])(context, builder, args[0]).data

    return signature, generate


class CodePart(library):  # type: ignore[misc]
    """A function and all that it calls, before LLVM optimises them: that is done once, for the whole of a run.

    Numba would optimise each function with all that it calls, and make machine code of it that nobody calls.
    """

    @property
    def codegen(self) -> Array:
        """What takes the environment of a function: a part has no place in memory to keep one."""
        return self

    def set_env(self, _name: str, _env: Array) -> None:
        """Pass over the environment, which only Python objects and exceptions would need."""

    def get_pointer_to_function(self, _name: str) -> int:
        """No address: there is no machine code."""
        self._ensure_finalized()
        return 0

    def _optimize_final_module(self) -> None:
        """Leave that to the whole."""

    def _finalize_final_module(self) -> None:
        self._finalized = True


class CodePartCompiler(compiler):  # type: ignore[misc]
    """Compiles a function that only compiled code calls as a part of it."""

    def define_pipelines(self) -> Array:
        """Numba's own passes, over a part."""
        self.state.library = CodePart(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return compiler.define_pipelines(self)


def by_parts() -> bool:
    """Whether this Numba is one that compiles by parts."""
    return str(numba.__version__).startswith(TRIED)


def twin_of(function: FunctionType) -> Array:
    """A function as only compiled code calls it."""
    in_place = function.__name__ in EVERY_TURN or len(function.__code__.co_code) <= SMALL
    passes = {"pipeline_class": CodePartCompiler} if by_parts() else {}
    return numba.njit(**INNER, **passes, forceinline=in_place)(function)


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
