"""The first page."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get

from undercroft.books import RULES
from undercroft.faces.web.rendering import page


@get("/")
async def start_page(request: Request[Any, Any, Any]) -> Response[str]:
    """What there is."""
    return page(request, "start.html", rules=len(RULES))
