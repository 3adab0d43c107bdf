"""Reads the case files of the rules, `tests/cases/<rule id>.cases`.

One case a line: what is given and the dice, an arrow, what must come of it.

    danger="risky", dice=[1] -> outcome="random_encounter"
    danger="deadly", dice=[7] -> error
    cunning=11, round_no=2, dice=[15, "search", 2] -> outcome="searching", until_round=4

Values are Python literals: text, whole numbers, decimals, True, False, None, lists, tuples and dicts.
A decimal is read as the exact fraction it spells. A word among the dice answers a choice.
`#` begins a comment, on a line of its own or after a case.
"""

import ast
import io
import tokenize
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

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


def read(path: Path) -> list[Case]:
    """Return every case in the file, in order."""
    cases = []
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            sides = _sides(text.strip())
            if sides is not None:
                cases.append(_case(number, *sides))
        except ValueError as fault:
            message = f"{path}:{number}: {fault}"
            raise MalformedCase(message) from None
    return cases


def _case(number: int, left: str, right: str) -> Case:
    given = _keywords(left)
    dice = _faces(given.pop("dice", []))
    if right == ERROR:
        return Case(number, given, dice, None)
    expect = _keywords(right)
    if not expect:
        message = f"nothing expected: give `{ERROR}` or field=value pairs after the arrow"
        raise ValueError(message)
    if not isinstance(expect.get("outcome", ""), str):
        message = "the outcome is not a name in quotes"
        raise ValueError(message)
    return Case(number, given, dice, expect)


def _sides(text: str) -> tuple[str, str] | None:
    """Split a line at its arrow, without its comment; None where no case stands on it."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        message = "a bracket or a quote is left open"
        raise ValueError(message) from None
    for token in tokens:
        if token.type == tokenize.COMMENT:
            text = text[: token.start[1]].rstrip()
    if not text:
        return None
    arrows = [token for token in tokens if token.type == tokenize.OP and token.string == "->"]
    if len(arrows) != 1:
        message = f"a case has one arrow `->`, this line has {len(arrows)}"
        raise ValueError(message)
    return text[: arrows[0].start[1]].strip(), text[arrows[0].end[1] :].strip()


def _keywords(text: str) -> dict[str, object]:
    """Read `name=value, ...`."""
    source = f"case({text})"
    try:
        call = ast.parse(source, mode="eval").body
    except SyntaxError:
        call = None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.args:
        message = f"not name=value pairs: {text}"
        raise ValueError(message)
    values: dict[str, object] = {}
    for keyword in call.keywords:
        if keyword.arg is None or keyword.arg in values:
            message = f"not a new name: {ast.unparse(keyword)}"
            raise ValueError(message)
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
        case ast.Dict(keys=keys, values=values) if all(isinstance(key, ast.Constant) for key in keys):
            pairs = [(_value(source, key), _value(source, value)) for key, value in zip(keys, values, strict=True) if key]
            if len(dict(pairs)) == len(pairs):
                return dict(pairs)
    message = f"not a literal value: {ast.get_source_segment(source, node)}"
    raise ValueError(message)


def _faces(value: object) -> list[int | str]:
    """Check that dice are faces and words."""
    if not isinstance(value, list):
        message = "dice is not a list"
        raise ValueError(message)
    faces: list[int | str] = []
    for face in value:
        if isinstance(face, bool) or not isinstance(face, int | str):
            message = f"neither a face nor a word among the dice: {face}"
            raise ValueError(message)
        faces.append(face)
    return faces
