"""A page with every component of the design system, served to the tests and for its picture only."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

from litestar import Request, Response, get

from undercroft.faces.http.replies import HTML
from undercroft.faces.web.base.assets import assets
from undercroft.faces.web.base.rendering import environment, theme
from undercroft.kernel.dice import D6

SHEET = Path(__file__).parent / "components.html"


@get("/components")
async def components(request: Request[Any, Any, Any]) -> Response[str]:
    """Every component once."""
    template = environment().from_string(SHEET.read_text(encoding="utf-8"))
    icons = re.findall(r'id="([a-z0-9-]+)"', assets()["icons.svg"].decode())
    known = {"chance": Fraction(15, 36), "danger": Fraction(31031, 46656), "d6": D6, "icons": icons}
    return Response(template.render(theme=theme(request.cookies), at=None, **known), media_type=HTML)
