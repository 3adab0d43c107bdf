"""What a kind of value looks like, for forms and schemas."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

import pytest
from msgspec import Meta, Struct

from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.rules import Given, Outcome, says
from undercroft.kernel.shape import Field, Flag, Maybe, Whole, record, schema, shape
from undercroft.kernel.units import Minutes


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


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
        "named": {"type": "object", "additionalProperties": {"type": "integer"}, "default": {}},
        "members": {"type": "array", "items": {"type": "string"}, "default": []},
        "maybe": {
            "anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}],
            "description": "perhaps",
            "default": None,
        },
        "either": {"anyOf": [{"type": "integer"}, {"type": "string"}], "default": 1},
    }
    found = schema(record(Everything))
    assert expected == {name: found["properties"][name] for name in expected}
    assert ["flag", "whole", "minutes"] == found["required"]
    assert found["properties"]["several"]["prefixItems"] == [{"type": "string"}, {"type": "integer"}]
    assert found["properties"]["exact"]["default"] == "1/2"
    size = found["properties"]["part"]["properties"]["size"]
    assert (1, 9) == (size["minimum"], size["maximum"])


def test_an_outcome_names_its_kind() -> None:
    """The kind is part of an outcome's schema."""
    assert {"const": "done"} == schema(record(Done))["properties"]["kind"]


def test_a_field() -> None:
    """Name, help, shape and default."""
    assert Field("flag", "yes?", Flag(), required=True) == record(Everything).fields[0]
    assert Maybe(Whole(0, None)) == record(Everything).fields[10].shape


@pytest.mark.parametrize("hint", [complex, dict[str, int]])
def test_what_has_no_shape_is_refused(hint) -> None:
    """A rule cannot take what no form could show."""
    with pytest.raises(TypeError):
        shape(hint)
