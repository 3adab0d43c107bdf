"""The arithmetic of the rules is shared with compiled code: whole numbers in, whole numbers out, the same both ways."""

import ast
import builtins
import importlib
import inspect
import textwrap
from collections.abc import Callable, Iterator
from enum import IntEnum
from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from types import FunctionType
from typing import Annotated, Any, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

import pytest

from tests.merged import try_each
from tests.requiring import need
from undercroft.books import SHELF
from undercroft.kernel.rules import Book

Verdict: TypeAlias = Callable[..., Any]

NUMBERS = (0, 1, 2, 3, 5, 7, 10, 12, 20, -1, -4)
STRIDES = (1, 3, 7, 5, 9, 2, 11, 13, 4)
TRIED = 60
CALLED = frozenset({"abs", "bool", "divmod", "enumerate", "int", "len", "max", "min", "range", "sum", "zip"})
"""What a verdict may call besides other verdicts."""

NO_ARITHMETIC = (ast.Dict, ast.DictComp, ast.Set, ast.SetComp, ast.JoinedStr, ast.Lambda, ast.Await, ast.Yield, ast.Try)


def verdicts() -> list[tuple[str, Verdict]]:
    """Every verdict of every book, under the name of its chapter."""
    return [
        (f"{book.id}.{verdict.__module__.rpartition('.')[2]}.{verdict.__name__}", verdict)
        for book in SHELF
        for verdict in book.verdicts
    ]


def parameters(verdict: Verdict) -> dict[str, Any]:
    """The types of what goes in."""
    hints = get_type_hints(verdict)
    return {name: hints[name] for name in inspect.signature(verdict).parameters}


def is_handed_throws(verdict: Verdict) -> bool:
    """Does it take functions? A loop with its throws handed in compiles together with them, in the simulator only."""
    return any(get_origin(hint) is Callable for hint in parameters(verdict).values())


def is_whole(hint: Any) -> bool:
    """Is this a whole number, a truth, a name with a number, or a tuple of those?"""
    if hasattr(hint, "__supertype__"):
        return is_whole(hint.__supertype__)
    if get_origin(hint) is Annotated:
        return is_whole(get_args(hint)[0])
    if get_origin(hint) is tuple:
        return all(part is Ellipsis or is_whole(part) for part in get_args(hint))
    return hint in (int, bool) or (isinstance(hint, type) and issubclass(hint, IntEnum))


def is_handed(hint: Any) -> bool:
    """Is this a function of whole numbers, or what it is handed on?"""
    if isinstance(hint, TypeVar):
        return True
    arguments, answer = get_args(hint) if get_origin(hint) is Callable else ((), None)
    return bool(arguments) and all(is_whole(part) or is_handed(part) for part in (*arguments, answer))


def is_constant(value: object) -> bool:
    """Is this something that compiled code may refer to?"""
    if isinstance(value, tuple):
        return all(is_constant(part) for part in value)
    is_code = isinstance(value, FunctionType) or (isinstance(value, type) and issubclass(value, IntEnum))
    return is_code or isinstance(value, int)


def tree(verdict: Verdict) -> ast.FunctionDef:
    """Its code, without docstring and annotations."""
    found = ast.parse(textwrap.dedent(inspect.getsource(verdict))).body[0]
    assert isinstance(found, ast.FunctionDef)
    found.body = found.body[1:] if ast.get_docstring(found) else found.body
    return found


def names(verdict: Verdict) -> Iterator[str]:
    """The names it uses that are not its own."""
    own = set(inspect.signature(verdict).parameters) | {*verdict.__code__.co_varnames}
    found = (node for line in tree(verdict).body for node in ast.walk(line))
    return (node.id for node in found if isinstance(node, ast.Name) and node.id not in own)


def test_whole_numbers_go_in_and_come_out(subtests: pytest.Subtests) -> None:
    """Whole numbers, truths, named numbers and tuples of them; or functions of those, where it is handed its throws."""
    try_each(subtests, verdicts(), _is_of_whole_numbers)


def _is_of_whole_numbers(verdict: Verdict) -> None:
    hints = parameters(verdict)
    opaque = is_handed_throws(verdict)
    assert [] == [name for name, hint in hints.items() if not is_whole(hint) and not (opaque and is_handed(hint))]
    assert is_whole(get_type_hints(verdict)["return"])


