"""The API's description: whole, and true of what the API answers."""

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.api.addresses import ways
from undercroft.books import RULES
from undercroft.faces.api.openapi import document
from undercroft.server.commands import BY_TAG
from undercroft.table.registry import EVENT_KINDS


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    """The description."""
    return document()


def test_it_is_served(client: httpx.Client, described: dict[str, Any]) -> None:
    """As JSON, word for word."""
    assert json.loads(json.dumps(described)) == client.get("/api/openapi.json").json()


def test_every_rule_is_an_endpoint(described: dict[str, Any]) -> None:
    """To look at, to settle, and for its odds; nothing else is there."""
    rules = {path for rule_id in RULES for path in (f"/api/rules/{rule_id}", f"/api/rules/{rule_id}/odds")}
    others = {path for path in described["paths"] if not path.startswith(("/api/tables", "/api/demo"))}
    founders = {"/api/founders", "/api/founders/{founder}/link", "/api/founders/{founder}/end"}
    assert (
        rules | {"/api/rules", "/api/questions", "/api/roll", "/api/odds", "/api/foes", "/api/owner/link"} | founders
        == others
    )
    body = described["paths"]["/api/rules/delving.hazard-die"]["post"]["requestBody"]["content"]["application/json"]
    assert {"given", "dice", "rest"} == set(body["schema"]["properties"])
    assert ["given"] == body["schema"]["required"]
    situation = described["components"]["schemas"]["delving.hazard-die"]
    assert ["normal", "risky", "deadly"] == situation["properties"]["danger"]["enum"]


def test_every_address_is_described(described: dict[str, Any]) -> None:
    """With its methods, and nothing that is not there."""
    rules = re.compile("/api/rules/(?:" + "|".join(map(re.escape, RULES)) + ")(?=/|$)")
    told = {
        f"{method.upper()} {rules.sub('/api/rules/{id}', path)}"
        for path, item in described["paths"].items()
        for method in item
    }
    assert ways() == told


def test_operations_have_names_of_their_own(described: dict[str, Any]) -> None:
    """So that generated clients can tell them apart."""
    names = [operation["operationId"] for path in described["paths"].values() for operation in path.values()]
    assert len(names) == len(set(names))
    assert [] == [name for name in names if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name)]


def references(value: Any) -> Iterator[str]:
    """Every reference in the description."""
    if isinstance(value, dict):
        yield from (part for name, part in value.items() if name == "$ref" and isinstance(part, str))
        for part in value.values():
            yield from references(part)
    elif isinstance(value, list):
        for part in value:
            yield from references(part)


def test_references_lead_somewhere(described: dict[str, Any]) -> None:
    """Each to a component that is there."""
    for reference in set(references(described)):
        _, kind, name = reference.removeprefix("#/").split("/")
        assert name in described["components"][kind]


def test_every_command_has_a_schema_of_its_own(described: dict[str, Any]) -> None:
    """Told apart by its kind, and taken by the address that carries commands out."""
    schemas = described["components"]["schemas"]
    told_apart = schemas["Command"]["discriminator"]
    assert "kind" == told_apart["propertyName"]
    assert set(BY_TAG) == set(told_apart["mapping"])
    assert {f"command.{tag}" for tag in BY_TAG} == {name for name in schemas if name.startswith("command.")}
    assert {"const": "undo"} == schemas["command.undo"]["properties"]["kind"]
    body = described["paths"]["/api/tables/{table}/commands"]["post"]["requestBody"]["content"]["application/json"]
    assert {"$ref": "#/components/schemas/CommandBody"} == body["schema"]
    assert {"$ref": "#/components/schemas/Command"} == schemas["CommandBody"]["properties"]["command"]
    assert sorted(EVENT_KINDS) == schemas["Event"]["properties"]["type"]["enum"]


def test_answers_are_described_by_their_own_types(client: httpx.Client, described: dict[str, Any]) -> None:
    """What is always answered is required, and what is only sometimes answered is not."""
    schemas = described["components"]["schemas"]
    rolled = client.post("/api/roll", json={"expression": "2d6"}).json()
    assert sorted(schemas["RollAnswer"]["required"]) == sorted(rolled)
    assert sorted(schemas["Die"]["required"]) == sorted(rolled["dice"][0])
    assert ["purpose", "from", "answer"] == schemas["ThrowAnswer"]["required"]
    assert {"roll", "faces", "sources", "seat", "options"} < set(schemas["ThrowAnswer"]["properties"])
    problem = client.post("/api/roll", json={"expression": "2d"}).json()
    assert set(schemas["HttpProblem"]["required"]) < set(problem) < set(schemas["HttpProblem"]["properties"])
    assert ["cursor", "now", "told", "says"] == schemas["CommandDone"]["required"]
    assert {"$ref": "#/components/schemas/Command"} == schemas["Action"]["properties"]["command"]
