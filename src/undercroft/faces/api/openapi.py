"""`/api/openapi.json`: the API described by OpenAPI 3.1, every rule with the schema of its own types."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from litestar import Response, get

from undercroft import __version__
from undercroft.books import SHELF
from undercroft.faces.api import tables
from undercroft.faces.api.requests import DiceOdds, Roll, rule_odds, settling
from undercroft.faces.founding import NewTable
from undercroft.faces.http.replies import JSON, PROBLEM, beside
from undercroft.interpret.form import untold
from undercroft.kernel.rules import AnyRule, Book
from undercroft.kernel.shape import record, schema
from undercroft.kernel.wire import shown

_TEXT: dict[str, Any] = {"type": "string"}
_CHANCE: dict[str, Any] = {**_TEXT, "description": "an exact fraction", "pattern": r"^[0-9]+(/[0-9]+)?$"}
_SOURCE: dict[str, Any] = {"enum": ["rolled", "typed"]}


@get("/openapi.json")
async def openapi() -> Response[bytes]:
    """The API's own description."""
    return Response(await beside(_document), media_type=JSON, headers={"cache-control": "no-cache"})


@cache
def _document() -> bytes:
    return shown(document())


def document() -> dict[str, Any]:
    """The whole description."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Undercroft",
            "version": __version__,
            "description": "Dice, five books of rules and their odds for everybody; live tables by the link to a seat.",
        },
        "tags": [{"name": book.id, "description": book.title} for book in SHELF]
        + [{"name": "dice"}, {"name": "rules"}, {"name": "tables"}],
        "paths": {
            **_fixed(),
            **tables.paths(schema(record(NewTable))),
            **{path: item for book in SHELF for path, item in _of_book(book).items()},
        },
        "components": {
            "schemas": {**_SCHEMAS, **tables.schemas(), **_situations()},
            "responses": {"Problem": _answer("a fault", _ref("Problem"), PROBLEM)},
        },
    }


def _situations() -> dict[str, Any]:
    """The situation of each rule, by the rule's id."""
    return {rule.id: schema(record(rule.given)) for book in SHELF for rule in book.rules}


def _fixed() -> dict[str, Any]:
    listed = {"type": "array", "items": _ref("Rule")}
    narrowing = [_query("book", "the id of a book"), _query("q", "words that the rule must speak of")]
    return {
        "/api/rules": {"get": _operation("listRules", "rules", "Every rule", listed, parameters=narrowing)},
        "/api/roll": {
            "post": _operation("roll", "dice", "Roll dice", {"oneOf": [_ROLLED, _ROLLS]}, body=schema(record(Roll)))
        },
        "/api/odds": {
            "post": _operation("odds", "dice", "Exact odds of dice", _ref("Odds"), body=schema(record(DiceOdds)))
        },
    }


def _of_book(book: Book) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for rule in book.rules:
        path, name = f"/api/rules/{rule.id}", rule.id.replace(".", "_").replace("-", "_")
        found[path] = {
            "get": _operation(f"show_{name}", book.id, f"About: {rule.title}", _ref("Rule")),
            "post": _operation(f"settle_{name}", book.id, rule.summary, _settled(rule), body=_body(rule, settling)),
        }
        body = _body(rule, rule_odds)
        odds = _operation(f"odds_{name}", book.id, f"Exact odds: {rule.title}", _ref("Odds"), body=body)
        found[f"{path}/odds"] = {"post": odds}
    return found


def _body(rule: AnyRule, sent: Callable[[AnyRule], type[Any]]) -> dict[str, Any]:
    """What is sent about a rule: its situation, and beside it what every rule takes."""
    needed = ["given"] if untold(rule) is None else []
    properties = {**_of_any_rule(sent), "given": _ref(rule.id)}
    return {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}


@cache
def _of_any_rule(sent: Callable[[AnyRule], type[Any]]) -> dict[str, Any]:
    """The fields of a body, as one rule has them: but for the situation, all have the same."""
    told: dict[str, Any] = schema(record(sent(SHELF[0].rules[0])))["properties"]
    return told


