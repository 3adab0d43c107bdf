"""What is published of the campaign file is what the reader takes."""

import json
import re
import tomllib
from typing import Any

import pytest

from tests.exchange.campaignfile.test_mistakes import mistakes
from tests.exchange.campaignfile.test_reading import PEOPLE, SITE
from tools import formats
from undercroft import demo
from undercroft.exchange.campaignfile import read
from undercroft.exchange.campaignfile.forms import WRITTEN, Written
from undercroft.table.gear.prices import ITEMS

PUBLISHED = json.loads(formats.SCHEMA.read_text(encoding="utf-8"))
EXAMPLES = re.compile(r"^```toml\n(.*?)^```", re.DOTALL | re.MULTILINE)
TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
}
OF_SHAPE = {"unknown_key", "type", "out_of_range", "not_one_of", "bad_hour", "empty", "too_long"}
"""Problems that a schema can see."""


def faults(schema: dict[str, Any], value: Any) -> list[str]:
    """What a value has against a schema: as much of JSON Schema as the published one uses."""
    if "$ref" in schema:
        return faults(PUBLISHED["$defs"][schema["$ref"].removeprefix("#/$defs/")], value)
    if "anyOf" in schema:
        return [] if any(not faults(part, value) for part in schema["anyOf"]) else ["none of these"]
    if "enum" in schema or "const" in schema:
        return [] if value in schema.get("enum", [schema.get("const")]) else [f"{value} is not listed"]
    kind = TYPES[schema["type"]]
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        return [f"{value} is no {schema['type']}"]
    return [*_bounds(schema, value), *_parts(schema, value)]


def _bounds(schema: dict[str, Any], value: Any) -> list[str]:
    size = len(value) if isinstance(value, str) else value if isinstance(value, int | float) else 0
    least = schema.get("minimum", schema.get("minLength", size))
    most = schema.get("maximum", schema.get("maxLength", size))
    fits = not isinstance(value, str) or re.search(schema.get("pattern", ""), value)
    return [] if least <= size <= most and fits else [f"{value} is out of bounds"]


def _parts(schema: dict[str, Any], value: Any) -> list[str]:
    if isinstance(value, list):
        return [fault for part in value for fault in faults(schema["items"], part)]
    if not isinstance(value, dict):
        return []
    found = [f"{key} is missing" for key in schema.get("required", ()) if key not in value]
    for key, part in value.items():
        inner = schema.get("properties", {}).get(key, schema["additionalProperties"])
        found += faults(inner, part) if inner else [f"{key} is unknown"]
    return found


def page() -> str:
    """The description of the format."""
    return formats.PAGE.read_text(encoding="utf-8")


def test_what_is_published_is_fresh() -> None:
    """Schema and list of fields are as `make manual` would write them."""
    assert [] == [path.name for path, _ in formats.stale()]


@pytest.mark.parametrize("form", [pytest.param(form, id=form.name) for form in WRITTEN])
def test_every_field_says_what_it_is_for(form: Written) -> None:
    """In the form, in the struct or in the tool."""
    told = formats.help_of(form)
    assert [] == [field.name for field in form.record.fields if not (field.help or told.get(field.name))]


def test_the_examples_of_the_page_are_a_campaign() -> None:
    """One after the other, they read without a problem."""
    begin = read("\n".join(EXAMPLES.findall(page())), "campaign.md")
    assert ("Sorrel Ford", 2 * 86_400 + 8 * 3600 + 1800) == (begin.name, begin.day_begins)
    assert ["isolde", "tam"] == list(begin.party)
    assert ["yard", "floor", "cellar"] == list(begin.sites[0].zones)


@pytest.mark.parametrize(
    "text", [PEOPLE, SITE, "\n".join(EXAMPLES.findall(page())), demo.text()], ids=["people", "site", "page", "demo"]
)
def test_the_schema_takes_what_the_reader_takes(text: str) -> None:
    """Good files have nothing against it."""
    assert [] == faults(PUBLISHED, tomllib.loads(text))


@pytest.mark.parametrize(
    "text", [pytest.param(text, id=f"{code} {path}") for text, code, path in mistakes() if code in OF_SHAPE]
)
def test_the_schema_refuses_what_it_can_see(text: str) -> None:
    """Unknown keys, wrong sorts and bounds."""
    assert faults(PUBLISHED, tomllib.loads(text))


def test_every_item_is_listed_on_the_page() -> None:
    """By its id."""
    assert [] == [id for id in ITEMS if f"| `{id}` |" not in page()]
