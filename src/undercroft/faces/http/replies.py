"""Answers: JSON as everywhere."""

from collections.abc import Mapping

from litestar import Response

from undercroft.kernel.wire import shown

HTML = "text/html"
JSON = "application/json"
PROBLEM = "application/problem+json"


def reply(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response[bytes]:
    """A value as JSON."""
    return Response(shown(value), media_type=JSON, status_code=status, headers=dict(headers or {}))