def _operation(
    name: str,
    tag: str,
    summary: str,
    answer: dict[str, Any],
    *,
    body: dict[str, Any] | None = None,
    parameters: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    told: dict[str, Any] = {
        "operationId": name,
        "tags": [tag],
        "summary": summary,
        "responses": {"200": _answer("done", answer, JSON), "default": {"$ref": "#/components/responses/Problem"}},
    }
    if parameters:
        told["parameters"] = parameters
    if body is not None:
        told["requestBody"] = {"required": True, "content": {JSON: {"schema": body}}}
    return told


def _settled(rule: AnyRule) -> dict[str, Any]:
    """A ruling of this rule with one of its outcomes, or what it still wants."""
    outcomes = [schema(record(kind)) for kind in rule.outcomes]
    ruled = {"outcome": outcomes[0] if len(outcomes) == 1 else {"oneOf": outcomes}, "says": _TEXT}
    common = {
        "rule": {"const": rule.id},
        "edition": {"type": "integer"},
        "given": _ref(rule.id),
        "throws": {"type": "array", "items": _ref("Throw")},
    }
    return {"oneOf": [_object({**common, **ruled}), _object({**common, "wanted": _ref("Wanted")})]}


def _answer(description: str, of: dict[str, Any], media_type: str) -> dict[str, Any]:
    return {"description": description, "content": {media_type: {"schema": of}}}


def _query(name: str, description: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "description": description, "schema": _TEXT}


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def _object(properties: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required}


_NUMBERS: dict[str, Any] = {"type": "array", "items": {"type": "integer"}}
_WORDS: dict[str, Any] = {"type": "array", "items": _TEXT}
_DIE = _object(
    {
        "sides": {"type": "integer"},
        "face": {"type": "integer"},
        "fate": {"enum": ["counts", "dropped", "rerolled"]},
        "extra": {"type": "boolean", "description": "brought by an explosion"},
    }
)
_ROLL = {
    "total": {"type": "integer"},
    "dice": {"type": "array", "items": _DIE},
    "capped": {"type": "boolean", "description": "explosions were stopped at the limit"},
}
_ROLLED = _object({"expression": _TEXT, **_ROLL})
_ROLLS = _object({"expression": _TEXT, "rolls": {"type": "array", "items": _object(_ROLL)}})
_SCHEMAS: dict[str, Any] = {
    "Problem": _object(
        {
            "type": _TEXT,
            "title": _TEXT,
            "status": {"type": "integer"},
            "code": {**_TEXT, "description": "stays the same; for programs"},
            "detail": {**_TEXT, "description": "for people"},
            "fix": {**_TEXT, "description": "what to do about it"},
            "request_id": _TEXT,
            "limit": {"type": "integer"},
            "position": {"type": "integer", "description": "a character, counted from 1"},
            "field": _TEXT,
            "free": {**_TEXT, "description": "an id that a table could have instead of one that is taken"},
            "problems": {
                "type": "array",
                "description": "everything there is to mend in a file",
                "items": _object(
                    {"code": _TEXT, "path": _TEXT, "line": {"type": "integer"}, "what": _TEXT, "fix": _TEXT}
                ),
            },
        },
        optional=("fix", "limit", "position", "field", "free", "problems"),
    ),
    "Rule": _object(
        {
            "id": _TEXT,
            "book": _TEXT,
            "title": _TEXT,
            "says": _TEXT,
            "cite": _object({"book": _TEXT, "heading": _TEXT, "beyond": _TEXT}),
            "edition": {"type": "integer"},
            "given": {"type": "object", "description": "JSON Schema of the situation"},
            "outcomes": {"type": "array", "items": _object({"kind": _TEXT, "schema": {"type": "object"}})},
            "readings": _WORDS,
        }
    ),
    "Throw": _object(
        {
            "purpose": _TEXT,
            "from": {"enum": ["rolled", "typed", "mixed"]},
            "roll": _TEXT,
            "answer": {"oneOf": [{"type": "integer"}, _NUMBERS, _TEXT]},
            "faces": _NUMBERS,
            "sources": {"type": "array", "items": _SOURCE},
            "seat": _TEXT,
            "options": _WORDS,
        },
        optional=("roll", "faces", "sources", "seat", "options"),
    ),
    "Wanted": _object(
        {
            "kind": {"enum": ["throw", "choice"]},
            "purpose": _TEXT,
            "roll": _TEXT,
            "seat": _TEXT,
            "options": _WORDS,
            "dice": {**_WORDS, "description": "the single dice to throw now"},
            "faces": {**_NUMBERS, "description": "those of this question that lie there already"},
        },
        optional=("roll", "seat", "options"),
    ),
    "Odds": _object(
        {
            "exact": {"type": "boolean", "description": "false where a little was left unexplored"},
            "outcomes": {
                "type": "array",
                "items": _object({"outcome": {}, "chance": _CHANCE, "percent": {"type": "number"}}),
            },
            "unexplored": _CHANCE,
            "policy": {"anyOf": [_TEXT, {"type": "null"}]},
        }
    ),
}
