"""Reads the case files of rules, `<rule id>.cases`.

One case a line: what is given and the dice, an arrow, what must come of it.

    danger="risky", dice=[1] -> outcome="random_encounter"
    danger="deadly", dice=[7] -> error
    cunning=11, round_no=2, dice=[15, "search", 2] -> outcome="searching", until_round=4

Values are Python literals: text, whole numbers, decimals, True, False, None, lists, tuples and dicts.
A decimal is read as the exact fraction it spells. A word among the dice answers a choice.
`#` begins a comment, on a line of its own or after a case.
"""

import ast
import contextlib
import io
import tokenize
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

ERROR = "error"


class MalformedCase(ValueError):
    """A line of a case file that cannot be read; the message begins with file and line."""


@dataclass(frozen=True)
class Case:
    """One line of a case file. `expect` holds the fields to compare, or None where an error is due."""

    line: int
    given: dict[str, object]
    dice: list[int | str]
    expect: dict[str, object] | None


def cases_in(whole: str, name: str) -> list[Case]:
    """Every case in the text of a file, in order."""
    cases: list[Case] = []
    for number, text in enumerate(whole.splitlines(), start=1):
        try:
            sides = _sides(text.strip())
            if sides is not None:
                cases.append(_case(number, *sides))
        except MalformedCase as fault:
            raise MalformedCase(f"{name}:{number}: {fault}") from None
    return cases


def _case(number: int, left: str, right: str) -> Case:
    given = _keywords(left)
    dice = _faces(given.pop("dice", []))
    if right == ERROR:
        return Case(number, given, dice, None)
    expect = _keywords(right)
    if not expect:
        raise MalformedCase(f"nothing expected: give `{ERROR}` or field=value pairs after the arrow")
    if not isinstance(expect.get("outcome", ""), str):
        raise MalformedCase("the outcome is not a name in quotes")
    return Case(number, given, dice, expect)


def _sides(text: str) -> tuple[str, str] | None:
    """Split a line at its arrow, without its comment; None where no case stands on it."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        raise MalformedCase("a bracket or a quote is left open") from None
    for token in tokens:
        if token.type == tokenize.COMMENT:
            text = text[: token.start[1]].rstrip()
    if not text:
        return None
    arrows = [token for token in tokens if token.type == tokenize.OP and token.string == "->"]
    if len(arrows) != 1:
        raise MalformedCase(f"a case has one arrow `->`, this line has {len(arrows)}")
    return text[: arrows[0].start[1]].strip(), text[arrows[0].end[1] :].strip()


def _keywords(text: str) -> dict[str, object]:
    """Read `name=value, ...`."""
    source = f"case({text})"
    try:
        call = ast.parse(source, mode="eval").body
    except SyntaxError:
        call = None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.args:
        raise MalformedCase(f"not name=value pairs: {text}")
    values: dict[str, object] = {}
    for keyword in call.keywords:
        if keyword.arg is None or keyword.arg in values:
            raise MalformedCase(f"not a new name: {ast.unparse(keyword)}")
        values[keyword.arg] = _value(source, keyword.value)
    return values


def _value(source: str, node: ast.expr) -> object:
    """Read one literal, a decimal by its spelling."""
    match node:
        case ast.Constant(value=float()):
            return Fraction(ast.get_source_segment(source, node) or "")
        case ast.Constant(value=str() | int() | None):
            return node.value
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=ast.Constant()):
            number = _value(source, node.operand)
            if isinstance(number, int | Fraction) and not isinstance(number, bool):
                return -number if isinstance(node.op, ast.USub) else number
        case ast.List(elts=items):
            return [_value(source, item) for item in items]
        case ast.Tuple(elts=items):
            return tuple(_value(source, item) for item in items)
        case ast.Dict(keys=keys, values=values):
            names = [_value(source, key) for key in keys if key]
            with contextlib.suppress(TypeError):  # a list cannot be a key
                if len(set(names)) == len(values):
                    return dict(zip(names, [_value(source, value) for value in values], strict=True))
        case _:
            pass
    raise MalformedCase(f"not a literal value: {ast.get_source_segment(source, node)}")


def _faces(value: object) -> list[int | str]:
    """Check that dice are faces and words."""
    if not isinstance(value, list):
        raise MalformedCase("dice is not a list")
    faces: list[int | str] = []
    for face in cast("list[object]", value):
        if isinstance(face, bool) or not isinstance(face, int | str):
            raise MalformedCase(f"neither a face nor a word among the dice: {face}")
        faces.append(face)
    return faces
