"""Operations in the API's description: the request to an address, and the answer."""

from collections.abc import Sequence
from typing import Any

from undercroft.faces.http.replies import JSON

PROBLEM: dict[str, Any] = {"$ref": "#/components/responses/Problem"}
TEXT: dict[str, Any] = {"type": "string"}


def operation(
    name: str,
    tag: str,
    summary: str,
    answer: dict[str, Any],
    *,
    body: dict[str, Any] | None = None,
    parameters: Sequence[dict[str, Any]] = (),
    status: str = "200",
) -> dict[str, Any]:
    """An operation, from the schemas of its answer and of its body, if any."""
    return {
        "operationId": name,
        "tags": [tag],
        "summary": summary,
        "responses": {status: content("done", answer, JSON), "default": PROBLEM},
        **({"parameters": [*parameters]} if parameters else {}),
        **({"requestBody": {"required": True, "content": {JSON: {"schema": body}}}} if body is not None else {}),
    }


def content(description: str, of: dict[str, Any], *media_types: str) -> dict[str, Any]:
    """An answer in one of these media types."""
    return {"description": description, "content": {media_type: {"schema": of} for media_type in media_types}}


def query(name: str, description: str) -> dict[str, Any]:
    """A parameter in the query of the address."""
    return {"name": name, "in": "query", "description": description, "schema": TEXT}


def in_path(name: str, description: str, of: dict[str, Any] = TEXT) -> dict[str, Any]:
    """A parameter in the path of the address."""
    return {"name": name, "in": "path", "required": True, "description": description, "schema": of}


def ref(kind: type[Any] | str) -> dict[str, Any]:
    """A reference to the component schema of a struct, or of that name."""
    return {"$ref": f"#/components/schemas/{kind if isinstance(kind, str) else kind.__name__}"}
