"""What fits a field, in words: for a person who types it, and for a program that sends it as JSON."""

import re
from collections.abc import Sequence
from typing import Any

from undercroft.kernel import shape
from undercroft.kernel.near_names import FEW
from undercroft.kernel.shape import Shape

BEYOND_PRACTICE = 10_000
"""A bound as high as this, or as far below 0, is only for safety, and hints leave it out."""
DICE_OR_NUMBER = "a number such as 7, or dice such as 2d6+1"
JSON = "JSON"
_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
"""A step of a path such as `trial.who[0]`: the place in a list, or a name."""


def hint(form: Shape) -> str:
    """What to enter, in a few words."""
    match form:
        case shape.Flag():
            return "yes or no"
        case shape.Whole(least=least, most=most):
            return _span(least, most)
        case shape.Rollable():
            return DICE_OR_NUMBER
        case shape.DiceOnly():
            return "dice such as 2d6+1"
        case shape.Exact():
            return "a number, whole (3), as a fraction (2/3) or with a decimal point (9.5)"
        case shape.Text():
            return "text"
        case shape.OneOf(words=words):
            return _listed([str(word) for word in words if word != ""])
        case shape.Many(of=of):
            return f"any number of values, separated by commas: {hint(of)}"
        case shape.Named(of=of):
            return f"names with values, such as torch=3, separated by commas: {hint(of)}"
        case shape.Maybe(of=of):
            return f"{hint(of)}, or none"
        case shape.Several() | shape.Either() | shape.Record():
            return JSON


def fitting(kind: Any, path: str, *, by_length: bool = False) -> str:
    """What fits at a path such as `trial.who[0]` in the JSON of a kind; empty where the path leads nowhere.

    With `by_length` a text was too short or too long.
    """
    try:
        forms = [shape.shape(kind)]
    except TypeError:
        return ""
    steps = _STEP.findall(path)
    for at, (place, name) in enumerate(steps):
        kinds = [each.kind for form in forms for each in _records(form) if each.kind and each.kind_field == name]
        if kinds and at == len(steps) - 1:
            return _listed(sorted(kinds)) if len(kinds) <= FEW else ""
        forms = [inner for form in forms for inner in _within(form, place, name)]
    form = forms[0] if forms else None
    form = form.of if isinstance(form, shape.Maybe) else form
    return _sent(form, by_length=by_length) if form is not None else ""


def _sent(form: Shape, *, by_length: bool = False) -> str:
    """What to send, in a few words."""
    match form:
        case shape.Text(least=least, most=most) if by_length:
            if most is None:
                return f"text of {least or 1:,} or more characters"
            return f"text of {f'{least:,} to' if least else 'at most'} {most:,} characters"
        case shape.Many(of=of, most=most):
            return f"a list{f' of at most {most:,}' if by_length and most else ''}, in which each entry is {_sent(of)}"
        case shape.Several(parts=parts):
            return f"a list of {len(parts)}: {', '.join(map(_sent, parts))}"
        case shape.Named(of=of):
            return f'names with values, such as {{"torch": 3}}, in which each value is {_sent(of)}'
        case shape.Maybe(of=of):
            return f"{_sent(of)}, or leave it out"
        case shape.Either(parts=parts) if kinds := sorted(each.kind for each in _records(form) if each.kind):
            others = [_sent(part) for part in parts if not isinstance(part, shape.Record)]
            named = next(each.kind_field for each in _records(form))
            return " or ".join([*others, f"an object whose “{named}” is {_listed(kinds)}"])
        case shape.Either(parts=()):
            return "any value"
        case shape.Either(parts=parts):
            return " or ".join(dict.fromkeys(map(_sent, parts)))
        case shape.Record(fields=fields):
            return f"an object with {_listed([field.name for field in fields], 'and')}" if fields else "an empty object"
        case _:
            return hint(form)


def _within(form: Shape, place: str, name: str) -> list[Shape]:
    """The shapes one step further."""
    match form:
        case shape.Record(fields=fields):
            return [field.shape for field in fields if field.name == name]
        case shape.Many(of=of):
            return [of] if place else []
        case shape.Named(of=of):
            return [of] if name else []
        case shape.Several(parts=parts):
            return [parts[int(place)]] if place and int(place) < len(parts) else []
        case shape.Maybe(of=of):
            return _within(of, place, name)
        case shape.Either(parts=parts):
            return [inner for part in parts for inner in _within(part, place, name)]
        case _:
            return []


def _records(form: Shape) -> list[shape.Record]:
    """The structs that may stand there."""
    match form:
        case shape.Record():
            return [form]
        case shape.Maybe(of=of):
            return _records(of)
        case shape.Either(parts=parts):
            return [each for part in parts for each in _records(part)]
        case _:
            return []


def _span(least: int | None, most: int | None) -> str:
    least = None if least is not None and least <= -BEYOND_PRACTICE else least
    match least, None if most is not None and most >= BEYOND_PRACTICE else most:
        case None, None:
            return "a whole number"
        case _, None:
            return f"a whole number, {least} or more"
        case None, _:
            return f"a whole number, {most} or less"
        case _:
            return str(least) if least == most else f"{least} to {most}"


def _listed(words: Sequence[str], last: str = "or") -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
