"""The join code in the referee's bar: a panel, so that the bar never shows a code that has ended."""

from collections.abc import Mapping
from typing import Any

from undercroft.faces.web.live.panels.panel import Panel
from undercroft.faces.web.live.viewer.viewer import Viewer


def _code(viewer: Viewer) -> Mapping[str, Any]:
    return {"code": viewer.code}


CODE = Panel("code", "Join code", _code, "live/table/code.html", steady=True)
