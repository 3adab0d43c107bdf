"""Every address of the API with its methods, as the server has them."""

import re

from litestar.handlers import HTTPRouteHandler

from undercroft.faces.website import API_WITH_TABLES

HANDLERS = tuple(each for each in API_WITH_TABLES if isinstance(each, HTTPRouteHandler))
_KIND = re.compile(r":[a-z]+}")


def ways() -> set[str]:
    """Such as `GET /api/rules/{id}`, but for the description itself."""
    found = {
        f"{method} /api{_KIND.sub('}', path)}"
        for handler in HANDLERS
        for path in handler.paths
        for method in handler.http_methods
    }
    return {way.replace("{rule_id}", "{id}") for way in found} - {"GET /api/openapi.json"}
