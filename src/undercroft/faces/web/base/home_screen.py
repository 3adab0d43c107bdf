"""Undercroft on a phone's home screen: its name, its icons, and the page that it opens."""

import re

from litestar import Response, get

from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.web.base.assets import place
from undercroft.kernel import wire

INK = "#131210"
SIZES = (192, 512)
_TABLE = re.compile(r"[\w.-]{1,80}")


@get("/manifest.webmanifest")
async def manifest(request: AnyRequest) -> Response[bytes]:
    """What a browser installs; with `at`, it opens that table. It says nothing of the table but the id it was given."""
    table = request.query_params.get("at", "")
    start = f"/t/{table}" if _TABLE.fullmatch(table) else "/"
    icons = [{"src": place(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"} for size in SIZES]
    told = {
        "name": "Undercroft",
        "short_name": "Undercroft",
        "start_url": start,
        "scope": "/",
        "display": "standalone",
        "background_color": INK,
        "theme_color": INK,
        "icons": [*icons, {"src": place("icon.svg"), "sizes": "any", "type": "image/svg+xml"}],
    }
    return Response(wire.shown(told), media_type="application/manifest+json")
