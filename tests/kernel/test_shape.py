"""What a kind of value looks like, for forms and schemas."""

from enum import IntEnum, StrEnum
from fractions import Fraction
from typing import Annotated

import pytest
from msgspec import Meta, Struct, field

from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.rules import Given, Outcome, says
from undercroft.kernel.shape import Field, Flag, Maybe, Whole, record, schema, shape
from undercroft.kernel.units import Minutes, Name


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Rank(IntEnum):
    LOW = 1
    HIGH = 10


class Part(Struct, frozen=True):
    size: Annotated[int, Meta(gt=0, lt=10)]


class Everything(Given, frozen=True):
    """One field of every kind."""

    flag: Annotated[bool, says("yes?")]
    whole: Annotated[int, Meta(ge=1, le=3), says("how many")]
    minutes: Annotated[Minutes, Meta(ge=0)]
    exact: Fraction = Fraction(1, 2)
    word: Colour = Colour.RED
    text: str = ""
    many: Annotated[tuple[int, ...], Meta(min_length=1)] = (1,)
    several: tuple[str, int] = ("a", 1)
    named: FrozenMap[int] = FrozenMap()
    members: frozenset[str] = frozenset()
    maybe: Annotated[Annotated[int, Meta(ge=0)] | None, says("perhaps")] = None
    either: int | str = 1
    part: Part = Part(1)
    rank: Rank = Rank.LOW
    few: Annotated[tuple[int, ...], Meta(min_length=1), Meta(max_length=3), says("few")] = (1,)
    fewer: Annotated[frozenset[int], Meta(max_length=2)] = frozenset()
    told: Annotated[int, Meta(description="bounds and help together", ge=1, le=3)] = 1
    between: Annotated[int, Meta(ge=1), Meta(lt=3)] = 1
    code: Annotated[str, Meta(pattern="^a+$", max_length=9)] = "a"
    name: Annotated[Name, says("who")] = "x"
    made: tuple[int, ...] = field(default_factory=lambda: (1, 2))


class Done(Outcome, frozen=True, tag="done"):
    total: int


def test_the_schema_of_everything() -> None:
    """Every kind of field has its JSON Schema, with its bounds, help and default."""
    expected = {
        "flag": {"type": "boolean", "description": "yes?"},
        "whole": {"type": "integer", "minimum": 1, "maximum": 3, "description": "how many"},
        "minutes": {"type": "integer", "minimum": 0},
        "word": {"enum": ["red", "blue"], "default": "red"},
        "text": {"type": "string", "default": ""},
        "many": {"type": "array", "items": {"type": "integer"}, "minItems": 1, "default": [1]},
        "named": {
            "type": "object",
            "additionalProperties": {"type": "integer"},
            "propertyNames": {"minLength": 1},
            "default": {},
        },
        "members": {"type": "array", "items": {"type": "string"}, "default": []},
        "maybe": {
            "anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}],
            "description": "perhaps",
            "default": None,
        },
        "either": {"anyOf": [{"type": "integer"}, {"type": "string"}], "default": 1},
        "rank": {"enum": [1, 10], "default": 1},
        "few": {
            "type": "array",
            "items": {"type": "integer"},
            "minItems": 1,
            "maxItems": 3,
            "description": "few",
            "default": [1],
        },
        "fewer": {"type": "array", "items": {"type": "integer"}, "maxItems": 2, "default": []},
        "told": {
            "type": "integer",
            "minimum": 1,
            "maximum": 3,
            "description": "bounds and help together",
            "default": 1,
        },
        "between": {"type": "integer", "minimum": 1, "maximum": 2, "default": 1},
        "code": {"type": "string", "maxLength": 9, "pattern": "^a+$", "default": "a"},
        "name": {"type": "string", "minLength": 1, "description": "who", "default": "x"},
        "made": {"type": "array", "items": {"type": "integer"}, "default": [1, 2]},
    }
    found = schema(record(Everything))
    assert expected == {name: found["properties"][name] for name in expected}
    assert ["flag", "whole", "minutes"] == found["required"]
    several = found["properties"]["several"]
    assert several["prefixItems"] == [{"type": "string"}, {"type": "integer"}]
    assert (2, False) == (several["minItems"], several["items"])
    assert found["properties"]["exact"]["default"] == "1/2"
    size = found["properties"]["part"]["properties"]["size"]
    assert (1, 9) == (size["minimum"], size["maximum"])


def test_an_outcome_names_its_kind() -> None:
    """The kind is part of an outcome's schema."""
    assert {"const": "done"} == schema(record(Done))["properties"]["kind"]


class Tagged(Struct, frozen=True, tag="pick"):
    weight: int


def test_a_kind_is_named_where_the_decoder_looks_for_it() -> None:
    """A struct whose tag stands in another field says so."""
    found = schema(record(Tagged))
    assert {"const": "pick"} == found["properties"]["type"]
    assert ["type", "weight"] == found["required"]


def test_a_field() -> None:
    """Name, help, shape and default."""
    annotation = Annotated[bool, says("yes?")]
    assert Field("flag", "yes?", Flag(), required=True, annotation=annotation) == record(Everything).fields[0]
    assert Maybe(Whole(0, None)) == record(Everything).fields[10].shape


@pytest.mark.parametrize("hint", [complex, dict[str, int]])
def test_what_has_no_shape_is_refused(hint) -> None:
    """A rule cannot take what no form could show."""
    with pytest.raises(TypeError):
        shape(hint)
