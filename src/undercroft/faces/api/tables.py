"""The part of the API's description that is about tables: every command by its kind, events, offers and files."""

from __future__ import annotations

from typing import Any

from undercroft.demo.marks import BOOKMARKS
from undercroft.faces.http.replies import JSON
from undercroft.kernel.shape import record, schema
from undercroft.server.commands import BY_TAG
from undercroft.table.table import EVENT_KINDS

_TEXT: dict[str, Any] = {"type": "string"}
_WHOLE: dict[str, Any] = {"type": "integer"}
_LOG, _CAMPAIGN = "application/x-ndjson", "application/toml"


def command_name(tag: str) -> str:
    """What a command is called among the schemas."""
    return f"command.{tag}"


def schemas() -> dict[str, Any]:
    """Every command by itself, all of them told apart by their kind, and events by their type."""
    commands = {command_name(tag): schema(record(kind)) for tag, kind in sorted(BY_TAG.items())}
    mapping = {tag: f"#/components/schemas/{command_name(tag)}" for tag in sorted(BY_TAG)}
    event = {**_object({"type": {"enum": sorted(EVENT_KINDS)}}), "additionalProperties": True}
    told = _object({"at": {**_WHOLE, "description": "seconds of the campaign's clock"}, "act": _MAYBE, "event": _EVENT})
    return {
        **commands,
        "Command": {
            "oneOf": [{"$ref": reference} for reference in mapping.values()],
            "discriminator": {"propertyName": "kind", "mapping": mapping},
        },
        "Event": event,
        "Told": told,
        "Reason": _object({"code": _TEXT, "what": _TEXT, "rule": _MAYBE}),
        "Campaign": {"type": "object", "description": "all that the seat knows"},
        "TableCard": _object(
            {
                "id": _TEXT,
                "name": _TEXT,
                "events": _WHOLE,
                "wall": {**_TEXT, "description": "when it was last written to, in UTC"},
                "saved": _TEXT,
                "where": _TEXT,
                "evening": _TEXT,
                "present": {"type": "array", "items": _TEXT},
                "damaged": {"type": "boolean"},
            }
        ),
        "Offer": {
            **_object({"command": {"$ref": "#/components/schemas/Command"}, "label": _TEXT}),
            "additionalProperties": True,
        },
    }


_MAYBE: dict[str, Any] = {"anyOf": [_TEXT, {"type": "null"}]}
_EVENT: dict[str, Any] = {"$ref": "#/components/schemas/Event"}


def paths(new_table: dict[str, Any]) -> dict[str, Any]:
    """Every address of a table; `new_table` is the schema of a campaign to be begun."""
    named = {"table": _TEXT}
    of_table = [{"name": "table", "in": "path", "required": True, "description": "the table's id", "schema": _TEXT}]
    acted = {
        "oneOf": [
            _object({"cursor": _TEXT, "told": _many("Event")}),
            _object({"refused": _many("Reason")}),
        ]
    }
    called, kept = _object({"name": _TEXT}), {"table": _TEXT, "kept": _MAYBE}
    asked = _object({"command": _ref("Command"), "key": _KEY, "expected": _MAYBE}, optional=("expected",))
    cards = _object({"tables": _many("TableCard")})
    file = {"content": {kind: {"schema": {"type": "string"}} for kind in (_LOG, _CAMPAIGN)}}
    state = _object({"seat": _TEXT, "cursor": _TEXT, "campaign": _ref("Campaign")})
    told = _object({"cursor": _TEXT, "events": _many("Told")})
    return {
        "/api/tables": {
            "get": _operation("listTables", "Every campaign, for whoever runs the server", cards),
            "post": _operation("newTable", "Begin a campaign", _object(named), body=new_table, status="201"),
        },
        "/api/tables/file": {
            "post": {
                **_operation(
                    "importTable",
                    "Begin from a file: an exported log or a campaign file",
                    _object(named),
                    parameters=[_query("id", "another id than its own, where that is taken")],
                    status="201",
                ),
                "requestBody": {"required": True, "content": {"application/octet-stream": {"schema": _TEXT}}},
            }
        },
        "/api/demo/{mark}": {
            "post": _operation(
                "openBookmark",
                "Open the demo at one of its bookmarks, where it was left or anew",
                _object(named),
                parameters=[_MARK],
            ),
        },
        "/api/tables/{table}": {
            "get": _operation("showTable", "All that the seat knows", state, parameters=of_table),
        },
        "/api/tables/{table}/rename": {
            "post": _operation(
                "renameTable", "Call it otherwise", _object({**named, "name": _TEXT}), body=called, parameters=of_table
            ),
        },
        "/api/tables/{table}/delete": {
            "post": _operation("deleteTable", "Remove it by its name", _object(kept), body=called, parameters=of_table),
        },
        "/api/tables/{table}/commands": {
            "post": _operation("command", "Carry out a command for the seat", acted, body=asked, parameters=of_table),
        },
        "/api/tables/{table}/events": {
            "get": _operation(
                "listEvents",
                "What the seat was told, after a cursor or ever",
                told,
                parameters=[*of_table, _query("after", "a cursor you were given")],
            )
        },
        "/api/tables/{table}/offers": {
            "get": _operation(
                "listOffers",
                "What the seat may do now, with the odds",
                _object({"offers": _many("Offer")}),
                parameters=of_table,
            )
        },
        "/api/tables/{table}/export": {
            "get": {
                **_operation(
                    "exportTable",
                    "The table as a file, for its referee",
                    {},
                    parameters=[*of_table, _query("as", "log or campaign")],
                ),
                "responses": {"200": {"description": "the file", **file}, "default": _PROBLEM},
            }
        },
    }


_MARK: dict[str, Any] = {
    "name": "mark",
    "in": "path",
    "required": True,
    "description": "the bookmark's name",
    "schema": {"enum": [mark.id for mark in BOOKMARKS]},
}
_KEY: dict[str, Any] = {**_TEXT, "description": "your own for each command; the same again is answered as before"}
_PROBLEM: dict[str, Any] = {"$ref": "#/components/responses/Problem"}


def _operation(
    name: str,
    summary: str,
    answer: dict[str, Any],
    *,
    body: dict[str, Any] | None = None,
    parameters: list[dict[str, Any]] | None = None,
    status: str = "200",
) -> dict[str, Any]:
    done = {"description": "done", "content": {JSON: {"schema": answer}}}
    told: dict[str, Any] = {
        "operationId": name,
        "tags": ["tables"],
        "summary": summary,
        "responses": {status: done, "default": _PROBLEM},
    }
    if parameters:
        told["parameters"] = parameters
    if body is not None:
        told["requestBody"] = {"required": True, "content": {JSON: {"schema": body}}}
    return told


def _object(properties: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required}


def _many(name: str) -> dict[str, Any]:
    return {"type": "array", "items": _ref(name)}


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def _query(name: str, description: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "description": description, "schema": _TEXT}
