"""The inputs of a rule as the controls of a form."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

from msgspec import Struct

from undercroft.interpret.form import fields, switches
from undercroft.kernel.fitting import hint
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.shape import Either, Field, Flag, Many, Maybe, Named, OneOf, Record, Several, Shape
from undercroft.kernel.strict import checked

MOST_SEGMENTS = 4
MOST_LETTERS = 36
"""Up to this many choices, and letters in all, fit side by side; more become a drop-down list."""
MOST_NAMES = 9
MOST_LETTERS_OF_NAMES = 120
"""The same for the names of people and things, which are worth more room."""


class Control(Struct, frozen=True):
    """A field with its initial value."""

    field: Field
    value: Any
    hint: str
    house: bool
    """Is it a house rule: which way an unclear passage is read?"""
    only: bool = False
    """There is nothing to choose."""
    again: bool = False
    """The rest of the form depends on it."""

    @property
    def wide(self) -> bool:
        """Does it need a line to itself?"""
        shape = self.field.shape.of if isinstance(self.field.shape, Maybe) else self.field.shape
        return isinstance(shape, Many | Named | Record | Several | Either)


def controls(rule: AnyRule, given: dict[str, Any]) -> tuple[Control, ...]:
    """The form of a rule, filled in with the given values; a value that the rule does not know is refused."""
    house = switches(rule)
    known = fields(rule)
    if given:
        _check(known, given)
    return tuple(
        Control(field, given.get(field.name, field.default), _hint(field), field.name in house) for field in known
    )


def _check(known: tuple[Field, ...], given: dict[str, Any]) -> None:
    by_name = {field.name: field for field in known}
    for name, value in given.items():
        if name in by_name:
            checked(by_name[name].annotation, value)


def _hint(field: Field) -> str:
    """The values that the field takes, unless the control shows them by itself."""
    shape = field.shape.of if isinstance(field.shape, Maybe) else field.shape
    if isinstance(shape, Flag | OneOf | Many | Named | Record | Several):
        return ""
    return hint(field.shape)


def shape_name(shape: Shape) -> str:
    """The name by which templates and scripts know a shape."""
    return type(shape).__name__.lower()


def kind_of(shape: Either, value: object) -> int | None:
    """The kind of a value, out of several; None without a value."""
    if value is None:
        return None
    told: dict[object, int] = {part.kind: place for place, part in enumerate(shape.parts) if isinstance(part, Record)}
    if isinstance(value, Mapping):
        named = cast("Mapping[str, object]", value)
        kinds = (named.get(part.kind_field) for part in shape.parts if isinstance(part, Record))
        return next((told[kind] for kind in kinds if kind in told), None)
    return next((place for place, part in enumerate(shape.parts) if not isinstance(part, Record)), None)


def called_kind(shape: Shape) -> str:
    """The label of a kind, out of several: its own name, or the values it takes."""
    if isinstance(shape, Record):
        return (shape.kind or "several fields").replace("_", " ")
    return hint(shape)


def side_by_side(words: tuple[str | int, ...], shown: Mapping[str | int, str]) -> bool:
    """Whether these choices are few enough to fit side by side; names may take more room than words."""
    most, letters = (MOST_NAMES, MOST_LETTERS_OF_NAMES) if shown else (MOST_SEGMENTS, MOST_LETTERS)
    return len(words) <= most and sum(len(shown.get(word, str(word))) for word in words) <= letters


def dice_written(sides: Sequence[int]) -> str:
    """Dice given by their sides, as people write them.

    >>> dice_written((6, 6, 4))
    '2d6+1d4'
    """
    return "+".join(f"{count}d{side}" for side, count in Counter(sides).items())


def exactly(value: object) -> str:
    """A fraction as typed: a whole number without its denominator."""
    return str(value).removesuffix("/1")