def is_allowed(verdict: Verdict, name: str) -> bool:
    """May a verdict use what that name stands for?"""
    around: dict[str, object] = getattr(verdict, "__globals__", {})
    return is_constant(around[name]) if name in around else hasattr(builtins, name) and name in CALLED


def no_arithmetic(verdict: Verdict) -> list[str]:
    """Whatever in its code is neither arithmetic nor a name for a number."""
    nodes = [node for line in tree(verdict).body for node in ast.walk(line)]
    found = [ast.unparse(node) for node in nodes if isinstance(node, NO_ARITHMETIC)]
    found += [repr(node.value) for node in nodes if isinstance(node, ast.Constant) and not isinstance(node.value, int)]
    return found + [name for name in names(verdict) if not is_allowed(verdict, name)]


def test_nothing_but_arithmetic_happens_inside() -> None:
    """No mappings, text, structs, fractions or functions made on the way."""
    assert [] == [(name, found) for name, verdict in verdicts() if (found := no_arithmetic(verdict))]


PRICES = {1: 2}


def looks_up(number: int) -> int:
    """A mapping from outside."""
    return PRICES[number]


def divides(number: int) -> Fraction:
    """A fraction."""
    return Fraction(number, 2)


def names_it(number: int) -> int:
    """Text, and a mapping made on the way."""
    return {"one": number}["one"]


def halves(number: int) -> int:
    """Nothing wrong here."""
    return max(0, number // len(NUMBERS))


def test_what_is_no_arithmetic_is_seen() -> None:
    """The check above can fail."""
    assert ["PRICES"] == no_arithmetic(looks_up)
    assert ["Fraction"] == no_arithmetic(divides)
    assert not is_whole(get_type_hints(divides)["return"])
    assert ["{'one': number}", "'one'", "'one'"] == sorted(no_arithmetic(names_it), key=len, reverse=True)
    assert [] == no_arithmetic(halves)


def values(hint: Any) -> tuple[Any, ...]:
    """A few values of a type."""
    if hasattr(hint, "__supertype__"):
        return values(hint.__supertype__)
    if get_origin(hint) is tuple and get_args(hint)[-1] is Ellipsis:
        some = values(get_args(hint)[0])
        return tuple((some[at], some[-at]) for at in range(len(some)))
    if get_origin(hint) is tuple:
        return tuple(zip(*(values(part) * 2 for part in get_args(hint)), strict=False))
    if hint is bool:
        return (False, True)
    return NUMBERS if hint is int else tuple(hint)


def tries(verdict: Verdict) -> Iterator[tuple[Any, ...]]:
    """A spread of arguments: each runs through its values at a pace of its own."""
    choices = [values(hint) for hint in parameters(verdict).values()]
    for number in range(TRIED):
        yield tuple(
            of[(number * stride + number // len(of)) % len(of)] for of, stride in zip(choices, STRIDES, strict=False)
        )


def answer(verdict: Verdict, arguments: tuple[Any, ...]) -> object:
    """What comes out, or the kind of fault."""
    try:
        return verdict(*arguments)
    except (ArithmeticError, ValueError, IndexError) as fault:
        return type(fault)


@pytest.fixture(scope="session")
def njit() -> Callable[[Verdict], Verdict]:
    """Numba's compiler."""
    need("numba", find_spec("numba") is not None)
    compile_it: Callable[[Verdict], Verdict] = importlib.import_module("numba").njit(no_cfunc_wrapper=True)
    return compile_it


@cache
def compiled(verdict: Any, njit: Callable[[Verdict], Verdict]) -> Verdict:
    """The same code, compiled once, with the functions it calls compiled as well."""
    code, around = verdict.__code__, dict(verdict.__globals__)
    for name in code.co_names:
        if isinstance(around.get(name), FunctionType):
            around[name] = compiled(around[name], njit)
    return njit(FunctionType(code, around, verdict.__name__, verdict.__defaults__))


@pytest.mark.parametrize("book", [pytest.param(book, id=book.id) for book in SHELF])
def test_compiled_and_plain_agree(book: Book, njit: Callable[[Verdict], Verdict]) -> None:
    """Numba takes each function of a book as it stands, and it comes to the same answers."""
    for verdict in book.verdicts:
        if is_handed_throws(verdict):
            continue
        twin = compiled(verdict, njit)
        plain = [answer(verdict, arguments) for arguments in tries(verdict)]
        assert plain == [answer(twin, arguments) for arguments in tries(verdict)], verdict.__qualname__
        assert any(not isinstance(of, type) for of in plain), f"{verdict.__qualname__} was never answered"
